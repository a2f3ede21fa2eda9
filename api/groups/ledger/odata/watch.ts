// Bounds of the rows that one request looks at: time, bytes, and the steps of its expressions.
import { issue } from '../../../../core/base/issue.js';
import { fail, type Result } from '../../../../core/base/result.js';
import type { Meter } from '../../../../core/query/meter.js';
import type { EntityRecord } from '../../../../core/query/model.js';
import { fairKey } from '../../../auth/fair-key.js';
import { workScheduler } from '../../../requests/work-scheduler.js';
import type { ODataCall } from './collection.js';
import type { Row, RowList, RowRange } from './rows.js';

/** Rows that are read at once: a transaction may have 4 MiB. */
export const TURN_ROWS = 10;
/** After a turn of more, the next one has one row. */
const TURN_BYTES = 256 * 1024;
/** Of all rows that one request looks at: to parse them takes up to 0.1 s a MiB, and 15 times as much memory. */
const SCAN_BYTES_MAX = 8 * 1024 * 1024;
/** By the steady clock, for all turns of a request: other requests come between them. */
const SCAN_MS = 5000;
/** Steps of expressions after which others have a turn. */
const TURN_STEPS = 1_000_000;

export type RowTest = (record: EntityRecord) => boolean;

const TOO_SLOW = issue(
  'QUERY_NOT_INDEXED',
  '/$filter',
  `The rows took longer than ${SCAN_MS / 1000} s to look at: narrow them, or ask again when the node has less to do.`,
);

const TOO_LARGE = issue(
  'QUERY_NOT_INDEXED',
  '/$filter',
  `The rows have more than ${SCAN_BYTES_MAX / 1024 / 1024} MiB, and one request looks at no more: narrow them by members that are indexed.`,
);

export const TOO_COSTLY = issue(
  'QUERY_NOT_INDEXED',
  '/$filter',
  'The conditions and the order take too many steps to compute: make them shorter, or narrow the rows by members that are indexed.',
);

interface Turn {
  readonly skip: number;
  readonly reverse: boolean;
  readonly test: RowTest;
}

/** Looks at rows in turns with others, for a bounded time. */
export class Watch {
  readonly #call: ODataCall;
  readonly #key: string;
  readonly #until: number;
  #bytes = 0;
  /** Rows of the next turn. */
  #atOnce = 1;
  readonly #meter: Meter;
  /** Steps that were left when this turn began. */
  #begin: number;

  constructor({ call, meter }: { readonly call: ODataCall; readonly meter: Meter }) {
    this.#call = call;
    this.#meter = meter;
    this.#begin = meter.left;
    this.#key = fairKey(call);
    this.#until = call.deps.clock.steady() + SCAN_MS;
  }

  /** The rows of one turn that pass the test. Issues: QUERY_NOT_INDEXED when the time is over. */
  async rows(list: RowList, { skip, reverse, test }: Turn): Promise<Result<readonly Row[]>> {
    if (this.#call.deps.clock.steady() > this.#until) return fail(TOO_SLOW);
    const passing: Row[] = [];
    const end = Math.min(skip + TURN_ROWS, list.total);
    for (let next = skip; next < end; ) {
      const { rows, asked } = await this.read(list, { skip: next, top: end - next, reverse });
      next += asked;
      for (const { bytes } of rows) this.#bytes += bytes;
      passing.push(...(await this.#passing(rows, test)));
      if (this.#meter.isSpent) return fail(TOO_COSTLY);
      if (this.#bytes > SCAN_BYTES_MAX) return fail(TOO_LARGE);
    }
    return passing;
  }

  /** The first of these rows, in a turn of their own: fewer where the last ones were large. */
  async read(list: RowList, range: RowRange): Promise<{ readonly rows: readonly Row[]; readonly asked: number }> {
    const asked = Math.min(range.top, this.#atOnce);
    const rows = await workScheduler(this.#call.deps).run(this.#key, () => list.read({ ...range, top: asked }));
    const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
    this.#atOnce = bytes > TURN_BYTES ? 1 : Math.min(TURN_ROWS, this.#atOnce * 2);
    return { rows, asked };
  }

  async #passing(rows: readonly Row[], test: RowTest): Promise<readonly Row[]> {
    const passing: Row[] = [];
    for (const row of rows) {
      await this.nextRow();
      if (test(row.record())) passing.push(row);
    }
    return passing;
  }

  /** Before the expressions of a row are computed. */
  async nextRow(): Promise<void> {
    this.#meter.nextRow();
    if (this.#begin - this.#meter.left < TURN_STEPS) return;
    await new Promise<void>((done) => setImmediate(done));
    this.#begin = this.#meter.left;
  }
}
