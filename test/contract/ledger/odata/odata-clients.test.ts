// Clients of OData that other people wrote, unchanged: @odata/client, odata-query and o.js over a socket.
import { createRequire } from 'node:module';
import type * as ODataClient from '@odata/client';
import { expect } from 'chai';
import type * as OJs from 'o.js';
import type { QueryOptions } from 'odata-query';
import { buyer, seller } from '../fixtures.js';
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

  describe('Power Query, in Excel and Power BI', () => {
    const KINDS =
      'application/json;odata.metadata=minimal;q=1.0,application/json;odata=minimalmetadata;q=0.9,application/atomsvc+xml;q=0.8,application/atom+xml;q=0.8,application/xml;q=0.7,text/plain;q=0.7';
    /** The headers that it sends to a feed, those for the third version of the protocol among them. */
    const asked = async (url: string, accept = KINDS): Promise<Response> => {
      const response = await fetch(url, {
        headers: {
          ...{ ...headers, accept, 'odata-maxversion': '4.0', maxdataserviceversion: '3.0' },
          'accept-encoding': 'gzip, deflate',
          'user-agent': 'Microsoft.Data.Mashup (https://go.microsoft.com/fwlink/?LinkID=304225)',
        },
      });
      expect([response.status, response.headers.get('odata-version')], url).to.deep.equal([200, '4.0']);
      return response;
    };
    const typeOf = (response: Response) => response.headers.get('content-type')?.split(';', 1)[0];

    it('finds the sets and the model, and goes through a set to its end', async () => {
      const service = await asked(root);
      expect(typeOf(service)).to.equal('application/json');
      const { value: sets } = (await service.json()) as { readonly value: readonly { readonly url: string }[] };
      expect(sets.map(({ url }) => url)).to.deep.equal(['Registers', 'Transactions', 'Dockets']);
      for (const accept of ['application/xml', KINDS]) {
        const model = await asked(`${root}$metadata`, accept);
        expect(typeOf(model)).to.equal('application/xml');
        // It previews a thousand rows by $top unless it is told to go from page to page.
        expect((await model.text()).match(/Capabilities\.V1\.TopSupported" Bool="false"/g)).to.have.lengthOf(3);
      }
      const filter = `registerId eq '${at.first.registerId}' and docketNumber ge 2`;
      const rows: string[] = [];
      let pages = 0;
      const from = `${root}Transactions?$filter=${encodeURIComponent(filter)}&$orderby=docketNumber&$select=txId`;
      for (let url: string | undefined = from; url !== undefined; pages++) {
        const response = await fetch(url, { headers: { ...headers, accept: KINDS, prefer: 'odata.maxpagesize=3' } });
        const page = (await response.json()) as { readonly value: Row[]; readonly '@odata.nextLink'?: string };
        rows.push(...page.value.map(({ txId }) => txId));
        // The address of the node is that of its settings; the test listens at another port.
        url = page['@odata.nextLink']?.replace(/^https?:\/\/[^/]+\/odata\//, root);
      }
      expect([rows, pages]).to.deep.equal([[at.first.order.transactionId, ...at.txIds], 3]);
      const plain = (await (await asked(`${root}Registers?$select=id,name`)).json()) as { readonly value: unknown[] };
      expect(plain.value).to.have.lengthOf(2);
    });

    it('is refused where it takes no version that is spoken here, and is served by a later one', async () => {
      const with_ = async (more: Readonly<Record<string, string>>) => {
        const response = await fetch(`${root}Registers`, { headers: { ...headers, ...more } });
        const { code = '', path = '' } = (await response.json()) as { readonly code?: string; readonly path?: string };
        return [response.status, code, path];
      };
      for (const most of ['4.0', '4.01', '5.0', '4.0;NetFx'])
        expect(await with_({ 'odata-maxversion': most }), most).to.deep.equal([200, '', '']);
      for (const most of ['3.0', '2.0;NetFx', 'x', '', '4'])
        expect(await with_({ 'odata-maxversion': most }), most).to.deep.equal([
          400,
          'HEADER_INVALID',
          '/odata-maxversion',
        ]);
      for (const version of ['4.0', '4.01'])
        expect(await with_({ 'odata-version': version })).to.deep.equal([200, '', '']);
      for (const version of ['3.0', '5.0', 'x'])
        expect(await with_({ 'odata-version': version }), version).to.deep.equal([
          400,
          'HEADER_INVALID',
          '/odata-version',
        ]);
      for (const path of ['', '$metadata', "Registers('x')", 'Transactions/$count'])
        expect(
          (await fetch(`${root}${path}`, { headers: { ...headers, 'odata-maxversion': '3.0' } })).status,
          path,
        ).to.equal(400);
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
