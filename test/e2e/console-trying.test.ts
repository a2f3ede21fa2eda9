// From a template to a published workflow in a browser: drafts, versions compared, the rehearsal and the publication.
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { offlineProvider } from '../../actors/designer/offline-provider.js';
import { UNREHEARSED } from '../../cli/harness/unrehearsed.js';
import { ask } from '../contract/ledger/fixtures.js';
import { asks, definitionOf, num, shows, to } from '../support/definitions/short-definitions.js';
import { axeFaults, picture, signInAt, tabTo, visit, widthOf } from './console-visits.js';
import { servedOfAll } from './served-pages.js';

/** It must stay text wherever it stands. */
const HOSTILE = '<img src=x onerror="document.title=1">';

const TIMERS = [
  { id: 'hold', after: 'PT1H', notBefore: true },
  // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
  { id: 'over', after: 'P3D', then: { nextActionIds: [] } },
];
/** An answer that may not come at once, and ends by itself after three days. */
const LATE = definitionOf(
  [
    { title: 'Ask', ...asks({ n: num }), ...shows({ y: ['*'] }), ...to(2) },
    { title: 'Answer', sender: 'y', ...asks({ m: num }), timers: TIMERS, ...shows({ x: ['*'] }), ...to() },
  ],
  { title: 'Late answer' },
);

/** Tabs to the next control of a task, the menu and its page included. */
const TABS_MAX = 90;

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
    const made = page.getByRole('region', { name: 'What it makes' });
    await made.getByText('2 roles, 2 actions').waitFor();
    const days = page.getByLabel(/^Payment days/);
    await days.fill('0');
    await made.getByText('These values make no workflow yet.').waitFor();
    await page.getByRole('button', { name: 'Make the draft' }).click();
    await page.getByRole('dialog').getByRole('alert').getByRole('link', { name: 'Payment days' }).waitFor();
    expect(await axeFaults(page), 'template').to.eql([]);
    await picture(page, 'template-refused');
    await days.fill('45');
    await page.locator('[id="field/organisations/supplier"]').fill(HOSTILE);
    await made.getByText('2 roles, 2 actions').waitFor();
    await picture(page, 'template');
    await page.getByLabel('Its name').fill(`Invoice ${HOSTILE}`);
    await page.getByRole('button', { name: 'Make the draft' }).click();
    await page.waitForURL(/\/blueprints\/[0-9a-f-]{36}/);
    const id = new URL(page.url()).pathname.split('/')[3] as string;
    const draft = await asked('getBlueprint', { params: { id } });
    expect(JSON.stringify(draft.actions)).to.include('"P45D"');
    expect(draft.participants[0].organisation).to.equal(HOSTILE);
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
    await page.goto(`${served.origin}/console/blueprints?show=templates`);
    await page.getByRole('button', { name: 'Verwenden: Baugenehmigung' }).click();
    await page.getByRole('region', { name: 'Was daraus wird' }).getByText('5 Rollen').waitFor();
    await page.getByLabel(/^Schwelle des Risikos/).waitFor();
    expect(await axeFaults(page), 'template').to.eql([]);
    await picture(page, 'template-phone');
    expect(await widthOf(page)).to.be.at.most(390);
    expect(faults).to.eql([]);
  });

  it('is rehearsed with a clock of its own, in German and in the dark, on a phone', async () => {
    const how = { viewport: { width: 390, height: 844 }, locale: 'de-DE', colorScheme: 'dark' } as const;
    const { page, faults } = await visit(served, how);
    const { id } = await asked('createBlueprint', { body: { ...LATE, id: '' } });
    await signIn(page, `/blueprints/${id}?panel=rehearsal`);
    await page.getByRole('button', { name: 'Mit eigener Uhr beginnen' }).click();
    await page.getByRole('form', { name: 'Ask' }).waitFor();
    await page.locator('[id="field/n"]').fill('1');
    await page.getByRole('button', { name: 'Tun als x' }).click();
    const isOver = page.getByText('Keine Rolle kann jetzt handeln: die Uhr lässt sich vorstellen.');
    await isOver.waitFor();
    await page.reload();
    await isOver.waitFor();
    expect(await axeFaults(page), 'clock').to.eql([]);
    await picture(page, 'clock-phone');
    expect(await widthOf(page)).to.be.at.most(390);
    await page.getByRole('button', { name: /^Zur nächsten Frist/ }).click();
    await page.getByRole('form', { name: 'Answer' }).waitFor();
    await picture(page, 'clock-moved');
    await page.getByRole('spinbutton', { name: 'Weiter um' }).fill('4');
    await page.getByRole('button', { name: 'Vorstellen', exact: true }).click();
    await page.getByText('Bestanden', { exact: true }).waitFor();
    expect((await asked('validateBlueprint', { params: { id } })).isRehearsed).to.equal(true);
    expect(faults).to.eql([]);
  });

  it('comes from a template to its publication by keys alone', async () => {
    const { page, faults } = await visit(served);
    await signIn(page, '/blueprints?show=templates');
    const press = async (control: Locator, key = 'Enter') => {
      await tabTo(page, control, TABS_MAX);
      await page.keyboard.press(key);
    };
    const type = async (control: Locator, text: string) => {
      await press(control, 'Control+a');
      await page.keyboard.type(text);
    };
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
    await press(button('Use it: Simple invoice'));
    await type(page.getByLabel('Its name'), 'Mill invoice');
    await page.getByRole('region', { name: 'What it makes' }).getByText('2 roles, 2 actions').waitFor();
    await press(button('Make the draft'));
    await page.getByRole('heading', { name: 'Mill invoice', level: 1 }).waitFor();
    await press(page.getByRole('link', { name: 'Rehearsal' }));
    await press(button('Begin'));
    const form = page.getByRole('form', { name: 'Send the invoice' });
    await form.waitFor();
    const field = (name: string) => page.locator(`[id="field/${name}"]`);
    await type(field('invoiceNumber'), HOSTILE);
    await type(field('net'), '100.00');
    // Up from the first of three leads to the last.
    await press(form.getByLabel('0', { exact: true }), 'ArrowUp');
    expect(await form.getByLabel('0.19').isChecked()).to.equal(true);
    await tabTo(page, field('dueDate'), TABS_MAX);
    await page.keyboard.type('01312027');
    await page.locator('output').getByText('119.00').waitFor();
    expect(await axeFaults(page), 'rehearsal').to.eql([]);
    await picture(page, 'rehearsal');
    await press(button('Do it as Supplier'));
    await page.getByRole('form', { name: 'Pay' }).waitFor();
    await page.locator('.rehearsal-seen').getByText(HOSTILE).waitFor();
    await type(field('paymentReference'), 'Mill 7');
    await type(field('paid'), '119.00');
    // At once: a press that comes while the last key is judged is done behind it.
    await press(button('Do it as Buyer'));
    await page.getByText('Passed', { exact: true }).waitFor();
    await picture(page, 'rehearsed');
    const [kept] = await Promise.all([page.waitForEvent('download'), press(button('Keep as a scenario'))]);
    expect(kept.suggestedFilename()).to.equal('mill-invoice.scenarios.json');
    await press(page.getByRole('link', { name: 'It can be published' }));
    await page.getByText('It was rehearsed as it is now').waitFor();
    await page.getByText('No role has a fixed wallet').waitFor();
    expect(await axeFaults(page), 'gates').to.eql([]);
    await picture(page, 'gates');
    await press(button('Publish on Town register'));
    await page.getByText('Published on Town register, version 1').waitFor();
    await picture(page, 'published-now');
    await press(page.getByRole('link', { name: 'Begin it' }));
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
