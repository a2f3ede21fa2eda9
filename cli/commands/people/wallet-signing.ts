// Signing files and texts with wallets, and checking such signatures offline. The signed digest is the SHA-256 of the
// data, computed here, so that a file never leaves this machine.
import { createHash } from 'node:crypto';
import { fromBase64, fromHex, isHex, toBase64, toHex, utf8 } from '../../../core/base/bytes.js';
import { sha256 } from '../../../core/base/hash.js';
import { addressOf } from '../../../core/crypto/keys/address.js';
import { isSignatureAlgorithm, SIGNATURE_ALGORITHMS, verifySync } from '../../../core/crypto/signing/algorithms.js';
import { type Command, CommandError, type Context, EXIT, type Option } from '../../command/command.js';
import { chunksOf, give, objectIn, readDocument } from '../../command/documents.js';
import { withFile } from '../../command/failure.js';
import { pickStated } from '../../command/input.js';
import { fields } from '../../command/output.js';
import { connect } from '../../remote/session.js';
import { WALLET_ARGUMENT } from './wallet.js';

const DATA_OPTIONS: readonly Option[] = [
  { flags: '--file <file>', description: 'the data is this file' },
  { flags: '--text <text>', description: 'the data is this text' },
  { flags: '--digest <hex>', description: 'the SHA-256 of the data, 64 hex digits' },
];

const sign: Command = {
  name: 'wallet sign',
  summary: 'sign a file or a text with a wallet of the node',
  examples: [
    'quorate wallet sign qr1… --file contract.pdf --out contract.sig.json',
    'quorate wallet sign qr1… --text "I agree"',
  ],
  args: [WALLET_ARGUMENT],
  options: [
    ...DATA_OPTIONS,
    { flags: '--path <path>', description: 'derivation path or purpose of the key' },
    { flags: '--hybrid', description: 'sign with both keys of a hybrid wallet' },
    { flags: '--out <file>', description: 'write the signature to this new file' },
  ],
  async run(context) {
    const { input } = context;
    const digest = await digestIn(context);
    const { client } = await connect(context);
    const signed = await client.signWithAddress({
      params: { address: input.arg('wallet') },
      body: pickStated({
        data: toBase64(digest),
        isPreHashed: true,
        derivationPath: input.text('path'),
        hybridMode: input.flag('hybrid') || undefined,
      }),
    });
    const { signature, algorithm, publicKey, keyAddress, signedBy, signedAt } = signed;
    const document = { digest: toHex(digest), signature, algorithm, publicKey, keyAddress, signedBy, signedAt };
    await give(context, document, { file: input.text('out'), said: `Signed with ${keyAddress}.` });
  },
};

const verify: Command = {
  name: 'wallet verify',
  summary: 'check a signature, without a node',
  examples: [
    'quorate wallet verify --signed contract.sig.json --file contract.pdf --by qr1…',
    'quorate wallet verify --file a.txt --signature … --public-key … --algorithm ED25519',
  ],
  options: [
    ...DATA_OPTIONS,
    { flags: '--signed <file>', description: 'what "wallet sign" wrote' },
    { flags: '--signature <base64>', description: 'the signature, in place of --signed' },
    { flags: '--public-key <base64>', description: 'the public key' },
    { flags: '--algorithm <name>', description: 'its algorithm', choices: SIGNATURE_ALGORITHMS },
    { flags: '--by <address>', description: 'the address whose key must have signed' },
  ],
  async run(context) {
    const { input, out } = context;
    const digest = await digestIn(context);
    const { signature, publicKey, algorithm } = await signatureIn(context);
    const key = fromBase64(publicKey);
    const value = fromBase64(signature);
    if (!key || !value || !isSignatureAlgorithm(algorithm))
      throw new CommandError('signature or public key is not base64, or the algorithm is not known');
    const address = addressOf(algorithm, key);
    const by = input.text('by');
    if (!verifySync(algorithm, key, digest, value)) throw new CommandError('the signature is NOT valid for this data');
    if (by !== undefined && by !== address)
      throw new CommandError(`the signature is good, but of ${address} and not of ${by}`);
    const shown = { isValid: true, digest: toHex(digest), algorithm, address };
    out.show(shown, () => `The signature is valid.\n${fields({ digest: shown.digest, algorithm, address })}`);
    if (by === undefined)
      out.note('The key is the one that came with the signature. State --by to name whose it must be.');
  },
};

export const walletSigningCommands: readonly Command[] = [sign, verify];

/** The SHA-256 of what the call names. */
async function digestIn({ input }: Context): Promise<Uint8Array> {
  const [file, text, digest] = [input.text('file'), input.text('text'), input.text('digest')];
  if ([file, text, digest].filter((name) => name !== undefined).length !== 1)
    throw new CommandError('state one of --file, --text and --digest', { exit: EXIT.usage });
  if (text !== undefined) return sha256(utf8(text));
  if (file !== undefined) return withFile(file, () => digestOf(file));
  if (isHex(digest, 32)) return fromHex(digest);
  throw new CommandError('a digest is 64 lower-case hex digits', { exit: EXIT.usage });
}

async function digestOf(file: string): Promise<Uint8Array> {
  const hash = createHash('sha256');
  for await (const chunk of chunksOf(file)) hash.update(chunk);
  return hash.digest();
}

async function signatureIn(context: Context) {
  const { input } = context;
  const file = input.text('signed');
  const stated = {
    signature: input.text('signature'),
    publicKey: input.text('public-key'),
    algorithm: input.text('algorithm'),
  };
  const given = file === undefined ? stated : objectIn(await readDocument(context, file));
  const text = (name: keyof typeof stated): string => {
    const value = given[name];
    if (typeof value === 'string') return value;
    throw new CommandError(`the ${name} is missing`, {
      exit: EXIT.usage,
      hint: 'State --signed, or --signature, --public-key and --algorithm.',
    });
  };
  return { signature: text('signature'), publicKey: text('publicKey'), algorithm: text('algorithm') };
}
