// Designing in the console: who reads what, problems with their corrections, steps that are taken back, and a draft
// that two people change.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { isFailure } from '../../core/base/result.js';
import { shippedTemplate } from '../../core/design/templates/shipped.js';
import { fillTemplate, instantiate } from '../../core/design/templates/template.js';
import { ask } from '../contract/ledger/fixtures.js';
import { templateOf1 } from '../vectors/templates-1/templates.js';
import { axeFaults, picture, signInAt, visit, widthOf } from './console-visits.js';
import { servedOfAll } from './served-pages.js';

const DRAFT = '/console/blueprints/permit';
const ORGANISATIONS = {
  contractor: 'Brightwall Construction',
  engineer: 'Keystone Engineers',
  planner: 'Town council',
  environment: 'Environment agency',
  control: 'Town council',
};

/** Who visits the console in these tests. */
const AS = { as: 'systemAdmin' } as const;

describe('designing in the console', function () {
  this.timeout(180_000);
  const served = servedOfAll();
  before(async () => {
    await keepDraft();
  });

  async function keepDraft(): Promise<void> {
    const template = shippedTemplate('construction-permit');
    const draft = template && instantiate(template, { organisations: ORGANISATIONS });
    if (draft === undefined || isFailure(draft)) throw new Error(JSON.stringify(draft));
    const body = { ...draft, id: 'permit', title: 'Construction permit' };
    const kept = await ask(served.world, 'createBlueprint', { body }, AS);
    expect(kept.status, kept.text).to.equal(200);
  }

  const cell = (page: Page, name: RegExp) => page.getByRole('button', { name });
  const version = async (): Promise<number> =>
    (await ask(served.world, 'getBlueprint', { params: { id: 'permit' } }, AS)).json.version;
  const saved = (page: Page, at: number) => page.getByText(`Version ${at}, saved`).waitFor();

  it('discloses by a click, says what is missing, and takes it back', async () => {
    const { page, faults } = await visit(served);
    await signInAt(page, `${served.origin}${DRAFT}`);
    await page.getByRole('heading', { name: 'Construction permit', level: 1 }).waitFor();
    await cell(page, /^Structural engineer, buildingUse: reads it/).waitFor();
    expect(await cell(page, /^Contractor, storeys: states it/).count()).to.equal(1);
    await page.getByText('No errors').waitFor();
    await picture(page, 'design');
    expect(await axeFaults(page), 'matrix').to.eql([]);
    await cell(page, /^Structural engineer, buildingUse: reads it/).click();
    await page.getByText('engineer does not see /buildingUse').first().waitFor();
    await cell(page, /^Structural engineer, buildingUse: does not read it, and needs it/).waitFor();
    await picture(page, 'design-problem');
    expect(await axeFaults(page), 'problem').to.eql([]);
    await saved(page, 2);
    await page.getByRole('button', { name: 'Disclose it' }).first().click();
    await page.getByText('No errors').waitFor();
    await page.getByRole('button', { name: 'Undo: Disclose buildingUse to Structural engineer' }).waitFor();
    await saved(page, 3);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: 'Redo: Hide buildingUse from Structural engineer' }).waitFor();
    await saved(page, 4);
    expect(faults).to.eql([]);
  });

  it('is walked by keys alone, and copies a column', async () => {
    const { page, faults } = await visit(served, { colorScheme: 'dark' });
    await signInAt(page, `${served.origin}${DRAFT}`);
    await cell(page, /^Contractor, project: states it/).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('End');
    expect(await page.evaluate('document.activeElement.title')).to.equal('Copy the readers of Building control');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await cell(page, /^Environmental officer, bankReference: reads it/).waitFor();
    await page.getByRole('button', { name: 'List' }).click();
    await page.getByRole('treeitem', { name: /^Apply/ }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Assess the structure', level: 2 }).waitFor();
    await page.keyboard.press('r');
    await page.getByRole('dialog').getByLabel('Leads to').selectOption({ label: 'Set the fee' });
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page
      .getByText(/never taken|BP_ROUTE/)
      .first()
      .waitFor();
    expect(await axeFaults(page), 'dark').to.eql([]);
    await picture(page, 'design-dark');
    expect(faults).to.eql([]);
  });

  it('states fields in two languages, with the form that people will see', async () => {
    const { page, faults } = await visit(served);
    await signInAt(page, `${served.origin}${DRAFT}?action=1&view=fields`);
    const preview = page.getByRole('region', { name: 'As people will see it' });
    await preview.getByText('Value of the project').waitFor();
    await page.getByRole('button', { name: /^Storeys/ }).click();
    await page.getByLabel('Greatest value').fill('40');
    await page.getByLabel('Label (de)').fill('Stockwerke');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await page.getByRole('button', { name: 'Undo: Several changes' }).waitFor();
    await page.getByLabel('Name of a new field').fill('architect');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await preview.getByText('architect').first().waitFor();
    expect(await axeFaults(page), 'fields').to.eql([]);
    await picture(page, 'design-fields');
    await page.getByRole('button', { name: 'Remove the field' }).click();
    await page.getByRole('button', { name: /^architect|^Architect/ }).waitFor({ state: 'detached' });
    await page.goto(`${served.origin}${DRAFT}?action=2&view=fields`);
    await preview.getByLabel(/Notes on the structure/).fill('Steel portal frame');
    await preview.getByText('Next, on sample data: Review the plan').waitFor();
    await preview.locator('output').first().waitFor();
    await picture(page, 'design-sample');
    await page.getByRole('link', { name: 'Rules' }).click();
    await page.getByRole('button', { name: /^Base score is calculated/ }).click();
    const rule = page.getByLabel('Rule', { exact: true });
    await rule.fill('storeys * 2 +');
    await page.getByText('The rule breaks off at character 14.').waitFor();
    await rule.fill('round(storeys * 2, 2, "half-even")');
    await page.getByText('On sample data it gives').waitFor();
    await page.getByLabel('Written as').selectOption('json');
    expect(JSON.parse(await rule.inputValue())).to.deep.equal({
      round: [{ '*': [{ var: 'storeys' }, 2] }, 2, 'half-even'],
    });
    expect(await axeFaults(page), 'rules').to.eql([]);
    await picture(page, 'design-rules');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await page.getByRole('button', { name: 'Undo: Calculate baseScore' }).click();
    expect(faults).to.eql([]);
  });

  it('writes a draft of language 1 in language 2, as one step, or says why it cannot', async () => {
    const { page, faults } = await visit(served, { colorScheme: 'dark' });
    const draft = fillTemplate(templateOf1('simple-invoice'), {});
    if (isFailure(draft)) throw new Error(JSON.stringify(draft));
    const keep = (body: object) => ask(served.world, 'createBlueprint', { body: body as never }, AS);
    await keep({ ...draft, id: 'old', title: 'Old invoice' });
    await keep({ id: 'broken', title: 'Broken', language: 1 });
    await signInAt(page, `${served.origin}/console/blueprints/broken`);
    await page.getByRole('button', { name: 'See what changes' }).click();
    await page.getByText('It cannot be written in language 2 yet.').waitFor();
    expect(await page.getByRole('button', { name: 'Write it in language 2' }).count()).to.equal(0);
    await page.goto(`${served.origin}/console/blueprints/old`);
    await page.getByRole('button', { name: 'See what changes' }).click();
    await page.getByText(/^\d+ changes$/).waitFor();
    expect(await axeFaults(page), 'language 1').to.eql([]);
    await picture(page, 'design-language-1');
    await page.getByRole('button', { name: 'Write it in language 2' }).click();
    await page.getByText('This draft is of language 1').waitFor({ state: 'detached' });
    await page.getByText(/^No errors|^0 errors/).waitFor();
    await page.getByRole('button', { name: 'Undo: Write it in language 2' }).click();
    await page.getByText('This draft is of language 1').waitFor();
    expect(faults).to.eql([]);
  });

  it('keeps what the node did not take over a reload, and joins what two people made', async () => {
    const { page } = await visit(served);
    await signInAt(page, `${served.origin}${DRAFT}`);
    await cell(page, /^Planning officer, bankReference: does not read it/).waitFor();
    await page.route('**/api/blueprints/permit', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await cell(page, /^Planning officer, bankReference: does not read it/).click();
    await page.getByText('Kept on this computer').waitFor();
    const edit = { edit: 'set_title', title: 'Permit to build' };
    const body = { edits: [edit] };
    await ask(served.world, 'editBlueprint', { params: { id: 'permit' }, body }, AS);
    await page.unroute('**/api/blueprints/permit');
    await page.reload();
    await page.getByText('Somebody else changed this draft').waitFor();
    await picture(page, 'design-differs');
    expect(await axeFaults(page), 'differs').to.eql([]);
    const before = await version();
    await page.getByRole('button', { name: 'Make my changes on theirs' }).click();
    await page.getByRole('heading', { name: 'Permit to build', level: 1 }).waitFor();
    await cell(page, /^Planning officer, bankReference: reads it/).waitFor();
    await saved(page, before + 1);
    await page.addInitScript('IDBFactory.prototype.open = () => { throw new DOMException("", "UnknownError") }');
    await page.route('**/api/blueprints/permit', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await page.reload();
    await cell(page, /^Planning officer, bankReference: reads it/).click();
    await page.getByText('Kept nowhere: leave this page open').waitFor();
  });

  it('is read in German on a phone, and written as text', async () => {
    const { page, faults } = await visit(served, { viewport: { width: 390, height: 844 }, locale: 'de-DE' });
    await signInAt(page, `${served.origin}${DRAFT}`);
    await page.getByRole('tree', { name: 'Aktionen und ihre Wege' }).waitFor();
    await page.getByText(/Fehler, .*Warnung/).waitFor();
    expect(await widthOf(page)).to.be.at.most(390);
    expect(await axeFaults(page), 'phone').to.eql([]);
    await picture(page, 'design-phone');
    for (const [view, open] of [
      ['parts&action=4&field=timer/silence', 'Geht weiter mit (keine beendet)'],
      ['roles&field=engineer', 'Eine Rolle ohne Wallet nimmt'],
    ] as const) {
      await page.goto(`${served.origin}${DRAFT}?view=${view}`);
      await page.getByText(open).waitFor();
      expect(await widthOf(page)).to.be.at.most(390);
      expect(await axeFaults(page), view).to.eql([]);
      await picture(page, `design-phone-${view.slice(0, 5)}`);
    }
    await page.getByRole('link', { name: 'Text', exact: true }).click();
    const area = page.getByLabel('Der Entwurf als JSON');
    await area.fill((await area.inputValue()).replace('"language": 2,', '"language": 2,,'));
    await page.getByRole('button', { name: 'Diesen Text übernehmen' }).click();
    await page.getByText('Ab hier ist der Text kein JSON.').waitFor();
    expect(await axeFaults(page), 'text').to.eql([]);
    expect(faults).to.eql([]);
  });
});
