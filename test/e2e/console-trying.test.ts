// From a template to a published workflow in a browser: drafts, versions compared, the rehearsal and the publication.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { offlineProvider } from '../../actors/designer/offline-provider.js';
import { UNREHEARSED } from '../../cli/harness/unrehearsed.js';
import { ask } from '../contract/ledger/fixtures.js';
import { axeFaults, picture, signInAt, visit, widthOf } from './console-visits.js';
import { servedOfAll } from './served-pages.js';

/** It must stay text wherever it stands. */
const HOSTILE = '<img src=x onerror="document.title=1">';

describe('trying a workflow in the console', function () {
  this.timeout(180_000);
  const served = servedOfAll();
  let registerId: string;
  before(async () => {
    served.world.designer.providers.set(offlineProvider.id, offlineProvider);
    const { platformUserId: userId } = await asked('getMe', {});
    const { address: walletId } = (await asked('createHdWallet', { body: { name: 'Designer', algorithm: 'ED25519' } }))
      .wallet;
    const body = { name: 'Town register', owners: [{ userId, walletId }] };
    ({ registerId } = await asked('createRegister', { body }));
  });

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

  it('rehearses a draft role by role, and publishes it', async () => {
    const { page, faults } = await visit(served);
    await signIn(page, '/blueprints?show=templates');
    await page.getByRole('button', { name: 'Use it: Simple invoice' }).click();
    await page.getByLabel('Its name').fill('Mill invoice');
    await page.getByRole('button', { name: 'Make the draft' }).click();
    await page.getByRole('heading', { name: 'Mill invoice', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Rehearsal' }).click();
    await page.getByRole('button', { name: 'Begin', exact: true }).click();
    const form = page.getByRole('form', { name: 'Send the invoice' });
    await form.waitFor();
    const field = (name: string) => page.locator(`[id="field/${name}"]`);
    await field('invoiceNumber').fill(HOSTILE);
    await field('net').fill('100.00');
    await form.getByLabel('0.19').check();
    await field('dueDate').fill('2027-01-31');
    await page.locator('output').getByText('119.00').waitFor();
    expect(await axeFaults(page), 'rehearsal').to.eql([]);
    await picture(page, 'rehearsal');
    await page.getByRole('button', { name: 'Do it as Supplier' }).click();
    await page.getByRole('form', { name: 'Pay' }).waitFor();
    await page.locator('.rehearsal-seen').getByText(HOSTILE).waitFor();
    await field('paymentReference').fill('Mill 7');
    await field('paid').fill('119.00');
    await page.getByRole('button', { name: 'Do it as Buyer' }).click();
    await page.getByText('Passed', { exact: true }).waitFor();
    await picture(page, 'rehearsed');
    const [kept] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Keep as a scenario' }).click(),
    ]);
    expect(kept.suggestedFilename()).to.equal('mill-invoice.scenarios.json');
    await page.getByRole('link', { name: 'It can be published' }).click();
    await page.getByText('It was rehearsed as it is now').waitFor();
    await page.getByText('No role has a fixed wallet').waitFor();
    expect(await axeFaults(page), 'gates').to.eql([]);
    await picture(page, 'gates');
    await page.getByRole('button', { name: 'Publish on Town register' }).click();
    await page.getByText('Published on Town register, version 1').waitFor();
    await picture(page, 'published-now');
    await page.getByRole('link', { name: 'Begin it' }).click();
    await page.getByRole('heading', { name: 'Mill invoice' }).waitFor();
    expect(faults).to.eql([]);
  });

  it('publishes without a rehearsal for a reason that is kept', async () => {
    const { page, faults } = await visit(served);
    const { blueprint } = await asked('evaluateTemplate', { body: { templateId: 'simple-invoice', parameters: {} } });
    const { id } = await asked('createBlueprint', { body: { ...blueprint, id: '', title: `Late ${HOSTILE}` } });
    await signIn(page, `/blueprints/${id}/publish`);
    await page.getByText('It was not rehearsed as it is now').waitFor();
    const act = page.getByRole('button', { name: 'Publish on Town register' });
    expect(await act.isDisabled()).to.equal(true);
    await page.getByLabel('Publish it without a rehearsal').check();
    await page.getByLabel('Why').fill('The town waits.');
    await act.click();
    await page.getByText('It was published without a rehearsal. That is kept.').waitFor();
    expect(faults).to.eql([]);
  });

  it('talks about a draft, and takes what is proposed', async () => {
    const { page, faults } = await visit(served);
    const { id } = await asked('createBlueprint', { body: { id: '', title: HOSTILE, language: 2 } });
    await signIn(page, `/blueprints/${id}?panel=chat`);
    await page.getByText('This node answers by itself').waitFor();
    await page.getByLabel('Your words').fill('An applicant applies with a name. A clerk decides.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText(/It proposes \d+ changes/).waitFor();
    expect(await axeFaults(page), 'chat').to.eql([]);
    await picture(page, 'chat');
    await page.getByText('New role Applicant').waitFor();
    await page.getByRole('button', { name: 'Take it' }).click();
    await page.locator('.chat-proposal').waitFor({ state: 'detached' });
    await page.getByText('Version 2, saved').waitFor();
    const { participants } = await asked('getBlueprint', { params: { id } });
    expect(participants.map(({ name }: { readonly name: string }) => name)).to.include('Applicant');
    expect((await asked('listVersions', { params: { id } })).length, 'nothing is published').to.equal(0);
    await picture(page, 'chat-taken');
    expect(faults).to.eql([]);
  });
});
