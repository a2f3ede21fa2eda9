// Provable deliveries on both curves: the points, the secret and the proofs. UPDATE_VECTORS=1 writes the file anew;
// test/contract/python/delivery-proof.test.ts has another program look at it.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { toHex } from '../../core/base/bytes.js';
import { sha256 } from '../../core/base/hash.js';
import { isFailure } from '../../core/base/result.js';
import { agreeWith } from '../../core/crypto/encryption/key-wrap.js';
import {
  isShownWrap,
  proveCarrier,
  showAgreement,
  verifyAgreement,
} from '../../core/crypto/encryption/shown-agreement.js';
import { addressOf } from '../../core/crypto/keys/address.js';
import { generate } from '../../core/crypto/signing/algorithms.js';
import { carrierContext, receiptContext } from '../../core/envelope/delivery/delivery-form.js';

const PATH = 'test/vectors/delivery-proof.json';
const AT = { registerId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff', instanceId: 'inst-1' };

function vector(algorithm: 'ED25519' | 'NISTP256', n: number) {
  const keys = generate(algorithm, sha256(`receiver ${algorithm} ${n}`));
  const entropy = sha256(`carrier ${algorithm} ${n}`);
  const offered = agreeWith(keys, entropy);
  if (isFailure(offered) || !isShownWrap(offered.wrap)) throw new Error('an agreement that can be shown');
  const { wrap, carrier } = offered;
  const wallet = addressOf(algorithm, keys.publicKey);
  const sender = addressOf('ED25519', generate('ED25519', sha256('sender')).publicKey);
  const run = 'cd'.repeat(32);
  const ofCarrier = carrierContext(AT, { sender, role: 'bank', run, wallet });
  const known = proveCarrier(wrap, { carrier, entropy, context: ofCarrier });
  const context = receiptContext(AT, { delivery: 'ab'.repeat(32), groupId: '01'.repeat(16), run, wallet });
  const shown = showAgreement(wrap, { keys, carrier, context });
  const agreed = shown && verifyAgreement(wrap, { key: keys, carrier, context }, shown);
  if (!shown || !agreed) throw new Error('the agreement can be shown');
  expect(toHex(agreed.secret)).to.equal(toHex(offered.secret));
  return {
    algorithm,
    publicKey: toHex(keys.publicKey),
    carrier: toHex(carrier),
    sender: { context: ofCarrier, challenge: toHex(known.challenge), answer: toHex(known.answer) },
    receiver: {
      context,
      shared: toHex(shown.shared),
      challenge: toHex(shown.challenge),
      answer: toHex(shown.answer),
    },
    // HKDF-Extract with the carrier and the public key as salt.
    extracted: toHex(agreed.secret),
  };
}

describe('vectors of provable deliveries', () => {
  it('are what the product computes', () => {
    const made = [0, 1, 2].flatMap((n) => [vector('ED25519', n), vector('NISTP256', n)]);
    const text = `${JSON.stringify(made, undefined, 2)}\n`;
    if (process.env.UPDATE_VECTORS) writeFileSync(PATH, text);
    expect(readFileSync(PATH, 'utf8')).to.equal(text);
  });
});
