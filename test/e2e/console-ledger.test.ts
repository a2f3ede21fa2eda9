// The ledger in the console: signed in, from the registers to the proof of a transaction, which the page checks itself.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { exampleOrders, type Orders } from '../contract/ledger/fixtures.js';
import { ADMIN } from '../contract/world/personas.js';
import { axeFaults, picture, verdict, visit } from './console-visits.js';
import { type ServedPages, servedPages } from './served-pages.js';

describe('the ledger in the console', function () {
  this.timeout(180_000);
  let served: ServedPages;
  let orders: Orders;
  before(async function () {
    const begun = await servedPages();
    if (!begun) return this.skip();
    served = begun;
    orders = await exampleOrders(served.world);
  });
  after(() => served?.close());

  async function signIn(page: Page, path: string): Promise<void> {
    await page.goto(`${served.origin}/console${path}`);
    await page.getByText('Sign in to the console.').waitFor();
    await page.fill('#email', ADMIN.email);
    await page.fill('#password', ADMIN.password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${served.origin}/console${path}`);
  }

  it('leads from the registers to a proof, and keeps no token where a script reads it', async () => {
    const { page, faults, asked } = await visit(served);
    await signIn(page, '/registers');
    await page.getByRole('link', { name: 'Purchase orders' }).waitFor();
    await page.getByText('In step').waitFor();
    expect(await axeFaults(page), 'registers').to.eql([]);
    await picture(page, 'registers');
    await page.getByRole('link', { name: 'Purchase orders' }).click();
    await page.getByRole('link', { name: 'Docket 2' }).waitFor();
    expect(await axeFaults(page), 'register').to.eql([]);
    await picture(page, 'register');
    await page.getByRole('link', { name: 'Docket 2' }).click();
    await page.getByRole('link', { name: /^Action/ }).click();
    await verdict(page, 'consistent');
    expect(await axeFaults(page), 'transaction').to.eql([]);
    await picture(page, 'transaction');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Keep the file' }).click();
    expect((await saved).suggestedFilename()).to.match(/^evidence-[0-9a-f]{8}\.json$/);
    const kept = await page.evaluate<string>('JSON.stringify([localStorage, sessionStorage, document.cookie])');
    expect(kept).to.equal('[{},{},""]');
    expect(
      asked.filter((url) => /ey[\w-]+\./.test(url)),
      'a token in an address',
    ).to.eql([]);
    expect(asked.filter((url) => !url.startsWith(served.origin) && !/^(data|blob):/.test(url))).to.eql([]);
    expect(faults).to.eql([]);
  });

  it('comes back to its page after a sign-in and after a reload, and says who is signed in', async () => {
    const { page, faults } = await visit(served, { colorScheme: 'dark' });
    const path = `/registers/${orders.registerId}/dockets/2`;
    await signIn(page, path);
    await page.getByRole('heading', { name: 'Docket 2' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Docket 2' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    expect(await axeFaults(page)).to.eql([]);
    await picture(page, 'docket-dark');
    expect(faults).to.eql([]);
  });

  it('shows the refusal of the node with its code and its trace', async () => {
    const { page } = await visit(served);
    await signIn(page, '/registers/00000000-0000-4000-8000-000000000000');
    await page.getByText('The node refused this').waitFor();
    await page.getByRole('link', { name: 'REGISTER_NOT_FOUND' }).waitFor();
    await page.getByText(/Its operator finds it by [0-9a-f]{32}/).waitFor();
    await picture(page, 'refused');
  });

  it('ends the session of the browser', async () => {
    const { page } = await visit(served);
    await signIn(page, '/registers');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${served.origin}/console/verify`);
    await page.goto(`${served.origin}/console/registers`);
    await page.getByText('Sign in to the console.').waitFor();
  });

  it('leads nowhere but into the console', async () => {
    const { page } = await visit(served);
    for (const path of ['//evil.example', '/\\evil.example', 'javascript:alert(1)', '/../login']) {
      await page.goto(`${served.origin}/login?${new URLSearchParams({ console: path })}`);
      await page.getByText('Sign in to the console.').waitFor();
      await page.fill('#email', ADMIN.email);
      await page.fill('#password', ADMIN.password);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${served.origin}/console/registers`);
    }
  });
});
