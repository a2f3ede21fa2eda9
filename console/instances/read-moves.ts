// An instance and the wallets of the person as the node tells them, for the moves that these may make.
import { ClientError } from '../../api/client/client-error.js';
import { type InstanceShown, readInstanceParts, readOwnWallets, type WalletShown } from '../act/act-data.js';
import type { InstanceAddress } from '../instance-address.js';
import { node } from '../session/node.js';
import { addressesOf, type SuspectFinding } from './moves.js';

/** A wallet has few findings in an instance: the newest of all its instances on the register are looked at. */
const SUSPECTS_MAX = 100;

export async function readInstance(at: InstanceAddress) {
  const [parts, own] = await Promise.all([readInstanceParts(at), readOwnWallets()]);
  const active = own.filter(({ status }) => status === 'Active');
  return { ...parts, own: active, suspects: await suspectsOf(parts.instance, active) };
}

/** Of the wallets that take part: others find nothing. */
async function suspectsOf(instance: InstanceShown, own: readonly WalletShown[]): Promise<readonly SuspectFinding[]> {
  const parties = new Set(Object.values(instance.participantWallets));
  const addresses = own.flatMap(addressesOf).filter((address) => parties.has(address));
  const lists = await Promise.all(addresses.map((wallet) => suspectsFor(wallet, instance)));
  return lists.flat();
}

async function suspectsFor(wallet: string, { id, registerId }: InstanceShown): Promise<readonly SuspectFinding[]> {
  const params = { wallet, register: registerId };
  try {
    const { items } = await node.inbox.listSuspectRuns({ params, query: { pageSize: SUSPECTS_MAX } });
    return items.filter(({ instanceId }) => instanceId === id);
  } catch (error) {
    // A wallet that is locked, or that the person may not read with, finds nothing.
    if (error instanceof ClientError && error.code.startsWith('WALLET_')) return [];
    throw error;
  }
}
