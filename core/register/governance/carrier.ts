// The transaction that carries a proposal or votes, before it is prepared. Pure; who may sign it is decided elsewhere.
import type { Json } from '../../base/json.js';
import { GOVERNANCE_BLUEPRINT, type GovernancePayload } from './operation.js';

interface Carried {
  readonly registerId: string;
  readonly actionId: string;
  readonly payload: GovernancePayload;
  readonly senderWallet: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly createdAt: string;
}

/** The draft of a transaction with this payload; its form is that of each act of governance. */
export function carrierOf({ payload, ...members }: Carried) {
  return {
    ...members,
    blueprintId: GOVERNANCE_BLUEPRINT,
    metadata: { Type: 'Control', transactionType: 'Governance' },
    payload: payload as unknown as Json,
  };
}
