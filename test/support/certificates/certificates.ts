// Certificates for tests, each part of which a test may replace: keys and names of parties, and what one certifies of
// another.
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { fromHex } from '../../../core/base/bytes.js';
import { inContext, plain, TAG } from '../../../core/trust/x509/der.js';
import { bits, der, extension, integer, isTrue, name, octets, oid, sequence, text } from './der.js';

export interface Party {
  readonly name: Uint8Array;
  readonly spki: Uint8Array;
  readonly privateKey: KeyObject;
  /** Of its key identifier. */
  readonly keyId: Uint8Array;
}

/** ES256, ES384, ES512 and RS256 by their keys. */
const KEYS = {
  'P-256': { digest: 'sha256', algorithm: fromHex('300a06082a8648ce3d040302') },
  'P-384': { digest: 'sha384', algorithm: fromHex('300a06082a8648ce3d040303') },
  'P-521': { digest: 'sha512', algorithm: fromHex('300a06082a8648ce3d040304') },
  RSA: { digest: 'sha256', algorithm: fromHex('300d06092a864886f70d01010b0500') },
} as const;

export type KeyKind = keyof typeof KEYS;

export const ALGORITHM = KEYS['P-256'].algorithm;

export function partyOf(commonName: string, kind: KeyKind = 'P-256'): Party {
  const { privateKey, publicKey } =
    kind === 'RSA'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: kind });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const keyId = createHash('sha256').update(spki).digest().subarray(0, 20);
  return { name: name(['O', 'Quorate'], ['CN', commonName]), spki, privateKey, keyId };
}

export const ID = {
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAltName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  nameConstraints: '2.5.29.30',
  certificatePolicies: '2.5.29.32',
  authorityKeyId: '2.5.29.35',
  policyConstraints: '2.5.29.36',
  extendedKeyUsage: '2.5.29.37',
} as const;

export type ExtensionName = keyof typeof ID;

/** Parts of a certificate, each whole, in place of the good ones. */
export interface Parts {
  readonly version?: Uint8Array;
  readonly serial?: Uint8Array;
  readonly inner?: Uint8Array;
  readonly outer?: Uint8Array;
  readonly issuer?: Uint8Array;
  readonly validity?: Uint8Array;
  readonly subject?: Uint8Array;
  readonly spki?: Uint8Array;
  readonly uniqueIds?: Uint8Array;
  /** By name, `undefined` leaves one out; others beside them. */
  readonly extensions?: Readonly<Partial<Record<ExtensionName, Uint8Array | undefined>>>;
  readonly more?: readonly Uint8Array[];
  /** All extensions with their tag. */
  readonly allExtensions?: Uint8Array;
  readonly signature?: Uint8Array;
}

const year = (years: string) => text(`${years}0101000000Z`, TAG.utcTime);
/** From 2020 to 2030. */
export const VALIDITY = sequence(year('20'), year('30'));
export const AT_MS = Date.parse('2026-06-01T00:00:00Z');

export const dns = (value: string) => text(value, plain(2));
export const keyIdExtension = (type: 'subjectKeyId' | 'authorityKeyId', id: Uint8Array) =>
  extension(ID[type], type === 'subjectKeyId' ? octets(id) : sequence(der(plain(0), id)));
/** Bits 0 (digitalSignature) or 5 (keyCertSign). */
export const keyUsage = (of: 'leaf' | 'authority') =>
  extension(ID.keyUsage, of === 'leaf' ? bits(Uint8Array.of(0x80), 7) : bits(Uint8Array.of(0x04), 2), true);
export const authority = (pathLength?: number, isCritical = true) => {
  const length = pathLength === undefined ? [] : [integer(pathLength.toString(16).padStart(2, '0'))];
  return extension(ID.basicConstraints, sequence(isTrue, ...length), isCritical);
};
export const altNames = (...names: readonly Uint8Array[]) => extension(ID.subjectAltName, sequence(...names));

/** That of `subject` by `issuer`: of a leaf, or with `of` of an authority. */
export function certificate(subject: Party, issuer: Party, parts: Parts = {}, of: 'leaf' | 'authority' = 'leaf') {
  const { digest, algorithm } = KEYS[kindOf(issuer.privateKey)];
  const usual: Readonly<Partial<Record<ExtensionName, Uint8Array | undefined>>> = {
    subjectKeyId: keyIdExtension('subjectKeyId', subject.keyId),
    authorityKeyId: keyIdExtension('authorityKeyId', issuer.keyId),
    keyUsage: keyUsage(of),
    ...(of === 'authority' ? { basicConstraints: authority() } : { subjectAltName: altNames(dns('leaf.example')) }),
  };
  const extensions = Object.values({ ...usual, ...parts.extensions }).filter((bytes) => bytes !== undefined);
  const signedBytes = sequence(
    parts.version ?? fromHex('a003020102'),
    parts.serial ?? integer('01'),
    parts.inner ?? algorithm,
    parts.issuer ?? issuer.name,
    parts.validity ?? VALIDITY,
    parts.subject ?? subject.name,
    parts.spki ?? subject.spki,
    parts.uniqueIds ?? new Uint8Array(0),
    parts.allExtensions ?? der(inContext(3), sequence(...extensions, ...(parts.more ?? []))),
  );
  const signature = parts.signature ?? sign(digest, signedBytes, issuer.privateKey);
  return sequence(signedBytes, parts.outer ?? parts.inner ?? algorithm, bits(signature));
}

function kindOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): KeyKind {
  if (asymmetricKeyType === 'rsa') return 'RSA';
  const curve = asymmetricKeyDetails?.namedCurve;
  return curve === 'prime256v1' ? 'P-256' : curve === 'secp384r1' ? 'P-384' : 'P-521';
}

export const purposes = (...types: readonly string[]) => extension(ID.extendedKeyUsage, sequence(...types.map(oid)));
