// Plain keys in memory: for how long, how many, and what ends them.
import { expect } from 'chai';
import { KEY_IN_USE_MS, KEY_OPEN_MS_MAX, KEYS_IN_USE_MAX } from '../../../../core/base/limits/node/wallets.js';
import type { KeyPair } from '../../../../core/crypto/signing/algorithms.js';
import { KeysInUse } from '../../../../storage/secrets/keys-in-use.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';

function pair(n: number): KeyPair {
  return { algorithm: 'ED25519', publicKey: Uint8Array.of(n), privateKey: new Uint8Array(32).fill(n + 1) };
}

const isWiped = ({ privateKey }: KeyPair) => privateKey.every((byte) => byte === 0);

describe('keys in use', () => {
  it('wipes a key within a second after it was used last', async () => {
    const clock = new VirtualClock();
    const keys = new KeysInUse(clock);
    const [one, two] = [pair(1), pair(2)];
    expect(keys.keep('one', 'a', one)).to.equal(true);
    await clock.advance(KEY_IN_USE_MS - 1);
    expect(isWiped(one)).to.equal(false);
    expect(keys.keep('two', 'b', two)).to.equal(true);
    await clock.advance(1);
    expect([isWiped(one), isWiped(two), keys.get('one')]).to.deep.equal([true, false, undefined]);
    await clock.advance(300);
    expect(keys.get('two')).to.equal(two);
    await clock.advance(KEY_IN_USE_MS);
    expect([isWiped(two), clock.armed]).to.deep.equal([true, 0]);
    expect(keys.keep('one', 'a', pair(1))).to.equal(true);
  });

  it('wipes a key that is used on and on after five seconds: it is opened and proven anew', async () => {
    const clock = new VirtualClock();
    const keys = new KeysInUse(clock);
    const one = pair(1);
    keys.keep('one', 'a', one);
    for (let ms = 0; ms < KEY_OPEN_MS_MAX; ms += 100) {
      expect(keys.get('one'), `after ${ms} ms`).to.equal(one);
      await clock.advance(100);
    }
    expect([keys.get('one'), isWiped(one), clock.armed]).to.deep.equal([undefined, true, 0]);
  });

  it('takes no more than its bound and no name twice: the maker of the key wipes it', () => {
    const keys = new KeysInUse(new VirtualClock());
    for (let n = 0; n < KEYS_IN_USE_MAX; n++) expect(keys.keep(`${n}`, 'a', pair(n % 200))).to.equal(true);
    expect(keys.keep('one more', 'a', pair(1))).to.equal(false);
    const named = new KeysInUse(new VirtualClock());
    expect(named.keep('one', 'a', pair(1))).to.equal(true);
    expect(named.keep('one', 'a', pair(1))).to.equal(false);
  });

  it('wipes all when it is closed, and keeps nothing that comes later', () => {
    const clock = new VirtualClock();
    const keys = new KeysInUse(clock);
    const one = pair(1);
    keys.keep('one', 'a', one);
    keys.close();
    expect(isWiped(one)).to.equal(true);
    expect(keys.keep('two', 'b', pair(2))).to.equal(false);
    expect(clock.armed).to.equal(0);
  });

  it('wipes the keys of a wallet that is forgotten, and no others', () => {
    const keys = new KeysInUse(new VirtualClock());
    const [one, two, other] = [pair(1), pair(2), pair(3)];
    keys.keep('one', 'a', one);
    keys.keep('two', 'a', two);
    keys.keep('other', 'b', other);
    keys.forget('a');
    expect([one, two, other].map(isWiped)).to.deep.equal([true, true, false]);
    expect([keys.get('one'), keys.get('other')]).to.deep.equal([undefined, other]);
    expect(keys.keep('one', 'a', pair(1)), 'it signs once more before its seed is gone').to.equal(false);
    expect(keys.keep('more', 'b', pair(4))).to.equal(true);
  });
});
