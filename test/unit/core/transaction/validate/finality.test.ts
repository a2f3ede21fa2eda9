// Every refusal by sealed state stands or may turn: a code that is added to a step is asked for here.
import { expect } from 'chai';
import type { IssueCode } from '../../../../../core/base/issue.js';
import { ENDS_WITH_DISPUTE, MAY_TURN } from '../../../../../core/transaction/validate/finality.js';
import { STEPS } from '../../../../../core/transaction/validate/index.js';

/** What they found is sealed for good, or is in the transaction itself. */
const STANDS: readonly IssueCode[] = [
  'GOVERNANCE_PROPOSAL_CLOSED',
  'GOVERNANCE_SIGNATURE_INVALID',
  'GOVERNANCE_VOTE_DUPLICATE',
  'VAL_BP_001',
  'VAL_BP_011',
  'VAL_CHAIN_002',
  'VAL_CHAIN_FORK',
  'VAL_CONF_002',
  'VAL_DELIVER_006',
  'VAL_OBJ_001',
  'VAL_OBJ_003',
  'VAL_OBJ_005',
  'VAL_OBJ_007',
  'VAL_PARTICIPANT_003',
  'VAL_PERM_001',
  'VAL_PERM_005',
  'VAL_POLICY_002',
  'VAL_REPLAY_001',
  'VAL_SCHEMA_002',
  'VAL_SCHEMA_003',
  'VAL_SCHEMA_007',
  'VAL_SIG_002',
  'VAL_SIG_005',
];
/** By the time of the sealed head or of a clock: actors/validator-pool/outcomes.ts says which time counts. */
const BY_TIME: readonly IssueCode[] = ['VAL_TIME_001', 'VAL_TIME_002', 'VAL_TIME_003'];

describe('core/transaction/validate/finality', () => {
  it('names every code of a step that reads what is sealed, and no other', () => {
    const read = STEPS.filter(({ once, fault }) => !once && fault === 'reject').flatMap(({ codes }) => codes);
    expect([...MAY_TURN, ...STANDS, ...BY_TIME].sort()).to.deep.equal([...new Set(read)].sort());
  });

  it('has what a dispute keeps out among what may turn', () => {
    expect([...ENDS_WITH_DISPUTE].filter((code) => !MAY_TURN.has(code))).to.deep.equal([]);
    expect(ENDS_WITH_DISPUTE.has('VAL_BP_017')).to.equal(true);
  });
});
