// Presentations that are good, and lies, each with the code of its refusal: for the judge here, and in a page.
import type { JsonObject } from '../../../core/base/json.js';
import { draftJws } from '../../../core/credentials/jose/jws.js';
import type { SdJwt } from '../../../core/credentials/sd-jwt/compact.js';
import { disclosureOf } from '../../../core/credentials/sd-jwt/disclosure.js';
import type { PresentationCells, PresentationQuestion } from '../../../core/credentials/sd-jwt/presentation.js';
import {
  AT_MS,
  BINDING,
  CLAIMS,
  cellsOf,
  credential,
  HOLDER,
  ISSUER,
  LIST,
  PLACE,
  proven,
  QUESTION,
  STRANGER,
  shown,
  signedBy,
  statusToken,
  TRANSACTION_DATA,
} from './shown.js';

/** A presentation and a question, where they differ from the good ones. */
export interface Row {
  readonly cells?: PresentationCells;
  readonly asked?: Partial<PresentationQuestion>;
}

/** The good presentation with other cells. */
const with_ = (cells: PresentationCells): Row => ({ cells: { ...cellsOf(shown()), ...cells } });
const asking = (asked: Partial<PresentationQuestion>): Row => ({ asked });
const issuing = (claims: JsonObject): Row => ({ cells: cellsOf(shown({ claims })) });
/** The credential without some claims, since a claim cannot be issued as absent. */
export const without = (name: string): Row => {
  const { [name]: _, ...claims } = partsOf(credential().issued)[1];
  return resigned({}, claims);
};
const partsOf = (jws: string) =>
  jws.split('.', 2).map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as JsonObject) as [
    JsonObject,
    JsonObject,
  ];

/** The signed part with other members in header and payload, signed again by its issuer and proven again. */
function resigned(header: JsonObject, payload?: JsonObject, disclosures = credential().disclosures): Row {
  const { issued } = credential();
  const [oldHeader, oldPayload] = partsOf(issued);
  const draft = draftJws({ ...oldHeader, ...header }, payload ?? oldPayload);
  const text = signedBy(ISSUER, draft);
  return { cells: cellsOf(proven({ issued: text, disclosures })) };
}

/** A header as it is, which `draftJws` would not write. */
function rawHeader(jws: string, header: JsonObject): string {
  const [, payload, signature] = jws.split('.');
  return [Buffer.from(JSON.stringify(header)).toString('base64url'), payload, signature].join('.');
}

function reproven(header: JsonObject, changes: JsonObject = {}): Row {
  const good = shown();
  const [oldHeader, payload] = partsOf(good.proof ?? '');
  const draft = draftJws({ ...oldHeader, ...header }, { ...payload, ...changes });
  return { cells: cellsOf({ ...good, proof: signedBy(HOLDER, draft) }) };
}

const listed = (listing: Parameters<typeof statusToken>[0]) => with_({ status: statusToken(listing) });
const all = credential();
const more = (extra: string): SdJwt => proven({ issued: all.issued, disclosures: [...all.disclosures, extra] });
const seconds = AT_MS / 1000;

/** Codes of refusal, what is false, and the presentation. */
export const LIES: readonly (readonly [code: string, lie: string, row: Row])[] = [
  ['form/issued', 'no signed part', with_({ issued: '' })],
  ['form/issued', 'a signed part of two segments', with_({ issued: all.issued.split('.').slice(0, 2).join('.') })],
  ['form/issued', 'a type of another token', resigned({ typ: 'JWT' })],
  ['form/issued', 'a key in the header', resigned({ jwk: CLAIMS.cnf.jwk })],
  ['form/issued', 'the address of a key', resigned({ jku: 'https://issuer.example/jwks' })],
  ['form/issued', 'the address of a chain', resigned({ x5u: 'https://issuer.example/chain' })],
  ['form/issued', 'a critical header', resigned({ crit: ['b64'], b64: false })],
  ['form/issued', 'a chain that is no list', resigned({ x5c: 'AQ==' })],
  ['form/issued', 'an empty chain', resigned({ x5c: [] })],
  ['form/issued', 'a chain without padding', resigned({ x5c: ['AQ'] })],
  ['form/issued', 'a chain of six', resigned({ x5c: Array.from({ length: 6 }, () => 'AQ==') })],
  ['form/issued', 'a certificate beyond its bound', resigned({ x5c: [Buffer.alloc(8193).toString('base64')] })],
  ['form/issued', 'a presentation beyond its bound', with_({ claims: ['A'.repeat(131_072)] })],
  [
    'form/issued',
    'too many disclosures',
    with_({ claims: Array.from({ length: 257 }, () => all.disclosures[0] ?? '') }),
  ],
  ['form/claims', 'a disclosure that is no JSON', with_({ claims: ['AAAA'] })],
  ['form/claims', 'a disclosure of four', with_({ claims: [Buffer.from('["s","a",1,2]').toString('base64url')] })],
  ['form/claims', 'a disclosure without a salt', with_({ claims: [Buffer.from('[1,"a",1]').toString('base64url')] })],
  ['form/claims', 'a disclosure named _sd', with_({ claims: [disclosureOf('s', '_sd', [])] })],
  ['form/claims', 'a disclosure named ...', with_({ claims: [disclosureOf('s', '...', 'x')] })],
  [
    'form/claims',
    'a member named twice',
    with_({ claims: [Buffer.from('["s",{"a":1,"a":2}]').toString('base64url')] }),
  ],
  ['form/proof', 'no proof', with_({ proof: '' })],
  ['form/proof', 'a proof of another type', reproven({ typ: 'JWT' })],
  ['form/proof', 'a proof that nobody asked for', { asked: { ...QUESTION, binding: undefined } as never }],
  ['form/status', 'a status token of another type', with_({ status: all.issued })],
  ['form/status', 'a status token beyond its bound', with_({ status: 'A'.repeat(65_537) })],
  ['issuer', 'an issuer without a chain', resigned({ x5c: ['CQ=='] })],
  ['issuer', 'an anchor that was withdrawn', asking({ findIssuer: () => undefined })],
  ['signature', 'a forged issuer', { cells: cellsOf(shown({ key: STRANGER })) }],
  ['signature', 'a trusted stranger in place of the issuer', { cells: cellsOf(shown({ chain: 'stranger' })) }],
  [
    'signature',
    'no algorithm',
    with_({ issued: rawHeader(all.issued, { alg: 'none', typ: 'dc+sd-jwt', x5c: ['AQ=='] }) }),
  ],
  [
    'signature',
    'another algorithm',
    with_({ issued: rawHeader(all.issued, { alg: 'ES384', typ: 'dc+sd-jwt', x5c: ['AQ=='] }) }),
  ],
  ['type', 'another type', issuing({ vct: 'urn:example:pass:1' })],
  ['type', 'a type that was not asked for', asking({ types: ['urn:example:other:1'] })],
  ['type', 'no type', without('vct')],
  ['validity', 'expired', issuing({ exp: seconds })],
  ['validity', 'not valid yet', issuing({ nbf: seconds + 1 })],
  ['validity', 'an expiry that is a text', issuing({ exp: String(seconds + 1) })],
  ['validity', 'a beginning that is no number', issuing({ nbf: null })],
  ['status', 'revoked', listed({ statuses: [[PLACE, 1]] })],
  ['status', 'suspended', listed({ statuses: [[PLACE, 2]] })],
  ['status', 'absent', { cells: { ...cellsOf(shown()), status: undefined } as never }],
  [
    'status',
    'a bad token where it may be absent',
    { ...listed({ statuses: [[PLACE, 1]] }), asked: { status: 'open' } },
  ],
  ['status', 'expired token', listed({ lifeSeconds: 300 })],
  ['status', 'a token of later', listed({ ageSeconds: -1 })],
  ['status', 'a token too old for the requirement', asking({ statusMaxAgeMs: 299_999 })],
  ['status', 'of another list', listed({ uri: `${LIST}1` })],
  ['status', 'not of the issuer', listed({ chain: 'stranger', key: STRANGER })],
  ['status', 'a forged list', listed({ key: STRANGER })],
  ['status', 'an index outside', listed({ entries: 4, statuses: [] })],
  ['status', 'a token that the credential does not name', without('status')],
  ['status', 'a token where the status is known elsewhere', asking({ status: 'elsewhere' })],
  ['status', 'another mechanism beside the list', issuing({ status: { ...CLAIMS.status, other: {} } })],
  ['status', 'a mechanism that is not known', issuing({ status: { other: {} } })],
  ['status', 'an index that is none', issuing({ status: { status_list: { idx: -1, uri: LIST } } })],
  ['status', 'a list without an address', issuing({ status: { status_list: { idx: 1, uri: '' } } })],
  ['claims/number', 'another value', asking({ claims: [{ name: 'number', path: ['number'], values: ['L-18'] }] })],
  ['claims/born', 'not shown', asking({ claims: [{ name: 'born', path: ['holder', 'born'] }] })],
  ['claims/toString', 'not issued', asking({ claims: [{ name: 'toString', path: ['toString'] }] })],
  ['claims/classes', 'an element that is not shown', asking({ claims: [{ name: 'classes', path: ['classes', 1] }] })],
  ['claims', 'an extra disclosure', { cells: cellsOf(more(disclosureOf('s', 'admin', true))) }],
  ['claims', 'the same disclosure twice', { cells: cellsOf(more(all.disclosures[0] ?? '')) }],
  ['binding', 'another nonce: other action, data, instance or sender', { cells: cellsOf(shown({}, { nonce: 'x' })) }],
  ['binding', 'another audience: relay', { cells: cellsOf(shown({}, { audience: 'x509_san_dns:other.example' })) }],
  ['binding', 'a foreign key', { cells: cellsOf(shown({}, { key: STRANGER })) }],
  ['binding', 'an old proof', { cells: cellsOf(shown({}, { ageSeconds: 901 })) }],
  ['binding', 'a proof of later', { cells: cellsOf(shown({}, { ageSeconds: -61 })) }],
  ['binding', 'a proof without its time', reproven({}, { iat: 'today' })],
  ['binding', 'an expired proof', reproven({}, { exp: seconds })],
  ['binding', 'a proof that is not valid yet', reproven({}, { nbf: seconds + 61 })],
  [
    'binding',
    'a disclosure left out behind the proof',
    { ...with_({ claims: shown().disclosures.slice(1) }), asked: { claims: [] } },
  ],
  ['binding', 'a proof of another credential', with_({ proof: shown({ claims: { number: 'L-1' } }).proof ?? '' })],
  ['binding', 'no key of a holder', without('cnf')],
  ['binding', 'a key of a holder with its private part', issuing({ cnf: { jwk: { ...CLAIMS.cnf.jwk, d: 'AQ' } } })],
  ['binding', 'no consent', asking({ binding: { ...BINDING, transactionData: TRANSACTION_DATA } })],
  ['binding', 'consent to something else', { cells: cellsOf(shown({}, { transactionData: TRANSACTION_DATA })) }],
  [
    'binding',
    'consent to other data',
    {
      cells: cellsOf(shown({}, { transactionData: ['other'] })),
      asked: { binding: { ...BINDING, transactionData: TRANSACTION_DATA } },
    },
  ],
  ['binding', 'hashes that are not a list', reproven({}, { transaction_data_hashes: { length: 0 } })],
  [
    'binding',
    'hashes that have no text',
    {
      ...reproven({}, { transaction_data_hashes: [{ toString: 1 }, { toString: 1 }] }),
      asked: { binding: { ...BINDING, transactionData: ['one', 'two'] } },
    },
  ],
  ['binding', 'hashes by another algorithm', reproven({}, { transaction_data_hashes_alg: 'sha-512' })],
];

/** Others that are good too. */
export const GOOD: readonly (readonly [what: string, row: Row])[] = [
  ['an issuer of drafts', resigned({ typ: 'vc+sd-jwt' })],
  ['the last millisecond', issuing({ exp: (AT_MS + 1) / 1000, nbf: seconds })],
  ['no dates', without('exp')],
  ['a proof a minute ahead', { cells: cellsOf(shown({}, { ageSeconds: -60 })) }],
  ['a proof just young enough', { cells: cellsOf(shown({}, { ageSeconds: 900 })) }],
  [
    'an absent token where it may be',
    { cells: { ...cellsOf(shown()), status: undefined } as never, asked: { status: 'open' } },
  ],
  [
    'consent',
    {
      cells: cellsOf(shown({}, { transactionData: TRANSACTION_DATA })),
      asked: { binding: { ...BINDING, transactionData: TRANSACTION_DATA } },
    },
  ],
  ['a proof with dates that hold', reproven({}, { exp: seconds + 1, nbf: seconds + 60 })],
  ['a token just young enough', asking({ statusMaxAgeMs: 300_000 })],
  ['a claim of any value', asking({ claims: [{ name: 'holder', path: ['holder'] }] })],
];

export const questionOf = ({ asked = {} }: Row): PresentationQuestion => ({ ...QUESTION, ...asked });
export const cellsIn = ({ cells }: Row): PresentationCells => cells ?? cellsOf(shown());
