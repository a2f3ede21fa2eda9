// Signed descriptors of nodes with keys from names.
import { sha256 } from '../../../core/base/hash.js';
import { generate, sign } from '../../../core/crypto/signing/algorithms.js';
import { signDescriptor } from '../../../core/mesh/descriptor.js';
import { peerIdOf } from '../../../core/mesh/peer-id.js';
import type { NodeDescriptor } from '../../../core/mesh/types.js';

export const DESCRIPTOR_NOW = 1_800_000_000_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** `members` are signed too. */
export function descriptorOf(name: string, members: Partial<NodeDescriptor> = {}): NodeDescriptor {
  const { publicKey, privateKey } = generate('ED25519', sha256(name));
  const unsigned = {
    peerId: peerIdOf(publicKey),
    orgId: 'northwind',
    tlsKeyHash: '12'.repeat(32),
    consensusKey: '34'.repeat(32),
    endpoints: ['ledger.northwind.example:7443', '[2001:db8::1]:7443'],
    multiaddrs: ['/dns4/ledger.northwind.example/tcp/7444'],
    seq: DESCRIPTOR_NOW,
    notAfterMs: DESCRIPTOR_NOW + 2 * DAY_MS,
    ...members,
  };
  return signDescriptor(unsigned, (digest) => sign('ED25519', privateKey, digest));
}
