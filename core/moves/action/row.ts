// An Action: a party does an action of the definition.

import type { Issue } from '../../base/issue.js';
import { checkPayload } from '../../blueprint/schemas/payload-check.js';
import { payloadData } from '../../envelope/layout/values.js';
import { isEncrypted, outcomeOfHeader } from '../../transaction/action-metadata.js';
import { actorChanges } from '../parts/actor-changes.js';
import { doneRun } from '../parts/done-run.js';
import { envelopeForm } from '../parts/envelope-form.js';
import { wentOn } from '../parts/going-on.js';
import { remember } from '../parts/memo.js';
import { NONE } from '../parts/none.js';
import type { FormSubject, MoveRow } from '../parts/row.js';

export const action: MoveRow<'Action'> = {
  form: dataForm,
  statedParts: ({ tx, planned }) => ({ outcome: outcomeOfHeader(planned, tx.header) }),
  fold: wentOn,
  runs: doneRun,
  changes: actorChanges,
};

/** Data of an action, of one party or of a vote. */
export function dataForm({ tx, definition, ctx }: FormSubject): readonly Issue[] {
  if (isEncrypted(tx.header)) return envelopeForm(tx);
  return remember(ctx.known ?? tx, ctx.state.rules, () => {
    const { found: issue, steps } = checkPayload(definition, tx.header.actionId, payloadData(tx));
    return { issues: issue ? [issue] : NONE, steps };
  }).issues;
}
