// Each page once in a made-up language: its words are longer by 40 percent, and stand in brackets. A text without one
// was not translated, and what does not fit is found before a translator meets it. Light, on a screen and on a phone.
import { expect } from 'chai';
import type { Page, Response, Route } from 'playwright-core';
import { PEER_ID } from '../../api/examples/peer.js';
import { UNREHEARSED } from '../../cli/harness/unrehearsed.js';
import { ask, exampleOrders, WAIT } from '../contract/ledger/fixtures.js';
import { step } from '../support/register/people.js';
import { picture, signInAt, visit } from './console-visits.js';
import { servedOfAll } from './served-pages.js';

const VOWELS = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú' };
/** For each module of words: a message is a text, or texts with members that have texts for each case. */
const MADE_UP = `
function madeUpText(said) {
  if (!/\\p{L}/u.test(said)) return said;
  const accented = said.replace(/[aeiou]/g, (letter) => (${JSON.stringify(VOWELS)})[letter]);
  return '[' + accented + '·'.repeat(Math.ceil(said.length * 0.4)) + ']';
}
function madeUpPart(part) {
  if (typeof part === 'string') return madeUpText(part);
  const [name, kind, cases] = part;
  if (typeof cases !== 'object') return part;
  const made = Object.entries(cases).map(([each, its]) => [each, each === 'offset' ? its : madeUp(its)]);
  return [name, kind, Object.fromEntries(made)];
}
function madeUp(message) {
  return typeof message === 'string' ? madeUpText(message) : message.map(madeUpPart);
}
function madeUpAll(messages) {
  return Object.fromEntries(Object.entries(messages).map(([id, message]) => [id, madeUp(message)]));
}`;

/** The module of English, or one that adds words of all languages; any other one stays. */
function madeUpModule(module: string): string {
  const made = module
    .replace(/export\{(\w+) as messages\};/, 'const made=madeUpAll($1);export{made as messages};')
    .replaceAll(/(\w+)\(\{de:(?=\{["\w]|\w+,en:)/g, '(({de,en})=>$1({de,en:madeUpAll(en)}))({de:');
  return made === module ? module : made + MADE_UP;
}

/**
 * In the page. Plain are texts without a bracket around them, but for codes, times, and sentences of the node that say
 * that they are English. Elements whose text is cut off, and pixels by which the page is too wide, are found too.
 */
const LOOK = `(() => {
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true });
  const placeOf = (element) => element.tagName.toLowerCase() + [...element.classList].map((name) => '.' + name).join('');
  const plain = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { parentElement: element, textContent } = texts.currentNode;
    const isCode = element.closest('code, pre, time, svg, textarea, .face, [lang]:not(html)');
    if (isShown(element) && !isCode && !/[[\\]]/.test(textContent))
      plain.push([placeOf(element), textContent]);
  }
  const names = [...document.querySelectorAll('[aria-label], [title], [placeholder]')].filter(isShown);
  for (const element of names)
    for (const name of ['aria-label', 'placeholder'])
      if (element.hasAttribute(name) && !/[[\\]]/.test(element.getAttribute(name)))
        plain.push([placeOf(element) + ' ' + name, element.getAttribute(name)]);
  const isCut = (element) => {
    const { overflowX, textOverflow, clipPath } = getComputedStyle(element);
    const hides = ['hidden', 'clip'].includes(overflowX) && textOverflow !== 'ellipsis' && clipPath === 'none';
    return hides && isShown(element) && !element.matches('.react-flow') && element.scrollWidth > element.clientWidth + 1;
  };
  const page = document.querySelector('#page');
  return {
    plain,
    cut: [...document.querySelectorAll('body *')].filter(isCut).map(placeOf),
    tooWide: Math.max(document.documentElement.scrollWidth - innerWidth, page.scrollWidth - page.clientWidth),
  };
})()`;

interface Look {
  readonly plain: readonly (readonly [string, string])[];
  readonly cut: readonly string[];
  readonly tooWide: number;
}

/** Names that are the same in each language. */
const NAMES = ['Quorate', 'English', 'Deutsch', 'HASH@HEIGHT', 'Ctrl K', 'React Flow attribution', 'React Flow'];
/** Codes, and numbers with their units. */
const CODES = /\b[A-Z]+(?:_[A-Z]+)+\b|\d [mkMG]?(?:s|B)\b/g;

describe('the words of the console', function () {
  this.timeout(120_000);
  const served = servedOfAll();
  /** Of a draft, an instance and so on, for the addresses of pages. */
  let pages: readonly string[];
  before(async () => {
    pages = await pagesWithData();
  });

  async function asked(name: string, input: object) {
    const made = await ask(served.world, name, input, { as: 'systemAdmin', headers: WAIT });
    expect(made.status, made.text).to.be.below(300);
    return made.json;
  }

  async function pagesWithData(): Promise<readonly string[]> {
    const orders = await exampleOrders(served.world);
    const { platformUserId: userId } = await asked('getMe', {});
    const { address: walletId } = (await asked('createHdWallet', { body: { name: 'Maker', algorithm: 'ED25519' } }))
      .wallet;
    const body = { name: 'Town register', owners: [{ userId, walletId }] };
    const { registerId } = await asked('createRegister', { body });
    const participants = ['giver', 'taker'].map((id) => ({ id, name: id, walletAddress: walletId }));
    const blueprintJson = {
      ...{ language: 2, title: 'Sale', description: 'Goods are offered and taken.', participants },
      actions: [
        step(1, 'giver', [2], {
          ...{ title: 'Offer', isStartingAction: true },
          disclosures: [{ participantAddress: 'taker', dataPointers: ['/*'] }],
        }),
        step(2, 'taker', [], { title: 'Take' }),
      ],
    };
    const published = { params: { registerId }, body: { blueprintId: 'sale', override: UNREHEARSED, blueprintJson } };
    await asked('publishBlueprint', published);
    const { id: instanceId } = await asked('createInstance', { body: { registerId, blueprintId: 'sale' } });
    const { id: draft } = await asked('createBlueprint', { body: blueprintJson });
    const tx = `${orders.registerId}/tx/${orders.order.transactionId}`;
    const design = ['', '?view=fields', '?view=rules', '?view=parts', '?view=roles', '?view=text', '/publish', '/diff'];
    return [
      ...['me', 'inbox', 'begin', 'issued', 'wallets', `wallets/${walletId}`, 'instances', `instances/${instanceId}`],
      ...[`act/${instanceId}/1`, 'people', `people/${userId}`, 'audit', 'organisation', 'blueprints'],
      ...['blueprints?show=published', 'blueprints?show=templates', ...design.map((of) => `blueprints/${draft}${of}`)],
      ...['verify', 'mesh', `mesh/${PEER_ID}`, 'node', 'node/log', 'find?q=town', 'nowhere', 'registers'],
      ...[orders.registerId, `${orders.registerId}/governance`, `${orders.registerId}/dockets/1`, tx].map(
        (of) => `registers/${of}`,
      ),
    ];
  }

  /** Values of what the node answered: names, addresses, titles. */
  const values = new Set<string>(NAMES);
  async function hear(response: Response): Promise<void> {
    if (!response.headers()['content-type']?.includes('json')) return;
    const walk = (value: unknown): void => {
      if (typeof value === 'string') values.add(value);
      else if (typeof value === 'object' && value !== null)
        for (const [name, its] of Object.entries(value)) {
          values.add(name);
          walk(its);
        }
    };
    walk(await response.json().catch(() => undefined));
  }
  /** What is left of a text without values that the node told. */
  function ownWords(text: string): string {
    const told = [...values].filter((value) => value.length > 1 && text.includes(value));
    return told
      .sort((a, b) => b.length - a.length)
      .reduce((left, value) => left.replaceAll(value, ''), text.replaceAll(CODES, ''));
  }

  /** Modules on their way. */
  const loading = new Set<Route>();
  /** Plain texts by the places where they stand first: what the node told of them is heard meanwhile. */
  const plainTexts = new Map<string, string>();
  async function lookAt(page: Page, path: string): Promise<readonly string[]> {
    // Views and panels load behind the page, and are drawn a frame behind their modules.
    do for (let frame = 0; frame < 2; frame++) await page.evaluate('new Promise(requestAnimationFrame)');
    while (loading.size > 0);
    const { plain, cut, tooWide } = await page.evaluate<Look>(LOOK);
    for (const [at, text] of plain) if (!plainTexts.has(text)) plainTexts.set(text, `${path} ${at}: ${text}`);
    return [
      ...cut.map((at) => `${path} ${at} is cut off`),
      ...(tooWide > 0 ? [`${path} is too wide by ${tooWide}`] : []),
    ];
  }

  /** Inside of the page, as a link leads on: its modules are made up once. */
  async function leadTo(page: Page, path: string): Promise<void> {
    await page.evaluate(`history.pushState({}, '', '/console/${path}');
      dispatchEvent(new PopStateEvent('popstate'));`);
    await page.locator('#page[aria-busy=false] h1').waitFor();
  }

  it('are all translated, and fit where they are longer', async () => {
    const { page } = await visit(served);
    page.on('response', (response) => void hear(response));
    await page.route(/\/console\/assets\/.*\.js$/, async (route) => {
      loading.add(route);
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: madeUpModule(await answer.text()) });
      // What a page does not wait for any more is not told as finished.
      loading.delete(route);
    });
    // Said late, as on a slow line: the bar of the first page is looked at without it.
    let goOn = (): void => {};
    const isLookedAt = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route('**/health/sync', (route) => isLookedAt.then(() => route.continue()));
    await signInAt(page, `${served.origin}/console/me`);
    const findings: string[] = [];
    for (const path of pages) {
      await leadTo(page, path);
      findings.push(...(await lookAt(page, path)));
      await picture(page, `words-${path.replaceAll(/[^a-z0-9]+/g, '-')}`);
      await page.setViewportSize({ width: 390, height: 844 });
      findings.push(...(await lookAt(page, `${path} (phone)`)));
      await picture(page, `words-${path.replaceAll(/[^a-z0-9]+/g, '-')}-phone`);
      await page.setViewportSize({ width: 1440, height: 900 });
      goOn();
    }
    expect(plainTexts.size, 'names that the node told').to.be.greaterThan(20);
    const untranslated = [...plainTexts].filter(([text]) => /\p{L}{2}/u.test(ownWords(text)));
    expect([...untranslated.map(([, at]) => at), ...new Set(findings)]).to.eql([]);
  });
});
