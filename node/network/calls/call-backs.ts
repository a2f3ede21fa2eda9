// Chunks of files of peers that cannot be called, as behind a NAT: wishes are told over the link that the peer dialled,
// and the peer answers with a call of its own. So no chunk holds up what else the link carries. It compares nothing
// with a hash, and takes nothing that it did not ask for.
import type { Clock } from '../../../core/base/ports.js';
import type { ChunkAsk } from '../../../core/mesh/frames.js';
import type { ChunkAnswer, ChunkGift } from '../../../proto/codec/file-chunk.js';
import { peerFailure } from '../transport/failure.js';

export interface CallBackPorts {
  readonly clock: Clock;
  /** False without a link, or without room in its queue. */
  tell(peerId: string, ask: ChunkAsk): boolean;
}

interface Wanted {
  readonly peerId: string;
  onAnswered(answer: ChunkAnswer): void;
  onFailed(reason: 'late' | 'broken'): void;
}

export class CallBacks {
  readonly #ports: CallBackPorts;
  readonly #wanted = new Map<string, Wanted>();
  /** Linked peers that could not be called when it was tried: no chunk waits for another dial. */
  readonly #silent = new Set<string>();

  constructor(ports: CallBackPorts) {
    this.#ports = ports;
  }

  /** The peer could not be called. It is not tried again while its link lasts. */
  note(peerId: string): void {
    this.#silent.add(peerId);
  }

  isSilent(peerId: string): boolean {
    return this.#silent.has(peerId);
  }

  /** Rejects with a PeerFailure: not connected, late, or broken when the link ends. */
  want(peerId: string, ask: ChunkAsk, timeoutMs: number): Promise<ChunkAnswer> {
    const key = keyOf(peerId, ask);
    return new Promise((resolve, reject) => {
      const end = () => {
        timer.cancel();
        if (this.#wanted.get(key) === wanted) this.#wanted.delete(key);
      };
      const wanted: Wanted = {
        peerId,
        onAnswered: (answer) => {
          end();
          resolve(answer);
        },
        onFailed: (reason) => {
          end();
          reject(peerFailure(peerId, reason, 'it did not bring the chunk that it was asked for over its link'));
        },
      };
      const timer = this.#ports.clock.setTimer(() => wanted.onFailed('late'), timeoutMs);
      // A caller that waited for the same chunk waits no longer: it is asked for once at a time.
      this.#wanted.get(key)?.onFailed('broken');
      this.#wanted.set(key, wanted);
      if (this.#ports.tell(peerId, ask)) return;
      end();
      reject(peerFailure(peerId, 'not-connected', 'its link takes nothing'));
    });
  }

  /** A peer brought this; false for what was not wanted of it, or not any more. */
  takeGift(peerId: string, { ask, answer }: ChunkGift): boolean {
    const wanted = this.#wanted.get(keyOf(peerId, ask));
    wanted?.onAnswered(answer);
    return wanted !== undefined;
  }

  onUnlinked(peerId: string): void {
    this.#silent.delete(peerId);
    for (const wanted of [...this.#wanted.values()]) if (wanted.peerId === peerId) wanted.onFailed('broken');
  }
}

function keyOf(peerId: string, { registerId, txId, hash }: ChunkAsk): string {
  return `${peerId} ${registerId} ${txId} ${hash}`;
}
