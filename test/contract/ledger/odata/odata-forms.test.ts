// OData over HTTP as a service: its documents, the forms of its answers, what it refuses, and what it shows to whom.
import { expect } from 'chai';
import { ask, buyer, genesisSubmission } from '../fixtures.js';
import { forkAt } from '../fork.js';
import { ODataWorld, odataQuery } from './odata-world.js';

describe('OData: forms and refusals', () => {
  let at: ODataWorld;
  before(async () => {
    at = await ODataWorld.make();
  });
  after(() => at.close());

  describe('as a service', () => {
    it('lists its sets at its root, with and without a slash, and under the prefix of the register service', async () => {
      for (const root of ['/odata', '/odata/', '/api/register/odata/', '/api/register/odata']) {
        const { status, json, headers } = await at.get(root);
        expect(status).to.equal(200);
        expect(headers['odata-version']).to.equal('4.0');
        expect(headers['content-type']).to.equal('application/json;odata.metadata=minimal;charset=utf-8');
        expect(json.value.map(({ name, kind, url }: Record<string, string>) => [name, kind, url])).to.deep.equal(
          ['Registers', 'Transactions', 'Dockets'].map((name) => [name, 'EntitySet', name]),
        );
        expect(json['@odata.context']).to.match(/^https?:.*\/odata\/\$metadata$/);
      }
    });

    it('tells its model in XML and in JSON', async () => {
      for (const url of ['/odata/$metadata', '/odata/%24metadata']) {
        const xml = await at.get(url);
        expect(xml.headers['content-type']).to.equal('application/xml;charset=utf-8');
        expect(xml.text).to.include('<EntitySet Name="Transactions" EntityType="Quorate.Transaction">');
      }
      for (const how of [{ headers: { accept: 'application/json' } }, {}]) {
        const json = await at.get(`/odata/$metadata${'headers' in how ? '' : '?$format=json'}`, how);
        expect(json.json.Quorate.Docket.$Key).to.deep.equal(['registerId', 'number']);
      }
      expect((await at.get('/odata/$metadata', { headers: { accept: 'image/png' } })).status).to.equal(406);
    });

    it('tells each member of each entity by the model, and no other', async () => {
      const { json } = await at.get('/odata/$metadata?$format=json');
      for (const [set, type] of [
        ['Registers', 'Register'],
        ['Transactions', 'Transaction'],
        ['Dockets', 'Docket'],
      ] as const) {
        const named = Object.keys(json.Quorate[type]).filter((name) => !name.startsWith('$'));
        const ways = Object.entries(json.Quorate[type] as Record<string, { $Kind?: string }>)
          .filter(([, { $Kind }]) => $Kind === 'NavigationProperty')
          .map(([name]) => name);
        const [one] = (await at.list(set, { $top: '1' })).value;
        expect([...Object.keys(one), ...ways].sort(), set).to.deep.equal(named.sort());
      }
    });
  });

  it('tells more or less of the model, and long numbers as texts, as Accept asks', async () => {
    const url = `/odata/Registers('${at.first.registerId}')?$select=height`;
    const accept = (type: string) => at.get(url, { headers: { accept: type } });
    const full = (await accept('application/json;odata.metadata=full')).json;
    expect(full).to.include({ '@odata.type': '#Quorate.Register' });
    expect(full['@odata.id']).to.match(/\/odata\/Registers\('[0-9a-f-]+'\)$/);
    expect(full['transactions@odata.navigationLink']).to.equal(`${full['@odata.id']}/transactions`);
    expect(Object.keys((await accept('application/json;odata.metadata=none')).json)).to.deep.equal(['height']);
    const long = await accept('application/json;IEEE754Compatible=true');
    expect(long.json.height).to.be.a('string');
    expect(long.headers['content-type']).to.include('IEEE754Compatible=true');
    expect((await accept('text/html,application/xhtml+xml,*/*;q=0.8')).status).to.equal(200);
    expect((await accept('application/xml')).status).to.equal(406);
    expect((await at.get(`${url}&$format=xml`)).status).to.equal(406);
    expect((await at.get(`${url}&$format=json`)).status).to.equal(200);
  });

  it('gives numbers and values alone as text, also to a caller who takes text alone', async () => {
    const register = `/odata/Registers('${at.first.registerId}')`;
    for (const path of ['/odata/Transactions/$count', `${register}/transactions/$count`, `${register}/name/$value`])
      for (const accept of ['text/plain', 'application/json', '*/*']) {
        const { status, headers } = await at.get(path, { headers: { accept } });
        expect([status, headers['content-type']], path).to.deep.equal([200, 'text/plain;charset=utf-8']);
      }
  });

  it('refuses in problem+json, and in JSON where a client names that alone', async () => {
    const type = async (accept: string) =>
      (await at.get('/odata/Transactions?$top=x', { headers: { accept } })).headers['content-type'];
    const json = 'application/json; charset=utf-8';
    const problem = 'application/problem+json; charset=utf-8';
    expect(await type('application/json')).to.equal(json);
    expect(await type('application/json;odata.metadata=minimal, text/plain')).to.equal(json);
    expect(await type('application/json, */*;q=0.1')).to.equal(problem);
    expect(await type('application/json, application/problem+json')).to.equal(problem);
    expect(await type('text/html')).to.equal(problem);
  });

  describe('of a register of another tenant', () => {
    const FOREIGN = '5d2c8e07-9b61-4f6b-8d21-7c1e9b3a52d4';
    let txId: string;
    before(async () => {
      const genesis = genesisSubmission(at.world, FOREIGN, '33333333-3333-4333-8333-333333333333');
      txId = genesis.transactionId;

      const answer = await ask(at.world, 'submitGenesis', { body: genesis }, { as: 'systemAdmin' });
      expect(answer.status, answer.text).to.equal(201);
    });

    it('shows nothing, in no list and by no key', async () => {
      expect(await at.ids(`registerId eq '${FOREIGN}'`)).to.deep.equal([]);
      expect(await at.ids(`senderWallet eq '${buyer.address}'`)).to.not.include(txId);
      expect(await at.ids(`txId eq '${txId}'`)).to.deep.equal([]);
      expect((await at.list('Registers', { $filter: `id eq '${FOREIGN}'` })).value).to.deep.equal([]);
      expect((await at.list('Dockets', { $filter: `registerId eq '${FOREIGN}'` })).value).to.deep.equal([]);
      expect(await at.refused(`/odata/Registers('${FOREIGN}')`)).to.deep.equal([
        404,
        'REGISTER_NOT_FOUND',
        '/registerId',
      ]);
      expect(await at.refused(`/odata/Registers('${FOREIGN}')/transactions`)).to.deep.equal([
        404,
        'REGISTER_NOT_FOUND',
        '/registerId',
      ]);
      expect(await at.refused(`/odata/Dockets(registerId='${FOREIGN}',number=0)`)).to.deep.equal([
        404,
        'REGISTER_NOT_FOUND',
        '/registerId',
      ]);
      expect(await at.refused(`/odata/Transactions('${txId}')`)).to.deep.equal([404, 'TRANSACTION_NOT_FOUND', '']);
    });

    it('shows it to an administrator of the system, and refuses a caller without a token', async () => {
      const { json } = await at.get(`/odata/Transactions('${txId}')`, { as: 'systemAdmin' });
      expect(json.registerId).to.equal(FOREIGN);
      expect((await at.world.app.inject({ method: 'GET', url: '/odata/Registers' })).statusCode).to.equal(401);
    });
  });

  describe('of a register whose chain is split', () => {
    // A world of its own: a fork is an error in the log of a node.
    let split: ODataWorld;
    let registerId: string;
    let txIds: readonly string[];
    before(async () => {
      split = await ODataWorld.make();
      registerId = split.second.registerId;
      await forkAt(split.world, registerId, 2);
      const record = split.world.deps.ledger.register(registerId);
      txIds = split.world.deps.chain.docket(record?.reg ?? 0, 2)?.txIds ?? [];
      expect(txIds).to.have.lengthOf(1);
    });

    after(() => split.world.close());

    it('shows the dockets that both branches share, and nothing above them', async () => {
      const of = `registerId eq '${registerId}'`;
      const dockets = (await split.list('Dockets', { $filter: of })).value;
      expect(dockets.map(({ number }: { readonly number: number }) => number)).to.deep.equal([0, 1]);
      expect(await split.ids(of)).to.have.lengthOf(2);
      expect(await split.ids(`${of} and senderWallet eq '${buyer.address}'`)).to.deep.equal([]);
      expect(await split.ids(`${of} and txId eq '${txIds[0]}'`)).to.deep.equal([]);
      expect(await split.refused(`/odata/Transactions('${txIds[0]}')`)).to.deep.equal([503, 'REGISTER_FORKED', '']);
      const docket = `/odata/Dockets(registerId='${registerId}',number=2)`;
      expect(await split.refused(docket)).to.deep.equal([503, 'REGISTER_FORKED', '']);
    });
  });

  for (const [what, path, refusal] of [
    ['an unknown set', 'Wallets', [404, 'ROUTE_NOT_FOUND', '']],
    ['a member of a set', 'Registers/name', [404, 'ROUTE_NOT_FOUND', '']],
    ['a broken key', "Registers('x", [400, 'PATH_INVALID', '']],
    ['a key of another set', 'Dockets(number=1)', [400, 'PATH_INVALID', '']],
    ['a function', 'Transactions/Model.Newest()', [404, 'ROUTE_NOT_FOUND', '']],
    ['a broken filter', 'Transactions?$filter=(((', [400, 'QUERY_INVALID', '/$filter']],
    ['an unknown member', 'Transactions?$filter=sender eq null', [400, 'QUERY_INVALID', '/$filter']],
    ['an unknown member of $select', 'Transactions?$select=sender', [400, 'QUERY_INVALID', '/$select']],
    ['an unknown member of $orderby', 'Transactions?$orderby=sender', [400, 'QUERY_INVALID', '/$orderby']],
    ['too much', 'Transactions?$top=101', [400, 'QUERY_INVALID', '/$top']],
    ['a search', 'Transactions?$search=x', [501, 'NOT_IMPLEMENTED', '/$search']],
    ['an expansion', 'Registers?$expand=transactions', [501, 'NOT_IMPLEMENTED', '/$expand']],
    ['an option that OData does not have', 'Registers?$where=x', [400, 'QUERY_INVALID', '/$where']],
    ['a token that is none', 'Transactions?$skiptoken=x', [400, 'CURSOR_INVALID', '/$skiptoken']],
    ['a query that is too long', `Transactions?$filter=${'a'.repeat(9000)}`, [400, 'QUERY_INVALID', '']],
  ] as const)
    it(`refuses ${what}`, async () =>
      expect(await at.refused(`/odata/${path.replaceAll(' ', '%20')}`)).to.deep.equal(refusal));

  it('takes a token for its own list alone', async () => {
    const page = await at.get(`/odata/Transactions${odataQuery({ $filter: at.inFirst })}`, {
      headers: { prefer: 'maxpagesize=1' },
    });
    const token = new URL(page.json['@odata.nextLink']).searchParams.get('$skiptoken') as string;
    const code = async (path: string) => (await at.get(path)).json.code;
    expect(await code(`/odata/Transactions${odataQuery({ $skiptoken: token })}`)).to.equal('CURSOR_INVALID');
    expect(await code(`/odata/Dockets${odataQuery({ $filter: at.inFirst, $skiptoken: token })}`)).to.equal(
      'CURSOR_INVALID',
    );
    expect(
      await code(`/odata/Transactions${odataQuery({ $filter: at.inFirst, $skiptoken: token, $skip: '1' })}`),
    ).to.equal('QUERY_INVALID');
  });

  it('leads no one elsewhere: links are of this node, whatever Host the request names', async () => {
    const { json } = await at.get(`/odata/Transactions${odataQuery({ $filter: at.inFirst })}`, {
      headers: { prefer: 'maxpagesize=1', host: 'elsewhere.example' },
    });
    expect(json['@odata.nextLink']).to.not.include('elsewhere');
  });
});
