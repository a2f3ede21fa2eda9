// Transactions that change who governs and validates a register: proposals and their approvals. The effect of sealing
// one is decided in core/register/governance/; this row is its place among the kinds.
import { assert } from '../base/assert.js';
import type { Issue } from '../base/issue.js';
import type { JsonObject } from '../base/json.js';
import { isFailure } from '../base/result.js';
import type { TransactionHeader } from '../model/transaction.js';
import { decide, hasChanged } from '../register/governance/decide.js';
import {
  APPROVE_ACTION,
  checkGovernancePayload,
  GOVERNANCE_BLUEPRINT,
  type GovernancePayload,
  isOperationType,
  proposalIdOf,
} from '../register/governance/operation.js';
import type { KindRow } from '../register/kind-row.js';
import { STATE_KEY } from '../register/state-keys.js';
import { checkNoOthers } from '../transaction/structure.js';

const GOVERNANCE_PREFIX = 'register-governance-';

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

/** True for a transaction that proposes or approves a governance operation, by its header alone. */
export function isAct({ header }: { readonly header: Pick<TransactionHeader, 'blueprintId'> }): boolean {
  return header.blueprintId.startsWith(GOVERNANCE_PREFIX);
}

export const governance: KindRow = {
  kind: 'governance',
  matches: (header) => isAct({ header }),
  check({ header, payload }): Issue[] {
    const issues = checkNoOthers(header as unknown as JsonObject, HEADER, '/header');
    // An act that these rules do not know has no form here; the rights step says so.
    if (!isGovernanceAction(header)) return issues;
    const problems = checkGovernancePayload(header.actionId, payload);
    return [...issues, ...problems.map((issue) => ({ ...issue, path: `/payload${issue.path}` }))];
  },
  apply(tx, _view, ground) {
    assert(ground, 'a governance transaction is never a genesis');
    assert(!hasChanged(ground), 'a docket enacts one change');
    const effect = decide(tx, ground);
    assert(!isFailure(effect), 'the governance step passed');
    return effect;
  },
  leaves({ header, payload }) {
    const { operation } = payload as unknown as GovernancePayload;
    return [STATE_KEY.governance, STATE_KEY.proposal(proposalIdOf(header.registerId, operation))];
  },
};

/** True for an action of the governance definition that these rules know. */
export function isGovernanceAction({
  blueprintId,
  actionId,
}: Pick<TransactionHeader, 'blueprintId' | 'actionId'>): boolean {
  return blueprintId === GOVERNANCE_BLUEPRINT && (actionId === APPROVE_ACTION || isOperationType(actionId));
}
