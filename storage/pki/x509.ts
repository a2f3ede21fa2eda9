// Certificates, requests and revocation lists as they are made (RFC 5280, RFC 2986), over @peculiar/x509 and the
// platform's keys. Makes forms only: whom an authority issues to is decided in authority.ts, and whom a node believes
// in verify.ts.
import 'reflect-metadata';
import { type KeyObject, randomBytes, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { pemOf } from '../../core/crypto/keys/pem.js';

// The console is checked with the types of a browser, whose Crypto knows more than that of Node 20.
x509.cryptoProvider.set(webcrypto as never);

export const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
/** Clocks differ: a certificate is good a little before it was made. */
export const BACKDATED_MS = 5 * 60 * 1000;

interface CertificateKeys {
  readonly privateKey: KeyObject;
  /** SPKI, DER. */
  readonly spki: Uint8Array;
}

export interface CertificateForm {
  readonly commonName: string;
  readonly uris: readonly string[];
  /** DNS names and IPv4 addresses. */
  readonly hosts: readonly string[];
  readonly role: 'authority' | 'node';
  /** Public key of the certificate, SPKI, DER. */
  readonly spki: Uint8Array;
  /** Absent for a certificate that its own key signs. */
  readonly issuer?: Uint8Array;
  readonly signingKey: KeyObject;
  readonly nowMs: number;
  readonly notAfterMs: number;
}

/**
 * A certificate (DER) with a random serial number of 127 bits and, because strict verifiers ask for them, both key
 * identifiers.
 */
export async function makeCertificate(form: CertificateForm): Promise<Uint8Array> {
  const publicKey = await importSpki(form.spki);
  const issuer = form.issuer === undefined ? undefined : new x509.X509Certificate(Buffer.from(form.issuer));
  const subject = new x509.Name([{ CN: [{ utf8String: form.commonName }] }]);
  const made = await x509.X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject: subject.toJSON(),
    issuer: (issuer?.subjectName ?? subject).toJSON(),
    notBefore: new Date(form.nowMs - BACKDATED_MS),
    notAfter: new Date(form.notAfterMs),
    signingAlgorithm: ECDSA,
    publicKey,
    signingKey: await importPrivate(form.signingKey),
    extensions: [
      ...extensionsOf(form),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer ? await issuer.publicKey.export() : publicKey),
    ],
  });
  return new Uint8Array(made.rawData);
}

/** A request (PKCS#10, DER) for the key, signed by it. */
export async function makeSigningRequest(keys: CertificateKeys, commonName: string): Promise<Uint8Array> {
  const made = await x509.Pkcs10CertificateRequestGenerator.create({
    name: new x509.Name([{ CN: [{ utf8String: commonName }] }]).toJSON(),
    keys: { privateKey: await importPrivate(keys.privateKey), publicKey: await importSpki(keys.spki) },
    signingAlgorithm: ECDSA,
  });
  return new Uint8Array(made.rawData);
}

/** The public key (SPKI, DER, on P-256) of a request that its own key signed; undefined for anything else. */
export async function keyOfRequest(der: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    const request = new x509.Pkcs10CertificateRequest(Buffer.from(der));
    const spki = new Uint8Array(request.publicKey.rawData);
    await importSpki(spki);
    return (await request.verify()) ? spki : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A revocation list in PEM. It has no successor date of its own: nodes keep what they were given until they are given a
 * newer one.
 */
export async function makeRevocationList(list: {
  readonly issuer: Uint8Array;
  readonly signingKey: KeyObject;
  readonly entries: readonly { readonly serial: string; readonly atMs: number }[];
  readonly nowMs: number;
  readonly nextUpdateMs: number;
  readonly number: number;
}): Promise<string> {
  const issuer = new x509.X509Certificate(Buffer.from(list.issuer));
  const made = await x509.X509CrlGenerator.create({
    issuer: issuer.subjectName.toJSON(),
    thisUpdate: new Date(list.nowMs),
    nextUpdate: new Date(list.nextUpdateMs),
    entries: list.entries.map(({ serial, atMs }) => ({
      serialNumber: evenHex(serial),
      revocationDate: new Date(atMs),
    })),
    signingAlgorithm: ECDSA,
    signingKey: await importPrivate(list.signingKey),
    extensions: [
      await x509.AuthorityKeyIdentifierExtension.create(await issuer.publicKey.export()),
      // CRL number, RFC 5280 section 5.2.3: an INTEGER of eight bytes whose first stays below 0x80.
      new x509.Extension('2.5.29.20', false, crlNumber(list.number)),
    ],
  });
  return pemOf('X509 CRL', new Uint8Array(made.rawData));
}

function extensionsOf({ role, uris, hosts }: CertificateForm): x509.Extension[] {
  const names: x509.JsonGeneralNames = [
    ...uris.map((value) => ({ type: 'url' as const, value })),
    ...hosts.map((value) => ({ type: isIpv4(value) ? ('ip' as const) : ('dns' as const), value })),
  ];
  const alternative = new x509.SubjectAlternativeNameExtension(names);
  if (role === 'authority') {
    const usage = x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign;
    return [new x509.BasicConstraintsExtension(true, 0, true), new x509.KeyUsagesExtension(usage, true), alternative];
  }
  return [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth, x509.ExtendedKeyUsage.clientAuth]),
    alternative,
  ];
}

/** 16 bytes of which the highest bit is not set, as a positive INTEGER of that length needs it; never zero. */
export function newSerial(): string {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0]! & 0x7f) | 0x40;
  return bytes.toString('hex');
}

function crlNumber(n: number): Uint8Array<ArrayBuffer> {
  const der = new Uint8Array(10);
  der.set([0x02, 0x08]);
  new DataView(der.buffer).setBigUint64(2, BigInt(n));
  // DER has the shortest form: leading zero bytes go, unless the next one would look negative.
  let skip = 2;
  while (skip < 9 && der[skip] === 0 && der[skip + 1]! < 0x80) skip += 1;
  return Uint8Array.from([0x02, 10 - skip, ...der.subarray(skip)]);
}

function evenHex(text: string): string {
  return text.length % 2 === 0 ? text : `0${text}`;
}

function isIpv4(text: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(text);
}

export function importSpki(spki: Uint8Array): Promise<webcrypto.CryptoKey> {
  return webcrypto.subtle.importKey('spki', spki, ECDSA, true, ['verify']);
}

function importPrivate(key: KeyObject): Promise<webcrypto.CryptoKey> {
  const der = key.export({ type: 'pkcs8', format: 'der' });
  return webcrypto.subtle.importKey('pkcs8', der, ECDSA, false, ['sign']);
}
