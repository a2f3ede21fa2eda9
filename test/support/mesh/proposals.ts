// Proposal frames with given transactions, for tests of links: header, roots and hash are real, signatures and
// certificates are fillers.
import type { Vote } from '../../../core/consensus/types.js';
import type { Transaction } from '../../../core/model/transaction.js';
import type { ProposalFrame } from '../../../proto/codec/thin.js';
import { aChain, nextStep, REGISTER } from '../register/a-chain.js';

const HASH = 'ab'.repeat(32);
const [genesis] = aChain(1, 1);

export function proposalOf(transactions: readonly Transaction[], round = 0): ProposalFrame {
  const { docket, certificate } = nextStep(genesis?.after, transactions).sealed;
  const { height, rosterHash } = docket.header;
  const prepare: Vote = {
    ...{ kind: 'PREPARE', registerId: REGISTER, genesisHash: HASH, height, round, docketHash: docket.hash, rosterHash },
    ...{ voter: HASH, approve: true, code: '', signature: 'cd'.repeat(64) },
  };
  const proposal = { docket, round, prepare, justification: [], prepared: null, parent: certificate };
  return { type: 'consensus', registerId: REGISTER, message: { type: 'proposal', proposal } };
}
