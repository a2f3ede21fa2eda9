// The node and its mesh in the console, as an operator sees them: charts, clock, seats, backup.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { PEER_ID } from '../../api/examples/peer.js';
import { EXAMPLE } from '../../api/examples/values.js';
import { partnerProposal, partnerVote, twoGovern } from '../contract/governance/fixtures.js';
import { exampleOrders } from '../contract/ledger/fixtures.js';
import { OFFERED } from '../contract/peers/fake-mesh.js';
import type { World } from '../contract/world/world.js';
import { axeFaults, dropFile, picture, signInAt, visit, widthOf } from './console-visits.js';
import { servedOfAll } from './served-pages.js';

const OWNER = { email: EXAMPLE.administratorEmail, password: EXAMPLE.password };

describe('the node in the console', function () {
  this.timeout(180_000);
  const served = servedOfAll();
  let registerId: string;
  before(async () => {
    ({ registerId } = await exampleOrders(served.world));
  });

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

  it('shows another node with its link and what it holds, and bans it', async () => {
    const { page, faults } = await visit(served);
    await signIn(page, `/mesh/${PEER_ID}`);
    await page.getByText('Round trip now').waitFor();
    await page.getByText('Nothing is proven against its seats').waitFor();
    expect(await axeFaults(page), 'peer').to.eql([]);
    await picture(page, 'peer');
    await page.getByRole('button', { name: 'Ban', exact: true }).click();
    await page.getByRole('textbox', { name: 'Why' }).fill('Under investigation.');
    expect(await axeFaults(page), 'ban').to.eql([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Ban', exact: true }).click();
    await page.getByText('Under investigation.').waitFor();
    await page.getByRole('button', { name: 'Lift the ban' }).click();
    await page.getByRole('button', { name: 'Ban', exact: true }).waitFor();
    expect(faults).to.eql([]);
  });

  it('fills a wall without what one acts with, and draws lower rows for who chose them', async () => {
    const { page, faults } = await visit(served, { viewport: { width: 1920, height: 1080 } });
    await signIn(page, '/me');
    await page.goto(`${served.origin}/console/mesh?wall`);
    await page.locator('.node-card').first().waitFor();
    expect(await page.locator('.rail, .bar').filter({ visible: true }).count()).to.equal(0);
    expect(await axeFaults(page), 'on a wall').to.eql([]);
    await picture(page, 'mesh-wall');
    await page.goto(`${served.origin}/console/registers/${registerId}?wall`);
    const row = page.locator('.ledger-row').first();
    await row.waitFor();
    expect(await widthOf(page)).to.equal(1920);
    await picture(page, 'register-wall');
    await page.goto(`${served.origin}/console/me`);
    await page.getByLabel('Lower rows in lists').check();
    await picture(page, 'me-dense');
    await page.goto(`${served.origin}/console/registers/${registerId}`);
    await row.waitFor();
    expect((await row.boundingBox())?.height).to.be.within(39, 41);
    await picture(page, 'register-dense');
    expect(faults).to.eql([]);
  });

  it('shows the log by level, and says where a node keeps none', async () => {
    const { page, faults } = await visit(served, { colorScheme: 'dark' });
    await signIn(page, '/node/log');
    await page.getByText('No line of this choice is kept.').waitFor();
    await page.getByRole('link', { name: 'errors', exact: true }).click();
    await page.waitForURL(`${served.origin}/console/node/log?level=error`);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Follow' }).waitFor();
    expect(await axeFaults(page), 'log, dark').to.eql([]);
    await picture(page, 'log-dark');
    expect(faults).to.eql([]);
  });

  it('shows what waits for a vote in the inbox, and takes the vote where the register is governed', async () => {
    const governed = await twoGovern(served.world);
    await partnerProposal(served.world, governed, new Date(served.world.deps.clock.now()).toISOString());
    const { page, faults } = await visit(served);
    await signInAt(page, `${served.origin}/console/inbox`, OWNER);
    await page.getByRole('link', { name: 'Your vote on' }).first().click();
    await page.getByRole('heading', { name: '1 open proposal' }).waitFor();
    await page.getByText('1 of 2 approvals').waitFor();
    expect(await axeFaults(page), 'governance').to.eql([]);
    await picture(page, 'governance');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByText('Nothing is proposed.').waitFor();
    await page.locator('ol').getByText('Change how it is governed').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await widthOf(page)).to.equal(390);
    expect(faults).to.eql([]);
    await proposeAndSignElsewhere(page, served.world, governed);
    expect(faults).to.eql([]);
  });

  /** A member proposes by the form, and the other one, whose key no node has, votes by a file. */
  async function proposeAndSignElsewhere(page: Page, world: World, register: string): Promise<void> {
    await page.locator('summary', { hasText: 'Propose' }).click();
    await page.getByRole('combobox', { name: 'What' }).selectOption('set-governance-policy');
    await page.getByRole('button', { name: 'Propose it' }).click();
    await page.getByText('All is as it was.').waitFor();
    await page.getByLabel('Proposals live, days').fill('30');
    expect(await axeFaults(page), 'an act').to.eql([]);
    await picture(page, 'governance-act-phone');
    await page.getByRole('button', { name: 'Propose it' }).click();
    await page.getByText('1 of 2 approvals').waitFor();
    await page.getByText('Sign elsewhere').click();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the file to sign' }).click();
    const request = readFileSync(await (await saved).path(), 'utf8');
    await dropFile(page, '.take-file', request);
    await page.getByText('This is the file to sign.').waitFor();
    await dropFile(page, '.take-file', partnerVote(world, register, JSON.parse(request).operation));
    await page.getByText('approved', { exact: true }).last().waitFor();
    expect(await widthOf(page)).to.equal(390);
    expect(await axeFaults(page), 'signed elsewhere').to.eql([]);
    await picture(page, 'governance-elsewhere-phone');
    await page.getByRole('button', { name: 'Send the vote' }).click();
    await page.getByText('Nothing is proposed.').waitFor();
  }

  it('founds a register, offers it, and follows one of another node', async () => {
    const elsewhere = '5b1c6a51-5f0e-4c53-8a3e-7f6a2c9d1b04';
    served.world.mesh.offered = [{ ...OFFERED, registerId: elsewhere, name: 'Permits' }];
    const { page, faults } = await visit(served, { colorScheme: 'dark' });
    await signInAt(page, `${served.origin}/console/registers`, OWNER);
    await page.locator('[data-live=live]').waitFor();
    await page.getByRole('button', { name: 'Found a register' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name of the register').fill('Deliveries');
    await dialog.getByText('More', { exact: true }).click();
    await dialog.getByText('Southwind').waitFor();
    expect(await axeFaults(page), 'founding, dark').to.eql([]);
    await picture(page, 'register-found-dark');
    await dialog.getByRole('button', { name: 'Found a register' }).click();
    const card = page.getByRole('listitem').filter({ hasText: 'Deliveries' });
    await card.getByText('1 docket · ').waitFor();
    await card.getByRole('button', { name: 'Offer Deliveries' }).click();
    await dialog.getByRole('button', { name: 'Offer' }).click();
    await card.getByRole('button', { name: 'Stop offering Deliveries' }).waitFor();
    await page.getByRole('button', { name: 'Follow Permits' }).click();
    await dialog.getByRole('button', { name: 'Follow' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(served.world.mesh.followed.has(elsewhere)).to.equal(true);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await widthOf(page)).to.equal(390);
    expect(await axeFaults(page), 'registers, dark, on a phone').to.eql([]);
    await picture(page, 'registers-dark-phone');
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
