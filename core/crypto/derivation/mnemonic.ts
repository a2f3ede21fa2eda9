// Recovery words (BIP39, English list, 12 or 24 words). Words and seeds are secrets: no message here repeats any part
// of them.
import { pbkdf2Sync } from 'node:crypto';
import { entropyToMnemonic, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { assert } from '../../base/assert.js';
import type { Issue } from '../../base/issue.js';
import { issue } from '../../base/issue.js';

/** Words of 16 bytes (12 words) or 32 bytes (24 words) of entropy, one space between two words. */
export function newMnemonic(entropy: Uint8Array): string {
  assert(entropy.length === 16 || entropy.length === 32, 'a mnemonic takes 16 or 32 bytes of entropy');
  return entropyToMnemonic(entropy, wordlist);
}

/**
 * MNEMONIC_INVALID unless the words are 12 or 24 words of the English list, one space apart, with the right checksum.
 */
export function mnemonicProblem(words: string): Issue | undefined {
  // 24 words of at most 8 letters: the bound comes before any work.
  if (words.length > 24 * 9 || ![12, 24].includes(words.split(' ').length))
    return issue('MNEMONIC_INVALID', '', 'A mnemonic has 12 or 24 words, one space apart.');
  if (!validateMnemonic(words, wordlist))
    return issue('MNEMONIC_INVALID', '', 'A word is not in the BIP39 English list, or the checksum is wrong.');
  return undefined;
}

/** The input of PBKDF2 for the seed of words. */
export interface SeedInput {
  readonly words: string;
  readonly salt: string;
  readonly rounds: number;
  readonly bytes: number;
  readonly hash: 'sha512';
}

/** The input of PBKDF2 for the seed of words that were checked (BIP39, "From mnemonic to seed"). */
export function seedInput(words: string, passphrase = ''): SeedInput {
  return { words, salt: `mnemonic${passphrase.normalize('NFKD')}`, rounds: 2048, bytes: 64, hash: 'sha512' };
}

/**
 * The 64-byte seed of good words (BIP39, "From mnemonic to seed"): PBKDF2-HMAC-SHA512, 2048 rounds, about a
 * millisecond.
 */
export function seedOf(words: string, passphrase = ''): Uint8Array {
  assert(mnemonicProblem(words) === undefined, 'words are checked before a seed is made of them');
  const { salt, rounds, bytes, hash } = seedInput(words, passphrase);
  return Uint8Array.from(pbkdf2Sync(words, salt, rounds, bytes, hash));
}
