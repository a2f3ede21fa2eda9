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
  const secretsOf = (sender: string, ...keys: readonly WalletKey[]) =>
    agreements.with(sender, [{ fields: {}, recipients: keys }])[0]?.recipients.map(({ agreed }) => agreed?.secret) ??
    [];
  const secretOf = (sender: string, key: WalletKey = bob) => secretsOf(sender, key)[0];
  return { secretsOf, secretOf, agreements, draws: () => drawn, pass: (ms: number) => (nowMs += ms) };
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

  it('give one secret to all groups of an envelope, also where its wraps run out among them', () => {
    const { agreements, secretOf } = world();
    for (let i = 1; i < AGREEMENT_WRAPS_MAX; i++) secretOf('ada');
    const group = { fields: {}, recipients: [bob] };
    const given = agreements.with('ada', [group, group, group]).map(({ recipients }) => recipients[0]?.agreed);
    expect(new Set(given).size).to.equal(1);
    expect(given[0]?.secret.some((byte) => byte !== 0)).to.equal(true);
    expect(secretOf('ada')).to.not.equal(given[0]?.secret);
  });

  it('are never wiped in favour of another recipient of the same envelope', function () {
    this.timeout(30_000);
    const { secretsOf } = world();
    const others = ['carol', 'dave', 'erin'].map((name) => aWallet(name).key);
    secretsOf('ada', classical);
    // The first that would go is the one that the envelope needs.
    for (let i = 2; i < AGREEMENTS_MAX; i++) secretsOf(`sender ${i}`, classical);
    const given = secretsOf('ada', classical, ...others);
    expect(given).to.have.lengthOf(4);
    for (const secret of given) expect(secret?.some((byte) => byte !== 0)).to.equal(true);
  });

  it('are not wiped while an envelope is made of them, whatever the clock says meanwhile', () => {
    const times = [0, AGREEMENT_LIFE_MS - 1];
    let drawn = 0;
    const clock = { now: () => times.shift() ?? AGREEMENT_LIFE_MS };
    const agreements = new Agreements({ clock, random: { bytes: () => sha256(`draw ${drawn++}`) } });
    const others = ['carol', 'dave'].map((name) => aWallet(name).key);
    agreements.with('ada', [{ fields: {}, recipients: [bob] }]);
    const [group] = agreements.with('ada', [{ fields: {}, recipients: [bob, ...others] }]);
    for (const { agreed } of group?.recipients ?? []) expect(agreed?.secret.some((byte) => byte !== 0)).to.equal(true);
  });

  it('leave a key alone that nothing can be sealed to', () => {
    const { agreements } = world();
    const bad = { ...bob, publicKey: new Uint8Array(3) };
    expect(agreements.with('ada', [{ fields: {}, recipients: [bad] }])[0]?.recipients).to.deep.equal([bad]);
  });
});
