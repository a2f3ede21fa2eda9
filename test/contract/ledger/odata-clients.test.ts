// Clients of OData that other people wrote, unchanged: @odata/client, odata-query and o.js over a socket.
import { createRequire } from 'node:module';
import type * as ODataClient from '@odata/client';
import { expect } from 'chai';
import type * as OJs from 'o.js';
import type { QueryOptions } from 'odata-query';
import { buyer, seller } from './fixtures.js';
import { ODataWorld } from './odata-world.js';

// They are CommonJS.
const load = createRequire(import.meta.url);
const { OData } = load('@odata/client') as typeof ODataClient;
const buildQuery = (load('odata-query') as { readonly default: (options: Partial<QueryOptions<unknown>>) => string })
  .default;
const { o } = load('o.js') as typeof OJs;

interface Row {
  readonly txId: string;
  readonly docketNumber: number;
}

describe('OData clients', () => {
  let at: ODataWorld;
  let root: string;
  let headers: { readonly Authorization: string };
  before(async () => {
    at = await ODataWorld.make();
    root = `${await at.world.app.listen({ host: '127.0.0.1', port: 0 })}/odata/`;
    headers = { Authorization: `Bearer ${await at.world.token('administrator')}` };
  });
  after(() => at.close());

  describe('@odata/client', () => {
    const sets = () => OData.New4({ serviceEndpoint: root, commonHeaders: headers });

    it('retrieves by key', async () => {
      const set = sets().getEntitySet<Row>('Transactions');
      expect((await set.retrieve(at.txIds[0] as string)).txId).to.equal(at.txIds[0]);
    });

    it('queries with its own filters, orders, pages and counts', async () => {
      const client = sets();
      const filter = client.newFilter().field('registerId').eq(at.first.registerId).field('docketNumber').gt(2);
      const params = client.newParam().filter(filter).orderby('docketNumber', 'desc').top(2).select(['txId']);
      const found = await client.getEntitySet<Row>('Transactions').query(params);
      expect(found.map(({ txId }) => txId)).to.deep.equal(at.txIds.toReversed().slice(0, 2));
      const count = await client.getEntitySet('Transactions').count(
        client
          .newFilter()
          .field('txId')
          .eq(at.txIds[1] as string),
      );
      expect(Number(count)).to.equal(1);
    });

    it('tells what the node refuses', async () => {
      const client = sets();
      const wrong = client.getEntitySet('Transactions').query(client.newParam().filter("sender eq 'x'"));
      const told = await wrong.then(
        () => '',
        (error: Error) => error.message,
      );
      expect(told).to.include('no member "sender"');
    });
  });

  describe('odata-query', () => {
    async function rows(options: Partial<QueryOptions<unknown>>): Promise<readonly Row[]> {
      const answer = await fetch(`${root}Transactions${buildQuery(options)}`, { headers });
      expect(answer.status, await answer.clone().text()).to.equal(200);
      return ((await answer.json()) as { readonly value: readonly Row[] }).value;
    }
    const ids = async (options: Partial<QueryOptions<unknown>>) => (await rows(options)).map(({ txId }) => txId);

    it('writes filters that are understood', async () => {
      const { registerId } = at.first;
      const [first, second] = at.txIds as [string, string];
      expect(await ids({ filter: { registerId, txId: { in: [first, second] } } })).to.deep.equal([first, second]);
      expect(await ids({ filter: { recipientsWallets: { any: seller.address } } as object })).to.deep.equal(
        at.txIds.filter((_, i) => i % 2 === 0),
      );
      expect(
        await ids({
          filter: [{ registerId }, { senderWallet: buyer.address }, { 'metaData/transactionType': 'Action' }],
        }),
      ).to.include.members([...at.txIds]);
      expect(
        await ids({ filter: { registerId, timeStamp: { gt: new Date(0), lt: new Date('2100-01-01') } }, top: 1 }),
      ).to.have.lengthOf(1);
      expect(await ids({ filter: { or: [{ txId: first }, { txId: second }] } as object })).to.deep.equal([
        first,
        second,
      ]);
      expect(await ids({ filter: { not: { registerId } } as object })).to.not.include.members([first]);
    });

    it('writes orders, pages and choices', async () => {
      const [one] = await rows({
        ...{ filter: { registerId: at.first.registerId }, orderBy: ['docketNumber desc', 'index desc'] },
        ...{ top: 1, skip: 1, select: ['txId', 'docketNumber'], count: true },
      } as never);
      expect(Object.keys(one as object).sort()).to.deep.equal(['docketNumber', 'txId']);
      expect(one?.txId).to.equal(at.txIds.at(-2));
    });
  });

  describe('o.js', () => {
    const client = () => o(root, { headers });

    it('gets sets and entities', async () => {
      const rows = (await client()
        .get('Transactions')
        .query({ $filter: `txId eq '${at.txIds[2]}'`, $select: 'txId' })) as readonly Row[];
      expect(rows).to.deep.equal([{ txId: at.txIds[2] }]);
      const register = (await client().get(`Registers('${at.first.registerId}')`).query()) as { readonly id: string };
      expect(register.id).to.equal(at.first.registerId);
    });
  });
});
