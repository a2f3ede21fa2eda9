// The people of an organisation in a real browser: person to role to audit row on one page, with a proof of who asks.
// CONSOLE_PICTURES=folder keeps pictures.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { EXAMPLE } from '../../api/examples/values.js';
import { axeFaults, picture, signInAt, visit, widthOf } from './console-visits.js';
import { servedOfAll } from './served-pages.js';

const ADMINISTRATOR = EXAMPLE.administratorEmail;

describe('people in the console', function () {
  this.timeout(120_000);
  const served = servedOfAll();

  async function signedIn(path: string, options: BrowserContextOptions = {}, email = ADMINISTRATOR) {
    const visited = await visit(served, options);
    const { page } = visited;
    page.setDefaultTimeout(15_000);
    await signInAt(page, `${served.origin}/console${path}`, { email, password: EXAMPLE.password });
    return visited;
  }

  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });

  it('change the role of a person, who proves once more who asks, and find the row of it beside', async () => {
    const { page, faults } = await signedIn('/people');
    await page.getByRole('heading', { name: 'People' }).waitFor();
    await page.getByRole('link', { name: 'Uma User' }).waitFor();
    expect(await axeFaults(page), 'people').to.eql([]);
    await picture(page, 'people');
    await page.getByRole('link', { name: 'Uma User' }).click();
    await page.getByRole('button', { name: 'Change roles' }).click();
    const roles = dialog(page, 'Change roles');
    await roles.getByRole('checkbox', { name: /^User/ }).uncheck();
    await roles.getByRole('checkbox', { name: /^Auditor/ }).check();
    await roles.getByText('As a command').click();
    await roles.getByText(`quorate user role ${EXAMPLE.userEmail} Auditor`).waitFor();
    expect(await axeFaults(page), 'roles').to.eql([]);
    served.world.advance(11 * 60_000);
    await roles.getByRole('button', { name: 'Save' }).click();
    const proof = dialog(page, 'Show once more that it is you');
    await proof.getByLabel('Your password').fill('not this one at all');
    await page.keyboard.press('Enter');
    await proof.getByText('The current password is wrong.').waitFor();
    expect(await axeFaults(page), 'proof').to.eql([]);
    await picture(page, 'people-proof');
    await proof.getByLabel('Your password').fill(EXAMPLE.password);
    await page.keyboard.press('Enter');
    await proof.waitFor({ state: 'detached' });
    await roles.waitFor({ state: 'detached' });
    await page.getByRole('definition').filter({ hasText: 'Auditor' }).waitFor();
    await page.locator('.audit-rows').getByText('Person changed').waitFor();
    await page.locator('.audit-rows').getByText('Ada Administrator').waitFor();
    // The proof holds for what comes after it, and a reload goes on with the session that it gave.
    await page.getByRole('button', { name: 'Suspend' }).click();
    await dialog(page, 'Suspend').getByRole('button', { name: 'Suspend' }).click();
    await page.getByText('Suspended', { exact: true }).waitFor();
    // The button that opened the dialog is gone: what is beside it has the focus.
    await page.locator('.page :focus').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Reactivate' }).click();
    await dialog(page, 'Reactivate').getByRole('button', { name: 'Reactivate' }).click();
    await page.getByRole('button', { name: 'Suspend' }).waitFor();
    expect(await axeFaults(page), 'person').to.eql([]);
    await picture(page, 'person');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeFaults(page), 'dark').to.eql([]);
    await picture(page, 'person-dark');
    await page.getByRole('link', { name: 'All rows' }).click();
    await page.getByRole('heading', { name: 'Audit' }).waitFor();
    await page.locator('.audit-rows').getByText('Person changed').first().waitFor();
    expect(page.url()).to.include(`about=${EXAMPLE.userId}`);
    expect(await axeFaults(page), 'audit').to.eql([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByLabel('What', { exact: true }).selectOption({ label: 'Person removed' });
    await page.getByText('Nothing of this kind.').waitFor();
    await page.goBack();
    await page.locator('.audit-rows').getByText('Person changed').first().waitFor();
    await picture(page, 'audit');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV' }).click();
    const table = readFileSync(await (await download).path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(table[0]).to.equal('"time","event","success","who","address","details"');
    expect(table.some((line) => line.includes('"UserUpdatedInOrganization"'))).to.equal(true);
    expect(faults).to.eql([]);
  });

  it('leave an act that takes a proof, and say that it was not done', async () => {
    const { page } = await signedIn(`/people/${EXAMPLE.userId}`);
    await page.getByRole('button', { name: 'Change roles' }).click();
    const roles = dialog(page, 'Change roles');
    await roles.getByRole('checkbox', { name: /^Designer/ }).check();
    served.world.advance(11 * 60_000);
    await roles.getByRole('button', { name: 'Save' }).click();
    await dialog(page, 'Show once more that it is you').getByRole('button', { name: 'Cancel' }).click();
    await roles.getByText('Prove once more who you are').waitFor();
  });

  it('invite somebody in German, on a phone, in the dark: by mail, by a code, and not by a name that hides', async () => {
    const how = { viewport: { width: 390, height: 844 }, locale: 'de-DE', colorScheme: 'dark' } as const;
    const { page, faults } = await signedIn('/people', how);
    await page.getByRole('heading', { name: 'Personen' }).waitFor();
    await page.getByRole('button', { name: 'Einladen' }).click();
    const sheet = dialog(page, 'Einladen');
    const press = () => sheet.getByRole('button', { name: 'Einladen' }).click();
    await sheet.getByLabel('E-Mail-Adresse').fill('new@northwind.example');
    for (const name of ['Eve\u202eadA', 'W'.repeat(65_536)]) {
      await sheet.getByLabel('Name').fill(name);
      await press();
      await sheet.locator('.fault span').waitFor();
    }
    const markup = '<img src=x onerror=alert(1)>';
    await sheet.getByLabel('Name').fill(markup);
    expect(await axeFaults(page), 'invite').to.eql([]);
    await picture(page, 'people-invite-phone');
    await press();
    await page.getByText(markup).waitFor();
    await page.getByRole('button', { name: 'Einladen' }).click();
    await sheet.getByLabel('E-Mail-Adresse').fill('other@northwind.example');
    await sheet.getByRole('checkbox', { name: /Per E-Mail/ }).uncheck();
    await press();
    await dialog(page, 'Geben Sie diesen Code weiter').getByRole('button', { name: 'Fertig' }).click();
    await page.getByText('other@northwind.example').first().waitFor();
    await page.getByRole('button', { name: `Einladung von ${markup} zurückziehen` }).click();
    await page.getByText('Zurückgezogen').waitFor();
    expect(await axeFaults(page), 'people').to.eql([]);
    expect(await widthOf(page)).to.be.at.most(390);
    await picture(page, 'people-phone');
    await page.goto(`${served.origin}/console/people/${EXAMPLE.userId}`);
    await page.getByRole('button', { name: 'Rollen ändern' }).waitFor();
    expect(await widthOf(page)).to.be.at.most(390);
    await picture(page, 'person-phone');
    await page.goto(`${served.origin}/console/audit`);
    await page.locator('.audit-rows').getByText('Einladung zurückgezogen').first().waitFor();
    expect(await widthOf(page)).to.be.at.most(390);
    expect(await axeFaults(page), 'audit').to.eql([]);
    await picture(page, 'audit-phone');
    expect(faults).to.eql([]);
  });

  it('runs its organisation: a webhook with its secret once, programs, services, what holds for the node', async () => {
    const { page, faults } = await signedIn('/organisation');
    await page.getByRole('heading', { name: 'Northwind Cooperative' }).waitFor();
    expect(await page.getByText('Services of the node').count(), 'the operator has these').to.equal(0);
    await page.getByRole('button', { name: 'Change' }).click();
    const settings = dialog(page, 'Change');
    await settings.getByLabel(/^Months/).fill('84');
    await settings.getByText('As a command').click();
    await settings.getByText('quorate org settings --audit-months=84').waitFor();
    expect(await axeFaults(page), 'settings').to.eql([]);
    await settings.getByRole('button', { name: 'Change' }).click();
    await page.getByText('84 months').waitFor();
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    const adding = dialog(page, 'Add a webhook');
    await adding.getByLabel('Address').fill('https://hooks.northwind.example/quorate');
    await adding.getByRole('checkbox', { name: 'docket.sealed' }).check();
    expect(await axeFaults(page), 'webhook').to.eql([]);
    await adding.getByRole('button', { name: 'Add a webhook' }).click();
    const shown = dialog(page, 'Copy this secret now');
    const secret = await shown.locator('code').innerText();
    expect(secret).to.match(/^whsec_/);
    await shown.getByRole('button', { name: 'Done' }).click();
    await page.getByText('https://hooks.northwind.example/quorate').waitFor();
    expect(await page.content()).to.not.include(secret);
    await page.getByText('Deliveries').click();
    await page.getByRole('button', { name: 'Read them' }).click();
    await page.getByText('None yet.').waitFor();
    await page.getByRole('button', { name: 'New secret' }).click();
    await dialog(page, 'New secret').getByRole('button', { name: 'New secret' }).click();
    expect(await shown.locator('code').innerText()).to.not.equal(secret);
    await shown.getByRole('button', { name: 'Done' }).click();
    expect(await axeFaults(page), 'organisation').to.eql([]);
    await picture(page, 'organisation');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeFaults(page), 'dark').to.eql([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await widthOf(page)).to.be.at.most(390);
    await picture(page, 'organisation-phone');
    const operator = await visit(served, { locale: 'de-DE' });
    await signInAt(operator.page, `${served.origin}/console/organisation`);
    await operator.page.getByRole('heading', { name: 'Dienste des Knotens' }).waitFor();
    await operator.page.getByRole('heading', { name: 'Der ganze Knoten' }).waitFor();
    const password = operator.page.locator('li', { hasText: 'mail.password' });
    await password.getByText('geheim', { exact: true }).waitFor();
    await password.getByText('Umgebung').waitFor();
    expect(await axeFaults(operator.page), 'operator').to.eql([]);
    await picture(operator.page, 'organisation-operator');
    expect([...faults, ...operator.faults]).to.eql([]);
  });
});
