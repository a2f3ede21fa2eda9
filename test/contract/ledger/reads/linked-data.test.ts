// Linked data over HTTP: transactions, dockets, registers and blueprints as JSON-LD and as canonical quads, and the
// context that they name. Nothing which a party writes makes this node ask anybody for anything.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { DEFINITION, LEDGER } from '../../../../api/examples/ledger.js';
import { UNREHEARSED } from '../../../../cli/harness/unrehearsed.js';
import { sha256Hex } from '../../../../core/base/hash.js';
import { CONTEXT, DID_CONTEXT } from '../../../../core/linked/terms.js';
import { canonicalByJsonld, ORIGIN } from '../../../support/cells/linked-data.js';
import { sendTo } from '../../world/caller.js';
import { aWorld, type World } from '../../world/world.js';
import { anOrder, ask, buyer, type Orders, ordersOf, seller, WAIT } from '../fixtures.js';

const LD = { headers: { accept: 'application/ld+json' } };
const QUADS = { headers: { accept: 'application/n-quads' } };

describe('linked data', () => {
  let world: World;
  let orders: Orders;
  let server: Server;
  let evil: string;
  let asked = 0;
  before(async () => {
    server = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1');
    server.on('connection', () => {
      asked += 1;
    });
    await once(server, 'listening');
    evil = `http://127.0.0.1:${(server.address() as AddressInfo).port}/context.jsonld`;
    world = await aWorld();
    orders = await ordersOf(world);
  });
  after(async () => {
    expect(world.errors).to.deep.equal([]);
    await world.close();
    server.close();
  });

  /** JSON-LD of an operation, and that jsonld makes the same quads of it as the node. */
  async function linkedAs(id: string, params: Record<string, string>) {
    const linked = await ask(world, id, { params }, LD);
    expect(linked.status, linked.text).to.equal(200);
    expect(linked.headers['content-type']).to.equal('application/ld+json; charset=utf-8');
    expect(linked.headers.vary).to.match(/accept/i);
    const quads = await ask(world, id, { params }, QUADS);
    expect(quads.headers['content-type']).to.equal('application/n-quads; charset=utf-8');
    const at = world.deps.config.publicUrl;
    const { '@context': context, ...document } = linked.json;
    expect(context).to.equal(`${at}/contexts/blockchain/v1.jsonld`);
    expect(quads.text).to.equal(await canonicalByJsonld({ '@context': context.replace(at, ORIGIN), ...document }));
    return document;
  }

  it('of a transaction has the members of the specification', async () => {
    const { registerId } = orders;
    const instanceId = 'a-linked-order';
    const order = anOrder(world, orders, { instanceId });
    const txId = String(order.transactionId);
    const follow = anOrder(
      world,
      orders,
      { instanceId, previousTransactionId: txId, actionId: '1', payload: {} },
      seller,
    );
    const at = { registerId, txId };
    const first = await ask(world, 'submitTransaction', { params: { registerId }, body: order }, { headers: WAIT });
    expect(first.status, first.text).to.equal(200);
    const plain = (await ask(world, 'getTransaction', { params: at })).json;
    const linked = await linkedAs('getTransaction', at);
    expect(linked).to.deep.include({
      ...{ '@type': 'Transaction', '@id': plain['@id'], registerId, txId, version: 1, payloadCount: 1 },
      ...{ blockNumber: plain.docketNumber, timestamp: plain.timeStamp, senderWallet: buyer.address },
      ...{ recipients: plain.recipientsWallets, metadata: plain.metaData, signature: plain.signature },
    });
    expect(linked).not.to.have.property('previousTxHash');
    const sealed = await ask(world, 'submitTransaction', { params: { registerId }, body: follow }, { headers: WAIT });
    expect(sealed.status, sealed.text).to.equal(200);
    const next = await linkedAs('getTransaction', { registerId, txId: String(follow.transactionId) });
    expect(next.previousTxHash).to.equal(txId);
    expect(next.previousTransaction).to.deep.equal({
      ...{ '@type': 'TransactionReference', '@id': `did:quorate:register:${registerId}/tx/${txId}` },
      ...{ registerId, txId },
    });
  });

  it('of a docket, a register, a draft and a published definition has their names', async () => {
    const { registerId, publicationTxId } = orders;
    const did = `did:quorate:register:${registerId}`;
    const docket = await linkedAs('getDocket', { registerId, docketId: '1' });
    expect(docket).to.include({ '@type': 'Docket', '@id': `${did}/docket/1`, register: did, number: 1 });
    expect(docket.transactions).to.deep.equal([
      { '@type': 'TransactionReference', '@id': `${did}/tx/${docket.transactionIds[0]}` },
    ]);
    const register = await linkedAs('getRegister', { registerId });
    expect(register).to.include({ '@type': 'Register', '@id': did, id: registerId });
    const body = { ...DEFINITION, id: 'linked', '@context': evil, metadata: { '@context': evil } };
    expect((await ask(world, 'createBlueprint', { body })).status).to.equal(200);
    const draft = await linkedAs('getBlueprint', { id: 'linked' });
    expect(draft).to.deep.include({
      '@type': 'Blueprint',
      '@id': 'urn:quorate:blueprint:linked',
      participants: DEFINITION.participants,
    });
    expect(draft.extensions).to.deep.equal({ '@context': evil });
    // The tag of a draft is its revision, which is a tag of its JSON alone.
    const etagFor = async (how?: typeof LD) =>
      (await ask(world, 'getBlueprint', { params: { id: 'linked' } }, how)).headers.etag;
    const tags = [await etagFor(), await etagFor(LD), await etagFor(QUADS)];
    expect([tags[0], new Set(tags).size]).to.deep.equal(['"1"', 3]);
    const name = `${did}/tx/${publicationTxId}#definition`;
    for (const [id, params] of [
      ['getPublication', { registerId, txId: publicationTxId }],
      ['getLatestPublication', { registerId, blueprintId: LEDGER.blueprintId }],
      ['getDefinition', { id: LEDGER.blueprintId, publicationTxId }],
      ['getVersion', { id: LEDGER.blueprintId, version: '1' }],
    ] as const)
      expect(await linkedAs(id, params), id).to.include({ '@type': 'Blueprint', '@id': name, title: DEFINITION.title });
  });

  it('of lists has references and nodes', async () => {
    const { registerId, order } = orders;
    const params = { registerId };
    const list = (await ask(world, 'listTransactions', { params }, LD)).json;
    expect(list).to.include({ '@type': 'Collection', page: 1 });
    expect(list.items.map((one: { '@type': string }) => one['@type'])).to.deep.equal(
      Array(list.total).fill('TransactionReference'),
    );
    expect(list.items.map(({ txId }: { txId: string }) => txId)).to.include(order.transactionId);
    const graphs = [await ask(world, 'listDockets', { params }, LD), await ask(world, 'listRegisters', {}, LD)];
    expect(graphs.map(({ json }) => json['@graph'][0]['@type'])).to.deep.equal(['Docket', 'Register']);
    // Canonical quads are of one thing.
    expect((await ask(world, 'listDockets', { params }, QUADS)).status).to.equal(406);
  });

  it('comes where Accept likes it best, and HEAD says so', async () => {
    const { registerId } = orders;
    const typeFor = async (accept: string) =>
      (await ask(world, 'getRegister', { params: { registerId } }, { headers: { accept } })).headers['content-type'];
    expect(await typeFor('application/ld+json;q=0.5, application/json;q=0.4')).to.match(/^application\/ld\+json/);
    expect(await typeFor('application/ld+json;q=0.3, application/json;q=0.4')).to.match(/^application\/json/);
    expect(await typeFor('application/n-quads, */*;q=0.1')).to.match(/^application\/n-quads/);
    expect(await typeFor('*/*')).to.match(/^application\/json/);
    expect(await typeFor('application/ld+json;profile="http://www.w3.org/ns/json-ld#compacted"')).to.match(
      /^application\/ld/,
    );
    expect(await typeFor('text/turtle')).to.match(/problem/);
    const { app } = world;
    const authorization = `Bearer ${await world.token('administrator')}`;
    const url = `/api/registers/${registerId}`;
    const head = await app.inject({ method: 'HEAD', url, headers: { authorization, ...LD.headers } });
    expect([head.statusCode, head.body]).to.deep.equal([200, '']);
    expect(head.headers['content-type']).to.match(/^application\/ld\+json/);
  });

  it('is for those who may see the same as JSON', async () => {
    const { registerId, order } = orders;
    const params = { registerId, txId: String(order.transactionId) };
    const url = `/api/registers/${registerId}/transactions/${params.txId}`;
    for (const accept of ['application/json', 'application/ld+json', 'application/n-quads']) {
      expect((await sendTo(world, 'GET', url, { headers: { accept } })).status).to.equal(401);
      const missing = await ask(
        world,
        'getTransaction',
        { params: { ...params, txId: '0'.repeat(64) } },
        { headers: { accept } },
      );
      expect([missing.status, missing.json.code]).to.deep.equal([404, 'TRANSACTION_NOT_FOUND']);
    }
  });

  it('of what a party wrote is a literal, and asks nobody for a context', async () => {
    const metadata = {
      '@context': evil,
      '@id': evil,
      __proto__x: evil,
      deep: { '@context': [evil, { '@import': evil }] },
    };
    const { registerId } = orders;
    const [first, ...others] = DEFINITION.actions;
    const properties = { amount: {}, note: {} };
    const actions = [{ ...first, dataSchemas: [{ type: 'object', properties }] }, ...others];
    const publication = {
      ...{ blueprintId: 'linked', override: UNREHEARSED },
      blueprintJson: { ...DEFINITION, id: 'linked', actions },
    };
    const published = await ask(world, 'publishBlueprint', { params: { registerId }, body: publication });
    const at = { registerId, publicationTxId: published.json.publicationTxId as string };
    const payload = { amount: 1, note: { '@context': evil, '@graph': [{ '@id': evil }] } };
    const order = anOrder(world, at, { blueprintId: 'linked', metadata, payload });
    const answer = await ask(world, 'submitTransaction', { params: { registerId }, body: order }, { headers: WAIT });
    expect(answer.status, answer.text).to.equal(200);
    const linked = await linkedAs('getTransaction', { registerId, txId: String(order.transactionId) });
    expect(linked.metadata.trackingData).to.deep.equal(metadata);
    const quads = (
      await ask(world, 'getTransaction', { params: { registerId, txId: String(order.transactionId) } }, QUADS)
    ).text;
    expect(quads).to.contain(evil);
    expect(quads).not.to.contain(`<${evil}`);
    expect(asked).to.equal(0);
  });

  it('whose parts look alike has no canonical form, and all others', async () => {
    const order = anOrder(world, orders, { recipients: Array(200).fill(buyer.address) });
    const { registerId } = orders;
    const params = { registerId, txId: String(order.transactionId) };
    const sent = await ask(world, 'submitTransaction', { params: { registerId }, body: order }, { headers: WAIT });
    expect(sent.status, sent.text).to.equal(200);
    const refused = await ask(world, 'getTransaction', { params }, QUADS);
    expect([refused.status, refused.json.code]).to.deep.equal([422, 'LINKED_TOO_COSTLY']);
    expect((await ask(world, 'getTransaction', { params }, LD)).json.recipients).to.have.length(200);
  });

  it('has contexts that any page may read and any cache may keep', async () => {
    for (const [url, text] of [
      ['/contexts/blockchain/v1.jsonld', CONTEXT],
      ['/contexts/did/v1.jsonld', DID_CONTEXT],
    ] as const) {
      const answer = await sendTo(world, 'GET', url, { headers: { origin: 'https://elsewhere.example' } });
      const etag = `"${sha256Hex(text)}"`;
      expect([answer.status, answer.text]).to.deep.equal([200, text]);
      expect(answer.headers).to.include({
        ...{
          'content-type': 'application/ld+json; charset=utf-8',
          'cache-control': 'public, max-age=31536000, immutable',
          etag,
        },
        'access-control-allow-origin': '*',
      });
      const again = await sendTo(world, 'GET', url, { headers: { 'if-none-match': etag } });
      expect([again.status, again.text]).to.deep.equal([304, '']);
    }
  });
});
