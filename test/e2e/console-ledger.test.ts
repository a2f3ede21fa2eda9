// The ledger in the console: signed in, from the registers to the proof of a transaction, which the page checks itself.
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { anOrder, ask, exampleOrders, type Orders, WAIT } from '../contract/ledger/fixtures.js';
import { ADMIN } from '../contract/world/personas.js';
import { axeFaults, picture, signInAt, verdict, visit, widthOf } from './console-visits.js';
import { servedOfAll } from './served-pages.js';

describe('the ledger in the console', function () {
  this.timeout(180_000);
  const served = servedOfAll();
  let orders: Orders;
  before(async () => {
    orders = await exampleOrders(served.world);
  });

  const signIn = (page: Page, path: string) => signInAt(page, `${served.origin}/console${path}`);

  const chain = (page: Page) => page.locator('.chain');
  const rows = (page: Page) => page.locator('.ledger-rows');

  /** The number of the docket of a fresh order. */
  async function sealed(): Promise<number> {
    served.world.advance(60_000);
    const parts = { params: { registerId: orders.registerId }, body: anOrder(served.world, orders) };
    const answer = await ask(served.world, 'submitTransaction', parts, { headers: WAIT });
    expect(answer.status, answer.text).to.equal(200);
    return answer.json.docketNumber;
  }

  /** As a browser tells a page that it is in the background, or back. */
  async function hide(page: Page, isHidden: boolean): Promise<void> {
    await page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, value: ${isHidden} });
      document.dispatchEvent(new Event('visibilitychange'));`);
  }

  it('leads from the registers to a proof, and keeps no token where a script reads it', async () => {
    const { page, faults, asked } = await visit(served);
    await signIn(page, '/registers');
    await page.getByRole('link', { name: 'Purchase orders' }).waitFor();
    await page.locator('#page').getByText('In step').waitFor();
    await page.locator('.bar').getByText('In step').waitFor();
    expect(await axeFaults(page), 'registers').to.eql([]);
    await picture(page, 'registers');
    await page.getByRole('link', { name: 'Purchase orders' }).click();
    await page.locator('[data-live=live]').waitFor();
    expect(await axeFaults(page), 'register').to.eql([]);
    await picture(page, 'register');
    await rows(page).locator('.row-link').first().click();
    const beside = page.getByRole('complementary', { name: 'The chosen transaction' });
    await verdict(page, 'consistent');
    await beside.getByRole('button', { name: 'About' }).click();
    await beside.getByRole('link', { name: 'Purchase orders' }).waitFor();
    expect(await axeFaults(page), 'a transaction beside its register').to.eql([]);
    await picture(page, 'register-beside');
    await beside.getByRole('link', { name: 'Close' }).click();
    await beside.waitFor({ state: 'detached' });
    await chain(page).getByRole('link', { name: 'Docket 2' }).click();
    await page.locator('h1:focus', { hasText: 'Docket 2' }).waitFor();
    await page.locator('.docket .row').getByRole('link').click();
    await verdict(page, 'consistent');
    await page
      .getByRole('navigation', { name: 'Where you are' })
      .getByRole('link', { name: 'Purchase orders' })
      .waitFor();
    expect(await page.title()).to.equal('Registers · Quorate');
    expect(await axeFaults(page), 'transaction').to.eql([]);
    await picture(page, 'transaction');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Keep the file' }).click();
    expect((await saved).suggestedFilename()).to.match(/^evidence-[0-9a-f]{8}\.json$/);
    const kept = await page.evaluate<string>('JSON.stringify([localStorage, sessionStorage, document.cookie])');
    expect(kept).to.match(/^\[\{\},\{("quorate\.organisation":"[0-9a-f-]{36}")?\},""\]$/);
    expect(
      asked.filter((url) => /eyJ[\w-]+\./.test(url)),
      'a token in an address',
    ).to.eql([]);
    expect(asked.filter((url) => !url.startsWith(served.origin) && !/^(data|blob):/.test(url))).to.eql([]);
    expect(faults).to.eql([]);
  });

  it('shows what is sealed as it is sealed, by a socket without a token in its address', async () => {
    const { page, faults, asked } = await visit(served, { colorScheme: 'dark' });
    page.on('websocket', (socket) => asked.push(socket.url()));
    await signIn(page, `/registers/${orders.registerId}`);
    await page.locator('[data-live=live]').waitFor();
    const first = await sealed();
    await chain(page)
      .getByRole('link', { name: `Docket ${first}` })
      .waitFor();
    await rows(page)
      .getByRole('link', { name: `Docket ${first}` })
      .waitFor();
    await page.locator('.chain').hover();
    const second = await sealed();
    await page.getByRole('button', { name: '1 new' }).click();
    await chain(page)
      .getByRole('link', { name: `Docket ${second}` })
      .waitFor();
    expect(await page.locator('[data-link=broken], [data-link=gap]').count(), 'each points at the one before').to.equal(
      0,
    );
    expect(await axeFaults(page), 'live, dark').to.eql([]);
    await picture(page, 'register-live-dark');
    await page.mouse.move(0, 0);
    await hide(page, true);
    await page.locator('[data-live=hidden]').waitFor();
    const third = await sealed();
    await hide(page, false);
    await chain(page)
      .getByRole('link', { name: `Docket ${third}` })
      .waitFor();
    const sockets = asked.filter((url) => url.startsWith('ws'));
    expect(sockets.length).to.be.greaterThan(1);
    expect(
      asked.filter((url) => /eyJ[\w-]+\.|access_token/.test(url)),
      'a token in an address',
    ).to.eql([]);
    expect(faults).to.eql([]);
  });

  it('walks rows by arrows, as one stop of the Tab key', async () => {
    const { page, faults } = await visit(served);
    await sealed();
    await signIn(page, `/registers/${orders.registerId}`);
    await page.locator('[data-live=live]').waitFor();
    const links = rows(page).getByRole('link');
    const stops = rows(page).locator('a:not([tabindex="-1"])');
    const isAt = (link: Locator) => link.evaluate((element) => element === element.ownerDocument.activeElement);
    await stops.first().focus();
    for (const [key, at] of [
      ['ArrowDown', links.nth(2)],
      ['ArrowRight', links.nth(3)],
      ['ArrowLeft', links.nth(2)],
      ['ArrowUp', links.first()],
      ['ArrowUp', links.first()],
      ['End', rows(page).getByRole('listitem').last().getByRole('link').first()],
      ['Home', links.first()],
      ['ArrowDown', links.nth(2)],
    ] as const) {
      await page.keyboard.press(key);
      expect(await isAt(at), key).to.equal(true);
      expect(await stops.count(), 'stops').to.equal(1);
    }
    // What came meanwhile is walked too, and moves nothing away.
    const docket = await sealed();
    await rows(page)
      .getByRole('link', { name: `Docket ${docket}` })
      .waitFor();
    expect(await isAt(links.nth(4)), 'the same row').to.equal(true);
    expect(await stops.count(), 'stops').to.equal(1);
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'The chosen transaction' }).waitFor();
    await verdict(page, 'consistent');
    expect(faults).to.eql([]);
  });

  it('keeps the choice of rows in its address, and goes to a number, a time and a TxId', async () => {
    const { page, faults } = await visit(served, { viewport: { width: 390, height: 844 }, hasTouch: true });
    const path = `/registers/${orders.registerId}`;
    await signIn(page, path);
    await page.goto(`${served.origin}/console${path}?kind=publication`);
    await rows(page).getByText('Blueprint published').waitFor();
    expect(await page.locator('.ledger-row').count()).to.equal(1);
    await page.getByRole('link', { name: 'All', exact: true }).click();
    await rows(page).getByText('Register founded').waitFor();
    await page.locator('.chip[aria-current]', { hasText: 'All' }).waitFor();
    await page.getByRole('textbox', { name: 'Docket, time or TxId' }).fill('1');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${served.origin}/console${path}?at=1`);
    await page.getByRole('link', { name: 'To the newest' }).waitFor();
    expect(await page.locator('.ledger-row').count()).to.equal(2);
    expect(await widthOf(page)).to.equal(390);
    expect(await axeFaults(page), 'on a phone').to.eql([]);
    await picture(page, 'register-phone');
    await page.getByRole('textbox', { name: 'Docket, time or TxId' }).fill('soon');
    await page.keyboard.press('Enter');
    await page.getByText('Expected the number of a docket').waitFor();
    await page.getByRole('textbox', { name: 'Docket, time or TxId' }).fill(orders.order.transactionId);
    await page.keyboard.press('Enter');
    await verdict(page, 'consistent');
    expect(faults).to.eql([]);
  });

  it('finds by a beginning, with the keyboard alone', async () => {
    const { page, faults } = await visit(served);
    await signIn(page, '/registers');
    await page.getByText('Purchase orders').waitFor();
    await page.keyboard.press('Control+k');
    await page.locator('.palette input:focus').waitFor();
    await page.keyboard.type(orders.order.transactionId?.slice(0, 8) ?? '');
    await page.getByText('1 found.').waitFor();
    expect(await axeFaults(page), 'palette').to.eql([]);
    await picture(page, 'palette');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await verdict(page, 'consistent');
    expect(await page.locator('dialog').count()).to.equal(0);
    await page.getByRole('button', { name: 'Find anything' }).click();
    await page.locator('.palette input:focus').waitFor();
    await page.keyboard.type('zzzz');
    await page.getByText('Nothing begins like this').waitFor();
    await page.keyboard.press('Escape');
    await page.goto(`${served.origin}/console/find?q=orders`);
    await page.getByRole('link', { name: /Purchase orders/ }).waitFor();
    expect(await axeFaults(page), 'find').to.eql([]);
    await picture(page, 'find');
    expect(faults).to.eql([]);
  });

  it('shows the seats of a register with their votes, and the health of the node', async () => {
    const { page, faults } = await visit(served, { colorScheme: 'dark' });
    await signIn(page, '/mesh');
    await page.getByRole('heading', { name: 'Purchase orders' }).waitFor();
    await page.locator('[data-live=live]').waitFor();
    await page.getByText('1 of 1 signed').waitFor();
    await page.getByText(/signed docket \d+/).waitFor();
    await page.getByRole('heading', { name: 'Health of this node' }).waitFor();
    expect(await axeFaults(page), 'mesh').to.eql([]);
    await picture(page, 'mesh-dark');
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await widthOf(page)).to.equal(390);
    await picture(page, 'mesh-dark-phone');
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
      await page.waitForURL(`${served.origin}/console/inbox`);
    }
  });
});
