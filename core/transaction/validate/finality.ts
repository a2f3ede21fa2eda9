// Which refusals stand for good. What a transaction says never changes, but what is sealed does: a member joins, a definition is published, a policy or the
// time is set. A refusal that a later docket may take back is no end, because the same transaction may be sealed then, here or at a node that is further.
import type { IssueCode } from '../../base/issue.js';

/**
 * Refusals by sealed state that a later docket may take back. A code that says several things is here when one of them may turn: it costs a client a second
 * question, and the other mistake costs it a wrong answer.
 */
export const MAY_TURN: ReadonlySet<IssueCode> = new Set<IssueCode>([
  'CONFIG_INVALID',
  'GOVERNANCE_PROPOSALS_FULL',
  'GOVERNANCE_PROPOSAL_EXISTS',
  'GOVERNANCE_PROPOSAL_NOT_FOUND',
  'GOVERNANCE_READINESS_INVALID',
  'VAL_BP_002',
  'VAL_BP_003',
  'VAL_BP_012',
  'VAL_BP_015',
  'VAL_BP_016',
  'VAL_BP_017',
  'VAL_BP_018',
  'VAL_BP_019',
  'VAL_BP_020',
  'VAL_BP_VERSION_001',
  'VAL_CALC_001',
  'VAL_CELL_002',
  'VAL_CELL_003',
  'VAL_CONF_003',
  'VAL_CONF_004',
  'VAL_DELIVER_001',
  'VAL_DELIVER_002',
  'VAL_DELIVER_003',
  'VAL_DELIVER_004',
  'VAL_DELIVER_005',
  // The delivery that it names may be sealed yet.
  'VAL_DELIVER_007',
  'VAL_FLOW_003',
  'VAL_FLOW_004',
  'VAL_FLOW_005',
  'VAL_FLOW_006',
  'VAL_FLOW_009',
  'VAL_GOV_DEF_001',
  'VAL_HAND_001',
  'VAL_HAND_002',
  'VAL_HAND_003',
  'VAL_HAND_004',
  // A delivery opens the window anew, and that there was none is proven when the time for it has passed.
  'VAL_OBJ_002',
  'VAL_OBJ_004',
  'VAL_OBJ_006',
  'VAL_OBJ_009',
  'VAL_RES_001',
  'VAL_RES_002',
  'VAL_RES_003',
  'VAL_RES_004',
  'VAL_PARTICIPANT_001',
  'VAL_PARTICIPANT_002',
  'VAL_PARTICIPANT_004',
  'VAL_PARTICIPANT_005',
  'VAL_PARTICIPANT_006',
  'VAL_PERM_002',
  'VAL_PERM_003',
  'VAL_PERM_004',
  'VAL_POLICY_001',
  'VAL_ROUTING_006',
  'VAL_SCHEMA_001',
]);

/**
 * Those that the end of a dispute takes back where its run is kept. A pool that learns of both at once seals it yet, so
 * that no node says of such a promise that it is refused for good.
 */
export const ENDS_WITH_DISPUTE: ReadonlySet<IssueCode> = new Set<IssueCode>([
  'VAL_BP_017',
  'VAL_DELIVER_001',
  'VAL_DELIVER_005',
]);
