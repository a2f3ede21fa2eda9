// The package `@quorate/client` as its users get it: packed, unpacked beside a program of theirs, and used against a
// node that runs; its types by the compiler in both ways of finding modules; and in a browser, where there is one.
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { chromium } from 'playwright-core';
import { LEDGER } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { aStarted, REVIEWED, type Started } from '../workflow/fixtures.js';
import { aWorld, type World } from '../world/world.js';
import { TYPED } from './typed.js';

const run = promisify(execFile);
const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const QUIET = ['--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update'];
const MODULES = join(process.cwd(), 'node_modules');

describe('the published client', () => {
  let folder: string;
  let installed: string;
  let world: World;
  let url: string;
  let pages: Server;
  let origin: string;
  let started: Started;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'quorate-client-'));
    const [built, packed] = [join(folder, 'built'), join(folder, 'packed')];
    installed = join(folder, 'node_modules', '@quorate', 'client');
    for (const path of [packed, installed, join(folder, 'node_modules', '@microsoft')])
      mkdirSync(path, { recursive: true });
    await run(process.execPath, ['dist/api/client/making/main.js', built]);
    await run('npm', ['pack', '--ignore-scripts', '--offline', '--pack-destination', packed], { cwd: built });
    const [archive] = readdirSync(packed) as [string];
    await run('tar', ['-xzf', join(packed, archive), '-C', installed, '--strip-components=1']);
    symlinkSync(join(MODULES, '@microsoft/signalr'), join(folder, 'node_modules/@microsoft/signalr'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    pages = createServer(({ url: path }, answer) => {
      const isScript = path?.endsWith('.js') === true;
      const file = path === '/signalr.js' ? join(MODULES, '@microsoft/signalr/dist/browser/signalr.js') : undefined;
      answer.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      answer.end(
        isScript
          ? readFileSync(file ?? join(installed, basename(path)))
          : '<!doctype html><script src="/signalr.js"></script>',
      );
    });
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
    world = await aWorld({ corsOrigins: [origin] });
    url = await world.app.listen({ port: 0, host: '127.0.0.1' });
    started = await aStarted(world);
  });
  after(async () => {
    pages?.close();
    await world?.close();
    if (folder) rmSync(folder, { recursive: true });
  });

  it('signs in, founds, acts, hears of it and proves it, in a program of somebody else', async () => {
    const program = join(folder, 'program.mjs');
    copyFileSync('test/contract/published/program.mjs', program);
    const given = {
      ...{ url, email: EXAMPLE.administratorEmail, password: EXAMPLE.password, registerId: LEDGER.registerId },
      ...{ blueprintId: LEDGER.blueprintId, wallet: EXAMPLE.walletAddress, definition: REVIEWED },
      owner: { userId: EXAMPLE.administratorId, walletId: EXAMPLE.walletAddress },
    };
    const { stdout } = await run(process.execPath, [program, JSON.stringify(given)], { cwd: folder });
    const found = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Readonly<Record<string, unknown>>;
    expect(found.registers).to.be.greaterThan(1);
    expect(found).to.deep.include({
      ...{ refused: ['REGISTER_NOT_FOUND', 404, 'string'], founded: true, isPublishable: true },
      event: ['registerId', 'docketNumber', 'docketHash', 'time', 'traceId'],
      verdicts: ['consistent', 'valid', 'invalid'],
    });
  });

  it('has types that take what the node takes, and nothing else', async () => {
    writeFileSync(join(folder, 'typed.ts'), TYPED);
    const compiler = join(MODULES, 'typescript/lib/tsc.js');
    const strict = [
      '--noEmit',
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noUncheckedIndexedAccess',
      '--skipDefaultLibCheck',
    ];
    for (const [module, resolution] of [
      ['nodenext', 'nodenext'],
      ['esnext', 'bundler'],
    ] as const) {
      const how = ['--module', module, '--moduleResolution', resolution, '--target', 'es2022', '--lib', 'es2024,dom'];
      const { stdout } = await run(process.execPath, [compiler, ...strict, ...how, 'typed.ts'], { cwd: folder }).catch(
        (error: { stdout: string }) => error,
      );
      expect(stdout, resolution).to.equal('');
    }
  });

  it('works in a browser, on a page of another origin', async function () {
    if (!existsSync(CHROMIUM)) {
      console.log(`      skipped: there is no Chromium at ${CHROMIUM}; install it, or name it in CHROMIUM_PATH`);
      return this.skip();
    }
    const registerId = LEDGER.registerId;
    const { transactionId } = started;
    const token = await world.token('administrator');
    const browser = await chromium.launch({ executablePath: CHROMIUM, chromiumSandbox: false, args: QUIET });
    try {
      const page = await browser.newPage();
      await page.goto(origin);
      // A text, because a compiled function would bring names of its compiler along.
      const found = (await page.evaluate(`(async () => {
        const [{ QuorateClient, ClientError }, { verifyEvidence }, { openHub }, { checkBlueprint, isPublishable }] =
          await Promise.all(['client', 'evidence', 'hubs', 'engine'].map((name) => import('/client/' + name + '.js')));
        const node = new QuorateClient({ url: '${url}', token: '${token}' });
        const params = { registerId: '${registerId}', txId: '${transactionId}' };
        const evidence = await node.transactions.getEvidence({ params });
        const forged = structuredClone(evidence);
        forged.docket.header.timestampMs++;
        const hub = await openHub(signalR, { client: node, hub: 'register' });
        await hub.subscribe('SubscribeToRegister', params.registerId);
        await hub.close();
        const code = await node.registers.getRegister({ params: { registerId: '..x' } }).catch((error) => error instanceof ClientError && error.code);
        const { verdict } = verifyEvidence(evidence, { head: evidence.head.certificate.docketHash + '@' + evidence.head.header.height });
        return [verdict, verifyEvidence(forged).verdict, code, isPublishable(checkBlueprint({})), typeof Buffer];
      })()`)) as unknown[];
      expect(found).to.deep.equal(['valid', 'invalid', 'PATH_INVALID', false, 'undefined']);
    } finally {
      await browser.close();
    }
  });

  it('holds modules for browsers that import no platform, and one for Node that does', () => {
    const modules = readdirSync(installed).filter((name) => name.endsWith('.js'));
    expect(modules).to.include.members(['client.js', 'engine.js', 'evidence.js', 'hubs.js']);
    for (const name of modules) {
      const text = readFileSync(join(installed, name), 'utf8');
      expect(text, name).to.not.match(/["']node:[a-z]/);
    }
    expect(readFileSync(join(installed, 'node/evidence.js'), 'utf8')).to.match(/from ?["']node:crypto/);
    for (const name of ['LICENSE', 'README.md', 'types/api/client/published/node-operations.d.ts'])
      expect(existsSync(join(installed, name)), name).to.equal(true);
    expect(readFileSync(join(installed, 'client.js')).length).to.be.lessThan(80_000);
  });
});
