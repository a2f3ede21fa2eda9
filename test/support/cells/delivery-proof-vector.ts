// The worked vector of provable deliveries in docs/hashes.md.
import { toHex } from '../../../core/base/bytes.js';
import { sha256 } from '../../../core/base/hash.js';
import { x25519 } from '../../../core/crypto/encryption/key-agreement.js';
import { showAgreement } from '../../../core/crypto/encryption/shown-agreement.js';
import { receiptContext } from '../../../core/envelope/delivery/delivery-form.js';
import { alice } from '../register/ledger.js';

/** The proof that a receiver shows of a delivery. */
export function deliveryProofVector(): Readonly<Record<string, string>> {
  const at = { registerId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', instanceId: 'inst-1' };
  const of = { delivery: 'ab'.repeat(32), groupId: '01'.repeat(16), run: 'cd'.repeat(32), wallet: alice.address };
  const context = receiptContext(at, of);
  const { carrier } = x25519.offer(alice.publicKey, sha256('carrier'));
  const shown = showAgreement(1, { keys: alice, carrier, context });
  if (!shown) throw new Error('the carrier is a point of the group');
  return {
    context,
    'public key': toHex(alice.publicKey),
    carrier: toHex(carrier),
    shared: toHex(shown.shared),
    challenge: toHex(shown.challenge),
    answer: toHex(shown.answer),
  };
}
