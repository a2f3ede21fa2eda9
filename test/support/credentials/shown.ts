// A credential, its holder and a request that it answers, for tests of the judge: all good, and each part can be
// changed.
import { deflateSync } from 'node:zlib';
import { toBase64Url } from '../../../core/base/bytes.js';
import { sha256 } from '../../../core/base/hash.js';
import type { JsonObject } from '../../../core/base/json.js';
import type { Draft } from '../../../core/credentials/draft.js';
import { blind } from '../../../core/credentials/sd-jwt/blind.js';
import type { SdJwt } from '../../../core/credentials/sd-jwt/compact.js';
import { draftIssued, selectClaims } from '../../../core/credentials/sd-jwt/credential.js';
import { draftPresentation } from '../../../core/credentials/sd-jwt/key-binding.js';
import type { PresentationCells, PresentationQuestion } from '../../../core/credentials/sd-jwt/presentation.js';
import { statusListOf } from '../../../core/credentials/status/bits.js';
import { draftStatusJwt } from '../../../core/credentials/status/jwt.js';
import { p256Jwk } from '../../../core/crypto/keys/jwk.js';
import { generate, type KeyPair, sign } from '../../../core/crypto/signing/algorithms.js';

const pair = (seed: number) => generate('NISTP256', new Uint8Array(32).fill(seed));
export const ISSUER = pair(1);
export const HOLDER = pair(2);
export const STRANGER = pair(3);
/** Signs status lists under the anchor of the issuer. */
export const STATUS_ISSUER = pair(4);

const AT_SECONDS = 1_795_000_000;
export const AT_MS = AT_SECONDS * 1000;
export const LIST = 'https://issuer.example/lists/1';
export const PLACE = 5;
const NONCE = 'WXZxr768rz9c7Dj6Z4ThbBOV46KXIAebZW7NE5nEH6E';
const AUDIENCE = 'x509_san_dns:shop.example';
export const TRANSACTION_DATA = ['eyJ0eXBlIjoidXJuOnF1b3JhdGU6YWN0aW9uOjEifQ'];

/** Certificates stand for their keys: the judge of paths is another one. */
const CHAINS = { issuer: 1, status: 4, stranger: 3 } as const;
const TRUSTED = new Map([
  [CHAINS.issuer, { publicKey: ISSUER.publicKey, anchor: 'state' }],
  [CHAINS.status, { publicKey: STATUS_ISSUER.publicKey, anchor: 'state' }],
  [CHAINS.stranger, { publicKey: STRANGER.publicKey, anchor: 'elsewhere' }],
] as const);
const chainOf = (name: keyof typeof CHAINS) => [Uint8Array.of(CHAINS[name])];

export function signedBy<T>({ privateKey }: KeyPair, { toSign, finish }: Draft<T>): T {
  return finish(sign('NISTP256', privateKey, sha256(toSign)));
}

/** Salts that differ, the same in each run. */
export function salts(): () => string {
  let count = 0;
  return () => toBase64Url(sha256(`salt ${count++}`).subarray(0, 16));
}

export const CLAIMS = {
  vct: 'urn:example:licence:1',
  iss: 'https://issuer.example',
  nbf: AT_SECONDS - 1000,
  exp: AT_SECONDS + 1000,
  cnf: { jwk: p256Jwk(HOLDER.publicKey) },
  status: { status_list: { idx: PLACE, uri: LIST } },
  number: 'L-17',
  classes: ['B', 'C', 'D'],
  holder: { name: 'Ada', born: '1990-01-01' },
};
const DISCLOSABLE = [['number'], ['classes', null], ['holder'], ['holder', 'name'], ['holder', 'born']];

interface Issuing {
  readonly claims?: JsonObject;
  readonly chain?: keyof typeof CHAINS;
  readonly key?: KeyPair;
}

export function credential({ claims = {}, chain = 'issuer', key = ISSUER }: Issuing = {}): SdJwt {
  const blinded = blind({ ...CLAIMS, ...claims }, { disclosable: DISCLOSABLE, decoys: 2, salt: salts() });
  return signedBy(key, draftIssued({ ...blinded, issuer: { chain: chainOf(chain) } }));
}

interface Proving {
  readonly key?: KeyPair;
  readonly nonce?: string;
  readonly audience?: string;
  readonly ageSeconds?: number;
  readonly transactionData?: readonly string[];
}

export function proven(sdJwt: SdJwt, proving: Proving = {}): SdJwt {
  const { key = HOLDER, nonce = NONCE, audience = AUDIENCE, ageSeconds = 60, transactionData } = proving;
  const content = { nonce, audience, issuedAtSeconds: AT_SECONDS - ageSeconds };
  return signedBy(key, draftPresentation(sdJwt, { ...content, ...(transactionData && { transactionData }) }));
}

interface Listing {
  readonly uri?: string;
  readonly statuses?: readonly (readonly [number, number])[];
  readonly entries?: number;
  readonly ageSeconds?: number;
  readonly lifeSeconds?: number;
  readonly chain?: keyof typeof CHAINS;
  readonly key?: KeyPair;
}

export function statusToken(listing: Listing = {}): string {
  const { uri = LIST, statuses = [[PLACE + 1, 1]], entries = 1024, ageSeconds = 300, lifeSeconds = 600 } = listing;
  const issuedAtSeconds = AT_SECONDS - ageSeconds;
  const content = {
    ...{ uri, list: statusListOf(2, entries, statuses), issuedAtSeconds, ttlSeconds: 300 },
    ...{ expiresAtSeconds: issuedAtSeconds + lifeSeconds, issuer: { chain: chainOf(listing.chain ?? 'status') } },
  };
  return signedBy(
    listing.key ?? STATUS_ISSUER,
    draftStatusJwt(content, (bytes) => deflateSync(bytes, { level: 6 })),
  );
}

/** The cells of a credential that is shown with its number and the name of its holder. */
export function cellsOf(shown: SdJwt, status: string | undefined = statusToken()): PresentationCells {
  const { issued, disclosures, proof } = shown;
  return {
    issued,
    claims: disclosures,
    ...(proof !== undefined && { proof }),
    ...(status !== undefined && { status }),
  };
}

export const SHOWN_PATHS = [['number'], ['holder', 'name'], ['classes', 1]];
export const shown = (issuing?: Issuing, proving?: Proving) =>
  proven(selectClaims(credential(issuing), SHOWN_PATHS), proving);

export const BINDING = { nonce: NONCE, audiences: ['x509_hash:other', AUDIENCE], proofMaxAgeMs: 900_000 };
export const QUESTION: PresentationQuestion = {
  ...{ atMs: AT_MS, types: ['urn:example:other:1', CLAIMS.vct], binding: BINDING, status: 'closed' },
  claims: [
    { name: 'number', path: ['number'], values: ['L-16', 'L-17'] },
    { name: 'name', path: ['holder', 'name'] },
    { name: 'classes', path: ['classes', null], values: ['C'] },
  ],
  findIssuer: ({ chain: [leaf] }) => TRUSTED.get((leaf?.[0] ?? 0) as 1),
};
