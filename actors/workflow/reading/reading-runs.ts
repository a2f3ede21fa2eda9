// Reads an instance for a wallet: opens what each move gives it and has the fold of core/reading judge it. It takes a
// few moves at a time, so that everything else of the node goes on in between. It decides nothing by itself.
import type { Clock } from '../../../core/base/ports.js';
import { yieldToLoop } from '../../../core/base/queues/yield-to-loop.js';
import { isFailure, type Result } from '../../../core/base/result.js';
import { asDisclosed } from '../../../core/envelope/cells/open.js';
import type { Disclosed, Opener } from '../../../core/envelope/open.js';
import { layoutOfRun } from '../../../core/instance/deliveries/owed.js';
import { type Deliveries, type OpenedRun, RunOpener } from '../../../core/instance/runs/delivered.js';
import { RunFold } from '../../../core/reading/cells/run-fold.js';
import type { InstanceReading } from '../../../core/reading/cells/states.js';
import type { Visible } from '../../../core/reading/cells/visible.js';
import { visibleRuns } from '../../../core/reading/cells/visible-runs.js';
import { isEncrypted } from '../../../core/transaction/action-metadata.js';
import { isDoing } from '../../../core/transaction/move-type.js';
import { takeNextPart } from '../../background/opened-at-once.js';

export interface RunReader extends Pick<Opener, 'carrying'>, InstanceReading, Deliveries {
  readonly deliveredTo: Deliveries['deliveredTo'];
  /** Has the keys of the wallet at hand while `work` runs, and no longer. */
  readonly withKeys: <T>(work: (keys: Opener['keys']) => T) => Promise<Result<T>>;
}

/** The runs of the instance as the wallet reads them. Issues of `withKeys`. */
export async function readRuns(clock: Pick<Clock, 'setTimer'>, reader: RunReader): Promise<Result<Visible>> {
  const { moves, wallet: walletAddress, carrying, withKeys } = reader;
  const fold = new RunFold(reader);
  const runs = new RunOpener(reader);
  const endings = new Map<string, readonly Disclosed[]>();
  for (let from = 0, to = 0; from < moves.length; from = to) {
    const next = takeNextPart(moves, from, ({ transaction }) => [transaction]);
    if (next.isMuch) await yieldToLoop(clock);
    to = next.to;
    const part = moves.slice(from, to).map(({ transaction: run }, i) => {
      const expected = fold.expectedGroup(from + i);
      const isFor = isEncrypted(run.header) && runs.isGiven(run, walletAddress);
      return { place: from + i, run, expected, isFor };
    });
    // Without a move for the wallet its key is not asked for.
    const given = part.some((item) => item.isFor)
      ? await withKeys((keys) =>
          part.map(({ run, expected, isFor }) =>
            isFor
              ? runs.open(
                  { run, expected, layout: layoutOfRun(reader.definition, run) },
                  { walletAddress, keys, carrying },
                )
              : NOTHING,
          ),
        )
      : part.map(() => NOTHING);
    if (isFailure(given)) return given;
    for (const [i, { place, run, expected }] of part.entries()) {
      const opened = given[i] as OpenedRun;
      const value = opened.given;
      fold.take(place, opened);
      if (isDoing(run.header) || !isEncrypted(run.header)) continue;
      if (value === 'nothing') endings.set(run.txId, []);
      else if (expected && 'classes' in value) endings.set(run.txId, [asDisclosed(value, expected.layout)]);
    }
  }
  return visibleRuns(reader, fold.runs, endings);
}

const NOTHING: OpenedRun = { given: 'nothing' };
