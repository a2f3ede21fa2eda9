// Governance of a register: what was decided, what is proposed, and votes (reference-facts 4.2.4). Enactment has no
// operation: it is the effect of the docket that seals the last vote.
import { route } from '../../../define.js';
import { CursorPageQuery, RegisterParams } from '../../../schemas/base/common.js';
import {
  ApproveBody,
  CandidacyBody,
  CandidacyView,
  ChangePage,
  GovernedView,
  MyProposalPage,
  MyProposalQuery,
  ProposalPage,
  ProposalParams,
  ProposalQuery,
  ProposalView,
  ProposeBody,
  ReadinessView,
  RulesSupportBody,
  RulesSupportView,
  RulesView,
  SigningRequestQuery,
  SigningRequestView,
} from '../../../schemas/registers/governance.js';
import { SUBMIT_ERRORS } from '../../../schemas/registers/submission-codes.js';

const READ_ERRORS = ['PATH_INVALID', 'REGISTER_NOT_FOUND', 'REGISTER_OFFLINE'] as const;
const ACT_ERRORS = [
  ...SUBMIT_ERRORS,
  'WALLET_NOT_FOUND',
  'WALLET_ACCESS_DENIED',
  'WALLET_LOCKED',
  'OWNER_WALLET_UNKNOWN',
  'SIGNING_RATE_EXCEEDED',
] as const;
const base = '/api/registers/:registerId/governance';

export const governanceRoutes = {
  getGovernanceHistory: route({
    method: 'GET',
    url: `${base}/history`,
    reads: 'sealed',
    can: 'CanReadRegisters',
    summary: 'List the governance changes of a register',
    description: 'Newest first.',
    input: { params: RegisterParams, query: CursorPageQuery },
    output: ChangePage,
    errors: [...READ_ERRORS, 'QUERY_INVALID', 'CURSOR_INVALID'],
  }),
  getRules: route({
    method: 'GET',
    url: `${base}/rules`,
    reads: 'sealed',
    can: 'CanReadRegisters',
    summary: 'Read which validity rules a register follows',
    input: { params: RegisterParams },
    output: RulesView,
    errors: READ_ERRORS,
  }),
  listProposals: route({
    method: 'GET',
    url: `${base}/proposals`,
    reads: 'sealed',
    can: 'CanReadRegisters',
    summary: 'List governance proposals',
    description: 'Newest first. A status is looked for among the newest 1,000.',
    input: { params: RegisterParams, query: ProposalQuery },
    output: ProposalPage,
    errors: [...READ_ERRORS, 'QUERY_INVALID', 'CURSOR_INVALID'],
  }),
  listMyProposals: route({
    method: 'GET',
    url: '/api/me/proposals',
    reads: 'sealed',
    can: 'CanReadRegisters',
    summary: 'List the open proposals of all registers that the caller sees',
    description:
      'Open proposals of governance, the next end first. ownVoters are members whose wallets answer to the caller and that have not voted: which=waiting gives those with one.',
    input: { query: MyProposalQuery },
    output: MyProposalPage,
    errors: ['QUERY_INVALID', 'CURSOR_INVALID', 'REGISTER_NOT_FOUND'],
  }),
  getProposal: route({
    method: 'GET',
    url: `${base}/proposals/:proposalId`,
    reads: 'sealed',
    can: 'CanReadRegisters',
    summary: 'Read one governance proposal',
    input: { params: ProposalParams },
    output: ProposalView,
    errors: [...READ_ERRORS, 'GOVERNANCE_PROPOSAL_NOT_FOUND'],
  }),
  getSigningRequest: route({
    method: 'GET',
    url: `${base}/proposals/:proposalId/signing-request`,
    reads: 'sealed',
    can: 'CanReadRegisters',
    summary: 'Read what a member signs to vote',
    description:
      'No digest is given: the signer computes it from the operation that it read. It is SHA-256 over quorate:governance-approval:v2, registerId, ' +
      'approverDid, approve or reject, and the operation as canonical JSON, joined by 0x1F. With a comment or votedAt the prefix is ' +
      'quorate:governance-approval-remarks:v1, and an object of the two as canonical JSON is the last part.',
    input: { params: ProposalParams, query: SigningRequestQuery },
    output: SigningRequestView,
    errors: [
      ...READ_ERRORS,
      'QUERY_INVALID',
      'FORBIDDEN',
      'GOVERNANCE_PROPOSAL_NOT_FOUND',
      'GOVERNANCE_PROPOSAL_CLOSED',
    ],
  }),
  propose: route({
    method: 'POST',
    url: `${base}/propose`,
    writes: 'register',
    can: 'CanSubmitTransactions',
    program: 'organisation:admin',
    summary: 'Propose a governance act',
    description:
      'With `wallet` the node signs for the caller and submits; with the approval of the proposer in `approvalSignatures` its system wallet carries it. ' +
      'Without either the answer is the operation to sign. 200 when it was enacted, 202 while signatures, votes or the seal are missing: `state` tells which.',
    chargesSignatures: true,
    bodySize: 'form',
    input: { params: RegisterParams, body: ProposeBody },
    output: { 200: GovernedView, 202: GovernedView },
    errors: ACT_ERRORS,
  }),
  approveProposal: route({
    method: 'POST',
    url: `${base}/proposals/:proposalId/approve`,
    writes: 'register',
    can: 'CanSubmitTransactions',
    program: 'organisation:admin',
    summary: 'Vote on a governance proposal',
    description:
      'The signature is over the statement of the signing request, or made here by `wallet`. 200 when the vote enacted it, else 202.',
    bodySize: 'form',
    input: { params: ProposalParams, body: ApproveBody },
    output: { 200: GovernedView, 202: GovernedView },
    errors: ACT_ERRORS,
  }),
  makeCandidacy: route({
    method: 'POST',
    url: '/api/validators/:registerId/candidacy',
    writes: 'node',
    can: 'CanManageValidators',
    summary: 'Prove that this node holds its consensus key',
    description: 'The statement that add-validator, or with `replaces` rekey-validator, carries.',
    input: { params: RegisterParams, body: CandidacyBody },
    output: CandidacyView,
    errors: [...READ_ERRORS, 'BODY_INVALID', 'UPGRADE_NEEDED'],
  }),
  makeReadiness: route({
    method: 'POST',
    url: '/api/validators/:registerId/readiness',
    writes: 'nothing',
    can: 'CanManageValidators',
    summary: 'Prove that this node keeps up with a register',
    description: 'The statement that activate-validator carries. Good for 64 dockets.',
    input: { params: RegisterParams },
    output: ReadinessView,
    errors: [...READ_ERRORS, 'UPGRADE_NEEDED'],
  }),
  makeRulesSupport: route({
    method: 'POST',
    url: '/api/validators/:registerId/rules-support',
    writes: 'nothing',
    can: 'CanManageValidators',
    summary: 'State by the key of a seat that this node knows validity rules',
    description:
      'set-rules-version carries the statement of every validator in force. A node states only what its program knows.',
    input: { params: RegisterParams, body: RulesSupportBody },
    output: RulesSupportView,
    errors: [...READ_ERRORS, 'BODY_INVALID', 'VALIDATOR_NOT_FOUND', 'UPGRADE_NEEDED'],
  }),
};
