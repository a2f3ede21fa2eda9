// One seed, from its options to its verdict. The same seed gives the same events, step for step.
import { agreement, chosen } from './checkers/agreement.js';
import { bounds } from './checkers/bounds.js';
import { certificates } from './checkers/certificates.js';
import { clocks } from './checkers/clocks.js';
import { credentials } from './checkers/credentials.js';
import { deadlines } from './checkers/deadlines.js';
import { disputes } from './checkers/disputes.js';
import { noRegress, writeAhead } from './checkers/durability.js';
import { exactlyOnce } from './checkers/exactly-once.js';
import { guilt } from './checkers/guilt.js';
import { online } from './checkers/online.js';
import { people } from './checkers/people.js';
import { privacy } from './checkers/privacy.js';
import { reads } from './checkers/reads.js';
import { rows } from './checkers/rows.js';
import { rules } from './checkers/rules.js';
import { spread } from './checkers/spread.js';
import { timers } from './checkers/timers.js';
import { timestamps } from './checkers/timestamps.js';
import { oneVote, promises } from './checkers/votes.js';
import { Cluster, type Violation } from './cluster.js';
import type { Spoil } from './disk.js';
import { forgetSignatures, foundedOnce } from './founding.js';
import { optionsOf, type SimOptions } from './options.js';
import { productSays } from './product-says.js';
import type { Sabotage } from './run-ports.js';

export type Planted = Sabotage & { readonly spoil?: Spoil };

const CHECKERS = [
  agreement,
  chosen,
  oneVote,
  promises,
  writeAhead,
  noRegress,
  exactlyOnce,
  certificates,
  bounds,
  guilt,
  privacy,
  spread,
  timestamps,
  rules,
  deadlines,
  timers,
  disputes,
  people,
  credentials,
  reads,
  rows,
  clocks,
  online,
  productSays,
];

export interface Verdict {
  readonly options: SimOptions;
  readonly violation: Violation | undefined;
  readonly steps: number;
  readonly heights: number;
  readonly events: readonly string[];
  readonly forked: boolean;
  /** How often nodes met a lie. */
  readonly evidence: number;
  /** That all links took. */
  readonly carriedBytes: number;
}

/** `changes` replace what the seed says: a failure is told with the fewest faults that still give it. */
export async function simulate(
  seed: number,
  planted: Planted = {},
  changes: Partial<SimOptions> = {},
): Promise<Verdict> {
  const options = { ...optionsOf(seed), ...changes };
  forgetSignatures();
  const cluster = new Cluster(options, await foundedOnce(options), {
    sabotage: planted,
    checkers: (world) => CHECKERS.map((make) => make(world)),
  });
  try {
    await cluster.simulate();
  } catch (error) {
    cluster.violation('thrown', error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  const heights = cluster.scopes.reduce((sum, { governor }) => sum + governor.latest().state.height, 0);
  const { broken: violation, scheduler, events, forked, misbehaviour, network } = cluster;
  const { steps } = scheduler;
  const { carriedBytes } = network;
  return { options, violation, steps, heights, events, forked, evidence: misbehaviour.Evidence, carriedBytes };
}
