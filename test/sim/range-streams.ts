// Ranges of dockets that are answered in several packets, as a real stream is: with pauses between them, and cut off
// where a packet is lost or its sender dies. It verifies nothing; a lying node spoils any docket of a range, not only
// the first.
import type { PeerFailure, PeerNet } from '../../actors/mesh/ports.js';
import { isFailure, type Result } from '../../core/base/result.js';
import type { SealedDocket } from '../../core/model/register.js';
import type { Dice } from '../support/base/dice.js';
import type { NodeClock } from './clock.js';
import type { Packet, Part } from './packet.js';
import type { Wire } from './wire.js';

/** How long the next packet may take: less than what the mesh waits for a docket, or more. */
const LATE_MS = [5000, 20_000] as const;
const PAUSE_SHARE = 0.3;
const PAUSE_MS = 4000;
const LIE_SHARE = 0.4;
/** A lie is about one of the first so many dockets. */
const SPOILED_MAX = 5;

export interface RangeStreamsPorts {
  readonly clock: NodeClock;
  readonly dice: Dice;
  readonly wire: Wire;
  /** Dockets in each packet. */
  readonly pieces: number;
  send(to: number, packet: Packet): void;
  lies(): boolean;
}

interface Stream {
  readonly parts: Map<number, Part>;
  isRefused: boolean;
  wake: () => void;
}

export class RangeStreams {
  private readonly ports: RangeStreamsPorts;
  private readonly streams = new Map<string, Stream>();

  constructor(ports: RangeStreamsPorts) {
    this.ports = ports;
  }

  /** Asks the node with the number `to`; throws a PeerFailure when the stream is refused or breaks off. */
  async *ask(to: number, ...[peerId, range, use]: Parameters<PeerNet['dockets']>): AsyncGenerator<SealedDocket> {
    const { dice, send, wire } = this.ports;
    const id = Buffer.from(dice.bytes(8)).toString('hex');
    const stream: Stream = { parts: new Map(), isRefused: false, wake: () => undefined };
    this.streams.set(id, stream);
    try {
      send(to, { type: 'ask', id, call: 'dockets', bytes: wire.range.ask(range) });
      for (let index = 0; ; index++) {
        const part = await this.part(stream, index);
        if (!part) throw failure(peerId, stream.isRefused ? 'refused' : dice.pick(['late', 'broken'] as const));
        for (const bytes of part.messages) {
          use?.onBytes?.(bytes.length);
          const sealed = wire.read(peerId, bytes, wire.range.answered(use?.mode));
          if (!sealed) throw failure(peerId, 'malformed');
          yield sealed;
        }
        if (part.isLast) return;
      }
    } finally {
      this.streams.delete(id);
    }
  }

  hear(part: Part): void {
    const stream = this.streams.get(part.id);
    stream?.parts.set(part.index, part);
    stream?.wake();
  }

  refused(id: string): void {
    const stream = this.streams.get(id);
    if (stream) stream.isRefused = true;
    stream?.wake();
  }

  /** Sends what was asked for, packet by packet. */
  async answer({ to, id }: { readonly to: number; readonly id: string }, found: Result<AsyncIterable<SealedDocket>>) {
    const { send, pieces, lies, dice, wire } = this.ports;
    const refuse = () => send(to, { type: 'answer', id, messages: undefined });
    if (isFailure(found)) {
      refuse();
      return;
    }
    let index = 0;
    let messages: Uint8Array[] = [];
    try {
      for await (const sealed of lies() && dice.chance(LIE_SHARE) ? this.spoiled(found) : found) {
        if (messages.length >= pieces) {
          send(to, { type: 'part', id, index: index++, messages, isLast: false });
          messages = [];
          if (dice.chance(PAUSE_SHARE)) await this.pause();
        }
        messages.push(wire.range.answer(sealed));
      }
      send(to, { type: 'part', id, index, messages, isLast: true });
    } catch {
      // Its rows could not be read: the stream breaks.
      refuse();
    }
  }

  /** Undefined when it does not come in time, or never. */
  private part(stream: Stream, index: number): Promise<Part | undefined> {
    const { clock, dice } = this.ports;
    return new Promise((resolve) => {
      const look = () => {
        const part = stream.parts.get(index);
        if (!part && !stream.isRefused) return;
        timer.cancel();
        resolve(part);
      };
      const timer = clock.setTimer(() => resolve(undefined), dice.pick(LATE_MS));
      stream.wake = look;
      look();
    });
  }

  private pause(): Promise<void> {
    const { clock, dice } = this.ports;
    return new Promise((resolve) => void clock.setTimer(resolve, dice.skewed(1, PAUSE_MS)));
  }

  /** A docket that is left out, of other contents, or decided by no quorum; or the range ends before its time. */
  private async *spoiled(found: AsyncIterable<SealedDocket>): AsyncGenerator<SealedDocket> {
    const { dice } = this.ports;
    const lie = dice.pick(['skip', 'end', 'signature', 'body', 'header'] as const);
    const at = dice.integer(0, SPOILED_MAX - 1);
    let index = 0;
    for await (const sealed of found) {
      const { docket, certificate } = sealed;
      if (index++ !== at) yield sealed;
      else if (lie === 'end') return;
      else if (lie === 'body') yield { docket: { ...docket, transactions: [] }, certificate };
      else if (lie === 'header')
        yield { docket: { ...docket, header: { ...docket.header, timestampMs: 1 } }, certificate };
      else if (lie === 'signature') {
        const signature = Buffer.from(dice.bytes(64)).toString('hex');
        const signatures = certificate.signatures.map(({ voterIndex }) => ({ voterIndex, signature }));
        yield { docket, certificate: { ...certificate, signatures } };
      }
    }
  }
}

export function failure(peerId: string, reason: PeerFailure['reason']): PeerFailure {
  return Object.assign(new Error(`The peer is ${reason}.`), { peerId, reason });
}
