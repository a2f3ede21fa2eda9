// A provider is run by an organisation: what it says reaches no account, wallet or lock beyond that organisation, and
// ends with it.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { PUBLIC_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import type { World } from '../world/world.js';
import { Browser, codeOf, letIn } from './browser.js';
import { configure, IDP, NINA, northwind } from './northwind.js';
import type { TestProvider } from './test-provider.js';

describe('a provider of an organisation', () => {
  let world: World;
  let provider: TestProvider;
  let admin: Browser;
  beforeEach(async () => {
    ({ world, provider, admin } = await northwind());
  });
  afterEach(() => world.close());

  it('gives no session to a page that comes after the provider was switched off, or the account changed', async () => {
    await configure(admin);
    const first = await new Browser(world).oidc(provider, NINA);
    const [member] = world.deps.tenants.user(first.body.userId)?.memberships ?? [];
    const users = `/api/organizations/${EXAMPLE.organisationId}/users/${member?.membershipId}`;
    const ends = [
      () => admin.post(`${IDP}/toggle`, { enabled: false }),
      () => admin.post('/api/auth/token/revoke-user', { userId: member?.membershipId }),
      () => admin.send('PUT', `${users}/role`, { role: 'Auditor' }),
    ];
    for (const end of ends) {
      await admin.post(`${IDP}/toggle`, { enabled: true });
      const browser = new Browser(world);
      const led = await browser.oidc(provider, NINA, { redirectUrl: 'http://localhost:8080/in' });
      const code = new URL(led.location ?? '').hash.replace('#signIn=', '');
      expect((await end()).status).to.equal(200);
      const late = await browser.post('/api/auth/oidc/redeem', { code });
      expect(codeOf(late)).to.deep.equal([400, 'SIGN_IN_STATE_INVALID']);
      await admin.post(`${IDP}/toggle`, { enabled: true });
      const again = await browser.oidc(provider, NINA);
      expect(again.status, 'a sign-in after it').to.equal(200);
    }
  });

  it('lifts and makes no lock of the account that has the same address', async () => {
    await configure(admin);
    await letIn(world, EXAMPLE.organisationId, ['quorate.example']);
    const email = 'root@quorate.example';
    const attempt = { email, address: '127.0.0.1', isAccount: true };
    const fail = () => world.deps.attempts.countFailure(attempt);
    for (let i = 0; i < 5; i++) fail();
    const seconds = world.deps.attempts.lockSeconds(attempt);
    expect(seconds).to.equal(300);
    const { body } = await new Browser(world).oidc(provider, { ...NINA, email });
    expect(body.isNewUser).to.equal(true);
    expect(world.deps.attempts.lockSeconds(attempt), 'after a sign-in').to.equal(seconds);
    expect(body.deviceToken).to.equal(undefined);
    const [member] = world.deps.tenants.user(body.userId)?.memberships ?? [];
    const users = `/api/organizations/${EXAMPLE.organisationId}/users`;
    expect((await admin.post(`${users}/${member?.membershipId}/unlock`)).status).to.equal(204);
    expect(world.deps.attempts.lockSeconds(attempt), 'after an unlock').to.equal(seconds);
  });

  it('gives a session that reaches no personal wallet of another organisation', async () => {
    await configure(admin);
    const token = await world.token('user');
    const user = new Browser(world, token);
    const { body: begun } = await user.post('/api/auth/identities/link', {});
    await user.callback(provider.signIn(begun.authorizationUrl, NINA));
    const make = async () => (await user.post('/api/wallets', { title: 'Mine', keyType: 'ED25519' })).body.id;
    const [here, elsewhere] = [await make(), await make()];
    const wallet = world.deps.wallets.find(elsewhere);
    if (!wallet) throw new Error('no wallet');
    await world.deps.commit(world.deps.wallets.put({ ...wallet, tenant: PUBLIC_ORGANISATION_ID }));
    const answer = await new Browser(world).oidc(provider, NINA);
    expect(answer.body).to.deep.include({ userId: EXAMPLE.userPlatformId });
    const bound = new Browser(world, answer.body.accessToken);
    const sign = (id: string) => bound.post(`/api/wallets/${id}/sign`, { transactionData: 'aGVsbG8=' });
    expect((await sign(here)).status, 'of the organisation that vouched').to.equal(200);
    expect(codeOf(await sign(elsewhere))).to.deep.equal([403, 'WALLET_ACCESS_DENIED']);
    const listed = async (browser: Browser) =>
      ((await browser.send('GET', '/api/v1/wallets')).body as readonly { readonly id: string }[]).map(({ id }) => id);
    expect(await listed(bound)).to.deep.equal([here]);
    expect(await listed(user), 'to its owner').to.have.members([here, elsewhere]);
  });
});
