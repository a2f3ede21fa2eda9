// Agreements that are kept: whose they are, how long they last, and that nothing is left of one that has ended.
import { expect } from 'chai';
import { Agreements } from '../../../../actors/workflow/agreements.js';
import { sha256 } from '../../../../core/base/hash.js';
import { AGREEMENT_LIFE_MS, AGREEMENT_WRAPS_MAX, AGREEMENTS_MAX } from '../../../../core/base/limits.js';
import type { WalletKey } from '../../../../core/disclosure/seal.js';
import { aWallet } from '../../../support/disclosure.js';

const bob = aWallet('bob', 'ED25519', true).key;
const classical = aWallet('bob').key;

function world() {
  let nowMs = 0;
  let drawn = 0;
  const ports = { clock: { now: () => nowMs }, random: { bytes: () => sha256(`draw ${drawn++}`) } };
  const agreements = new Agreements(ports);
  const secretOf = (sender: string, key: WalletKey = bob) => agreements.with(sender, key).agreed?.secret;
  return { secretOf, agreements, draws: () => drawn, pass: (ms: number) => (nowMs += ms) };
}

describe('agreements', () => {
  it('serve one sender and one key again, and no other', () => {
    const { secretOf, draws } = world();
    const first = secretOf('ada');
    expect(secretOf('ada')).to.equal(first);
    expect(draws()).to.equal(1);
    expect(secretOf('eve')).to.not.deep.equal(first);
    expect(secretOf('ada', classical)).to.not.deep.equal(first);
    expect(draws()).to.equal(3);
  });

  it('end with their time, and are wiped', () => {
    const { secretOf, pass } = world();
    const first = secretOf('ada');
    pass(AGREEMENT_LIFE_MS - 1);
    expect(secretOf('ada')).to.equal(first);
    pass(1);
    const second = secretOf('ada');
    expect(second).to.not.equal(first);
    expect(first?.every((byte) => byte === 0)).to.equal(true);
    expect(second?.some((byte) => byte !== 0)).to.equal(true);
  });

  it('end after so many wraps', () => {
    const { secretOf } = world();
    const first = secretOf('ada');
    for (let i = 1; i < AGREEMENT_WRAPS_MAX; i++) expect(secretOf('ada')).to.equal(first);
    expect(secretOf('ada')).to.not.equal(first);
    expect(first?.every((byte) => byte === 0)).to.equal(true);
  });

  it('are bounded: the oldest goes', function () {
    this.timeout(30_000);
    const { secretOf } = world();
    const first = secretOf('sender 0', classical);
    for (let i = 1; i <= AGREEMENTS_MAX; i++) secretOf(`sender ${i}`, classical);
    expect(first?.every((byte) => byte === 0)).to.equal(true);
    expect(secretOf('sender 0', classical)).to.not.equal(first);
  });

  it('leave a key alone that nothing can be sealed to', () => {
    const { agreements } = world();
    const bad = { ...bob, publicKey: new Uint8Array(3) };
    expect(agreements.with('ada', bad)).to.equal(bad);
  });
});
