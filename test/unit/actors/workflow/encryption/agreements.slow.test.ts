// Agreements that are kept: whose they are, how long they last, and that nothing is left of one that has ended.
import { expect } from 'chai';
import { Agreements } from '../../../../../actors/workflow/encryption/agreements.js';
import { sha256 } from '../../../../../core/base/hash.js';
import {
  AGREEMENT_LIFE_MS,
  AGREEMENT_REGISTERS_MAX,
  AGREEMENT_WRAPS_MAX,
  AGREEMENTS_MAX,
  CARRIERS_OFFERED_MAX,
} from '../../../../../core/base/limits/node/sealing.js';
import type { WalletKey } from '../../../../../core/envelope/sealed-group.js';
import { aWallet } from '../../../../support/cells/disclosure.js';

const bob = aWallet('bob', 'ED25519', true).key;
const classical = aWallet('bob').key;

const on = (sender: string, registerId = 'one') => ({ sender, registerId });

function world() {
  let nowMs = 0;
  let drawn = 0;
  const ports = { clock: { now: () => nowMs }, random: { bytes: () => sha256(`draw ${drawn++}`) } };
  const agreements = new Agreements(ports);
  const secretsOf = (sender: string, ...keys: readonly WalletKey[]) =>
    agreements
      .with(on(sender), [{ fields: {}, recipients: keys }])[0]
      ?.recipients.map(({ agreed }) => agreed?.secret) ?? [];
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

  it('are bounded: the oldest goes', () => {
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
    const given = agreements.with(on('ada'), [group, group, group]).map(({ recipients }) => recipients[0]?.agreed);
    expect(new Set(given).size).to.equal(1);
    expect(given[0]?.secret.some((byte) => byte !== 0)).to.equal(true);
    expect(secretOf('ada')).to.not.equal(given[0]?.secret);
  });

  it('are never wiped in favour of another recipient of the same envelope', () => {
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
    agreements.with(on('ada'), [{ fields: {}, recipients: [bob] }]);
    const [group] = agreements.with(on('ada'), [{ fields: {}, recipients: [bob, ...others] }]);
    for (const { agreed } of group?.recipients ?? []) expect(agreed?.secret.some((byte) => byte !== 0)).to.equal(true);
  });

  it('leave a key alone that nothing can be sealed to', () => {
    const { agreements } = world();
    const bad = { ...bob, publicKey: new Uint8Array(3) };
    expect(agreements.with(on('ada'), [{ fields: {}, recipients: [bad] }])[0]?.recipients).to.deep.equal([bad]);
  });

  describe('that a sealed transaction carries', () => {
    const given = (agreements: Agreements, registerId = 'one', ...keys: readonly WalletKey[]) =>
      agreements.with(on('ada', registerId), [{ fields: {}, recipients: keys.length > 0 ? keys : [bob] }]);
    const carriedIn = (groups: ReturnType<typeof given>) => groups[0]?.recipients.map((key) => key.carriedIn);

    it('are referred to once it is sealed, on its register and by its sender only', () => {
      const { agreements, secretOf } = world();
      agreements.onOffered('tx 1', on('ada'), given(agreements));
      expect(carriedIn(given(agreements))).to.deep.equal([undefined]);
      agreements.onCarried('tx 1');
      const [again] = given(agreements);
      expect(again?.recipients).to.deep.equal([{ ...bob, agreed: again?.recipients[0]?.agreed, carriedIn: 'tx 1' }]);
      expect(again?.recipients[0]?.agreed?.secret).to.equal(secretOf('ada'));
      expect(carriedIn(given(agreements, 'two'))).to.deep.equal([undefined]);
      expect(agreements.with(on('eve'), [{ fields: {}, recipients: [bob] }])[0]?.recipients[0]?.carriedIn).to.equal(
        undefined,
      );
    });

    it('are not, where they have ended and been made anew before it was sealed', () => {
      const { agreements, pass } = world();
      agreements.onOffered('tx 1', on('ada'), given(agreements));
      pass(AGREEMENT_LIFE_MS);
      given(agreements);
      agreements.onCarried('tx 1');
      expect(carriedIn(given(agreements))).to.deep.equal([undefined]);
    });

    it('end with it: a new agreement is carried anew', () => {
      const { agreements, pass } = world();
      agreements.onOffered('tx 1', on('ada'), given(agreements));
      agreements.onCarried('tx 1');
      pass(AGREEMENT_LIFE_MS);
      expect(carriedIn(given(agreements))).to.deep.equal([undefined]);
    });

    it('are only those that stand in it: neither a reference nor a key without a carrier', () => {
      const { agreements } = world();
      const carol = aWallet('carol').key;
      agreements.onOffered('tx 1', on('ada'), given(agreements));
      agreements.onCarried('tx 1');
      agreements.onOffered('tx 2', on('ada'), given(agreements, 'one', bob, carol));
      agreements.onCarried('tx 2');
      expect(carriedIn(given(agreements, 'one', bob, carol))).to.deep.equal(['tx 1', 'tx 2']);
      const rsa = aWallet('rsa', 'RSA-4096').key;
      agreements.onOffered('tx 3', on('ada'), given(agreements, 'one', rsa));
      agreements.onCarried('tx 3');
      expect(carriedIn(given(agreements, 'one', rsa))).to.deep.equal([undefined]);
    });

    it('are bounded by the carriers that wait, not by the transactions: each keeps its agreement in memory, also when that has ended', () => {
      const { agreements } = world();
      const pair = () => given(agreements, 'one', bob, classical);
      for (let i = 0; i < CARRIERS_OFFERED_MAX / 2; i++) agreements.onOffered(`tx ${i}`, on('ada'), pair());
      agreements.onOffered('one more', on('ada'), given(agreements));
      agreements.onCarried('tx 0');
      expect(carriedIn(pair())).to.deep.equal([undefined, undefined]);
      agreements.onCarried('tx 1');
      expect(carriedIn(pair())).to.deep.equal(['tx 1', 'tx 1']);
      // Carried agreements and forgotten ones make room.
      for (let i = 0; i < 4; i++)
        agreements.onOffered(
          `on ${i}`,
          on('eve', 'two'),
          agreements.with(on('eve', 'two'), [{ fields: {}, recipients: [bob] }]),
        );
      agreements.onCarried('tx 2');
      expect(carriedIn(pair())).to.deep.equal(['tx 1', 'tx 1']);
      agreements.onCarried('tx 3');
      expect(carriedIn(pair())).to.deep.equal(['tx 3', 'tx 3']);
    });

    it('are bounded: in transactions that are waited for, and in registers', () => {
      const { agreements } = world();
      for (let i = 0; i <= CARRIERS_OFFERED_MAX; i++) agreements.onOffered(`tx ${i}`, on('ada'), given(agreements));
      agreements.onCarried('tx 0');
      expect(carriedIn(given(agreements))).to.deep.equal([undefined]);
      agreements.onCarried('tx 1');
      expect(carriedIn(given(agreements))).to.deep.equal(['tx 1']);
      for (let i = 0; i < AGREEMENT_REGISTERS_MAX; i++) {
        agreements.onOffered(`on ${i}`, on('ada', `register ${i}`), given(agreements, `register ${i}`));
        agreements.onCarried(`on ${i}`);
      }
      expect(carriedIn(given(agreements))).to.deep.equal([undefined]);
      expect(carriedIn(given(agreements, 'register 0'))).to.deep.equal(['on 0']);
    });
  });
});
