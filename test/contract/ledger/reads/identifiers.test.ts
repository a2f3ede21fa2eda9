// DIDs over HTTP: resolution and dereferencing in every form that a resolver asks for, and who is told what. A register
// that is not there looks the same as one that is not the caller's.
import { createPublicKey, verify } from 'node:crypto';
import { expect } from 'chai';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { fromHex } from '../../../../core/base/bytes.js';
import { PLATFORM_ORGANISATION_ID } from '../../../../core/tenant/roles.js';
import { SCOPE_WORDS } from '../../../../core/tenant/services/principal.js';
import type { Wallet } from '../../../../core/wallet/wallet.js';
import { seedExampleWallet } from '../../wallets/wallets.js';
import { type Answer, sendTo } from '../../world/caller.js';
import { tokenOfService } from '../../world/personas.js';
import { worldOfAll } from '../../world/world-of.js';
import { ask, buyer, type Orders, ordersOf } from '../fixtures.js';

const RESULT = 'application/did-resolution';
const NOBODY = '11111111-2222-4333-8444-555555555555';
const OWNER = `did:quorate:w:${EXAMPLE.walletAddress}`;

describe('DIDs', () => {
  const world = worldOfAll();
  let orders: Orders;
  let register: string;
  before(async () => {
    orders = await ordersOf(world);
    register = `did:quorate:register:${orders.registerId}`;
  });
  beforeEach(async () => {
    await seedExampleWallet(world.deps);
    await world.deps.ledger.update(orders.registerId, { advertise: false });
  });

  type Who = 'administrator' | 'nobody';

  async function resolve(did: string, accept?: string, who: Who = 'administrator', headers = {}): Promise<Answer> {
    const answer = await sendTo(world, 'GET', `/1.0/identifiers/${encodeURIComponent(did)}`, {
      token: who === 'nobody' ? undefined : await world.token(who),
      headers: { ...(accept !== undefined && { accept }), ...headers },
    });
    return { ...answer, json: answer.text.startsWith('{') ? JSON.parse(answer.text) : undefined };
  }

  const advertise = () => world.deps.ledger.update(orders.registerId, { advertise: true });
  const seen = ({ status, json }: Answer) => [status, json?.code, json?.didResolutionMetadata?.error];

  it('of a register are resolved to who governs it, its keys and its doors', async () => {
    const { json, status, headers } = await resolve(register);
    expect([status, headers['content-type']]).to.deep.equal([200, RESULT]);
    expect(headers).to.include({ 'access-control-allow-origin': '*', vary: 'accept, authorization, accept-encoding' });
    expect(json.didResolutionMetadata).to.deep.equal({ contentType: 'application/did+ld+json' });
    expect(json.didDocument).to.deep.include({ id: register, controller: [OWNER] });
    const { validatorId } = world.deps.validator;
    expect(json.didDocument.assertionMethod).to.deep.equal([`${register}#validator-${validatorId}`]);
    expect(json.didDocumentMetadata).to.have.keys('created', 'versionId');
    expect(json.didDocumentMetadata.created).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    // The key of the document verifies what its validator voted.
    const docket = (await ask(world, 'getDocket', { params: { registerId: orders.registerId, docketId: '1' } })).json;
    const key = createPublicKey({ key: json.didDocument.verificationMethod[0].publicKeyJwk, format: 'jwk' });
    const { publicKey } = docket.consensusVotes[0].validatorSignature;
    expect(key.export({ format: 'jwk' }).x).to.equal(Buffer.from(fromHex(publicKey)).toString('base64url'));
  });

  it('come in the forms that Accept names', async () => {
    const forms = ['application/did+ld+json', 'application/did+json', 'application/did', 'application/ld+json'];
    for (const accept of forms) {
      const { json, headers } = await resolve(register, `${accept}, */*;q=0.1`);
      expect(String(headers['content-type']).split(';')[0]).to.equal(accept);
      expect(json.id).to.equal(register);
      expect('@context' in json).to.equal(accept !== 'application/did+json');
    }
    const results = ['*/*', 'application/json', 'application/ld+json;profile="https://w3id.org/did-resolution"'];
    for (const accept of [...results, `${RESULT};q=0.9, text/html`])
      expect((await resolve(register, accept)).json.didDocument.id, accept).to.equal(register);
    expect(seen(await resolve(register, 'text/html'))).to.deep.equal([
      406,
      'NOT_ACCEPTABLE',
      'representationNotSupported',
    ]);
    expect(seen(await resolve(register, 'application/did+ld+json;q=0'))).to.deep.equal([
      406,
      'NOT_ACCEPTABLE',
      'representationNotSupported',
    ]);
    const { headers } = await resolve(register, RESULT);
    const again = await resolve(register, RESULT, 'administrator', { 'if-none-match': headers.etag });
    expect([again.status, again.text]).to.deep.equal([304, '']);
    const { app } = world;
    const authorization = `Bearer ${await world.token('administrator')}`;
    const head = await app.inject({
      method: 'HEAD',
      url: `/1.0/identifiers/${encodeURIComponent(register)}`,
      headers: { authorization },
    });
    expect([head.statusCode, head.body, head.headers.etag]).to.deep.equal([200, '', headers.etag]);
  });

  it('tell who may not see a register as little as one that is not there', async () => {
    const same = ({ status, headers, json }: Answer) => {
      const { traceId, instance, ...body } = json;
      const { date, 'x-correlation-id': id, 'content-length': length, ...rest } = headers as Record<string, string>;
      const kept = Object.entries(rest).filter(([name]) => !name.startsWith('ratelimit'));
      return { status, body, headers: Object.fromEntries(kept) };
    };
    const others = `did:quorate:register:${NOBODY}`;
    const other = {
      clientId: 'other',
      serviceName: 'Other',
      scope: SCOPE_WORDS,
      organisationId: PLATFORM_ORGANISATION_ID,
    };
    const elsewhere = await tokenOfService(world.deps, other);
    for (const token of [undefined, elsewhere])
      for (const rest of ['', `/tx/${orders.order.transactionId}`, '/docket/1', '#dockets', `/tx/${'0'.repeat(64)}`]) {
        const ask = (did: string) =>
          sendTo(world, 'GET', `/1.0/identifiers/${encodeURIComponent(did + rest)}`, {
            token,
            headers: { accept: RESULT },
          });
        expect(same(await ask(register)), rest).to.deep.equal(same(await ask(others)));
      }
    expect(seen(await resolve(register, undefined, 'nobody'))).to.deep.equal([404, 'DID_NOT_FOUND', 'notFound']);
    const missing = await resolve(others, undefined, 'nobody');
    expect(missing.json).to.deep.include({ didDocument: null, didDocumentMetadata: {} });
    expect(missing.headers['access-control-allow-origin']).to.equal('*');
  });

  it('of an advertised register are for everybody, and what is sealed in it is not', async () => {
    await advertise();
    const { status, json } = await resolve(register, undefined, 'nobody');
    expect([status, json.didDocument.id]).to.deep.equal([200, register]);
    expect((await resolve(`${register}#dockets`, undefined, 'nobody')).json).to.include({ type: 'QuorateDockets' });
    for (const rest of [`/tx/${orders.order.transactionId}`, '/docket/1'])
      expect(seen(await resolve(register + rest, undefined, 'nobody'))).to.deep.equal([
        404,
        'DID_NOT_FOUND',
        'notFound',
      ]);
    // It shows more to some callers: a token that is not good is refused, and not passed over (decision 0275).
    const bad = await resolve(register, undefined, 'nobody', { authorization: 'Bearer no.such.token' });
    expect(bad.status).to.equal(401);
  });

  it('lead to transactions, definitions and dockets', async () => {
    const { registerId, publicationTxId, order } = orders;
    const tx = `${register}/tx/${order.transactionId}`;
    const params = { registerId, txId: String(order.transactionId) };
    const LD = { headers: { accept: 'application/ld+json' } };
    const linked = await resolve(tx);
    expect(linked.json).to.deep.equal((await ask(world, 'getTransaction', { params }, LD)).json);
    expect(linked.headers['content-location']).to.equal(`/api/registers/${registerId}/transactions/${params.txId}`);
    expect((await resolve(tx, 'application/json')).json).to.deep.equal(
      (await ask(world, 'getTransaction', { params })).json,
    );
    const quads = await resolve(tx, 'application/n-quads');
    expect(quads.text).to.equal(
      (await ask(world, 'getTransaction', { params }, { headers: { accept: 'application/n-quads' } })).text,
    );
    const found = await resolve(tx, 'application/did-url-dereferencing');
    expect(found.json.dereferencingMetadata).to.deep.equal({ contentType: 'application/ld+json' });
    expect(found.json.content).to.deep.equal(linked.json);
    const definition = await resolve(`${register}/tx/${publicationTxId}#definition`);
    expect(definition.json).to.include({ '@id': `${register}/tx/${publicationTxId}#definition`, '@type': 'Blueprint' });
    expect((await resolve(`${register}/docket/1`)).json).to.include({ '@type': 'Docket', number: 1 });
    // As it is written too.
    const token = await world.token('administrator');
    expect((await sendTo(world, 'GET', `/1.0/identifiers/${tx}`, { token })).json).to.deep.equal(linked.json);
    expect((await sendTo(world, 'GET', `/1.0/identifiers/${register}/docket/1`, { token })).json.number).to.equal(1);
    for (const nothing of [
      `/tx/${'0'.repeat(64)}`,
      '/docket/99999',
      `/tx/${order.transactionId}#definition`,
      '/docket/1#x',
      '#nothing',
    ])
      expect(seen(await resolve(register + nothing)), nothing).to.deep.equal([404, 'DID_NOT_FOUND', 'notFound']);
  });

  it('that are none are refused by the name of the standard', async () => {
    const refused: readonly (readonly [string, number, string, string])[] = [
      ['nonsense', 400, 'DID_INVALID', 'invalidDid'],
      [`${register}%2Ftx`, 400, 'DID_INVALID', 'invalidDid'],
      [`${register}/../x`, 400, 'DID_URL_INVALID', 'invalidDidUrl'],
      [`${register}?versionId=1`, 400, 'DID_URL_INVALID', 'invalidDidUrl'],
      ['did:web:127.0.0.1%3A80', 501, 'DID_METHOD_UNSUPPORTED', 'methodNotSupported'],
      [`did:quorate:register:${'ü'}`, 400, 'DID_INVALID', 'invalidDid'],
      ['x'.repeat(300), 400, 'PATH_INVALID', 'invalidDid'],
    ];
    for (const [did, ...expected] of refused) expect(seen(await resolve(did)), did).to.deep.equal(expected);
  });

  it('of wallets are for who sees the wallet, or a register that has its key', async () => {
    const own = await resolve(OWNER);
    expect(own.status, own.text).to.equal(200);
    expect(own.json.didDocument).to.include({ id: OWNER });
    expect(own.json.didDocument.authentication).to.deep.equal([`${OWNER}#key-1`]);
    // A wallet is known to its owner alone, until a register that may be seen has its key.
    const unknown = `did:quorate:w:${buyer.address}`;
    expect(seen(await resolve(OWNER, undefined, 'nobody'))).to.deep.equal(
      seen(await resolve(unknown, undefined, 'nobody')),
    );
    await advertise();
    const sealed = await resolve(OWNER, undefined, 'nobody');
    expect(sealed.json.didDocument).to.deep.equal(own.json.didDocument);
    expect(sealed.json.didDocumentMetadata).to.have.keys('versionId');
    expect(seen(await resolve(unknown))).to.deep.equal([404, 'DID_NOT_FOUND', 'notFound']);
    expect((await resolve(`${OWNER}#key-1`, 'application/did+json')).json.publicKeyJwk.crv).to.equal('Ed25519');
  });

  it('of a wallet verify what it signed', async () => {
    const { publicKeyJwk } = (await resolve(`${OWNER}#key-1`, 'application/json')).json;
    const body = { transactionData: Buffer.alloc(32, 3).toString('base64'), isPreHashed: true };
    const signed = await ask(world, 'signWithAddress', { params: { address: EXAMPLE.walletAddress }, body });
    expect(signed.status, signed.text).to.equal(200);
    const key = createPublicKey({ key: publicKeyJwk, format: 'jwk' });
    expect(verify(null, Buffer.alloc(32, 3), key, Buffer.from(signed.json.signature, 'base64'))).to.equal(true);
  });

  it('of a wallet say when its key has ended', async () => {
    const { wallets, commit } = world.deps;
    const put = (change: Partial<Wallet>) =>
      commit(wallets.put({ ...wallets.byAddress(EXAMPLE.walletAddress)!, ...change }));
    await put({ status: 'Locked' });
    const locked = await resolve(OWNER);
    expect([locked.status, locked.json.didDocument.authentication]).to.deep.equal([200, undefined]);
    expect(locked.json.didDocumentMetadata).not.to.have.property('deactivated');
    // A key that an organisation derived is revoked for good.
    await put({ status: 'Locked', derivedKeyId: 'key' });
    const ended = await resolve(OWNER, 'application/did-resolution');
    expect([ended.status, ended.json.didDocumentMetadata.deactivated]).to.deep.equal([410, true]);
    expect(ended.json.didDocument.verificationMethod).to.have.length(1);
    expect((await resolve(OWNER, 'application/did+ld+json')).json.id).to.equal(OWNER);
  });

  it('with parameters are refused by the name of DID 1.0, percent-encoded or not', async () => {
    const query = 'versionId=1&service=register';
    expect(seen(await resolve(`${register}?${query}`))).to.deep.equal([400, 'DID_URL_INVALID', 'invalidDidUrl']);
    const path = `/1.0/identifiers/${register}`;
    for (const url of [`${path}?${query}`, `${path}/tx/${orders.order.transactionId}?service=x`])
      expect(seen(await sendTo(world, 'GET', url, { headers: { accept: RESULT } })), url).to.deep.equal([
        ...[400, 'QUERY_INVALID', 'invalidDidUrl'],
      ]);
    const odd = ['did:quorate:register:X', 'did:quorate:w:x', 'x', 'did:web:example.org', `${register}/x`];
    const told = await Promise.all(odd.map((did) => resolve(did, RESULT, 'nobody')));
    expect(told.map(seen).map(([, , error]) => error)).to.deep.equal([
      ...['invalidDid', 'invalidDid', 'invalidDid', 'methodNotSupported', 'invalidDidUrl'],
    ]);
  });
});
