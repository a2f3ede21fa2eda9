// A page of an entity set. A filter that indexes serve costs the rows of the page; one that they do not serve looks at
// a bounded number of rows, or is refused with the members that are indexed: no request walks a ledger.
import { type Issue, issue } from '../../../../core/base/issue.js';
import { PAGE_BYTES_MAX } from '../../../../core/base/limits/node/requests.js';
import { type Failure, fail, isFailure, type Result } from '../../../../core/base/result.js';
import { type CompiledFor, compileExpression, compileFilter } from '../../../../core/query/compile.js';
import type { Expression } from '../../../../core/query/expression.js';
import { Meter } from '../../../../core/query/meter.js';
import type { EntityRecord } from '../../../../core/query/model.js';
import type { OrderItem } from '../../../../core/query/parser.js';
import { type Condition, conditionsOf } from '../../../../core/query/plan.js';
import type { Value } from '../../../../core/query/values.js';
import type { Collection, ODataCall } from './collection.js';
import { type Place, type Row, type RowList, rowsUpTo } from './rows.js';
import { type RowTest, TOO_COSTLY, TURN_ROWS, Watch } from './watch.js';

/** Signs of all texts that a list is ordered by, which are in memory at once. */
const ORDER_TEXT_MAX = 8 * 1024 * 1024;

export interface RowsAsked {
  readonly filter: Expression | undefined;
  readonly order: readonly OrderItem[];
  /** Conditions of the address besides the filter. */
  readonly implied: readonly Condition[];
  readonly skip: number;
  readonly top: number;
  readonly isCounted: boolean;
  /** The last row that was shown before. */
  readonly after: RowPlace | undefined;
}

/** A row of one of several lists. */
export interface RowPlace extends Place {
  readonly list: string;
}

export interface ListFound {
  readonly records: readonly EntityRecord[];
  readonly count: number | undefined;
  /** Of the last row shown, where there are more. */
  readonly last: RowPlace | undefined;
}

interface Found {
  readonly list: string;
  readonly row: Row;
}

/** A list with the test that its rows have still to pass. */
interface Tested {
  readonly list: RowList;
  readonly test: RowTest | undefined;
}

/**
 * Issues: those of checking the expressions; QUERY_NOT_INDEXED for a filter that would look at too many rows;
 * CURSOR_INVALID for a place that is gone.
 */
export async function listRows(call: ODataCall, collection: Collection, asked: RowsAsked): Promise<Result<ListFound>> {
  const meter = new Meter();
  const of = { type: collection.entity, nowMs: call.deps.clock.now(), meter };
  const keys = keysOf(asked.order, of);
  if (isFailure(keys)) return keys;
  const checked = asked.filter === undefined ? undefined : compileFilter(asked.filter, of);
  if (isFailure(checked)) return checked.mapIssues(inFilter);
  const candidates = await collection.candidates(call, [...asked.implied, ...conditionsOf(asked.filter)]);
  if (isFailure(candidates)) return candidates;
  const testOf = testsOf(of);
  const tested = candidates.map(
    ({ list, rest }): Tested => ({ list, test: rest.length === 0 ? undefined : all(rest.map(testOf)) }),
  );
  const walk = { call, collection, asked, lists: tested, meter };
  const [only, ...others] = tested;
  if (asked.order.length === 0) return walkRows({ ...walk, reverse: false });
  if (only === undefined) return { records: [], count: 0, last: undefined };
  const direction = others.length > 0 ? undefined : await collection.ledgerOrder(call, asked.order, only.list);
  if (direction !== undefined) return walkRows({ ...walk, reverse: direction === 'descending' });
  return sortRows({ ...walk, reverse: false }, keys);
}

function inFilter(problem: Issue): Issue {
  return { ...problem, path: '/$filter' };
}

/** Each condition is made a test once, in however many lists it is held against the rows. */
function testsOf(of: CompiledFor): (condition: Condition) => RowTest {
  const made = new Map<Condition, RowTest>();
  return (condition) => {
    const known = made.get(condition);
    if (known !== undefined) return known;
    const compiled = compileFilter(condition.tree, of);
    // The whole filter was found good before its parts were taken out of it.
    const test = isFailure(compiled) ? () => false : compiled;
    made.set(condition, test);
    return test;
  };
}

function all(tests: readonly RowTest[]): RowTest {
  return (record) => tests.every((test) => test(record));
}

interface Walk {
  readonly call: ODataCall;
  readonly collection: Collection;
  readonly asked: RowsAsked;
  readonly lists: readonly Tested[];
  readonly reverse: boolean;
  readonly meter: Meter;
}

// ---- In the order of the ledger.

async function walkRows(walk: Walk): Promise<Result<ListFound>> {
  const tooMany = scanProblem(
    walk,
    walk.lists.filter(({ test }) => test !== undefined),
  );
  if (tooMany !== undefined) return fail(tooMany);
  const from = await beginning(walk);
  if (isFailure(from)) return from;
  const page = new Page(walk.asked);
  const watch = new Watch(walk);
  for (const [i, { list, test }] of walk.lists.entries()) {
    if (i < from.list || page.isFull) continue;
    const skipped = i === from.list ? from.skip : 0;
    if (test === undefined) await wholeRows(page, { list, skipped, walk, watch });
    else {
      const slow = await testedRows(page, { list, test, skipped, walk, watch });
      if (slow !== undefined) return slow;
    }
  }
  const count = walk.asked.isCounted ? await countRows(walk, watch) : undefined;
  return isFailure(count) ? count : { records: page.records(), count, last: page.last };
}

/** The list and how many of its rows were shown. */
async function beginning({
  asked: { after },
  lists,
  reverse,
}: Walk): Promise<Result<{ readonly list: number; readonly skip: number }>> {
  if (after === undefined) return { list: 0, skip: 0 };
  const list = lists.findIndex((item) => item.list.id === after.list);
  const rowList = lists[list]?.list;
  if (rowList === undefined)
    return fail(issue('CURSOR_INVALID', '/$skiptoken', 'The list of the last page is not there any more.'));
  const behind = await rowsUpTo(rowList, after);
  if (!reverse) return { list, skip: behind };
  const [last] = behind === 0 ? [] : await rowList.read({ skip: behind - 1, top: 1 });
  const isThere = last !== undefined && last.height === after.height && last.index === after.index;
  return { list, skip: rowList.total - behind + (isThere ? 1 : 0) };
}

/** Rows that come as they are: the page alone is read. */
async function wholeRows(page: Page, { list, skipped, walk, watch }: Omit<Testing, 'test'>): Promise<void> {
  const passed = page.passOver(list.total - skipped);
  for (let skip = skipped + passed; skip < list.total && !page.isFull; ) {
    const { rows, asked } = await watch.read(list, { skip, top: page.wanted, reverse: walk.reverse });
    skip += asked;
    for (const row of rows) page.add({ list: list.id, row });
  }
}

interface Testing {
  readonly list: RowList;
  readonly test: RowTest;
  readonly skipped: number;
  readonly walk: Walk;
  readonly watch: Watch;
}

async function testedRows(page: Page, { list, test, skipped, walk, watch }: Testing): Promise<Failure | undefined> {
  for (let skip = skipped; skip < list.total && !page.isFull; skip += TURN_ROWS) {
    const rows = await watch.rows(list, { skip, reverse: walk.reverse, test });
    if (isFailure(rows)) return rows;
    for (const row of rows) if (page.passOver(1) === 0) page.add({ list: list.id, row });
  }
  return undefined;
}

/** All rows of all lists, whatever part of them is shown. */
async function countRows({ lists }: Pick<Walk, 'lists'>, watch: Watch): Promise<Result<number>> {
  let count = 0;
  for (const { list, test } of lists) {
    if (test === undefined) {
      count += list.total;
      continue;
    }
    for (let skip = 0; skip < list.total; skip += TURN_ROWS) {
      const rows = await watch.rows(list, { skip, reverse: false, test });
      if (isFailure(rows)) return rows;
      count += rows.length;
    }
  }
  return count;
}

/** Fills a page, and takes one row more to know whether there is another. */
class Page {
  readonly #found: Found[] = [];
  #top: number;
  #toSkip: number;
  #bytes = 0;

  constructor({ skip, top }: Pick<RowsAsked, 'skip' | 'top'>) {
    this.#toSkip = skip;
    this.#top = top;
  }

  get wanted(): number {
    return this.#top + 1 - this.#found.length;
  }

  get isFull(): boolean {
    return this.wanted <= 0;
  }

  /** How many of the next rows are left out. */
  passOver(rows: number): number {
    const passed = Math.min(rows, this.#toSkip);
    this.#toSkip -= passed;
    return passed;
  }

  add(row: Found): void {
    if (this.isFull) return;
    this.#bytes += row.row.bytes;
    // The first row is shown whatever it takes; one that is too much begins the next page.
    if (this.#bytes > PAGE_BYTES_MAX && this.#found.length > 0) this.#top = Math.min(this.#top, this.#found.length);
    this.#found.push(row);
  }

  records(): readonly EntityRecord[] {
    return this.#found.slice(0, this.#top).map(({ row }) => row.record());
  }

  get last(): RowPlace | undefined {
    const last = this.#found[this.#top - 1];
    return this.#found.length > this.#top && last !== undefined ? placeOf(last) : undefined;
  }
}

function placeOf({ list, row: { height, index } }: Found): RowPlace {
  return { list, height, index };
}

// ---- In an order of its own.

type Key = { readonly compute: (record: EntityRecord) => Value; readonly isDescending: boolean };

function keysOf(order: readonly OrderItem[], of: CompiledFor): Result<readonly Key[]> {
  const keys: Key[] = [];
  for (const { by, isDescending } of order) {
    const compiled = compileExpression(by, of);
    if (isFailure(compiled)) return compiled.mapIssues((problem) => ({ ...problem, path: '/$orderby' }));
    keys.push({ compute: compiled.compute, isDescending });
  }
  return keys;
}

interface Sorted extends Place {
  readonly list: RowList;
  readonly values: readonly Value[];
}

async function sortRows(walk: Walk, keys: readonly Key[]): Promise<Result<ListFound>> {
  const { asked, lists } = walk;
  const tooMany = scanProblem(walk, lists);
  if (tooMany !== undefined) return fail(tooMany);
  const watch = new Watch(walk);
  let signs = 0;
  // Without the rows, which take much memory: those of the page are read again.
  const items: Sorted[] = [];
  for (const { list, test = () => true } of lists)
    for (let skip = 0; skip < list.total; skip += TURN_ROWS) {
      const rows = await watch.rows(list, { skip, reverse: false, test });
      if (isFailure(rows)) return rows;
      for (const row of rows) {
        await watch.nextRow();
        const values = sortValues(row, keys);
        signs += values.reduce((sum: number, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
        if (walk.meter.isSpent || signs > ORDER_TEXT_MAX) return fail(TOO_COSTLY);
        items.push({ list, height: row.height, index: row.index, values });
      }
    }
  // Rows that are alike stay in the order of the ledger, so that pages neither repeat nor lose one.
  items.sort((a, b) => inOrder(a.values, b.values, keys));
  const begin = asked.after === undefined ? 0 : items.findIndex((item) => isAt(item, asked.after as RowPlace)) + 1;
  if (asked.after !== undefined && begin === 0)
    return fail(issue('CURSOR_INVALID', '/$skiptoken', 'The last row of the last page is not in the list any more.'));
  const page = new Page({ skip: 0, top: asked.top });
  for (const item of items.slice(begin + asked.skip, begin + asked.skip + asked.top + 1)) {
    if (page.isFull) break;
    const { rows } = await watch.read(item.list, { skip: (await rowsUpTo(item.list, item)) - 1, top: 1 });
    for (const row of rows) page.add({ list: item.list.id, row });
  }
  return { records: page.records(), count: asked.isCounted ? items.length : undefined, last: page.last };
}

function sortValues(row: Row, keys: readonly Key[]): readonly Value[] {
  const record = row.record();
  return keys.map(({ compute }) => inAnOrder(compute(record)));
}

/** NaN stands in no order. */
function inAnOrder(value: Value): Value {
  return Number.isNaN(value) ? null : value;
}

function isAt({ list, height, index }: Sorted, after: RowPlace): boolean {
  return list.id === after.list && height === after.height && index === after.index;
}

function inOrder(a: readonly Value[], b: readonly Value[], keys: readonly Key[]): number {
  for (const [i, { isDescending }] of keys.entries()) {
    const order = compareValues(a[i] as Value, b[i] as Value);
    if (order !== 0) return isDescending ? -order : order;
  }
  return 0;
}

/** Null comes before all values (OData Protocol 4.01 section 11.2.6.2), then values by their kind. */
function compareValues(a: Value, b: Value): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  if (typeof a !== typeof b) return typeof a < typeof b ? -1 : 1;
  return a < b ? -1 : 1;
}

// ---- Bounds.

function scanProblem({ collection, asked }: Walk, lists: readonly Tested[]): Issue | undefined {
  const rows = lists.reduce((sum, { list }) => sum + list.total, 0);
  if (rows <= collection.scanMax) return undefined;
  const path = asked.filter === undefined ? '/$orderby' : '/$filter';
  return issue(
    'QUERY_NOT_INDEXED',
    path,
    `${rows} rows would be looked at, and one request looks at ${collection.scanMax}. Narrow them by members that are indexed, joined by and: ${collection.indexed.join(', ')}.`,
  );
}
