// A visit to the console in a browser of its own, and what tests look at there. CONSOLE_PICTURES=folder keeps pictures.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { ADMIN } from '../contract/world/personas.js';
import type { ServedPages } from './served-pages.js';

const PICTURES = process.env.CONSOLE_PICTURES;
const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
/** A browser says so of each refusal of the node, which some tests ask for. */
const REFUSED = 'Failed to load resource';

export interface ConsoleVisit {
  readonly page: Page;
  /** The errors in it, violations of its policy among them. */
  readonly faults: string[];
  /** Addresses that it asked for. */
  readonly asked: string[];
}

export async function visit(
  served: Pick<ServedPages, 'browser'>,
  options: BrowserContextOptions = {},
): Promise<ConsoleVisit> {
  const context = await served.browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const faults: string[] = [];
  const asked: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith(REFUSED)) faults.push(message.text());
  });
  page.on('request', (request) => asked.push(request.url()));
  return { page, faults, asked };
}

export function verdict(page: Page, kind: string): Promise<void> {
  return page.locator(`[data-verdict=${kind}]`).waitFor();
}

export async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
}

/** Pixels that the document takes. */
export function widthOf(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth');
}

/** Rules of WCAG 2.2 AA and best practice that the page breaks. */
export async function axeFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  });
}

interface Credentials {
  readonly email: string;
  readonly password: string;
}

export function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === element.ownerDocument.activeElement);
}

/** By the keyboard alone, with so many keys at the most. */
export async function tabTo(page: Page, target: Locator, tabsMax: number): Promise<void> {
  // Found once: a name is sought through the whole page.
  const wanted = await target.elementHandle();
  // A list of rows is a single stop: arrows go on inside.
  const keyTo = () =>
    wanted?.evaluate((element) => {
      const { activeElement } = element.ownerDocument;
      if (element === activeElement) return undefined;
      return element.closest('.rows, .cards')?.contains(activeElement) ? 'ArrowRight' : 'Tab';
    });
  for (let key = await keyTo(), keys = 0; key !== undefined; key = await keyTo(), keys++) {
    if (keys >= tabsMax) throw new Error(`${tabsMax} keys do not lead to ${target}.`);
    await page.keyboard.press(key);
  }
}

/** The clock of the computer of the person is wrong by so many days. */
export async function setClock(page: Page, days: number): Promise<void> {
  await page.addInitScript(`{
    const real = Date;
    const now = () => real.now() + ${days} * 86400000;
    globalThis.Date = class extends real {
      constructor(...given) {
        super(...(given.length === 0 ? [now()] : given));
      }
      static now() {
        return now();
      }
    };
  }`);
}

/**
 * Opens a page of the console without a session, and comes back to it by a sign-in: of the administrator, if not told.
 */
export async function signInAt(page: Page, url: string, { email, password }: Credentials = ADMIN): Promise<void> {
  await page.goto(url);
  await page.getByText(/^(?:Sign in to the console|Melden Sie sich an der Konsole an)\.$/).waitFor();
  await page.fill('#email', email);
  await page.fill('#password', password);
  await page.keyboard.press('Enter');
  await page.waitForURL(url);
}

/** Drops a file with this text, as a person does. */
export async function dropFile(page: Page, selector: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const given = new DataTransfer();
    given.items.add(new File([${JSON.stringify(text)}], 'given.tx'));
    return given;
  })()`);
  await page.dispatchEvent(selector, 'drop', { dataTransfer });
}
