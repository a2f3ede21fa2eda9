// The page to which issuers send a person back, in a real browser: who takes a credential there, and what a person
// reads where nothing comes of it.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { EXAMPLE } from '../../api/examples/values.js';
import { heldCredentialRoutes as routes } from '../../api/groups/credentials/held-credentials/routes.js';
import { seedHoldingWallet } from '../contract/credentials/fixtures.js';
import { ISSUER, OFFER, OtherIssuer, VCT } from '../contract/credentials/held/other-issuer.js';
import { call } from '../contract/world/caller.js';
import { seedExample } from '../contract/world/personas.js';
import { servedOfAll } from './served-pages.js';

const params = { address: EXAMPLE.holdingWalletAddress };
const offer = { ...OFFER, grants: { authorization_code: { issuer_state: 'their-state' } } };
/** Where to put pictures for people to look at. */
const PICTURES = process.env.PAGE_PICTURES;

describe('the page to which issuers send a person back', () => {
  const served = servedOfAll();
  let issuer: OtherIssuer;
  before(async () => {
    const { world } = served;
    await seedExample(world.deps);
    await seedHoldingWallet(world);
    issuer = new OtherIssuer(() => Math.floor(world.deps.clock.now() / 1000));
    world.remoteHosts.set('https://issuer.example', issuer.answer);
  });

  const at = (page: Page, text: string) => page.locator('h1:visible', { hasText: text }).waitFor();
  const picture = async (page: Page, name: string) => {
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
  };
  const ask = async (route: typeof routes.receiveCredentials | typeof routes.listHeldCredentials, body?: object) =>
    call(served.world, route, { params, ...(body && { body }) }, { token: await served.world.token('citizen') });
  const held = async () => (await ask(routes.listHeldCredentials)).json.credentials.length;

  /** The person is at the issuer, and comes back with these members. */
  async function back(members: object, email: string = EXAMPLE.administratorEmail) {
    const begun = await ask(routes.receiveCredentials, { offer, consent: true });
    expect(begun.status, begun.text).to.equal(202);
    const { page, faults } = await served.visitor();
    const answer = { state: issuer.pushed.state ?? '', iss: ISSUER, ...members };
    await page.goto(`${served.origin}/wallet/receive?${new URLSearchParams(answer)}`);
    await signIn(page, email);
    return { page, faults };
  }
  async function signIn(page: Page, email: string): Promise<void> {
    await at(page, 'Sign in');
    await page.fill('#email', email);
    await page.fill('#password', EXAMPLE.password);
    await page.keyboard.press('Enter');
  }
  const told = async (page: Page) => {
    await at(page, 'Nothing was taken');
    return page.locator('#done-text').innerText();
  };

  it('takes the credential of the person who asked, also after somebody else was signed in', async () => {
    const { page, faults } = await back({ code: 'code-1' }, EXAMPLE.userEmail);
    await page.getByText('If another account of yours asked for it, sign in with that one.').waitFor();
    await picture(page, 'wallet-receive-somebody-else');
    await signIn(page, EXAMPLE.administratorEmail);
    await at(page, 'Taken');
    await page.getByText(`Your wallet has: ${VCT}.`).waitFor();
    await picture(page, 'wallet-receive-taken');
    expect([await held(), faults]).to.deep.equal([1, []]);
  });

  it('says what comes later', async () => {
    issuer.defers = true;
    const { page, faults } = await back({ code: 'code-1' });
    await at(page, 'It comes later');
    await page.getByText(`Your wallet waits for: ${VCT}.`).waitFor();
    issuer.defers = false;
    expect([await held(), faults]).to.deep.equal([1, []]);
  });

  const refusals: readonly (readonly [what: string, members: object, text: string])[] = [
    ['the issuer said no', { error: 'access_denied' }, 'answer access_denied. Ask the issuer for another offer.'],
    ['another server answered', { code: 'code-1', iss: 'https://other.example' }, 'another authorization server'],
  ];
  for (const [what, members, text] of refusals)
    it(`tells why nothing came, and takes nothing: ${what}`, async () => {
      const before = await held();
      const { page, faults } = await back(members);
      expect(await told(page)).to.contain(text);
      await picture(page, `wallet-receive-${what.replaceAll(' ', '-')}`);
      expect([await held(), faults]).to.deep.equal([before, []]);
    });
});
