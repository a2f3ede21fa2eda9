// Governance acts on the small register: each rule once kept and once broken, judged by the same pipeline that a
// validator uses.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { InvariantError } from '../../../../../core/base/assert.js';
import { toHex } from '../../../../../core/base/bytes.js';
import type { Failure } from '../../../../../core/base/result.js';
import { checkDocket, selectTransactions } from '../../../../../core/chain/state.js';
import { bodyRootOf, txRootOf } from '../../../../../core/register/body-roots.js';
import { docketHash } from '../../../../../core/register/docket.js';
import { candidacyDigest, readinessDigest } from '../../../../../core/register/governance/candidacy.js';
import type { GovernanceOperation } from '../../../../../core/register/governance/operation.js';
import { proposalIdOf, statementDigest } from '../../../../../core/register/governance/operation.js';
import {
  changeAt,
  governanceLedger,
  proposalAt,
  proposalRow,
  statusAt,
} from '../../../../../core/register/governance/rows.js';
import { walletDid } from '../../../../../core/register/people/did.js';
import { STEPS } from '../../../../../core/validate/steps.js';
import {
  approval,
  ballot,
  candidacy,
  carry,
  governed,
  judge,
  newMember,
  operation,
  produced,
  proposal,
  readiness,
} from '../../../../support/register/governance.js';
import {
  act,
  alice,
  aSeat,
  bob,
  Ledger,
  NOW,
  owner,
  publish,
  REGISTER_ID,
  signAsSeat,
  system,
  VALIDATOR,
  verified,
  wallet,
} from '../../../../support/register/ledger.js';

const carol = wallet('carol');
const dave = wallet('dave', 'NISTP256');
const DAY = 86_400_000;
const roles = (ledger: Ledger): Record<string, string> =>
  Object.fromEntries(ledger.state.members.map(({ subject, role }) => [subject, role]));
const rowOf = (ledger: Ledger, said: GovernanceOperation) => proposalRow(ledger.view, proposalIdOf(REGISTER_ID, said))!;

describe('governance acts', () => {
  it('keep the golden digests', () => {
    const path = 'test/vectors/governance.json';
    const said: GovernanceOperation = {
      operationType: 'add-member',
      proposerDid: walletDid(owner.address),
      proposedAt: '2026-01-02T03:04:05.678Z',
      justification: 'more hands',
      ...newMember(alice, 'Admin'),
    };
    const seat = aSeat('golden');
    const genesisHash = 'a'.repeat(64);
    const point = {
      registerId: REGISTER_ID,
      height: 7,
      docketHash: 'b'.repeat(64),
      stateHash: 'c'.repeat(64),
      ...{ consensusKey: seat.consensusKey, rules: 1 },
    };
    const statement = (isApproval: boolean) =>
      toHex(statementDigest({ registerId: REGISTER_ID, approverDid: said.proposerDid, isApproval, operation: said }));
    const now = {
      operation: said,
      proposalId: proposalIdOf(REGISTER_ID, said),
      approve: statement(true),
      reject: statement(false),
      seat,
      candidacy: toHex(candidacyDigest({ registerId: REGISTER_ID, genesisHash, validator: seat })),
      rekey: toHex(
        candidacyDigest({ registerId: REGISTER_ID, genesisHash, validator: seat, replaces: 'd'.repeat(64) }),
      ),
      readiness: toHex(readinessDigest(point)),
    };
    if (!existsSync(path) && process.env.QUORATE_WRITE_VECTORS)
      writeFileSync(path, `${JSON.stringify(now, null, 2)}\n`);
    expect(now).to.deep.equal(JSON.parse(readFileSync(path, 'utf8')));
    // The definition of reference-facts 4.2.4, spelled out once more.
    const text = JSON.stringify(Object.fromEntries(Object.entries(said).sort(([a], [b]) => (a < b ? -1 : 1))));
    const parts = ['quorate:governance-approval:v2', REGISTER_ID, said.proposerDid, 'approve', text];
    expect(now.approve).to.equal(createHash('sha256').update(parts.join('\u001f')).digest('hex'));
  });

  it('are enacted by the docket that reaches the quorum, and change rights from the next one on', () => {
    const ledger = new Ledger();
    expect(judge(ledger, publish(undefined, 'loan', alice))).to.contain('VAL_PERM_002');
    const said = operation('add-member', newMember(alice, 'Designer'));
    const docket = ledger.seal(proposal(said, [owner]));
    expect(roles(ledger)).to.deep.equal({
      [walletDid(owner.address)]: 'Owner',
      [walletDid(alice.address)]: 'Designer',
    });
    expect(ledger.state.members[1]!.grantedAt).to.equal(new Date(docket.header.timestampMs).toISOString());
    expect(rowOf(ledger, said)).to.deep.include({ status: 'Recorded', enactedBy: docket.transactions[0]!.txId });
    expect(changeAt(ledger.view, 0)).to.deep.include({ height: 1, operationType: 'add-member' });
    expect(proposalAt(ledger.view, 0)).to.deep.equal(rowOf(ledger, said));
    expect(ledger.view.state('members')).to.deep.equal({ members: ledger.state.members });
    expect(docket.header.nextRosterHash).to.equal(docket.header.rosterHash);
    expect(judge(ledger, publish(undefined, 'loan', alice))).to.equal('ok');
    ledger.seal(proposal(operation('remove-member', { targetDid: walletDid(alice.address) }), [owner]));
    expect(judge(ledger, publish(undefined, 'loan', alice))).to.contain('VAL_PERM_002');
    expect(governanceLedger(ledger.view)).to.deep.equal({ proposals: 2, changes: 2, lastChangeHeight: 2, open: [] });
  });

  it('collect votes of every carrier over several dockets', () => {
    const ledger = governed([alice, 'Admin'], [bob, 'Admin']);
    const said = operation('add-member', newMember(carol, 'Auditor'), alice);
    ledger.seal(proposal(said, [alice], alice));
    expect(rowOf(ledger, said).status).to.equal('Pending');
    // The system wallet of the register carries what a member signed.
    ledger.seal(ballot(said, [approval(owner, said)], system));
    expect(rowOf(ledger, said).status).to.equal('Recorded');
    expect(rowOf(ledger, said).votes.map((vote) => vote.approverDid)).to.deep.equal(
      [alice, owner].map((w) => walletDid(w.address)),
    );
    expect(judge(ledger, ballot(said, [approval(bob, said)], bob))).to.equal(
      'GOVERNANCE_PROPOSAL_CLOSED /payload/operation',
    );
    const carried = operation('remove-member', { targetDid: walletDid(carol.address) }, bob);
    expect(judge(ledger, proposal(carried, [owner], system))).to.equal('VAL_PERM_005 /payload/operation/proposerDid');
    expect(judge(ledger, proposal(carried, [bob], system))).to.equal('ok');
  });

  it('are refused by enough members, and never without a good signature of each', () => {
    const ledger = governed([alice, 'Admin'], [bob, 'Designer']);
    const said = operation('add-member', newMember(carol, 'Admin'));
    ledger.seal(proposal(said, [owner]));
    const vote = approval(alice, said);
    expect(judge(ledger, ballot(said, [{ ...vote, isApproval: false }], alice))).to.equal('VAL_SIG_002 /signatures');
    expect(judge(ledger, ballot(said, [{ ...vote, approverDid: walletDid(owner.address) }], alice))).to.contain(
      'VAL_SIG_002',
    );
    const { publicKey, signature } = approval(dave, said);
    expect(judge(ledger, ballot(said, [{ ...vote, publicKey, signature, algorithm: 'NISTP256' }], alice))).to.contain(
      'GOVERNANCE_SIGNATURE_INVALID /payload/approvals/0/publicKey',
    );
    expect(judge(ledger, ballot(said, [approval(owner, said)], alice))).to.equal(
      'GOVERNANCE_VOTE_DUPLICATE /payload/approvals/0',
    );
    expect(judge(ledger, ballot(said, [approval(bob, said)], alice))).to.equal(
      'VAL_PERM_003 /payload/approvals/0/approverDid',
    );
    expect(judge(ledger, ballot(said, [approval(carol, said)], alice))).to.equal(
      'VAL_PERM_002 /payload/approvals/0/approverDid',
    );
    const other = operation('add-member', newMember(dave, 'Admin'));
    expect(judge(ledger, ballot(other, [approval(alice, other)], alice))).to.equal(
      'GOVERNANCE_PROPOSAL_NOT_FOUND /payload/operation',
    );
    expect(judge(ledger, ballot(said, [], alice))).to.equal('VAL_STRUCT_011 /payload/approvals');
    ledger.seal(ballot(said, [approval(alice, said, false)], alice));
    expect(rowOf(ledger, said)).to.deep.include({ status: 'Rejected', reason: 'rejected' });
    expect(governanceLedger(ledger.view).open).to.deep.equal([]);
    expect(roles(ledger)[walletDid(carol.address)]).to.equal(undefined);
  });

  it('are for members that may govern', () => {
    const ledger = governed([alice, 'Designer']);
    const by = operation('add-member', newMember(carol, 'Admin'), alice);
    expect(judge(ledger, proposal(by, [], alice))).to.equal('VAL_PERM_003 /header/senderWallet');
    expect(judge(ledger, proposal(by, []))).to.equal('VAL_PERM_003 /payload/operation/proposerDid');
    const stranger = operation('add-member', newMember(carol, 'Admin'), bob);
    expect(judge(ledger, proposal(stranger, []))).to.equal('VAL_PERM_002 /payload/operation/proposerDid');
  });

  it('count by the formula of the register, without the one whose removal is voted on', () => {
    const ledger = governed([alice, 'Admin'], [bob, 'Admin']);
    const unanimous = operation('set-governance-policy', {
      policy: { quorumFormula: 'Unanimous', proposalTtlDays: 2 },
    });
    ledger.seal(proposal(unanimous, [owner, alice]));
    expect(ledger.state.policy.governance).to.deep.equal({ quorumFormula: 'Unanimous', proposalTtlDays: 2 });
    const removal = operation('remove-member', { targetDid: walletDid(alice.address) });
    ledger.seal(proposal(removal, [owner]));
    expect(judge(ledger, ballot(removal, [approval(alice, removal, false)], alice))).to.contain('VAL_PERM_003');
    ledger.seal(ballot(removal, [approval(bob, removal)], bob));
    expect(Object.keys(roles(ledger))).to.deep.equal([owner, bob].map((w) => walletDid(w.address)));
  });

  it('never remove an Owner, and move ownership only to an Admin who accepts', () => {
    const ledger = governed([alice, 'Admin'], [bob, 'Auditor'], [carol, 'Admin']);
    const to = (target: typeof alice, by = owner) =>
      operation('transfer-ownership', { targetDid: walletDid(target.address) }, by);
    expect(
      judge(ledger, proposal(operation('remove-member', { targetDid: walletDid(owner.address) }, alice), [], alice)),
    ).to.equal('VAL_PERM_004 /payload/operation/targetDid');
    expect(judge(ledger, proposal(to(bob), [owner]))).to.equal('VAL_PERM_004 /payload/operation/targetDid');
    expect(judge(ledger, proposal(to(carol, alice), [alice], alice))).to.equal(
      'VAL_PERM_004 /payload/operation/proposerDid',
    );
    const declined = to(alice);
    ledger.seal(proposal(declined, [owner]));
    ledger.seal(ballot(declined, [approval(alice, declined, false)], alice));
    expect(rowOf(ledger, declined).status).to.equal('Rejected');
    const said = to(alice);
    ledger.seal(proposal(said, [owner, carol]));
    expect(rowOf(ledger, said).status).to.equal('Approved');
    expect(roles(ledger)[walletDid(owner.address)]).to.equal('Owner');
    ledger.seal(ballot(said, [approval(alice, said)], alice));
    expect(roles(ledger)).to.deep.include({ [walletDid(alice.address)]: 'Owner', [walletDid(owner.address)]: 'Admin' });
  });

  it('admit members by their key, each once, and 25 at most', () => {
    const ledger = governed([alice, 'Admin']);
    const add = (members: object) =>
      judge(ledger, proposal(operation('add-member', { ...newMember(bob, 'Admin'), ...members }), [owner]));
    expect(add({})).to.equal('ok');
    expect(add(newMember(alice, 'Designer'))).to.equal('VAL_PERM_004 /payload/operation/targetDid');
    expect(add({ targetRole: 'Owner' })).to.equal('VAL_STRUCT_011 /payload/operation/targetRole');
    expect(add({ publicKey: newMember(carol, 'Admin').publicKey })).to.equal(
      'VAL_PERM_004 /payload/operation/publicKey',
    );
    expect(add({ rules: 1 })).to.equal('VAL_STRUCT_012 /payload/operation');
    expect(judge(ledger, proposal(operation('remove-member', { targetDid: walletDid(bob.address) }), []))).to.equal(
      'VAL_PERM_004 /payload/operation/targetDid',
    );
    for (let i = 0; ledger.state.members.length < 25; i++)
      ledger.seal(proposal(operation('add-member', newMember(wallet(`member ${i}`), 'Auditor')), [owner, alice]));
    expect(add({})).to.equal('VAL_PERM_004 /payload/operation/targetDid');
  });

  it('end by time, and with the electorate that voted', () => {
    const ledger = governed([alice, 'Admin']);
    const old = operation('add-member', newMember(bob, 'Admin'));
    const sealedMs = ledger.seal(proposal(old, [owner])).header.timestampMs;
    expect(judge(ledger, ballot(old, [approval(alice, old)], alice), sealedMs + 7 * DAY - 1)).to.equal('ok');
    expect(judge(ledger, ballot(old, [approval(alice, old)], alice), sealedMs + 7 * DAY)).to.contain(
      'GOVERNANCE_PROPOSAL_CLOSED',
    );
    expect(statusAt(rowOf(ledger, old), sealedMs + 7 * DAY)).to.equal('Expired');
    const overtaken = operation('add-member', newMember(carol, 'Admin'));
    ledger.seal(proposal(overtaken, [owner]));
    ledger.seal(proposal(operation('add-member', newMember(dave, 'Auditor')), [owner, alice]));
    expect(rowOf(ledger, overtaken)).to.deep.include({ status: 'Rejected', reason: 'roster-changed' });
    expect(judge(ledger, ballot(overtaken, [approval(alice, overtaken)], alice))).to.contain(
      'GOVERNANCE_PROPOSAL_CLOSED',
    );
    const late = operation('add-member', newMember(bob, 'Admin'));
    expect(judge(ledger, proposal(late, [owner]), NOW + 7 * DAY)).to.equal(
      'VAL_TIME_003 /payload/operation/proposedAt',
    );
    const early = operation('add-member', {
      ...newMember(bob, 'Admin'),
      proposedAt: new Date(NOW + DAY).toISOString(),
    });
    expect(judge(ledger, proposal(early, [owner]))).to.equal('VAL_TIME_001 /payload/operation/proposedAt');
  });

  it('mark the expired when another act is sealed, and bound the open ones', () => {
    const ledger = governed([alice, 'Admin']);
    const first = operation('set-consensus-policy', { policy: { tenure: 5 } });
    ledger.seal(proposal(first, [owner]));
    expect(judge(ledger, proposal(first, [owner, alice]))).to.equal('GOVERNANCE_PROPOSAL_EXISTS /payload/operation');
    for (let i = 0; i < 31; i++)
      ledger.seal(proposal(operation('set-consensus-policy', { policy: { tenure: 6 } }), [owner]));
    expect(judge(ledger, proposal(operation('set-consensus-policy', { policy: { tenure: 7 } }), [owner]))).to.equal(
      'GOVERNANCE_PROPOSALS_FULL ',
    );
    // A proposal that is enacted on the spot never waits.
    expect(
      judge(ledger, proposal(operation('set-consensus-policy', { policy: { tenure: 7 } }), [owner, alice])),
    ).to.equal('ok');
    const laterMs = rowOf(ledger, first).expiresAtMs;
    const fresh = operation('set-consensus-policy', {
      policy: { tenure: 8 },
      proposedAt: new Date(laterMs).toISOString(),
    });
    ledger.sealAt(laterMs, proposal(fresh, [owner]));
    expect(rowOf(ledger, first)).to.deep.include({ status: 'Expired', reason: 'expired', closedAtMs: laterMs });
    expect(governanceLedger(ledger.view).open).to.have.length(32);
  });

  it('enact one change a docket, and leave the second to the next', () => {
    const ledger = new Ledger();
    const acts = [bob, alice].map((who) => proposal(operation('add-member', newMember(who, 'Admin')), [owner]));
    const timestampMs = ledger.state.timestampMs + 1000;
    const picked = selectTransactions({
      state: ledger.state,
      view: ledger.view,
      transactions: acts,
      timestampMs,
      signaturesOk: verified,
    });
    expect(picked.transactions).to.deep.equal([acts[0]]);
    expect(picked.refused.map(({ verdict }) => [verdict.fault, verdict.issues[0]!.code])).to.deep.equal([
      ['retry', 'GOVERNANCE_CHANGE_PENDING'],
    ]);
    produced.add('GOVERNANCE_CHANGE_PENDING');
    const header = {
      ...ledger.docket([acts[0]!]).header,
      txRoot: txRootOf(acts),
      bodyRoot: bodyRootOf(acts),
      txCount: 2,
      bytes: acts.reduce((sum, tx) => sum + tx.bytes.length, 0),
    };
    const docket = { hash: docketHash(header), header, transactions: acts, annex: [] };
    const judged = checkDocket(docket, ledger.state, { view: ledger.view, signaturesOk: verified });
    const [found] = (judged as Failure).issues;
    expect([found?.code, found?.path]).to.deep.equal(['GOVERNANCE_CHANGE_PENDING', '/transactions/1']);
    expect(() => ledger.docket(acts)).to.throw(InvariantError);
    ledger.seal(acts[0]!);
    // The second was voted by the owner alone, which is no quorum of two.
    ledger.seal(acts[1]!);
    expect(ledger.state.members).to.have.length(2);
  });

  it('change policies within their bounds', () => {
    const ledger = governed([dave, 'Admin']);
    const set = (type: GovernanceOperation['operationType'], policy: object) =>
      judge(ledger, proposal(operation(type, { policy }), [owner]));
    expect(set('set-consensus-policy', { mode: 'bft' })).to.equal('CONFIG_INVALID /payload/operation/policy/mode');
    expect(set('set-consensus-policy', { colour: 1 })).to.equal('CONFIG_INVALID /payload/operation/policy');
    expect(set('set-consensus-policy', {})).to.equal('VAL_STRUCT_011 /payload/operation/policy');
    expect(set('set-governance-policy', { proposalTtlDays: 91 })).to.equal(
      'CONFIG_INVALID /payload/operation/policy/proposalTtlDays',
    );
    expect(set('set-crypto-policy', { acceptedSignatureAlgorithms: ['ED25519'] })).to.equal(
      'VAL_PERM_004 /payload/operation/policy',
    );
    ledger.seal(proposal(operation('remove-member', { targetDid: walletDid(dave.address) }), [owner]));
    ledger.seal(
      proposal(operation('set-crypto-policy', { policy: { acceptedSignatureAlgorithms: ['ED25519'] } }), [owner]),
    );
    expect(judge(ledger, publish(undefined, 'loan', dave))).to.contain('VAL_POLICY_001');
    expect(judge(ledger, proposal(operation('add-member', newMember(dave, 'Admin')), [owner]))).to.equal(
      'VAL_PERM_004 /payload/operation/algorithm',
    );
  });

  it('refuse the approval of an algorithm that the register no longer accepts', () => {
    const ledger = governed([dave, 'Admin']);
    const said = operation('add-member', newMember(bob, 'Admin'));
    ledger.state = {
      ...ledger.state,
      policy: { ...ledger.state.policy, crypto: { acceptedSignatureAlgorithms: ['ED25519'] } },
    };
    expect(judge(ledger, proposal(said, [dave]))).to.equal('VAL_POLICY_001 /payload/approvals/0/algorithm');
  });

  it('prove readiness by a docket of this chain, of their key, and of late', () => {
    const ledger = new Ledger();
    const seat = aSeat('late');
    ledger.seal(proposal(operation('add-validator', candidacy(ledger.state, seat)), [owner]));
    const { validatorId } = seat;
    const judged = (said: ReturnType<typeof readiness>) =>
      judge(ledger, proposal(operation('activate-validator', { validatorId, readiness: said }), [owner]));
    const resigned = (given: object) => {
      const { signature: _, ...said } = { ...readiness(ledger, seat), ...given };
      return { ...said, signature: signAsSeat(seat, readinessDigest(said)) };
    };
    const wrong = 'GOVERNANCE_READINESS_INVALID /payload/operation/readiness';
    expect(judged(readiness(ledger, VALIDATOR))).to.equal(wrong);
    expect(judged(resigned({ stateHash: 'f'.repeat(64) }))).to.equal(wrong);
    expect(judged(resigned({ docketHash: 'f'.repeat(64) }))).to.equal(wrong);
    expect(judged(resigned({ height: 9 }))).to.equal(wrong);
    expect(judged(resigned({ registerId: '00000000-0000-4000-8000-000000000000' }))).to.equal(wrong);
    const early = readiness(ledger, seat, 0);
    for (let i = 0; i < 62; i++) ledger.seal(publish(undefined, `loan ${i}`));
    expect(ledger.state.height).to.equal(63);
    expect(judged(early)).to.equal('ok');
    ledger.seal(publish(undefined, 'loan'));
    expect(judged(early)).to.equal(wrong);
  });

  it('refuse what is no governance act', () => {
    const ledger = new Ledger();
    expect(
      judge(
        ledger,
        carry('add-member', { operation: operation('remove-member', { targetDid: 'x' }), approvals: [] }, owner),
      ),
    ).to.equal('VAL_STRUCT_011 /payload/operation/operationType');
    expect(judge(ledger, carry('approve', { approvals: 1, colour: 2 }, owner))).to.contain('VAL_STRUCT_012 /payload');
    expect(judge(ledger, act({ actionId: '0' }, alice))).to.contain('VAL_SCHEMA_001');
  });

  it('give every code that the steps of governance name', () => {
    const named = STEPS.filter(({ name }) => name === 'act' || name === 'turn').flatMap(({ codes }) => codes);
    expect(named.filter((code) => !produced.has(code))).to.deep.equal(['VAL_TRUST_001', 'VAL_TRUST_002']);
  });
});
