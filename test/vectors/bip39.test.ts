// BIP39 with the vectors of its authors: words of entropy, and the seed under the passphrase TREZOR.
import { expect } from 'chai';
import { fromHex, toHex } from '../../core/base/bytes.js';
import { mnemonicProblem, newMnemonic, seedOf } from '../../core/crypto/derivation/mnemonic.js';
import { vectorLines } from './lines.js';

type Row = readonly [entropy: string, words: string, seed: string, root: string];

describe('vectors: BIP39', () => {
  const rows = () => vectorLines<Row>('bip39/english.jsonl');
  const count = (words: string) => words.split(' ').length;

  it('12 and 24 words: the words of the entropy, and the seed of the words', () => {
    const served = rows().filter(([, words]) => count(words) !== 18);
    expect(served).to.have.lengthOf(16);
    for (const [entropy, words, seed] of served) {
      expect(newMnemonic(fromHex(entropy))).to.equal(words);
      expect(mnemonicProblem(words)).to.equal(undefined);
      expect(toHex(seedOf(words, 'TREZOR'))).to.equal(seed);
    }
  });

  it('18 words are refused: a wallet has 12 or 24', () => {
    const refused = rows().filter(([, words]) => count(words) === 18);
    expect(refused).to.have.lengthOf(8);
    for (const [, words] of refused) expect(mnemonicProblem(words)?.code).to.equal('MNEMONIC_INVALID');
  });
});
