// Which of the caller's wallets a command works with: the one that is stated, by address, id or name; else the one that
// a workflow names; else the only one. It never guesses between several.
import type { Client } from '../../api/client/client.js';
import { PAGE_SIZE_MAX } from '../../core/base/limits/node/requests.js';
import { CommandError, type Context, EXIT, type Option } from '../command/command.js';
import { pickStated } from '../command/input.js';
import type { Remote } from '../remote/session.js';

type ActingWallet = Awaited<ReturnType<Client['getWallet']>>;

export const WALLET_OPTION: Option = {
  flags: '--wallet <wallet>',
  description: 'wallet to act with, by address or name (default: the one of the role, or your only one)',
};
/** A user who has more wallets states which one. */
const WALLETS_MAX = 1000;

/** The caller's wallets that are in use, oldest first. */
export async function ownWallets({ send }: Pick<Remote, 'send'>): Promise<readonly ActingWallet[]> {
  const wallets: ActingWallet[] = [];
  let after: string | undefined;
  do {
    const { body, headers } = await send('listWallets', { query: pickStated({ top: PAGE_SIZE_MAX, after }) });
    wallets.push(...(body as readonly ActingWallet[]));
    after = /[?&]after=([^>&]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  } while (after !== undefined && wallets.length < WALLETS_MAX);
  return wallets.filter(({ status }) => status === 'Active');
}

/** The address to act with. `preferred` are addresses that the workflow names, of whomever they are. */
export async function walletIn(
  { input }: Pick<Context, 'input'>,
  remote: Remote,
  preferred: readonly string[] = [],
): Promise<string> {
  const named = input.text('wallet');
  if (named !== undefined && isAddress(named)) return named;
  const own = await ownWallets(remote);
  if (named !== undefined) return addressOfName(own, named);
  for (const address of preferred) if (own.some((wallet) => holds(wallet, address))) return address;
  const [only, ...others] = own;
  if (only && others.length === 0) return only.address;
  if (!only)
    throw new CommandError('you have no wallet', { hint: 'Make one: quorate wallet create NAME', exit: EXIT.failed });
  const hint = `State one with --wallet: ${own
    .slice(0, 10)
    .map(({ name }) => `"${name}"`)
    .join(', ')}${own.length > 10 ? ' …' : ''}.`;
  throw new CommandError(`you have ${own.length} wallets`, { exit: EXIT.usage, hint });
}

/** A text that begins as an address is not a name. */
export function isAddress(text: string): boolean {
  return text.startsWith('qr1');
}

/** The address of the one wallet of this name or id; the wallets are the caller's. */
export function addressOfName(own: readonly ActingWallet[], name: string): string {
  const wallets = own.filter((wallet) => wallet.id === name || wallet.name === name);
  const [first, second] = wallets;
  if (first && !second) return first.address;
  throw new CommandError(first ? `several of your wallets are called "${name}"` : `you have no wallet "${name}"`, {
    exit: EXIT.usage,
    hint: first ? 'State its address.' : 'List them: quorate wallet list',
  });
}

/** True if the wallet acts under this address. */
function holds({ address, hybridAddress, pqcWalletAddress }: ActingWallet, asked: string): boolean {
  return [address, hybridAddress, pqcWalletAddress].includes(asked);
}
