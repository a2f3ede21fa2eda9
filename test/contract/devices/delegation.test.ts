// Credentials of devices over HTTP: given for a proved key, renewed by that key, revoked with the device, and asked for
// where the holder key of a person signs.
import { expect } from 'chai';
import { compactVerify, importJWK } from 'jose';
import { EXAMPLE } from '../../../api/examples/values.js';
import { toBase64Url, utf8 } from '../../../core/base/bytes.js';
import { DELEGATION_MS, DELEGATION_RENEWED_MS } from '../../../core/base/limits/node/people.js';
import { seedHoldingWallet } from '../credentials/fixtures.js';
import { aKey, type Changes, jwtOf, Phone } from '../credentials/phone.js';
import { type Method, sendTo } from '../world/caller.js';
import { aWorld, type World } from '../world/world.js';
import { USER } from './fixtures.js';

const ENROL = '/api/auth/enrol-session';
const DEVICES = '/api/v1/me/devices';
const SIGN = '/api/v1/wallet/presentations/sign-kb';
const ISSUER = '/credentials/system-admin';
const DAY = 24 * 3_600_000;
const part = (value: object) => toBase64Url(utf8(JSON.stringify(value)));
const claimsIn = (text: string, at = 1) =>
  JSON.parse(Buffer.from(text.split('.')[at] as string, 'base64url').toString());

describe('the credential of a device', () => {
  let world: World;
  let phone: Phone;
  const key = aKey();
  beforeEach(async () => {
    world = await aWorld();
    phone = new Phone(world, ISSUER);
  });
  afterEach(() => world.close());

  const send = async (method: Method, url: string, body?: object, token?: string) =>
    sendTo(world, method, url, { token: token ?? (await world.token('user')), body });
  const proof = async (changes: Changes = {}) => phone.proof((await phone.nonces()).proof, { key, ...changes });
  async function enrol(keyProof?: string) {
    const { sessionToken } = (await send('POST', ENROL)).json;
    const device = { label: 'Phone', platform: 'ios', ...(keyProof !== undefined && { keyProof }) };
    return sendTo(world, 'POST', `${ENROL}/redeem`, { body: { sessionToken, device } });
  }
  const renew = async (deviceId: string, keyProof: string) =>
    send('POST', `${DEVICES}/${deviceId}/credential`, { keyProof });
  /** The status that verifiers read. */
  async function statusOf(credential: string): Promise<number> {
    // A list is signed anew a second after a change.
    world.advance(1000);
    const { uri, idx } = claimsIn(credential).status.status_list;
    const answer = await world.app.inject({ url: new URL(uri).pathname });
    const row = world.deps.credentials.lists.find(uri.split('/').at(-1))!;
    expect(answer.statusCode).to.equal(200);
    const bits = (await world.deps.credentials.lists.load(row)).bits();
    return (bits.bytes[Math.floor(idx / 4)]! >> (2 * (idx % 4))) & 3;
  }

  it('is given for a key that is proved, and verified by the published key of the platform', async () => {
    const { status, json } = await enrol(await proof());
    expect(status).to.equal(200);
    const [issued = ''] = json.credential.split('~');
    const keys = (await phone.get(`${ISSUER}/jwks`)).json.keys as { kid: string }[];
    const { kid } = claimsIn(issued, 0);
    const found = keys.find((each) => each.kid === kid)!;
    await compactVerify(issued, await importJWK(found, 'ES256'));
    const claims = claimsIn(issued);
    const { x, y, kty, crv } = key.jwk;
    expect(claims).to.deep.include({ iss: phone.url, vct: 'urn:quorate:device:1', cnf: { jwk: { x, y, kty, crv } } });
    expect(claims.exp * 1000).to.equal(Date.parse(EXAMPLE.time) + DELEGATION_MS);
    expect(claims.sub).to.match(/^[A-Za-z0-9_-]{22}$/);
    expect(JSON.stringify(claims)).not.to.include(USER).and.not.to.include(EXAMPLE.userId);
    const [device] = (await send('GET', DEVICES)).json.devices;
    expect(device.delegationExpiresAt).to.equal(json.delegationExpiresAt);
    expect(Date.parse(json.delegationExpiresAt)).to.equal(claims.exp * 1000);
    expect(await statusOf(issued)).to.equal(0);
  });

  it('has another name, place and nothing in common for each device', async () => {
    const [one, two] = [await enrol(await proof()), await enrol(await proof({ key: aKey() }))];
    const [first, second] = [claimsIn(one.json.credential), claimsIn(two.json.credential)];
    expect(first.sub).not.to.equal(second.sub);
    expect(first.status).not.to.deep.equal(second.status);
    expect(world.deps.credentials.issuers.of('00000000-0000-0000-0000-000000000001').keys).to.have.length(1);
  });

  it('is made in one list where the first devices come at once', async () => {
    const proofs = [await proof(), await proof({ key: aKey() }), await proof({ key: aKey() })];
    const answers = await Promise.all(proofs.map((each) => enrol(each)));
    const uris = answers.map(({ json }) => claimsIn(json.credential).status.status_list.uri);
    expect(new Set(uris).size).to.equal(1);
  });

  it('comes with a short code too, and not without a proof', async () => {
    const { code } = (await send('POST', `${ENROL}/short-code`)).json;
    const device = { label: 'Phone', platform: 'ios', keyProof: await proof() };
    const made = await sendTo(world, 'POST', `${ENROL}/redeem-short-code`, { body: { code, device } });
    expect(made.json.credential).to.be.a('string');
    const plain = await enrol();
    expect([plain.status, plain.json.credential, plain.json.delegationExpiresAt]).to.deep.equal([
      200,
      undefined,
      undefined,
    ]);
  });

  it('is refused for a proof that is not good, and the token is not spent by that', async () => {
    const { sessionToken } = (await send('POST', ENROL)).json;
    const redeem = (keyProof: string) =>
      sendTo(world, 'POST', `${ENROL}/redeem`, {
        body: { sessionToken, device: { label: 'Phone', platform: 'ios', keyProof } },
      });
    const { proof: nonce } = await phone.nonces();
    const used = await proof();
    await enrol(used);
    const elsewhere = (await new Phone(world).nonces()).proof;
    for (const bad of [
      'nothing',
      used,
      phone.proof(elsewhere, { key }),
      phone.proof(nonce, { key, payload: { aud: 'http://localhost:8080/credentials/northwind' } }),
      phone.proof(nonce, { key, header: { jwk: aKey().jwk } }),
      phone.proof(nonce, { key, payload: { iat: 1 } }),
    ]) {
      const { status, json } = await redeem(bad);
      expect([status, json.code, json.errors[0].path]).to.deep.equal([
        ...[400, 'DEVICE_KEY_PROOF_INVALID', '/device/keyProof'],
      ]);
    }
    expect((await redeem(await proof())).status).to.equal(200);
  });

  it('is not given by a node that issues nothing', async () => {
    const keyProof = await proof();
    await world.close();
    world = await aWorld({ issuing: { enabled: false } });
    expect((await enrol(keyProof)).json.code).to.equal('DEVICE_KEY_PROOF_INVALID');
    expect((await enrol()).status).to.equal(200);
  });

  it('comes again for a day, and is renewed by its key in the last thirty days', async () => {
    const { json } = await enrol(await proof());
    const again = await renew(json.deviceId, await proof());
    expect(again.status).to.equal(200);
    const place = (credential: string) => claimsIn(credential).status.status_list;
    expect(place(again.json.credential)).to.deep.equal(place(json.credential));
    world.advance(DAY);
    const early = await renew(json.deviceId, await proof());
    expect([early.status, early.json.code]).to.deep.equal([409, 'DEVICE_DELEGATION_CURRENT']);
    world.advance(DELEGATION_MS - DELEGATION_RENEWED_MS - DAY);
    const foreign = await renew(json.deviceId, await proof({ key: aKey() }));
    expect([foreign.status, foreign.json.code]).to.deep.equal([400, 'DEVICE_KEY_PROOF_INVALID']);
    const renewed = await renew(json.deviceId, await proof());
    expect(renewed.status).to.equal(200);
    const [before, after] = [claimsIn(json.credential), claimsIn(renewed.json.credential)];
    expect([after.sub, after.cnf]).to.deep.equal([before.sub, before.cnf]);
    expect(after.exp * 1000).to.equal(world.deps.clock.now() + DELEGATION_MS);
    expect(place(renewed.json.credential)).not.to.deep.equal(place(json.credential));
    const [device] = (await send('GET', DEVICES)).json.devices;
    expect(device.delegationExpiresAt).to.equal(renewed.json.delegationExpiresAt);
    world.advance(DELEGATION_MS);
    const over = await renew(json.deviceId, await proof());
    expect([over.status, over.json.code]).to.deep.equal([410, 'DEVICE_DELEGATION_ENDED']);
  });

  it('is renewed by its owner alone, and not for a device without a key', async () => {
    const { json } = await enrol(await proof());
    const url = `${DEVICES}/${json.deviceId}/credential`;
    const other = await world.token('administrator');
    const answer = await send('POST', url, { keyProof: await proof() }, other);
    expect([answer.status, answer.json.code]).to.deep.equal([404, 'DEVICE_NOT_FOUND']);
    expect((await sendTo(world, 'POST', url, { body: { keyProof: 'x' } })).status).to.equal(401);
    expect((await send('POST', url, {})).status).to.equal(400);
    const plain = (await enrol()).json;
    const none = await renew(plain.deviceId, await proof());
    expect([none.status, none.json.code]).to.deep.equal([409, 'DEVICE_KEY_MISSING']);
  });

  it('is revoked with its device, each that may hold, before the device is told', async () => {
    const { json } = await enrol(await proof());
    world.advance(DELEGATION_MS - DELEGATION_RENEWED_MS);
    const renewed = (await renew(json.deviceId, await proof())).json;
    const other = (await enrol(await proof({ key: aKey() }))).json;
    const before = await Promise.all([json, renewed, other].map(({ credential }) => statusOf(credential)));
    expect(before).to.deep.equal([0, 0, 0]);
    expect((await send('DELETE', `${DEVICES}/${json.deviceId}`)).status).to.equal(204);
    const after = await Promise.all([json, renewed, other].map(({ credential }) => statusOf(credential)));
    expect(after).to.deep.equal([1, 1, 0]);
    const revoked = await renew(json.deviceId, await proof());
    expect([revoked.status, revoked.json.code]).to.deep.equal([410, 'DEVICE_DELEGATION_ENDED']);
  });
});

describe('the holder key, where a node asks for the proof of a device', () => {
  let world: World;
  const key = aKey();
  beforeEach(async () => {
    world = await aWorld({ issuing: { deviceProof: 'required' } });
    await seedHoldingWallet(world);
  });
  afterEach(() => world.close());

  const signingInput = `${part({ typ: 'kb+jwt', alg: 'ES256' })}.${part({ aud: 'verifier', nonce: 'n' })}`;
  async function enrolled() {
    const phone = new Phone(world, ISSUER);
    const { json: begun } = await sendTo(world, 'POST', ENROL, { token: await world.token('citizen') });
    const keyProof = phone.proof((await phone.nonces()).proof, { key });
    const device = { label: 'Phone', platform: 'ios', keyProof };
    return (await sendTo(world, 'POST', `${ENROL}/redeem`, { body: { sessionToken: begun.sessionToken, device } }))
      .json;
  }
  async function sign(token: string, dpop?: string) {
    const headers = { authorization: `Bearer ${token}`, ...(dpop !== undefined && { dpop }) };
    const answer = await world.app.inject({ method: 'POST', url: SIGN, payload: { signingInput }, headers });
    return { status: answer.statusCode, json: answer.json(), nonce: String(answer.headers['dpop-nonce']) };
  }
  const dpopOf = (token: string, nonce: string, { payload = {}, key: by = key }: Changes = {}) =>
    jwtOf(
      by,
      { typ: 'dpop+jwt', alg: 'ES256', jwk: by.jwk },
      {
        ...{ jti: Math.random().toString(36), htm: 'POST', htu: `http://localhost:8080${SIGN}` },
        ...{ iat: Math.floor(world.deps.clock.now() / 1000), nonce, ath: Phone.ath(token), ...payload },
      },
    );
  const refused = { status: 401, code: 'DEVICE_PROOF_NEEDED' };
  const told = ({ status, json }: Awaited<ReturnType<typeof sign>>) => ({ status, code: json.code });

  it('signs for the key of an enrolled device', async () => {
    const { accessToken } = await enrolled();
    const { nonce } = await sign(accessToken);
    expect((await sign(accessToken, dpopOf(accessToken, nonce))).status).to.equal(200);
  });

  it('signs nothing for a copied token, a foreign key, another request or a proof that came before', async () => {
    const { accessToken } = await enrolled();
    const bare = await sign(accessToken);
    expect(told(bare)).to.deep.equal(refused);
    const { nonce } = bare;
    const good = dpopOf(accessToken, nonce);
    expect((await sign(accessToken, good)).status).to.equal(200);
    for (const dpop of [
      good,
      dpopOf(accessToken, nonce, { key: aKey() }),
      dpopOf(accessToken, 'of nobody'),
      dpopOf(accessToken, nonce, { payload: { htu: `http://localhost:8080${DEVICES}` } }),
      dpopOf(accessToken, nonce, { payload: { htm: 'GET' } }),
      dpopOf('another token', nonce),
      'nothing',
    ])
      expect(told(await sign(accessToken, dpop))).to.deep.equal(refused);
  });

  it('signs nothing for the key of a device that was revoked, or whose delegation has ended', async () => {
    const made = await enrolled();
    const mine = () => world.token('citizen');
    const signed = async () => {
      const token = await mine();
      const { nonce } = await sign(token);
      return told(await sign(token, dpopOf(token, nonce))).status;
    };
    expect(await signed()).to.equal(200);
    world.advance(DELEGATION_MS);
    expect(await signed()).to.equal(401);
    const again = await enrolled();
    expect(await signed()).to.equal(200);
    for (const { deviceId } of [made, again])
      await sendTo(world, 'DELETE', `${DEVICES}/${deviceId}`, { token: await mine() });
    expect(await signed()).to.equal(401);
  });
});
