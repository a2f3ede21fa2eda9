// A Timer: the workflow goes on by itself, because an action was not done in time.
import { timerOf } from '../../instance/next.js';
import { settlingRun } from '../confirmation/settling.js';
import { doneRun } from '../parts/done-run.js';
import { wentOn } from '../parts/going-on.js';
import { NONE } from '../parts/none.js';
import type { MoveRow } from '../parts/row.js';

export const timer: MoveRow<'Timer'> = {
  // Compared as a whole where the state is read.
  form: () => NONE,
  statedParts: ({ tx, plan }) => ({ timer: timerOf(plan, tx.header) }),
  fold: wentOn,
  runs: (of) => settlingRun(of) ?? doneRun(of),
};
