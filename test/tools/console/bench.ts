// `npm run bench -- --scenario console`: the console in Chromium over a node with a large register and a full inbox,
// its budgets held against what the browser says. Frames are counted while dockets are played to the page (player.ts).
// Exit code 1 where a budget is missed, and 3 where there is no Chromium.
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { prepareActions } from '../../../cli/bench/actions.js';
import { runLoad, SEALED } from '../../../cli/bench/load.js';
import { type BenchScenario, prepareRegister, requestsOf, type Stage, setStage } from '../../../cli/bench/stage.js';
import { outputOf, table } from '../../../cli/command/output.js';
import { processTerminal } from '../../../cli/command/terminal.js';
import { signInAt, visit } from '../../e2e/console-visits.js';
import { launchBrowser } from '../../e2e/served-pages.js';
import { programOptions } from '../program-options.js';
import { playRegister } from './player.js';
import { heapMegabytes, loadedKilobytes, quantile, seenIn, watchPage, watchProcessor, worstFrames } from './seen.js';

/** A first load and a route, as the build bounds each. */
const KILOBYTES_MAX = 150 + 80;
const INTERACTION_MS_MAX = 100;
const FRAMES_LEAST = 30;
const LONG_TASKS_MS_MAX = 200;
const LONG_TASKS_IN_MS = 3000;
const HEAP_MB_MAX = 150;
/** How much slower a large register may be shown. */
const RATIO_MAX = 1.25;
/** To the drawing of the last docket that was told. */
const BEHIND_MS_MAX = 1000;
const ROUNDS = 15;
const PRESSES = 40;
/** Transactions a request, while a register is filled. */
const FILLING = { batch: 500, concurrency: 4 } as const;
/** Of a small register: as many dockets as a page shows, so that a page of a large one draws the same. */
const FEW = 100 * FILLING.batch;
const FILLED_IN_SECONDS = 3600;
/** Signed at once, ahead of their load: as many as its token outlives. */
const AHEAD = 25_000;
/** The rate of the budget of frames: 3,000 transactions a second. */
const PLAYED = { docketsPerSecond: 100, transactionsPerDocket: 30 } as const;

interface Bar {
  readonly figure: string;
  readonly value: number;
  readonly bar: string;
  readonly isMet: boolean;
}

export async function consoleBench(): Promise<number> {
  const { values } = programOptions(
    'npm run bench --',
    'With --scenario console: the budgets of the console in Chromium, over a large register and a full inbox.',
    {
      options: {
        scenario: { type: 'string', default: 'console' },
        transactions: { type: 'string', default: '1000000' },
        tasks: { type: 'string', default: '1000' },
        seconds: { type: 'string', default: '60' },
        json: { type: 'boolean', default: false },
      },
    },
  );
  const out = outputOf(processTerminal(), { json: values.json, quiet: false });
  const browser = await launchBrowser();
  if (browser === undefined) return 3;
  const stage = await setStage({ nodes: 1, mode: 'majority' });
  try {
    const small = { ...stage, workload: await prepareRegister(stage.nodes[0].client(stage.token)) };
    await load(small, { scenario: 'plain', transactions: FEW, ...FILLING });
    out.note(`Sealing ${values.transactions} transactions, and ${values.tasks} tasks.`);
    await load(stage, { scenario: 'plain', transactions: Number(values.transactions), ...FILLING });
    // The token of the beginning has ended behind a long filling.
    for (const member of stage.members) member.token = stage.token;
    stage.actions = await prepareActions(stage.members, stage.workload.registerId);
    await load(stage, { scenario: 'workflow', transactions: Number(values.tasks), batch: 1, concurrency: 16 });
    const rows = await measured(browser, {
      stage,
      small,
      seconds: Number(values.seconds),
      note: (text) => out.note(text),
    });
    out.show(rows, () =>
      table(
        ['FIGURE', 'MEASURED', 'BAR', ''],
        rows.map(({ figure, value, bar, isMet }) => [
          figure,
          Math.round(value * 10) / 10,
          bar,
          isMet ? 'met' : 'missed',
        ]),
      ),
    );
    return rows.every(({ isMet }) => isMet) ? 0 : 1;
  } finally {
    await browser.close();
    await stage.remove();
  }
}

interface Loading {
  readonly scenario: BenchScenario;
  readonly transactions: number;
  readonly batch: number;
  readonly concurrency: number;
}

async function load(stage: Stage, { transactions, concurrency, ...row }: Loading): Promise<void> {
  const { host, port } = stage.nodes[0];
  const sealed = row.scenario === 'plain' ? SEALED : '"transactionId"';
  for (let left = transactions; left > 0; left -= AHEAD) {
    stage.token = await stage.nodes[0].login();
    const requests = requestsOf(stage, { ...row, transactions: Math.min(left, AHEAD) });
    const each = { host, port, concurrency, requests, perRequest: row.batch, sealed };
    await runLoad({ ...each, secondsMax: FILLED_IN_SECONDS });
  }
}

interface Subject {
  readonly stage: Stage;
  /** The same node, with a register that has a few. */
  readonly small: Stage;
  readonly seconds: number;
  readonly note: (sentence: string) => void;
}

/** Of one page: its rows of the table, and how many requests went to other hosts. */
interface Seen {
  readonly rows: readonly Bar[];
  readonly strangers: number;
}

async function measured(browser: Browser, { stage, small, seconds, note }: Subject): Promise<readonly Bar[]> {
  const slower = await ratioOf(browser, stage, small);
  note('Pressing.');
  const inbox = await inboxOf(browser, stage);
  const register = await registerOf(browser, stage);
  const { docketsPerSecond, transactionsPerDocket } = PLAYED;
  note(
    `Playing ${docketsPerSecond} dockets of ${transactionsPerDocket} transactions a second to the page, for ${seconds} seconds. ` +
      'The bench makes them: the node seals nothing meanwhile.',
  );
  const played = await playedOf(browser, stage, seconds);
  const seen = [inbox, register, played];
  return [
    ...seen.flatMap(({ rows }) => rows),
    atMost('large register beside a small one, to its rows', slower, RATIO_MAX),
    atMost(
      'requests to other hosts',
      seen.reduce((sum, { strangers }) => sum + strangers, 0),
      0,
    ),
  ];
}

async function inboxOf(browser: Browser, stage: Stage): Promise<Seen> {
  const { page, asked, origin } = await signedIn(browser, stage, '/inbox');
  await page.locator('.row').first().waitFor();
  const kilobytes = await loadedKilobytes(page);
  await page.keyboard.press('Control+k');
  await page.locator('.palette input:focus').waitFor();
  const keys = await pressed(page, 'a key', () => page.keyboard.type('a'));
  await page.keyboard.press('Escape');
  const entries = await openAll(page);
  await page.locator('.row a').first().focus();
  let round = 0;
  const walks = await pressed(page, `End and Home in ${entries} entries`, () =>
    page.keyboard.press(round++ % 2 === 0 ? 'End' : 'Home'),
  );
  await page.context().close();
  const rows = [atMost('inbox: scripts and styles, kB', kilobytes, KILOBYTES_MAX), ...keys, ...walks];
  return { rows, strangers: strangersIn(asked, origin) };
}

/** Page by page, as a person does. Gives how many there are. */
async function openAll(page: Page): Promise<number> {
  const more = page.getByRole('button', { name: 'Show more' });
  const rows = page.locator('.row');
  let count = await rows.count();
  while ((await more.count()) > 0) {
    await more.click();
    await rows.nth(count).waitFor({ state: 'attached' });
    count = await rows.count();
  }
  return count;
}

async function registerOf(browser: Browser, stage: Stage): Promise<Seen> {
  const { page, asked, origin } = await signedIn(browser, stage, '/registers');
  await page.goto(`${origin}/console/registers/${stage.workload.registerId}`);
  await page.locator('[data-live=live]').waitFor();
  const kilobytes = await loadedKilobytes(page);
  await pause(LONG_TASKS_IN_MS);
  const { longTasks } = await seenIn(page);
  const longMs = longTasks.filter(([start]) => start < LONG_TASKS_IN_MS).reduce((sum, [, ms]) => sum + ms, 0);
  const [x, y] = await placeOf(page);
  const clicks = await pressed(page, 'a click', () => page.mouse.click(x, y));
  await page.context().close();
  const rows = [
    atMost('register: scripts and styles, kB', kilobytes, KILOBYTES_MAX),
    atMost('register: long tasks in its first 3 s, ms', longMs, LONG_TASKS_MS_MAX),
    ...clicks,
  ];
  return { rows, strangers: strangersIn(asked, origin) };
}

/** The page of the register while dockets are played to it. */
async function playedOf(browser: Browser, stage: Stage, seconds: number): Promise<Seen> {
  const [node] = stage.nodes;
  const { registerId } = stage.workload;
  const player = await playRegister({ node, client: node.client(await node.login()), registerId, ...PLAYED });
  try {
    const { page, asked } = await signedIn(browser, stage, `/registers/${registerId}`, player.origin);
    await page.locator('[data-live=live]').waitFor();
    const processor = await watchProcessor(page);
    player.begin();
    await pause(seconds * 1000);
    const end = player.end();
    const processorMs = (await processor()) / seconds;
    const { frames } = await seenIn(page);
    const { perSecond: poorest, gapMs } = worstFrames(frames, Math.max(1, seconds - 2));
    // A page that was behind what it is told would have drawn fewer of it.
    await page.locator(`.chain a[href$="/dockets/${end.docket}"]`).waitFor({ timeout: BEHIND_MS_MAX });
    const rows = [
      figure('played to a register: transactions told a second', end.transactions / seconds),
      figure('the same: processor of the page a second, ms', processorMs),
      {
        figure: 'the same: frames in the poorest second',
        value: poorest,
        bar: `>= ${FRAMES_LEAST}`,
        isMet: poorest >= FRAMES_LEAST,
      },
      figure('the same: longest time between two frames, ms', gapMs),
      atMost('the same: memory of the page behind it, MB', await heapMegabytes(page), HEAP_MB_MAX),
    ];
    await page.context().close();
    return { rows, strangers: strangersIn(asked, player.origin) };
  } finally {
    await player.close();
  }
}

function strangersIn(asked: readonly string[], origin: string): number {
  return asked.filter((url) => !url.startsWith(origin) && !/^(data|blob):/.test(url)).length;
}

function atMost(figure: string, value: number, max: number): Bar {
  return { figure, value, bar: `<= ${max}`, isMet: value <= max };
}

/** Told beside those that have a bar. */
function figure(name: string, value: number): Bar {
  return { figure: name, value, bar: '', isMet: true };
}

/** To the next paint by the clock, which a busy machine slows, and what the page took of a processor. */
async function pressed(page: Page, act: string, once: () => Promise<void>): Promise<readonly Bar[]> {
  const before = (await seenIn(page)).interactions.length;
  const processor = await watchProcessor(page);
  for (let i = 0; i < PRESSES; i++) await once();
  // The observer is told of the last one behind its frame.
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
  const processorMs = (await processor()) / PRESSES;
  const interactions = (await seenIn(page)).interactions.slice(before);
  return [
    atMost(`${act}: to the next paint, p95 ms`, quantile(interactions, 0.95), INTERACTION_MS_MAX),
    figure('the same: processor of the page for each, ms', processorMs),
  ];
}

/** Of the choice of all rows. To look for it at each press would run in the page, between the presses. */
async function placeOf(page: Page): Promise<readonly [x: number, y: number]> {
  const box = await page.getByRole('link', { name: 'All', exact: true }).boundingBox();
  if (box === null) throw new Error('The page of a register shows no choice of rows.');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** How much longer the rows of the large register take than those of the small one: medians, by turns. */
async function ratioOf(browser: Browser, large: Stage, small: Stage): Promise<number> {
  const { page, origin } = await signedIn(browser, large, '/registers');
  await page.locator('h1').waitFor();
  const times = { large: [] as number[], small: [] as number[] };
  for (let i = 0; i < ROUNDS; i++) {
    times.small.push(await rowsMs(page, `${origin}/console/registers/${small.workload.registerId}`));
    times.large.push(await rowsMs(page, `${origin}/console/registers/${large.workload.registerId}`));
  }
  await page.context().close();
  return quantile(times.large, 0.5) / quantile(times.small, 0.5);
}

/** Milliseconds from an address to the rows of the register. */
async function rowsMs(page: Page, address: string): Promise<number> {
  const begun = performance.now();
  await page.goto(address);
  await page.locator('.ledger-row').first().waitFor();
  return performance.now() - begun;
}

async function signedIn(browser: Browser, { nodes }: Stage, path: string, at?: string) {
  const [node] = nodes;
  const origin = at ?? `http://localhost:${node.port}`;
  const visited = await visit({ browser });
  await watchPage(visited.page);
  await signInAt(visited.page, `${origin}/console${path}`, node.credentials);
  return { ...visited, origin };
}
