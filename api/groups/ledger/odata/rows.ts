// Lists of rows in the order of the ledger, of which any part is read at the cost of that part.
import type { EntityRecord } from '../../../../core/query/model.js';

/** Where a row stands in its list: dockets and the places in them, or a number alone. */
export interface Place {
  readonly height: number;
  readonly index: number;
}

export interface Row extends Place {
  /** About how many it takes in memory and in the answer. */
  readonly bytes: number;
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
  readonly read: (range: RowRange) => Promise<readonly Row[]>;
  /** Rows of the list below a height. */
  readonly below: (height: number) => Promise<number>;
}

/** Rows of the list up to a place, a row at the place among them: found by halving over the rows of its height. */
export async function rowsUpTo(list: RowList, { height, index }: Place): Promise<number> {
  let low = await list.below(height);
  let high = await list.below(height + 1);
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [row] = await list.read({ skip: middle, top: 1 });
    if (row === undefined || row.index > index) high = middle;
    else low = middle + 1;
  }
  return low;
}
