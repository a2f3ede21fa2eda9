// When an order that a request asks for is that of the ledger, which costs nothing.
import type { OrderItem } from '../../../../core/query/parser.js';
import type { Direction, ODataCall } from './collection.js';
import { timesRise } from './registers-asked.js';
import type { RowList } from './rows.js';

/** Members of a set that rise with the ledger. */
export interface LedgerMembers {
  /** The number of the docket. */
  readonly number: string;
  /** Its time, which rises where governance never reset it. */
  readonly time: string;
  /** The place in the docket, which may come behind. */
  readonly index?: string;
}

/** Undefined for any other order. `list` is of one register. */
export async function ledgerDirection(
  call: ODataCall,
  { order, list }: { readonly order: readonly OrderItem[]; readonly list: RowList },
  { number, time, index }: LedgerMembers,
): Promise<Direction | undefined> {
  const [first, second, ...more] = order.map(({ by, isDescending }) => ({
    name: by.kind === 'path' ? by.names.join('/') : '',
    isDescending,
  }));
  if (first === undefined || more.length > 0) return undefined;
  if (second !== undefined && (second.name !== index || second.isDescending !== first.isDescending)) return undefined;
  const direction = first.isDescending ? 'descending' : 'ascending';
  if (first.name === number) return direction;
  const record = call.deps.ledger.register(list.id);
  return first.name === time && record !== undefined && (await timesRise(call, record)) ? direction : undefined;
}
