// Lies about an mdoc, each with the ground on which it is refused: those that the design of gates names, and more.
import { toBase64Url } from '../../../../../core/base/bytes.js';
import { sha256 } from '../../../../../core/base/hash.js';
import { readCbor } from '../../../../../core/credentials/cbor/read.js';
import type { CborMap, CborValue } from '../../../../../core/credentials/cbor/value.js';
import type { MdocCells } from '../../../../../core/credentials/mdoc/cells.js';
import type { MdocEvidence, MdocQuestion } from '../../../../../core/credentials/mdoc/presentation.js';
import { statusListOf } from '../../../../../core/credentials/status/bits.js';
import { p256Thumbprint } from '../../../../../core/crypto/keys/jwk.js';
import {
  ASKED,
  AT,
  bytesOf,
  chainOf,
  DAY,
  licence,
  OFFICE,
  PLACE,
  presented,
  QUESTION,
  STRANGER,
  statusToken,
} from '../../../../support/credentials/licence.js';
import { addedBy, adding, element, GOOD, inside, issued, mapOf, pairs, rewritten } from './forged.js';

type Claim = MdocCells['claims'][number];
export type Lie = readonly [lie: string, code: string, cells: unknown, question?: MdocQuestion];

const [EXTRA, NUMBER, EXPIRES] = GOOD.claims as readonly [Claim, Claim, Claim];
const OTHER = presented(licence({ elements: { 'org.example.licence': { number: 1, expires: 'never' } } }));
const claims = (...shown: MdocCells['claims']): MdocCells => ({ ...GOOD, claims: shown });
const asking = (change: Partial<MdocQuestion>): MdocQuestion => ({ ...QUESTION, ...change });
const answering = (change: Partial<typeof ASKED>): MdocCells => presented(licence(), { ...ASKED, ...change });
const proof = (change: (map: CborMap) => CborMap) => ({ ...GOOD, proof: rewritten(GOOD.proof, change) });
const object = (members: Readonly<Record<string, CborValue>>) => issued({ object: adding(members) });
const dated = (signed: CborValue) => issued({ object: (map) => inside(map, 'validityInfo', adding({ signed })) });
const behind = (cell: string) => toBase64Url(Buffer.concat([bytesOf(cell), Buffer.of(0)]));
const tagged = (cell: string) => toBase64Url(Buffer.concat([Buffer.of(0xd2), bytesOf(cell)]));

const withKey = (x: number, y: number) => {
  const deviceKey = pairs(1, 2, -1, 1, -2, new Uint8Array(x), -3, new Uint8Array(y));
  return issued({ object: (map) => inside(map, 'deviceKeyInfo', adding({ deviceKey })) });
};

const ONE = new Uint8Array(1);
const BOTH = { status_list: mapOf({ idx: 0, uri: '' }), identifier_list: mapOf({}) };
/** Two elements of one name that the office signed. */
const TWICE = [8, 9].map((digestID): Claim => ['a', element({ digestID })]);
const TWICE_DIGESTS = new Map([['a', new Map(TWICE.map(([, item], i) => [8 + i, sha256(bytesOf(item))]))]]);

export const FORMS: readonly Lie[] = [
  ['no credential', 'form/issued', { ...GOOD, issued: undefined }],
  ['no claims', 'form/claims', { ...GOOD, claims: undefined }],
  ['no proof', 'form/proof', { ...GOOD, proof: undefined }],
  ['a proof that nobody asked for', 'form/proof', GOOD, { ...QUESTION, binding: undefined } as never],
  ['another spelling of base64', 'form/proof', { ...GOOD, proof: `${GOOD.proof}=` }],
  ['bytes behind a part', 'form/issued', { ...GOOD, issued: behind(GOOD.issued) }],
  ['257 claims', 'form/claims', claims(...new Array(257).fill(NUMBER))],
  ['256 claims, all of them one', 'claims/number', claims(...new Array(256).fill(NUMBER))],
  [
    'claims beyond 128 KiB',
    'form/claims',
    claims(...new Array(100).fill(['a', element({ random: new Uint8Array(1000) })])),
  ],
  ['a claim of three parts', 'form/claims', claims([...NUMBER, ''] as never)],
  ['a salt of 15 bytes', 'form/claims', claims(['a', element({ random: new Uint8Array(15) })])],
  ['a member beside those of an element', 'form/claims', claims(['a', element({ more: 1 })])],
  ['an element of a long name', 'form/claims', claims(['a', element({ elementIdentifier: 'n'.repeat(257) })])],
  ['a name space of a long name', 'form/claims', claims(['n'.repeat(257), NUMBER[1]])],
  ['another version of the object', 'form/issued', object({ version: '1.1' })],
  ['digests of SHA-512', 'form/issued', object({ digestAlgorithm: 'SHA-512' })],
  ['a digest of 31 bytes', 'form/issued', object({ valueDigests: pairs('a', pairs(0, new Uint8Array(31))) })],
  ['a device key with a short x', 'form/issued', withKey(31, 32)],
  ['a device key with a short y', 'form/issued', withKey(32, 31)],
  ['a digest id below 0', 'form/issued', object({ valueDigests: pairs('a', pairs(-1, new Uint8Array(32))) })],
  ['a misspelt member of the object', 'form/issued', object({ Status: mapOf({}) })],
  ['a status of another mechanism', 'form/issued', object({ status: mapOf({ identifier_list: mapOf({}) }) })],
  ['a status of two mechanisms', 'form/issued', object({ status: mapOf(BOTH) })],
  ['a date that is a text', 'form/issued', dated('2026-11-28T13:00:00Z')],
  ['a critical header', 'form/issued', issued({ header: pairs(1, -7, 2, [33]) })],
  ['a header without an algorithm', 'form/issued', issued({ header: pairs() })],
  ['a chain in the protected header', 'form/issued', issued({ header: pairs(1, -7, 33, ONE) })],
  ['a key id beside the chain', 'form/issued', issued({ unprotected: pairs(33, ONE, 4, ONE) })],
  ['no chain', 'form/issued', issued({ unprotected: pairs() })],
  ['a list of one certificate', 'form/issued', issued({ unprotected: pairs(33, [ONE]) })],
  ['a tag before the signature', 'form/issued', { ...GOOD, issued: tagged(GOOD.issued) }],
  ['a MAC in place of a signature', 'form/proof', proof(adding({ deviceAuth: mapOf({ deviceMac: [] }) }))],
  ['a member beside those of the proof', 'form/proof', proof(adding({ more: 1 }))],
  ['a status token that is none', 'form/status', { ...GOOD, status: GOOD.issued }],
  ['a status token beyond 64 KiB', 'form/status', { ...GOOD, status: 'A'.repeat(65_540) }],
];

const STATED = presented(licence({ status: PLACE }));
const stated = (...change: Parameters<typeof statusToken>): MdocEvidence => ({
  ...STATED,
  status: statusToken(...change),
});
const ofLeaf = (notBeforeMs: number, notAfterMs: number): MdocQuestion =>
  asking({ findIssuer: () => ({ publicKey: OFFICE.publicKey, anchor: 'state', notBeforeMs, notAfterMs }) });

export const LIES: readonly Lie[] = [
  ['a chain that leads to no anchor', 'issuer', presented(licence({ chain: chainOf('unknown') }))],
  ['an anchor that was withdrawn', 'issuer', GOOD, asking({ findIssuer: () => undefined })],
  ['a forged issuer', 'signature', presented(licence({}, STRANGER))],
  ['an algorithm other than ES256', 'signature', issued({ header: pairs(1, -8) })],
  ['the signature of another credential', 'signature', { ...GOOD, issued: rewritten(GOOD.issued, signedAsOther) }],
  ['a payload that stands elsewhere', 'form/issued', { ...GOOD, issued: rewritten(GOOD.issued, withoutPayload) }],
  ['another type', 'type', presented(licence({ docType: 'org.example.fishing.1' }))],
  ['expired', 'validity', GOOD, asking({ atMs: AT + DAY })],
  ['not valid yet', 'validity', GOOD, asking({ atMs: AT - DAY - 1 })],
  ['signed after it is valid', 'validity', presented(licence({ signedMs: AT - DAY + 1000 }))],
  ['signed before its certificate was valid', 'validity', GOOD, ofLeaf(AT - 2 * DAY + 1, AT + DAY)],
  ['signed after its certificate was valid', 'validity', GOOD, ofLeaf(AT - 9 * DAY, AT - 2 * DAY - 1)],
  ['revoked', 'status', stated({ status: 1 })],
  ['suspended', 'status', stated({ status: 2 })],
  ['a status that is not shown', 'status', STATED],
  ['the status of another list', 'status', stated({ uri: 'https://office.example/lists/2' })],
  ['a list that ends before the place', 'status', stated({ list: statusListOf(2, 4, []) })],
  ['a list that is no list', 'status', stated({ list: { bits: 3 as never, bytes: ONE } })],
  ['an old status', 'status', stated(), asking({ statusMaxAgeMs: 3_599_000 })],
  ['an expired status', 'status', stated({ expiresAtSeconds: AT / 1000 })],
  ['a status of later', 'status', stated({ issuedAtSeconds: AT / 1000 + 1 })],
  ['a status under another anchor', 'status', stated({ signer: STRANGER, chain: chainOf('other') })],
  ['a status of an unknown signer', 'status', stated({ signer: STRANGER, chain: chainOf('unknown') })],
  ['a status without a chain', 'status', stated({ chain: [] })],
  ['a forged status', 'status', stated({ signer: STRANGER })],
  ['a status that the credential does not name', 'status', { ...GOOD, status: statusToken() }],
  ['another value', 'claims/licence', GOOD, asking({ claims: [{ ...QUESTION.claims[0]!, values: [1, '4711'] }] })],
  ['a claim that is not shown', 'claims/licence', claims(EXTRA, EXPIRES)],
  ['a claim of another name space', 'claims/licence', claims(EXTRA)],
  ['an element of another credential', 'claims/number', claims(OTHER.claims[0]!, EXPIRES)],
  ['an element in another name space', 'claims/number', claims(['org.example.extra', NUMBER[1]])],
  ['an element in a name space without digests', 'claims/number', claims(['org.example.none', NUMBER[1]])],
  ['an element twice', 'claims/number', claims(NUMBER, ...GOOD.claims)],
  ['two elements of one name', 'claims/number', { ...object({ valueDigests: TWICE_DIGESTS }), claims: TWICE }],
  ['an element of its own', 'claims/number', claims(...GOOD.claims, ['org.example.licence', element({})])],
  ['a replay from another action, or of other data', 'binding', answering({ nonce: 'another' })],
  ['a relay by another verifier', 'binding', answering({ clientId: 'x509_san_dns:shop.example' })],
  ['another address of the response', 'binding', answering({ responseUri: 'https://shop.example/respond' })],
  ['another key of encryption', 'binding', answering({ encryptionKey: new Uint8Array(32) })],
  ['a foreign key', 'binding', presented(licence(), ASKED, STRANGER)],
  ['the proof of another type', 'binding', { ...GOOD, proof: presented(licence({ docType: 'a' })).proof }],
  ['a proof over a payload of its own', 'binding', proof(withPayload)],
  ['an element that may not be added', 'binding', addedBy(pairs('org.example.licence', pairs('number', 9)))],
  ['an added name space without elements', 'binding', addedBy(pairs('org.example.licence', pairs()))],
  [
    ...(['another element than may be added', 'binding'] as const),
    addedBy(pairs('a', pairs('b', 1, 'c', 9)), mapOf({ dataElements: mapOf({ a: ['b'] }) })),
  ],
  ['a key that is not of the record', 'holder', GOOD, asking({ holderKeys: [p256Thumbprint(STRANGER.publicKey)] })],
];

function signedAsOther(parts: CborValue[]): CborValue {
  return [...parts.slice(0, 3), (readCbor(bytesOf(OTHER.issued)) as CborValue[])[3]!];
}

function withoutPayload(parts: CborValue[]): CborValue {
  return parts.map((part, i) => (i === 2 ? null : part));
}

/** The holder signature with bytes inside. */
function withPayload(map: CborMap): CborMap {
  return inside(map, 'deviceAuth', (auth) => {
    const parts = auth.get('deviceSignature') as CborValue[];
    return mapOf({ deviceSignature: parts.map((part, i) => (i === 2 ? ONE : part)) });
  });
}
