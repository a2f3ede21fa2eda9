// Lies about what a gate was shown, each with the ground on which it is refused, of both formats where both can tell
// it.
import { fromHex, toBase64, toBase64Url } from '../../../../../core/base/bytes.js';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { nonceOf, useOf } from '../../../../../core/credentials/gate/bytes.js';
import type { GateParts } from '../../../../../core/credentials/gate/parts.js';
import { GATE_FORMATS, type GateFormat } from '../../../../../core/credentials/gate/rule.js';
import { disclosureOf } from '../../../../../core/credentials/sd-jwt/disclosure.js';
import { p256Thumbprint } from '../../../../../core/crypto/keys/jwk.js';
import {
  type Asking,
  AUDIENCE,
  BOUND,
  CHALLENGE,
  ISSUER_KEY_HASH,
  ISSUER_SPKI,
  listOf,
  OTHER_ANCHOR,
  partsOf,
  type Showing,
} from '../../../../support/credentials/gate.js';
import { STRANGER } from '../../../../support/credentials/shown.js';

export interface Lie {
  readonly code: string;
  readonly lie: string;
  readonly format: GateFormat;
  readonly parts: GateParts;
  readonly asking: Asking;
}

type Row = readonly [code: string, lie: string, showing: Showing, asking?: Asking];

const OTHER = (value: string) => fromHex(value.repeat(32));
const lotl = { kind: 'x509-lotl', trustListId: 'eu' };
const policy = (members: JsonObject, more: JsonObject = {}): Asking => ({
  requirement: { trustPolicy: { sources: [{ ...lotl, ...members }], ...more } },
});
const nonceFor = (bound: Partial<typeof BOUND>, challenge: Uint8Array = CHALLENGE, id = 'licence') =>
  nonceOf({ ...BOUND, ...bound }, challenge, id);
const cell = (part: string, value: Json | undefined) => [part, value] as const;

/** Both formats tell these. */
const BOTH: readonly Row[] = [
  ['form/frame', 'no frame', { frame: { v: undefined } }],
  ['form/frame', 'a frame of another version', { frame: { v: 2 } }],
  ['form/frame', 'a member beside those of the frame', { frame: { source: 'eu' } }],
  ['form/frame', 'a format that is not known', { frame: { format: 'ldp_vc' } }],
  ['form/frame', 'a challenge of 31 bytes', { frame: { challenge: toBase64Url(new Uint8Array(31)) } }],
  ['form/frame', 'no challenge', { frame: { challenge: undefined } }],
  ['form/frame', 'an empty audience', { frame: { audience: '' } }],
  ['form/frame', 'an audience beyond its bound', { frame: { audience: 'a'.repeat(2049) } }],
  ['form/frame', 'an anchor that is no certificate', { frame: { anchor: toBase64(new Uint8Array(8)) } }],
  ['form/frame', 'an anchor in other than base64', { frame: { anchor: 'AQ' } }],
  ['form/frame', 'an anchor beyond its bound', { frame: { anchor: toBase64(new Uint8Array(8193)) } }],
  ['form/frame', 'an anchor and a key of the issuer', { frame: { issuerKey: toBase64(ISSUER_SPKI) } }],
  ['issuer', 'an anchor that was withdrawn', {}, { trust: { lists: () => [] } }],
  ['issuer', 'a distrusted anchor', {}, { trust: { isDistrusted: (hash) => hash !== ISSUER_KEY_HASH } }],
  ['issuer', 'a distrusted key', {}, { trust: { isDistrusted: (hash) => hash === ISSUER_KEY_HASH } }],
  ['issuer', 'another anchor than the one of its chain', { frame: { anchor: toBase64(OTHER_ANCHOR) } }],
  ['issuer', 'no anchor', { frame: { anchor: undefined } }],
  ['issuer', 'an issuer under another anchor', { issuer: 'stranger', key: STRANGER }],
  ['issuer', 'a list that the register has not', {}, policy({ trustListId: 'us' })],
  ['issuer', 'an issuer that is not among the allowed ones', {}, policy({ allowedIssuers: ['other.example'] })],
  ['issuer', 'an issuer that is not accepted', {}, { requirement: { acceptedIssuers: ['other.example'] } }],
  ['issuer', 'a level that is too low', {}, policy({}, { minAssuranceLevel: 'High' })],
  [
    'issuer',
    'a stale list where the policy is strict',
    {},
    {
      ...policy({}, { strict: true }),
      trust: { lists: (id) => [listOf(id, { nextUpdateMs: 0 })] },
    },
  ],
  ['issuer', 'a policy that is none', {}, { requirement: { trustPolicy: { sources: [] } } }],
  ['signature', 'a forged issuer', { key: STRANGER }],
  ['type', 'another type', { type: 'urn:example:pass:1' }],
  ['validity', 'expired', { life: [-9, 0] }],
  ['validity', 'not valid yet', { life: [1, 9] }],
  ['status', 'revoked', { status: { value: 1 } }],
  ['status', 'suspended', { status: { value: 2 } }],
  ['status', 'a status that is absent', { status: undefined }],
  ['status', 'an expired status', { status: { lifeSeconds: 300 } }],
  ['status', 'a status of later', { status: { ageSeconds: -1 } }],
  ['status', 'an old status', {}, { requirement: { statusMaxAge: 'PT4M' } }],
  ['status', 'the status of another list', { status: { uri: 'https://issuer.example/lists/2' } }],
  ['status', 'a status that is not of the issuer', { status: { leaf: 'stranger', key: STRANGER } }],
  ['status', 'a forged status', { status: { key: STRANGER } }],
  [
    'status',
    'a bad status where it may be absent',
    { status: { value: 1 } },
    { requirement: { revocationCheckPolicy: 'FailOpen' } },
  ],
  ['binding', 'a replay from another action', { nonce: nonceFor({ place: OTHER('11') }) }],
  ['binding', 'a proof for other data', { nonce: nonceFor({ dataRoot: OTHER('11') }) }],
  ['binding', 'the place of another sender', {}, { bound: { place: OTHER('11') } }],
  ['binding', 'data that were changed afterwards', {}, { bound: { dataRoot: OTHER('11') } }],
  ['binding', 'another challenge', { nonce: nonceFor({}, OTHER('11')) }],
  ['binding', 'the proof of another gate', { nonce: nonceFor({}, CHALLENGE, 'identity') }],
  ['binding', 'a foreign key', { holder: STRANGER }],
  ['binding', 'another audience', { audience: AUDIENCE, frame: { audience: 'x509_san_dns:shop.example' } }],
  ['binding', 'a relay by another verifier', { audience: 'x509_san_dns:shop.example' }],
  ['binding', 'a verifier without a wallet', {}, { requirement: { verifiedBy: 'office' } }],
  ['binding', 'the audience of another verifier', {}, { requirement: { verifiedBy: 'office' }, verifier: 'qr1other' }],
  [
    'holder',
    'a key that is not of the record',
    {},
    {
      requirement: { holder: 'record' },
      view: { holderKeysOf: () => [p256Thumbprint(STRANGER.publicKey)] },
    },
  ],
  ['holder', 'a sender without a record', {}, { requirement: { holder: 'record' }, header: { senderWallet: 'qr1x' } }],
  ['use', 'a use that is not counted', {}, { requirement: { uses: { max: 1, per: 'register' } } }],
  [
    'use',
    'the use of another credential',
    {},
    {
      requirement: { uses: { max: 1, per: 'instance' } },
      statement: { use: useOf('6f9619ff-8b86-4d01-b42d-00cf4fc964ff/inst-1', new Uint8Array(1)) },
    },
  ],
];

const claim = (name: string, expectedValue?: Json) => ({
  requirement: { requiredClaims: [{ claimName: name, ...(expectedValue !== undefined && { expectedValue }) }] },
});

const ONE: Readonly<Record<GateFormat, readonly Row[]>> = {
  'sd-jwt-vc': [
    ['claims/number', 'another value', { claims: { number: 'L-18' } }],
    ['claims/number', 'a claim that is not shown', { shown: ['name', 'classes'] }],
    ['claims/["holder","born"]', 'a claim of a path that is not shown', {}, claim('["holder","born"]')],
    ['claims/[]', 'a path without a step', {}, claim('[]')],
    ['form/frame', 'a response URI of an SD-JWT', { frame: { responseUri: 'https://node.example/respond' } }],
    ['form/frame', 'a format that is not asked for', { frame: { format: 'mso_mdoc', responseUri: 'x' } }],
    ['issuer', 'nobody named whom to trust', {}, { requirement: { trustPolicy: undefined } as never }],
    ['issuer', 'a name with another key', { issuer: { iss: 'did:web:a.example' } }],
    ['binding', 'an old proof', { ageSeconds: 901 }],
    [
      'binding',
      'a proof older than the requirement takes',
      { ageSeconds: 61 },
      { requirement: { proofMaxAge: 'PT1M' } },
    ],
    ['binding', 'a proof of later', { ageSeconds: -61 }],
    ['binding', 'no consent', {}, { requirement: { consent: 'transaction-data' } }],
    ['binding', 'a consent that nobody asked for', { consent: true }],
    [
      'binding',
      'the consent to another action',
      { consent: true },
      { requirement: { consent: 'transaction-data' }, header: { actionId: '8' } },
    ],
  ],
  mso_mdoc: [
    [
      'claims/["org.example.licence","number"]',
      'another value',
      { claims: { number: 'L-18', name: 'Ada', classes: 'B' } },
    ],
    ['claims/["org.example.licence","number"]', 'a claim that is not shown', { shown: ['name'] }],
    ['claims/number', 'a name without a name space', {}, claim('number')],
    ['claims/["a","b","c"]', 'a path of three', {}, claim('["a","b","c"]')],
    ['form/frame', 'no response URI', { frame: { responseUri: undefined } }],
    ['form/frame', 'a key of encryption of 31 bytes', { frame: { encryptionKey: toBase64Url(new Uint8Array(31)) } }],
    ['issuer', 'no list of the organisation', {}, { requirement: { trustPolicy: undefined } as never }],
    ['binding', 'another address of the response', { frame: { responseUri: 'https://shop.example/respond' } }],
    ['binding', 'another key of encryption', { frame: { encryptionKey: toBase64Url(new Uint8Array(32)) } }],
  ],
};

/** Cells in place of the good ones. */
const CELLS: Readonly<Record<GateFormat, readonly (readonly [string, string, readonly [string, Json | undefined]])[]>> =
  {
    'sd-jwt-vc': [
      ['form/issued', 'no signed part', cell('issued', undefined)],
      ['form/issued', 'a signed part that is no text', cell('issued', { a: 1 })],
      ['form/issued', 'a signed part beyond its bound', cell('issued', 'A'.repeat(65_537))],
      ['form/claims', 'no list of claims', cell('claims', undefined)],
      ['form/claims', 'claims that are a text', cell('claims', 'AAAA')],
      ['form/claims', 'a disclosure that is a list', cell('claims', [['AAAA']])],
      ['form/claims', 'too many claims', cell('claims', new Array(257).fill(disclosureOf('s', 'a', 1)))],
      ['form/claims', 'claims beyond their bound', cell('claims', new Array(2).fill('A'.repeat(25_000)))],
      ['form/proof', 'no proof', cell('proof', undefined)],
      ['form/proof', 'a proof beyond its bound', cell('proof', 'A'.repeat(16_385))],
      ['form/status', 'a status that is a number', cell('status', 7)],
      ['form/status', 'a status that is null', cell('status', null)],
      ['form/status', 'a status beyond its bound', cell('status', 'A'.repeat(65_537))],
    ],
    mso_mdoc: [
      ['form/issued', 'no signed part', cell('issued', undefined)],
      ['form/claims', 'an element of one text', cell('claims', [['AAAA']])],
      ['form/claims', 'an element of three texts', cell('claims', [['a', 'AAAA', 'b']])],
      ['form/claims', 'an element that is a text', cell('claims', ['AAAA'])],
      ['form/proof', 'no proof', cell('proof', undefined)],
      ['form/status', 'a status that is null', cell('status', null)],
    ],
  };

export const LIES: readonly Lie[] = GATE_FORMATS.flatMap((format) => [
  ...[...BOTH, ...ONE[format]].map(
    ([code, lie, showing, asking = {}]): Lie => ({ code, lie, format, parts: partsOf(format, showing), asking }),
  ),
  ...CELLS[format].map(([code, lie, [part, value]]): Lie => {
    const { [part as keyof GateParts]: _, ...others } = partsOf(format);
    const parts = { ...others, ...(value !== undefined && { [part]: value }) };
    return { code, lie, format, parts, asking: {} };
  }),
]);
