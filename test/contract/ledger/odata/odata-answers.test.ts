// Random filters, orders and pages over a world, held against a plain evaluation of all its rows.
import { expect } from 'chai';
import fc from 'fast-check';
import { ODataWorld, odataQuery } from './odata-world.js';

type Row = Readonly<Record<string, unknown>>;
type Truth = boolean | null;

/** A filter as text, and what it says of a row. */
interface Filter {
  readonly text: string;
  readonly of: (row: Row) => Truth;
}

interface Order {
  readonly text: string;
  readonly compare: (a: Row, b: Row) => number;
}

type Primitive = string | number | null;

function valueAt(row: Row, path: string): Primitive {
  let value: unknown = row;
  for (const name of path.split('/')) value = (value as Row | null | undefined)?.[name];
  return (value ?? null) as Primitive;
}

const quoted = (value: Primitive): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);

const OPERATORS = {
  eq: (a: Primitive, b: Primitive) => a === b,
  ne: (a: Primitive, b: Primitive) => a !== b,
  gt: (a: Primitive, b: Primitive) => a !== null && b !== null && a > b,
  ge: (a: Primitive, b: Primitive) => a !== null && b !== null && a >= b,
  lt: (a: Primitive, b: Primitive) => a !== null && b !== null && a < b,
  le: (a: Primitive, b: Primitive) => a !== null && b !== null && a <= b,
} as const;
type Operator = keyof typeof OPERATORS;
const MIRRORED = { eq: 'eq', ne: 'ne', gt: 'lt', ge: 'le', lt: 'gt', le: 'ge' } as const;
const operator = fc.constantFrom<Operator>('eq', 'eq', 'ne', 'gt', 'ge', 'lt', 'le');

function joined(word: 'and' | 'or', left: fc.Arbitrary<Filter>, right: fc.Arbitrary<Filter>): fc.Arbitrary<Filter> {
  const decides = word === 'or';
  return fc.tuple(left, right).map(([a, b]) => ({
    text: `(${a.text}) ${word} (${b.text})`,
    of: (row) => {
      const both = [a.of(row), b.of(row)];
      if (both.includes(decides)) return decides;
      return both.includes(null) ? null : !decides;
    },
  }));
}

function negated({ text, of }: Filter): Filter {
  return {
    text: `not (${text})`,
    of: (row) => {
      const truth = of(row);
      return truth === null ? null : !truth;
    },
  };
}

/** A time in the spelling of a place that many minutes before UTC or behind it. */
function shifted(ms: number, minutes: number): string {
  const clock = new Date(ms + minutes * 60_000).toISOString().slice(0, -1);
  if (minutes === 0) return `${clock}Z`;
  const of = (n: number) => String(n).padStart(2, '0');
  const away = Math.abs(minutes);
  return `${clock}${minutes < 0 ? '-' : '+'}${of(Math.floor(away / 60))}:${of(away % 60)}`;
}

/** Filters about members of some kind, whose values come from rows that there are. */
class Filters {
  constructor(private readonly rows: readonly Row[]) {}

  all(): fc.Arbitrary<Filter> {
    const { tree } = fc.letrec<{ tree: Filter; leaf: Filter }>((tie) => ({
      leaf: fc.oneof(this.texts(), this.numbers(), this.times(), this.among(), this.recipients(), this.functions()),
      tree: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        tie('leaf'),
        joined('and', tie('tree'), tie('tree')),
        joined('or', tie('tree'), tie('tree')),
        tie('tree').map(negated),
      ),
    }));
    return tree;
  }

  private texts(): fc.Arbitrary<Filter> {
    const path = fc.constantFrom(
      'registerId',
      'txId',
      'prevTxId',
      'senderWallet',
      'metaData/blueprintId',
      'metaData/instanceId',
      'metaData/transactionType',
      'metaData/trackingData/none',
    );
    return path.chain((name) => this.compared(name, fc.constantFrom(...this.known(name), "it's ä & 1+1=2%", '', null)));
  }

  private numbers(): fc.Arbitrary<Filter> {
    const path = fc.constantFrom('docketNumber', 'docketNumber', 'index', 'payloadCount');
    return path.chain((name) =>
      this.compared(name, fc.oneof(fc.integer({ min: -2, max: 12 }), fc.constantFrom(2.5, -0.5, null))),
    );
  }

  private times(): fc.Arbitrary<Filter> {
    const value = fc.constantFrom(...(this.known('sealedAt') as string[]));
    return fc
      .tuple(operator, value, fc.constantFrom(-1, 0, 1), fc.constantFrom(-330, 0, 120))
      .map(([op, text, more, offset]) => {
        const ms = Date.parse(text) + more;
        return {
          text: `sealedAt ${op} ${shifted(ms, offset)}`,
          of: (row) => OPERATORS[op](Date.parse(row.sealedAt as string), ms),
        };
      });
  }

  private compared(path: string, values: fc.Arbitrary<Primitive>): fc.Arbitrary<Filter> {
    return fc.tuple(operator, values, fc.boolean()).map(([op, value, isMirrored]) => ({
      text: isMirrored ? `${quoted(value)} ${MIRRORED[op]} ${path}` : `${path} ${op} ${quoted(value)}`,
      of: (row) => OPERATORS[op](valueAt(row, path), value),
    }));
  }

  private among(): fc.Arbitrary<Filter> {
    const path = fc.constantFrom('registerId', 'txId', 'prevTxId', 'senderWallet', 'metaData/instanceId');
    return path.chain((name) =>
      fc.array(fc.constantFrom(...this.known(name), null), { maxLength: 3 }).map((values) => ({
        text: `${name} in (${values.map(quoted).join(',')})`,
        of: (row) => values.includes(valueAt(row, name)),
      })),
    );
  }

  private recipients(): fc.Arbitrary<Filter> {
    const wallets = [...new Set(this.rows.flatMap((row) => row.recipientsWallets as string[]))];
    return fc.tuple(fc.constantFrom(...wallets, 'nobody'), fc.nat(3)).map(([wallet, form]): Filter => {
      const has = (row: Row) => (row.recipientsWallets as string[]).includes(wallet);
      const texts = [
        `recipientsWallets/any(r:r eq '${wallet}')`,
        `'${wallet}' in recipientsWallets`,
        `recipientsWallets/all(r:r ne '${wallet}')`,
        `payloads/any(p:p/walletAccess/any(w:w eq '${wallet}'))`,
      ];
      const truths = [has, has, (row: Row) => !has(row), (row: Row) => has(row) || row.senderWallet === wallet];
      return { text: texts[form] as string, of: truths[form] as Filter['of'] };
    });
  }

  private functions(): fc.Arbitrary<Filter> {
    const part = fc.tuple(
      fc.constantFrom(...(this.known('txId') as string[])),
      fc.nat(60),
      fc.integer({ min: 1, max: 3 }),
    );
    return part.map(([txId, from, length]) => {
      const text = txId.slice(from, from + length);
      return {
        text: `CONTAINS(toupper(prevTxId),'${text.toUpperCase()}')`,
        of: (row) => (row.prevTxId === null ? null : (row.prevTxId as string).includes(text)),
      };
    });
  }

  private known(path: string): readonly Primitive[] {
    return [...new Set(this.rows.map((row) => valueAt(row, path)))].filter((value) => value !== null);
  }
}

const item = fc
  .tuple(fc.constantFrom('docketNumber', 'index', 'sealedAt', 'txId', 'prevTxId', 'registerId'), fc.boolean())
  .map(
    ([path, isDescending]): Order => ({
      text: `${path}${isDescending ? ' desc' : ''}`,
      compare: (a, b) => (isDescending ? -1 : 1) * ordered(valueAt(a, path), valueAt(b, path)),
    }),
  );

/** Null comes first. */
function ordered(a: Primitive, b: Primitive): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
}

const paging = fc.record({
  order: fc.array(item, { maxLength: 3 }),
  size: fc.integer({ min: 2, max: 9 }),
  skip: fc.constantFrom(0, 0, 1, 5),
  top: fc.constantFrom(undefined, undefined, 4, 100),
});

const RUNS = Number(process.env.ODATA_RUNS ?? 40);

describe('Answers of OData to random questions', () => {
  let at: ODataWorld;
  let rows: readonly Row[];
  before(async () => {
    at = await ODataWorld.make();
    rows = (await at.list('Transactions')).value;
  });
  after(() => at.close());

  async function shown(options: Readonly<Record<string, string>>, size: number) {
    const found: Row[] = [];
    const counts: number[] = [];
    for (let url: string | undefined = `/odata/Transactions${odataQuery(options)}`; url !== undefined; ) {
      const { status, json, text } = await at.get(url, { headers: { prefer: `maxpagesize=${size}` } });
      expect(status, text).to.equal(200);
      expect(json.value.length).to.be.at.most(size);
      found.push(...json.value);
      counts.push(json['@odata.count']);
      const next: string | undefined = json['@odata.nextLink'];
      url = next?.slice(next.indexOf('/odata'));
    }
    return { found, counts };
  }

  it('are those of a plain evaluation of all rows', async () => {
    await fc.assert(
      fc.asyncProperty(new Filters(rows).all(), paging, async (filter, { order, size, skip, top }) => {
        const { found, counts } = await shown(
          {
            $filter: filter.text,
            ...(order.length > 0 && { $orderby: order.map(({ text }) => text).join(',') }),
            ...(skip > 0 && { $skip: String(skip) }),
            ...(top !== undefined && { $top: String(top) }),
            $count: 'true',
          },
          size,
        );
        const all = rows.filter((row) => filter.of(row) === true);
        expect(new Set(counts)).to.deep.equal(new Set([all.length]));
        expect(found.length).to.equal(Math.max(0, Math.min(all.length - skip, top ?? all.length)));
        const ids = found.map(({ txId }) => txId);
        expect(new Set(ids).size).to.equal(ids.length);
        expect(all.map(({ txId }) => txId)).to.include.members(ids);
        const compare = (a: Row, b: Row) => order.map((one) => one.compare(a, b)).find((sign) => sign !== 0) ?? 0;
        const keys = (list: readonly Row[]) =>
          list.map((row) => order.map(({ text }) => valueAt(row, text.split(' ')[0] as string)));
        expect(keys(found)).to.deep.equal(keys([...all].sort(compare)).slice(skip, skip + found.length));
      }),
      { numRuns: RUNS },
    );
  });
});
