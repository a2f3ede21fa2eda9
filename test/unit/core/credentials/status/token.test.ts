// Status tokens: what one says at a time, and when it says nothing.
import { deflateSync } from 'node:zlib';
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { FormatFault, faultOr } from '../../../../../core/credentials/fault.js';
import { draftJws } from '../../../../../core/credentials/jose/jws.js';
import { statusListOf } from '../../../../../core/credentials/status/bits.js';
import { readStatusJwt, statusPlaceIn } from '../../../../../core/credentials/status/jwt.js';
import { type AskedStatus, type StatusToken, statusBy } from '../../../../../core/credentials/status/token.js';
import { AT_MS, ISSUER, LIST, PLACE, signedBy, statusToken } from '../../../../support/credentials/shown.js';

const TOKEN: StatusToken = readStatusJwt(statusToken({ statuses: [[PLACE, 2]] }));
const { expiresAtMs: _, keptForMs: __, ...ENDLESS } = TOKEN;
const by = (token: StatusToken, asked: AskedStatus = { atMs: AT_MS }, index = PLACE) =>
  faultOr(() => statusBy(token, { uri: LIST, index }, asked));
const issuedAt = TOKEN.issuedAtMs;

describe('status tokens', () => {
  for (const [what, token, asked] of [
    ['when it was issued', TOKEN, { atMs: issuedAt }],
    ['in the last millisecond before it expires', TOKEN, { atMs: issuedAt + 599_999 }],
    ['behind its ttl, which is of copies', TOKEN, { atMs: issuedAt + 300_001 }],
    ['while a copy may be kept, where it has no expiry', { ...ENDLESS, keptForMs: 1000 }, { atMs: issuedAt + 1000 }],
    ['by the age that was asked, where it says nothing itself', ENDLESS, { atMs: issuedAt + 5, maxAgeMs: 5 }],
    ['from when it holds', { ...TOKEN, notBeforeMs: AT_MS }, { atMs: AT_MS }],
  ] as const)
    it(`say the status ${what}`, () => expect(by(token, asked)).to.equal(2));

  for (const [what, token, asked, index] of [
    ['before it was issued', TOKEN, { atMs: issuedAt - 1 }],
    ['before it holds', { ...TOKEN, notBeforeMs: AT_MS + 1 }],
    ['when it expires', TOKEN, { atMs: issuedAt + 600_000 }],
    ['beyond the age that was asked', TOKEN, { atMs: issuedAt + 6, maxAgeMs: 5 }],
    ['without any end', ENDLESS],
    ['behind its ttl, where it has no expiry', { ...ENDLESS, keptForMs: 1000 }, { atMs: issuedAt + 1001 }],
    ['of another list', { ...TOKEN, subject: `${LIST}/` }],
    ['with three bits', { ...TOKEN, bits: 3 }],
    ['with a list that is no zlib', { ...TOKEN, compressed: Uint8Array.of(1, 2, 3) }],
    ['with a bomb', { ...TOKEN, compressed: deflateSync(new Uint8Array(2 * 1024 * 1024 + 1)) }],
    ['outside its list', TOKEN, { atMs: AT_MS }, 1024],
  ] as readonly (readonly [string, StatusToken, AskedStatus?, number?])[])
    it(`say nothing ${what}`, () => expect(by(token, asked, index)).to.be.instanceOf(FormatFault));

  const list = statusListOf(1, 8, []);
  const good = {
    sub: LIST,
    iat: 1,
    exp: 2,
    ttl: 3,
    status_list: { bits: 1, lst: Buffer.from(deflateSync(list.bytes)).toString('base64url') },
  };
  const read = (changes: JsonObject) =>
    faultOr(() => readStatusJwt(signedBy(ISSUER, draftJws({ typ: 'statuslist+jwt' }, { ...good, ...changes }))));

  it('are read with all their dates', () => {
    const { jws, compressed, ...facts } = read({ nbf: 1.5 }) as ReturnType<typeof readStatusJwt>;
    expect(facts).to.deep.equal({
      subject: LIST,
      issuedAtMs: 1000,
      notBeforeMs: 1500,
      expiresAtMs: 2000,
      keptForMs: 3000,
      bits: 1,
    });
  });

  for (const [member, value] of [
    ['sub', 1],
    ['iat', '1'],
    ['exp', '2'],
    ['nbf', null],
    ['ttl', 0],
    ['ttl', '3'],
    ['status_list', []],
    ['status_list', { bits: 1, lst: 7 }],
    ['status_list', { bits: 1, lst: 'AA==' }],
  ] as readonly (readonly [string, Json])[])
    it(`are none with ${member} ${JSON.stringify(value)}`, () => {
      expect(read({ [member]: value })).to.be.instanceOf(FormatFault);
    });

  it('are found by the claim status, which has one mechanism', () => {
    expect(statusPlaceIn({})).to.equal(undefined);
    expect(statusPlaceIn({ status: { status_list: { idx: 0, uri: 'u', more: 1 } } })).to.deep.equal({
      uri: 'u',
      index: 0,
    });
    for (const status of [
      null,
      [],
      {},
      { status_list: [] },
      { status_list: { idx: '0', uri: 'u' } },
      { status_list: { idx: 0.5, uri: 'u' } },
      { status_list: { idx: 0 } },
    ])
      expect(
        faultOr(() => statusPlaceIn({ status })),
        JSON.stringify(status),
      ).to.be.instanceOf(FormatFault);
  });
});
