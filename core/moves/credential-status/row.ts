// A CredentialStatus: who issued a credential, or may revoke it, suspends, reinstates or revokes it.
import { statusChanges } from '../../register/issued/rows.js';
import { formIssues } from '../parts/none.js';
import type { MoveRow } from '../parts/row.js';
import { readStatusChange, type StatusChangeStated } from './form.js';

export const credentialStatus: MoveRow<'CredentialStatus'> = {
  form: ({ tx }) => formIssues(readStatusChange(tx.payload)),
  statedParts: () => ({}),
  fold: (before) => before,
  changes({ tx, height }, view) {
    const { to } = tx.payload as unknown as StatusChangeStated;
    return statusChanges(view, tx.header.previousTransactionId as string, { to, height });
  },
};
