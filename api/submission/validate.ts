// Submission in the words of the validator service: what it adds to the plain answer is whether the node knew the
// transaction before.
import type { Static } from 'typebox';
import type { Issue } from '../../core/base/issue.js';
import { isFailure } from '../../core/base/result.js';
import type { ApiCall } from '../define.js';
import { refuse } from '../define.js';
import type { ValidatedView } from '../schemas/registers/transactions.js';
import { isoTime, placeView } from '../views/transactions.js';
import { type AdmissionDeps, admitSubmission } from './admission.js';
import { bodyIssues, isDefinitive, type SubmissionInput, transactionIn } from './submit.js';

type Validated = Static<typeof ValidatedView>;

export function validateSubmission(body: SubmissionInput, call: ApiCall<AdmissionDeps>) {
  const tx = transactionIn(body);
  if (isFailure(tx)) return notValid(tx.issues, true);
  const { registerId } = tx.header;
  return admitSubmission(call, tx, body.priority).then((outcome): Validated | ReturnType<typeof refuse> => {
    if (outcome.status === 'refused') return notValid(bodyIssues(outcome.issues), isDefinitive(outcome));
    const added = outcome.known !== true;
    const atMs = outcome.status === 'sealed' ? outcome.sealedAtMs : outcome.acceptedAtMs;
    return {
      isValid: true,
      added,
      transactionId: tx.txId,
      registerId,
      addedAt: isoTime(atMs),
      status: outcome.status,
      ...(outcome.status === 'sealed' ? placeView(outcome) : {}),
      ...(added ? {} : { message: 'The node knew this transaction already.' }),
    };
  });
}

/** The members of reference-facts 4.3.1 beside those of every problem: `field` is the `path` of the others. */
function notValid(issues: readonly Issue[], definitive: boolean) {
  const errors = issues.map(({ code, path, message }) => ({ code, path, message, field: path }));
  return refuse(issues, { isValid: false, added: false, definitive, errors });
}
