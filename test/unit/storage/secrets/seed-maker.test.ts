// Seeds of new wallets: one at a time, by turns of organisations, bounded, and none for what would be refused
// afterwards.
import { expect } from 'chai';
import { issue } from '../../../../core/base/issue.js';
import { SEEDS_ORGANISATION_MAX } from '../../../../core/base/limits/node/sharing.js';
import { isFailure } from '../../../../core/base/result.js';
import { type SeedInput, seedOf } from '../../../../core/crypto/derivation/mnemonic.js';
import { SeedMaker } from '../../../../storage/secrets/seed-maker.js';
import { issueOf } from '../../../support/base/results.js';

const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

/** Seeds are made when the test says so. */
function held() {
  const begun: { readonly salt: string; readonly end: () => void }[] = [];
  const maker = new SeedMaker(
    ({ salt }: SeedInput) =>
      new Promise((done) => begun.push({ salt: salt.slice('mnemonic'.length), end: () => done(new Uint8Array(64)) })),
  );
  return { begun, maker, make: (key: string, passphrase = key) => maker.make({ words: WORDS, passphrase, key }) };
}

const aRound = () => new Promise((done) => setImmediate(() => setImmediate(done)));

describe('the seeds of wallets', () => {
  it('are those of BIP39', async () => {
    const seed = await new SeedMaker().make({ words: WORDS, passphrase: 'caf\u00e9', key: 'a' });
    expect(seed).to.deep.equal(seedOf(WORDS, 'caf\u00e9'));
  });

  it('are made one at a time, a stranger in the first round', async () => {
    const { begun, make } = held();
    for (let i = 0; i < 5; i++) void make('crowd');
    void make('stranger');
    for (let i = 0; i < 3; i++) {
      expect(begun.length).to.equal(i + 1);
      begun[i]?.end();
      await aRound();
    }
    expect(begun.slice(0, 3).map(({ salt }) => salt)).to.deep.equal(['crowd', 'crowd', 'stranger']);
  });

  it('have bounds: one organisation has half of the places, and is told when to come back', async () => {
    const { make, maker } = held();
    const crowd = Array.from({ length: SEEDS_ORGANISATION_MAX + 1 }, () => make('crowd'));
    const refused = await make('crowd');
    expect(issueOf(refused)).to.deep.include({ code: 'NODE_UNAVAILABLE', retryAfterSeconds: 1 });
    const stranger = make('stranger');
    maker.close();
    for (const one of await Promise.all([...crowd.slice(1), stranger]))
      expect(isFailure(one) && one.issue.message).to.equal('The node is stopping.');
  });

  it('are not made for what is refused when its turn comes', async () => {
    const { begun, maker, make } = held();
    const first = make('a');
    let isFull = false;
    const refusal = () => (isFull ? issue('NODE_UNAVAILABLE', '', 'Full.') : undefined);
    const second = maker.make({ words: WORDS, key: 'b', refusal });
    // The use of the first one takes the last place.
    void first.then(() => {
      isFull = true;
    });
    begun[0]?.end();
    expect(issueOf(await second)).to.deep.include({ message: 'Full.' });
    expect(begun.length).to.equal(1);
  });

  it('are wiped, and given to no caller, when the keystore closes meanwhile', async () => {
    const seed = new Uint8Array(64).fill(7);
    const maker = new SeedMaker(async () => seed);
    const made = maker.make({ words: WORDS, key: 'a' });
    maker.close();
    expect(isFailure(await made)).to.equal(true);
    expect(seed).to.deep.equal(new Uint8Array(64));
    expect(isFailure(await maker.make({ words: WORDS, key: 'a' }))).to.equal(true);
  });
});
