// The engine that `npm run build:engine` makes, in a real browser: every documented path of the templates, the JSON
// Logic suite and hostile input give the same bytes as in Node. Skipped, with a message, where no Chromium is installed
// (Debian: apt-get install chromium).
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { Json } from '../../core/base/json.js';
import * as engine from '../../core/design/browser.js';
import { type EngineVectors, engineResults } from '../support/cells/engine-vectors.js';
import { vectorLines } from '../vectors/lines.js';
import { TEMPLATE_PATHS } from '../vectors/template-paths.js';

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const ORIGIN = 'http://engine.test';
const QUIET = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

let deep: Json = 1;
for (let i = 0; i < 60; i++) deep = [deep];
const VECTORS: EngineVectors = {
  paths: TEMPLATE_PATHS,
  hashed: ['', 'Büro \u{1F3E0}', 1e21, { b: [null, true], a: -0.1 }, 'x'.repeat(100_000), 'x'.repeat(1_000_000)],
  logic: vectorLines<readonly [Json, Json, Json]>('json-logic/compatible.jsonl'),
  bad: [
    {},
    [],
    null,
    'text',
    deep,
    { storeys: 1e21, floorArea: -0.1, projectValue: 1e-7, buildingUse: 'Büro \u{1F3E0}', project: 'x'.repeat(300) },
    JSON.parse('{"__proto__": {"storeys": 1}, "constructor": 1, "toString": 2}') as Json,
    {
      title: 'T',
      participants: [{ id: 'a' }, { id: 'a' }],
      actions: [{ id: 0, sender: 'b', condition: { nothing: [] } }],
    },
  ],
};

/**
 * The command of the script in package.json, on the source and to another file: what is tested is what people build.
 */
function bundle(entry: string, outfile: string): void {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const words = (scripts['build:engine'] as string).split('&& esbuild ')[1]?.split(' ') as string[];
  const flags = words.filter((word) => word.startsWith('--') && !word.startsWith('--outfile='));
  execFileSync('node_modules/.bin/esbuild', [entry, ...flags, `--outfile=${outfile}`, '--log-level=error']);
}

describe('the engine in a browser', function () {
  this.timeout(120_000);
  let folder: string;
  let browser: Browser;
  let page: Page;

  before(async function () {
    if (!existsSync(CHROMIUM)) {
      console.log(`      skipped: there is no Chromium at ${CHROMIUM}; install it, or name it in CHROMIUM_PATH`);
      return this.skip();
    }
    folder = mkdtempSync(join(tmpdir(), 'quorate-engine-'));
    bundle('core/design/browser.ts', join(folder, 'engine.js'));
    bundle('test/support/cells/engine-vectors.ts', join(folder, 'vectors.js'));
    browser = await chromium.launch({ executablePath: CHROMIUM, chromiumSandbox: false, args: QUIET });
    page = await browser.newPage();
    await page.route(`${ORIGIN}/**`, (route) => {
      const name = new URL(route.request().url()).pathname.slice(1);
      if (name === 'vectors.json')
        return route.fulfill({ contentType: 'application/json', body: JSON.stringify(VECTORS) });
      if (name === 'engine.js' || name === 'vectors.js')
        return route.fulfill({ contentType: 'text/javascript', body: readFileSync(join(folder, name)) });
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>engine</title>' });
    });
    await page.goto(`${ORIGIN}/`);
  });
  after(async () => {
    await browser?.close();
    if (folder) rmSync(folder, { recursive: true });
  });

  it('gives the same bytes as in Node', async () => {
    // A text, because a compiled function would bring names of its compiler along.
    const inBrowser = (await page.evaluate(`(async () => {
      const [engine, { engineResults }, vectors] = await Promise.all([
        import('/engine.js'), import('/vectors.js'), fetch('/vectors.json').then((answer) => answer.json()),
      ]);
      return engineResults(engine, vectors);
    })()`)) as string;
    const inNode = engineResults(engine, JSON.parse(JSON.stringify(VECTORS)) as EngineVectors);
    const [one, two] = [inNode.split('\n'), inBrowser.split('\n')];
    expect(one.length).to.be.greaterThan(1000);
    for (const [i, line] of one.entries()) if (line !== two[i]) expect(two[i], `line ${i}`).to.equal(line);
    expect(Buffer.from(inBrowser, 'utf8').equals(Buffer.from(inNode, 'utf8'))).to.equal(true);
  });

  it('leaves nothing in the page but its module', async () => {
    const names = (await page.evaluate(
      `Object.keys(globalThis).filter((name) => /ajv|quorate|engine/i.test(name))`,
    )) as string[];
    expect(names).to.deep.equal([]);
    expect(readFileSync(join(folder, 'engine.js'), 'utf8')).to.not.match(/from ?["']node:|require\(["']node:/);
  });
});
