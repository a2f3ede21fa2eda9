// Transactions that change who governs and validates a register. The table of operations is empty under rules 1, so the rights step refuses every one
// of them: none is ever applied in part.
import { assert } from '../../base/assert.js';
import type { JsonObject } from '../../base/json.js';
import { checkNoOthers } from '../validate/structure.js';
import type { KindRow } from './types.js';

export const GOVERNANCE_PREFIX = 'register-governance-';
/** The one governance definition that these rules know. */
export const GOVERNANCE_BLUEPRINT = 'register-governance-v1';

const HEADER = [
  'registerId',
  'blueprintId',
  'actionId',
  'senderWallet',
  'payloadHash',
  'createdAt',
  'expiresAt',
  'metadata',
];

export const governance: KindRow = {
  kind: 'governance',
  matches: (header) => header.blueprintId.startsWith(GOVERNANCE_PREFIX),
  check: (tx) => checkNoOthers(tx.header as unknown as JsonObject, HEADER, '/header'),
  apply() {
    assert(false, 'the rights step passes no governance transaction under rules 1');
  },
};
