// Requests and certificates that this node makes for organisations, with random names and hosts. They are judged by
// openssl, by our own path rules, and by certtool where that is installed.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFailure, type Result } from '../../../core/base/result.js';
import { deriveKeyPair } from '../../../core/crypto/derivation/hd.js';
import { pemOf } from '../../../core/crypto/keys/pem.js';
import { PURPOSES } from '../../../core/trust/certificates/import.js';
import { type FormSigner, signForm, spkiOf } from '../../../core/trust/certificates/signed-form.js';
import { readAnchor } from '../../../core/trust/x509/certificate.js';
import { verifyPath } from '../../../core/trust/x509/path.js';
import {
  commonName,
  makeAuthorityCertificate,
  makeOrganisationCertificate,
  makeOrganisationRequest,
  type RemoteKey,
  subjectOf,
} from '../../../storage/pki/organisation-certificate.js';
import type { Dice } from '../../support/base/dice.js';

const DAY_MS = 86_400_000;
const SUBJECTS = ['CN=Permits', 'CN=Licences, O=City of Larnaca, C=CY', 'O=Δήμος, C=CY', 'CN=a\\, b+O=c\\"d'] as const;
const NAMES = ['Northwind', 'Δήμος Λάρνακας', 'x'.repeat(100), 'a, "b" = c'] as const;
const HOSTS = ['localhost', 'permits.example', 'a.b.c-d.example'] as const;

/** What openssl, or our own rules, refused: a line each. */
export async function refusedOfMade(dice: Dice, folder: string, rounds: number): Promise<readonly string[]> {
  const nowMs = Date.now();
  const authority = keyOf(dice, 'authority');
  const validity = { notBeforeMs: nowMs, notAfterMs: nowMs + 7300 * DAY_MS };
  const issuer = must(await makeAuthorityCertificate(authority, { name: 'Quorate trust authority', ...validity }));
  const root = write(folder, 'authority.pem', 'CERTIFICATE', issuer);
  const anchors = [must(readAnchor(issuer))];
  const refused: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const [key, host] = [keyOf(dice, 'wallet'), dice.pick(HOSTS)];
    const subject = dice.chance(0.5) ? must(subjectOf(dice.pick(SUBJECTS))) : commonName(dice.pick(NAMES));
    const use = dice.pick([undefined, 'credentials', 'requests'] as const);
    const request = must(await makeOrganisationRequest(key, { subject, host, use }));
    const form = { subject, host, spki: key.spki, notBeforeMs: nowMs, notAfterMs: nowMs + 397 * DAY_MS };
    const leaf = must(await makeOrganisationCertificate({ ...authority, issuer }, form));
    const csr = write(folder, 'request.pem', 'CERTIFICATE REQUEST', request);
    const file = write(folder, 'made.pem', 'CERTIFICATE', leaf);
    const what = `round ${round}, ${subject.toString()}, ${host}`;
    for (const words of [
      ['req', '-in', csr, '-verify', '-noout'],
      ['verify', '-x509_strict', '-no-CApath', '-no-CAstore', '-verify_hostname', host, '-CAfile', root, file],
    ]) {
      const { status, stderr, error } = spawnSync('openssl', words, { encoding: 'utf8' });
      if (error) throw error;
      if (status !== 0) refused.push(`openssl ${words[0]}, ${what}: ${stderr.trim()}`);
    }
    if (isInstalled('certtool')) {
      const { status, stdout } = certtool(root, file, '--verify-hostname', host);
      if (status !== 0) refused.push(`certtool, ${what}: ${stdout.trim()}`);
    }
    for (const purpose of Object.values(PURPOSES)) {
      const name = { kind: 'dns', value: host } as const;
      const path = verifyPath({ chain: [leaf], anchors, atMs: nowMs, purpose, name });
      if (isFailure(path)) refused.push(`our rules, ${what}: ${path.issue.message}`);
    }
  }
  return refused;
}

/** The verdict of GnuTLS on the certificates in a file, the leaf first, below those in another one. */
export function certtool(root: string, chain: string, ...more: readonly string[]) {
  const words = ['--verify', '--load-ca-certificate', root, '--infile', chain, ...more];
  const verdict = spawnSync('certtool', words, { encoding: 'utf8' });
  if (verdict.error) throw verdict.error;
  return verdict;
}

export function isInstalled(program: string): boolean {
  return spawnSync('which', [program]).status === 0;
}

function keyOf(dice: Dice, signer: FormSigner): RemoteKey {
  const pair = deriveKeyPair('NISTP256', dice.bytes(64), "m/44'/0'/0'/0/0");
  return { spki: spkiOf(pair.publicKey), sign: async (form) => signForm(pair, signer, form) };
}

function write(folder: string, name: string, label: string, der: Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, pemOf(label, der));
  return file;
}

function must<T>(value: Result<T>): T {
  if (isFailure(value)) throw new Error(value.issue.message);
  return value as T;
}
