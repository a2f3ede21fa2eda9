// Recovery words: known seeds, and words that are refused.
import { expect } from 'chai';
import fc from 'fast-check';
import { toHex } from '../../../../../core/base/bytes.js';
import { mnemonicProblem, newMnemonic, seedOf } from '../../../../../core/crypto/derivation/mnemonic.js';

const ENTROPY_24 = new Uint8Array(32).fill(0x7f);

describe('mnemonic', () => {
  it('16 bytes give 12 words and 32 bytes give 24, all of them good', () => {
    fc.assert(
      fc.property(fc.constantFrom(16, 32), fc.infiniteStream(fc.nat({ max: 255 })), (length, stream) => {
        const words = newMnemonic(Uint8Array.from({ length }, () => stream.next().value as number));
        expect(words.split(' ')).to.have.lengthOf((length / 4) * 3);
        expect(mnemonicProblem(words)).to.equal(undefined);
      }),
      { numRuns: 30 },
    );
    for (const length of [0, 15, 20, 24, 33])
      expect(() => newMnemonic(new Uint8Array(length))).to.throw('16 or 32 bytes');
  });

  it('refuses other words, counts, checksums and spacing, without repeating a word', () => {
    const words = newMnemonic(ENTROPY_24);
    const list = words.split(' ');
    const bad = [
      '',
      list.slice(1).join(' '),
      `${words} legal`,
      [...list.slice(0, 23), 'abandon'].join(' '),
      [...list.slice(0, 23), 'quorate'].join(' '),
      words.toUpperCase(),
      words.replace(' ', '  '),
      ` ${words}`,
      'abandon '.repeat(11).trim(),
      'a'.repeat(1_000_000),
    ];
    for (const text of bad) {
      const problem = mnemonicProblem(text);
      expect(problem?.code, text.slice(0, 40)).to.equal('MNEMONIC_INVALID');
      expect(problem?.message).to.not.contain('quorate').and.not.contain('abandon');
    }
  });

  it('the passphrase changes the seed, and is normalised (NFKD)', () => {
    const words = newMnemonic(ENTROPY_24);
    expect(seedOf(words)).to.have.lengthOf(64);
    expect(toHex(seedOf(words))).to.equal(toHex(seedOf(words, '')));
    expect(toHex(seedOf(words))).to.not.equal(toHex(seedOf(words, 'x')));
    expect(toHex(seedOf(words, 'caf\u00e9'))).to.equal(toHex(seedOf(words, 'cafe\u0301')));
  });

  it('no seed is made of bad words', () => {
    expect(() => seedOf('abandon abandon')).to.throw('checked before');
  });
});
