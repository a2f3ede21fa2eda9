// The CA of an organisation as a folder: its key, its certificate, what it issued and what it revoked. It issues to
// nodes only, and only to one that proved its node key; its key never leaves the folder, which is best kept away from
// any node.
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { equalBytes } from '../../core/base/bytes.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { pemOf, pemParts } from '../../core/crypto/keys/pem.js';
import { normalSerial, revocationList } from './der.js';
import { isOpenToOthers, makePrivateFolder, readIfThere, writeOnce, writeOver } from './durable-file.js';
import { nodeUri, orgUri } from './names.js';
import type { NodeKey, TlsKey } from './node-keys.js';
import type { ProvenRequest } from './request.js';
import { authorityIn, type TrustedAuthority, withRevocations } from './trusted.js';
import { readCertificate } from './verify.js';
import { makeCertificate, makeRevocationList } from './x509.js';

const KEY_FILE = 'ca.key';
const CERTIFICATE_FILE = 'ca.crt';
const REVOCATION_FILE = 'crl.pem';
const ISSUED_FOLDER = 'issued';
const DAY_MS = 24 * 60 * 60 * 1000;
const AUTHORITY_DAYS = 3653;
export const NODE_DAYS = 365;
/** A node certificate never outlives its CA, and a leaked key should not be good for long. */
export const NODE_DAYS_MAX = 1827;

export interface Authority {
  readonly dir: string;
  /** Its certificate and what it has revoked. */
  readonly own: TrustedAuthority;
  readonly key: KeyObject;
}

export interface Issued {
  readonly serial: string;
  readonly peerId: string;
  readonly notAfterMs: number;
  readonly revoked: boolean;
  readonly pem: string;
}

/**
 * Makes the CA of an organisation in a folder that has none; NODE_IDENTITY_INVALID when there is one already. Good for
 * ten years.
 */
export async function createAuthority(
  dir: string,
  given: { readonly orgId: string; readonly installation: string; readonly name: string; readonly nowMs: number },
): Promise<Result<Authority>> {
  if (existsSync(join(dir, KEY_FILE)) || existsSync(join(dir, CERTIFICATE_FILE)))
    return fail(authorityIssue(`There is a CA in ${dir} already, and it stays as it is. Choose another folder.`));
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const der = await makeCertificate({
    commonName: given.name,
    uris: [orgUri(given.installation, given.orgId)],
    hosts: [],
    role: 'authority',
    spki: publicKey.export({ type: 'spki', format: 'der' }),
    signingKey: privateKey,
    nowMs: given.nowMs,
    notAfterMs: given.nowMs + AUTHORITY_DAYS * DAY_MS,
  });
  makePrivateFolder(join(dir, ISSUED_FOLDER));
  writeOnce(join(dir, KEY_FILE), privateKey.export({ type: 'pkcs8', format: 'pem' }) as string);
  writeOnce(join(dir, CERTIFICATE_FILE), pemOf('CERTIFICATE', der));
  return openAuthority(dir);
}

/**
 * The CA of a folder. NODE_IDENTITY_MISSING without one; NODE_IDENTITY_INVALID when its files are damaged, open to
 * others or do not fit.
 */
export function openAuthority(dir: string): Result<Authority> {
  const keyFile = join(dir, KEY_FILE);
  const keyPem = readIfThere(keyFile)?.toString('latin1');
  const pem = readIfThere(join(dir, CERTIFICATE_FILE))?.toString('latin1');
  if (keyPem === undefined || pem === undefined)
    return fail(
      issue('NODE_IDENTITY_MISSING', '', `There is no CA in ${dir}. Run "quorate ca init --dir ${dir} --org ID".`),
    );
  if (isOpenToOthers(keyFile))
    return fail(authorityIssue(`${keyFile} is a key that other users can read. Run: chmod 600 ${keyFile}`));
  const own = authorityIn(pem, join(dir, CERTIFICATE_FILE));
  if (isFailure(own)) return own;
  const key = privateKeyIn(keyPem);
  const spki = (from: KeyObject) => createPublicKey(from).export({ type: 'spki', format: 'der' });
  if (!key || !equalBytes(spki(key), own.certificate.publicKey.export({ type: 'spki', format: 'der' })))
    return fail(authorityIssue(`${keyFile} is not the key of the certificate beside it.`));
  const list = readIfThere(join(dir, REVOCATION_FILE))?.toString('latin1');
  const revoked = list === undefined ? { authority: own } : withRevocations([own], list, join(dir, REVOCATION_FILE));
  return isFailure(revoked) ? revoked : { dir, own: revoked.authority, key };
}

/**
 * Issues a certificate for a proven request and keeps a copy. It is good for `days` (at most NODE_DAYS_MAX), but not
 * longer than the CA. PEER_CERTIFICATE_EXPIRED when the CA itself is not valid now.
 */
export async function issueTo(
  authority: Authority,
  request: ProvenRequest,
  given: { readonly nowMs: number; readonly days: number },
): Promise<Result<Issued>> {
  const { own, key, dir } = authority;
  if (given.nowMs < own.notBeforeMs || given.nowMs > own.notAfterMs)
    return fail(
      issue('PEER_CERTIFICATE_EXPIRED', '', `The CA in ${dir} is not valid now. Check the clock, or make a new CA.`),
    );
  const der = await makeCertificate({
    commonName: request.peerId,
    uris: [nodeUri(own.installation, request.peerId), orgUri(own.installation, own.orgId)],
    hosts: withLocalhost(request.hosts),
    role: 'node',
    spki: request.spki,
    issuer: own.certificate.raw,
    signingKey: key,
    nowMs: given.nowMs,
    notAfterMs: Math.min(given.nowMs + given.days * DAY_MS, own.notAfterMs),
  });
  const issued = describe(pemOf('CERTIFICATE', der), own.revoked) as Issued;
  makePrivateFolder(join(dir, ISSUED_FOLDER));
  // Kept before it is given away: what is not known here could not be revoked by its peer id.
  writeOnce(join(dir, ISSUED_FOLDER, `${issued.serial}.pem`), issued.pem);
  return issued;
}

/** All certificates that the CA issued, the latest to expire first. */
export function listIssued({ dir, own }: Authority): readonly Issued[] {
  const folder = join(dir, ISSUED_FOLDER);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.pem')) : [];
  return names
    .flatMap((name) => describe(readIfThere(join(folder, name))?.toString('latin1') ?? '', own.revoked) ?? [])
    .sort((a, b) => b.notAfterMs - a.notAfterMs);
}

/**
 * Revokes certificates by serial number and writes the list anew; those that were revoked stay so. Gives the file and
 * how many it lists. The list is good until the CA ends: a node without the newest one keeps to the one it has.
 */
export async function revoke(
  authority: Authority,
  serials: readonly string[],
  nowMs: number,
): Promise<{ readonly file: string; readonly revoked: number }> {
  const { dir, own, key } = authority;
  const file = join(dir, REVOCATION_FILE);
  const [before] = pemParts(readIfThere(file)?.toString('latin1') ?? '', 'X509 CRL');
  const entries = before === undefined ? [] : [...revocationList(before).entries];
  const added = [...new Set(serials.map(normalSerial))].filter(
    (name) => !entries.some(({ serial }) => serial === name),
  );
  entries.push(...added.map((serial) => ({ serial, atMs: nowMs })));
  // Rises also when the clock was set back, so that the newer list stays the newer.
  const madeAtMs = Math.max(nowMs, (own.revokedAtMs ?? 0) + 1000);
  const text = await makeRevocationList({
    issuer: own.certificate.raw,
    signingKey: key,
    entries,
    nowMs: madeAtMs,
    nextUpdateMs: Math.max(own.notAfterMs, madeAtMs + DAY_MS),
    number: Math.floor(madeAtMs / 1000),
  });
  writeOver(file, text);
  return { file, revoked: entries.length };
}

/** A certificate (PEM) that the TLS key signs itself, for a node without a CA: a guest of nodes that admit anybody. */
export async function guestCertificate(
  keys: { readonly nodeKey: NodeKey; readonly tlsKey: TlsKey },
  given: {
    readonly orgId: string;
    readonly installation: string;
    readonly hosts: readonly string[];
    readonly nowMs: number;
    readonly days: number;
  },
): Promise<string> {
  const { peerId } = keys.nodeKey;
  const der = await makeCertificate({
    commonName: peerId,
    uris: [nodeUri(given.installation, peerId), orgUri(given.installation, given.orgId)],
    hosts: withLocalhost(given.hosts),
    role: 'node',
    spki: keys.tlsKey.spki,
    signingKey: keys.tlsKey.key,
    nowMs: given.nowMs,
    notAfterMs: given.nowMs + given.days * DAY_MS,
  });
  return pemOf('CERTIFICATE', der);
}

/** The statement of a certificate of this CA; undefined for any other text. */
function describe(pem: string, revoked: ReadonlySet<string>): Issued | undefined {
  const [der] = pemParts(pem, 'CERTIFICATE');
  const read = der === undefined ? undefined : readCertificate(der);
  if (read === undefined || isFailure(read)) return undefined;
  const serial = normalSerial(new X509Certificate(der as Buffer).serialNumber);
  const notAfterMs = Date.parse(read.certificate.validTo);
  return { serial, peerId: read.names.peerId, notAfterMs, revoked: revoked.has(serial), pem };
}

function withLocalhost(hosts: readonly string[]): readonly string[] {
  return [...new Set(['localhost', ...hosts])];
}

function privateKeyIn(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    // The reason from the platform could describe the key: it is not passed on.
    return undefined;
  }
}

function authorityIssue(message: string): Issue {
  return issue('NODE_IDENTITY_INVALID', '', message);
}
