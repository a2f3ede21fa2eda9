// Attacks on the pages in a real browser: names that are markup, links that lead elsewhere, frames, sign-ins that a
// stranger began, and where secrets could be left.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { EXAMPLE } from '../../api/examples/values.js';
import { challengeOf } from '../../core/tenant/programs/codes.js';
import { servedOfAll } from './served-pages.js';

const EVIL = `<img src=x onerror="window.evil=1"><script>window.evil=1</script>"'><b>`;
const STATE = 'oF2yq8Zk3hWn6vBtR1xJcD5mLsPaEuGi7QwT0rYzXbM';

describe('pages for people under attack', () => {
  const served = servedOfAll();
  /** A site of a stranger: all that reaches it is kept. */
  let stranger: Server;
  let strangerOrigin: string;
  const seen: string[] = [];
  before(async () => {
    stranger = createServer((request, response) => {
      seen.push(`${request.url} ${request.headers.referer ?? ''}`);
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><title>stranger</title><iframe src="${served.origin}/login"></iframe>`);
    });
    await new Promise<void>((resolve) => stranger.listen(0, 'localhost', resolve));
    strangerOrigin = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
  });
  after(async () => {
    stranger?.close();
  });

  const at = (page: Page, text: string) => page.locator('h1:visible', { hasText: text }).waitFor();
  async function signIn(page: Page) {
    await page.fill('#email', EXAMPLE.userEmail);
    await page.fill('#password', EXAMPLE.password);
    await page.keyboard.press('Enter');
  }

  it('show what a program is called as it is written, and send a faulty request nowhere', async () => {
    const { deps } = served.world;
    const program = { clientId: 'evil-one', name: EVIL.slice(0, 60), scopes: ['ledger:read'] as const };
    const made = { createdAt: EXAMPLE.time, createdBy: EXAMPLE.administratorId };
    const redirectUris = [`${strangerOrigin}/taken`];
    await deps.commit([deps.programs.clients.put({ ...program, ...made, redirectUris })]);
    const form = {
      ...{ response_type: 'code', client_id: program.clientId, scope: 'ledger:read', state: EVIL },
      ...{ code_challenge: challengeOf('x'), code_challenge_method: 'S256' },
    };
    const visit = async (change: Readonly<Record<string, string>>) => {
      const visitor = await served.visitor();
      await visitor.page.goto(`${served.origin}/oauth/authorize?${new URLSearchParams({ ...form, ...change })}`);
      await signIn(visitor.page);
      return visitor;
    };
    const { page, faults } = await visit({ redirect_uri: redirectUris[0] as string });
    await at(page, 'Let a program in?');
    expect(await page.locator('#authorization-name').innerText()).to.equal(program.name);
    expect(await page.locator('#authorization-target').innerText()).to.equal('a program on this computer');
    expect(await page.evaluate('window.evil')).to.equal(undefined);
    expect(await page.locator('img, b, iframe').count()).to.equal(0);
    expect(faults).to.deep.equal([]);
    for (const redirect_uri of [`${strangerOrigin}/other`, 'https://stranger.example/', 'javascript:alert(1)']) {
      const { page: other, context } = await visit({ redirect_uri });
      await at(other, 'This request cannot be answered');
      expect(new URL(other.url()).origin, redirect_uri).to.equal(served.origin);
      await context.close();
    }
    expect(seen).to.deep.equal([]);
  });

  it('show names of organisations, passkeys and programs as they are written', async () => {
    const { page, faults } = await served.visitor();
    const { tenants, commit } = served.world.deps;
    await served.world.token('user');
    const organisation = tenants.organisation(EXAMPLE.organisationId);
    if (!organisation) throw new Error('no organisation');
    const branding = { ...organisation.branding, companyTagline: EVIL };
    await commit(tenants.putOrganisation({ ...organisation, name: EVIL, branding }));
    const link = new URLSearchParams({ program: EVIL, port: '4000', state: STATE, challenge: challengeOf('x') });
    await page.goto(`${served.origin}/login?org=${EXAMPLE.subdomain}#${link}`);
    await page.locator('#organisation', { hasText: EVIL }).waitFor();
    expect(await page.locator('#tagline').innerText()).to.equal(EVIL);
    await signIn(page);
    await at(page, 'Let a program in?');
    expect(await page.locator('#program-name').innerText()).to.equal(EVIL.slice(0, 60));
    await page.goto(`${served.origin}/enrol`);
    await signIn(page);
    await at(page, 'Your account');
    await page.fill('#passkey-name', EVIL);
    await page.keyboard.press('Enter');
    await page.getByText('The passkey is added').waitFor();
    expect(await page.locator('#passkeys strong').innerText()).to.equal(EVIL);
    expect(await page.evaluate('window.evil')).to.equal(undefined);
    expect(await page.locator('img, b, iframe').count()).to.equal(0);
    expect(faults).to.deep.equal([]);
    await commit(tenants.putOrganisation(organisation));
  });

  it('lead to no address that a link names, and to no port that is none', async () => {
    for (const query of ['returnUrl', 'returnTo']) {
      const { page, context } = await served.visitor();
      await page.goto(`${served.origin}/login?${query}=${encodeURIComponent(`${strangerOrigin}/stolen`)}`);
      await signIn(page);
      await page.locator('h1:visible', { hasText: /Your account|One more step/ }).waitFor();
      expect(new URL(page.url()).origin).to.equal(served.origin);
      await context.close();
    }
    for (const port of ['80', `4000@${new URL(strangerOrigin).host}`]) {
      const { page, context } = await served.visitor();
      const link = new URLSearchParams({ program: 'p', port, state: STATE, challenge: challengeOf('x') });
      await page.goto(`${served.origin}/login#${link}`);
      await signIn(page);
      await page.locator('h1:visible', { hasText: /Your account|One more step/ }).waitFor();
      await context.close();
    }
    expect(seen).to.deep.equal([]);
  });

  it('stand in no frame of another site', async () => {
    const { page } = await served.visitor();
    await page.goto(strangerOrigin);
    await page.waitForTimeout(300);
    const [, frame] = page.frames();
    expect(await frame?.locator('#password').count()).to.equal(0);
  });

  it('sign no user in by a link that a stranger made', async () => {
    for (const where of ['#signIn=stolen-code', '?state=made-up&code=stolen-code', '#authError=<b>no</b>']) {
      const { page, context } = await served.visitor();
      await page.goto(`${served.origin}/login${where}`);
      await page.locator('#alert:not(:empty)').waitFor();
      await at(page, 'Sign in');
      expect(await page.locator('#alert b').count()).to.equal(0);
      await context.close();
    }
  });

  it('leave no secret in the address, the history, the storage or a Referer', async () => {
    const { page } = await served.visitor();
    const secrets = ['an-enrol-token-of-somebody', STATE];
    await page.goto(`${served.origin}/enrol#${secrets[0]}`);
    await at(page, 'Enrol this device');
    const link = new URLSearchParams({ program: 'p', port: '4000', state: STATE, challenge: challengeOf('x') });
    await page.goto(`${served.origin}/login#${link}`);
    await at(page, 'Sign in');
    await page.evaluate(`location.assign(${JSON.stringify(strangerOrigin)})`);
    await page.waitForURL(`${strangerOrigin}/`);
    expect(seen.join('\n')).to.match(/^\/ $/m);
    await page.goBack();
    await page.goBack();
    const left = await page.evaluate('location.href + JSON.stringify(sessionStorage) + JSON.stringify(localStorage)');
    for (const secret of secrets) expect(`${left}${page.url()}${seen.join()}`).to.not.contain(secret);
  });

  it('are no way for a page of another site to call the node', async () => {
    const { page } = await served.visitor();
    await page.goto(strangerOrigin);
    const reached = await page.evaluate(`(async () => {
      const bodies = [['application/json', '{}'], ['text/plain', '{"email":"a@x.example","password":"p"}']];
      const got = [];
      for (const path of ['login', 'program/grant', 'device-code/answer', 'password/forgot'])
        for (const [type, body] of bodies)
          got.push(await fetch(${JSON.stringify(served.origin)} + '/api/auth/' + path, {
            method: 'POST', credentials: 'include', headers: { 'content-type': type }, body,
          }).then((answer) => answer.status, () => 'refused'));
      return got;
    })()`);
    expect(new Set(reached as string[])).to.deep.equal(new Set(['refused']));
    expect(served.mails).to.deep.equal([]);
  });
});
