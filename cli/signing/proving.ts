// A key that signs a digest to prove that it is there: one that the person brings, or that of a wallet of the node. The
// signed digest is computed by the command from the facts that it shows.
import { toBase64 } from '../../core/base/bytes.js';
import { isFailure } from '../../core/base/result.js';
import { parseAddress } from '../../core/crypto/keys/address.js';
import type { SignatureAlgorithm } from '../../core/model/transaction.js';
import { CommandError, type Context, EXIT } from '../command/command.js';
import { commandErrorOf } from '../command/failure.js';
import type { Remote } from '../remote/session.js';
import { ownWallets, walletIn } from '../workflow/acting.js';
import { keyOf, signsHere, signWith } from './local-key.js';

export interface ProvingKey {
  readonly address: string;
  readonly algorithm: SignatureAlgorithm;
  /** Base64. */
  readonly publicKey: string;
  /** The signature of 32 bytes, base64. */
  sign(digest: Uint8Array): Promise<string>;
}

/** By --words or --key-file with --as, or by --wallet. */
export async function provingKey(context: Context, remote: Remote): Promise<ProvingKey> {
  if (signsHere(context)) {
    const address = context.input.text('as') ?? '';
    const parsed = parseAddress(address);
    if (isFailure(parsed)) throw commandErrorOf(parsed.issues, { exit: EXIT.usage });
    const pair = await keyOf(context, { address, algorithm: parsed.algorithm });
    const { algorithm } = pair;
    return {
      ...{ address, algorithm, publicKey: toBase64(pair.publicKey) },
      sign: async (digest) => toBase64(signWith(pair, digest)),
    };
  }
  const address = await walletIn(context, remote);
  const wallet = (await ownWallets(remote)).find((item) => item.address === address);
  const parsed = parseAddress(address);
  if (!wallet || isFailure(parsed))
    throw new CommandError(`${address} is not one of your wallets`, { hint: 'List them: quorate wallet list' });
  return {
    ...{ address, algorithm: parsed.algorithm, publicKey: wallet.publicKey },
    sign: async (digest) => {
      const body = { data: toBase64(digest), isPreHashed: true };
      return (await remote.client.signWithAddress({ params: { address }, body })).signature;
    },
  };
}
