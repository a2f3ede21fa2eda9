// The meaning of a seed: size, mode, rates of faults and timings of one simulated cluster, from calm to brutal.
// Nothing is drawn elsewhere that shapes the run as a whole.
import { RULES_LATEST } from '../../core/base/version.js';
import type { ConsensusMode } from '../../core/model/register.js';
import { Dice } from '../support/base/dice.js';
import { RULES_NEXT } from '../support/definitions/rules-next.js';
import { DECEITS, type Deceit } from './deceiver.js';

export interface SimOptions {
  readonly seed: number;
  /** Members of the first roster. */
  readonly nodes: number;
  /** Nodes that start with nothing. */
  readonly joiners: number;
  /** Registers that the nodes share. */
  readonly registers: number;
  /** The roster changes while the storm blows. */
  readonly governed: boolean;
  /** A workflow whose branches have deadlines is published too. */
  readonly forks: boolean;
  /** A workflow whose actions have timers is published too. */
  readonly timed: boolean;
  /** Of those, registers on which workflows with disputes, votes and claims are published too. */
  readonly disputed: boolean;
  /** Governance raises the rules of the registers to these, which every node but the elder knows. */
  readonly rules: number;
  /** Number of a node whose program knows the rules of the foundings alone, until the storm is over; -1 for none. */
  readonly elder: number;
  readonly mode: ConsensusMode;
  readonly leader: 'sticky' | 'rotate';
  readonly buildWindowMs: number;
  readonly transactions: number;
  readonly docketTransactionsMax: number;
  /** Virtual time with faults. */
  readonly faultMs: number;
  /** Virtual time in which a healed cluster has to converge. */
  readonly healMs: number;
  readonly timers: { readonly roundMs: number; readonly resendMs: number; readonly roundMsMax: number };
  readonly net: {
    readonly loss: number;
    readonly duplication: number;
    readonly delayMs: readonly [low: number, high: number];
    /** Of each direction of a link; as many as come when left out. Dockets of a simulation have some kilobytes. */
    readonly bytesPerSecond?: number;
  };
  readonly disk: { readonly syncMs: readonly [low: number, high: number] };
  /** Mean time between faults of a kind, for the whole cluster; Infinity for never. */
  readonly meanMs: {
    readonly crash: number;
    readonly powerLoss: number;
    readonly restart: number;
    readonly partition: number;
    readonly pause: number;
    readonly skew: number;
    /** A clock is bumped, strobed, drifts, or jumps by days and back. */
    readonly clock: number;
    /** All clocks are days ahead for a few seconds, so that a register is; governance resets its time. */
    readonly epoch: number;
    readonly stall: number;
    /** A write fails, and with it the process. */
    readonly ioError: number;
    /** A node dies and its disk has lost a synced batch: the last one, or one before it. */
    readonly lostRecord: number;
    /** An operator pauses, resumes, stops or starts a seat. */
    readonly seatOrder: number;
    /** An operator takes a register of a node OFFLINE, and asks for it again soon or late. */
    readonly registerOrder: number;
  };
  /** Largest error of a clock. */
  readonly skewMs: number;
  /** The first seat runs twice, from one disk image: a node that lies without knowing. */
  readonly twin: boolean;
  /**
   * In the storm the last member answers ranges with spoiled dockets now and then, and tells of heads that no quorum
   * decided.
   */
  readonly lies: boolean;
  /** Seats that lie on purpose while the storm blows: in bft no more than it tolerates. */
  readonly liars: readonly number[];
  /** The deceits that they may try. */
  readonly deceits: readonly Deceit[];
  /** They make up what others signed as well: see forger.ts. */
  readonly forges: boolean;
  /** Chance that a node dies right after a message left, or while a write is on its way. */
  readonly crashAfterSend: number;
  readonly crashInWrite: number;
  /** Chance that only the driver is restarted while a write is on its way. */
  readonly restartInWrite: number;
  /** Some transactions expire, so that the work of a round may vanish without a docket. */
  readonly expiring: boolean;
  /** Dockets in each packet of a range, of which one may be late or lost; 0 sends a range in one packet. */
  readonly pieces: number;
  /** So many of the registers, from the last on, are not offered: their members alone may know of them. */
  readonly hidden: number;
  /** A node that is new to a register believes a head only of two organisations. */
  readonly confirms: boolean;
  /** Nodes watch their clocks, and build nothing while theirs is in doubt. */
  readonly guards: boolean;
  /** Share of the submissions whose client waits for the seal. */
  readonly waiting: number;
  /** Share of the promises that are to be on the disks of a quorum. */
  readonly spread: number;
}

export function optionsOf(seed: number): SimOptions {
  const dice = new Dice(`options ${seed}`);
  const mode: ConsensusMode = dice.chance(0.35) ? 'bft' : 'majority';
  const usual = mode === 'bft' ? dice.pick([4, 4, 5]) : dice.pick([1, 2, 3, 3, 3, 3, 5]);
  const nodes = sizeOf(new Dice(`options of sizes ${seed}`), mode) ?? usual;
  const brutality = dice.pick([0, 0.2, 0.5, 1, 1]);
  const faultMs = dice.integer(8000, 30_000);
  const often = (share: number) =>
    brutality > 0 && dice.chance(share) ? faultMs / dice.skewed(1, 1 + 8 * brutality) : Number.POSITIVE_INFINITY;
  const roundMs = dice.pick([500, 500, 1000, 2000]);
  const low = dice.skewed(1, 40);
  const slow = dice.chance(0.3) ? 100 : 10;
  const later = new Dice(`more options ${seed}`);
  const rarely = (share: number) =>
    brutality > 0 && later.chance(share) ? faultMs / later.skewed(0.5, 1 + 4 * brutality) : Number.POSITIVE_INFINITY;
  const clocks = new Dice(`options of clocks ${seed}`);
  const links = new Dice(`options of links ${seed}`);
  const orders = new Dice(`options of orders ${seed}`);
  const skewMs = later.chance(0.3) ? 600_000 : 60_000;
  const twin = nodes >= 3 && later.chance(0.15);
  const whole = new Dice(`options of whole nodes ${seed}`);
  const mesh = new Dice(`options of the mesh ${seed}`);
  const { liars, deceits } = liarsOf(new Dice(`options of liars ${seed}`), { mode, nodes, twin });
  const governed = !twin && whole.chance(0.4) && liars.length === 0;
  const joiners = twin ? 0 : governed ? whole.integer(1, 2) : whole.chance(0.2) ? 1 : 0;
  const registers = whole.pick([1, 1, 1, 2, 2, 4]);
  const acts = new Dice(`options of acts ${seed}`);
  const rules = acts.chance(0.12) ? RULES_NEXT : RULES_LATEST;
  const pieces = mesh.chance(0.3) ? mesh.pick([1, 1, 2, 4]) : 0;
  const hidden = mesh.chance(0.25) ? mesh.integer(1, registers) : 0;
  const elder = rules > RULES_LATEST && acts.chance(0.6) ? acts.integer(0, nodes + joiners - 1) : -1;
  const forks = acts.chance(0.3);
  const epoch = rules === RULES_LATEST && acts.chance(0.1) ? faultMs / acts.skewed(1, 4) : Number.POSITIVE_INFINITY;
  const clock = clocks.chance(0.12) ? faultMs / clocks.skewed(1, 8) : Number.POSITIVE_INFINITY;
  // A clock that is days ahead opens timers that are due in days.
  const isOfNow = !Number.isFinite(epoch) && !Number.isFinite(clock) && rules === RULES_LATEST;
  const timed = isOfNow && new Dice(`options of timers ${seed}`).chance(0.2);
  return {
    seed,
    nodes,
    joiners,
    registers,
    governed,
    forks,
    timed,
    disputed: timed && new Dice(`options of disputes ${seed}`).chance(0.5),
    rules,
    elder,
    mode,
    leader: dice.chance(0.5) ? 'rotate' : 'sticky',
    buildWindowMs: dice.pick([0, 10, 100]),
    transactions: dice.integer(4, 24),
    docketTransactionsMax: dice.pick([1, 2, 1000]),
    faultMs,
    healMs: 600_000 + 2 * skewMs,
    timers: { roundMs, resendMs: roundMs / 2, roundMsMax: 30_000 },
    net: {
      loss: dice.chance(0.6) ? dice.number() * 0.45 * brutality : 0,
      duplication: dice.chance(0.5) ? dice.number() * 0.3 : 0,
      delayMs: [low, dice.chance(0.25 * brutality) ? 10_000 : low * dice.skewed(1.5, 30)],
      ...(links.chance(0.2) && { bytesPerSecond: links.skewed(2000, 200_000) }),
    },
    disk: { syncMs: [1, dice.skewed(2, slow)] },
    meanMs: {
      crash: often(0.7),
      powerLoss: often(0.25),
      restart: often(0.4),
      partition: often(0.5),
      pause: often(0.3),
      skew: often(0.3),
      clock,
      epoch,
      stall: often(0.3),
      ioError: rarely(0.3),
      lostRecord: twin ? Number.POSITIVE_INFINITY : rarely(0.2),
      seatOrder: rarely(0.35),
      registerOrder: orders.chance(0.15) ? faultMs / orders.skewed(1, 8) : Number.POSITIVE_INFINITY,
    },
    skewMs,
    twin,
    lies: nodes >= 2 && !twin && whole.chance(0.3),
    liars,
    deceits,
    forges: liars.length > 0 && new Dice(`options of far lies ${seed}`).chance(0.4),
    crashAfterSend: dice.chance(0.4) ? 0.02 * brutality : 0,
    crashInWrite: dice.chance(0.4) ? 0.03 * brutality : 0,
    restartInWrite: dice.chance(0.4) ? 0.05 * brutality : 0,
    expiring: dice.chance(0.5),
    pieces,
    hidden,
    confirms: mayConfirm({ nodes, joiners, hidden }) && new Dice(`options of heads ${seed}`).chance(0.25),
    guards: new Dice(`options of guards ${seed}`).chance(0.25),
    waiting: mesh.chance(0.3) ? mesh.pick([0.3, 1]) : 0,
    spread: nodes >= 2 && mesh.chance(0.3) ? mesh.pick([0.3, 1]) : 0,
  };
}

const HOUR_MS = 3_600_000;

/**
 * The options that make an hour of the seed: faults that leave quiet minutes between them, in which registers are
 * closed as idle and opened again, and clients all along.
 */
export function hourOf({ faultMs, meanMs, transactions }: SimOptions): Partial<SimOptions> {
  const rarer = HOUR_MS / faultMs / 8;
  const means = Object.entries(meanMs).map(([kind, ms]) => [kind, ms * rarer]);
  return {
    faultMs: HOUR_MS,
    transactions: transactions * 10,
    meanMs: Object.fromEntries(means) as SimOptions['meanMs'],
    ...{ crashAfterSend: 0, crashInWrite: 0, restartInWrite: 0 },
  };
}

/**
 * Operators name no docket before the storm is over: a node that joins needs two organisations that tell it the head.
 * Of a hidden register those are members, and one may be left.
 */
function mayConfirm({ nodes, joiners, hidden }: Pick<SimOptions, 'nodes' | 'joiners' | 'hidden'>): boolean {
  return nodes >= 2 && (hidden === 0 || joiners === 0);
}

/** Rarer sizes: even ones, and as many as a large network has, of which most cost much time. */
function sizeOf(dice: Dice, mode: ConsensusMode): number | undefined {
  const share = dice.number();
  if (share < 0.02) return dice.pick([9, 13]);
  if (share < 0.25) return mode === 'bft' ? dice.pick([4, 5, 7]) : dice.pick([2, 4, 4, 6, 6, 7]);
  return undefined;
}

/**
 * Never with a twin, which is the fault that a roster tolerates already. The first proposer lies more often than
 * others.
 */
function liarsOf(
  dice: Dice,
  { mode, nodes, twin }: { readonly mode: ConsensusMode; readonly nodes: number; readonly twin: boolean },
): Pick<SimOptions, 'liars' | 'deceits'> {
  const tolerated = mode === 'bft' ? Math.floor((nodes - 1) / 3) : nodes >= 3 ? 1 : 0;
  if (twin || tolerated === 0 || !dice.chance(mode === 'bft' ? 0.5 : 0.06)) return { liars: [], deceits: [] };
  const first = dice.chance(0.5) ? 0 : dice.integer(1, nodes - 1);
  const liars = Array.from({ length: dice.integer(1, tolerated) }, (_, i) => (first + i) % nodes);
  const some = DECEITS.filter(() => dice.chance(0.4));
  return { liars, deceits: some.length === 0 ? DECEITS : some };
}
