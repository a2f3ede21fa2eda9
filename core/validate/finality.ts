// Which refusals stand for good. The content of a transaction never changes, but sealed state does: a member joins, a
// definition is published, a policy or the time is set. A refusal that a later docket may take back is not an end: the
// same transaction may be sealed then, here or at a node that is further.
import type { Issue, IssueCode } from '../base/issue.js';

/**
 * `passes`: it ends by itself. `stands`: no docket takes it back. `turns`: a later one may, so that no node tells it as
 * an end, of a submission or of what it promised. `time`: as the time of the sealed tip or of a clock says
 * (actors/validator-pool/outcomes.ts). `waits`: the transaction is kept until it is judged again.
 */
export type Finality = 'passes' | 'stands' | 'turns' | 'time' | 'waits';

export interface FinalityRow {
  readonly finality: Finality;
  /** The fact that would have to change, and why it does or does not. */
  readonly why: string;
  readonly codes: readonly IssueCode[];
}

/**
 * Every code of the pipeline, once. A code that says several things turns when one of them may; where another one does
 * not, its issue says so (`stands`), and that of a step which reads no state always does. To say too little costs a
 * client a second question, and the other mistake costs it a wrong answer.
 */
export const FINALITY: readonly FinalityRow[] = [
  {
    finality: 'stands',
    why: 'It is in the bytes of the transaction, and in the definition that these name.',
    codes: [
      ...(['VAL_STRUCT_002', 'VAL_STRUCT_011', 'VAL_STRUCT_012', 'VAL_SIZE_001'] as const),
      ...(['VAL_SIG_002', 'VAL_SIG_003', 'VAL_SIG_004', 'VAL_SIG_005'] as const),
      ...(['VAL_SCHEMA_002', 'VAL_SCHEMA_003', 'VAL_SCHEMA_004', 'VAL_SCHEMA_005', 'VAL_SCHEMA_006'] as const),
      ...(['VAL_SCHEMA_007', 'VAL_WORK_001', 'VAL_CELL_001', 'VAL_BP_010', 'VAL_BP_014'] as const),
      ...(['VAL_FLOW_002', 'VAL_FLOW_008', 'GOVERNANCE_SIGNATURE_INVALID'] as const),
      ...(['VAL_ROUTING_001', 'VAL_ROUTING_002', 'VAL_ROUTING_003', 'VAL_ROUTING_004', 'VAL_ROUTING_005'] as const),
      ...(['VAL_PERM_001', 'VAL_PERM_005', 'VAL_POLICY_002', 'VAL_GATE_001'] as const),
    ],
  },
  {
    finality: 'stands',
    why: 'Something is sealed in its place, or over, and nothing that is sealed is taken out again.',
    codes: [
      ...(['VAL_REPLAY_001', 'VAL_BP_001', 'VAL_BP_011', 'VAL_CHAIN_002', 'VAL_CHAIN_FORK', 'VAL_CONF_002'] as const),
      ...(['GOVERNANCE_PROPOSAL_CLOSED', 'GOVERNANCE_VOTE_DUPLICATE', 'VAL_PARTICIPANT_003', 'VAL_TRUST_001'] as const),
      ...([
        'VAL_DELIVER_006',
        'VAL_ISSUE_004',
        'VAL_OBJ_001',
        'VAL_OBJ_007',
        'VAL_TIME_004',
        'VAL_GATE_005',
        'VAL_GATE_006',
      ] as const),
    ],
  },
  {
    finality: 'stands',
    why: 'Rows of runs stay as they are, so that the same cells prove the same about a run.',
    codes: ['VAL_OBJ_003', 'VAL_OBJ_005'],
  },
  {
    finality: 'time',
    why: 'It came too early or too late, or has expired: the time of a docket says which of these is over.',
    codes: ['VAL_TIME_001', 'VAL_TIME_002', 'VAL_TIME_003', 'VAL_TIME_005', 'VAL_GATE_002'],
  },
  {
    finality: 'waits',
    why: 'The transaction that it follows, or has to wait for, may not be sealed yet.',
    codes: ['GOVERNANCE_CHANGE_PENDING', 'VAL_BP_013', 'VAL_CHAIN_001', 'VAL_CONF_001', 'VAL_FLOW_007'],
  },
  {
    finality: 'turns',
    why: 'Members, policy, roster and proposals are changed by governance.',
    codes: [
      ...(['CONFIG_INVALID', 'GOVERNANCE_PROPOSALS_FULL', 'GOVERNANCE_PROPOSAL_EXISTS'] as const),
      ...(['GOVERNANCE_PROPOSAL_NOT_FOUND', 'GOVERNANCE_READINESS_INVALID', 'VAL_GOV_DEF_001'] as const),
      ...(['VAL_PERM_002', 'VAL_PERM_003', 'VAL_PERM_004', 'VAL_POLICY_001', 'VAL_TRUST_002'] as const),
    ],
  },
  {
    finality: 'turns',
    why: 'The docket by which a gate was judged may be sealed here yet; what was pinned by then stands.',
    codes: ['VAL_GATE_003'],
  },
  {
    finality: 'turns',
    why: 'The definition that it names may be published yet.',
    codes: ['VAL_SCHEMA_001', 'VAL_BP_VERSION_001'],
  },
  {
    finality: 'turns',
    why: 'A participant record gets another version, with another state, wallet, key or delegation.',
    codes: [
      ...(['VAL_PARTICIPANT_001', 'VAL_PARTICIPANT_002', 'VAL_PARTICIPANT_004', 'VAL_PARTICIPANT_005'] as const),
      ...([
        'VAL_PARTICIPANT_006',
        'VAL_PARTICIPANT_007',
        'VAL_BP_016',
        'VAL_CELL_002',
        'VAL_CELL_003',
        'VAL_CONF_003',
        'VAL_GATE_004',
      ] as const),
      ...(['VAL_FLOW_009', 'VAL_HAND_002', 'VAL_HAND_004', 'VAL_OBJ_006'] as const),
    ],
  },
  {
    finality: 'turns',
    why: 'A role is claimed, held, left or handed over, by which another wallet may act in it.',
    codes: [
      ...(['VAL_BP_002', 'VAL_FLOW_005', 'VAL_FLOW_006', 'VAL_HAND_001', 'VAL_HAND_003', 'VAL_BP_015'] as const),
      ...(['VAL_ISSUE_002', 'VAL_ISSUE_006'] as const),
    ],
  },
  {
    finality: 'turns',
    why: 'The end of a round gives a role its vote again.',
    codes: ['VAL_FLOW_003'],
  },
  {
    finality: 'turns',
    why: 'Another run comes into force, or goes, and with it the operands, the branch, the agreement or the term.',
    codes: [
      ...(['VAL_BP_003', 'VAL_BP_012', 'VAL_BP_018', 'VAL_BP_019', 'VAL_BP_020', 'VAL_CALC_001'] as const),
      ...(['VAL_CONF_004', 'VAL_FLOW_004', 'VAL_ISSUE_001', 'VAL_READ_001', 'VAL_ROUTING_006'] as const),
    ],
  },
  {
    finality: 'turns',
    why: 'A branch comes to the action, and the time from which on it may be done, or a run is read.',
    codes: ['VAL_FLOW_010', 'VAL_DELIVER_008'],
  },
  {
    finality: 'passes',
    why: 'The time slot of another role ends.',
    codes: ['VAL_READ_002'],
  },
  {
    finality: 'turns',
    why: 'A dispute ends, and its run may be kept; or another one begins.',
    codes: ['VAL_BP_017', 'VAL_OBJ_009', 'VAL_RES_001', 'VAL_RES_002', 'VAL_RES_003', 'VAL_RES_004'],
  },
  {
    finality: 'turns',
    why: 'Something is challenged or delivered, and what a dispute had taken back is given again.',
    codes: [
      ...(['VAL_DELIVER_001', 'VAL_DELIVER_002', 'VAL_DELIVER_003', 'VAL_DELIVER_004', 'VAL_DELIVER_005'] as const),
      ...(['VAL_DELIVER_007', 'VAL_DELIVER_009'] as const),
    ],
  },
  {
    finality: 'turns',
    why: 'A credential is issued or revoked, or gets another status. That a revoked one stays so is told as an end.',
    codes: ['VAL_ISSUE_003', 'VAL_ISSUE_005'],
  },
  {
    finality: 'turns',
    why: 'A delivery opens the window anew, and that there was none is proven when the time for it has passed.',
    codes: ['VAL_OBJ_002', 'VAL_OBJ_004'],
  },
];

const codesOf = (...finalities: readonly Finality[]): ReadonlySet<IssueCode> =>
  new Set(FINALITY.filter(({ finality }) => finalities.includes(finality)).flatMap(({ codes }) => codes));

/** Refusals by sealed state that a later docket may take back. */
export const MAY_TURN = codesOf('turns', 'passes');
const PASSING = codesOf('passes');

/** Whether nothing refuses it but what ends by itself: what was promised is kept. */
export function passes(issues: readonly Pick<Issue, 'code'>[]): boolean {
  return issues.every(({ code }) => PASSING.has(code));
}

/** Whether a later docket may take the refusal back. */
export function mayTurn({ code, stands }: Pick<Issue, 'code' | 'stands'>): boolean {
  return stands !== true && MAY_TURN.has(code);
}

/** The issue of a cause that no docket takes back, whatever else its code says. */
export function standing(issue: Issue): Issue {
  return MAY_TURN.has(issue.code) ? { ...issue, stands: true } : issue;
}
