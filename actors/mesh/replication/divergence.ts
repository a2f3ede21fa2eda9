// Where a peer's chain parts from the one that is sealed here: when a peer has dockets that do not follow ours, it is
// asked for its docket at a few heights. The search ends at the lowest one that differs. Its two certificates prove the
// split and name who signed both. It asks one peer at a time and believes none.
import type { Issue } from '../../../core/base/issue.js';
import { VALIDATORS_MAX } from '../../../core/base/limits/ledger/consensus.js';
import type { Clock, Log } from '../../../core/base/ports.js';
import { isFailure } from '../../../core/base/result.js';
import type { ForkProof } from '../../../core/mesh/frames.js';
import type { SealedDocket } from '../../../core/model/register.js';
import { docketHash } from '../../../core/register/docket.js';
import type { ChainStore } from '../../../storage/chain/chain-store.js';
import type { RegisterRecord } from '../../../storage/chain/registers.js';
import { awaitWithin } from '../../background/await-within.js';
import { type ForkVerdict, isFaulty, isForked } from '../../misbehaviour/fork-stop.js';
import type { MeshLedger, PeerNet } from '../ports.js';

/** Without the docket for so long the peer is given up for now. */
const ANSWER_MS = 10_000;
/** A peer is not asked again about the same register before: on a branch that was given up it may stay for good. */
const REST_MS = 60_000;
/** Answers remembered: peers of a few registers that split at one time. */
const RESTS_MAX = 1000;
/** Branches looked into at once; others are found again by the next head. */
const TRACES_MAX = 4;

export interface DivergencePorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly chain: Pick<ChainStore, 'docketAt' | 'docket'>;
  readonly ledger: Pick<MeshLedger, 'register' | 'state' | 'forks'>;
  net(): PeerNet | undefined;
  /** A split was found and is durable. */
  onForked(proof: ForkProof): void;
}

/**
 * `same`: the peer has the docket that is the tip here. `stranger`: its genesis is another. `silent`: it does not say
 * enough.
 */
type Outcome = ForkVerdict | 'same' | 'stranger' | 'silent' | 'lie';

/** True for a docket that follows another one than the sealed one below it. */
export function isParted({ code }: Issue): boolean {
  return code === 'VAL_CHAIN_004';
}

export class Divergence {
  private readonly ports: DivergencePorts;
  private readonly rests = new Map<string, { readonly untilMs: number; readonly isAbandoned: boolean }>();
  /** Peers that are asked, by register, with a height at which they differ. */
  private readonly tracing = new Map<string, Map<string, number>>();

  constructor(ports: DivergencePorts) {
    this.ports = ports;
  }

  /**
   * A peer showed a docket that does not follow the ones that are sealed here; it has another one at `height`, by
   * default that of the tip here.
   */
  onParted(registerId: string, peerId: string, height = Number.POSITIVE_INFINITY): void {
    const rest = this.rests.get(keyOf(registerId, peerId));
    if (!this.ports.ledger.register(registerId) || (rest?.untilMs ?? 0) > this.ports.clock.steady()) return;
    const waiting = this.tracing.get(registerId);
    if (waiting) {
      if (waiting.size < VALIDATORS_MAX) waiting.set(peerId, height);
      return;
    }
    if (this.tracing.size >= TRACES_MAX) return;
    this.tracing.set(registerId, new Map([[peerId, height]]));
    this.run(registerId)
      .catch((err) => this.ports.log.error({ registerId, peerId, err }, 'A branch could not be followed.'))
      .finally(() => this.tracing.delete(registerId));
  }

  /**
   * True for a peer that can be asked for the dockets above ours. A peer on a branch that the operator gave up has none
   * that are wanted; and where a docket of another branch stopped the register, the peer is asked where its own parts
   * from it.
   */
  isFollowed(registerId: string, peerId: string): boolean {
    const rest = this.rests.get(keyOf(registerId, peerId));
    if (rest?.isAbandoned === true && rest.untilMs > this.ports.clock.steady()) return false;
    const record = this.ports.ledger.register(registerId);
    if (!record || !isFaulty(record) || isForked(record)) return true;
    this.onParted(registerId, peerId);
    return false;
  }

  /** A peer after the other: the next may hear of the split that the one before it proved. */
  private async run(registerId: string): Promise<void> {
    const waiting = this.tracing.get(registerId);
    for (const [peerId, height] of waiting ?? []) {
      const record = this.ports.ledger.register(registerId);
      if (record) this.onOutcome(record, peerId, await this.trace(record, peerId, height));
    }
  }

  private onOutcome(record: RegisterRecord, peerId: string, outcome: Outcome): void {
    const { clock, log, net } = this.ports;
    const key = keyOf(record.id, peerId);
    this.rests.delete(key);
    if (this.rests.size >= RESTS_MAX) this.rests.delete(this.rests.keys().next().value as string);
    this.rests.set(key, {
      untilMs: clock.steady() + REST_MS,
      isAbandoned: outcome === 'settled' || outcome === 'noted',
    });
    log.info({ registerId: record.id, peerId, outcome }, 'The branch of a peer was followed.');
    if (outcome === 'false')
      net()?.blame(peerId, 'invalid-signature', 'A docket of another branch whose certificate does not hold.');
    if (outcome === 'lie') net()?.blame(peerId, 'protocol', 'Dockets that contradict each other.');
  }

  private async trace(record: RegisterRecord, peerId: string, height: number): Promise<Outcome> {
    const state = this.ports.ledger.state(record.id);
    if (isFailure(state)) return 'silent';
    // The peer's docket at `high` differs from ours; the one at `low` does not, as far as it is known. Genesis decides
    // what a register is.
    let low = 0;
    let high = Math.min(height, state.height);
    let theirs = await this.docketOf(record, peerId, high);
    if (typeof theirs === 'string') return theirs;
    // It showed another one, or one that does not follow this one.
    if (this.isOurs(record, theirs)) return height === high ? 'lie' : 'same';
    while (high - low > 1) {
      const middle = low + Math.floor((high - low) / 2);
      const docket = await this.docketOf(record, peerId, middle);
      if (typeof docket === 'string') return docket;
      if (this.isOurs(record, docket)) low = middle;
      else {
        high = middle;
        theirs = docket;
      }
    }
    return this.judge(record, theirs, low);
  }

  /** The lowest docket of the peer that differs, whose parent ought to be ours at `low`. */
  private async judge(record: RegisterRecord, { docket, certificate }: SealedDocket, low: number): Promise<Outcome> {
    const { chain, ledger, onForked: forked } = this.ports;
    const { header } = docket;
    if (header.prevHash !== chain.docketAt(record.reg, low)?.hash) return low === 0 ? 'stranger' : 'lie';
    const ours = chain.docket(record.reg, header.height);
    if (!ours) return 'silent';
    const proof: ForkProof = {
      registerId: record.id,
      headers: [ours.header, header],
      certificates: [ours.certificate, certificate],
    };
    const verdict = await ledger.forks.report(proof);
    if (verdict === 'split') forked(proof);
    return verdict;
  }

  private isOurs({ reg }: RegisterRecord, { docket }: SealedDocket): boolean {
    return this.ports.chain.docketAt(reg, docket.header.height)?.hash === docket.hash;
  }

  /** The peer's docket at a height; one that is not what it says is a lie. */
  private async docketOf(record: RegisterRecord, peerId: string, height: number): Promise<SealedDocket | Outcome> {
    const net = this.ports.net();
    if (!net?.peer(peerId) || height < 1) return 'silent';
    const range = { registerId: record.id, fromHeight: height, toHeight: height, bytesMax: 1 };
    const sealed = await this.first(() => net.dockets(peerId, range));
    if (!sealed) return 'silent';
    const { docket, certificate } = sealed;
    const { header, hash } = docket;
    const isSound =
      header.registerId === record.id &&
      header.height === height &&
      docketHash(header) === hash &&
      certificate.docketHash === hash &&
      certificate.height === height &&
      certificate.rosterHash === header.rosterHash;
    return isSound ? sealed : 'lie';
  }

  private async first(ask: () => AsyncIterable<SealedDocket>): Promise<SealedDocket | undefined> {
    try {
      const source = ask()[Symbol.asyncIterator]();
      const answer = source.next().then(
        (result) => (result.done ? undefined : result.value),
        () => undefined,
      );
      const sealed = await awaitWithin(this.ports.clock, { work: answer, ms: ANSWER_MS, late: () => undefined });
      source.return?.(undefined).catch(() => undefined);
      return sealed;
    } catch {
      // A call that is refused at once.
      return undefined;
    }
  }
}

function keyOf(registerId: string, peerId: string): string {
  return `${registerId}/${peerId}`;
}
