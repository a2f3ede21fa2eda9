// Lists of the ledger by cursors over HTTP: walked to the end while dockets are sealed, by JSON and by Link headers,
// and refused where a cursor is none of theirs.
import { expect } from 'chai';
import { worldOfAll } from '../../world/world-of.js';
import { anOrder, aRegister, ask, buyer, exampleOrders, type Orders, ordersOf, WAIT } from '../fixtures.js';

type Id = Parameters<typeof ask>[1];
interface Listed {
  readonly names: string[];
  readonly next: string | undefined;
}

describe('lists by cursors', () => {
  const world = worldOfAll();
  let at: Orders;
  before(async () => {
    at = await exampleOrders(world);
  });

  const params = () => ({ registerId: at.registerId, address: buyer.address, blueprintId: at.order.blueprintId });
  const LISTS: readonly [Id, Record<string, string | number>][] = [
    ['listTransactions', { $top: 1 }],
    ['listDockets', { pageSize: 1 }],
    ['listDockets', { pageSize: 1, order: 'desc' }],
    ['querySenderTransactions', { pageSize: 1, registerId: '' }],
    ['queryBlueprintTransactions', { pageSize: 1, registerId: '' }],
    ['queryWalletTransactions', { pageSize: 1 }],
    ['queryWalletTransactions', { pageSize: 1, registerId: '' }],
  ];

  async function page(id: Id, query: Record<string, string | number>, more: Record<string, string> = {}) {
    const asked = { ...query, ...(query.registerId === '' && { registerId: at.registerId }), ...more };
    return ask(world, id, { params: params(), query: asked });
  }

  async function listed(id: Id, query: Record<string, string | number>, cursor?: string): Promise<Listed> {
    const { status, text, json, headers } = await page(id, query, cursor === undefined ? {} : { cursor });
    expect(status, text).to.equal(200);
    const items = json.transactions ?? json.items ?? json;
    const names = items.map((item: Record<string, never>) => {
      const { txId, number, transaction, registerId } = item as never as {
        txId?: string;
        number?: number;
        registerId: string;
        transaction?: { readonly txId: string };
      };
      return `${registerId} ${txId ?? transaction?.txId ?? number}`;
    });
    const link = /^<\?(.*)>; rel="next"$/.exec(String(headers.link ?? ''));
    const next = link === null ? undefined : (new URLSearchParams(link[1]).get('cursor') ?? undefined);
    if (!Array.isArray(json)) expect(json.nextCursor, 'the same in the body').to.equal(next);
    return { names, next };
  }

  async function sealOne(orders = at): Promise<void> {
    const answer = await ask(
      world,
      'submitTransaction',
      { params: { registerId: orders.registerId }, body: anOrder(world, orders) },
      { headers: WAIT },
    );
    expect(answer.status, answer.text).to.equal(200);
  }

  for (const [id, query] of LISTS)
    it(`${id} ${query.order ?? ''} ${query.registerId ?? 'of all'} shows each item once while more come`, async () => {
      const isDescending = query.order === 'desc';
      const before = (
        await listed(id, { ...query, ...(id === 'listTransactions' ? { $top: 100 } : { pageSize: 100 }) })
      ).names;
      expect(before.length).to.be.greaterThan(1);
      const shown: string[] = [];
      let cursor: string | undefined;
      for (let i = 0; i < 50; i++) {
        const found: Listed = await listed(id, query, cursor);
        shown.push(...found.names);
        cursor = found.next;
        if (cursor === undefined) break;
        if (i < 2) await sealOne();
      }
      expect(cursor).to.equal(undefined);
      expect(new Set(shown).size).to.equal(shown.length);
      expect(shown.slice(0, before.length)).to.deep.equal(before);
      // A list that goes to the newest shows at its end the items that came meanwhile.
      expect(shown.length).to.equal(isDescending ? before.length : before.length + 2);
    });

  it('end a page before its transactions are too large for it, and go on behind the last one', async () => {
    const { chain } = world.deps;
    const names = ['transactionsPage', 'byWallet', 'bySender', 'byBlueprint'] as const;
    const own = Object.fromEntries(names.map((name) => [name, chain[name].bind(chain)])) as never as typeof chain;
    for (const [id, query] of LISTS.filter(([id]) => id !== 'listDockets')) {
      const whole = { ...query, ...(id === 'listTransactions' ? { $top: 100 } : { pageSize: 100 }) };
      const before = (await listed(id, whole)).names;
      // Each transaction is more than a byte, and comes alone.
      for (const name of names)
        chain[name] = ((reg: number, ...rest: [string, object]) => {
          const asked = rest.pop() as { readonly bytesMax?: number };
          const bound = asked.bytesMax === undefined ? {} : { bytesMax: 1 };
          return (own[name] as (...of: unknown[]) => unknown)(reg, ...rest, { ...asked, ...bound });
        }) as never;
      try {
        const shown: string[] = [];
        let cursor: string | undefined;
        do {
          const one = await listed(id, whole, cursor);
          expect(one.names, id).to.have.length(1);
          shown.push(...one.names);
          cursor = one.next;
        } while (cursor !== undefined && shown.length < 200);
        expect(shown, id).to.eql(before);
      } finally {
        Object.assign(chain, own);
      }
    }
  });

  it('of a wallet go on in the register where they stopped, although earlier ones grew', async () => {
    const other = await ordersOf(world, await aRegister(world, 'Another register'));
    await sealOne(other);
    await sealOne(other);
    const all = (await listed('queryWalletTransactions', { pageSize: 100 })).names;
    const inOther = all.filter((name) => name.startsWith(other.registerId));
    expect(inOther.length).to.be.greaterThan(1);
    let found = await listed('queryWalletTransactions', { pageSize: all.length - 1 });
    await sealOne();
    found = await listed('queryWalletTransactions', { pageSize: 5 }, found.next);
    expect(found).to.deep.equal({ names: [all.at(-1)], next: undefined });
  });

  it('take no cursor that is forged, of another list, or beside a page', async () => {
    const { next } = await listed('listTransactions', { $top: 1 });
    const good = next as string;
    const code = async (id: Id, query: Record<string, string | number>, cursor: string) => {
      const { status, json } = await page(id, query, { cursor });
      return [status, json.code, json.path];
    };
    const none = [400, 'CURSOR_INVALID', '/cursor'];
    const forged = `${good.slice(0, -1)}${good.endsWith('A') ? 'B' : 'A'}`;
    expect(await code('listTransactions', { $top: 1 }, forged)).to.deep.equal(none);
    expect(await code('listTransactions', { $top: 1 }, 'A'.repeat(30))).to.deep.equal(none);
    expect(await code('listDockets', {}, good)).to.deep.equal(none);
    const up = await listed('listDockets', { pageSize: 1 });
    expect(await code('listDockets', { order: 'desc' }, up.next as string)).to.deep.equal(none);
    const bad = [400, 'QUERY_INVALID', '/cursor'];
    expect(await code('listTransactions', { $skip: 1 }, good)).to.deep.equal(bad);
    expect(await code('listDockets', { page: 2 }, up.next as string)).to.deep.equal(bad);
    expect(await code('listTransactions', {}, 'short')).to.deep.equal(bad);
    expect(await code('listTransactions', {}, 'A'.repeat(1300))).to.deep.equal(bad);
    // Another size goes on at the same place.
    const rest = await listed('listTransactions', { $top: 100 }, good);
    const all = await listed('listTransactions', { $top: 100 });
    expect(rest.names).to.deep.equal(all.names.slice(1));
  });

  it('have the next page in a header where the body is a table', async () => {
    const csv = await ask(
      world,
      'listTransactions',
      { params: params(), query: { $top: 2 } },
      { headers: { accept: 'text/csv' } },
    );
    expect(csv.headers.link).to.match(/^<\?\$?.*cursor=[\w-]+>; rel="next"$/i);
  });
});
