// The wallet that holds credentials of the caller: the one that is named, or the only one that can.
import { CommandError, type Context, EXIT, type Option } from '../../command/command.js';
import type { Remote } from '../../remote/session.js';
import { addressOfName, isAddress, ownWallets } from '../../workflow/acting.js';

export const HOLDING_WALLET: Option = {
  flags: '--wallet <wallet>',
  description: 'wallet that holds them, by address or name (default: your only one of NISTP256)',
};

/** Of several, the only one of the algorithm that credentials are bound to. */
export async function holdingWallet({ input }: Context, remote: Remote): Promise<string> {
  const named = input.text('wallet');
  if (named !== undefined && isAddress(named)) return named;
  const own = await ownWallets(remote);
  if (named !== undefined) return addressOfName(own, named);
  const [only, ...others] = own.filter(({ algorithm }) => algorithm === 'NISTP256');
  if (only !== undefined && others.length === 0) return only.address;
  const hint =
    only === undefined ? 'Make one: quorate wallet create NAME --algorithm NISTP256' : 'State it with --wallet.';
  throw new CommandError(`you have ${others.length + (only ? 1 : 0)} wallets that can hold credentials`, {
    ...{ exit: EXIT.usage, hint },
  });
}
