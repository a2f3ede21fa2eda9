// Sealing and opening: who sees what, what is public, and what tampering gives.
import { expect } from 'chai';
import fc from 'fast-check';
import { utf8 } from '../../../../core/base/bytes.js';
import { sha256 } from '../../../../core/base/hash.js';
import { canonical, type JsonObject } from '../../../../core/base/json.js';
import { ENVELOPE_BYTES_MAX } from '../../../../core/base/limits/ledger/disclosure.js';
import { isFailure } from '../../../../core/base/result.js';
import { agreeWith, type Offered } from '../../../../core/crypto/encryption/key-wrap.js';
import { SIGNATURE_ALGORITHMS } from '../../../../core/crypto/signing/algorithms.js';
import { encryptCells } from '../../../../core/envelope/cells/encrypt.js';
import { type Envelope, readEnvelope } from '../../../../core/envelope/cells/envelope.js';
import { walletsOf } from '../../../../core/envelope/envelope.js';
import type { WalletKey } from '../../../../core/envelope/sealed-group.js';
import { placesOf } from '../../../support/base/results.js';
import { aWallet, CONTEXT, encryptionOf, OTHER, opened, sealed } from '../../../support/cells/disclosure.js';

const alice = aWallet('alice');
const bob = aWallet('bob', 'NISTP256');
const carol = aWallet('carol', 'ML-DSA-65');
const eve = aWallet('eve');
const fields = { applicant: 'Ada Quill', fee: 2200, granted: true, parts: [1, { depth: 'two' }] };

type Groups = Parameters<typeof sealed>[0]['groups'];

function codes(groups: Groups, entropy = sha256('e')): readonly string[] {
  return placesOf(encryptCells({ ...encryptionOf({ groups }), entropy }));
}

function fieldsOf(envelope: Envelope, wallet: ReturnType<typeof aWallet>): readonly JsonObject[] | string {
  const result = opened(envelope, wallet);
  return typeof result === 'string' ? result : result.map((group) => group.fields);
}

const isSound = (payload: unknown): boolean => !isFailure(readEnvelope(payload as never));

describe('disclosure: seal and open', () => {
  for (const algorithm of SIGNATURE_ALGORITHMS)
    for (const hybrid of algorithm === 'ML-DSA-65' ? [true] : [false, true])
      it(`${algorithm}${hybrid ? ' with an encapsulation key' : ''}: a sealed text opens`, () => {
        const holder = aWallet('holder', algorithm, hybrid);
        const envelope = sealed({ groups: [{ fields, recipients: [eve.key, holder.key] }] });
        expect(isSound(JSON.parse(canonical(envelope)))).to.equal(true);
        expect(fieldsOf(envelope, holder)).to.deep.equal([fields]);
        expect(opened(envelope, holder, OTHER)).to.equal('undelivered');
        const keys = { ...holder, opener: { ...holder.opener, keys: alice.opener.keys } };
        expect(opened(envelope, keys)).to.equal('undelivered');
      }).timeout(60_000);

  it('each wallet of the group sees it, and a stranger nothing', () => {
    const envelope = sealed({ groups: [{ fields, recipients: [alice.key, bob.key, carol.key] }] });
    for (const wallet of [alice, bob, carol]) expect(fieldsOf(envelope, wallet)).to.deep.equal([fields]);
    expect(fieldsOf(envelope, eve)).to.deep.equal([]);
    expect(walletsOf(envelope)).to.deep.equal([alice, bob, carol].map(({ key }) => key.walletAddress).sort());
  });

  it('a group does not open for another register, instance, action or id', () => {
    const envelope = sealed({ groups: [{ fields, recipients: [alice.key] }] });
    const [group] = envelope.groups;
    if (!group) throw new Error('no group');
    for (const change of [{ registerId: 'r' }, { instanceId: 'permit-2' }, { actionId: '3' }])
      expect(opened(envelope, alice, { ...CONTEXT, ...change } as typeof OTHER)).to.equal('undelivered');
    const renamed = { ...envelope, groups: [{ ...group, groupId: 'ab'.repeat(16) }] };
    expect(opened(renamed, alice)).to.equal('undelivered');
  });

  it('no name, value or part of a field is in the public bytes', () => {
    const word = fc.stringMatching(/^[a-z]{9,20}$/);
    const value = fc.oneof(
      word,
      fc.integer({ min: 10_000_000 }),
      fc.array(word, { maxLength: 3 }),
      fc.record({ inner: word }),
    );
    fc.assert(
      fc.property(
        fc.dictionary(word, value, { minKeys: 1, maxKeys: 6 }),
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        (data, entropy) => {
          const envelope = sealed({
            groups: [{ fields: data as JsonObject, recipients: [alice.key, bob.key] }],
            entropy,
          });
          const text = canonical(envelope);
          const decoded = envelope.groups.map(({ ciphertext }) =>
            Buffer.from(ciphertext, 'base64url').toString('latin1'),
          );
          const secrets = canonical(data).match(/[a-z]{9,}|[0-9]{8,}/g) ?? [];
          expect(secrets).to.not.have.lengthOf(0);
          for (const secret of secrets) for (const where of [text, ...decoded]) expect(where).to.not.include(secret);
          expect(fieldsOf(envelope, eve)).to.deep.equal([]);
          expect(fieldsOf(envelope, alice)).to.deep.equal([data]);
        },
      ),
      { numRuns: 40 },
    );
  }).timeout(60_000);

  it('short groups look all the same from outside', () => {
    const size = (data: JsonObject) =>
      canonical(sealed({ groups: [{ fields: data, recipients: [alice.key] }] })).length;
    expect(size({ granted: true })).to.equal(size({ granted: false }));
    expect(size({ granted: true })).to.equal(size({ granted: false, reason: 'the plot is in a flood plain' }));
  });

  it('a flipped bit is refused by the form, or by a wallet that it touches; the other sees what it saw', () => {
    const envelope = sealed({ groups: [{ fields, recipients: [alice.key, bob.key] }] });
    const bytes = utf8(canonical(envelope));
    for (let i = 0; i < bytes.length; i++) {
      const changed = Uint8Array.from(bytes);
      changed[i] = (changed[i] as number) ^ (1 << (i % 7));
      let parsed: Envelope;
      try {
        parsed = JSON.parse(Buffer.from(changed).toString());
      } catch {
        continue;
      }
      if (!isSound(parsed)) continue;
      // Only the other wallet's own key can change without a reader's notice: the two never both read on.
      const seen = [alice, bob].map((wallet) => fieldsOf(parsed, wallet));
      expect(
        seen.some((result) => result === 'undelivered'),
        `byte ${i}`,
      ).to.equal(true);
      for (const result of seen) if (result !== 'undelivered') expect(result, `byte ${i}`).to.deep.equal([fields]);
    }
  }).timeout(60_000);

  it('the same entropy with other data or another place shares no byte of key, nonce or id', () => {
    const group = (envelope: Envelope) => envelope.groups[0] as Envelope['groups'][number];
    const one = group(sealed({ groups: [{ fields: { fee: 1 }, recipients: [alice.key] }] }));
    const again = group(sealed({ groups: [{ fields: { fee: 1 }, recipients: [alice.key] }] }));
    const two = group(sealed({ groups: [{ fields: { fee: 2 }, recipients: [alice.key] }] }));
    const three = group(sealed({ groups: [{ fields: { fee: 1 }, recipients: [alice.key] }], context: OTHER }));
    expect(again).to.deep.equal(one);
    for (const other of [two, three])
      for (const member of ['groupId', 'nonce', 'ciphertext'] as const) expect(other[member]).to.not.equal(one[member]);
  });

  it('one agreement serves many envelopes, its carriers are the same, and a wrapped key serves its own group', () => {
    const agreed = agreeWith(alice.key, sha256('agreed')) as Offered;
    const groups = [{ fields, recipients: [{ ...alice.key, agreed }] }];
    const [one, two] = [sha256('first'), sha256('second')].map((entropy) => sealed({ groups, entropy })) as [
      Envelope,
      Envelope,
    ];
    expect(one.wallets).to.deep.equal(two.wallets);
    expect(one.groups[0]?.keys[0]?.wrappedKey).to.not.equal(two.groups[0]?.keys[0]?.wrappedKey);
    for (const envelope of [one, two]) expect(fieldsOf(envelope, alice)).to.deep.equal([fields]);
    const mixed = { ...one, groups: one.groups.map((group, i) => ({ ...group, keys: two.groups[i]?.keys ?? [] })) };
    expect(opened(mixed, alice)).to.equal('undelivered');
  });

  it('refuses keys that cannot receive and addresses that are not theirs, each where it stands', () => {
    const { encapsulationKey: _, ...signsOnly } = carol.key;
    const group = (recipients: readonly WalletKey[]) => ({ fields, recipients });
    expect(codes([group([alice.key, signsOnly])])).to.deep.equal(['ALGORITHM_UNSUPPORTED /groups/0/recipients/1']);
    expect(codes([group([alice.key]), group([{ ...alice.key, walletAddress: bob.key.walletAddress }])])).to.deep.equal([
      'RECIPIENT_KEY_UNKNOWN /groups/1/recipients/0',
    ]);
    expect(codes([group([{ ...alice.key, publicKey: new Uint8Array(32) }])])).to.deep.equal([
      'VAL_SIG_003 /groups/0/recipients/0',
    ]);
    expect(codes([])).to.deep.equal(['VAL_SCHEMA_006 /groups']);
    expect(codes([group([])])).to.deep.equal(['VAL_SCHEMA_006 /groups/0/recipients']);
    expect(codes([group([alice.key, alice.key])])).to.deep.equal(['VAL_SCHEMA_006 /groups/0/recipients']);
    expect(codes(Array.from({ length: 101 }, () => group([alice.key])))).to.deep.equal(['VAL_SCHEMA_006 /groups']);
    expect(() => codes([group([alice.key])], new Uint8Array(31))).to.throw('32 bytes of entropy');
  });

  it('says beforehand what does not fit a transaction', () => {
    const group = (length: number) => ({ fields: { text: 'x'.repeat(length) }, recipients: [alice.key, bob.key] });
    expect(codes([group(3 * 1024 * 1024)])).to.deep.equal(['VAL_SIZE_001 ']);
    const largest = sealed({ groups: [group(2 * 1024 * 1024)] });
    expect(canonical(largest).length).to.be.below(ENVELOPE_BYTES_MAX);
    expect(isSound(largest)).to.equal(true);
  }).timeout(60_000);
});
