// The identity of a node as one document, for a backup, and its way back into a folder that has none. It holds the
// node's private keys: it is written for its owner only, and who has it can pose as the node. Its content is checked
// before the first file is made.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '../../core/base/hash.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { fail, type Result } from '../../core/base/result.js';
import { makePrivateFolder, readIfThere, writeOnce } from './durable-file.js';
import { CERTIFICATE_FILE, TRUSTED_FOLDER } from './identity.js';
import { NODE_KEY_FILE, TLS_KEY_FILE } from './node-keys.js';

const FORMAT = 'quorate-node-identity 1';
const OWN_FILES = [NODE_KEY_FILE, TLS_KEY_FILE, CERTIFICATE_FILE] as const;
/** A name in trusted/ as the product makes it, and nothing that leaves the folder. */
const TRUSTED_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,200}\.pem$/;
/** As many as a node reads at its start (trusted.ts). */
const TRUSTED_FILES_MAX = 2000;
/** A revocation list of thousands of certificates is below it. */
export const SAVED_BYTES_MAX = 64 * 1024 * 1024;

interface Saved {
  readonly format: string;
  /** Text of each file by its path in the folder. */
  readonly files: Readonly<Record<string, string>>;
  /** SHA-256 over the JSON of `files`, 64 hex digits. */
  readonly hash: string;
}

/** The document of the identity in `dir`; undefined without a node key. */
export function savedIdentity(dir: string): string | undefined {
  if (!existsSync(join(dir, NODE_KEY_FILE))) return undefined;
  const files: Record<string, string> = {};
  for (const path of [...OWN_FILES, ...trustedFiles(dir)]) {
    const text = readIfThere(join(dir, path))?.toString('latin1');
    if (text !== undefined) files[path] = text;
  }
  const saved: Saved = { format: FORMAT, files, hash: hashOf(files) };
  return `${JSON.stringify(saved, null, 1)}\n`;
}

/**
 * Puts the identity of a document into `dir`. NODE_IDENTITY_INVALID for a damaged document, or when `dir` has an
 * identity: it stays as it is.
 */
export function restoreIdentity(dir: string, document: string): Result<readonly string[]> {
  const files = filesIn(document);
  if (files === undefined)
    return fail(savedIssue('The saved identity is damaged or of another kind. Nothing was changed.'));
  if (existsSync(join(dir, NODE_KEY_FILE)))
    return fail(savedIssue(`There is a node key in ${dir} already, and it stays.`));
  makePrivateFolder(dir);
  makePrivateFolder(join(dir, TRUSTED_FOLDER));
  // The node key comes last: a folder without it is not an identity, and the restore can be repeated.
  const names = Object.keys(files).sort((a, b) => Number(a === NODE_KEY_FILE) - Number(b === NODE_KEY_FILE));
  for (const name of names) writeOnce(join(dir, name), Buffer.from(files[name] as string, 'latin1'));
  return names;
}

/** Whether `restoreIdentity` would take the document. */
export function isSavedIdentity(document: string): boolean {
  return filesIn(document) !== undefined;
}

function filesIn(document: string): Saved['files'] | undefined {
  if (document.length > SAVED_BYTES_MAX) return undefined;
  let saved: Partial<Saved> | null;
  try {
    saved = JSON.parse(document) as Partial<Saved> | null;
  } catch {
    return undefined;
  }
  const { format, files, hash } = saved ?? {};
  if (format !== FORMAT || typeof files !== 'object' || files === null || hash !== hashOf(files)) return undefined;
  const names = Object.keys(files);
  const isGood = names.every((name) => isFileOfIdentity(name) && typeof files[name] === 'string');
  return isGood && names.includes(NODE_KEY_FILE) && names.length <= TRUSTED_FILES_MAX + OWN_FILES.length
    ? files
    : undefined;
}

function isFileOfIdentity(path: string): boolean {
  const [folder, name, ...more] = path.split('/');
  if (name === undefined) return OWN_FILES.some((own) => own === folder);
  return folder === TRUSTED_FOLDER && more.length === 0 && TRUSTED_NAME.test(name);
}

function trustedFiles(dir: string): string[] {
  const folder = join(dir, TRUSTED_FOLDER);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => TRUSTED_NAME.test(name)).map((name) => `${TRUSTED_FOLDER}/${name}`);
}

function hashOf(files: Saved['files']): string {
  return sha256Hex(Buffer.from(JSON.stringify(files), 'utf8'));
}

function savedIssue(message: string): Issue {
  return issue('NODE_IDENTITY_INVALID', '', message);
}
