// Signing in at the providers of an organisation from the page, in a real browser: the buttons that are configured, the
// way there and back, and what a session of a provider may see. The providers are played by the test.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { EXAMPLE } from '../../api/examples/values.js';
import { PUBLIC_ORGANISATION_ID } from '../../core/tenant/roles.js';
import { Browser, letIn } from '../contract/federation/browser.js';
import { configure, NINA, SETTINGS } from '../contract/federation/northwind.js';
import { TestProvider } from '../contract/federation/test-provider.js';
import { servedOfAll } from './served-pages.js';

describe('pages and the providers of an organisation', () => {
  const served = servedOfAll();
  let provider: TestProvider;
  before(async () => {
    const { world, origin } = served;
    const admin = new Browser(world, await world.token('administrator'));
    await letIn(world, EXAMPLE.organisationId, ['northwind.example']);
    provider = await TestProvider.open();
    Object.assign(world.deps, { outgoing: provider });
    Object.assign(world.deps.config, { publicUrl: origin, returnOrigins: new Set([origin]) });
    await configure(admin);
  });

  /** The provider signs Nina in, and leads back as it was asked to. */
  const play = (page: Page) =>
    page.route('https://idp.northwind.example/**', (route) => {
      const asked = new URL(route.request().url());
      const back = new URL(asked.searchParams.get('redirect_uri') ?? '');
      for (const [name, value] of Object.entries(provider.signIn(asked.href, NINA))) back.searchParams.set(name, value);
      return route.fulfill({ status: 302, headers: { location: back.href } });
    });

  it('show no button to an organisation that has none', async () => {
    const { page } = await served.visitor();
    await page.goto(`${served.origin}/login`);
    await page.locator('#passkey').waitFor();
    expect(await page.locator('#providers button').count()).to.equal(0);
  });

  it('lead to the provider and back to an account, in this browser alone', async () => {
    const { page, faults } = await served.visitor();
    await play(page);
    await page.goto(`${served.origin}/login?org=${EXAMPLE.subdomain}`);
    await page.click('#at-organisation');
    await page.locator('h1:visible', { hasText: 'Your account' }).waitFor();
    expect(await page.locator('#my-organisation').innerText()).to.equal(EXAMPLE.organisationName);
    expect(page.url(), 'no code in it').to.equal(`${served.origin}/enrol`);
    expect(await page.evaluate('sessionStorage.length')).to.equal(0);
    expect(faults).to.deep.equal([]);
  });

  it('bring the code of a social provider to the node, and keep none of it in the address', async () => {
    const root = new Browser(served.world, await served.world.token('systemAdmin'));
    const at = `/api/organizations/${PUBLIC_ORGANISATION_ID}/social-providers/google`;
    const { issuerUrl, clientId, clientSecret } = SETTINGS;
    const set = await root.send('PUT', at, { issuerUrl, clientId, clientSecret, admitsNewcomers: true });
    expect(set.status, JSON.stringify(set.body)).to.equal(200);
    await letIn(served.world, PUBLIC_ORGANISATION_ID, []);
    const { page, faults } = await served.visitor();
    await play(page);
    await page.goto(`${served.origin}/login`);
    await page.click('#at-google');
    await page.locator('h1:visible', { hasText: 'Your account' }).waitFor();
    expect(page.url()).to.equal(`${served.origin}/enrol`);
    expect(faults).to.deep.equal([]);
  });

  it('say so where the provider does not answer', async () => {
    provider.lies = { isDown: true };
    served.world.advance(25 * 60 * 60_000);
    const { page } = await served.visitor();
    await page.goto(`${served.origin}/login?org=${EXAMPLE.subdomain}`);
    await page.click('#at-organisation');
    await page.locator('#alert:not(:empty)').waitFor();
    expect(await page.locator('h1:visible').innerText()).to.equal('Sign in');
    provider.lies = {};
  });
});
