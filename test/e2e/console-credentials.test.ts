// Wallets and credentials in the console: a credential of a sealed action is taken by one press, looked at, and shown to
// nobody unasked; a wallet is made, shared and brought back.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { EXAMPLE } from '../../api/examples/values.js';
import { grantPermit, issuedFor, permitRegister } from '../contract/credentials/runs/permits.js';
import { axeFaults, type ConsoleVisit, picture, signInAt, visit, widthOf } from './console-visits.js';
import { type ServedPages, servedPages } from './served-pages.js';

const WHO = { email: EXAMPLE.administratorEmail, password: EXAMPLE.password };

describe('wallets and credentials in the console', function () {
  this.timeout(180_000);
  let served: ServedPages;
  let issuing: ReturnType<ServedPages['world']['issuing']> | undefined;
  let here: ConsoleVisit;
  before(async function () {
    const begun = await servedPages();
    if (!begun) return this.skip();
    served = begun;
    const registerId = await permitRegister(served.world);
    issuing = served.world.issuing();
    await issuing.start();
    await issuedFor(served.world, await grantPermit(served.world, registerId));
    here = await visit(served);
  });
  after(async () => {
    await issuing?.stop();
    await served?.close();
  });

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const seen = async (page: Page, name: string): Promise<void> => {
    expect(await axeFaults(page), name).to.eql([]);
    await picture(page, name);
  };

  it('take a credential that waits, and show its claims when asked', async () => {
    const { page, faults } = here;
    await signInAt(page, `${served.origin}/console/wallets`, WHO);
    await page.getByRole('heading', { name: 'A credential waits for you' }).waitFor();
    await seen(page, 'wallets');
    await press(page, 'Take it');
    await page.getByRole('link', { name: 'Permit', exact: true }).click();
    await page.getByRole('heading', { name: 'Permit', level: 1 }).waitFor();
    const claims = page.locator('.claims');
    expect(await claims.innerText()).to.not.include('BP-2026-0001');
    await press(page, 'Show');
    expect(await claims.innerText()).to.include('BP-2026-0001');
    await page.getByText('valid, by the register').waitFor();
    await seen(page, 'credential');
    expect(faults).to.eql([]);
  });

  it('make a wallet whose words are asked back, give it to somebody, and bring it back', async () => {
    const { page, faults } = here;
    await page.goto(`${served.origin}/console/wallets`);
    await press(page, 'New wallet');
    await page.getByLabel('Name of the wallet').fill('Papers');
    await seen(page, 'wallet-new');
    await press(page, 'Make a wallet');
    await page.getByRole('heading', { name: 'Write these words down' }).waitFor();
    const secret = await page.locator('.secret-words li').allInnerTexts();
    expect(secret).to.have.length(12);
    await press(page, 'I have written them down');
    for (const label of await page.getByLabel(/^Word \d+$/).all()) {
      const place = Number(/\d+/.exec((await label.evaluate((field: Labelled) => field.labels[0]?.innerText)) ?? ''));
      await label.fill(secret[place - 1] ?? '');
    }
    await press(page, 'Check');
    await page.getByRole('link', { name: 'Papers' }).waitFor();
    for (const word of secret) expect(await page.content()).to.not.include(`>${word}<`);
    await page.getByRole('link', { name: 'Papers' }).click();
    await page.getByRole('heading', { name: 'Papers', level: 1 }).waitFor();
    await press(page, 'Give access');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Id of the person').fill(EXAMPLE.userPlatformId);
    await dialog.getByLabel('What for').selectOption('ReadWrite');
    await seen(page, 'wallet-access');
    await dialog.getByRole('button', { name: 'Give access' }).click();
    await page.getByRole('button', { name: /^End the access of/ }).waitFor();
    await seen(page, 'wallet');
    await page.getByRole('button', { name: /^End the access of/ }).click();
    await page.getByText('You alone.').waitFor();
    expect(faults).to.eql([]);
  });

  it('are used in German and in the dark, on a phone', async () => {
    const how = { viewport: { width: 390, height: 844 }, locale: 'de-DE', colorScheme: 'dark' } as const;
    const { page, faults } = await visit(served, how);
    await signInAt(page, `${served.origin}/console/wallets`, WHO);
    await page.getByRole('heading', { name: 'Wallets und Nachweise' }).waitFor();
    await seen(page, 'wallets-phone');
    expect(await widthOf(page)).to.be.at.most(390);
    await page.getByRole('link', { name: 'Permit', exact: true }).click();
    await page.getByText('gültig, laut Register').waitFor();
    await seen(page, 'credential-phone');
    expect(await widthOf(page)).to.be.at.most(390);
    expect(faults).to.eql([]);
  });
});

interface Labelled {
  readonly labels: readonly { readonly innerText: string }[];
}
