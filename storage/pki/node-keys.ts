// The two private keys of a node as files: node.key, whose public key is the node's name, and tls.key, which its
// certificate is for. Made once, never written over, and never shown.
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { concat, equalBytes, fromHex } from '../../core/base/bytes.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { fail, type Result } from '../../core/base/result.js';
import { ed25519 } from '../../core/crypto/signing/ed25519.js';
import { peerIdOf } from '../../core/mesh/peer-id.js';
import { isOpenToOthers, makePrivateFolder, readIfThere, writeOnce } from './durable-file.js';

export const NODE_KEY_FILE = 'node.key';
export const TLS_KEY_FILE = 'tls.key';
/** PrivateKey of libp2p (specs/peer-ids): type Ed25519, then 64 bytes of data: the seed and the public key. */
const LIBP2P_PREFIX = fromHex('08011240');

export interface NodeKey {
  readonly peerId: string;
  /** Ed25519 seed and public key, 32 bytes each. */
  readonly seed: Uint8Array;
  readonly publicKey: Uint8Array;
  /** The argument of libp2p's privateKeyFromProtobuf, 68 bytes. */
  readonly libp2pKey: Uint8Array;
}

export interface TlsKey {
  readonly pem: string;
  readonly key: KeyObject;
  /** Public key as SPKI, DER. */
  readonly spki: Uint8Array;
}

/** Makes the keys that are missing in a folder; those that are there stay. */
export function makeKeys(dir: string): void {
  makePrivateFolder(dir);
  if (readIfThere(join(dir, NODE_KEY_FILE)) === undefined) {
    const { privateKey } = generateKeyPairSync('ed25519');
    const seed = Buffer.from(privateKey.export({ format: 'jwk' }).d as string, 'base64url');
    writeOnce(join(dir, NODE_KEY_FILE), concat(LIBP2P_PREFIX, seed, ed25519.publicKeyOf(seed)));
  }
  if (readIfThere(join(dir, TLS_KEY_FILE)) === undefined) {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    writeOnce(join(dir, TLS_KEY_FILE), privateKey.export({ type: 'pkcs8', format: 'pem' }) as string);
  }
}

/**
 * The node key of a folder. NODE_IDENTITY_MISSING without one; NODE_IDENTITY_INVALID when it is damaged or open to
 * others.
 */
export function readNodeKey(dir: string): Result<NodeKey> {
  const file = join(dir, NODE_KEY_FILE);
  const bytes = readIfThere(file);
  if (bytes === undefined) return fail(missing(file));
  if (isOpenToOthers(file)) return fail(openToOthers(file));
  const seed = Uint8Array.from(bytes.subarray(LIBP2P_PREFIX.length, LIBP2P_PREFIX.length + 32));
  const isForm = bytes.length === 68 && equalBytes(bytes.subarray(0, LIBP2P_PREFIX.length), LIBP2P_PREFIX);
  // The public half is stored too: a seed with a wrong bit would be another node.
  if (!isForm || !equalBytes(ed25519.publicKeyOf(seed), bytes.subarray(36))) return fail(damageIssue(file));
  const publicKey = Uint8Array.from(bytes.subarray(36));
  return { peerId: peerIdOf(publicKey), seed, publicKey, libp2pKey: Uint8Array.from(bytes) };
}

/** The TLS key of a folder, with the same issues. */
export function readTlsKey(dir: string): Result<TlsKey> {
  const file = join(dir, TLS_KEY_FILE);
  const pem = readIfThere(file)?.toString('latin1');
  if (pem === undefined) return fail(missing(file));
  if (isOpenToOthers(file)) return fail(openToOthers(file));
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') return fail(damageIssue(file));
    return { pem, key, spki: createPublicKey(key).export({ type: 'spki', format: 'der' }) };
  } catch {
    // The reason from the platform could describe the key: it is not passed on.
    return fail(damageIssue(file));
  }
}

function missing(file: string): Issue {
  return issue(
    'NODE_IDENTITY_MISSING',
    '',
    `There is no ${file}: the node has no identity yet. Run "quorate node enrol".`,
  );
}

function openToOthers(file: string): Issue {
  return issue('NODE_IDENTITY_INVALID', '', `${file} is a key that other users can read. Run: chmod 600 ${file}`);
}

function damageIssue(file: string): Issue {
  return issue(
    'NODE_IDENTITY_INVALID',
    '',
    `${file} is damaged: it is not the key that was made. Put back a copy of it.`,
  );
}
