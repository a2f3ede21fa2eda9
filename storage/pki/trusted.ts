// The organisations whose nodes a node admits: CA certificates and their revocation lists, as files in the folder
// trusted/. A list that cannot be read or was not signed by its CA is refused with the whole folder. Without it a
// revoked node would be let in.
import { createHash, verify, X509Certificate } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Issue, issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { pemOf, pemParts } from '../../core/crypto/keys/pem.js';
import { type RevocationList, revocationList, uriNames } from './der.js';
import { makePrivateFolder, readIfThere, removeFile, writeOver } from './durable-file.js';
import { parseUri } from './names.js';

/** More organisations than one installation will have; bounds a start and each verification. */
const TRUSTED_MAX = 1000;

export interface TrustedAuthority {
  readonly orgId: string;
  readonly installation: string;
  /** Subject, for people. */
  readonly name: string;
  readonly certificate: X509Certificate;
  readonly pem: string;
  /** SHA-256 of the certificate (DER), 64 hex digits. */
  readonly fingerprint: string;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
  /** Serial numbers as der.ts normalises them. */
  readonly revoked: ReadonlySet<string>;
  /** When the newest revocation list was made; undefined without one. */
  readonly revokedAtMs?: number;
}

/**
 * The CA in a PEM text; NODE_IDENTITY_INVALID when it is not one, or does not name an organisation. `source` is said in
 * the message.
 */
export function authorityIn(pem: string, source: string): Result<TrustedAuthority> {
  const [part, ...others] = pemParts(pem, 'CERTIFICATE');
  if (part === undefined) return fail(sourceIssue(source, 'holds no certificate'));
  if (others.length > 0) return fail(sourceIssue(source, 'holds several certificates; give the CA certificate alone'));
  let certificate: X509Certificate;
  let names: readonly string[];
  try {
    certificate = new X509Certificate(part);
    names = uriNames(certificate.raw);
  } catch {
    return fail(sourceIssue(source, 'holds a certificate that cannot be read'));
  }
  const [name, ...more] = names.map(parseUri);
  if (!certificate.ca || !certificate.checkIssued(certificate) || !certificate.verify(certificate.publicKey))
    return fail(sourceIssue(source, 'is not the certificate of a CA of its own'));
  if (name?.kind !== 'org' || more.length > 0) return fail(sourceIssue(source, 'does not name one organisation'));
  return {
    orgId: name.id,
    installation: name.installation,
    name: certificate.subject,
    certificate,
    pem: pemOf('CERTIFICATE', certificate.raw),
    fingerprint: createHash('sha256').update(certificate.raw).digest('hex'),
    notBeforeMs: Date.parse(certificate.validFrom),
    notAfterMs: Date.parse(certificate.validTo),
    revoked: new Set(),
  };
}

/** The authority with the revocations of a list that it signed; NODE_IDENTITY_INVALID otherwise. */
export function withRevocations(
  authorities: readonly TrustedAuthority[],
  pem: string,
  source: string,
): Result<{ readonly authority: TrustedAuthority; readonly list: RevocationList }> {
  const [part, ...others] = pemParts(pem, 'X509 CRL');
  if (part === undefined || others.length > 0)
    return fail(sourceIssue(source, 'does not hold one revocation list (X509 CRL)'));
  let list: RevocationList;
  try {
    list = revocationList(part);
  } catch {
    return fail(sourceIssue(source, 'holds a revocation list that cannot be read'));
  }
  const signer = authorities.find(({ certificate }) => isSignedBy(list, certificate));
  if (signer === undefined) return fail(sourceIssue(source, 'holds a revocation list that no CA beside it has signed'));
  // The newest list alone would do; their union cannot be turned back by an older file.
  const revoked = new Set([...signer.revoked, ...list.entries.map(({ serial }) => serial)]);
  const revokedAtMs = Math.max(signer.revokedAtMs ?? 0, list.madeAtMs);
  return { authority: { ...signer, revoked, revokedAtMs }, list };
}

/** As the CA of an organisation is called; undefined where its name says nothing but the id. */
export function authorityName(trusted: readonly TrustedAuthority[], orgId: string): string | undefined {
  const name = /^CN=(.*)$/m.exec(trusted.find((authority) => authority.orgId === orgId)?.name ?? '')?.[1];
  return name?.includes(orgId) ? undefined : name;
}

/** All of a folder trusted/, sorted by organisation; none when it does not exist. */
export function loadTrusted(folder: string): Result<readonly TrustedAuthority[]> {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.pem')) : [];
  if (names.length > 2 * TRUSTED_MAX) return fail(sourceIssue(folder, `holds more than ${2 * TRUSTED_MAX} files`));
  const issues: Issue[] = [];
  const byKey = new Map<string, TrustedAuthority>();
  const keep = (item: Result<TrustedAuthority>) => {
    if (isFailure(item)) issues.push(item.issue);
    else byKey.set(item.fingerprint, item);
  };
  const lists = names.filter((name) => name.endsWith('.crl.pem'));
  for (const name of names.filter((entry) => !lists.includes(entry))) {
    const file = join(folder, name);
    keep(authorityIn(textOf(file), file));
  }
  for (const name of lists) {
    const file = join(folder, name);
    const read = withRevocations([...byKey.values()], textOf(file), file);
    keep(isFailure(read) ? read : read.authority);
  }
  return issues.length > 0 ? fail(issues) : [...byKey.values()].sort((a, b) => (a.orgId < b.orgId ? -1 : 1));
}

/** Adds a CA, durably. A mark that is there stays as it is. */
export function trust(folder: string, authority: TrustedAuthority): void {
  makePrivateFolder(folder);
  writeOver(join(folder, fileOf(authority, 'pem')), authority.pem);
}

/**
 * Adds a revocation list of a CA that is there, in place of an older one. NODE_IDENTITY_INVALID when no CA there signed
 * it, or when it is older than the one that is there: then it would let revoked nodes in again.
 */
export function trustRevocations(folder: string, pem: string, source: string): Result<TrustedAuthority> {
  const authorities = loadTrusted(folder);
  if (isFailure(authorities)) return authorities;
  const read = withRevocations(authorities, pem, source);
  if (isFailure(read)) return read;
  const before = authorities.find(({ fingerprint }) => fingerprint === read.authority.fingerprint);
  if ((before?.revokedAtMs ?? 0) > read.list.madeAtMs)
    return fail(sourceIssue(source, 'is older than the list that is there'));
  writeOver(join(folder, fileOf(read.authority, 'crl.pem')), pem);
  return read.authority;
}

/** Removes a CA and its revocation list; false when it is not there. */
export function distrust(folder: string, authority: TrustedAuthority): boolean {
  // The list first: one without its CA would be refused at the next start.
  removeFile(join(folder, fileOf(authority, 'crl.pem')));
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const own = names.filter((name) => {
    const item =
      name.endsWith('.pem') && !name.endsWith('.crl.pem') ? authorityIn(textOf(join(folder, name)), name) : null;
    return item !== null && !isFailure(item) && item.fingerprint === authority.fingerprint;
  });
  return own.map((name) => removeFile(join(folder, name))).includes(true);
}

/** A name for each CA of an organisation, so that a new CA can be trusted before the old one goes. */
function fileOf({ orgId, fingerprint }: TrustedAuthority, ending: string): string {
  return `${orgId}-${fingerprint.slice(0, 16)}.${ending}`;
}

function isSignedBy(list: RevocationList, { publicKey }: X509Certificate): boolean {
  return verify('sha256', list.signed, publicKey, list.signature);
}

function textOf(file: string): string {
  return readIfThere(file)?.toString('latin1') ?? '';
}

function sourceIssue(source: string, reason: string): Issue {
  return issue('NODE_IDENTITY_INVALID', '', `${source} ${reason}.`);
}
