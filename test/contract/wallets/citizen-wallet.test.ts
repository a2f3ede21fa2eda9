// The wallet of a citizen over HTTP: the notice, the holder key, and key bindings, which jose verifies by the key
// that is shown.
import { expect } from 'chai';
import { compactVerify, importJWK } from 'jose';
import { EXAMPLE } from '../../../api/examples/values.js';
import { toBase64Url, utf8 } from '../../../core/base/bytes.js';
import { type Method, sendTo } from '../world/caller.js';
import type { Persona } from '../world/personas.js';
import { aWorld, NO_LIMITS } from '../world/world.js';
import { worldOfEach } from '../world/world-of.js';
import { seedExampleWallet } from './wallets.js';

const HISTORY = '/api/v1/wallet/presentations/history';
const NOTICE = '/api/v1/wallet/pending-applications';
const KEYS = '/api/v1/wallet/holder-keys';
const SIGN = '/api/v1/wallet/presentations/sign-kb';
const part = (value: object) => toBase64Url(utf8(JSON.stringify(value)));

describe('the wallet of a citizen', () => {
  const world = worldOfEach();

  const ask = async (method: Method, url: string, body?: object, as: Persona = 'citizen') =>
    sendTo(world, method, url, { token: await world.token(as), body });
  const aWallet = async (keyType: string) =>
    (await ask('POST', '/api/wallets', { title: 'Mine', description: '', keyType })).json.walletAddress as string;
  const bind = (alg: string) => `${part({ typ: 'kb+jwt', alg })}.${part({ aud: 'verifier', nonce: 'n' })}`;

  it('shows what is pending on all of its devices, for a day', async () => {
    expect((await ask('GET', NOTICE)).json).to.deep.equal({ notice: null });
    const set = await ask('PUT', NOTICE, { label: 'Driving licence' });
    expect(set.json).to.deep.equal({ notice: { label: 'Driving licence', setAt: EXAMPLE.time } });
    expect((await ask('GET', NOTICE)).json).to.deep.equal(set.json);
    world.advance(24 * 3_600_000);
    expect((await ask('GET', NOTICE)).json).to.deep.equal({ notice: null });
    await ask('PUT', NOTICE, { label: 'Again' });
    for (let n = 0; n < 2; n++) expect((await ask('DELETE', NOTICE)).status).to.equal(204);
    expect((await ask('GET', NOTICE)).json).to.deep.equal({ notice: null });
    for (const label of ['', ' ', 'x'.repeat(81)])
      expect((await ask('PUT', NOTICE, { label })).status, label).to.equal(400);
  });

  it('forgets notices that are over, and those alone', async () => {
    const { pendingApplications: rows, commit, clock } = world.deps;
    await commit([
      rows.put('old', { label: 'x', setAtMs: clock.now() - 24 * 3_600_000 }),
      rows.put('new', { label: 'y', setAtMs: clock.now() }),
    ]);
    await rows.sweep(clock.now(), commit);
    expect(rows.of('old', 0)).to.equal(undefined);
    expect(rows.of('new', clock.now())?.label).to.equal('y');
  });

  it('keeps what was shown to whom, for its owner alone, newest first, until that is cleared', async () => {
    const shown = { requestingParty: 'x509_san_dns:verifier.example', disclosedClaims: ['age_over_18'] };
    const first = await ask('POST', HISTORY, { ...shown, outcome: 'Verified' });
    expect([first.status, first.json.presentedAt]).to.deep.equal([201, new Date(world.deps.clock.now()).toISOString()]);
    const earlier = new Date(world.deps.clock.now() - 3_600_000).toISOString();
    const late = await ask('POST', HISTORY, { ...shown, outcome: 'Denied', presentedAt: earlier });
    expect(late.status, 'of a device that was offline').to.equal(201);
    const { json } = await ask('GET', HISTORY);
    expect(json).to.deep.equal({ presentations: [first.json, late.json], totalCount: 2 });
    const page = (await ask('GET', `${HISTORY}?pageSize=1`)).json;
    const next = await ask('GET', `${HISTORY}?pageSize=1&cursor=${encodeURIComponent(page.nextCursor)}`);
    expect(next.json.presentations).to.deep.equal([late.json]);
    expect(world.deps.presentationHistory.of('somebody else')).to.deep.equal([]);
    for (const wrong of [
      { ...shown, outcome: 'Pending' },
      { ...shown, outcome: 'Verified', disclosedClaims: Array.from({ length: 21 }, (_, i) => `c${i}`) },
      { ...shown, outcome: 'Verified', presentedAt: new Date(world.deps.clock.now() + 600_000).toISOString() },
    ])
      expect((await ask('POST', HISTORY, wrong)).status).to.equal(400);
    expect((await ask('DELETE', HISTORY)).status).to.equal(204);
    expect((await ask('GET', HISTORY)).json.totalCount).to.equal(0);
  });

  it('is for tokens of its tier', async () => {
    for (const as of ['administrator', 'systemAdmin', 'service'] as const)
      for (const url of [NOTICE, KEYS, HISTORY])
        expect((await ask('GET', url, undefined, as)).status, as).to.equal(403);
  });

  for (const [keyType, alg, kty] of [
    ['NISTP256', 'ES256', 'EC'],
    ['ED25519', 'EdDSA', 'OKP'],
  ] as const)
    it(`signs key bindings with ${alg}`, async () => {
      const address = await aWallet(keyType);
      const { json: keys } = await ask('GET', KEYS);
      expect([keys.walletAddress, keys.algorithm, keys.holderJwk.kty]).to.deep.equal([address, alg, kty]);
      const signed = await ask('POST', SIGN, { signingInput: bind(alg) });
      expect([signed.status, signed.json.algorithm]).to.deep.equal([200, alg]);
      const { protectedHeader } = await compactVerify(
        `${bind(alg)}.${signed.json.signature}`,
        await importJWK(keys.holderJwk, alg),
      );
      expect(protectedHeader.typ).to.equal('kb+jwt');
      for (const signingInput of [
        `${part({ typ: 'JWT', alg })}.e30`,
        bind(alg === 'ES256' ? 'EdDSA' : 'ES256'),
        'x.y',
      ]) {
        const { status, json } = await ask('POST', SIGN, { signingInput });
        expect([status, json.code, json.path]).to.deep.equal([400, 'BODY_INVALID', '/signingInput']);
      }
    });

  it('has a holder key of its own path, and keeps it when another wallet is made', async () => {
    const first = await seedExampleWallet(world.deps);
    const before = (await ask('GET', KEYS)).json;
    expect(before.walletAddress).to.equal(first.address);
    expect(Buffer.from(before.holderJwk.x, 'base64url').toString('base64')).to.not.equal(first.publicKey);
    world.advance(1);
    await aWallet('NISTP256');
    expect((await ask('GET', KEYS)).json).to.deep.equal(before);
  });

  it('has no holder key without a wallet of its own that is in use', async () => {
    const none = async () => {
      for (const answer of [await ask('GET', KEYS), await ask('POST', SIGN, { signingInput: bind('EdDSA') })])
        expect([answer.status, answer.json.code]).to.deep.equal([404, 'WALLET_NOT_FOUND']);
    };
    await none();
    const { address } = await seedExampleWallet(world.deps);
    await ask('PATCH', `/api/v1/wallets/${address}`, { status: 'Locked' });
    await none();
    await ask('DELETE', `/api/v1/wallets/${address}`);
    await none();
    // Granted by another, and not its own.
    await seedExampleWallet(world.deps, true);
    const user = world.deps.tenants.user(EXAMPLE.userPlatformId)!;
    const membership = world.deps.tenants.membership(EXAMPLE.organisationId, EXAMPLE.userId)!;
    const organisation = world.deps.tenants.organisation(EXAMPLE.organisationId)!;
    const signIn = { method: 'pwd', signedInAtMs: world.deps.clock.now(), tier: 'consumer' } as const;
    const { token } = await world.deps.tokens.issueUser({ membership, organisation, sessionId: user.id, signIn });
    const granted = await world.app.inject({ url: KEYS, headers: { authorization: `Bearer ${token}` } });
    expect(granted.statusCode).to.equal(404);
  });
});

describe('the rate of a citizen', () => {
  it('is that of the policy Strict, for the notice and for signatures apart', async () => {
    const world = await aWorld({ rates: { ...NO_LIMITS, strict: 2 } });
    const headers = { authorization: `Bearer ${await world.token('citizen')}` };
    const seen: number[] = [];
    for (let n = 0; n < 3; n++) seen.push((await world.app.inject({ url: NOTICE, headers })).statusCode);
    expect(seen).to.deep.equal([200, 200, 429]);
    const sign = () => world.app.inject({ method: 'POST', url: SIGN, headers, payload: { signingInput: 'x.y' } });
    for (let n = 0; n < 2; n++) expect((await sign()).statusCode).to.not.equal(429);
    expect((await sign()).statusCode).to.equal(429);
    await world.close();
  });
});
