// Lists of rows in the order of the ledger, of which any part is read at the cost of that part.
import type { EntityRecord } from '../../../core/query/model.js';

/** Where a row stands in its list: dockets and the places in them, or a number alone. */
export interface Place {
  readonly height: number;
  readonly index: number;
}

export interface Row extends Place {
  /** Time of its docket; 0 where the list has none. */
  readonly timestampMs: number;
  /** Made when it is asked for: a row that is only looked past costs no view. */
  readonly record: () => EntityRecord;
}

export interface RowRange {
  readonly skip: number;
  readonly top: number;
  /** Counted from the end, the last one first. */
  readonly reverse?: boolean;
}

export interface RowList {
  /** Names the list in a token. */
  readonly id: string;
  readonly total: number;
  readonly read: (part: RowRange) => Promise<readonly Row[]>;
}

/** How many rows stand before the first for which `holds`, where it holds for all behind that. Costs a read for each halving. */
export async function rowsBefore(list: RowList, holds: (row: Row) => boolean): Promise<number> {
  let low = 0;
  let high = list.total;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [row] = await list.read({ skip: middle, top: 1 });
    if (row === undefined || holds(row)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The rows from `first` up to `end`, which they leave out. */
export function between(list: RowList, first: number, end: number): RowList {
  const total = Math.max(0, end - first);
  if (total === list.total) return list;
  return {
    id: list.id,
    total,
    read: ({ skip, top, reverse = false }) => {
      const count = Math.max(0, Math.min(top, total - skip));
      if (count === 0) return Promise.resolve([]);
      return list.read({ skip: reverse ? list.total - end + skip : first + skip, top: count, reverse });
    },
  };
}

export function isBehind(row: Place, { height, index }: Place): boolean {
  return row.height > height || (row.height === height && row.index > index);
}
