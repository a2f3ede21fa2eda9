// Passkeys in a real browser: Chromium with a virtual authenticator enrols one, signs in with it alone, and shows it as
// the second factor. Once it is revoked it is refused. Skipped, with a message, where no Chromium is installed (Debian:
// apt-get install chromium).
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { type Browser, chromium, type Page } from 'playwright-core';
import { EXAMPLE } from '../../api/examples/values.js';
import { aWorld, type World } from '../contract/world/world.js';

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

describe('passkeys in a browser', () => {
  let world: World;
  let browser: Browser;
  let page: Page;
  let pages: Server;

  before(async function () {
    if (!existsSync(CHROMIUM)) {
      console.log(`      skipped: there is no Chromium at ${CHROMIUM}; install it, or name it in CHROMIUM_PATH`);
      return this.skip();
    }
    pages = createServer((_, answer) => {
      answer.setHeader('content-type', 'text/html');
      answer.end('<!doctype html><title>a page</title>');
    });
    await new Promise<void>((resolve) => pages.listen(0, 'localhost', resolve));
    const origin = `http://localhost:${(pages.address() as AddressInfo).port}`;
    world = await aWorld({ passkeyOrigin: origin });
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      chromiumSandbox: false,
      args: ['--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update'],
    });
    page = await browser.newPage();
    await page.goto(origin);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
  });
  after(async () => {
    await browser?.close();
    await world?.close();
    pages?.close();
  });

  const post = async (url: string, payload: object, token?: string) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const answer = await world.app.inject({ method: 'POST', url, payload, headers });
    return { ...answer.json(), http: answer.statusCode };
  };
  /** The answer of the browser to options of the node, both as JSON. */
  const browserAnswer = (kind: 'create' | 'get', options: object): Promise<object> =>
    page.evaluate(`(async () => {
      const parse = PublicKeyCredential.${kind === 'create' ? 'parseCreationOptionsFromJSON' : 'parseRequestOptionsFromJSON'};
      const publicKey = parse.call(PublicKeyCredential, ${JSON.stringify(options)});
      return (await navigator.credentials.${kind}({ publicKey })).toJSON();
    })()`);

  async function signIn() {
    const { transactionId, options } = await post('/api/auth/passkey/assertion/options', {});
    const assertionResponse = await browserAnswer('get', options);
    return post('/api/auth/passkey/assertion/verify', { transactionId, assertionResponse });
  }

  it('are enrolled, sign in alone and as the second factor, and are refused once they are revoked', async () => {
    const token = await world.token('user');
    const begun = await post('/api/passkey/register/options', { displayName: 'virtual' }, token);
    const attestationResponse = await browserAnswer('create', begun.options);
    const enrolled = await post(
      '/api/passkey/register/verify',
      { transactionId: begun.transactionId, attestationResponse },
      token,
    );
    expect(enrolled).to.include({ http: 201, displayName: 'virtual' });

    const session = await signIn();
    expect(await world.deps.tokens.verify(session.accessToken)).to.include({
      ...{ authMethod: 'passkey', email: EXAMPLE.userEmail },
    });

    const { loginToken } = await post('/api/auth/login', { email: EXAMPLE.userEmail, password: EXAMPLE.password });
    const { transactionId, options } = await post('/api/auth/verify-passkey/options', { loginToken });
    const assertionResponse = await browserAnswer('get', options);
    const second = await post('/api/auth/verify-passkey', { loginToken, transactionId, assertionResponse });
    expect(second).to.include({ http: 200, tokenType: 'Bearer' });

    const revoked = await world.app.inject({
      method: 'DELETE',
      url: `/api/passkey/credentials/${enrolled.id}`,
      headers: { authorization: `Bearer ${second.accessToken}` },
    });
    expect(revoked.statusCode).to.equal(204);
    expect(await signIn()).to.include({ http: 401, code: 'PASSKEY_FAILED' });
  });
});
