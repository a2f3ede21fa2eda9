// The console before a node whose answers go wrong, at each place where it asks for one: what is typed stays, a
// sentence says what is wrong, the page goes on with the node, and what is signed is done once.
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { UNREHEARSED } from '../../cli/harness/unrehearsed.js';
import { aRegister, ask, WAIT } from '../contract/ledger/fixtures.js';
import type { RequestParts } from '../contract/world/caller.js';
import { until } from '../support/mesh/networks.js';
import { step } from '../support/register/people.js';
import { picture, signInAt, visit } from './console-visits.js';
import { FAULTS, FaultyWay, type WayFault } from './faulty-way.js';
import { servedOfAll } from './served-pages.js';

/** The waits of the page are a tenth as long. */
const HASTE = `(() => {
  for (const name of ['setTimeout', 'setInterval']) {
    const real = window[name].bind(window);
    window[name] = (act, ms = 0, ...more) => real(act, ms / 10, ...more);
  }
  AbortSignal.timeout = (ms) => {
    const late = new AbortController();
    setTimeout(() => late.abort(new DOMException('late', 'TimeoutError')), ms);
    return late.signal;
  };
})()`;

/** What the person reads, wherever it happens: a code, or that the node does not answer. */
const SAID: Readonly<Record<WayFault, RegExp>> = {
  401: /TOKEN_INVALID/,
  412: /PRECONDITION_FAILED/,
  429: /RATE_LIMITED|does not answer/,
  503: /NODE_DRAINING|does not answer/,
  // Where much else is done, the time for an answer ends before its largest size is there.
  endless: /ANSWER_TOO_LARGE|does not answer/,
  frozen: /has not answered yet|does not answer/,
  cut: /NODE_UNAVAILABLE|does not answer/,
  gone: /NODE_UNAVAILABLE|does not answer/,
};

const FILE = { type: 'object', 'x-file': {} };
const CASE = {
  ...{ language: 2, title: 'Case', description: 'A number and a plan are filed.' },
  actions: [
    step(1, 'citizen', [2], {
      ...{ title: 'File it', isStartingAction: true },
      dataSchemas: [{ type: 'object', properties: { n: { type: 'integer' }, plan: FILE }, required: ['n'] }],
      disclosures: [{ participantAddress: 'office', dataPointers: ['/*'] }],
    }),
    step(2, 'office', [], { title: 'Stamp it' }),
  ],
};
const PLAN = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(5 * 1024 * 1024, 'plan') };

/** What a browser does that keeps nothing for a page. A full disk shows behind the success of what is written. */
const KEEPS_NOTHING: Readonly<Record<string, string>> = {
  'has no store': 'Object.defineProperty(globalThis, "indexedDB", { value: undefined })',
  'has a store that never answers': 'IDBFactory.prototype.open = () => ({})',
  'is full': `{
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...given) {
      const asked = put.apply(this, given);
      asked.addEventListener('success', () => this.transaction.abort());
      return asked;
    };
  }`,
};

describe('the console before a node whose answers go wrong', function () {
  this.timeout(180_000);
  const served = servedOfAll();
  let way: FaultyWay;
  let origin: string;
  let page: Page;
  let faults: readonly string[];
  let registerId: string;
  let instanceId: string;
  before(async () => {
    way = new FaultyWay(new URL(served.origin));
    origin = await way.open();
    registerId = await aRegister(served.world, 'Cases');
    const wallets: Record<string, string> = {};
    for (const title of ['citizen', 'office'])
      wallets[title] = (await asked('createWallet', { body: { title, keyType: 'ED25519' } }, 201)).walletAddress;
    const participants = Object.entries(wallets).map(([id, walletAddress]) => ({ id, name: id, walletAddress }));
    const body = { blueprintId: 'case', override: UNREHEARSED, blueprintJson: { ...CASE, participants } };
    const published = await ask(served.world, 'publishBlueprint', { params: { registerId }, body });
    expect(published.status, published.text).to.equal(200);
    instanceId = (await asked('createInstance', { body: { registerId, blueprintId: 'case' } }, 201)).id;
    ({ page, faults } = await visit(served));
    await page.addInitScript(HASTE);
    await signInAt(page, `${origin}/console/inbox`);
  });
  after(() => way?.close());
  // A browser says so of a connection that breaks, and the router of a page that was refused.
  const isTold = (fault: string) => /^(?:WebSocket connection|ClientError)/.test(fault);
  afterEach(() => {
    way.end();
    expect(faults.filter((fault) => !isTold(fault))).to.eql([]);
  });

  async function asked(id: string, parts: RequestParts, status = 200) {
    const answer = await ask(served.world, id, parts, { as: 'systemAdmin', headers: WAIT });
    expect(answer.status, answer.text).to.equal(status);
    return answer.json;
  }

  const said = (how: WayFault, place = '#page') => page.locator(place).getByText(SAID[how]).first().waitFor();
  const old = () => page.getByText('You see what it said before');
  const toInbox = () => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inbox' }).click();
  const inbox = () => page.getByRole('heading', { name: 'Inbox', level: 1 });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const number = () => page.locator('[id="field/n"]');

  /** As a person does: presses on while the page has not gone on by itself. */
  async function goOn(to: Locator): Promise<void> {
    for (;;) {
      await to.or(button('Try again')).first().waitFor();
      if (await to.isVisible()) return;
      await button('Try again')
        .click({ timeout: 1000 })
        .catch(() => undefined);
    }
  }

  /** All faults in turn: each is brought about, told, and over. */
  async function through(at: RegExp, { how = FAULTS, go, tells = said, on }: Walk): Promise<void> {
    for (const fault of how) {
      await old().waitFor({ state: 'hidden' });
      way.begin(at, fault);
      await go(fault);
      await until(() => way.hits > 0);
      await tells(fault).catch((error) => expect.fail(`${fault} at ${at}: ${error.message}`));
      await picture(page, `fault-${at.source.replaceAll(/\W+/g, '-')}-${fault}`);
      way.end();
      await on(fault).catch((error) => expect.fail(`after ${fault} at ${at}: ${error.message}`));
    }
  }

  it('boots', async () => {
    const signIn = page.getByText('Sign in to the console.');
    await through(/console\/session/, {
      how: ['401', '503', 'cut', 'frozen'],
      go: async () => void (await page.goto(`${origin}/console/inbox`, { waitUntil: 'commit' })),
      tells: (fault) => (fault === '401' ? signIn.waitFor() : said(fault)),
      on: async () => {
        await goOn(inbox().or(signIn));
        if (await inbox().isVisible()) return;
        await page.goto(`${origin}/console/inbox`);
        await inbox().or(signIn).waitFor();
        // The cookie of the next session was in the answer that was lost.
        if (await signIn.isVisible()) await signInAt(page, `${origin}/console/inbox`);
      },
    });
  });

  it('lists what waits', async () => {
    await through(/api\/me\/work/, {
      how: ['401', '412', 'endless', 'gone'],
      go: async () => {
        await page.getByRole('link', { name: 'Registers', exact: true }).click();
        await page.getByRole('heading', { name: 'Registers', level: 1 }).waitFor();
        await toInbox();
      },
      on: () => goOn(inbox()),
    });
  });

  it('keeps what is typed, and hears again', async () => {
    await page.goto(`${origin}/console/act/${instanceId}/1`);
    await number().fill('41');
    await page.locator('#page').getByText('Draft kept on this computer').waitFor();
    await through(new RegExp(`instances/${instanceId}(\\?|$)`), {
      how: ['429', '503', 'frozen'],
      go: async () => {
        await toInbox();
        await inbox().waitFor();
        await page.goBack();
      },
      on: () => goOn(number()),
    });
    expect(await number().inputValue()).to.equal('41');
  });

  it('sends a file part by part', async () => {
    await through(/file-chunks$/, {
      how: ['429', 'cut', 'frozen'],
      go: (fault) =>
        fault === '429' ? page.locator('[id="field/plan"]').setInputFiles(PLAN) : button('Go on').click(),
      tells: (fault) => (fault === 'frozen' ? page.getByText('1 of 2 parts').waitFor() : said(fault, '.field')),
      on: (fault) => (fault === 'frozen' ? page.getByText('plan.pdf, 5,242,880 bytes') : button('Go on')).waitFor(),
    });
  });

  it('signs once', async () => {
    await button('Review and sign').click();
    const sealed = page.locator('#page').getByText(/Sealed in docket \d+/);
    await through(/\/execute/, {
      go: () => button('Sign and send').click(),
      tells: (fault) => said(fault, 'dialog'),
      on: (fault) => (fault === 'frozen' ? sealed : button('Sign and send')).waitFor(),
    });
    const steps = await asked('getInstanceProvenance', { params: { instanceId } });
    expect(JSON.stringify(steps).match(/"actionId":"?1"?/g)).to.have.length(1);
  });

  for (const [what, script] of Object.entries(KEEPS_NOTHING))
    it(`says that a draft is kept nowhere, before a browser that ${what}`, async () => {
      const tab = await page.context().newPage();
      await tab.addInitScript(HASTE);
      await tab.addInitScript(script);
      const { id } = await asked('createInstance', { body: { registerId, blueprintId: 'case' } }, 201);
      await tab.goto(`${origin}/console/act/${id}/1`);
      await tab.locator('[id="field/n"]').fill('7');
      await tab.getByText('This browser keeps no draft.').waitFor();
      await picture(tab, `kept-nowhere-${what.replaceAll(' ', '-')}`);
      const asks: string[] = [];
      tab.once('dialog', (dialog) => {
        asks.push(dialog.type());
        void dialog.dismiss();
      });
      await tab.reload({ timeout: 500 }).catch(() => undefined);
      expect(asks, 'before it is left').to.eql(['beforeunload']);
      await tab.getByRole('button', { name: 'Review and sign' }).click();
      await tab.getByRole('button', { name: 'Sign and send' }).click();
      await tab
        .locator('#page')
        .getByText(/Sealed in docket \d+/)
        .waitFor();
      await tab.close();
    });

  it('hears again what happens', async () => {
    const live = page.locator('[data-live=live]');
    await page.goto(`${origin}/console/registers`);
    await live.waitFor();
    await through(/hubs\//, {
      how: ['401', '503', 'gone', 'frozen'],
      go: async () => way.breakAll(),
      tells: () => page.locator('[data-live=broken], [data-live=joining]').waitFor(),
      on: () => live.waitFor(),
    });
  });
});

interface Walk {
  readonly how?: readonly WayFault[];
  readonly go: (fault: WayFault) => Promise<void>;
  readonly tells?: (fault: WayFault) => Promise<unknown>;
  readonly on: (fault: WayFault) => Promise<unknown>;
}
