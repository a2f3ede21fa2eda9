// A wallet that waits for a credential of a run, past the end of its first token: what it gets further tokens for, and
// what ends them.
import { expect } from 'chai';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { issuedCredentialRoutes } from '../../../../api/groups/credentials/issued-credentials/routes.js';
import { ACCESS_TOKEN_MS, OFFER_KEPT_MS, WAITING_WALLET_MS } from '../../../../core/base/limits/node/wallets.js';
import { PLATFORM_ORGANISATION_ID } from '../../../../core/tenant/roles.js';
import { ask } from '../../ledger/fixtures.js';
import { call } from '../../world/caller.js';
import { worldOfEach } from '../../world/world-of.js';
import { offer } from '../fixtures.js';
import { WalletMaker } from '../issuers/wallet-maker.js';
import { aKey, Phone, type Told } from '../phone.js';
import { PERMIT_TYPE, runCredential, sealIssuance } from './permits.js';

type Headers = Record<string, string>;

describe('later tokens of a wallet', () => {
  const world = worldOfEach();
  const phone = new Phone(world);
  const bound = async (path = '/token', more: object = {}): Promise<Headers> => ({
    DPoP: phone.dpop(path, (await phone.nonces()).dpop, more),
  });
  const openOffer = async (credentialId: string) => {
    const token = await world.token('citizen');
    const opened = await call(
      world,
      issuedCredentialRoutes.offerRunCredential,
      { params: { credentialId } },
      { token },
    );
    return String(opened.json.preAuthorizedCode);
  };
  const exchange = (code: string, headers: Headers, more: Headers = {}) => {
    const grant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code';
    const form = { grant_type: grant, 'pre-authorized_code': code, ...more };
    return phone.post('/token', new URLSearchParams(form).toString(), headers);
  };
  const refresh = (told: Told, headers: Headers, more: Headers = {}, at = phone) => {
    const form = { grant_type: 'refresh_token', refresh_token: String(told.json.refresh_token), ...more };
    return at.post('/token', new URLSearchParams(form).toString(), headers);
  };
  const refused = ({ status, json }: Told) => [status, json.error];
  const NONE = [400, 'invalid_grant'];

  /** A wallet with a token, bound to its key, before the issuance is sealed. */
  async function waiting(headers: Headers = {}, more: Headers = {}) {
    const credentialId = await runCredential(world, false);
    const first = await exchange(await openOffer(credentialId), { ...(await bound()), ...headers }, more);
    expect(first.status, JSON.stringify(first.json)).to.equal(200);
    return { credentialId, first };
  }
  const access = async (told: Told, path: string): Promise<Headers> => {
    const token = String(told.json.access_token);
    const headers = await bound(path, { payload: { ath: Phone.ath(token) } });
    return { ...headers, authorization: `DPoP ${token}` };
  };
  async function request(told: Told) {
    const { proof } = await phone.nonces();
    const body = { credential_configuration_id: PERMIT_TYPE, proofs: { jwt: [phone.proof(proof)] } };
    return phone.post('/credential', body, await access(told, '/credential'));
  }

  it('take a deferred credential days after the first token was over', async () => {
    const { credentialId, first } = await waiting();
    const deferred = await request(first);
    expect(deferred.status).to.equal(202);
    const again = async (told: Told) =>
      phone.post('/deferred', { transaction_id: deferred.json.transaction_id }, await access(told, '/deferred'));
    // Longer than the rows of an offer stay that nobody waits with.
    world.advance(ACCESS_TOKEN_MS + 2 * OFFER_KEPT_MS);
    await world.deps.credentials.offers.sweep(world.deps.clock.now(), world.deps.commit);
    expect(refused(await again(first))).to.deep.equal([401, 'invalid_token']);
    const second = await refresh(first, await bound());
    expect(second.json)
      .to.include({ token_type: 'DPoP', expires_in: 600 })
      .and.not.include({ ...first.json });
    expect((await again(second)).status).to.equal(202);
    await sealIssuance(world, credentialId);
    world.advance(ACCESS_TOKEN_MS);
    const third = await refresh(second, await bound());
    const given = await again(third);
    expect(given.status, JSON.stringify(given.json)).to.equal(200);
    expect(JSON.stringify(given.json)).to.contain('~');
  });

  it('are given once each: a spent one that comes again ends them', async () => {
    const { first } = await waiting();
    const second = await refresh(first, await bound());
    expect((await request(first)).status, 'of before').to.equal(401);
    expect(refused(await refresh(first, await bound()))).to.deep.equal(NONE);
    expect(refused(await refresh(second, await bound()))).to.deep.equal(NONE);
    expect((await request(second)).status).to.equal(401);
    const params = { organizationId: EXAMPLE.organisationId };
    const { json } = await ask(world, 'listAuditEvents', { params, query: { eventType: 'TokenReuseDetected' } });
    expect(json.items).to.have.lengthOf(1);
  });

  it('of two requests with one token one is answered', async () => {
    const { first } = await waiting();
    const both = await Promise.all([bound(), bound()]);
    const told = await Promise.all(both.map((headers) => refresh(first, headers)));
    expect(told.map(({ status }) => status).sort()).to.deep.equal([200, 400]);
  });

  it('are for the key of the first one', async () => {
    const { first } = await waiting();
    for (const headers of [{}, await bound('/token', { key: aKey() })])
      expect(refused(await refresh(first, headers))).to.deep.equal(NONE);
    // One that another has without the key ends nothing.
    expect((await refresh(first, await bound())).status).to.equal(200);
  });

  it('take no proof a second time', async () => {
    const { first } = await waiting();
    const headers = await bound();
    const second = await refresh(first, headers);
    expect(refused(await refresh(second, headers))).to.deep.equal([400, 'invalid_dpop_proof']);
    expect((await refresh(second, await bound())).status).to.equal(200);
  });

  it('are for no key where the first one was for none', async () => {
    const credentialId = await runCredential(world, false);
    const first = await exchange(await openOffer(credentialId), {});
    expect(refused(await refresh(first, await bound()))).to.deep.equal(NONE);
    expect((await refresh(first, {})).json).to.include({ token_type: 'Bearer' });
  });

  it('are for the wallet that the first one was given to, and its maker vouches again', async () => {
    const maker = new WalletMaker(world).believed();
    const { first } = await waiting(maker.headers(), { client_id: 'wallet' });
    const of = async (headers: Headers, more: Headers) => refresh(first, { ...(await bound()), ...headers }, more);
    expect(refused(await of({}, { client_id: 'wallet' }))).to.deep.equal(NONE);
    expect(refused(await of({}, { client_id: 'other' }))).to.deep.equal(NONE);
    expect((await of(maker.headers(), {})).status).to.equal(200);
  });

  it('end thirty days after the first one', async () => {
    const { first } = await waiting();
    world.advance(WAITING_WALLET_MS - 1);
    const second = await refresh(first, await bound());
    expect(second.status).to.equal(200);
    world.advance(1);
    expect(refused(await refresh(second, await bound()))).to.deep.equal(NONE);
  });

  it('end where another wallet takes an offer of the credential', async () => {
    const { credentialId, first } = await waiting();
    const second = await exchange(await openOffer(credentialId), await bound());
    expect(second.json).to.have.property('refresh_token');
    expect(refused(await refresh(first, await bound()))).to.deep.equal(NONE);
    expect((await refresh(second, await bound())).status).to.equal(200);
  });

  it('end with the credential, and rest while it is suspended', async () => {
    const { credentialId, first } = await waiting();
    const { issued } = world.deps.credentials;
    const become = async (state: 'Valid' | 'Suspended' | 'Revoked') => {
      const credential = issued.find(EXAMPLE.organisationId, credentialId);
      if (credential) await world.deps.commit([issued.put({ ...credential, state })]);
    };
    for (const state of ['Suspended', 'Revoked'] as const) {
      await become(state);
      expect(refused(await refresh(first, await bound())), state).to.deep.equal(NONE);
    }
    await become('Valid');
    expect((await refresh(first, await bound())).status).to.equal(200);
  });

  it('are of one issuer, and of one that there is', async () => {
    const { first } = await waiting();
    const { subdomain = '' } = world.deps.tenants.organisation(PLATFORM_ORGANISATION_ID) ?? {};
    const other = new Phone(world, `/credentials/${subdomain}`);
    const { dpop } = await other.nonces();
    const proof = phone.dpop('/token', dpop, { payload: { htu: `${other.url}/token` } });
    expect(refused(await refresh(first, { DPoP: proof }, {}, other))).to.deep.equal(NONE);
    const headers = await bound();
    const organisation = world.deps.tenants.organisation(EXAMPLE.organisationId);
    if (organisation === undefined) throw new Error('it is not there');
    await world.deps.commit(world.deps.tenants.putOrganisation({ ...organisation, status: 'Suspended' }));
    expect(refused(await refresh(first, headers))).to.deep.equal([404, 'invalid_request']);
    await world.deps.commit(world.deps.tenants.putOrganisation(organisation));
    expect((await refresh(first, headers)).status).to.equal(200);
  });

  it('are not given where the credential is there', async () => {
    const { preAuthorizedCode } = await offer(world);
    expect((await exchange(preAuthorizedCode, {})).json)
      .to.include({ token_type: 'Bearer' })
      .and.not.have.property('refresh_token');
    const credentialId = await runCredential(world, true);
    expect((await exchange(await openOffer(credentialId), {})).json).to.not.have.property('refresh_token');
  });

  it('are asked for with a refresh token', async () => {
    const post = (form: Headers) =>
      phone.post('/token', new URLSearchParams({ grant_type: 'refresh_token', ...form }).toString(), {});
    expect(refused(await post({}))).to.deep.equal([400, 'invalid_request']);
    for (const text of ['x', `0mhwzv8lc-q83vEjRWeJq83u8SNFZ4mg.${'x'.repeat(43)}`])
      expect(refused(await post({ refresh_token: text })), text).to.deep.equal(NONE);
    const { json } = await phone.get('/credentials/northwind/.well-known/oauth-authorization-server');
    expect(json.grant_types_supported).to.include('refresh_token');
  });
});
