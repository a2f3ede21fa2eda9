// Transactions that fit a question: a page of the narrowest index that there is, or so many of its transactions looked
// at one by one. It never walks a whole ledger, and says how far it came.
import {
  PAGE_BYTES_MAX,
  SUMMARIES_BYTES_MAX,
  SUMMARIES_LOOKED_MAX,
  SUMMARIES_READ_AT_ONCE,
} from '../../../../core/base/limits/node/requests.js';
import { kindOf } from '../../../../core/kinds/index.js';
import type { TransactionKind } from '../../../../core/model/transaction.js';
import type { IndexPage, IndexPageRequest } from '../../../../storage/chain/chain-page.js';
import type { SealedTransaction } from '../../../../storage/chain/chain-read.js';
import type { LedgerDeps } from '../deps.js';

interface AskedRows {
  readonly kind?: TransactionKind | undefined;
  readonly sender?: string | undefined;
  readonly blueprintId?: string | undefined;
  readonly actionId?: string | undefined;
  readonly instanceId?: string | undefined;
}

interface Looking {
  readonly chain: LedgerDeps['chain'];
  readonly reg: number;
  readonly query: AskedRows;
}

export interface LookedThrough<T> {
  readonly rows: readonly T[];
  /** Of the list that was looked through. */
  readonly length: number;
  /** Its place behind the last one that was looked at. */
  readonly end: number;
  /** All of the list fit: it is an index of just these. */
  readonly isIndexed: boolean;
  /** Docket of the last one that was looked at. */
  readonly lookedTo: number | undefined;
}

type Read = (page: IndexPageRequest) => Promise<IndexPage<SealedTransaction>>;
interface Listed {
  readonly read: Read;
  /** Members of the question that the list answers. */
  readonly answers: readonly (keyof AskedRows)[];
}

/** The narrowest list: of an instance, of a sender, of a blueprint, else of the register. */
function listFor({ chain, reg, query: { instanceId, sender, blueprintId } }: Looking): Listed {
  if (instanceId !== undefined)
    return { read: (page) => chain.byInstance(reg, instanceId, page), answers: ['instanceId'] };
  if (sender !== undefined) return { read: (page) => chain.bySender(reg, sender, page), answers: ['sender'] };
  if (blueprintId !== undefined)
    return { read: (page) => chain.byBlueprint(reg, blueprintId, page), answers: ['blueprintId'] };
  return { read: (page) => chain.transactionsPage(reg, page), answers: [] };
}

/** `show` makes the row at once: the transactions themselves are let go, which may have 4 MiB each. */
export async function lookThrough<T>(
  looking: Looking,
  pageAt: (length: number) => IndexPageRequest & Required<Pick<IndexPageRequest, 'heights'>>,
  show: (sealed: SealedTransaction) => T,
): Promise<LookedThrough<T>> {
  const { read, answers } = listFor(looking);
  const rest = Object.entries(looking.query).filter(
    ([name, value]) => value !== undefined && name in TEXTS && !answers.includes(name as keyof AskedRows),
  ) as [keyof AskedRows, string][];
  const { total: length } = await read({ ...pageAt(0), skip: 0, top: 0 });
  const page = pageAt(length);
  const isIndexed = rest.length === 0;
  const last = Math.min(length, page.skip + (isIndexed ? page.top : SUMMARIES_LOOKED_MAX));
  const rows: T[] = [];
  let end = page.skip;
  let bytes = 0;
  let lookedTo: number | undefined;
  while (end < last && rows.length < page.top && (isIndexed || bytes < SUMMARIES_BYTES_MAX)) {
    const top = Math.min(isIndexed ? page.top : SUMMARIES_READ_AT_ONCE, last - end);
    const { items } = await read({ ...page, skip: end, top, bytesMax: PAGE_BYTES_MAX });
    if (items.length === 0) break;
    for (const item of items) {
      if (rows.length === page.top) break;
      end++;
      bytes += item.transaction.bytes.length;
      lookedTo = item.height;
      if (rest.every(([name, value]) => TEXTS[name](item) === value)) rows.push(show(item));
    }
  }
  return { rows, length, end, isIndexed, lookedTo };
}

/** The text that a member of the question is compared with. */
const TEXTS: Readonly<Record<keyof AskedRows, (of: SealedTransaction) => string | undefined>> = {
  kind: ({ transaction: { header } }) => kindOf(header).kind,
  sender: ({ transaction: { header } }) => header.senderWallet,
  blueprintId: ({ transaction: { header } }) => header.blueprintId,
  actionId: ({ transaction: { header } }) => header.actionId,
  instanceId: ({ transaction: { header } }) => header.instanceId,
};
