// Brings one register up to the tips that peers told of: asks one of them for a range, has every docket verified and
// sealed, and goes on until no claim is above the local head. A peer is judged against its own claim alone: one that
// cannot prove what it said loses it, and others are asked.
import { TIP_WAIT_MS } from '../../../core/base/limits/node/replication.js';
import type { Clock, Log, Random } from '../../../core/base/ports.js';
import { isFailure } from '../../../core/base/result.js';
import { quickOf } from '../../../core/mesh/range-plan.js';
import type { MeshLedger, PeerFailure, PeerNet } from '../ports.js';
import { isParted } from './divergence.js';
import { type Flight, Flights, type Giver, GiverRates } from './flights.js';

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
  readonly rates = new GiverRates();

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
  const flights = new Flights(ports, { registerId, rates: claims.rates });
  const done = { adopted: 0, failures: 0, lastError: undefined as string | undefined };
  try {
    while (done.failures < FAILURES_MAX) {
      const state = ports.ledger.state(registerId);
      const net = ports.net();
      if (isFailure(state) || !net) break;
      const flight = flights.next({
        ...{ net, from: state.height + 1, to: claims.highest },
        giverOf: (height) => giverOf(height, { claims, net, random: ports.random }),
        ratesBeside: (peerId, height) =>
          claims
            .above(height - 1)
            .filter((id) => id !== peerId && net.peer(id))
            .map((id) => claims.rates.of(id)),
      });
      if (!flight) break;
      const result = await ports.ledger
        .adoptRange(registerId, flight.dockets, ports.mode)
        .finally(() => flights.end(flight));
      done.adopted += result.adopted;
      const fault = judge(flight, result, claims);
      if (fault === undefined) {
        net.praise(flight.peerId);
        continue;
      }
      done.failures++;
      done.lastError = fault.message;
      flights.leave(flight.peerId);
      onFault({ registerId, flight, fault, result }, { claims, net, ports });
    }
  } finally {
    flights.stop();
  }
  return done;
}

/** A linked peer that claims the docket, and is not known to be far slower than others. */
function giverOf(
  height: number,
  { claims, net, random }: { readonly claims: TipClaims; readonly net: PeerNet } & Pick<CatchUpPorts, 'random'>,
): Giver | undefined {
  const linked = claims.above(height - 1).filter((id) => net.peer(id));
  const peers = quickOf(linked, (id) => claims.rates.of(id));
  const peerId = peers[Math.floor(random.number() * peers.length)];
  if (peerId === undefined) return undefined;
  return { peerId, height: claims.heightOf(peerId), isPromised: claims.isPromised(peerId) };
}

type Adopted = Awaited<ReturnType<MeshLedger['adoptRange']>>;

function judge(
  { peerId, range, isPromised, isCut, failure }: Flight,
  result: Adopted,
  claims: TipClaims,
): Fault | undefined {
  if (result.adopted > 0) claims.gave(peerId);
  // This node's own seat may have sealed the range before it came.
  const isSealed = result.adopted > 0 || result.height >= range.fromHeight;
  // A docket that others sealed meanwhile does not prove the claim of this peer: in a busy register that claim would
  // never go away.
  const isThere = isSealed && !(isCut() && claims.heightOf(peerId) > result.height);
  return faultOf(result.issues, failure(), { isThere, isPromised });
}

function onFault(
  {
    registerId,
    flight,
    fault,
    result,
  }: { readonly registerId: string; readonly flight: Flight; readonly fault: Fault; readonly result: Adopted },
  { claims, net, ports }: { readonly claims: TipClaims; readonly net: PeerNet; readonly ports: CatchUpPorts },
): void {
  const { peerId, isPromised, sinceMs, failure } = flight;
  claims.drop(peerId);
  const isLetAlone = failure()?.reason === 'refused';
  // A peer that promised nothing may say at once that it has nothing. It has not failed where the link ended, or
  // where this node lacks something itself.
  const isOwed = isPromised || ports.clock.steady() - sinceMs > TIP_WAIT_MS;
  const isExcused = !net.peer(peerId) || isLetAlone || isOwn(result.issues);
  if (result.adopted === 0 && isOwed && !isExcused) claims.onFailed(peerId);
  if (result.issues.some(isParted)) ports.onParted(registerId, peerId, result.height);
  if (fault.offence) net.blame(peerId, fault.offence, fault.message);
  // While a peer is let alone, or this program is too old for the register, each tip that it tells of leads here.
  const isKnown = isLetAlone || result.issues[0]?.code === 'UPGRADE_NEEDED';
  ports.log[isKnown ? 'debug' : 'warn'](
    { registerId, peerId, height: result.height, reason: fault.message },
    'A range of dockets failed.',
  );
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
