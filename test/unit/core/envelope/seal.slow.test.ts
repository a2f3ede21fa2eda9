// Sealing and opening: who sees what, what is public, what tampering gives, and the layout read by an independent hand.
import {
  createDecipheriv,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
} from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { fromBase64, toBase64Url, toHex, utf8 } from '../../../../core/base/bytes.js';
import { sha256 } from '../../../../core/base/hash.js';
import { canonical, type JsonObject } from '../../../../core/base/json.js';
import { ENVELOPE_BYTES_MAX } from '../../../../core/base/limits/ledger/disclosure.js';
import { isFailure } from '../../../../core/base/result.js';
import { gcmEncrypt } from '../../../../core/crypto/encryption/aes-gcm.js';
import { agreeWith, type Offered, wrapUnder } from '../../../../core/crypto/encryption/key-wrap.js';
import { SIGNATURE_ALGORITHMS } from '../../../../core/crypto/signing/algorithms.js';
import { checkEnvelope, type Envelope, groupData, walletsOf } from '../../../../core/envelope/envelope.js';
import { verifyCommitment } from '../../../../core/envelope/open.js';
import { commitmentOf, type GroupContent, saltOf, sealEnvelope } from '../../../../core/envelope/seal.js';
import { aWallet, CONTEXT, carrierOf, OTHER, opened, sealed } from '../../../support/disclosure.js';
import { placesOf } from '../../../support/results.js';

const alice = aWallet('alice');
const bob = aWallet('bob', 'NISTP256');
const carol = aWallet('carol', 'ML-DSA-65');
const eve = aWallet('eve');
const fields = { applicant: 'Ada Quill', fee: 2200, granted: true, parts: [1, { depth: 'two' }] };

function codes(groups: readonly GroupContent[], more: object = {}): readonly string[] {
  return placesOf(sealEnvelope({ context: CONTEXT, groups, entropy: sha256('e'), ...more }));
}

function fieldsOf(envelope: Envelope, wallet: ReturnType<typeof aWallet>): readonly JsonObject[] | string {
  const result = opened(envelope, wallet);
  return typeof result === 'string' ? result : result.map((group) => group.fields);
}

describe('disclosure: seal and open', () => {
  for (const algorithm of SIGNATURE_ALGORITHMS)
    for (const hybrid of algorithm === 'ML-DSA-65' ? [true] : [false, true])
      it(`${algorithm}${hybrid ? ' with an encapsulation key' : ''}: a sealed text opens, with its commitment`, () => {
        const holder = aWallet('holder', algorithm, hybrid);
        const envelope = sealed({ groups: [{ fields, recipients: [eve.key, holder.key] }] });
        expect(checkEnvelope(JSON.parse(canonical(envelope)))).to.deep.equal([]);
        const result = opened(envelope, holder);
        if (typeof result === 'string') throw new Error(result);
        expect(result).to.have.lengthOf(1);
        expect(result[0]?.fields).to.deep.equal(fields);
        expect(result.every(verifyCommitment)).to.equal(true);
        expect(opened(envelope, holder, OTHER)).to.equal('CIPHERTEXT_INVALID');
        expect(opened(envelope, { ...holder, opener: { ...holder.opener, keys: alice.opener.keys } })).to.equal(
          'CIPHERTEXT_INVALID',
        );
      }).timeout(60_000);

  it('each wallet sees its own groups only, and a stranger none', () => {
    const envelope = sealed({
      groups: [
        { fields, recipients: [alice.key] },
        { fields: { fee: 2200 }, recipients: [bob.key, carol.key] },
      ],
    });
    expect(fieldsOf(envelope, alice)).to.deep.equal([fields]);
    expect(fieldsOf(envelope, bob)).to.deep.equal([{ fee: 2200 }]);
    expect(fieldsOf(envelope, carol)).to.deep.equal([{ fee: 2200 }]);
    expect(fieldsOf(envelope, eve)).to.deep.equal([]);
    expect(walletsOf(envelope)).to.deep.equal([alice, bob, carol].map(({ key }) => key.walletAddress).sort());
  });

  it('a group does not open for another register, instance, action or id', () => {
    const envelope = sealed({ groups: [{ fields, recipients: [alice.key] }] });
    const [group] = envelope.groups;
    if (!group) throw new Error('no group');
    for (const change of [{ registerId: 'r' }, { instanceId: 'permit-2' }, { actionId: '3' }])
      expect(opened(envelope, alice, { ...CONTEXT, ...change } as typeof OTHER)).to.equal('CIPHERTEXT_INVALID');
    const renamed = { ...envelope, groups: [{ ...group, groupId: 'ab'.repeat(16) }] };
    expect(opened(renamed, alice)).to.equal('CIPHERTEXT_INVALID');
  });

  it('ciphertexts, keys and commitments of two groups cannot be swapped', () => {
    const envelope = sealed({
      groups: [
        { fields: { fee: 1 }, recipients: [alice.key] },
        { fields: { fee: 2 }, recipients: [alice.key] },
      ],
    });
    const [one, two] = envelope.groups;
    if (!one || !two) throw new Error('two groups');
    for (const member of ['groupId', 'nonce', 'ciphertext', 'commitment', 'keys'] as const) {
      const swapped = {
        ...envelope,
        groups: [
          { ...one, [member]: two[member] },
          { ...two, [member]: one[member] },
        ],
      };
      expect(opened(swapped, alice), member).to.equal('CIPHERTEXT_INVALID');
    }
    expect(fieldsOf({ ...envelope, groups: [two, one] }, alice)).to.deep.equal([{ fee: 2 }, { fee: 1 }]);
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
      if (checkEnvelope(parsed as never).length > 0) {
        continue;
      }
      // Only the other wallet's own key can change without a reader's notice: the two never both read on.
      const seen = [alice, bob].map((wallet) => fieldsOf(parsed, wallet));
      expect(
        seen.some((result) => result === 'CIPHERTEXT_INVALID'),
        `byte ${i}`,
      ).to.equal(true);
      for (const result of seen)
        if (result !== 'CIPHERTEXT_INVALID') expect(result, `byte ${i}`).to.deep.equal([fields]);
    }
  }).timeout(60_000);

  it('a sender that committed to something else, or gives two wallets different keys, is found out', () => {
    const envelope = sealed({ groups: [{ fields, recipients: [alice.key] }] });
    const forged = forge({ fee: 1 }, { fee: 2 });
    expect(checkEnvelope(forged as never)).to.deep.equal([]);
    expect(opened(forged, alice)).to.equal('CIPHERTEXT_INVALID');
    expect(fieldsOf(forge({ fee: 1 }, { fee: 1 }), alice)).to.deep.equal([{ fee: 1 }]);
    expect(opened(forge({ fee: 1 }, { fee: 1 }, sha256("a salt that is not the key's")), alice)).to.equal(
      'CIPHERTEXT_INVALID',
    );
    expect(fieldsOf(envelope, alice)).to.deep.equal([fields]);
  });

  it('a disclosure is proved with salt and fields, and with no other fields', () => {
    const result = opened(sealed({ groups: [{ fields, recipients: [alice.key] }] }), alice);
    if (typeof result === 'string' || !result[0]) throw new Error('not opened');
    const proof = result[0];
    expect(verifyCommitment(proof)).to.equal(true);
    expect(verifyCommitment({ ...proof, fields: Object.fromEntries(Object.entries(fields).reverse()) })).to.equal(true);
    expect(verifyCommitment({ ...proof, fields: { ...fields, fee: 2201 } })).to.equal(false);
    expect(verifyCommitment({ ...proof, salt: toBase64Url(new Uint8Array(32)) })).to.equal(false);
    for (const garbage of ['', 'A', `${proof.salt}=`, 'é'.repeat(43)]) {
      expect(verifyCommitment({ ...proof, salt: garbage })).to.equal(false);
      expect(verifyCommitment({ ...proof, commitment: garbage })).to.equal(false);
    }
    expect(verifyCommitment({ ...proof, fields: { fee: Number.NaN } })).to.equal(false);
  });

  it('the same entropy with other data or another place shares no byte of key, nonce or id', () => {
    const group = (envelope: Envelope) => envelope.groups[0] as Envelope['groups'][number];
    const one = group(sealed({ groups: [{ fields: { fee: 1 }, recipients: [alice.key] }] }));
    const again = group(sealed({ groups: [{ fields: { fee: 1 }, recipients: [alice.key] }] }));
    const two = group(sealed({ groups: [{ fields: { fee: 2 }, recipients: [alice.key] }] }));
    const three = group(sealed({ groups: [{ fields: { fee: 1 }, recipients: [alice.key] }], context: OTHER }));
    expect(again).to.deep.equal(one);
    for (const other of [two, three])
      for (const member of ['groupId', 'nonce', 'ciphertext', 'commitment'] as const)
        expect(other[member]).to.not.equal(one[member]);
  });

  it('one agreement serves many envelopes: its carriers are the same, and nothing else is', () => {
    const agreed = agreeWith(alice.key, sha256('agreed')) as Offered;
    const groups = [
      { fields, recipients: [{ ...alice.key, agreed }] },
      { fields: { other: 1 }, recipients: [{ ...alice.key, agreed }] },
    ];
    const two = [sha256('first'), sha256('second')].map((entropy) => sealed({ groups, entropy }));
    expect(two[0]?.wallets).to.deep.equal(two[1]?.wallets);
    const wraps = two.flatMap((envelope) => envelope.groups.map((group) => group.keys[0]?.wrappedKey));
    expect(new Set(wraps).size).to.equal(4);
    for (const envelope of two) expect(opened(envelope, alice)).to.have.nested.property('[1].fields.other', 1);
  });

  it('a wrapped key serves its own group only', () => {
    const agreed = agreeWith(alice.key, sha256('agreed')) as Offered;
    const recipients = [{ ...alice.key, agreed }];
    const groups = [{ fields, recipients }];
    const one = sealed({ groups, entropy: sha256('first') });
    const two = sealed({ groups, entropy: sha256('second') });
    const mixed = { ...one, groups: one.groups.map((group, i) => ({ ...group, keys: two.groups[i]?.keys ?? [] })) };
    expect(opened(mixed, alice)).to.equal('CIPHERTEXT_INVALID');
  });

  it('the layout read by hand: X25519, HKDF, AES-256-GCM and SHA-256 of the platform alone', () => {
    const envelope = sealed({ groups: [{ fields, recipients: [alice.key] }] });
    const [group] = envelope.groups;
    const carrier = Buffer.from(carrierOf(envelope.wallets[0]), 'base64url');
    const wrapped = Buffer.from(group?.keys[0]?.wrappedKey ?? '', 'base64url');
    const scalar = createHash('sha512').update(alice.opener.keys.privateKey).digest().subarray(0, 32);
    const der = (prefix: string, raw: Uint8Array) => Buffer.concat([Buffer.from(prefix, 'hex'), raw]);
    const shared = diffieHellman({
      privateKey: createPrivateKey({
        key: der('302e020100300506032b656e04220420', scalar),
        format: 'der',
        type: 'pkcs8',
      }),
      publicKey: createPublicKey({
        key: der('302a300506032b656e032100', carrier),
        format: 'der',
        type: 'spki',
      }),
    });
    const salt = Buffer.concat([carrier, alice.key.publicKey]);
    const wrapKeys = Buffer.from(hkdfSync('sha256', shared, salt, `quorate:envelope:v1:1${group?.groupId}`, 44));
    const contentKey = decrypt(wrapKeys.subarray(0, 32), wrapKeys.subarray(32), wrapped);
    const place = [CONTEXT.registerId, CONTEXT.instanceId, CONTEXT.actionId, group?.groupId].join('\x1f');
    const ciphertext = Buffer.from(group?.ciphertext ?? '', 'base64url');
    const plain = decrypt(contentKey, Buffer.from(group?.nonce ?? '', 'base64url'), ciphertext, Buffer.from(place));
    expect(plain.length % 256).to.equal(0);
    const content = JSON.parse(plain.toString());
    expect(content.fields).to.deep.equal(fields);
    const derived = createHmac('sha256', contentKey).update('quorate:disclosure:salt\x01').digest();
    expect(content.salt).to.equal(derived.toString('base64url'));
    const commitment = createHash('sha256')
      .update('quorate:disclosure:v1\x1f')
      .update(derived)
      .update('\x1f')
      .update('{"applicant":"Ada Quill","fee":2200,"granted":true,"parts":[1,{"depth":"two"}]}')
      .digest('base64url');
    expect(commitment).to.equal(group?.commitment);
  });

  it('refuses keys that cannot receive and addresses that are not theirs, each where it stands', () => {
    const { encapsulationKey: _, ...signsOnly } = carol.key;
    const group = (recipients: GroupContent['recipients']) => ({ fields, recipients });
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
    expect(() => codes([group([alice.key])], { entropy: new Uint8Array(31) })).to.throw('32 bytes of entropy');
  });

  it('refuses fields that a reader could not read: depth, numbers, lone surrogates', () => {
    let deep: JsonObject = { end: 1 };
    for (let i = 0; i < 64; i++) deep = { deep };
    const code = (data: JsonObject) => codes([{ fields: data, recipients: [alice.key] }]);
    expect(code(deep)[0]).to.match(/^BODY_TOO_DEEP \/groups\/0\/fields\/deep/);
    expect(code({ huge: 1e300 })).to.deep.equal(['BODY_NUMBER_RANGE /groups/0/fields/huge']);
    expect(code({ odd: '\ud800' })).to.deep.equal(['BODY_INVALID_JSON /groups/0/fields']);
    expect(code({})).to.deep.equal([]);
    expect(
      fieldsOf(sealed({ groups: [{ fields: JSON.parse('{"__proto__":{"a":1}}'), recipients: [alice.key] }] }), alice),
    ).to.deep.equal([JSON.parse('{"__proto__":{"a":1}}')]);
  });

  it('says beforehand what does not fit a transaction, to the byte', () => {
    const group = (length: number) => ({ fields: { text: 'x'.repeat(length) }, recipients: [alice.key, bob.key] });
    expect(codes([group(3 * 1024 * 1024)])).to.deep.equal(['VAL_SIZE_001 ']);
    const result = sealEnvelope({ context: CONTEXT, groups: [group(4 * 1024 * 1024)], entropy: sha256('e') });
    const told = Number(/has (\d+) bytes/.exec(!isFailure(result) ? '' : result.issue.message)?.[1]);
    const overhead = told - Math.ceil(((paddedTo256(4 * 1024 * 1024 + overheadOfText()) + 16) * 4) / 3);
    for (const length of [0, 100, 300, 5000]) {
      const real = canonical(sealed({ groups: [group(length)] })).length;
      expect(real).to.equal(overhead + Math.ceil(((paddedTo256(length + overheadOfText()) + 16) * 4) / 3));
    }
    const largest = sealed({ groups: [group(2 * 1024 * 1024)] });
    expect(canonical(largest).length).to.be.below(ENVELOPE_BYTES_MAX);
    expect(checkEnvelope(largest as never)).to.deep.equal([]);
  }).timeout(60_000);
});

function overheadOfText(): number {
  return `{"fields":{"text":""},"salt":"${'x'.repeat(43)}"}`.length;
}

function paddedTo256(length: number): number {
  return Math.ceil(length / 256) * 256;
}

function decrypt(key: Uint8Array, nonce: Uint8Array, sealedBytes: Buffer, aad: Uint8Array = new Uint8Array(0)): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAAD(aad).setAuthTag(sealedBytes.subarray(-16));
  return Buffer.concat([decipher.update(sealedBytes.subarray(0, -16)), decipher.final()]);
}

/**
 * The envelope that a dishonest sender could make: sealed fields beside a commitment to other ones, and a salt of its
 * choice.
 */
function forge(seen: JsonObject, committed: JsonObject, salt?: Uint8Array): Envelope {
  const key = sha256('a content key');
  const used = salt ?? saltOf(key);
  const groupId = toHex(sha256('id').subarray(0, 16));
  const nonce = sha256('nonce').subarray(0, 12);
  const text = canonical({ fields: seen, salt: toBase64Url(used) });
  const ciphertext = gcmEncrypt({ key, nonce, aad: groupData(CONTEXT, groupId) }, utf8(text.padEnd(256)));
  const agreed = agreeWith(alice.key, sha256('wrap'));
  if (isFailure(agreed)) throw new Error('not agreed');
  const wrapped = wrapUnder(agreed, key, utf8(groupId));
  const { wrap, carrier } = agreed;
  const wallets = [{ walletAddress: alice.key.walletAddress, wrap, carrier: toBase64Url(carrier) }];
  const keys = [{ wallet: 0, wrappedKey: toBase64Url(wrapped) }];
  const commitment = toBase64Url(commitmentOf(used, canonical(committed)));
  expect(fromBase64(commitment)).to.have.lengthOf(32);
  const group = { groupId, alg: 'A256GCM' as const, nonce: toBase64Url(nonce), ciphertext: toBase64Url(ciphertext) };
  return { v: 1, wallets, groups: [{ ...group, commitment, keys }] };
}
