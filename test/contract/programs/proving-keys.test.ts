// Programs that prove themselves by keys (private_key_jwt, RFC 7523): what shows who they are, and what does not.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { type CryptoKey, importJWK, SignJWT } from 'jose';
import { ClientAssertions } from '../../../api/auth/proofs/client-assertions.js';
import { ProgramClients } from '../../../storage/tables/accounts/program-clients.js';
import { postTo, sendTo } from '../world/caller.js';
import { worldOfEach } from '../world/world-of.js';
import { answeredAs, EXCHANGE, FORM, refusedAs, sendForm } from './fixtures.js';

const NODE = 'http://localhost:8080';
const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const REDIRECT = 'https://planner.example/callback';
const CLIENT = 'month-end-planner';
const ASKED = { ...FORM, client_id: CLIENT, redirect_uri: REDIRECT };

function aKeyPair(kind: 'P-256' | 'Ed25519' | 'RSA' | 'RSA-1024' | 'P-384', kid?: string) {
  const { publicKey, privateKey } =
    kind === 'Ed25519'
      ? generateKeyPairSync('ed25519')
      : kind.startsWith('RSA')
        ? generateKeyPairSync('rsa', { modulusLength: kind === 'RSA' ? 2048 : 1024 })
        : generateKeyPairSync('ec', { namedCurve: kind });
  const own = kid === undefined ? {} : { kid };
  return {
    jwk: { ...publicKey.export({ format: 'jwk' }), ...own } as Record<string, unknown>,
    secret: { ...privateKey.export({ format: 'jwk' }), ...own } as Record<string, unknown>,
  };
}

const OWN = aKeyPair('P-256');

describe('a program with keys', () => {
  const world = worldOfEach();
  let admin: string;
  beforeEach(async () => {
    admin = await world.token('administrator');
  });

  const register = (keys: readonly object[], change: object = {}) =>
    postTo(
      ...[
        world,
        '/api/programs',
        { name: 'Planner', clientId: CLIENT, redirectUris: [REDIRECT], keys, ...change },
        admin,
      ],
    );
  const nowS = () => Math.floor(world.deps.clock.now() / 1000);

  /** An assertion, with what a test changes of its claims, its header or its key. */
  async function assertion(change: object = {}, { secret } = OWN, alg = 'ES256', header: object = {}): Promise<string> {
    const claims = { iss: CLIENT, sub: CLIENT, aud: NODE, jti: randomUUID(), iat: nowS(), exp: nowS() + 60 };
    const signer = new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg, ...header });
    return signer.sign((await importJWK(secret, alg)) as CryptoKey);
  }
  const by = (client_assertion: string) => ({ client_assertion, client_assertion_type: TYPE });
  const push = async (proof: Readonly<Record<string, string>>, fields: object = {}) =>
    sendForm(world, '/oauth/par', { ...ASKED, ...proof, ...fields });

  it('proves itself at each endpoint, with its client id beside or without', async () => {
    expect((await register([OWN.jwk])).json()).to.not.have.property('clientSecret');
    const pushed = await push(by(await assertion()));
    expect(pushed.statusCode).to.equal(201);
    const asked = { client_id: CLIENT, request_uri: pushed.json().request_uri };
    const code = (await answeredAs(world, asked, await world.token('user'))).searchParams.get('code') ?? '';
    const exchange = { ...EXCHANGE, client_id: undefined, redirect_uri: REDIRECT, code };
    const tokens = await sendForm(world, '/oauth/token', { ...exchange, ...by(await assertion()) });
    expect(tokens.json().scope).to.equal(FORM.scope);
    const fresh = { grant_type: 'refresh_token', refresh_token: tokens.json().refresh_token, client_id: CLIENT };
    expect(refusedAs(await sendForm(world, '/oauth/token', fresh)), 'without').to.equal('401 invalid_client');
    expect(refusedAs(await sendForm(world, '/oauth/token', { ...fresh, ...by(await assertion()) }))).to.equal('200');
    for (const [url, fields] of [
      ['/oauth/device', { scope: 'ledger:read' }],
      ['/oauth/revoke', { token: 'x' }],
    ] as const)
      expect(refusedAs(await sendForm(world, url, { ...fields, ...by(await assertion()) })), url).to.equal('200');
    const [shown] = (await sendTo(world, 'GET', '/api/programs', { token: admin })).json.programs;
    expect(shown).to.deep.include({ hasSecret: false, keys: [OWN.jwk] });
    expect((await ProgramClients.open(world.kv)).find(CLIENT)?.keys).to.deep.equal([OWN.jwk]);
  });

  it('has keys of three kinds, one of them known by its kid', async () => {
    const [edwards, rsa] = [aKeyPair('Ed25519', 'e'), aKeyPair('RSA', 'r')];
    await register([{ ...OWN.jwk, alg: 'ES256', use: 'sig' }, edwards.jwk, rsa.jwk]);
    for (const [pair, alg] of [
      [edwards, 'EdDSA'],
      [rsa, 'PS256'],
      [rsa, 'RS256'],
      [OWN, 'ES256'],
    ] as const)
      expect((await push(by(await assertion({}, pair, alg)))).statusCode, alg).to.equal(201);
    expect((await push(by(await assertion({}, rsa, 'PS256', { kid: 'r' })))).statusCode).to.equal(201);
    expect(refusedAs(await push(by(await assertion({}, rsa, 'PS256', { kid: 'e' }))))).to.equal('401 invalid_client');
  });

  const BAD: Readonly<Record<string, object>> = {
    'of another issuer': { iss: 'another' },
    'about another client': { sub: 'another' },
    'for the token endpoint, which another server could name': { aud: `${NODE}/oauth/token` },
    'for two servers': { aud: [NODE, 'https://evil.example'] },
    'for this server in a list': { aud: [NODE] },
    'for no server': { aud: undefined },
    'without an id': { jti: undefined },
    'with an id of a page': { jti: 'x'.repeat(129) },
    'without an end': { exp: undefined },
    'that is over': { exp: 1 },
    'that is not valid yet': { nbf: 4_000_000_000 },
    'without its time': { iat: undefined },
    'of another day': { iat: 1 },
  };
  for (const [name, change] of Object.entries(BAD))
    it(`is not believed by an assertion ${name}`, async () => {
      await register([OWN.jwk]);
      expect(refusedAs(await push(by(await assertion(change))))).to.equal('401 invalid_client');
    });

  it('is not believed by the key of another one, no signature, or a JWT of another kind', async () => {
    await register([OWN.jwk]);
    const good = await assertion();
    const [head, body] = good.split('.');
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`;
    for (const text of [
      await assertion({}, aKeyPair('P-256')),
      await assertion({}, OWN, 'ES256', { typ: 'dpop+jwt' }),
      ...[none, `${head}.${body}.`, `${head}.${body}.AAAA`, 'nonsense', 'a.b.c', `${good}.x`],
    ])
      expect(refusedAs(await push(by(text), { client_id: undefined })), text).to.equal('401 invalid_client');
    const long = await assertion({ x: 'x'.repeat(9000) });
    expect(refusedAs(await push(by(long)))).to.equal('401 invalid_client');
    expect((await push(by(good))).statusCode).to.equal(201);
  });

  it('shows an assertion once, and none of before this start of the node', async () => {
    await register([OWN.jwk]);
    const text = await assertion();
    const both = await Promise.all([push(by(text)), push(by(text))]);
    expect(both.map(({ statusCode }) => statusCode).sort()).to.deep.equal([201, 401]);
    expect((await push(by(text))).json().error_description).to.match(/came before/);
    const early = await assertion();
    world.advance(2000);
    Object.assign(world.deps.programs, { assertions: new ClientAssertions(world.deps.clock) });
    expect((await push(by(early))).json().error_description).to.match(/before this node started/);
    expect((await push(by(await assertion()))).statusCode).to.equal(201);
  });

  it('proves itself in one way alone, and as no one else', async () => {
    await register([OWN.jwk]);
    const basic = { authorization: `Basic ${Buffer.from(`${CLIENT}:x`).toString('base64')}` };
    const text = await assertion();
    expect(refusedAs(await push({ ...by(text), client_secret: 'x' }))).to.equal('400 invalid_request');
    expect(refusedAs(await sendForm(world, '/oauth/par', { ...ASKED, ...by(text) }, basic))).to.equal(
      '400 invalid_request',
    );
    expect(refusedAs(await push({ client_assertion: text }))).to.equal('400 invalid_request');
    expect(refusedAs(await push({ client_assertion: text, client_assertion_type: 'x' }))).to.equal(
      '400 invalid_request',
    );
    expect(refusedAs(await push(by(text), { client_id: 'quorate-cli' }))).to.equal('401 invalid_client');
    expect(refusedAs(await push({ client_secret: 'x' }))).to.equal('401 invalid_client');
    const cli = await assertion({ iss: 'quorate-cli', sub: 'quorate-cli' });
    expect(refusedAs(await push(by(cli), { client_id: 'quorate-cli' })), 'one without keys').to.equal(
      '401 invalid_client',
    );
  });

  const UNFIT: Readonly<Record<string, readonly [readonly object[], object?]>> = {
    'with its private part': [[OWN.secret]],
    'of another curve': [[aKeyPair('P-384').jwk]],
    'of 1024 bits': [[aKeyPair('RSA-1024').jwk]],
    'that is a secret': [[{ kty: 'oct', k: 'AAAA' }]],
    'that is on no curve': [[{ ...OWN.jwk, y: OWN.jwk.x }]],
    'of half its length': [[{ ...OWN.jwk, x: 'AAAA' }]],
    'with the kid of another one': [[aKeyPair('P-256', 'a').jwk, aKeyPair('Ed25519', 'a').jwk]],
    'without a kind': [[{}]],
    'beside a secret': [[OWN.jwk], { hasSecret: true }],
  };
  for (const [name, [keys, change]] of Object.entries(UNFIT))
    it(`has no key ${name}`, async () => {
      const answer = await register(keys, change);
      expect([answer.statusCode, answer.json().code]).to.deep.equal([400, 'PROGRAM_KEYS_INVALID']);
    });
});
