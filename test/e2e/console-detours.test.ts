// Stories of acting that go wrong on the way and come right: documents that are refused, by keys alone; two tabs, and a
// session that ends in the middle of a form; an action that was false.
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { EXAMPLE } from '../../api/examples/values.js';
import { UNREHEARSED } from '../../cli/harness/unrehearsed.js';
import { aRegister, ask, WAIT } from '../contract/ledger/fixtures.js';
import { unopened } from '../contract/people/deliveries/challenged.js';
import { begunToHandOver } from '../contract/people/deliveries/owed.js';
import { falseRuns } from '../contract/workflow/disputes/false-run.js';
import type { RequestParts } from '../contract/world/caller.js';
import { ADMIN } from '../contract/world/personas.js';
import { step } from '../support/register/people.js';
import { axeFaults, hasFocus, picture, setClock, signInAt, tabTo, visit } from './console-visits.js';
import { servedOfAll } from './served-pages.js';

/** Documents under a letter of credit, which the bank refuses once. */
const LETTER = {
  ...{ language: 2, title: 'Letter of credit', description: 'Documents are presented, examined and paid.' },
  actions: [
    step(1, 'beneficiary', [2], {
      ...{ title: 'Present the documents', isStartingAction: true },
      disclosures: [{ participantAddress: 'bank', dataPointers: ['/*'] }],
    }),
    step(2, 'bank', [], {
      ...{ title: 'Pay', rejectionConfig: { targetActionId: 1, requireReason: true } },
      disclosures: [{ participantAddress: 'beneficiary', dataPointers: ['/*'] }],
    }),
  ],
};

/** Places that Tab goes over at most: to a task behind the link to the content, in a form, and in its review. */
const TABS_TO_TASK = 6;
const TABS_IN_FORM = 8;
const TABS_IN_REVIEW = 2;
const ENTRIES = 1000;
const SINCE = '2026-11-30T09:00:00.000Z';

describe('acting in the console, with detours', function () {
  this.timeout(180_000);
  const served = servedOfAll();
  let registerId: string;
  before(async () => {
    registerId = await aRegister(served.world, 'Letters of credit');
    const wallets: Record<string, string> = {};
    for (const title of ['beneficiary', 'bank'])
      wallets[title] = (await asked('createWallet', { body: { title, keyType: 'ED25519' } }, 201)).walletAddress;
    const participants = Object.entries(wallets).map(([id, walletAddress]) => ({ id, name: id, walletAddress }));
    const body = { blueprintId: 'letter', override: UNREHEARSED, blueprintJson: { ...LETTER, participants } };
    const published = await ask(served.world, 'publishBlueprint', { params: { registerId }, body });
    expect(published.status, published.text).to.equal(200);
  });

  /** The answer of an operation that the person calls. */
  async function asked(id: string, parts: RequestParts, status = 200) {
    const answer = await ask(served.world, id, parts, { as: 'systemAdmin', headers: WAIT });
    expect(answer.status, answer.text).to.equal(status);
    return answer.json;
  }

  const signIn = (page: Page, path: string) => signInAt(page, `${served.origin}/console${path}`);
  const field = (page: Page) => page.locator('[id="field/n"]');
  const started = async (): Promise<string> =>
    (await asked('createInstance', { body: { registerId, blueprintId: 'letter' } }, 201)).id;

  const sign = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Review and sign' }).click();
    await page.getByRole('button', { name: 'Sign and send' }).click();
  };

  it('refuses documents, which are presented again, with few keys and no pointer', async () => {
    const { page, faults } = await visit(served);
    await signIn(page, `/act/${await started()}/1`);
    await field(page).fill('1');
    await sign(page);
    await page
      .locator('#page')
      .getByText(/Sealed in docket \d+/)
      .waitFor();
    await page.goto(`${served.origin}/console/inbox`);
    for (const landmark of ['banner', 'navigation', 'main'] as const) await page.getByRole(landmark).first().waitFor();
    const task = page.getByRole('link', { name: 'Pay', exact: true });
    await task.waitFor();
    await tabTo(page, page.getByRole('link', { name: 'Skip to the page' }), 1);
    await page.keyboard.press('Enter');
    await tabTo(page, task, TABS_TO_TASK);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Pay', level: 1 }).waitFor();
    const sendBack = page.getByRole('button', { name: 'Send back' });
    await tabTo(page, sendBack, TABS_IN_FORM);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    expect(await hasFocus(sendBack), 'the focus comes back from a dialog').to.equal(true);
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByLabel('Reason'), 2);
    await page.keyboard.type('The bill of lading is of another ship.');
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Send back' }), 2);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Letter of credit', level: 1 }).waitFor();
    await page.goto(`${served.origin}/console/inbox`);
    await tabTo(page, page.getByRole('link', { name: 'Skip to the page' }), 1);
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('link', { name: 'Present the documents' }), TABS_TO_TASK);
    await page.keyboard.press('Enter');
    await page.getByText('bank sent it back.').waitFor();
    await page.getByText('The bill of lading is of another ship.').waitFor();
    expect(await axeFaults(page), 'sent back').to.eql([]);
    await picture(page, 'sent-back');
    await tabTo(page, field(page), TABS_IN_FORM);
    await page.keyboard.type('2');
    await page.locator('h1').focus();
    await page.keyboard.press('Control+Enter');
    await tabTo(page, page.getByRole('button', { name: 'Sign and send' }), TABS_IN_REVIEW);
    await page.keyboard.press('Enter');
    await page
      .locator('#page')
      .getByText(/Sealed in docket \d+/)
      .waitFor();
    expect(faults).to.eql([]);
  });

  it('draws the rows in view of an inbox of a thousand entries, and walks them all', async () => {
    const { page, faults } = await visit(served);
    const entry = (i: number) => ({
      ...{ kind: 'action', instanceId: 'letter', actionId: '2', registerAddress: registerId, walletAddress: 'wallet' },
      ...{ branchId: `branch-${i}`, title: `Entry ${i}`, blueprintTitle: LETTER.title, since: SINCE },
      ...{ participantId: 'bank', participantName: 'bank' },
    });
    await page.route(/\/me\/work\b/, async (route) => {
      const response = await route.fetch();
      const work = await response.json();
      const items = Array.from({ length: ENTRIES }, (_, i) => entry(i));
      await route.fulfill({ response, json: { ...work, items } });
    });
    await signIn(page, '/inbox');
    const first = page.getByRole('link', { name: 'Entry 0', exact: true });
    const last = page.getByRole('link', { name: `Entry ${ENTRIES - 1}` });
    await first.waitFor();
    const isDrawn = (link: ReturnType<Page['locator']>) =>
      link.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }));
    expect([await isDrawn(first), await isDrawn(last)]).to.eql([true, false]);
    await first.focus();
    await page.keyboard.press('End');
    await page.waitForFunction(`document.activeElement.textContent === 'Entry ${ENTRIES - 1}'`);
    expect([await isDrawn(first), await isDrawn(last)]).to.eql([false, true]);
    await page.keyboard.press('ArrowUp');
    expect(await hasFocus(page.getByRole('link', { name: `Entry ${ENTRIES - 2}` }))).to.equal(true);
    expect(faults).to.eql([]);
  });

  it('loses nothing in two tabs, and by a session that ends in the middle of a form', async () => {
    const id = await started();
    const { page, faults } = await visit(served);
    await signIn(page, `/act/${id}/1`);
    const beside = await page.context().newPage();
    await beside.goto(page.url());
    await field(beside).waitFor();
    await field(page).fill('41');
    await page.locator('#page').getByText('Draft kept on this computer').waitFor();
    await field(page).fill('42');
    // A network that answers in place of the node ends no session, and the page says so.
    const portal = { status: 200, contentType: 'application/json', body: '{"status":"ok"}' };
    await beside.route('**/console/end', (route) => route.fulfill(portal));
    await beside.getByRole('button', { name: 'Sign out' }).click();
    await beside.getByText('You are still signed in').waitFor();
    await beside.unroute('**/console/end');
    await beside.getByRole('button', { name: 'Sign out' }).click();
    const sheet = page.getByRole('dialog', { name: 'Your session has ended' });
    const opening = page.context().waitForEvent('page');
    await sheet.getByRole('link', { name: 'In another way' }).click();
    const signing = await opening;
    await signing.fill('#email', ADMIN.email);
    await signing.fill('#password', ADMIN.password);
    await signing.keyboard.press('Enter');
    await sheet.waitFor({ state: 'detached' });
    expect(await field(page).inputValue()).to.equal('42');
    await page.locator('#page').getByText('Draft kept on this computer').waitFor();
    await page.reload();
    await page.getByText('Next: ').waitFor();
    expect(await field(page).inputValue()).to.equal('42');
    // The draft is of the person, in each tab.
    await beside.goto(page.url());
    await beside.getByText('Next: ').waitFor();
    expect(await field(beside).inputValue()).to.equal('42');
    // Nor is an action signed by it.
    await page.route('**/execute?*', (route) => route.fulfill(portal));
    await sign(page);
    await page.getByText('The node did not answer. Send again').waitFor();
    await page.unroute('**/execute?*');
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await page
      .locator('#page')
      .getByText(/Sealed in docket \d+/)
      .waitFor();
    await sign(beside);
    await beside
      .locator('#page')
      .getByText(/Sealed in docket|[A-Z]+_[A-Z_0-9]+/)
      .waitFor();
    await picture(beside, 'signed-beside');
    const steps = await asked('getInstanceProvenance', { params: { instanceId: id } });
    expect(JSON.stringify(steps).match(/"actionId":"?1"?/g)).to.have.length(1);
    expect(faults).to.eql([]);
  });

  it('objects to a false action, and ends the dispute by a word', async () => {
    const runs = await falseRuns(served.world, { onFault: 'stop', resolver: 'z' });
    await runs.stated('false', { n: 4, m: 1, double: 9 });
    const { page, faults } = await visit(served);
    const administrator = { email: EXAMPLE.administratorEmail, password: EXAMPLE.password };
    await signInAt(page, `${served.origin}/console/inbox`, administrator);
    const dialog = page.getByRole('dialog');
    await page.goto(`${served.origin}/console/instances/false`);
    await page.getByRole('button', { name: 'Object', exact: true }).click();
    await dialog.getByText('read these parts from then on').waitFor();
    expect(await axeFaults(page), 'objection').to.eql([]);
    await picture(page, 'objection');
    await dialog.getByRole('button', { name: 'Object', exact: true }).click();
    await page.getByText('Signed and sealed.').waitFor();
    await page.getByRole('button', { name: 'Say it' }).first().click();
    await dialog.getByText('The action stands').click();
    await dialog.getByText('Your word decides.').waitFor();
    await picture(page, 'resolution');
    await dialog.getByRole('button', { name: 'Say it' }).click();
    await page.getByText('Signed and sealed.').waitFor();
    const params = { instanceId: 'false' };
    const { json } = await ask(served.world, 'getInstance', { params, query: { registerId: runs.at.registerId } });
    expect(json).to.include({ state: 'Active' });
    expect(faults).to.eql([]);
  });

  /** Offered to the person whose clock is wrong, where the time to deliver ends so many days from now. */
  async function objectionsAt(page: Page, { daysLeft, clockDays }: Record<'daysLeft' | 'clockDays', number>) {
    const tab = await page.context().newPage();
    await setClock(tab, clockDays);
    const until = new Date(Date.now() + daysLeft * 86_400_000).toISOString();
    await tab.route(/api\/instances\/unopened\b(?!\/)/, async (route) => {
      const response = await route.fetch();
      const text = (await response.text()).replace(/(?<="challenges":\[.*"until":")[^"]+/, until);
      await route.fulfill({ response, body: text });
    });
    await tab.goto(page.url());
    await tab.getByText(/What else can be done/).waitFor();
    const count = await tab.getByRole('button', { name: 'Object', exact: true }).count();
    await tab.close();
    return count;
  }

  it('challenges what was not delivered, and delivers what is owed, once in two tabs', async () => {
    const damaged = (text: string) => text.replace(/(?<="ciphertext":")./, (first) => (first === 'A' ? 'B' : 'A'));
    await unopened(served.world, damaged);
    const { instanceId, handOver } = await begunToHandOver(served.world);
    await handOver();
    const { page, faults } = await visit(served);
    const move = async (on: Page, name: string): Promise<void> => {
      await on.getByRole('button', { name, exact: true }).first().click();
      await on.getByRole('dialog').getByRole('button', { name, exact: true }).waitFor();
    };
    const make = (on: Page, name: string) => on.getByRole('dialog').getByRole('button', { name, exact: true }).click();
    const administrator = { email: EXAMPLE.administratorEmail, password: EXAMPLE.password };
    await signInAt(page, `${served.origin}/console/instances/unopened`, administrator);
    await move(page, 'Challenge');
    await picture(page, 'challenge');
    await make(page, 'Challenge');
    await page.getByText('Signed and sealed.').waitFor();
    await page.getByRole('button', { name: 'Challenge', exact: true }).waitFor({ state: 'detached' });
    expect(await objectionsAt(page, { daysLeft: 1, clockDays: 10 }), 'in time, by a clock that is ahead').to.equal(0);
    expect(await objectionsAt(page, { daysLeft: -1, clockDays: -10 }), 'over, by one that is behind').to.equal(1);
    const beside = await page.context().newPage();
    for (const tab of [page, beside]) {
      await tab.goto(`${served.origin}/console/instances/${instanceId}`);
      await tab.getByText('What else can be done').click();
      await move(tab, 'Deliver');
    }
    expect(await axeFaults(page), 'delivery').to.eql([]);
    await picture(page, 'delivery');
    await make(page, 'Deliver');
    await page.getByText('Signed and sealed.').waitFor();
    await make(beside, 'Deliver');
    await beside.getByText('Nothing was owed any more, and nothing was signed.').waitFor();
    expect(faults).to.eql([]);
  });
});
