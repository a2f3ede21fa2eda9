// The transaction that publishes a blueprint: its payload is the definition and its TxId the content address of that.
// Every other header member is outside the TxId, so what it leaves in the state depends on none of them. The right to
// publish does depend on `metadata.publishedBy`, where the system wallet carries it: the sender signs the header with
// it (core/transaction/statement.ts).

import { type Issue, issue } from '../base/issue.js';
import type { JsonObject } from '../base/json.js';
import type { KindRow } from '../register/kind-row.js';
import { STATE_KEY } from '../register/state-keys.js';
import { PUBLISH_ACTION } from '../transaction/encode.js';
import { checkNoOthers } from '../transaction/structure.js';

const HEADER = ['registerId', 'blueprintId', 'actionId', 'senderWallet', 'payloadHash', 'createdAt', 'metadata'];
const RESERVED = /^(genesis$|register-)/;

/** True for a BlueprintId with a meaning of its own, which no publication may take, so that no workflow has it. */
export function isReserved(blueprintId: string): boolean {
  return RESERVED.test(blueprintId);
}

export const publication: KindRow = {
  kind: 'publication',
  matches: (header) => header.actionId === PUBLISH_ACTION,
  check(tx): Issue[] {
    const issues = checkNoOthers(tx.header as unknown as JsonObject, HEADER, '/header');
    if (isReserved(tx.header.blueprintId))
      issues.push(issue('VAL_STRUCT_011', '/header/blueprintId', 'The BlueprintId is reserved.'));
    return issues;
  },
  apply(tx, view) {
    const { blueprintId } = tx.header;
    const ordinal = Number(view.state(STATE_KEY.blueprint(blueprintId))?.count ?? 0) + 1;
    return {
      changes: [
        { key: STATE_KEY.blueprint(blueprintId), value: { latest: tx.txId, count: ordinal } },
        { key: STATE_KEY.publication(tx.txId), value: { blueprintId, language: 2, ordinal } },
        { key: STATE_KEY.publicationAt(blueprintId, ordinal), value: { publicationTxId: tx.txId } },
      ],
    };
  },
  leaves: ({ txId, header }) => [STATE_KEY.blueprint(header.blueprintId), STATE_KEY.publication(txId)],
};
