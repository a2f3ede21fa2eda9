// Workflows in the making, in a browser: drafts of templates, and versions compared by what they mean.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { UNREHEARSED } from '../../cli/harness/unrehearsed.js';
import { ask } from '../contract/ledger/fixtures.js';
import { axeFaults, picture, signInAt, visit, widthOf } from './console-visits.js';
import { type ServedPages, servedPages } from './served-pages.js';

/** It must stay text wherever it stands. */
const HOSTILE = '<img src=x onerror="document.title=1">';

describe('trying a workflow in the console', function () {
  this.timeout(180_000);
  let served: ServedPages;
  let registerId: string;
  before(async function () {
    const begun = await servedPages();
    if (!begun) return this.skip();
    served = begun;
    const { platformUserId: userId } = await asked('getMe', {});
    const { address: walletId } = (await asked('createHdWallet', { body: { name: 'Designer', algorithm: 'ED25519' } }))
      .wallet;
    const body = { name: 'Town register', owners: [{ userId, walletId }] };
    ({ registerId } = await asked('createRegister', { body }));
  });
  after(() => served?.close());

  const signIn = (page: Page, path: string) => signInAt(page, `${served.origin}/console${path}`);

  /** As an operation answers it. */
  async function asked(name: Parameters<typeof ask>[1], input: object) {
    const made = await ask(served.world, name, input, { as: 'systemAdmin' });
    expect(made.status, made.text).to.be.below(300);
    return made.json;
  }

  it('makes drafts of templates, and compares versions by what they mean', async () => {
    const { page, faults } = await visit(served);
    await signIn(page, '/blueprints');
    await page.getByText('There is no draft yet').waitFor();
    expect(await axeFaults(page), 'no draft').to.eql([]);
    await page.getByRole('link', { name: 'Templates' }).click();
    await page.getByRole('button', { name: 'Use it: Simple invoice' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await axeFaults(page), 'template').to.eql([]);
    await picture(page, 'template');
    await page.getByLabel('Its name').fill(`Invoice ${HOSTILE}`);
    await page.getByRole('button', { name: 'Make the draft' }).click();
    await page.waitForURL(/\/blueprints\/[0-9a-f-]{36}/);
    const id = new URL(page.url()).pathname.split('/')[3] as string;
    await page.goto(`${served.origin}/console/blueprints`);
    await page.getByRole('heading', { name: `Invoice ${HOSTILE}` }).waitFor();
    expect(await axeFaults(page), 'drafts').to.eql([]);
    await picture(page, 'drafts');
    await publishAndAmend(id);
    await page.getByRole('link', { name: /^Compare the versions of/ }).click();
    await page.getByText('It has to be rehearsed again.').waitFor();
    const text = await page.locator('main').innerText();
    expect(text).to.include(`${HOSTILE} is told /net`).and.to.include('New role Clerk <b>');
    expect(await axeFaults(page), 'diff').to.eql([]);
    await picture(page, 'diff');
    await page.goto(`${served.origin}/console/blueprints?show=published`);
    await page.getByText('Town register').waitFor();
    await page.locator('summary').click();
    await page.getByText('Version 1').waitFor();
    expect(await axeFaults(page), 'published').to.eql([]);
    await picture(page, 'published');
    expect(faults).to.eql([]);
  });

  /** A version on the register, and a draft that differs from it. */
  async function publishAndAmend(id: string): Promise<void> {
    const draft = await asked('getBlueprint', { params: { id } });
    await asked('publishDraft', { params: { id }, body: { registerId, override: UNREHEARSED } });
    const edits = [
      { edit: 'add_role', id: 'clerk', name: 'Clerk <b>' },
      { edit: 'set_role', role: draft.participants[1].id, name: HOSTILE },
      { edit: 'set_disclosure', action: 1, role: draft.participants[1].id, fields: ['taxRate'], reads: false },
    ];
    await asked('editBlueprint', { params: { id }, body: { edits } });
  }

  it('is used in German and in the dark, on a phone', async () => {
    const how = { viewport: { width: 390, height: 844 }, locale: 'de-DE', colorScheme: 'dark' } as const;
    const { page, faults } = await visit(served, how);
    await signIn(page, '/blueprints');
    await page.getByRole('heading', { name: 'Abläufe' }).waitFor();
    expect(await axeFaults(page), 'drafts').to.eql([]);
    await picture(page, 'drafts-phone');
    expect(await widthOf(page)).to.be.at.most(390);
    await page.getByRole('link', { name: /^Die Versionen von/ }).click();
    await page.getByText('Er ist neu zu proben.').waitFor();
    expect(await axeFaults(page), 'diff').to.eql([]);
    await picture(page, 'diff-phone');
    expect(await widthOf(page)).to.be.at.most(390);
    expect(faults).to.eql([]);
  });
});
