// Nonces by MAC: what is good for what, and for how long; and a set that takes nothing twice.
import { expect } from 'chai';
import { Nonces, SeenOnce } from '../../../../../core/credentials/issuing/nonces.js';

const BOUNDS = { lifetimeMs: 1000, usedMax: 3 };
let drawn = 0;
const random = (length: number) => new Uint8Array(length).fill(++drawn);
const nonces = new Nonces(new Uint8Array(32).fill(1), BOUNDS);

describe('core/credentials/issuing/nonces', () => {
  it('takes a nonce for its scope, in its time, once', () => {
    const nonce = nonces.make('a', 5000.5, random);
    expect(nonces.isGood('a', nonce, 6000)).to.equal(true);
    expect(nonces.isGood('b', nonce, 6000), 'another scope').to.equal(false);
    expect(nonces.isGood('a', nonce, 6001), 'over').to.equal(false);
    expect(new Nonces(new Uint8Array(32), BOUNDS).isGood('a', nonce, 6000), 'another start').to.equal(false);
    expect(nonces.spend(nonce, 6000)).to.equal(true);
    expect(nonces.isGood('a', nonce, 6000), 'spent').to.equal(false);
    expect(nonces.spend(nonce, 6000)).to.equal(false);
  });

  it('takes no text that it did not make', () => {
    const nonce = nonces.make('a', 5000, random);
    const [time = '', salt = '', mac = ''] = nonce.split('.');
    const later = (Number.parseInt(time, 36) + 1).toString(36);
    const bad = [
      '',
      'a.b.c',
      `${later}.${salt}.${mac}`,
      `${time}.${'A'.repeat(22)}.${mac}`,
      `${nonce}A`,
      `${time}.${salt}.`,
    ];
    for (const text of bad) expect(nonces.isGood('a', text, 5000), text).to.equal(false);
  });

  it('keeps what came as long as it could come again, and takes nothing more where it is full', () => {
    const seen = new SeenOnce(BOUNDS);
    expect(['a', 'b', 'a', 'c', 'd'].map((text) => seen.add(text, 0))).to.deep.equal([true, true, false, true, false]);
    expect(seen.has('a', 999)).to.equal(true);
    expect(seen.has('a', 1000)).to.equal(false);
    expect(seen.add('d', 1000)).to.equal(true);
  });

  it('leaves room for nonces of others, whoever spends many', () => {
    const fair = new Nonces(new Uint8Array(32).fill(2), { lifetimeMs: 1000, usedMax: 4 });
    const spent = ['one', 'one', 'one', 'two'].map((from) => fair.spend(fair.make('a', 0, random), 0, from));
    expect(spent).to.deep.equal([true, true, false, true]);
  });

  it('leaves a sender its share of the room, and gives back what is forgotten', () => {
    const seen = new SeenOnce({ lifetimeMs: 1000, usedMax: 4 });
    expect(['a', 'b', 'c'].map((text) => seen.add(text, 0, 'one'))).to.deep.equal([true, true, false]);
    expect(seen.add('d', 0, 'two'), 'another one finds room').to.equal(true);
    expect(['c', 'e'].map((text) => seen.add(text, 1000, 'one'))).to.deep.equal([true, true]);
  });
});
