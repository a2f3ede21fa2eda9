// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { LEDGER } from '../../../examples/ledger.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { governanceRoutes } from './routes.js';

const { registerId } = LEDGER;
const proposalId = LEDGER.txId;
const proposerDid = `did:quorate:w:${EXAMPLE.walletAddress}`;
const said = {
  operationType: 'set-governance-policy',
  policy: { proposalTtlDays: 14 },
  justification: 'Two of us are away this week.',
} as const;
const operation = { ...said, proposerDid, proposedAt: EXAMPLE.time };
const proposal = {
  proposalId,
  registerId,
  status: 'Recorded',
  operation,
  txId: LEDGER.txId,
  openedAt: EXAMPLE.time,
  expiresAt: EXAMPLE.time,
  closedAt: EXAMPLE.time,
  enactedBy: LEDGER.txId,
  votes: [{ approverDid: proposerDid, isApproval: true, txId: LEDGER.txId, sealedAt: EXAMPLE.time }],
} as const;
const outcome = {
  state: 'Sealed',
  proposalId,
  operation,
  statementVersion: 2,
  transactionId: LEDGER.txId,
  proposal,
} as const;
const seat = {
  validatorId: LEDGER.validatorId,
  orgId: EXAMPLE.organisationId,
  consensusKey: LEDGER.rosterHash,
  peerId: '',
};
const page = { totalCount: 1, page: 1, pageSize: 20 };
const signature = 'ab'.repeat(64);

export const governanceExamples: Examples<typeof governanceRoutes> = {
  getGovernanceHistory: {
    input: { params: { registerId }, query: { page: 1, pageSize: 20 } },
    output: {
      items: [
        {
          ordinal: 0,
          proposalId,
          operationType: said.operationType,
          txId: LEDGER.txId,
          docketNumber: 3,
          sealedAt: EXAMPLE.time,
          rosterChanged: false,
        },
      ],
      ...page,
    },
  },
  getRules: {
    input: { params: { registerId } },
    output: {
      registerId,
      rules: 1,
      known: [1],
      validators: [
        {
          validatorId: seat.validatorId,
          orgId: seat.orgId,
          consensusKey: seat.consensusKey,
          isOwn: true,
        },
      ],
    },
  },
  listProposals: {
    input: { params: { registerId }, query: { page: 1, pageSize: 20, status: 'Recorded' } },
    output: { items: [proposal], ...page },
  },
  listMyProposals: {
    input: { query: { page: 1, pageSize: 20, which: 'open' } },
    output: { items: [{ registerName: 'Purchase orders', ownVoters: [proposerDid], proposal }], ...page },
  },
  getProposal: { input: { params: { registerId, proposalId } }, output: proposal },
  getSigningRequest: {
    input: { params: { registerId, proposalId }, query: { approverDid: proposerDid } },
    output: {
      requestId: proposalId,
      registerId,
      operation,
      statementVersion: 2,
      approverDid: proposerDid,
      expiresAt: EXAMPLE.time,
    },
  },
  propose: { input: { params: { registerId }, body: { ...said, wallet: EXAMPLE.walletAddress } }, output: outcome },
  approveProposal: {
    input: { params: { registerId, proposalId }, body: { isApproval: true, wallet: EXAMPLE.walletAddress } },
    output: outcome,
  },
  makeCandidacy: {
    input: { params: { registerId }, body: {} },
    output: { validator: seat, genesisHash: LEDGER.docketHash, proof: signature },
  },
  makeReadiness: {
    input: { params: { registerId } },
    output: {
      registerId,
      height: 2,
      docketHash: LEDGER.docketHash,
      stateHash: LEDGER.docketHash,
      consensusKey: seat.consensusKey,
      rules: 1,
      signature,
    },
  },
  makeRulesSupport: {
    input: { params: { registerId }, body: { rules: 1 } },
    output: { consensusKey: seat.consensusKey, rules: 1, signature },
  },
};
