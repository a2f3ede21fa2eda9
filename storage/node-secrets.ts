// Secrets of the node itself: the consensus key of its validator seats and the key that signs its tokens. Sealed under the master key, made once,
// durable before they are used. They live in the store, so that losing the disk loses them too (consensus.md 3.5).
import { isIssue } from '../core/base/issue.js';
import type { Random } from '../core/base/ports.js';
import { openSecret, sealSecret } from '../core/crypto/at-rest.js';
import { StoreError } from './fault.js';
import type { Journal } from './journal.js';
import { defineTable, type KvReader, Table } from './table.js';

const secrets = defineTable<string, Uint8Array>('node-secrets');

/** Bytes of the nonce of AES-256-GCM (NIST SP 800-38D section 8.2.2, random). */
const NONCE_BYTES = 12;

export interface NodeSecretsPorts {
  readonly kv: KvReader;
  readonly journal: Pick<Journal, 'commit'>;
  readonly random: Pick<Random, 'bytes'>;
}

/** The named secret of `length` bytes; made from entropy at the first use. Throws StoreError when it cannot be opened with this master key. */
export async function nodeSecret(
  ports: NodeSecretsPorts,
  masterKey: Uint8Array,
  { name, length }: { readonly name: 'consensus-key' | 'token-key'; readonly length: number },
): Promise<Uint8Array> {
  const table = new Table(ports.kv, secrets);
  const stored = table.get(name);
  if (stored !== undefined) {
    const opened = openSecret(masterKey, name, stored);
    if (isIssue(opened))
      throw new StoreError('STORE_DAMAGED', `The ${name} of this node does not open with this master key.`);
    return opened;
  }
  const made = ports.random.bytes(length);
  await ports.journal.commit([table.put(name, sealSecret(masterKey, name, made, ports.random.bytes(NONCE_BYTES)))]);
  return made;
}
