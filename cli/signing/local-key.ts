// A signing key that the person brings and no node knows: derived from recovery words, or read from a key file. It
// lives in memory for one signature and is never written, sent or shown.
import { fromHex } from '../../core/base/bytes.js';
import { isFailure } from '../../core/base/result.js';
import { DEFAULT_PATH, deriveKeyPair, resolvePath } from '../../core/crypto/derivation/hd.js';
import { seedOf } from '../../core/crypto/derivation/mnemonic.js';
import { addressOf } from '../../core/crypto/keys/address.js';
import { type KeyPair, keyPairFromPrivate, sign } from '../../core/crypto/signing/algorithms.js';
import type { SignatureAlgorithm } from '../../core/model/transaction.js';
import { CommandError, type Context, EXIT, type Option } from '../command/command.js';
import { commandErrorOf } from '../command/failure.js';
import { goodWords, PASSPHRASE_OPTION, passphrase, recoveryWords, secretFile } from '../command/secrets.js';

export const KEY_OPTIONS: readonly Option[] = [
  { flags: '--words', description: 'sign here with recovery words, asked for or read from standard input' },
  {
    flags: '--key-file <file>',
    description: 'sign here with a file of recovery words, or of a private key in hex (not for RSA)',
  },
  PASSPHRASE_OPTION,
  {
    flags: '--path <path>',
    description: `key of the words: a derivation path or a purpose (default: ${DEFAULT_PATH})`,
  },
];

/** Hex digits of the private keys that a key file may hold; those of RSA come from words. */
const KEY_DIGITS: Readonly<Partial<Record<SignatureAlgorithm, number>>> = {
  ED25519: 64,
  NISTP256: 64,
  'ML-DSA-65': 64,
  'ED25519+ML-DSA-65': 128,
  'NISTP256+ML-DSA-65': 128,
};

/** True when the call says that the person signs. */
export function signsHere({ input }: Pick<Context, 'input'>): boolean {
  return input.flag('words') || input.text('key-file') !== undefined;
}

/** The key that the call names. */
export async function localKey(context: Context, algorithm: SignatureAlgorithm): Promise<KeyPair> {
  const { input } = context;
  const file = input.text('key-file');
  if (file !== undefined && input.flag('words'))
    throw new CommandError('--words and --key-file exclude each other', { exit: EXIT.usage });
  const text = file === undefined ? await recoveryWords(context) : await secretFile(file);
  if (file !== undefined && /^[0-9a-f]+$/.test(text)) return keyOfHex(file, text, algorithm);
  const path = resolvePath(input.text('path') ?? DEFAULT_PATH);
  if (isFailure(path)) throw commandErrorOf(path.issues, { exit: EXIT.usage });
  if (algorithm.startsWith('RSA')) context.out.note('Deriving an RSA key takes seconds.');
  return deriveKeyPair(algorithm, seedOf(goodWords(text), await passphrase(context)), path);
}

/** The key of an address; refused when the words or the file give another one. */
export async function keyOf(
  context: Context,
  wanted: { readonly address: string; readonly algorithm: SignatureAlgorithm },
) {
  const pair = await localKey(context, wanted.algorithm);
  const address = addressOf(pair.algorithm, pair.publicKey);
  if (address === wanted.address) return pair;
  throw new CommandError(`this is the key of ${address}, not of ${wanted.address}`, {
    hint: 'Check the words, their passphrase and the --path.',
  });
}

export function signWith(pair: KeyPair, digest: Uint8Array): Uint8Array {
  return sign(pair.algorithm, pair.privateKey, digest);
}

function keyOfHex(file: string, text: string, algorithm: SignatureAlgorithm): KeyPair {
  const digits = KEY_DIGITS[algorithm];
  if (digits === undefined)
    throw new CommandError(`a key of ${algorithm} is not read in hex`, { hint: 'Use the recovery words.' });
  if (text.length !== digits)
    throw new CommandError(`${file} holds no private key of ${algorithm}: that has ${digits} hex digits`);
  return keyPairFromPrivate(algorithm, fromHex(text));
}
