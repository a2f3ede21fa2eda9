// A wallet's transactions over several registers as one list: register after register, each with its kept total, so that a page reads only the
// registers it touches.

import type { SealedTransaction } from '../../../storage/chain/chain-read.js';
import type { RegisterRecord } from '../../../storage/chain/registers.js';
import type { ApiDeps } from '../../deps.js';

export interface WalletShare {
  readonly record: RegisterRecord;
  /** Transactions of the wallet there. */
  readonly total: number;
}

interface Found {
  readonly record: RegisterRecord;
  readonly sealed: SealedTransaction;
}

/** Items `skip` to `skip + top` of the shares joined in their order. */
export async function acrossRegisters(
  chain: Pick<ApiDeps['chain'], 'byWallet'>,
  address: string,
  shares: readonly WalletShare[],
  page: { readonly skip: number; readonly top: number },
): Promise<Found[]> {
  const found: Found[] = [];
  let before = 0;
  for (const { record, total } of shares) {
    const skip = Math.max(0, page.skip - before);
    const top = Math.min(total - skip, page.top - found.length);
    before += total;
    if (top <= 0) continue;
    const { items } = await chain.byWallet(record.reg, address, { skip, top });
    found.push(...items.map((sealed) => ({ record, sealed })));
    if (found.length >= page.top) break;
  }
  return found;
}
