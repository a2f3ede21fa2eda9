// How people come into the console in a real browser. A session that ends under a page goes on for its person, and
// nobody else sees the page. A first start leads by its link through five steps. CONSOLE_PICTURES=folder keeps
// pictures.
import { expect } from 'chai';
import type { BrowserContext, Page } from 'playwright-core';
import { EXAMPLE } from '../../api/examples/values.js';
import type { ProgramConsent } from '../../core/tenant/programs/consent.js';
import { ADMIN } from '../contract/world/personas.js';
import { aWorld } from '../contract/world/world.js';
import { freePort } from '../support/mesh/free-port.js';
import { axeFaults, picture, signInAt, visit, widthOf } from './console-visits.js';
import { servedOfAll } from './served-pages.js';

/** From its passkey on its password is not enough: no other test signs in as it. */
const WITH_PASSKEY = { email: EXAMPLE.administratorEmail, password: EXAMPLE.password };
const PASSWORD = 'seven paper lanterns glow';
/** A person does so much, from the link to a register. */
const INTERACTIONS_MAX = 14;

describe('entering the console', function () {
  this.timeout(180_000);
  const served = servedOfAll();

  describe('by a session that ends', () => {
    async function signIn(page: Page, { email, password }: { readonly email: string; readonly password: string }) {
      await page.getByText('Sign in to the console.').waitFor();
      await page.fill('#email', email);
      await page.fill('#password', password);
      await page.keyboard.press('Enter');
    }

    async function opened(): Promise<{
      readonly page: Page;
      readonly context: BrowserContext;
      readonly faults: string[];
    }> {
      const { page, faults } = await visit(served);
      await page.goto(`${served.origin}/console/registers`);
      await signIn(page, ADMIN);
      await page.getByRole('heading', { name: 'Registers' }).waitFor();
      return { page, context: page.context(), faults };
    }

    /** Signs out in another tab of the browser. */
    async function endElsewhere(context: BrowserContext): Promise<void> {
      const other = await context.newPage();
      // On a phone the button stands behind another one.
      await other.setViewportSize({ width: 1440, height: 900 });
      await other.goto(`${served.origin}/console/registers`);
      await other.getByRole('button', { name: 'Sign out' }).click();
      await other.waitForURL(`${served.origin}/console/verify`);
      await other.close();
    }

    const sheet = (page: Page) => page.getByRole('dialog', { name: 'Your session has ended' });

    /** By the page that the sheet leads to. */
    async function signInBeside(page: Page, who: Parameters<typeof signIn>[1]): Promise<Page> {
      const opening = page.context().waitForEvent('page');
      await sheet(page).getByRole('link', { name: 'In another way' }).click();
      const beside = await opening;
      await signIn(beside, who);
      return beside;
    }

    it('is covered at once where another tab signs out, and goes on as it was for its person', async () => {
      const { page, context, faults } = await opened();
      await page.evaluate('document.querySelector("h1").dataset.mark = "kept"');
      await endElsewhere(context);
      await sheet(page).waitFor();
      expect(await page.getByRole('heading', { name: 'Registers' }).isVisible()).to.equal(false);
      expect(await axeFaults(page)).to.eql([]);
      await picture(page, 'session-ended');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      // There is nothing to go back to: a sheet that the browser closed is open again.
      await sheet(page).waitFor();
      const beside = await signInBeside(page, ADMIN);
      await beside.getByRole('heading', { name: 'You are signed in' }).waitFor();
      await sheet(page).waitFor({ state: 'detached' });
      await page.locator('h1[data-mark=kept]').waitFor();
      expect(faults).to.eql([]);
    });

    it('is not that of a node at another port of this host, where a page is loaded anew', async () => {
      const { page, context, faults } = await opened();
      const port = await freePort();
      const origin = `http://localhost:${port}`;
      const beside = await aWorld({ passkeyOrigin: origin });
      try {
        await beside.app.listen({ port, host: 'localhost' });
        const other = await context.newPage();
        await signInAt(other, `${origin}/console/registers`);
        for (const each of [page, other]) {
          await each.reload();
          await each.getByRole('heading', { name: 'Registers' }).waitFor();
        }
        await other.close();
      } finally {
        await beside.close();
      }
      expect(faults).to.eql([]);
    });

    it('is left for another person, who sees nothing of the page', async () => {
      const { page, context } = await opened();
      await page.evaluate('document.querySelector("h1").dataset.mark = "kept"');
      await endElsewhere(context);
      await sheet(page).waitFor();
      await signInBeside(page, { email: EXAMPLE.userEmail, password: EXAMPLE.password });
      await page.getByText('Uma User').waitFor({ state: 'attached' });
      expect(await page.locator('h1[data-mark=kept]').count()).to.equal(0);
    });

    it('goes on by a passkey in place', async () => {
      const { page, context } = await served.visitor();
      await page.goto(`${served.origin}/console/registers`);
      await signIn(page, WITH_PASSKEY);
      await page.getByRole('heading', { name: 'Registers' }).waitFor();
      await endElsewhere(context);
      const byPasskey = sheet(page).getByRole('button', { name: 'Sign in with a passkey' });
      await byPasskey.click();
      await sheet(page).getByText('This device gave no passkey').waitFor();
      // A page behind another one makes no passkey.
      const beside = await signInBeside(page, WITH_PASSKEY);
      await sheet(page).waitFor({ state: 'detached' });
      await beside.close();
      await page.goto(`${served.origin}/enrol`);
      await page.fill('#email', WITH_PASSKEY.email);
      await page.fill('#password', WITH_PASSKEY.password);
      await page.keyboard.press('Enter');
      await page.fill('#passkey-name', 'this computer');
      await page.keyboard.press('Enter');
      await page.getByText('The passkey is added').waitFor();
      await page.goto(`${served.origin}/console/registers`);
      await page.getByRole('heading', { name: 'Registers' }).waitFor();
      await endElsewhere(context);
      await byPasskey.click();
      await sheet(page).waitFor({ state: 'detached' });
      await page.getByRole('heading', { name: 'Registers' }).waitFor();
    });

    it('reads a page anew that the browser shows as it was, and says what it waits for', async () => {
      const { page, context } = await opened();
      await page.evaluate('document.querySelector("h1").dataset.mark = "kept"');
      let answers = false;
      const late = new Promise<void>((done) =>
        context.route('**/api/registers?**', async (route) => {
          if (answers) return route.continue();
          await page.getByText('The node has not answered yet.').waitFor();
          answers = true;
          await route.continue();
          done();
        }),
      );
      // As behind a step back to a page that was left, which may be that of somebody else by then.
      await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
      await late;
      await page.getByRole('heading', { name: 'Registers' }).waitFor();
      expect(await page.locator('h1[data-mark=kept]').count()).to.equal(0);
    });

    it('keeps what it shows while the node is away, says so, and reads it anew after', async () => {
      const { page, context, faults } = await opened();
      await page.getByRole('link', { name: 'Verify' }).click();
      await page.getByRole('link', { name: 'Registers' }).click();
      await page.getByRole('heading', { name: 'Registers' }).waitFor();
      await page.getByRole('link', { name: 'Verify' }).click();
      await context.setOffline(true);
      await page.getByRole('link', { name: 'Registers' }).click();
      await page.getByText('The node does not answer').waitFor();
      await page.getByRole('heading', { name: 'Registers' }).waitFor();
      expect(await axeFaults(page)).to.eql([]);
      await picture(page, 'away');
      await context.setOffline(false);
      await page.getByText('The node does not answer').waitFor({ state: 'hidden' });
      expect(faults).to.eql([]);
    });
  });

  it('shows the own account, and ends a session and the word to a program', async () => {
    const { page, faults } = await visit(served);
    await page.goto(`${served.origin}/console/me`);
    await page.getByText('Sign in to the console.').waitFor();
    await page.fill('#email', EXAMPLE.userEmail);
    await page.fill('#password', EXAMPLE.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Uma User' }).waitFor();
    const { deps } = served.world;
    const user = deps.tenants.userOfEmail(EXAMPLE.userEmail)!;
    const { organisationId } = EXAMPLE;
    const consent: ProgramConsent = {
      ...{ id: 'AAAAAAAAAAAAAAAAAAAAAA', organisationId, membershipId: EXAMPLE.userId },
      ...{ clientId: 'a-program', name: 'A program', scopes: ['ledger:read'], grantedAtMs: deps.clock.now() },
    };
    const device = { id: EXAMPLE.deviceId, label: 'Phone', platform: 'ios', enrolledAtMs: deps.clock.now() };
    await deps.commit([
      deps.programs.consents.put(user.id, [consent]),
      ...deps.devices.put(user.id, [{ ...device, status: 'Active', sessionId: 's' }]),
    ]);
    await page.reload();
    await page.getByText('may not act for you by itself').waitFor();
    await page.getByRole('button', { name: 'Revoke the device: Phone' }).click();
    await page.getByText('revoked', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Take your word back: A program' }).click();
    await page.getByText('None. A program that you let in').waitFor();
    expect(await axeFaults(page), 'light').to.eql([]);
    await picture(page, 'me');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await axeFaults(page), 'dark').to.eql([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await widthOf(page)).to.be.at.most(390);
    await picture(page, 'me-phone');
    await served.world.session('user');
    await page.reload();
    await page.getByRole('button', { name: 'End all others' }).click();
    await page.getByRole('button', { name: 'End all others' }).waitFor({ state: 'hidden' });
    expect(await page.getByText('this one').count()).to.equal(1);
    expect(faults).to.eql([]);
  });

  // Behind the others, because the administrator has another password then.
  describe('by the link of a first start', () => {
    /** As the node makes it at its start. */
    async function startLink(): Promise<string> {
      const { tenants, sessions, clock, consoleLinks, commit } = served.world.deps;
      const user = tenants.userOfEmail(ADMIN.email)!;
      await commit(tenants.putUser({ ...user, mustChangePassword: true }));
      const { organisationId, membershipId: subject } = user.memberships[0]!;
      const identity = { subject, platformUserId: user.id, organisationId };
      const issuedAtMs = sessions.dateFor(identity, clock.now());
      const signIn = { method: 'pwd', signedInAtMs: sessions.signInDate(clock.now()) } as const;
      const link = { ...identity, tokenId: '', sessionId: '', issuedAtMs, signIn, isOfStart: true };
      return `${served.origin}/console#start=${consoleLinks.open(link, '127.0.0.1')}`;
    }

    /** Counts what a person does: a field that is filled, a press. */
    function hands(page: Page) {
      let count = 0;
      return {
        count: () => count,
        fill: async (label: string, value: string) => {
          count++;
          await page.getByLabel(label, { exact: true }).fill(value);
        },
        press: async (name: string) => {
          count++;
          await page.getByRole('button', { name, exact: true }).click();
        },
      };
    }

    const atStep = (page: Page, title: string) => page.getByRole('heading', { name: title }).waitFor();

    it('goes from the link to a register in fourteen interactions, and on where a reload was', async () => {
      const { page, faults, asked } = await visit(served);
      const { fill, press, count } = hands(page);
      const link = await startLink();
      await page.goto(link);
      await atStep(page, 'Choose your password');
      expect(page.url(), 'the link is taken out of the address').to.equal(`${served.origin}/console/start`);
      await page.reload();
      await atStep(page, 'Choose your password');
      expect(await axeFaults(page), 'password').to.eql([]);
      await picture(page, 'start-password');
      await fill('Your password', PASSWORD);
      await press('Keep it');
      await atStep(page, 'Name your organisation');
      await picture(page, 'start-organisation');
      await fill('Name of the organisation', 'Northwind Works');
      await press('Keep it');
      await atStep(page, 'Make a wallet');
      await press('Make a wallet');
      await atStep(page, 'Write these words down');
      expect(await axeFaults(page), 'words').to.eql([]);
      await picture(page, 'start-words');
      const secret = await page.locator('.secret-words li').allInnerTexts();
      expect(secret).to.have.length(12);
      await press('I have written them down');
      await atStep(page, 'Two of the words');
      const numbers = (await page.locator('.step label').allInnerTexts()).map((text) => Number(/\d+/.exec(text)?.[0]));
      for (const number of numbers) await fill(`Word ${number}`, secret[number - 1] as string);
      await press('Check');
      await atStep(page, 'Found a register');
      await page.reload();
      await atStep(page, 'Found a register');
      await picture(page, 'start-register');
      await fill('Name of the register', 'Permits');
      await press('Found it');
      await atStep(page, 'Everything is ready');
      expect(await axeFaults(page), 'next').to.eql([]);
      await picture(page, 'start-next');
      expect(count()).to.be.at.most(INTERACTIONS_MAX);
      await press('Sign your first action');
      await page.getByRole('heading', { name: 'Send the invoice', level: 1 }).waitFor();
      await picture(page, 'start-first-action');
      await page.getByLabel('0.19').check();
      await page.locator('[id="field/invoiceNumber"]').fill('A-1');
      await page.locator('[id="field/net"]').fill('100');
      await page.locator('[id="field/dueDate"]').fill('2027-01-31');
      await press('Review and sign');
      await press('Sign and send');
      await page
        .locator('#page')
        .getByText(/Sealed in docket \d+/)
        .waitFor();
      await page.goto(`${served.origin}/console/start`);
      await page.getByRole('link', { name: 'Look around' }).click();
      await page.getByRole('link', { name: 'Permits' }).waitFor();
      await page.getByText('Northwind Works').waitFor();
      const kept = await page.evaluate<string>('JSON.stringify([localStorage, sessionStorage, document.cookie])');
      for (const word of [PASSWORD, secret.slice(0, 3).join(' '), link.slice(-43)]) expect(kept).to.not.include(word);
      expect(asked.filter((url) => url.includes(link.slice(-43)))).to.eql([]);
      expect(faults).to.eql([]);
      await page.goto(link);
      await page.getByRole('link', { name: 'CONSOLE_LINK_INVALID' }).waitFor();
    });

    it('leaves all but the password for later, in German, on a phone, in the dark', async () => {
      const options = { viewport: { width: 390, height: 844 }, locale: 'de-DE', colorScheme: 'dark' } as const;
      const { page, faults } = await visit(served, options);
      await page.goto(await startLink());
      await atStep(page, 'Wählen Sie Ihr Passwort');
      expect(await page.getByRole('button', { name: 'Später' }).count()).to.equal(0);
      await page.getByLabel('Ihr Passwort').fill('password');
      await page.keyboard.press('Enter');
      await page.locator('.fault span').waitFor();
      await page.getByLabel('Ihr Passwort').fill(`${PASSWORD} again`);
      await page.keyboard.press('Enter');
      // The first test made a wallet and a register, and named the organisation.
      await atStep(page, 'Alles ist bereit');
      expect(await widthOf(page)).to.be.at.most(390);
      expect(await axeFaults(page)).to.eql([]);
      await picture(page, 'start-phone');
      expect(faults).to.eql([]);
    });
  });
});
