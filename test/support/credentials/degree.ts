// A W3C credential in JWT, its holder and a request that it answers, for tests of the judge. The credential is the
// first example of VC-JOSE-COSE 1.0 (section 3.1.1). DIDs of keys of ours are in the places of its issuer and subject.
// node:crypto signs it.
import { createPrivateKey, sign } from 'node:crypto';
import { toBase64Url } from '../../../core/base/bytes.js';
import type { JsonObject } from '../../../core/base/json.js';
import type { PresentationQuestion } from '../../../core/credentials/sd-jwt/presentation.js';
import { p256Jwk } from '../../../core/crypto/keys/jwk.js';
import type { KeyPair } from '../../../core/crypto/signing/algorithms.js';
import { AT_MS, HOLDER, ISSUER, STRANGER } from './shown.js';

const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
export const didOf = ({ publicKey }: KeyPair) => `did:jwk:${text(p256Jwk(publicKey))}`;

/** RFC 7515 by node:crypto alone. */
export function jwt({ publicKey, privateKey }: KeyPair, header: object, payload: object): string {
  const jwk = { ...p256Jwk(publicKey), d: toBase64Url(privateKey) };
  const key = { key: createPrivateKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
  const input = `${text({ alg: 'ES256', ...header })}.${text(payload)}`;
  return `${input}.${sign('sha256', Buffer.from(input), key).toString('base64url')}`;
}

export const ISSUER_DID = didOf(ISSUER);
export const DEGREE: JsonObject = {
  '@context': ['https://www.w3.org/ns/credentials/v2', 'https://www.w3.org/ns/credentials/examples/v2'],
  id: 'http://university.example/credentials/3732',
  type: ['VerifiableCredential', 'ExampleDegreeCredential', 'ExamplePersonCredential'],
  issuer: ISSUER_DID,
  validFrom: '2010-01-01T19:23:24Z',
  credentialSubject: {
    id: didOf(HOLDER),
    degree: { type: 'ExampleBachelorDegree', name: 'Bachelor of Science and Arts' },
    alumniOf: { name: 'Example University' },
  },
  credentialSchema: [
    { id: 'https://example.org/examples/degree.json', type: 'JsonSchema' },
    { id: 'https://example.org/examples/alumni.json', type: 'JsonSchema' },
  ],
};

export interface Issuing {
  readonly change?: object;
  readonly header?: object;
  readonly key?: KeyPair;
}

export function degree({ change = {}, header = {}, key = ISSUER }: Issuing = {}): string {
  return jwt(key, { typ: 'vc+jwt', cty: 'vc', kid: `${ISSUER_DID}#0`, ...header }, { ...DEGREE, ...change });
}

export interface Showing {
  readonly change?: object;
  readonly header?: object;
  readonly envelope?: object;
  readonly key?: KeyPair;
}

export const NONCE = 'n-0S6';
export const AUDIENCE = 'x509_san_dns:shop.example';

export function shownDegree(credential: string, showing: Showing = {}): string {
  const { change = {}, header = {}, envelope = {}, key = HOLDER } = showing;
  const enveloped = {
    '@context': 'https://www.w3.org/ns/credentials/v2',
    id: `data:application/vc+jwt,${credential}`,
    type: 'EnvelopedVerifiableCredential',
    ...envelope,
  };
  return jwt(
    key,
    { typ: 'vp+jwt', ...header },
    {
      ...{ '@context': ['https://www.w3.org/ns/credentials/v2'], type: 'VerifiablePresentation' },
      ...{ holder: didOf(HOLDER), verifiableCredential: [enveloped], nonce: NONCE, aud: AUDIENCE },
      ...change,
    },
  );
}

export const ASKED: PresentationQuestion = {
  ...{ atMs: AT_MS, types: ['ExampleDegreeCredential'], status: 'closed' },
  claims: [{ name: 'degree', path: ['credentialSubject', 'degree', 'name'] }],
  findIssuer: ({ issuer }) => (issuer === ISSUER_DID ? { publicKey: ISSUER.publicKey, anchor: 'name' } : undefined),
  binding: { nonce: NONCE, audiences: [AUDIENCE], proofMaxAgeMs: 300_000 },
};
export const OTHER = STRANGER;
