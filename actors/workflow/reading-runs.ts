// Reads an instance of language 2 for a wallet: opens what each move gives it and has the fold of core/cells judge it,
// a few moves at a time, so that everything else of the node goes on in between. It decides nothing by itself.
import { type Issue, isIssue } from '../../core/base/issue.js';
import { ENVELOPES_OPENED_AT_ONCE } from '../../core/base/limits.js';
import type { Clock } from '../../core/base/ports.js';
import { readEnvelope2 } from '../../core/cells/envelope.js';
import { asDisclosed, type Expected, openCells } from '../../core/cells/open.js';
import { type Given, RunFold } from '../../core/cells/run-fold.js';
import type { Reading } from '../../core/cells/states.js';
import { visibleRuns } from '../../core/cells/visible-runs.js';
import type { Disclosed, Opener } from '../../core/disclosure/open.js';
import type { Visible } from '../../core/disclosure/visible.js';
import { isDoing, isEncrypted } from '../../core/transaction/action-metadata.js';
import type { Transaction } from '../../core/transaction/types.js';
import { othersGoOn } from './others-go-on.js';

export interface RunReader extends Pick<Opener, 'carrying'>, Reading {
  /** Has the keys of the wallet at hand while `work` runs, and no longer. */
  readonly withKeys: <T>(work: (keys: Opener['keys']) => T) => Promise<T | Issue>;
}

/** What the wallet reads of the instance. Issues of `withKeys`. */
export async function readRuns(clock: Pick<Clock, 'setTimer'>, reader: RunReader): Promise<Visible | Issue> {
  const { moves, wallet: walletAddress, carrying, withKeys } = reader;
  const fold = new RunFold(reader);
  const endings = new Map<string, readonly Disclosed[]>();
  for (let from = 0; from < moves.length; from += ENVELOPES_OPENED_AT_ONCE) {
    if (from > 0) await othersGoOn(clock);
    const part = moves.slice(from, from + ENVELOPES_OPENED_AT_ONCE).map(({ transaction }, i) => {
      const expected = fold.expectedAt(from + i);
      return { place: from + i, transaction, expected, isFor: isFor(transaction, walletAddress) };
    });
    // Without a move for the wallet its key is not asked for.
    const given = part.some((one) => one.isFor)
      ? await withKeys((keys) =>
          part.map((one) => (one.isFor ? opened(one, { walletAddress, keys, carrying }) : NOTHING)),
        )
      : part.map(() => NOTHING);
    if (isIssue(given)) return given;
    for (const [i, { place, transaction, expected }] of part.entries()) {
      const found = given[i] as Given;
      fold.take(place, found);
      if (isDoing(transaction.header) || !isEncrypted(transaction.header)) continue;
      if (found === 'nothing') endings.set(transaction.txId, []);
      else if (expected && 'classes' in found) endings.set(transaction.txId, [asDisclosed(found, expected.layout)]);
    }
  }
  return visibleRuns(reader, fold.runs, endings);
}

const NOTHING = 'nothing';

function isFor({ header }: Transaction, wallet: string): boolean {
  return isEncrypted(header) && header.recipients?.includes(wallet) === true;
}

function opened(
  { transaction, expected }: { readonly transaction: Transaction; readonly expected: Expected | undefined },
  opener: Opener,
): Given {
  const envelope = readEnvelope2(transaction.payload);
  // Validators refuse both: a wallet without a part in the move, and another form.
  return isIssue(envelope) || !expected ? { undelivered: 'form' } : openCells(envelope, opener, expected);
}
