// The pages for people in a real browser, from the first mail to a sign-in by passkey: what a person sees, types and
// presses, with the keyboard alone where that is enough.
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { EXAMPLE } from '../../api/examples/values.js';
import { runShell } from '../../cli/shell/shell.js';
import { ownOffer, PUSHED } from '../contract/credentials/fixtures.js';
import { Phone } from '../contract/credentials/phone.js';
import { withRegistration } from '../contract/factors/fixtures.js';
import { sendTo } from '../contract/world/caller.js';
import { COMMANDS, NOUNS } from '../support/program/commands.js';
import { fakeTerminal } from '../support/program/terminal.js';
import { linkIn, servedOfAll } from './served-pages.js';

const CARA = { email: 'cara@citizens.example', password: 'nine amber lanterns drift', name: 'Cara <b>Citizen</b>' };
/** Where to put pictures for people to look at. */
const PICTURES = process.env.PAGE_PICTURES;

describe('pages for people', () => {
  const served = servedOfAll();
  before(async () => {
    await withRegistration(served.world);
  });
  after(async () => {
    for (const folder of folders) rmSync(folder, { recursive: true });
  });
  const folders: string[] = [];

  const heading = (page: Page) => page.locator('h1:visible').innerText();
  const at = async (page: Page, text: string) => {
    await page.locator('h1:visible', { hasText: text }).waitFor();
  };
  const picture = async (page: Page, name: string) => {
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
  };
  async function signIn(page: Page, who: { email: string; password: string }) {
    await page.fill('#email', who.email);
    await page.fill('#password', who.password);
    await page.keyboard.press('Enter');
  }

  it('go from the address of this machine to its name, with what came behind the #', async () => {
    const { page } = await served.visitor();
    const { port } = new URL(served.origin);
    await page.goto(`http://127.0.0.1:${port}/login?org=northwind#invitation=inv_x`);
    await page.waitForURL(`${served.origin}/login?org=northwind`);
    await page.getByText('Sign in to accept the invitation.').waitFor();
    await page.goto(`http://127.0.0.1:${port}/console/inbox`);
    await page.waitForURL(`${served.origin}/login`);
    await page.getByText('Sign in to the console.').waitFor();
  });

  it('speak German where the browser or the console does', async () => {
    const { page, faults } = await served.visitor({ locale: 'de-DE' });
    await page.goto(`${served.origin}/login?console=/inbox`);
    await page.getByText('Melden Sie sich an der Konsole an.').waitFor();
    expect(await heading(page)).to.equal('Anmelden');
    expect(await page.title()).to.equal('Anmelden · Quorate');
    expect(await page.locator('html').getAttribute('lang')).to.equal('de');
    expect(await page.locator('main').innerText()).to.not.match(/\b(?:the|your|sign|with|password\?)\b/i);
    await picture(page, 'login-german');
    await page.goto(`${served.origin}/reset-password`);
    await at(page, 'Ein neues Passwort');
    await page.evaluate("localStorage.setItem('quorate.language', 'en')");
    await page.goto(`${served.origin}/login`);
    await at(page, 'Sign in');
    expect(faults).to.deep.equal([]);
  });

  it('register, verify the address, sign in, enrol a passkey, sign out, and sign in by it alone', async () => {
    const { page, faults } = await served.visitor();
    await page.goto(`${served.origin}/login`);
    await picture(page, 'sign-in');
    await page.click('#to-sign-up');
    await at(page, 'Make an account');
    await picture(page, 'sign-up');
    await page.fill('#sign-up-display-name', CARA.name);
    await page.fill('#sign-up-email', CARA.email);
    await page.fill('#sign-up-password', CARA.password);
    await page.fill('#sign-up-again', CARA.password);
    await page.keyboard.press('Enter');
    await page.getByText('Look into your mail').waitFor();
    const link = linkIn(served.mails.at(-1), served.origin);
    await page.goto(link);
    await at(page, 'Verify your address');
    expect(page.url(), 'the token is in no history').to.equal(`${served.origin}/verify-email`);
    await page.fill('#password', 'not what I chose at all');
    await page.click('button:visible');
    await page.getByText('This is not the password of the account.').waitFor();
    await page.fill('#password', CARA.password);
    await page.click('button:visible');
    await at(page, 'Your address is verified');
    await page.click('a:visible');
    await signIn(page, CARA);
    await at(page, 'Your account');
    expect(await page.locator('#me').innerText()).to.equal(CARA.name);
    await picture(page, 'account-empty');
    await page.fill('#passkey-name', 'my "telephone"');
    await page.keyboard.press('Enter');
    await page.getByText('The passkey is added').waitFor();
    expect(await page.locator('#passkeys strong').allInnerTexts()).to.deep.equal(['my "telephone"']);
    await picture(page, 'account');
    await page.click('#sign-out');
    await at(page, 'Sign in');
    await page.click('#passkey');
    await at(page, 'Your account');
    expect(await page.evaluate('localStorage.length + sessionStorage.length + document.cookie.length')).to.equal(0);
    await page.reload();
    expect(await heading(page), 'a session lives in the page alone').to.equal('Sign in');
    expect(faults).to.deep.equal([]);
  });

  it('tell of a wrong password, and of a lock with its time', async () => {
    const { page, faults } = await served.visitor();
    await page.goto(`${served.origin}/login?org=${EXAMPLE.subdomain}`);
    await page.getByText(EXAMPLE.organisationName).waitFor();
    await signIn(page, { email: EXAMPLE.userEmail, password: 'not this one at all' });
    await page.getByText('The e-mail address or the password is wrong.').waitFor();
    for (let i = 0; i < 4; i++) {
      // A page sends one try at a time: one that comes earlier is dropped.
      const answered = page.waitForResponse((response) => response.url().endsWith('/api/auth/login'));
      await signIn(page, { email: EXAMPLE.userEmail, password: `wrong again ${i}` });
      await answered;
      await page.locator('button[type=submit]:visible:enabled').first().waitFor();
    }
    await page.getByText(/You can try again in 5 minutes\./).waitFor();
    expect(await page.locator('#code').isVisible(), 'a code is let in').to.equal(true);
    await picture(page, 'locked');
    served.world.deps.attempts.forget(EXAMPLE.userEmail);
    expect(faults).to.deep.equal([]);
  });

  it('set one-time codes up, and ask for one, a backup code or a passkey at the next sign-in', async () => {
    const { page, faults } = await served.visitor();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(`${served.origin}/enrol`);
    const who = { email: EXAMPLE.administratorEmail, password: EXAMPLE.password };
    await signIn(page, who);
    await at(page, 'Your account');
    await page.click('#codes-on');
    await page.locator('#codes-picture path').waitFor();
    await picture(page, 'codes');
    const secret = (await page.locator('#codes-secret').innerText()).replaceAll(' ', '');
    const [backup = '', other = ''] = await page.locator('#backup-codes li').allInnerTexts();
    expect(other).to.not.equal(backup);
    const code = () => new TOTP({ secret }).generate({ timestamp: served.world.deps.clock.now() });
    await page.fill('#codes-code', code());
    await page.keyboard.press('Enter');
    await page.getByText('asks for a code of the app now').waitFor();
    await page.click('#sign-out');
    await signIn(page, who);
    await at(page, 'One more step');
    await picture(page, 'second');
    await page.fill('#factor', '000000');
    await page.keyboard.press('Enter');
    await page.locator('#alert:not(:empty)').waitFor();
    await page.fill('#factor', backup);
    await page.keyboard.press('Enter');
    await at(page, 'Your account');
    await page.fill('#passkey-name', 'key');
    await page.keyboard.press('Enter');
    await page.getByText('The passkey is added').waitFor();
    await page.click('#sign-out');
    await signIn(page, who);
    await page.click('#factor-passkey');
    await at(page, 'Your account');
    await page.click('#passkeys button');
    await page.getByText('The passkey is removed').waitFor();
    await page.click('#codes-off');
    await page.getByText('One-time codes are switched off').waitFor();
    expect(faults).to.deep.equal([]);
  });

  it('ask once more who somebody is where the sign-in is long ago, and sign out everywhere else', async () => {
    const { page, faults } = await served.visitor();
    await page.goto(`${served.origin}/enrol`);
    await signIn(page, { email: EXAMPLE.userEmail, password: EXAMPLE.password });
    await at(page, 'Your account');
    served.world.advance(11 * 60_000);
    await page.click('#codes-on');
    await at(page, 'Is it still you?');
    await picture(page, 'step-up');
    await page.fill('#step-up-proof', 'not this one at all');
    await page.keyboard.press('Enter');
    await page.getByText('The current password is wrong.').waitFor();
    await page.fill('#step-up-proof', EXAMPLE.password);
    await page.keyboard.press('Enter');
    await at(page, 'Your account');
    await page.click('#codes-on');
    await page.locator('#codes-picture path').waitFor();
    const other = await served.world.token('user');
    await page.click('#sign-out-others');
    await page.getByText('You are signed out everywhere else.').waitFor();
    expect((await sendTo(served.world, 'GET', '/api/auth/me', { token: other })).status).to.equal(401);
    await page.click('#sign-out');
    expect(faults).to.deep.equal([]);
  });

  /** The command line, logging in with a browser that the test drives. */
  function commandLine(...words: string[]) {
    const folder = mkdtempSync(join(tmpdir(), 'quorate-pages-'));
    folders.push(folder);
    const fake = fakeTerminal({ env: { XDG_CONFIG_HOME: folder } });
    const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 100));
    const terminal = { ...fake, pause, now: Date.now };
    const call = ['login', '--url', served.origin, ...words];
    const exit = runShell({ commands: COMMANDS, nouns: NOUNS, version: '0', terminal }, call);
    const said = async (pattern: RegExp): Promise<string> => {
      for (let i = 0; i < 100; i++) {
        const found = pattern.exec(fake.err())?.[1];
        if (found !== undefined) return found;
        await pause();
      }
      throw new Error(`not said: ${pattern} in ${fake.err()}`);
    };
    return { fake, exit, said };
  }

  it('hand a session over to a program on this computer, when the person says yes', async () => {
    const { page, faults } = await served.visitor();
    const { fake, exit, said } = commandLine('--passkey');
    const shown = await said(/shows this code: (\S+)/);
    await page.goto(fake.browsed[0] as string);
    await signIn(page, { email: EXAMPLE.userEmail, password: EXAMPLE.password });
    await at(page, 'Let a program in?');
    await picture(page, 'authorization');
    expect(await page.locator('#authorization-code').innerText()).to.equal(shown);
    expect(await page.locator('#authorization-target').innerText()).to.equal('a program on this computer');
    expect(await page.locator('#authorization-scopes li').count()).to.equal(11);
    expect(page.url(), 'nothing of it is in the address').to.equal(`${served.origin}/oauth/authorize`);
    await page.click('#authorization-yes');
    await at(page, 'Go back to the terminal');
    expect([await exit, fake.out().includes(EXAMPLE.userEmail)]).to.deep.equal([0, true]);
    expect(fake.out() + fake.err()).to.not.match(/ey[\w-]{20,}\./);
    expect(faults).to.deep.equal([]);
  });

  it('say no to a program, which hears it', async () => {
    const { page } = await served.visitor();
    const { fake, exit, said } = commandLine('--passkey', '--link');
    const link = await said(/^ {2}(http\S+)$/m);
    expect(fake.browsed).to.deep.equal([]);
    await page.goto(link);
    await signIn(page, { email: EXAMPLE.userEmail, password: EXAMPLE.password });
    await page.click('#authorization-no');
    await at(page, 'Go back to the terminal');
    expect([await exit, fake.err().includes('the page refused it')]).to.deep.equal([1, true]);
  });

  it('let a program on another computer in by the code that it shows', async () => {
    const { page, faults } = await served.visitor();
    const { fake, exit, said } = commandLine('--device');
    const code = await said(/type the code (\S+):/);
    await page.goto(`${served.origin}/login?device`);
    await signIn(page, { email: EXAMPLE.userEmail, password: EXAMPLE.password });
    await at(page, 'Let a program in');
    await page.fill('#user-code', 'BBBB-BBBB');
    await page.keyboard.press('Enter');
    await page.getByText('No program waits with this code').waitFor();
    await page.fill('#user-code', code.toLowerCase());
    await page.keyboard.press('Enter');
    await page.locator('#device-asked').waitFor();
    expect(await page.locator('#device-from').innerText()).to.match(/^(127\.0\.0\.1|::1)$/);
    expect(await page.locator('#device-scopes li').count()).to.equal(11);
    await picture(page, 'device');
    await page.click('#device-yes');
    await at(page, 'Done');
    expect([await exit, fake.out().includes(EXAMPLE.userEmail)]).to.deep.equal([0, true]);
    expect(faults).to.deep.equal([]);
  });

  it('set a password anew by the link of a mail', async () => {
    const { page, faults } = await served.visitor();
    await page.goto(`${served.origin}/login`);
    await page.click('a:has-text("Forgot")');
    await at(page, 'A new password');
    await page.fill('#email', CARA.email);
    await page.keyboard.press('Enter');
    await at(page, 'Look into your mail');
    await page.goto(linkIn(served.mails.at(-1), served.origin));
    await at(page, 'A new password');
    expect(page.url()).to.equal(`${served.origin}/reset-password`);
    await page.fill('#password', 'four copper kettles sing');
    await page.fill('#again', 'four copper kettles hum');
    await page.keyboard.press('Enter');
    await page.getByText('The two passwords differ.').waitFor();
    await page.fill('#again', 'four copper kettles sing');
    await picture(page, 'reset');
    await page.keyboard.press('Enter');
    await at(page, 'Your password is changed');
    await page.click('a:visible');
    await signIn(page, { ...CARA, password: 'four copper kettles sing' });
    await at(page, 'One more step');
    expect(faults).to.deep.equal([]);
  });

  it('say under another name of the node where the passkey of an account works, and lead there', async () => {
    const { page, faults } = await served.visitor();
    const { publicUrl } = served.world.deps.config;
    Object.assign(served.world.deps.config, { publicUrl: 'https://ledger.example' });
    const { address, family, port } = served.world.app.server.address() as AddressInfo;
    await page.goto(`http://${family === 'IPv6' ? `[${address}]` : address}:${port}/login?device`);
    await signIn(page, { ...CARA, password: 'four copper kettles sing' });
    await at(page, 'One more step');
    expect(await page.locator('#factor-passkey').isVisible(), 'a button that could only fail').to.equal(false);
    await picture(page, 'elsewhere');
    await page.click('#factor-site');
    await page.getByText('Sign in to let a program on another computer in.').waitFor();
    expect(await page.locator('#passkey').isVisible()).to.equal(true);
    expect(faults).to.deep.equal([]);
    Object.assign(served.world.deps.config, { publicUrl });
  });

  it('accept an invitation with the account that one has', async () => {
    const { page, faults } = await served.visitor();
    const { world } = served;
    const token = await world.token('systemAdmin');
    const body = { name: 'Second Ltd', subdomain: 'second', branding: {} };
    const made = await sendTo(world, 'POST', '/api/organizations', { token, body });
    const sent = { email: EXAMPLE.userEmail, role: 'Auditor' };
    const url = `/api/organizations/${made.json.id}/invitations`;
    expect((await sendTo(world, 'POST', url, { token, body: sent })).status).to.equal(201);
    await page.goto(linkIn(served.mails.at(-1), served.origin));
    await page.click('#with-account');
    await page.getByText('Sign in to accept the invitation.').waitFor();
    expect(page.url(), 'the code is in no history').to.equal(`${served.origin}/login`);
    await signIn(page, { email: EXAMPLE.userEmail, password: EXAMPLE.password });
    await at(page, 'Accept the invitation?');
    expect(await page.locator('#offer-organisation').innerText()).to.equal('Second Ltd');
    await page.click('#offer-yes');
    await page.getByText('You are a member of Second Ltd now.').waitFor();
    expect(await page.locator('#acting-for option').count()).to.equal(2);
    await picture(page, 'member');
    expect(faults).to.deep.equal([]);
  });

  it('enrol a telephone by the code of another page', async () => {
    const { page } = await served.visitor();
    await page.goto(`${served.origin}/login`);
    await signIn(page, { email: EXAMPLE.userEmail, password: EXAMPLE.password });
    await at(page, 'Your account');
    const [asked] = await Promise.all([
      page.waitForResponse((one) => one.url().endsWith('/api/auth/enrol-session')),
      page.click('#another-device'),
    ]);
    const { sessionToken } = await asked.json();
    const telephone = await served.visitor();
    await telephone.page.goto(`${served.origin}/enrol#${sessionToken}`);
    await at(telephone.page, 'Enrol this device');
    await picture(telephone.page, 'enrol-device');
    await telephone.page.fill('#device-label', 'pocket');
    await telephone.page.keyboard.press('Enter');
    await at(telephone.page, 'Your account');
    expect(telephone.page.url()).to.equal(`${served.origin}/enrol`);
    expect(telephone.faults).to.deep.equal([]);
  });

  it('let a wallet have the credential of the person, or not', async () => {
    const { world, origin } = served;
    // It puts the accounts of the world back, and so stands last.
    await ownOffer(world);
    const form = { ...PUSHED, redirect_uri: `${origin}/taken`, state: 'st' };
    const phone = new Phone(world);
    const push = async (): Promise<string> => {
      const { json } = await phone.post('/par', new URLSearchParams(form).toString());
      return `${origin}/credentials/northwind/authorize?client_id=wallet&request_uri=${encodeURIComponent(String(json.request_uri))}`;
    };
    const { page, faults } = await served.visitor();
    for (const [button, member] of [
      ['#wallet-no', 'error=access_denied'],
      ['#wallet-yes', 'code='],
    ] as const) {
      await page.goto(await push());
      await page.getByText('Sign in to take the credential').waitFor();
      await signIn(page, { email: EXAMPLE.userEmail, password: EXAMPLE.password });
      await at(page, 'Take the credential?');
      await picture(page, 'wallet');
      expect(await page.locator('#wallet').innerText())
        .to.contain('given_name')
        .and.contain('localhost');
      await page.click(button);
      await page.waitForURL(`${origin}/taken?*`);
      expect(page.url()).to.contain(member).and.contain('state=st');
    }
    expect(faults).to.deep.equal([]);
  });
});
