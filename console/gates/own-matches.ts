// The credentials of the person that answer a gate, over all wallets of hers that hold some.
import { readHeldOf } from '../credentials/read-credentials.js';
import { node } from '../session/node.js';
import { person } from '../session/person.js';
import { readHoldingWallets } from '../wallets/read-wallets.js';

export interface OwnMatch {
  readonly credentialId: string;
  readonly wallet: string;
  readonly walletName: string;
  readonly type: string;
  readonly issuer: string;
  /** Names of all claims that leave. */
  readonly leaving: readonly string[];
}

export async function readOwnMatches(dcqlQuery: object): Promise<readonly OwnMatch[]> {
  const wallets = await readHoldingWallets(await person());
  return (await Promise.all(wallets.map((wallet) => matchesOf(wallet, dcqlQuery)))).flat();
}

async function matchesOf(wallet: { readonly address: string; readonly name: string }, dcqlQuery: object) {
  const body = { dcqlQuery: dcqlQuery as Record<string, unknown> };
  const { queries } = await node.heldCredentials.matchHeldCredentials({ params: { address: wallet.address }, body });
  const candidates = queries.flatMap((query) => query.candidates);
  if (candidates.length === 0) return [];
  const held = await readHeldOf(wallet);
  return candidates.flatMap(({ credentialId, leaving = [] }): readonly OwnMatch[] => {
    const row = held.find((each) => 'credentialId' in each && each.credentialId === credentialId);
    if (row === undefined) return [];
    const { type, issuer } = row;
    return [{ credentialId, wallet: wallet.address, walletName: wallet.name, type, issuer, leaving }];
  });
}
