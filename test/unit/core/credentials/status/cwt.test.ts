// Status tokens as CWT: the example of the draft, what is refused, and that a list which is made reads the same.
import { deflateSync } from 'node:zlib';
import { expect } from 'chai';
import { fromHex, toHex } from '../../../../../core/base/bytes.js';
import { sha256 } from '../../../../../core/base/hash.js';
import { readCbor } from '../../../../../core/credentials/cbor/read.js';
import { type CborMap, type CborValue, TaggedItem } from '../../../../../core/credentials/cbor/value.js';
import { writeCbor } from '../../../../../core/credentials/cbor/write.js';
import { isSignedBy } from '../../../../../core/credentials/cose/sign1.js';
import { FormatFault, faultOr } from '../../../../../core/credentials/fault.js';
import { statusListOf } from '../../../../../core/credentials/status/bits.js';
import { draftStatusCwt, readStatusCwt } from '../../../../../core/credentials/status/cwt.js';
import { statusBy } from '../../../../../core/credentials/status/token.js';
import { generate, sign } from '../../../../../core/crypto/signing/algorithms.js';

/** draft-ietf-oauth-status-list section 5.2, and the key of its examples. */
const EXAMPLE = fromHex(
  'd2845820a2012610781a6170706c69636174696f6e2f7374617475736c6973742b637774a1044231325850a502782168747470733a2f2f657861' +
    '6d706c652e636f6d2f7374617475736c697374732f31061a648c5bea041a8898dfea19fffe19a8c019fffda2646269747301636c73744a78da' +
    'dbb918000217015d584093fa4d01032b18c35e2fe1101b77fd6cc9440022caa4694450c4e4e9feab4e99d1fa6d9772ce2bf3a12e0323ded7' +
    'c982c5e101a5e67f0cbc1e2b6f57ce99c279',
);
const KEY = { x: 'I3HWm_0Ds1dPMI-IWmf4mBmH-YaeAVbPVu7vB27CxXo', y: '6N_d5Elj9bs1htgV3okJKIdbHEpkgTmAluYKJemzn1M' };
const EXAMPLE_KEY = Buffer.concat([Buffer.of(4), Buffer.from(KEY.x, 'base64url'), Buffer.from(KEY.y, 'base64url')]);
const URI = 'https://example.com/statuslists/1';
const PAIR = generate('NISTP256', new Uint8Array(32).fill(3));
const CONTENT = {
  ...{ uri: URI, issuedAtSeconds: 1000, expiresAtSeconds: 2000, ttlSeconds: 300, chain: [Uint8Array.of(9)] },
  list: statusListOf(2, 1000, [[17, 2]]),
};
const { toSign, finish } = draftStatusCwt(CONTENT, (bytes) => deflateSync(bytes));
const TOKEN = finish(sign('NISTP256', PAIR.privateKey, sha256(toSign)));
const PARTS = (readCbor(TOKEN) as TaggedItem).value as readonly [Uint8Array, CborMap, Uint8Array, Uint8Array];

const withParts = (...parts: readonly CborValue[]) => writeCbor(new TaggedItem(18, parts));
/** The token with other claims; nothing of its form rests on the signature. */
const having = (change: (claims: CborMap) => CborMap) =>
  withParts(PARTS[0], PARTS[1], writeCbor(change(readCbor(PARTS[2]) as CborMap)), PARTS[3]);
const adding = (key: number, value: CborValue) => having((claims) => new Map([...claims, [key, value]]));
const without = (key: number) => having((claims) => new Map([...claims].filter(([name]) => name !== key)));
const listWith = (members: Readonly<Record<string, CborValue>>) => adding(65533, new Map(Object.entries(members)));

describe('a status token as CWT', () => {
  it('is that of the draft', () => {
    const token = readStatusCwt(EXAMPLE);
    expect(isSignedBy(token.sign1, EXAMPLE_KEY)).to.equal(true);
    const dates = { issuedAtMs: 1_686_920_170_000, expiresAtMs: 2_291_720_170_000, keptForMs: 43_200_000 };
    expect(token).to.deep.include({ subject: URI, ...dates });
    const at = { atMs: token.issuedAtMs };
    const statuses = Array.from({ length: 16 }, (_, index) => statusBy(token, { uri: URI, index }, at));
    expect(statuses.join('')).to.equal('1001110111000101');
  });

  it('reads as it was made', () => {
    const token = readStatusCwt(TOKEN);
    expect(isSignedBy(token.sign1, PAIR.publicKey)).to.equal(true);
    expect(token.sign1.chain?.map(toHex)).to.deep.equal(['09']);
    expect(token).to.deep.include({ subject: URI, issuedAtMs: 1_000_000, expiresAtMs: 2_000_000, keptForMs: 300_000 });
    const statuses = [16, 17, 18].map((index) => statusBy(token, { uri: URI, index }, { atMs: 1_500_000 }));
    expect(statuses).to.deep.equal([0, 2, 0]);
  });

  it('may have claims beside its own, and no dates but that of its issue', () => {
    expect(readStatusCwt(adding(1, 'the issuer'))).to.include({ subject: URI });
    const { expiresAtMs } = readStatusCwt(without(4));
    expect([expiresAtMs, readStatusCwt(without(65534)).keptForMs]).to.deep.equal([undefined, undefined]);
  });

  const REFUSED: readonly (readonly [what: string, token: Uint8Array, says: string])[] = [
    ['no tag', TOKEN.subarray(1), 'with its tag'],
    ['bytes behind it', Buffer.concat([TOKEN, Buffer.of(0)]), 'stands behind'],
    ['another type', withParts(writeCbor(new Map([[1, -7]])), PARTS[1], PARTS[2], PARTS[3]), 'not of the type'],
    ['no payload', withParts(PARTS[0], PARTS[1], null, PARTS[3]), 'payload of the status token'],
    ['no sub', without(2), 'has no sub'],
    ['no iat', without(6), 'has no iat'],
    ['an iat that is a text', adding(6, '1000'), 'iat of The status token'],
    ['an exp before 1970', adding(4, -1), 'exp of The status token'],
    ['nbf', adding(5, 1000), 'nbf'],
    ['a ttl of 0', adding(65534, 0), 'not positive'],
    ['no list', without(65533), 'has no list'],
    ['a list without bits', listWith({ lst: new Uint8Array() }), 'has no bits'],
    ['a list as a text', listWith({ bits: 1, lst: 'eNrbuRgAAhcBXQ' }), 'lst of The status list'],
    ['a list with a member more', listWith({ bits: 1, lst: new Uint8Array(), more: 1 }), 'a member beside'],
    ['over 64 KiB', Buffer.alloc(65_537), '65536 are read'],
  ];
  for (const [what, token, says] of REFUSED)
    it(`is refused with ${what}`, () => {
      const fault = faultOr(() => readStatusCwt(token));
      expect(fault instanceof FormatFault && fault.message).to.include(says);
    });
});
