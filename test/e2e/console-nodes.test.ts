// The node and its mesh in the console, as an operator sees them: charts, clock, seats, backup.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { exampleOrders } from '../contract/ledger/fixtures.js';
import { axeFaults, picture, signInAt, visit, widthOf } from './console-visits.js';
import { type ServedPages, servedPages } from './served-pages.js';

describe('the node in the console', function () {
  this.timeout(180_000);
  let served: ServedPages;
  before(async function () {
    const begun = await servedPages();
    if (!begun) return this.skip();
    served = begun;
    await exampleOrders(served.world);
  });
  after(() => served?.close());

  const signIn = (page: Page, path: string) => signInAt(page, `${served.origin}/console${path}`);

  it('says in one line how the node is, and draws what it did in the last hours', async () => {
    const { page, faults } = await visit(served);
    await signIn(page, '/node');
    await page.getByText('Fine: ').waitFor();
    expect(await page.locator('.chart').count()).to.equal(12);
    expect(await axeFaults(page), 'node').to.eql([]);
    await picture(page, 'node');
    const first = page.getByRole('article', { name: 'Transactions sealed' });
    await first.getByText('as a table').click();
    await first.getByRole('columnheader', { name: 'Highest' }).waitFor();
    expect(await first.getByRole('row').count()).to.equal(13);
    await page.getByRole('link', { name: '6 hours' }).click();
    await page.waitForURL(`${served.origin}/console/node?span=6h`);
    expect(faults).to.eql([]);
  });

  it('is in German, dark and on a phone', async () => {
    const options = { locale: 'de-DE', colorScheme: 'dark', viewport: { width: 390, height: 844 } } as const;
    const { page, faults } = await visit(served, options);
    await signIn(page, '/node');
    await page.getByText('In Ordnung: ').waitFor();
    await page.getByRole('article', { name: 'Versiegelte Transaktionen' }).waitFor();
    expect(await widthOf(page)).to.equal(390);
    expect(await axeFaults(page), 'node, dark').to.eql([]);
    await picture(page, 'node-dark-phone');
    expect(faults).to.eql([]);
  });

  it('pauses a validator and resumes it', async () => {
    const { page, faults } = await visit(served);
    await signIn(page, '/node');
    await page.getByRole('button', { name: 'Pause the validator of Purchase orders' }).click();
    await page.getByText('paused', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Resume the validator of Purchase orders' }).click();
    await page.getByRole('button', { name: 'Pause the validator of Purchase orders' }).waitFor();
    expect(faults).to.eql([]);
  });

  it('gives the store as a file', async () => {
    const { page, faults } = await visit(served);
    await signIn(page, '/node');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Back up' }).click();
    expect((await saved).suggestedFilename()).to.equal('ledger.backup');
    expect(faults).to.eql([]);
  });
});
