// An Issuance: the party of a run says which credential its holder can have, by the digests of its copies.
import { flowing } from '../../blueprint/instance/instance-order.js';
import type { Instance } from '../../blueprint/state/instance.js';
import { oneMore } from '../../blueprint/state/member-order.js';
import type { MoveOf } from '../../blueprint/state/move.js';
import { sealedChanges } from '../../register/issued/rows.js';
import { formIssues } from '../parts/none.js';
import type { MoveRow } from '../parts/row.js';
import { type Issuance, readIssuance } from './form.js';

export const issuance: MoveRow<'Issuance'> = {
  form: ({ tx }) => formIssues(readIssuance(tx.payload)),
  statedParts: ({ planned }) => ({ issuedAs: planned.sender.id }),
  fold: foldIssuance,
  changes({ tx, height }, view) {
    const { config } = tx.payload as unknown as Issuance;
    const run = tx.header.previousTransactionId as string;
    return sealedChanges(view, { run, config, txId: tx.txId, height });
  },
};

/** Nothing of the flow changes, also where the instance has ended. */
function foldIssuance(before: Instance, { issuedAs }: MoveOf<'Issuance'>): Instance {
  return flowing(before, { ...before, issuing: oneMore(before.issuing, issuedAs) });
}
