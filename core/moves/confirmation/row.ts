// A Confirmation: a party says whether a run of another counts that waits for that.
import type { Issue } from '../../base/issue.js';
import { answerIn, isEncrypted } from '../../transaction/action-metadata.js';
import { envelopeForm } from '../parts/envelope-form.js';
import { wentOn } from '../parts/going-on.js';
import type { FormSubject, MoveRow } from '../parts/row.js';
import { checkConfirmation } from './form.js';
import { settlingRun } from './settling.js';

export const confirmation: MoveRow<'Confirmation'> = {
  form,
  statedParts: ({ tx }) => ({ answer: answerIn(tx.header.metadata) }),
  fold: wentOn,
  runs: settlingRun,
};

/** A party that agrees gives no reason, so that there is nothing to encrypt. */
function form({ tx }: FormSubject): readonly Issue[] {
  const isAccepted = answerIn(tx.header.metadata)?.accept === true;
  if (isEncrypted(tx.header) && !isAccepted) return envelopeForm(tx);
  return checkConfirmation(tx.payload, { isAccepted });
}
