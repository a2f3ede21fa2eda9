// A window of the transactions of a register, outside of React: newest first, older ones behind its end, new ones
// before its beginning. It is bounded: what leaves the screen far enough is let go and read again.
import type { node } from '../session/node.js';

export type TransactionRow = Awaited<
  ReturnType<typeof node.summaries.listTransactionSummaries>
>['transactions'][number];
type Query = NonNullable<Parameters<typeof node.summaries.listTransactionSummaries>[0]['query']>;

/** From the address of the page. `at` is the docket that the window begins with. */
export interface RowFilter {
  readonly kind?: TransactionRow['kind'];
  readonly sender?: string;
  readonly instanceId?: string;
  readonly blueprintId?: string;
  readonly at?: number;
}

/** Rows that are read at once, that go together, and that a window has. */
export const PAGE = 100;
const WINDOW = 500;
export const ROWS_KEPT = 12_000;

export interface Rows {
  /** Newest first. */
  readonly rows: readonly TransactionRow[];
  /** Where older ones begin; undefined where there are none. */
  readonly cursor: string | undefined;
  /** The docket up to which they were looked for. */
  readonly lookedTo: number | undefined;
  /** Newer rows were let go, or were never read: the window does not begin with the newest. */
  readonly isBehind: boolean;
}

/** Where a page of rows begins: the newest where neither is stated. */
export type WindowPlace = Pick<Query, 'cursor' | 'fromDocket'>;

export class RowWindow {
  private now: Rows;
  private readonly listeners = new Set<() => void>();
  private busy = false;
  /** The last reading of new rows was full: the next one begins with the newest. */
  private isPageFull = false;

  constructor(
    private readonly read: (place: WindowPlace) => Promise<Rows>,
    first: Rows,
  ) {
    this.now = first;
  }

  readonly rows = (): Rows => this.now;

  readonly listen = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Behind its end. */
  older(): Promise<boolean> {
    const { cursor } = this.now;
    if (cursor === undefined) return Promise.resolve(true);
    return this.alone(async () => {
      const page = await this.read({ cursor });
      const all = [...this.now.rows, ...page.rows];
      const isFull = all.length > ROWS_KEPT;
      this.now = {
        ...page,
        rows: isFull ? all.slice(all.length - ROWS_KEPT + WINDOW) : all,
        isBehind: this.now.isBehind || isFull,
      };
    });
  }

  /** New rows, before its beginning. Where they are more than a page, the window begins anew with the newest. */
  newer(): Promise<boolean> {
    if (this.now.isBehind) return Promise.resolve(true);
    return this.alone(async () => {
      const newest = this.now.rows[0];
      const since = newest === undefined || this.isPageFull ? undefined : { fromDocket: newest.docketNumber };
      const page = await this.read(since ?? {});
      const known = new Set(this.now.rows.slice(0, PAGE).map(({ txId }) => txId));
      const fresh = page.rows.filter(({ txId }) => !known.has(txId));
      this.isPageFull = fresh.length === PAGE;
      if (fresh.length === 0) return;
      const rows = [...fresh, ...this.now.rows];
      const isJoined = newest !== undefined && fresh.length < PAGE && rows.length <= ROWS_KEPT;
      if (isJoined) this.now = { ...this.now, rows };
      else this.now = since === undefined ? page : await this.read({});
    });
  }

  /**
   * A single call at a time: false where another one is under way. A failed one leaves the rows as they are, and the
   * page says that the node is away.
   */
  private async alone(read: () => Promise<void>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    try {
      await read();
    } finally {
      this.busy = false;
    }
    for (const listener of this.listeners) listener();
    return true;
  }
}
