// Reads the rows of a register from the node.
import { node } from '../session/node.js';
import { PAGE, type RowFilter, type Rows, type WindowPlace } from './row-window.js';

export async function readRows(
  registerId: string,
  { at, ...filter }: RowFilter,
  place: WindowPlace = {},
): Promise<Rows> {
  const span = at === undefined ? {} : { toDocket: at };
  const query = { ...filter, ...span, ...place, pageSize: PAGE };
  const { transactions, nextCursor, lookedTo } = await node.summaries.listTransactionSummaries({
    params: { registerId },
    query,
  });
  return { rows: transactions, cursor: nextCursor, lookedTo, isBehind: at !== undefined };
}
