// Brings one register up to the tips that peers told of: asks one of them for a range, has every docket verified and
// sealed, and goes on until no claim is above the local head. A peer is judged against its own claim alone: one that
// cannot prove what it said loses it, and others are asked.
import { RANGE_BYTES_MAX, RANGE_DOCKETS_MAX, TIP_WAIT_MS } from '../../../core/base/limits/node/replication.js';
import type { Clock, Log, Random } from '../../../core/base/ports.js';
import { isFailure } from '../../../core/base/result.js';
import type { DocketRange } from '../../../core/mesh/frames.js';
import type { SealedDocket } from '../../../core/model/register.js';
import type { MeshLedger, PeerFailure, PeerNet } from '../ports.js';
import { isParted } from './divergence.js';
import { DONE, pace, sourceOf } from './paced.js';

/** Failures after which the job rests; the next tip, link or anti-entropy round wakes it. */
const FAILURES_MAX = 8;
/** Peers that gave nothing of what they claimed and are remembered for a register, the last ones. */
const EMPTY_HANDED_MAX = 64;

export interface CatchUpPorts {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly ledger: Pick<MeshLedger, 'state' | 'adoptRange'>;
  net(): PeerNet | undefined;
  /** A peer has dockets that do not follow those that are sealed here. */
  onParted(registerId: string, peerId: string, height: number): void;
  readonly mode: 'all' | 'certified';
}

export interface CatchUpResult {
  readonly adopted: number;
  readonly failures: number;
  readonly lastError: string | undefined;
}

/** Claims of peers about the height of a register, each worth a request to that very peer and nothing more. */
export class TipClaims {
  private readonly heights = new Map<string, number>();
  /** Heights that this node only supposes a peer to have: it promised nothing. */
  private readonly supposed = new Set<string>();
  /** Peers that were asked and gave nothing: until one gives a docket, its word alone keeps no answer back. */
  private readonly emptyHanded = new Set<string>();

  note(peerId: string, height: number): void {
    if (height < (this.heights.get(peerId) ?? -1)) return;
    this.heights.set(peerId, height);
    this.supposed.delete(peerId);
  }

  suppose(peerId: string, height: number): void {
    if (height <= (this.heights.get(peerId) ?? -1)) return;
    this.heights.set(peerId, height);
    this.supposed.add(peerId);
  }

  isPromised(peerId: string): boolean {
    return !this.supposed.has(peerId);
  }

  drop(peerId: string): void {
    this.heights.delete(peerId);
    this.supposed.delete(peerId);
  }

  /** The peer did not give what it claimed. */
  onFailed(peerId: string): void {
    this.emptyHanded.delete(peerId);
    this.emptyHanded.add(peerId);
    if (this.emptyHanded.size > EMPTY_HANDED_MAX)
      this.emptyHanded.delete(this.emptyHanded.values().next().value as string);
  }

  gave(peerId: string): void {
    this.emptyHanded.delete(peerId);
  }

  above(height: number): string[] {
    return [...this.heights].filter(([, claimed]) => claimed > height).map(([peerId]) => peerId);
  }

  get highest(): number {
    return Math.max(-1, ...this.heights.values());
  }

  /** The highest claim that no peer failed to prove yet; -1 without one. */
  get open(): number {
    return Math.max(-1, ...[...this.heights].map(([peerId, height]) => (this.emptyHanded.has(peerId) ? -1 : height)));
  }

  heightOf(peerId: string): number {
    return this.heights.get(peerId) ?? -1;
  }
}

export async function catchUp(registerId: string, claims: TipClaims, ports: CatchUpPorts): Promise<CatchUpResult> {
  let adopted = 0;
  let failures = 0;
  let lastError: string | undefined;
  while (failures < FAILURES_MAX) {
    const state = ports.ledger.state(registerId);
    const net = ports.net();
    if (isFailure(state) || !net) break;
    const from = state.height + 1;
    const peers = claims.above(state.height).filter((id) => net.peer(id));
    const peerId = peers[Math.floor(ports.random.number() * peers.length)];
    if (peerId === undefined) break;
    const range = {
      registerId,
      fromHeight: from,
      toHeight: Math.min(claims.heightOf(peerId), from + RANGE_DOCKETS_MAX - 1),
      bytesMax: RANGE_BYTES_MAX,
    };
    const isPromised = claims.isPromised(peerId);
    const isOnly = () => !claims.above(state.height).some((id) => id !== peerId && net.peer(id));
    const sinceMs = ports.clock.steady();
    const watched = watch(net, { peerId, range, mode: ports.mode, isPromised, isOnly }, ports.clock);
    const result = await ports.ledger.adoptRange(registerId, watched.dockets, ports.mode).finally(watched.over);
    adopted += result.adopted;
    if (result.adopted > 0) claims.gave(peerId);
    // This node's own seat may have sealed the range before it came.
    const isSealed = result.adopted > 0 || result.height >= from;
    // A docket that others sealed meanwhile does not prove the claim of this peer: in a busy register that claim would
    // never go away.
    const isThere = isSealed && !(watched.isCut() && claims.heightOf(peerId) > result.height);
    const fault = faultOf(result.issues, watched.failure(), { isThere, isPromised });
    if (fault === undefined) {
      net.praise(peerId);
      continue;
    }
    failures++;
    lastError = fault.message;
    claims.drop(peerId);
    // A peer that promised nothing may say at once that it has nothing. It has not failed where the link ended, or
    // where this node lacks something itself.
    const isOwed = isPromised || ports.clock.steady() - sinceMs > TIP_WAIT_MS;
    const isExcused = !net.peer(peerId) || watched.failure()?.reason === 'refused' || isOwn(result.issues);
    if (result.adopted === 0 && isOwed && !isExcused) claims.onFailed(peerId);
    if (result.issues.some(isParted)) ports.onParted(registerId, peerId, result.height);
    if (fault.offence) net.blame(peerId, fault.offence, fault.message);
    // While a peer is let alone, or this program is too old for the register, each tip that it tells of leads here.
    const isKnown = watched.failure()?.reason === 'refused' || result.issues[0]?.code === 'UPGRADE_NEEDED';
    const level = isKnown ? 'debug' : 'warn';
    ports.log[level](
      { registerId, peerId, height: result.height, reason: fault.message },
      'A range of dockets failed.',
    );
  }
  return { adopted, failures, lastError };
}

interface Fault {
  readonly offence: 'invalid-signature' | 'broken-promise' | 'slow' | 'protocol' | undefined;
  readonly message: string;
}

/** Issues of this node's own state are not an offence of a peer. */
const OWN_CODES: readonly string[] = [
  'REGISTER_OFFLINE',
  'REGISTER_NOT_FOUND',
  'REGISTER_FORKED',
  'NODE_UNAVAILABLE',
  'NODE_DRAINING',
  'STORE_FULL',
  'VALIDATOR_NOT_RUNNING',
  'VALIDATOR_FENCED',
  'WAIT_TIMEOUT',
  'DOCKET_RULES_UNKNOWN',
  'UPGRADE_NEEDED',
];

function isOwn(issues: Parameters<typeof faultOf>[0]): boolean {
  return issues[0] !== undefined && OWN_CODES.includes(issues[0].code);
}

function faultOf(
  issues: Awaited<ReturnType<MeshLedger['adoptRange']>>['issues'],
  failure: PeerFailure | undefined,
  { isThere, isPromised }: { readonly isThere: boolean; readonly isPromised: boolean },
): Fault | undefined {
  const [first] = issues;
  if (first) {
    const own = isOwn(issues);
    // Another docket was sealed here meanwhile: whether it is a fork is judged where both are known, and who brought it
    // may be right.
    const isElsewhere = isParted(first) || first.code === 'DOCKET_CONFLICT' || first.code === 'DOCKET_PARENT_UNKNOWN';
    const isOpen = own || isElsewhere;
    return { offence: isOpen ? undefined : 'invalid-signature', message: `${first.code}: ${first.message}` };
  }
  if (failure) {
    const offence = failure.reason === 'late' ? 'slow' : failure.reason === 'malformed' ? 'protocol' : undefined;
    return { offence, message: failure.message };
  }
  if (isThere) return undefined;
  const offence = isPromised ? 'broken-promise' : undefined;
  return { offence, message: 'The peer does not have the docket.' };
}

interface Asked extends Pick<CatchUpPorts, 'mode'> {
  readonly peerId: string;
  readonly range: DocketRange;
  readonly isPromised: boolean;
  /** No other linked peer has the range. */
  isOnly(): boolean;
}

/**
 * The dockets that were asked for, one after the other: ended by a stall and by anything else, with the peer's failure
 * kept beside them.
 */
function watch(net: PeerNet, { peerId, range, mode, isPromised, isOnly }: Asked, clock: Clock) {
  let failed: PeerFailure | undefined;
  let height = range.fromHeight;
  let bytes = 0;
  /** Known before the peer ended it. */
  let gaveLess: boolean | undefined;
  const fail = (reason: PeerFailure['reason'], message: string) => {
    failed ??= Object.assign(new Error(message), { peerId, reason });
  };
  /** It ended before all that was asked for, which fills no answer either: the peer has no more. */
  const isCut = () => height <= range.toHeight && bytes < range.bytesMax;
  // A peer that was only supposed to have more promised nothing, and one that this node stopped may have had it.
  const isShort = (isOver: boolean) => gaveLess ?? (isOver && isPromised && isCut());
  const source = sourceOf(
    () => net.dockets(peerId, range, { mode, isShort }),
    (error) => (failed = error),
  );
  const noteAsked = (result: IteratorResult<SealedDocket>): IteratorResult<SealedDocket> => {
    if (result.done) return result;
    const { header } = result.value.docket;
    if (height <= range.toHeight && header.height === height && header.registerId === range.registerId) {
      height++;
      bytes += header.bytes;
      return result;
    }
    gaveLess = true;
    fail('malformed', 'The peer sent a docket that was not asked for.');
    return DONE;
  };
  const { next, cancel } = pace(source, clock, {
    isPatient: isOnly,
    late: () => {
      // A peer that gave something is slow, and may be the only one who has the rest.
      gaveLess ??= height === range.fromHeight;
      fail('late', 'The peer stopped sending, or sends slowly what others have as well.');
    },
    onBroken: (error) => (failed ??= error),
  });
  return {
    dockets: { [Symbol.asyncIterator]: () => ({ next: () => next().then(noteAsked) }) } as AsyncIterable<SealedDocket>,
    failure: () => failed,
    isCut,
    over: () => {
      cancel();
      // The peer's end of it does no longer matter.
      source.return?.(undefined).catch(() => undefined);
    },
  };
}
