// A node with its pages at a port, and a Chromium with a virtual authenticator that visits them. Skipped, with a
// message, where no Chromium is installed (Debian: apt-get install chromium).
import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { Mail } from '../../core/outgoing/ports.js';
import { mailsOf } from '../contract/world/mails.js';
import { aWorld, type World } from '../contract/world/world.js';
import { aroundAll } from '../support/base/blocks.js';
import { freePort } from '../support/mesh/free-port.js';

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

export interface ServedPages {
  readonly world: World;
  readonly browser: Browser;
  readonly origin: string;
  readonly mails: readonly Mail[];
  /** A page of a fresh profile with an authenticator of its own; what goes wrong in it comes to `faults`. */
  readonly visitor: (
    options?: BrowserContextOptions,
  ) => Promise<{ readonly page: Page; readonly context: BrowserContext; readonly faults: string[] }>;
  readonly close: () => Promise<void>;
}

/** Undefined, with a message, where no Chromium is installed. */
export async function launchBrowser(): Promise<Browser | undefined> {
  if (!existsSync(CHROMIUM)) {
    console.log(`      skipped: there is no Chromium at ${CHROMIUM}; install it, or name it in CHROMIUM_PATH`);
    return undefined;
  }
  return chromium.launch({
    executablePath: CHROMIUM,
    chromiumSandbox: false,
    args: ['--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update'],
  });
}

/**
 * For all tests of the block, which is skipped without a browser. There from the first hook on that stands below it.
 */
export function servedOfAll(): ServedPages {
  const served = {} as ServedPages;
  aroundAll(
    async function () {
      Object.assign(served, (await servedPages()) ?? this.skip());
    },
    () => served.close?.(),
  );
  return served;
}

async function servedPages(): Promise<ServedPages | undefined> {
  const browser = await launchBrowser();
  if (!browser) return undefined;
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const world = await aWorld({ passkeyOrigin: origin });
  const mails = mailsOf(world);
  await world.app.listen({ port, host: 'localhost' });
  const visitor = async (options: BrowserContextOptions = {}) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => {
      // Refusals of the node are part of some tests.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        faults.push(message.text());
    });
    const devtools = await context.newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    });
    return { page, context, faults };
  };
  const close = async () => {
    await browser.close();
    await world.close();
  };
  return { world, browser, origin, mails, visitor, close };
}

/** The link of a mail, on the node that the browser reaches. */
export function linkIn(mail: Mail | undefined, origin: string): string {
  const found = /^http\S+#\S+$/m.exec(mail?.text ?? '')?.[0] ?? '';
  return found.replace(/^https?:\/\/[^/]+/, origin);
}
