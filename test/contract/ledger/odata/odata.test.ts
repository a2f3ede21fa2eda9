// Entity sets of OData over HTTP: filters, orders and pages over two registers, and entities with their members.
import { expect } from 'chai';
import { buyer, seller } from '../fixtures.js';
import { ODataWorld, odataQuery } from './odata-world.js';

describe('OData', () => {
  let at: ODataWorld;
  before(async () => {
    at = await ODataWorld.make();
  });
  after(() => at.close());

  describe('of transactions', () => {
    it('lists each that the caller sees once, in the order of the registers and of their ledgers', async () => {
      const { value, ...rest } = await at.list('Transactions', { $count: 'true' });
      expect(rest['@odata.count']).to.equal(value.length);
      expect(rest).to.not.have.property('@odata.nextLink');
      const places = value.map((tx: Record<string, never>) => [tx.registerId, tx.docketNumber, tx.index]);
      expect(new Set(places.map(String)).size).to.equal(places.length);
      const ofFirst = value.filter((tx: Record<string, never>) => tx.registerId === at.first.registerId);
      expect(ofFirst.map((tx: Record<string, never>) => tx.txId).slice(-6)).to.deep.equal(at.txIds);
      expect((await at.get('/odata/Transactions/$count')).text).to.equal(String(value.length));
    });

    it('filters by members that are indexed, by others, and by both', async () => {
      expect(await at.ids(`txId eq '${at.txIds[3]}'`)).to.deep.equal([at.txIds[3]]);
      expect(await at.ids(`txId in ('${at.txIds[3]}','${at.txIds[1]}')`)).to.deep.equal([at.txIds[1], at.txIds[3]]);
      expect(await at.ids(`recipientsWallets/any(r:r eq '${seller.address}')`)).to.deep.equal([
        at.txIds[0],
        at.txIds[2],
        at.txIds[4],
      ]);
      expect(await at.ids(`'${seller.address}' in recipientsWallets and ${at.inFirst}`)).to.deep.equal([
        at.txIds[0],
        at.txIds[2],
        at.txIds[4],
      ]);
      expect(
        await at.ids(`senderWallet eq '${buyer.address}' and recipientsWallets/any(r:r eq '${buyer.address}')`),
      ).to.deep.equal([at.txIds[1], at.txIds[3], at.txIds[5]]);
      expect(await at.ids(`senderWallet eq '${seller.address}'`)).to.deep.equal([]);
      expect(
        await at.ids(`metaData/blueprintId eq '${at.first.order.blueprintId}' and ${at.inFirst}`),
      ).to.include.members(at.txIds);
      expect(await at.ids(`metaData/transactionType eq 'Action' and ${at.inFirst}`)).to.deep.equal([
        at.first.order.transactionId,
        ...at.txIds,
      ]);
      expect(await at.ids(`endswith(txId,'${at.txIds[2]?.slice(-10)}')`)).to.deep.equal([at.txIds[2]]);
      expect(await at.ids("registerId eq '00000000000000000000000000000000'")).to.deep.equal([]);
      expect(
        await at.ids(`not (senderWallet eq '${buyer.address}') and senderWallet eq '${buyer.address}'`),
      ).to.deep.equal([]);
    });

    it('filters by dockets and times, of which it looks at no other row', async () => {
      const all = (await at.list('Transactions', { $filter: at.inFirst })).value as {
        readonly txId: string;
        readonly docketNumber: number;
        readonly sealedAt: string;
      }[];
      const third = all.find((tx) => tx.txId === at.txIds[2]) as (typeof all)[number];
      const behind = all.filter((tx) => tx.docketNumber > third.docketNumber).map((tx) => tx.txId);
      expect(await at.ids(`${at.inFirst} and docketNumber gt ${third.docketNumber}`)).to.deep.equal(behind);
      expect(await at.ids(`${at.inFirst} and sealedAt gt ${third.sealedAt}`)).to.deep.equal(behind);
      expect(
        await at.ids(`${at.inFirst} and sealedAt le ${third.sealedAt} and docketNumber ge ${third.docketNumber}`),
      ).to.deep.equal([third.txId]);
      expect(await at.ids(`${at.inFirst} and docketNumber eq ${third.docketNumber}`)).to.deep.equal([third.txId]);
      expect(await at.ids(`${at.inFirst} and docketNumber lt 0`)).to.deep.equal([]);
      expect(
        await at.ids(`docketNumber gt ${third.docketNumber} and docketNumber lt ${third.docketNumber}`),
      ).to.deep.equal([]);
      expect(
        await at.ids(`recipientsWallets/any(r:r eq '${seller.address}') and docketNumber gt ${third.docketNumber}`),
      ).to.deep.equal([at.txIds[4]]);
    });

    it('orders by the ledger both ways, and a bounded list by anything', async () => {
      const up = await at.ids(at.inFirst, { $orderby: 'docketNumber asc,index' });
      expect(await at.ids(at.inFirst, { $orderby: 'docketNumber desc' })).to.deep.equal([...up].reverse());
      expect(await at.ids(at.inFirst, { $orderby: 'sealedAt desc' })).to.deep.equal([...up].reverse());
      const byId = await at.ids(at.inFirst, { $orderby: 'txId desc' });
      expect(byId).to.deep.equal([...up].sort().reverse());
      expect(await at.ids(at.inFirst, { $orderby: 'length(senderWallet) sub length(senderWallet)' })).to.deep.equal(up);
    });

    for (const options of [
      {},
      { $orderby: 'docketNumber desc' },
      { $orderby: 'txId' },
      { $filter: "metaData/transactionType ne 'Control'" },
      { $filter: "metaData/transactionType ne 'Control'", $orderby: 'sealedAt desc' },
    ])
      it(`pages through ${JSON.stringify(options)} by links while more is sealed, showing each once`, async () => {
        const whole: Readonly<Record<string, string>> = { $filter: at.inFirst, ...options };
        const before = await at.list('Transactions', whole);
        const shown: string[] = [];
        let url = `/odata/Transactions${odataQuery(whole)}`;
        for (let i = 0; url !== '' && i < 40; i++) {
          const { json, headers } = await at.get(url, { headers: { prefer: 'odata.maxpagesize=2' } });
          expect(headers['preference-applied']).to.equal('odata.maxpagesize=2');
          expect(json.value.length).to.be.at.most(2);
          shown.push(...json.value.map(({ txId }: { readonly txId: string }) => txId));
          const next: string | undefined = json['@odata.nextLink'];
          url = next === undefined ? '' : next.slice(next.indexOf('/odata'));
          if (i === 0) await at.seal({});
        }
        expect(url).to.equal('');
        expect(new Set(shown).size).to.equal(shown.length);
        expect(shown).to.include.members(before.value.map(({ txId }: { readonly txId: string }) => txId));
      });

    it('shows as many as $top says, behind $skip, and counts before both', async () => {
      const all = await at.ids(at.inFirst);
      const options = { $filter: at.inFirst, $top: '2', $skip: '1', $count: 'true', $select: 'txId' };
      const { value, ...rest } = await at.list('Transactions', options);
      expect(value).to.deep.equal(all.slice(1, 3).map((txId) => ({ txId })));
      expect(rest['@odata.count']).to.equal(all.length);
      expect(rest['@odata.context']).to.match(/#Transactions\(txId\)$/);
      expect(rest).to.not.have.property('@odata.nextLink');
      expect((await at.list('Transactions', { $top: '0', $count: 'true', $filter: at.inFirst })).value).to.deep.equal(
        [],
      );
      const behind = await at.list('Transactions', {
        $filter: `${at.inFirst} and version eq 1`,
        $skip: String(all.length - 1),
      });
      expect(behind.value.map(({ txId }: { readonly txId: string }) => txId)).to.deep.equal(all.slice(-1));
      const counted = `/odata/Transactions/$count${odataQuery({ $filter: `${at.inFirst} and version eq 1` })}`;
      expect((await at.get(counted)).text).to.equal(String(all.length));
    });

    it('reads one by its key, with the payload as canonical JSON', async () => {
      const { json } = await at.get(`/odata/Transactions('${at.txIds[0]}')`);
      expect(json['@odata.context']).to.match(/#Transactions\/\$entity$/);
      expect([json.txId, json.registerId, json.recipientsWallets]).to.deep.equal([
        at.txIds[0],
        at.first.registerId,
        [seller.address],
      ]);
      expect(JSON.parse(json.payloads[0].data)).to.have.property('amount');
      expect(await at.refused(`/odata/Transactions('${'0'.repeat(64)}')`)).to.deep.equal([
        404,
        'TRANSACTION_NOT_FOUND',
        '',
      ]);
      expect(await at.refused("/odata/Transactions('x')")).to.deep.equal([404, 'TRANSACTION_NOT_FOUND', '']);
    });
  });

  describe('of registers and dockets', () => {
    it('lists registers by any filter and order', async () => {
      const { value } = await at.list('Registers', {
        $filter: "contains(name,'Second') or height gt 5",
        $orderby: 'name',
        $select: 'name',
      });
      expect(value).to.deep.equal([{ name: 'Purchase orders' }, { name: 'Second register' }]);
      const { value: one } = await at.list('Registers', { $filter: `id eq '${at.second.registerId}'` });
      expect(one).to.have.lengthOf(1);
    });

    it('follows the ways from an entity', async () => {
      const register = `Registers('${at.first.registerId}')`;
      const { value } = await at.list(`${register}/transactions`, {
        $filter: `senderWallet eq '${buyer.address}'`,
        $select: 'registerId',
      });
      expect(new Set(value.map(({ registerId }: { readonly registerId: string }) => registerId))).to.deep.equal(
        new Set([at.first.registerId]),
      );
      const count = Number((await at.get(`/odata/${register}/transactions/$count`)).text);
      expect(count).to.equal(
        (await at.list(`${register}/transactions`, { $count: 'true', $top: '1' }))['@odata.count'],
      );
      const dockets = await at.list(`${register}/dockets`, { $orderby: 'number desc', $top: '1' });
      const [{ number, transactionIds }] = dockets.value;
      const docket = `Dockets(registerId='${at.first.registerId}',number=${number})`;
      expect(
        (await at.list(`${docket}/transactions`)).value.map(({ txId }: { readonly txId: string }) => txId),
      ).to.deep.equal(transactionIds);
      expect((await at.get(`/odata/${docket}/transactions/$count`)).text).to.equal(String(transactionIds.length));
      expect((await at.list(docket)).number).to.equal(number);
    });

    it('pages through dockets, and filters them by number and time', async () => {
      const all = (await at.list('Dockets', { $filter: at.inFirst })).value as {
        readonly number: number;
        readonly timestamp: string;
      }[];
      expect(all.map(({ number }) => number)).to.deep.equal(all.map((_, i) => i));
      const from = await at.list('Dockets', { $filter: `${at.inFirst} and number ge 2 and number lt 4` });
      expect(from.value.map(({ number }: { readonly number: number }) => number)).to.deep.equal([2, 3]);
      const since = await at.list('Dockets', {
        $filter: `${at.inFirst} and timestamp ge ${all[3]?.timestamp}`,
        $count: 'true',
      });
      expect(since['@odata.count']).to.equal(all.length - 3);
    });

    it('reads single members, and their values', async () => {
      const register = `/odata/Registers('${at.second.registerId}')`;
      expect((await at.get(`${register}/name`)).json.value).to.equal('Second register');
      const value = await at.get(`${register}/name/$value`);
      expect([value.text, value.headers['content-type']]).to.deep.equal([
        'Second register',
        'text/plain;charset=utf-8',
      ]);
      expect((await at.get(`${register}/statusReason`)).status).to.equal(204);
      const metaData = await at.get(`/odata/Transactions('${at.txIds[0]}')/metaData`);
      expect(metaData.json.transactionType).to.equal('Action');
      expect((await at.get(`/odata/Transactions('${at.txIds[0]}')/recipientsWallets`)).json.value).to.deep.equal([
        seller.address,
      ]);
      expect(await at.refused(`${register}/nothing`)).to.deep.equal([404, 'ROUTE_NOT_FOUND', '']);
      expect(await at.refused(`${register}/name/$count`)).to.deep.equal([404, 'ROUTE_NOT_FOUND', '']);
    });
  });
});
