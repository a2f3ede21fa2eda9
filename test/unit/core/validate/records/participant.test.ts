// Participant records: their form, who may publish and change one, the rows that they leave, and what a revoked address
// gets.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { fromUtf8, toBase64, utf8 } from '../../../../../core/base/bytes.js';
import type { IssueCode } from '../../../../../core/base/issue.js';
import type { Json } from '../../../../../core/base/json.js';
import { encapsulationPair } from '../../../../../core/crypto/encryption/ml-kem.js';
import { sign } from '../../../../../core/crypto/signing/algorithms.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { encapsulationDigest } from '../../../../../core/register/people/encapsulation.js';
import {
  checkRecord,
  type ParticipantAddress,
  type ParticipantRecord,
} from '../../../../../core/register/people/participants.js';
import { decodeTransaction } from '../../../../../core/transaction/encode.js';
import { STEPS } from '../../../../../core/validate/steps.js';
import { validate } from '../../../../../core/validate/validate.js';
import {
  AT,
  act,
  alice,
  bob,
  Ledger,
  NOW,
  owner,
  publish,
  REGISTER_ID,
  signed,
  verified,
  type Wallet,
  wallet,
} from '../../../../support/register/ledger.js';
import { provenBy } from '../../../../support/register/people.js';

const carol = wallet('carol', 'NISTP256');

function addressOf(of: Wallet, primary: boolean): ParticipantAddress {
  return { walletAddress: of.address, publicKey: toBase64(of.publicKey), algorithm: of.algorithm, primary };
}

function recordOf(more: Partial<ParticipantRecord> = {}, wallets: readonly Wallet[] = [alice]): ParticipantRecord {
  return {
    participantId: 'builder',
    organizationName: 'Brightwall',
    participantName: 'Contractor',
    status: 'Active',
    version: 1,
    addresses: wallets.map((of, i) => addressOf(of, i === 0)),
    ...more,
  };
}

function publication(record: object, by: Wallet = alice, after?: Transaction): Transaction {
  return signed(
    {
      registerId: REGISTER_ID,
      blueprintId: 'register-participants-v1',
      actionId: 'participant-publish',
      senderWallet: by.address,
      createdAt: AT,
      payload: record as Json,
      ...(after && { previousTransactionId: after.txId }),
    },
    [by],
  );
}

describe('a participant record', () => {
  const produced = new Set<IssueCode>();
  const judge = (ledger: Ledger, tx: Transaction): string => {
    const { state, view } = ledger;
    const verdict = validate(tx, { state, view, signaturesOk: verified(tx), nowMs: NOW });
    if (verdict.ok) return 'ok';
    for (const found of verdict.issues) produced.add(found.code);
    return `${verdict.fault} ${verdict.issues.map(({ code, path }) => `${code} ${path}`).join(', ')}`;
  };
  const row = (ledger: Ledger, key: string) => ledger.view.state(key);

  it('has its form, and keys that are those of its addresses', () => {
    const good = recordOf({ metadata: { city: 'Y' } }, [alice, carol]);
    expect(checkRecord({ ...good } as unknown as Json)).to.deep.equal([]);
    const paths = (more: object) => checkRecord({ ...good, ...more } as unknown as Json).map(({ path }) => path);
    const address = (more: object) => paths({ addresses: [{ ...addressOf(alice, true), ...more }] });
    for (const [member, values] of Object.entries({
      participantId: ['', 1, 'x'.repeat(129), 'a\u0000'],
      organizationName: ['', null, 'x'.repeat(201), 'Brightwall\u200b', 'Brightwall '],
      participantName: ['', 7, 'pay\u202edrocer'],
      status: ['active', null],
      version: [0, 1.5, '1'],
      metadata: [[], { text: 'x'.repeat(4096) }],
      addresses: [[], {}, Array.from({ length: 11 }, () => addressOf(alice, true))],
    }))
      for (const value of values) expect(paths({ [member]: value })).to.deep.equal([`/${member}`]);
    expect(paths({ more: 1 })).to.deep.equal(['']);
    expect(checkRecord('text')).to.have.length(1);
    expect(address({ walletAddress: bob.address })).to.deep.equal(['/addresses/0/walletAddress']);
    expect(address({ publicKey: toBase64(bob.publicKey) })).to.deep.equal(['/addresses/0/walletAddress']);
    expect(address({ publicKey: 'AAAA' })).to.deep.equal(['/addresses/0/publicKey']);
    expect(address({ algorithm: 'ML-KEM-768' })).to.deep.equal(['/addresses/0/algorithm']);
    expect(address({ primary: 'yes' })).to.include('/addresses/0/primary');
    expect(address({ more: 1 })).to.deep.equal(['/addresses/0']);
    expect(address({ primary: false })).to.deep.equal(['/addresses']);
    const { publicKey } = encapsulationPair(new Uint8Array(64));
    expect(address({ encapsulationKey: toBase64(publicKey) })).to.deep.equal([]);
    expect(address({ encapsulationKey: toBase64(publicKey.fill(0xff)) })).to.deep.equal([
      '/addresses/0/encapsulationKey',
    ]);
    expect(paths({ addresses: [addressOf(alice, true), addressOf(alice, false)] })).to.deep.equal([
      '/addresses/1/walletAddress',
    ]);
    expect(judge(new Ledger(), publication(recordOf({ version: 0 })))).to.equal(
      'reject VAL_PARTICIPANT_001 /payload/version',
    );
  });

  it('is signed by its primary wallet, or by who governs the register', () => {
    const ledger = new Ledger();
    expect(judge(ledger, publication(recordOf()))).to.equal('ok');
    expect(judge(ledger, publication(recordOf(), owner))).to.equal('ok');
    expect(judge(ledger, publication(recordOf(), bob))).to.equal('reject VAL_PERM_003 /header/senderWallet');
    expect(judge(ledger, publication(recordOf({}, [bob, alice])))).to.equal('reject VAL_PERM_003 /header/senderWallet');
    const unsigned = { ...publication(recordOf()), signatures: [] };
    expect(judge(ledger, unsigned)).to.equal('reject VAL_POLICY_002 /signatures');
  });

  it('leaves rows for itself and its addresses, version after version', () => {
    const ledger = new Ledger();
    const first = publication(recordOf({}, [alice, carol]));
    ledger.seal(first);
    const addresses = [alice.address, carol.address];
    expect(row(ledger, 'part/builder')).to.deep.equal({
      addresses,
      latest: first.txId,
      ordinal: 0,
      own: true,
      primary: alice.address,
      status: 'Active',
      version: 1,
    });
    expect(row(ledger, `addr/${carol.address}`)).to.deep.equal({
      algorithm: 'NISTP256',
      participantId: 'builder',
      publicKey: toBase64(carol.publicKey),
      status: 'Active',
    });
    const other = publication(recordOf({ participantId: 'planner' }, [bob]), bob);
    const second = publication(recordOf({ version: 2 }, [alice]), alice, first);
    ledger.seal(second, other);
    expect([row(ledger, 'parts'), row(ledger, 'parts/0'), row(ledger, 'parts/1')]).to.deep.equal([
      { count: 2 },
      { participantId: 'builder' },
      { participantId: 'planner' },
    ]);
    expect(row(ledger, 'part/builder')).to.deep.include({ latest: second.txId, ordinal: 0, version: 2 });
    expect(row(ledger, `addr/${carol.address}`)).to.include({ participantId: 'builder', status: 'Deprecated' });
  });

  it('changes in order, by its primary wallet, and not after it was revoked', () => {
    const ledger = new Ledger();
    const first = publication(recordOf());
    ledger.seal(first);
    const stale = 'reject VAL_PARTICIPANT_002 /payload/version';
    expect(judge(ledger, publication(recordOf({ participantName: 'Other' })))).to.equal(stale);
    expect(judge(ledger, publication(recordOf({ version: 3 }), alice, first))).to.equal(stale);
    expect(
      judge(ledger, publication(recordOf({ version: 2 }), alice, { txId: 'ab'.repeat(32) } as Transaction)),
    ).to.match(/^retry VAL_CHAIN_001 /);
    // A new primary wallet is brought in by the one before, or anybody could take a participant over.
    const takeover = recordOf({ version: 2 }, [bob]);
    expect(judge(ledger, publication(takeover, bob, first))).to.equal('reject VAL_PERM_003 /payload/addresses');
    expect(judge(ledger, publication(provenBy(takeover, bob), alice, first))).to.equal('ok');
    const revoked = publication(recordOf({ version: 2, status: 'Revoked' }), owner, first);
    ledger.seal(revoked);
    expect(judge(ledger, publication(recordOf({ version: 3 }), alice, revoked))).to.equal(
      'reject VAL_PARTICIPANT_003 /payload/participantId',
    );
  });

  it('takes no address of another participant, but with the wallet of the address or who governs', () => {
    const ledger = new Ledger();
    ledger.seal(publication(recordOf({}, [alice, carol])));
    const second = (wallets: readonly Wallet[], by: Wallet) =>
      publication(recordOf({ participantId: 'second' }, wallets), by);
    expect(judge(ledger, second([bob, carol], bob))).to.equal(
      'reject VAL_PARTICIPANT_004 /payload/addresses/1/walletAddress',
    );
    expect(judge(ledger, second([bob, carol], owner))).to.equal('ok');
    ledger.seal(second([carol], carol));
    expect(row(ledger, `addr/${carol.address}`)).to.include({ participantId: 'second' });
  });

  it('keeps everything new from a revoked address', () => {
    const ledger = new Ledger();
    const definition = publish();
    const first = publication(recordOf({}, [bob]), bob);
    ledger.seal(definition, first);
    const to = (...recipients: string[]) =>
      judge(ledger, act({ actionId: '0', publicationTxId: definition.txId, recipients }, alice));
    expect(to(alice.address, bob.address)).to.equal('ok');
    ledger.seal(publication(recordOf({ version: 2, status: 'Revoked' }, [bob]), bob, first));
    expect(to(alice.address, bob.address)).to.equal('reject VAL_PARTICIPANT_005 /header/recipients/1');
    expect(to(alice.address)).to.equal('ok');
  });

  it('gives a wallet the encapsulation key that it signed for, and no other', () => {
    const { publicKey } = encapsulationPair(new Uint8Array(64));
    const encapsulationKey = toBase64(publicKey);
    const prove = (by: Wallet, of: Wallet = by, key = publicKey) =>
      toBase64(sign(by.algorithm, by.privateKey, encapsulationDigest(of.address, key)));
    const ofCarol = (more: object = {}) =>
      recordOf({ addresses: [{ ...addressOf(carol, true), encapsulationKey, ...more }] });
    const keyOf = (ledger: Ledger) => row(ledger, `addr/${carol.address}`) as Json as { encapsulationKey?: string };
    const sealed = (record: object, by: Wallet) => {
      const ledger = new Ledger();
      const tx = publication(record, by);
      expect(judge(ledger, tx)).to.equal('ok');
      ledger.seal(tx);
      return { ledger, tx, counts: keyOf(ledger).encapsulationKey === encapsulationKey };
    };
    expect(sealed(ofCarol(), carol).counts, 'its own record').to.equal(true);
    expect(sealed(ofCarol(), owner).counts, 'somebody else names the key').to.equal(false);
    const proven = sealed(ofCarol({ encapsulationProof: prove(carol) }), owner);
    expect(proven.counts, 'somebody else shows the proof').to.equal(true);
    // A wallet that proved a key once need not do so again; another key is another matter.
    const again = publication({ ...ofCarol(), version: 2 }, owner, proven.tx);
    proven.ledger.seal(again);
    expect(keyOf(proven.ledger).encapsulationKey).to.equal(encapsulationKey);
    const other = encapsulationPair(new Uint8Array(64).fill(1)).publicKey;
    const swapped = { ...ofCarol({ encapsulationKey: toBase64(other) }), version: 3 };
    proven.ledger.seal(publication(swapped, owner, again));
    expect(keyOf(proven.ledger).encapsulationKey).to.equal(undefined);
    // A proof of somebody else, of another wallet or of another key is none.
    for (const wrong of [
      prove(bob, carol),
      prove(carol, bob),
      prove(carol, carol, other),
      toBase64(new Uint8Array(64)),
    ])
      expect(judge(new Ledger(), publication(ofCarol({ encapsulationProof: wrong }), owner))).to.equal(
        'reject VAL_SIG_002 /signatures',
      );
    const at = (more: object) => checkRecord(ofCarol(more) as unknown as Json).map(({ path }) => path);
    expect(at({ encapsulationProof: '%' })).to.deep.equal(['/addresses/0/encapsulationProof']);
    expect(at({ encapsulationKey: undefined, encapsulationProof: prove(carol) })).to.deep.equal([
      '/addresses/0/encapsulationProof',
    ]);
  });

  it('asks a new primary wallet for its signature', () => {
    const ledger = new Ledger();
    const first = publication(recordOf());
    ledger.seal(first);
    const next = publication(recordOf({ version: 2 }, [bob]), alice, first);
    expect(judge(ledger, next)).to.equal('reject VAL_PARTICIPANT_006 /payload/primaryProof');
  });

  it('gives every code of its steps', () => {
    const steps = STEPS.filter(({ name }) => ['record', 'participants', 'recipients'].includes(name));
    // credential-facts.test.ts has that of a key of another participant.
    const codes = steps.flatMap((step) => step.codes).filter((code) => code !== 'VAL_PARTICIPANT_007');
    expect([...produced]).to.include.members(codes);
  });

  it('keeps its golden bytes and rows', () => {
    const path = 'test/vectors/participant.json';
    const tx = publication(recordOf({ metadata: { city: 'Y' } }, [alice, carol]));
    const ledger = new Ledger();
    ledger.seal(tx);
    const keys = ['part/builder', `addr/${alice.address}`, `addr/${carol.address}`, 'parts', 'parts/0'];
    const now = {
      transaction: fromUtf8(tx.bytes),
      txId: tx.txId,
      rows: Object.fromEntries(keys.map((key) => [key, row(ledger, key)])),
    };
    if (!existsSync(path) && process.env.QUORATE_WRITE_VECTORS)
      writeFileSync(path, `${JSON.stringify(now, null, 2)}\n`);
    const golden = JSON.parse(readFileSync(path, 'utf8')) as typeof now;
    expect(now).to.deep.equal(golden);
    expect(decodeTransaction(utf8(golden.transaction))).to.deep.include({ txId: golden.txId });
  });
});
