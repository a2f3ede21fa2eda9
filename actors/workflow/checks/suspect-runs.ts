// The runs that are wrong for a wallet, as tasks: what each breaks, until when an objection to it can be made, and what
// that has to name. A run that was undone since is not a task any more. It reads rows, and judges nothing.
import {
  FOUND_RUNS_SLICE,
  FOUND_RUNS_TOLD_MAX,
  FOUND_RUNS_WALKED_MAX,
} from '../../../core/base/limits/node/reading.js';
import type { Clock } from '../../../core/base/ports.js';
import { yieldToLoop } from '../../../core/base/queues/yield-to-loop.js';
import type { Result } from '../../../core/base/result.js';
import type { Definition } from '../../../core/blueprint/definition/types.js';
import { disputeTermsOf, keptRuns, lastTimeOf } from '../../../core/blueprint/disputes/disputes.js';
import type { Dispute } from '../../../core/blueprint/state/dispute.js';
import type { Delivery } from '../../../core/envelope/delivery/delivery-form.js';
import { deliveriesIn } from '../../../core/instance/deliveries/owed.js';
import { instanceAt, rowsIn } from '../../../core/instance/rows.js';
import type { StateView } from '../../../core/model/register.js';
import { challengeOf } from '../../../core/moves/challenge/challenges.js';
import type { ChainStore } from '../../../storage/chain/chain-store.js';
import type { FoundRun, RunChecks } from '../../../storage/tables/workflow/run-checks.js';
import { definitionAt } from '../instance/definition-at.js';
import type { RegisterPlace } from '../instance/instance-record.js';

export interface SuspectRun extends FoundRun {
  readonly txId: string;
  /** Of the action, where the definition is on this node. */
  readonly title?: string;
  /** Time of a docket up to which an objection to the run is taken; absent where no end is known, in a stop. */
  readonly objectUntilMs?: number;
  /** The dispute of its instance: no objection is taken while that pauses or stops it. */
  readonly dispute?: Dispute;
  /** Of one that was not delivered: what proves that, and when. */
  readonly proof?: UndeliveredProof;
}

/** Its sender was silent in the term of a challenge, or what it delivered then can be shown. */
export interface UndeliveredProof {
  /** After this time of a docket. */
  readonly fromMs: number;
  /** Up to this time of a docket; absent where that has no end, or none that is known, in a stop. */
  readonly untilMs?: number;
}

export interface SuspectRunReads {
  /**
   * The runs in force, the FOUND_RUNS_TOLD_MAX newest, the newest first, of FOUND_RUNS_WALKED_MAX that were found, up
   * to the head. NODE_UNAVAILABLE where that takes too long; it goes on all the same.
   */
  suspectRuns(at: RegisterPlace, wallet: string): Promise<Result<readonly SuspectRun[]>>;
}

export async function suspectRunsOf(
  {
    chain,
    clock,
    rows,
  }: {
    readonly chain: Pick<ChainStore, 'view'>;
    readonly clock: Pick<Clock, 'setTimer'>;
    readonly rows: Pick<RunChecks, 'foundBy'>;
  },
  { reg }: RegisterPlace,
  wallet: string,
): Promise<readonly SuspectRun[]> {
  const view = chain.view(reg);
  const all = [...(await rows.foundBy(wallet, reg, FOUND_RUNS_WALKED_MAX))];
  all.sort(([a, { sealedMs: first }], [b, { sealedMs: second }]) => second - first || (a < b ? -1 : 1));
  const runs: SuspectRun[] = [];
  for (const [i, [txId, run]] of all.entries()) {
    if (runs.length >= FOUND_RUNS_TOLD_MAX) break;
    if (i % FOUND_RUNS_SLICE === FOUND_RUNS_SLICE - 1) await yieldToLoop(clock);
    const item = suspectRun(view, { txId, run, wallet });
    if (item) runs.push(item);
  }
  return runs;
}

/** Undefined for one that is not a task any more. */
function suspectRun(
  view: StateView,
  { txId, run, wallet }: { readonly txId: string; readonly run: FoundRun; readonly wallet: string },
): SuspectRun | undefined {
  const row = rowsIn(view)(txId);
  const instance = instanceAt(view, run.instanceId);
  if (!row || row.undone || !instance || keptRuns(instance).includes(txId)) return undefined;
  const definition = definitionAt(view, instance);
  const { windowMs } = disputeTermsOf(definition ?? {});
  const title = definition?.actions.find(({ id }) => id === run.actionId)?.title;
  const objectUntilMs = lastTimeOf(instance, run.sealedMs + windowMs);
  const terms = { wallet, definition, untilOf: (knownMs: number) => lastTimeOf(instance, knownMs + windowMs) };
  const isUndelivered = run.faults.every(({ ground }) => ground === 'undelivered');
  const proof = isUndelivered ? undeliveredProof(view, txId, terms) : undefined;
  return {
    ...run,
    txId,
    ...(instance.dispute && { dispute: instance.dispute }),
    ...(objectUntilMs !== undefined && { objectUntilMs }),
    ...(proof && { proof }),
    ...(title !== undefined && { title }),
  };
}

interface Terms {
  readonly wallet: string;
  readonly definition: Definition | undefined;
  /** Until when an objection to what was delivered at a time is taken. */
  readonly untilOf: (knownMs: number) => number | undefined;
}

/** That a delivery which can be shown gives nothing is found when it is opened, for the objection. */
function undeliveredProof(
  view: StateView,
  run: string,
  { wallet, definition, untilOf }: Terms,
): UndeliveredProof | undefined {
  for (const { id: role } of definition?.participants ?? []) {
    const row = challengeOf(view, run, { wallet, role });
    if (!row) continue;
    if (row.answeredBy === undefined) return { fromMs: row.untilMs };
    const delivery = view.transaction(row.answeredBy)?.payload as unknown as Delivery | undefined;
    const given = deliveriesIn(view)(run, wallet, role)?.by.find((item) => item.txId === row.answeredBy);
    if (!delivery?.proof || !given) continue;
    const untilMs = untilOf(given.at);
    return { fromMs: 0, ...(untilMs !== undefined && { untilMs }) };
  }
  return undefined;
}
