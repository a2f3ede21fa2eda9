// Secrets of the node itself: the consensus keys of its validator seats, the key that signs its tokens and the one that
// waiting work and kept answers are encrypted with. Encrypted under the master key, made once, durable before they are
// used. They live in the store, so that losing the disk loses them too (docs/protocol.md 12).
import { CONSENSUS_KEYS_MAX } from '../../core/base/limits/node/consensus.js';
import type { Random } from '../../core/base/ports.js';
import { isFailure } from '../../core/base/result.js';
import { decryptSecret, encryptSecret } from '../../core/crypto/encryption/at-rest.js';
import { StoreError } from '../engine/fault.js';
import type { Journal } from '../engine/journal.js';
import type { KvOp } from '../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../engine/table.js';
import { FAMILY_ROWS } from '../keys/keyspace.js';
import { prefixRange } from '../keys/ranges.js';

const secrets = defineTable<string, Uint8Array>('node-secrets');

/** Bytes of the nonce of AES-256-GCM (NIST SP 800-38D section 8.2.2, random). */
const NONCE_BYTES = 12;
const CONSENSUS_KEY_BYTES = 32;

export interface NodeSecretsPorts {
  readonly kv: KvReader;
  readonly journal: Pick<Journal, 'commit'>;
  readonly random: Pick<Random, 'bytes'>;
}

/**
 * True if anything in the store is encrypted under a master key: then that key is needed, and another one is of no use.
 */
export async function holdsSecrets(kv: Pick<KvReader, 'range'>): Promise<boolean> {
  for (const { prefix } of [FAMILY_ROWS['wallet-secrets'], FAMILY_ROWS['node-secrets']]) {
    const range = prefixRange(Buffer.from(prefix, 'latin1'));
    for await (const _ of kv.range({ ...range, limit: 1 })) return true;
  }
  return false;
}

/**
 * The named secret of `length` bytes; made from entropy at the first use. Throws StoreError when it cannot be opened
 * with this master key.
 */
export async function nodeSecret(
  ports: NodeSecretsPorts,
  masterKey: Uint8Array,
  { name, length }: { readonly name: 'token-key' | 'operation-key' | 'account-key'; readonly length: number },
): Promise<Uint8Array> {
  return readStored(ports, masterKey, name) ?? makeSecret(ports, masterKey, { name, length });
}

/**
 * After this operation the node makes a new key for its tokens. A restored store may be a second one, whose tokens the
 * first must not take, and the other way round.
 */
export function forgetTokenKey(kv: KvReader): KvOp {
  return new RowTable(kv, secrets).del('token-key');
}

/**
 * Entropy of every consensus key of this node, oldest first; the first one is made at the first start. Throws
 * StoreError as `nodeSecret`.
 */
export async function consensusSecrets(ports: NodeSecretsPorts, masterKey: Uint8Array): Promise<readonly Uint8Array[]> {
  const rows: Uint8Array[] = [];
  while (rows.length < CONSENSUS_KEYS_MAX) {
    const item = readStored(ports, masterKey, consensusName(rows.length));
    if (!item) break;
    rows.push(item);
  }
  return rows.length > 0 ? rows : [await nextConsensusSecret(ports, masterKey, 0)];
}

/** Makes and stores the consensus key after the first `count`. Durable when it resolves. */
export function nextConsensusSecret(
  ports: NodeSecretsPorts,
  masterKey: Uint8Array,
  count: number,
): Promise<Uint8Array> {
  return makeSecret(ports, masterKey, { name: consensusName(count), length: CONSENSUS_KEY_BYTES });
}

/** The first key has the name that it had when there was one. */
function consensusName(index: number): string {
  return index === 0 ? 'consensus-key' : `consensus-key-${index + 1}`;
}

function readStored(ports: NodeSecretsPorts, masterKey: Uint8Array, name: string): Uint8Array | undefined {
  const encrypted = new RowTable(ports.kv, secrets).get(name);
  if (encrypted === undefined) return undefined;
  const opened = decryptSecret(masterKey, name, encrypted);
  if (isFailure(opened))
    throw new StoreError('STORE_DAMAGED', `The ${name} of this node does not open with this master key.`);
  return opened;
}

async function makeSecret(
  ports: NodeSecretsPorts,
  masterKey: Uint8Array,
  { name, length }: { readonly name: string; readonly length: number },
): Promise<Uint8Array> {
  const secret = ports.random.bytes(length);
  const encrypted = encryptSecret(masterKey, name, secret, ports.random.bytes(NONCE_BYTES));
  await ports.journal.commit([new RowTable(ports.kv, secrets).put(name, encrypted)]);
  return secret;
}
