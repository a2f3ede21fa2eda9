// A record passes to another primary wallet by the signatures of both: of the former one over the transaction, of the
// new one over the version. A patched sender binds no wallet whose owner knows nothing of it.
import { expect } from 'chai';
import { toBase64 } from '../../../../../core/base/bytes.js';
import type { JsonObject } from '../../../../../core/base/json.js';
import { sign } from '../../../../../core/crypto/signing/algorithms.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { encapsulationDigest } from '../../../../../core/register/people/encapsulation.js';
import {
  checkRecord,
  type ParticipantRecord,
  participantAt,
} from '../../../../../core/register/people/participants.js';
import { partyOf } from '../../../../../core/register/people/party.js';
import { primaryDigest, primaryTasks } from '../../../../../core/register/people/primary-proof.js';
import { validate } from '../../../../../core/validate/validate.js';
import {
  alice,
  bob,
  NOW,
  owner,
  REGISTER_ID,
  verified,
  type Wallet,
  wallet,
} from '../../../../support/register/ledger.js';
import { People, provenBy, RECEIVING, recordOf, step } from '../../../../support/register/people.js';

const carol = wallet('carol');
const TALK = {
  ...{ language: 2, title: 'Talk', description: 'One asks, another one answers.' },
  participants: [{ id: 'asks' }, { id: 'answers' }],
  actions: [step(1, 'asks', [2], { isStartingAction: true }), step(2, 'answers', [], { notSameAs: [1] })],
} as unknown as JsonObject;

/** With every signature verified, also those inside. */
function judged({ ledger }: People, tx: Transaction): string {
  const { state, view } = ledger;
  const verdict = validate(tx, { state, view, signaturesOk: verified(tx), nowMs: NOW });
  return verdict.ok ? 'ok' : verdict.issues.map(({ code }) => code).join(' ');
}

/** alice publishes a record, and a version of it in which bob is the primary one. */
function begun() {
  const at = new People(TALK);
  at.enrol('a', [alice]);
  const version = recordOf('a', [bob], { version: 2 });
  const next = (more: Partial<ParticipantRecord> = {}): Transaction =>
    at.record('a', [bob], { by: alice, unproven: true, ...more });
  return { at, version, next };
}

describe('a new primary wallet of a record', () => {
  it('is bound with its own signature, and not without the signature of that', () => {
    const { at, version, next } = begun();
    expect(judged(at, next())).to.equal('VAL_PARTICIPANT_006');
    expect(judged(at, next({ primaryProof: provenBy(version, bob).primaryProof as string }))).to.equal('ok');
    at.enrol('a', [bob], { by: alice });
    expect(partyOf(at.ledger.view, bob.address).participantId).to.equal('a');
    // The owner of a wallet that was not asked is free still: it acts, and founds a record of its own.
    const other = begun();
    expect(judged(other.at, other.next())).to.equal('VAL_PARTICIPANT_006');
    expect(judged(other.at, other.at.record('b', [bob]))).to.equal('ok');
  });

  it('is not bound with the signature of another wallet, nor with one for anything else', () => {
    const { at, version, next } = begun();
    const by = (digest: Uint8Array, one: Wallet = bob) => toBase64(sign(one.algorithm, one.privateKey, digest));
    const elsewhere = '00000000-0000-4000-9000-000000000007';
    const wrong: readonly [why: string, proof: string][] = [
      ['the former one', by(primaryDigest(REGISTER_ID, version), alice)],
      ['a stranger', by(primaryDigest(REGISTER_ID, version), carol)],
      ['another register', by(primaryDigest(elsewhere, version))],
      ['another record', by(primaryDigest(REGISTER_ID, { ...version, participantId: 'b' }))],
      ['another version', by(primaryDigest(REGISTER_ID, { ...version, version: 3 }))],
      ['another name', by(primaryDigest(REGISTER_ID, { ...version, participantName: 'Other' }))],
      ['more addresses', by(primaryDigest(REGISTER_ID, recordOf('a', [bob, carol], { version: 2 })))],
      ['another kind of statement', by(encapsulationDigest(bob.address, RECEIVING.publicKey))],
      ['nothing', toBase64(new Uint8Array(64))],
    ];
    for (const [why, primaryProof] of wrong) expect(judged(at, next({ primaryProof })), why).to.equal('VAL_SIG_002');
    expect(judged(at, next({ primaryProof: '%' }))).to.equal('VAL_PARTICIPANT_001');
  });

  it('signs each time, also where it was the primary one before, and the proof of a version is good for no other', () => {
    const { at } = begun();
    at.enrol('a', [bob], { by: alice });
    const back = at.record('a', [alice], { by: bob, unproven: true });
    expect(judged(at, back)).to.equal('VAL_PARTICIPANT_006');
    const proof = provenBy(recordOf('a', [bob], { version: 2 }), bob).primaryProof as string;
    expect(judged(at, at.record('a', [bob], { primaryProof: proof }))).to.equal('VAL_SIG_002');
    expect(judged(at, at.record('a', [bob], { participantName: 'Same wallet' }))).to.equal('ok');
  });

  it('is asked for where the record is its participant’s own alone: a version of an Owner gives no role', () => {
    const at = new People(TALK);
    at.enrol('a', [alice], { by: owner });
    expect(judged(at, at.record('a', [bob], { by: owner, unproven: true }))).to.equal('ok');
    expect(judged(at, at.record('a', [bob], { by: alice, unproven: true }))).to.equal('ok');
    at.enrol('a', [bob], { by: alice, unproven: true });
    expect(participantAt(at.ledger.view, 'a')).to.not.have.property('own');
    expect(partyOf(at.ledger.view, bob.address)).to.not.have.property('participantId');
  });

  it('gives one task, for the key that the record names', () => {
    const record = provenBy(recordOf('a', [bob], { version: 2 }), bob);
    const tasks = (payload: object) =>
      primaryTasks({ header: { registerId: REGISTER_ID } as never, payload: payload as never });
    expect(tasks(record).map(({ publicKey }) => toBase64(publicKey))).to.deep.equal([toBase64(bob.publicKey)]);
    const { primaryProof: _, ...unproven } = record;
    expect([tasks(unproven), tasks({ ...record, status: 'Gone' })]).to.deep.equal([[], []]);
    expect(checkRecord({ ...record, primaryProof: 7 } as never).map(({ path }) => path)).to.deep.equal([
      '/primaryProof',
    ]);
  });
});
