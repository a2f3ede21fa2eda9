// The verdict about one run of an instance: it opens that run and the runs that its rules read, and no other one. For a
// node that checks each run when it is sealed, so that a long instance is not read from its beginning each time.
import { readsOf } from '../../blueprint/names/run-reads.js';
import { planOf } from '../../blueprint/plan/plan.js';
import { isRun } from '../../instance/next.js';
import type { Given } from '../../instance/runs/delivered.js';
import { planFor } from '../../transaction/stated-vote.js';
import { type ReadRun, RunFold } from './run-fold.js';
import type { InstanceReading } from './states.js';

export class OneVerdict {
  /** Places of the moves that have to be opened, in ledger order, the run itself last; none where it is not a run. */
  readonly needed: readonly number[];
  private readonly fold: RunFold;
  private readonly place: number;

  /** Of the run at a place of the moves; what was sealed behind it may be among them. */
  constructor(of: InstanceReading, place: number) {
    this.fold = new RunFold(of);
    this.place = place;
    this.needed = movesNeeded(of, place);
  }

  /** The group that the move has to give the wallet; undefined where the wallet has no part in it. */
  expectedGroup(place: number): ReturnType<RunFold['expectedGroup']> {
    return this.fold.expectedGroup(place);
  }

  /** Once, with what the wallet found in each needed move. */
  judge(give: (place: number) => Given): ReadRun | undefined {
    for (const at of this.needed)
      if (at === this.place) this.fold.take(at, { given: give(at) });
      else this.fold.pass(at, give(at));
    return this.fold.runs[0];
  }
}

function movesNeeded({ definition, moves }: InstanceReading, place: number): readonly number[] {
  const plan = planOf(definition);
  const header = moves[place]?.transaction.header;
  const action = header && isRun(plan, header) ? planFor(plan, header)?.action : undefined;
  if (!action) return [];
  const { actions } = readsOf(definition, action);
  const operands = moves.slice(0, place).flatMap(({ transaction: tx }, at) => {
    const isOperand = actions.has(Number(tx.header.actionId)) && isRun(plan, tx.header);
    return isOperand ? [at] : [];
  });
  return [...operands, place];
}
