// The node's master key: it seals every seed and private key at rest. It comes from a secret that the operator gives
// (Argon2id), from a key file that the operator names, or from one made at first start. It is never logged and never
// leaves this process.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashRawSync } from '@node-rs/argon2';
import { syncFolder } from '../../storage/engine/folder.js';

// The package declares it as an ambient const enum, which cannot be imported under verbatimModuleSyntax.
const ARGON2ID = 2;

export interface SecretsOptions {
  readonly dataDir: string;
  readonly masterSecret?: string | undefined;
  readonly masterKeyFile?: string | undefined;
  /** The store holds what was sealed under its master key: no other one is ever made for it. */
  readonly hasSecrets: boolean;
}

/**
 * 32 bytes. Throws an Error with a sentence for the operator when the file that is needed is missing, unreadable or
 * malformed.
 */
export function masterKey(options: SecretsOptions): Uint8Array {
  mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  if (options.masterSecret !== undefined) return deriveSecret(options.masterSecret, options);
  if (options.masterKeyFile !== undefined) return keyFrom(options.masterKeyFile);
  return keyOf(join(options.dataDir, 'master.key'), options.hasSecrets);
}

function deriveSecret(secret: string, { dataDir, hasSecrets }: SecretsOptions): Uint8Array {
  if (secret.length < 16) throw new Error('secrets.masterSecret: use at least 16 characters.');
  const salt = keyOf(join(dataDir, 'master.salt'), hasSecrets);
  // RFC 9106 section 4, second recommended option, with four times the passes: it runs once a start.
  return hashRawSync(secret, {
    salt,
    algorithm: ARGON2ID,
    memoryCost: 65_536,
    timeCost: 3,
    parallelism: 1,
    outputLen: 32,
  });
}

function keyFrom(file: string): Uint8Array {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
    if ((statSync(file).mode & 0o077) !== 0) throw new Error('it is readable by others; run chmod 600 on it');
  } catch (error) {
    throw new Error(`The key file ${file} cannot be used: ${(error as Error).message}.`, { cause: error });
  }
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new Error(`The key file ${file} must hold 64 lower-case hex digits (32 bytes).`);
  return Buffer.from(text, 'hex');
}

/** The key in the file; made first for a store that needs none yet. */
function keyOf(file: string, isNeeded: boolean): Uint8Array {
  if (isNeeded && !existsSync(file))
    throw new Error(
      `There is no key file at ${file}, and this store needs the one that made it. Nothing was written. Put it back (its owner alone may read it), or name the key in the settings (secrets.masterKeyFile or secrets.masterSecret).`,
    );
  if (!isNeeded) make(file);
  return keyFrom(file);
}

function make(file: string): void {
  try {
    // wx: two starts at once never overwrite each other's key.
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    // A key that seals durable data must be as durable: the folder entry is synced too.
    syncFolder(dirname(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
