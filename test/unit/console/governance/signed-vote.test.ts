// A vote that comes back signed is taken where it is the signed form of exactly what was asked for. Each part that is
// of something else has its own fault.
import { expect } from 'chai';
import { signedVote, type VoteFault } from '../../../../console/governance/signed-vote.js';
import { toBase64 } from '../../../../core/base/bytes.js';
import { sign } from '../../../../core/crypto/signing/algorithms.js';
import { carrierOf } from '../../../../core/register/governance/carrier.js';
import {
  APPROVE_ACTION,
  type GovernanceApproval,
  proposalIdOf,
  statementDigest,
} from '../../../../core/register/governance/operation.js';
import { walletDid } from '../../../../core/register/people/did.js';
import { approval, operation } from '../../../support/register/governance.js';
import { AT, alice, bob, REGISTER_ID, submission, type Wallet } from '../../../support/register/ledger.js';

const act = operation('remove-member', { targetDid: walletDid(bob.address) });
const asked = {
  ...{ registerId: REGISTER_ID, proposalId: proposalIdOf(REGISTER_ID, act) },
  approverDid: walletDid(alice.address),
};

interface Made {
  readonly registerId?: string;
  readonly actionId?: string;
  readonly said?: typeof act;
  readonly approvals?: readonly GovernanceApproval[];
  readonly sender?: Wallet;
  readonly signers?: readonly Wallet[];
}

function made(given: Made = {}) {
  const { registerId = REGISTER_ID, actionId = APPROVE_ACTION, said = act, sender = alice } = given;
  const { approvals = [approval(alice, said)], signers = [sender] } = given;
  const carrier = { registerId, actionId, payload: { operation: said, approvals }, senderWallet: sender.address };
  return submission(carrierOf({ ...carrier, createdAt: AT }), signers);
}

const judged = (value: unknown) => signedVote(JSON.stringify(value), asked);

describe('console/governance/signed-vote', () => {
  it('takes a vote for and a vote against, with what was said', () => {
    const vote = made();
    expect(judged(vote)).to.deep.equal({ submission: vote, isApproval: true });
    expect(judged(made({ approvals: [approval(alice, act, false)] }))).to.include({ isApproval: false });
    const said = { isApproval: true, votedAt: AT, comment: 'Good.' };
    const digest = statementDigest({ ...said, ...asked, operation: act });
    const signature = toBase64(sign(alice.algorithm, alice.privateKey, digest));
    const remarked = made({ approvals: [{ ...approval(alice, act), ...said, signature }] });
    expect(judged(remarked)).to.include({ isApproval: true, comment: 'Good.' });
  });

  const other = operation('remove-member', { targetDid: walletDid(alice.address) });
  const good = approval(alice, act);
  const vote = made();
  const refused: readonly [string, VoteFault, unknown][] = [
    ['a list', 'file', []],
    ['the request itself', 'request', { requestId: asked.proposalId, registerId: REGISTER_ID }],
    ['another transaction', 'vote', { ...vote, blueprintId: 'orders' }],
    ['a proposal in the place of a vote', 'vote', made({ actionId: 'remove-member' })],
    ['no signatures', 'vote', { ...vote, signatures: undefined }],
    ['a payload of another form', 'vote', { ...vote, payload: { operation: act, approvals: [] } }],
    ['two votes', 'vote', made({ approvals: [good, approval(bob, act)] })],
    ['another register', 'register', made({ registerId: '00000000-1111-4222-8333-444444444445' })],
    ['another proposal', 'proposal', made({ said: other })],
    ['the vote of another member', 'member', made({ approvals: [approval(bob, act)], sender: bob })],
    ['a vote that another wallet carries', 'member', made({ sender: bob })],
    ['another word', 'changed', made({ approvals: [{ ...good, isApproval: false }] })],
    ['a comment that was added', 'changed', made({ approvals: [{ ...good, comment: 'Yes.' }] })],
    ['a time that was added', 'changed', made({ approvals: [{ ...good, votedAt: AT }] })],
    [
      'a statement of another key',
      'changed',
      made({ approvals: [{ ...approval(bob, act), approverDid: asked.approverDid }] }),
    ],
    ['a signature of another key', 'changed', { ...vote, signatures: made({ sender: bob }).signatures }],
    ['a second signature', 'changed', made({ signers: [alice, bob] })],
    ['another time', 'changed', { ...vote, createdAt: '2026-01-02T03:04:05.679Z' }],
    ['no signature', 'changed', { ...vote, signatures: [] }],
  ];
  for (const [what, fault, value] of refused)
    it(`refuses ${what}`, () => {
      expect(judged(value)).to.equal(fault);
    });

  it('refuses what is no JSON', () => {
    expect(signedVote('words', asked)).to.equal('file');
  });
});
