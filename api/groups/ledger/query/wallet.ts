// A wallet's transactions over several registers as one list: register after register, each with its kept total, so
// that a page reads only the registers it touches.

import { issue } from '../../../../core/base/issue.js';
import { PAGE_BYTES_MAX } from '../../../../core/base/limits/node/requests.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import type { SealedTransaction } from '../../../../storage/chain/chain-read.js';
import type { RegisterRecord } from '../../../../storage/chain/registers.js';
import { inRegister } from '../../../../storage/engine/fault.js';
import type { ApiDeps } from '../../../deps/deps.js';
import type { ListCall } from '../../../requests/cursors.js';
import { askedPage, LAST_PAGE, type NextPage, nextAt, type PagedListing } from '../../../requests/paging.js';

export interface WalletShare {
  readonly record: RegisterRecord;
  /** Transactions of the wallet there. */
  readonly total: number;
}

interface Found {
  readonly record: RegisterRecord;
  readonly sealed: SealedTransaction;
}

/** Items `skip` to `skip + top` of the shares joined in their order; fewer where they have more than PAGE_BYTES_MAX. */
export async function acrossRegisters(
  chain: Pick<ApiDeps['chain'], 'byWallet'>,
  address: string,
  shares: readonly WalletShare[],
  page: { readonly skip: number; readonly top: number },
): Promise<Found[]> {
  const rows: Found[] = [];
  let before = 0;
  let bytesLeft = PAGE_BYTES_MAX;
  for (const { record, total } of shares) {
    const skip = Math.max(0, page.skip - before);
    const top = Math.min(total - skip, page.top - rows.length);
    before += total;
    if (top <= 0) continue;
    const asked = { skip, top, bytesMax: bytesLeft };
    const { items } = await inRegister(record.id, () => chain.byWallet(record.reg, address, asked));
    rows.push(...items.map((sealed) => ({ record, sealed })));
    bytesLeft -= items.reduce((sum, { transaction }) => sum + transaction.bytes.length, 0);
    if (items.length < top || bytesLeft <= 0 || rows.length >= page.top) break;
  }
  return rows;
}

/**
 * The page of a wallet's list: a cursor names a register and how many come before the page there, because others grow
 * too.
 */
export function walletPage(
  call: ListCall,
  listing: PagedListing,
  shares: readonly WalletShare[],
): Result<{ readonly skip: number; readonly top: number }> {
  const asked = askedPage(call, listing);
  if (isFailure(asked) || asked.place === undefined) return asked;
  const [registerId, inside] = asked.place.split('.');
  const index = shares.findIndex(({ record }) => record.id === registerId);
  if (index < 0)
    return fail(
      issue('CURSOR_INVALID', '/cursor', 'You do not see the register any more at which the page would begin.'),
    );
  return { skip: totalOf(shares.slice(0, index)) + Number(inside), top: asked.top };
}

/** `end` is how many come before the next page. */
export function nextWalletPage(
  call: ListCall,
  listing: PagedListing,
  { shares, end }: { readonly shares: readonly WalletShare[]; readonly end: number },
): NextPage {
  let before = 0;
  for (const { record, total } of shares) {
    if (end < before + total) return nextAt(call, listing, `${record.id}.${end - before}`);
    before += total;
  }
  return LAST_PAGE;
}

export function totalOf(shares: readonly WalletShare[]): number {
  return shares.reduce((sum, { total }) => sum + total, 0);
}
