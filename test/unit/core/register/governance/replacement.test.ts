// A lost key: governance puts another wallet in its place by its quorum alone, which then holds all roles of the
// participant. And the record that an Owner or Admin alone ended, whose roles pass on only after a time to object.
import { expect } from 'chai';
import { toBase64 } from '../../../../../core/base/bytes.js';
import type { JsonObject } from '../../../../../core/base/json.js';
import { HANDOVER_DELAY_MS } from '../../../../../core/base/limits/ledger/disputes.js';
import { sign } from '../../../../../core/crypto/signing/algorithms.js';
import { holdersNow } from '../../../../../core/instance/people/holders.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import type { GovernanceOperation } from '../../../../../core/register/governance/operation.js';
import { replacementDigest } from '../../../../../core/register/governance/replacement.js';
import {
  addressAt,
  type ParticipantRecord,
  type ParticipantRow,
  participantAt,
  recordNow,
} from '../../../../../core/register/people/participants.js';
import { approval, ballot, judge, newMember, operation, proposal } from '../../../../support/register/governance.js';
import { alice, bob, owner, REGISTER_ID, type Wallet, wallet } from '../../../../support/register/ledger.js';
import { INSTANCE, People, recordOf, step } from '../../../../support/register/people.js';

const [carol, dave, admin, fresh] = [wallet('carol'), wallet('dave'), wallet('admin'), wallet('fresh')];
const TALK = {
  language: 2,
  title: 'Talk',
  participants: [
    { id: 'asks', walletAddress: alice.address },
    { id: 'answers', walletAddress: bob.address },
    { id: 'watches', walletAddress: dave.address },
  ],
  actions: [step(1, 'asks', [2], { isStartingAction: true }), step(2, 'answers', [3]), step(3, 'asks', [2])],
} as unknown as JsonObject;

function replacement(of: Wallet, to: Wallet, more: Partial<GovernanceOperation> = {}, by = to): GovernanceOperation {
  const said = {
    participantId: 'b',
    replaces: of.address,
    publicKey: toBase64(to.publicKey),
    algorithm: to.algorithm,
  };
  const digest = replacementDigest({ ...said, registerId: REGISTER_ID });
  const walletProof = toBase64(sign(by.algorithm, by.privateKey, digest));
  return operation('replace-wallet', { ...said, walletProof, ...more });
}

/** Two of three govern: owner, admin and dave, who watches. alice opened an instance. */
function talk() {
  const people = new People(TALK);
  for (const [id, by] of Object.entries({ a: alice, b: bob, c: carol, d: dave })) people.enrol(id, [by]);
  const { ledger } = people;
  ledger.seal(proposal(operation('add-member', newMember(admin, 'Admin')), [owner]));
  ledger.seal(proposal(operation('add-member', newMember(dave, 'Admin')), [owner, admin]));
  const first = people.seal(1, alice);
  const handover = (signers: readonly Wallet[], more: JsonObject = {}): Transaction => {
    const [by, ...others] = signers;
    const payload = { type: 'handover', v: 1, role: 'answers', to: carol.address, ...more };
    return people.move(2, by as Wallet, { after: first, type: 'Handover', payload, with: others });
  };
  const says = (said: GovernanceOperation, voters: readonly Wallet[] = [owner, admin]): string =>
    judge(ledger, proposal(said, voters));
  return Object.assign(people, { first, handover, says });
}

describe('core/register/governance/replacement', () => {
  it('gives the roles of a participant to the new wallet from that docket on, and takes them from the lost one', () => {
    const at = talk();
    const from = new Date(at.ledger.state.timestampMs).toISOString();
    const until = new Date(at.ledger.state.timestampMs + HANDOVER_DELAY_MS).toISOString();
    at.enrol('b', [bob], { delegations: [{ to: 'c', from, until }] });
    expect(at.judge(at.move(2, carol, { after: at.first }))).to.equal('ok');
    at.ledger.seal(proposal(replacement(bob, fresh), [owner, admin]));
    // A thief may have delegated.
    expect(at.judge(at.move(2, carol, { after: at.first }))).to.equal('VAL_BP_002');
    expect(holdersNow(at.ledger.view, INSTANCE).roles.answers).to.equal(fresh.address);
    expect(at.judge(at.move(2, bob, { after: at.first }))).to.equal('VAL_BP_002');
    expect(at.judge(at.move(2, fresh, { after: at.first }))).to.equal('ok');
    expect(addressAt(at.ledger.view, bob.address)?.status).to.equal('Revoked');
    const row = participantAt(at.ledger.view, 'b') as ParticipantRow;
    expect(row.addresses).to.deep.equal([fresh.address]);
    const sealed = at.ledger.view.transaction(row.latest)?.payload as unknown as ParticipantRecord;
    const { delegations: _, ...rest } = sealed;
    expect(recordNow(row, sealed)).to.deep.equal({ ...rest, addresses: recordOf('b', [fresh]).addresses });
    // The lost key signs no version any more and founds no other record; the new one signs the next version.
    expect(at.judge(at.record('b', [bob]))).to.equal('VAL_PERM_003');
    expect(at.judge(at.record('b', [bob], { by: owner }))).to.equal('VAL_PERM_003');
    expect(at.judge(at.record('thief', [bob]))).to.equal('VAL_PARTICIPANT_004');
    at.enrol('b', [fresh, wallet('spare')], { by: fresh });
    expect(participantAt(at.ledger.view, 'b')).to.not.have.property('replacement');
    expect(addressAt(at.ledger.view, bob.address)?.status).to.equal('Revoked');
    expect(holdersNow(at.ledger.view, INSTANCE).roles.answers).to.equal(fresh.address);
  });

  it('holds in the docket of the act itself, whichever of both comes first there', () => {
    const act = () => proposal(replacement(bob, fresh), [owner, admin]);
    const before = talk();
    before.ledger.seal(before.move(2, bob, { after: before.first }), act());
    const after = talk();
    after.ledger.seal(act(), after.move(2, fresh, { after: after.first }));
    const late = talk();
    expect(() => late.ledger.seal(act(), late.move(2, bob, { after: late.first }))).to.throw('VAL_BP_002');
  });

  it('takes the quorum: one Owner or Admin alone only proposes', () => {
    const at = talk();
    const said = replacement(bob, fresh);
    at.ledger.seal(proposal(said, [owner]));
    expect(holdersNow(at.ledger.view, INSTANCE).roles.answers).to.equal(bob.address);
    expect(at.judge(at.record('b', [fresh], { by: owner }))).to.equal('VAL_PERM_003');
    at.ledger.seal(ballot(said, [approval(admin, said)], admin));
    expect(holdersNow(at.ledger.view, INSTANCE).roles.answers).to.equal(fresh.address);
  });

  it('takes a new wallet that has its key, for this record and register alone', () => {
    const at = talk();
    expect(at.says(replacement(bob, fresh, {}, carol))).to.match(/^VAL_SIG_002/);
    const { walletProof } = replacement(bob, fresh, { participantId: 'c', replaces: carol.address });
    expect(at.says({ ...replacement(bob, fresh), walletProof: walletProof as string })).to.equal('ok');
    const other = replacement(bob, fresh, { participantId: 'c', replaces: carol.address });
    expect(at.says(other), 'the proof names the record').to.match(/^VAL_SIG_002/);
    const missing = replacement(bob, fresh);
    const { walletProof: _, ...unproven } = missing;
    expect(at.says(unproven as GovernanceOperation)).to.match(/^VAL_STRUCT_011/);
  });

  it('takes no wallet that could only sign, without the key by which it receives', () => {
    const at = talk();
    const next = wallet('next', 'ML-DSA-65');
    expect(at.says(replacement(bob, next))).to.equal('VAL_PERM_004 /payload/operation/encapsulationKey');
  });

  it('takes no wallet that another participant has or had, no replaced one, and no act that comes too late', () => {
    const at = talk();
    const bad = (member: string) => `VAL_PERM_004 /payload/operation/${member}`;
    expect(at.says(replacement(bob, carol))).to.equal(bad('publicKey'));
    expect(at.says(replacement(bob, bob))).to.equal(bad('publicKey'));
    const late = replacement(bob, fresh);
    at.ledger.seal(proposal(late, [owner]));
    at.enrol('b', [wallet('own next')], { by: bob });
    expect(judge(at.ledger, ballot(late, [approval(admin, late)], admin))).to.equal(bad('replaces'));
    expect(at.says(replacement(wallet('own next'), bob))).to.equal(bad('publicKey'));
    expect(at.says(operation('revoke-participant', { participantId: 'nobody' }))).to.equal(bad('participantId'));
    at.enrol('made', [wallet('made')], { by: owner });
    expect(at.says(operation('revoke-participant', { participantId: 'made' }))).to.equal(bad('participantId'));
  });

  it('leaves a party whose record one Admin ended seven days to refuse that its role passes on', () => {
    const at = talk();
    at.enrol('b', [bob], { status: 'Revoked', by: admin });
    expect(at.judge(at.move(2, bob, { after: at.first })), 'a thief is stopped at once').to.equal('VAL_BP_002');
    const given = at.handover([carol, alice, dave]);
    at.ledger.seal(given);
    expect(holdersNow(at.ledger.view, INSTANCE).roles.answers).to.equal('');
    expect(at.judge(at.handover([carol]))).to.equal('VAL_HAND_003');
    const days = at.ledger.state.timestampMs + HANDOVER_DELAY_MS;
    expect(at.judge(at.handover([carol]), days + 1)).to.equal('ok');
    const refusal = (by: Wallet) =>
      at.move(2, by, {
        after: at.first,
        type: 'Handover',
        payload: { type: 'handover', v: 1, role: 'answers', refuse: true },
      });
    expect(at.judge(refusal(dave))).to.equal('VAL_HAND_002');
    at.ledger.seal(refusal(bob));
    expect(at.judge(at.handover([carol]), days + 1)).to.equal('VAL_HAND_002');
  });

  it('asks a party whose record one Admin ended for its consent to what others do', () => {
    const at = talk();
    at.enrol('b', [bob], { status: 'Revoked', by: admin });
    at.enrol('d', [dave], { status: 'Revoked', by: admin });
    expect(at.judge(at.handover([carol, alice]))).to.equal('VAL_HAND_002');
    expect(at.judge(at.handover([carol, alice, dave]))).to.equal('ok');
  });

  it('passes a role on at once where its own wallet ended the record, or governance did by its quorum', () => {
    for (const end of [
      (at: ReturnType<typeof talk>) => at.enrol('b', [bob], { status: 'Revoked' }),
      (at: ReturnType<typeof talk>) => {
        at.enrol('b', [bob], { status: 'Revoked', by: admin });
        at.ledger.seal(proposal(operation('revoke-participant', { participantId: 'b' }), [owner, admin]));
      },
      (at: ReturnType<typeof talk>) =>
        at.ledger.seal(proposal(operation('revoke-participant', { participantId: 'b' }), [owner, admin])),
    ]) {
      const at = talk();
      end(at);
      expect(addressAt(at.ledger.view, bob.address)?.status).to.equal('Revoked');
      at.ledger.seal(at.handover([carol, alice, dave]));
      expect(holdersNow(at.ledger.view, INSTANCE).roles.answers).to.equal(carol.address);
    }
  });

  it('overrules an Admin who ended a record, and not the participant itself', () => {
    const at = talk();
    at.enrol('b', [bob, wallet('spare')], { status: 'Revoked', by: admin });
    at.ledger.seal(proposal(replacement(bob, fresh), [owner, admin]));
    expect(at.judge(at.move(2, fresh, { after: at.first }))).to.equal('ok');
    expect(addressAt(at.ledger.view, wallet('spare').address)?.status).to.equal('Active');
    const gone = talk();
    gone.enrol('b', [bob], { status: 'Revoked' });
    expect(gone.says(replacement(bob, fresh))).to.equal('VAL_PERM_004 /payload/operation/participantId');
    expect(gone.says(operation('revoke-participant', { participantId: 'b' }))).to.equal(
      'VAL_PERM_004 /payload/operation/participantId',
    );
  });
});
