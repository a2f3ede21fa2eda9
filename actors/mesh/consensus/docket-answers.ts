// Dockets that frames of a peer ask for: a question costs its sender a hundred bytes and this node a docket. For each
// peer one answer is read at a time and leaves when the budget of the peer has room for it; a bounded number waits, and
// what comes beyond is dropped, because a peer that needs it asks again. It decides nothing about rights.
import type { Clock, Log } from '../../../core/base/ports.js';
import type { Frame } from '../../../core/mesh/frames.js';
import type { Docket, Hash } from '../../../core/model/register.js';
import type { ChainStore } from '../../../storage/chain/chain-store.js';
import type { RegisterRecord } from '../../../storage/chain/registers.js';
import type { PeerNet } from '../ports.js';

/**
 * Answers that wait for one peer: a member works on one height of each register, and asks for a docket or two of it.
 */
export const ANSWERS_WAITING_MAX = 256;
/** How long an answer waits before it looks again whether the budget has room. */
const WAIT_MS = 100;
/** The bytes that an answer costs beside its docket: the certificate, and that it was read at all. */
const ANSWER_OVERHEAD_BYTES = 4096;

export interface DocketAnswersPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly chain: Pick<ChainStore, 'loadBody' | 'loadCertificate' | 'sealedDocket'>;
  net(): Pick<PeerNet, 'peer' | 'send' | 'affords'> | undefined;
}

/**
 * A sealed height, for somebody who has the docket `held`: if that is the sealed one, the certificate is all that is
 * missing.
 */
export interface OwedDocket {
  readonly height: number;
  readonly held: Hash | null;
}

interface Answer {
  readonly frame: Frame;
  /** Absent when the certificate travels alone. */
  readonly docket?: Docket;
}

type Load = () => Answer | undefined | Promise<Answer | undefined>;

export class DocketAnswers {
  private readonly ports: DocketAnswersPorts;
  /**
   * Questions that are answered now, first, and those that wait, by the docket that was asked for: asking twice is
   * asking once.
   */
  private readonly waiting = new Map<string, Map<string, Load>>();

  constructor(ports: DocketAnswersPorts) {
    this.ports = ports;
  }

  /** The body of a docket that this node holds, sealed or not. */
  body({ id, reg }: RegisterRecord, wanted: { readonly height: number; readonly docketHash: Hash }, to: string): void {
    const { height, docketHash } = wanted;
    this.ask(to, `${id} ${height} ${docketHash}`, () => {
      const docket = this.ports.chain.loadBody(reg, height, docketHash);
      return docket && { docket, frame: { type: 'body', registerId: id, docket } };
    });
  }

  /** A sealed docket with its certificate. */
  sendSealed({ id, reg }: RegisterRecord, { height, held }: OwedDocket, to: string): void {
    if (height < 1) return;
    this.ask(to, `${id} ${height} sealed ${held ?? ''}`, async () => {
      const alone = held === null ? undefined : this.ports.chain.loadCertificate(reg, height);
      if (alone?.docketHash === held && alone) {
        const message = { type: 'decided', certificate: alone, docket: null } as const;
        return { frame: { type: 'consensus', registerId: id, message } };
      }
      const sealed = await this.ports.chain.sealedDocket(reg, height);
      if (!sealed) return undefined;
      const { certificate, docket } = sealed;
      const message = { type: 'decided', certificate, docket } as const;
      return { docket, frame: { type: 'consensus', registerId: id, message } };
    });
  }

  private ask(peerId: string, key: string, load: Load): void {
    const waiting = this.waiting.get(peerId);
    if (!waiting) {
      this.waiting.set(peerId, new Map([[key, load]]));
      void this.work(peerId);
    } else if (waiting.size < ANSWERS_WAITING_MAX && !waiting.has(key)) waiting.set(key, load);
  }

  /** Ends when nothing waits, or no peer is there any more. */
  private async work(peerId: string): Promise<void> {
    const waiting = this.waiting.get(peerId);
    for (const [key, load] of waiting ?? []) {
      await this.answer(peerId, key, load);
      waiting?.delete(key);
    }
    this.waiting.delete(peerId);
  }

  private async answer(peerId: string, key: string, load: Load): Promise<void> {
    const { net, log } = this.ports;
    if (!net()?.peer(peerId)) return;
    try {
      const answer = await load();
      if (!answer) return;
      const bytes = (answer.docket?.header.bytes ?? 0) + ANSWER_OVERHEAD_BYTES;
      while (net()?.peer(peerId)) {
        if (net()?.affords(peerId, bytes)) {
          net()?.send(peerId, answer.frame);
          return;
        }
        await this.pause();
      }
    } catch (error) {
      log.error({ peerId, asked: key, err: error }, 'A docket that a peer asked for could not be read.');
    }
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => void this.ports.clock.setTimer(() => resolve(), WAIT_MS));
  }
}
