// The official SignalR client in a real browser, from a page of another origin: the bundle that the package ships, with
// its own defaults, hears what is told of a wallet. Skipped, with a message, where no Chromium is installed (Debian:
// apt-get install chromium).
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { AnnouncementHub } from '../../actors/announcements.js';
import { EXAMPLE } from '../../api/examples/values.js';
import { seedExampleWallet } from '../contract/wallets/wallets.js';
import { aWorld, type World } from '../contract/world/world.js';

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const CLIENT = 'node_modules/@microsoft/signalr/dist/browser/signalr.js';
const INSTANCE = '0b7d2a2e-6a3f-4a44-9a7f-1a1f52b1f001';

describe('hubs in a browser', () => {
  let world: World;
  let url: string;
  let browser: Browser;
  let page: Page;
  let pages: Server;

  before(async function () {
    if (!existsSync(CHROMIUM)) {
      console.log(`      skipped: there is no Chromium at ${CHROMIUM}; install it, or name it in CHROMIUM_PATH`);
      return this.skip();
    }
    // A page of the public network may not call a loopback address, so that it is served from another port of this one.
    pages = createServer(({ url: path }, answer) => {
      const script = path === '/signalr.js';
      answer.setHeader('content-type', script ? 'text/javascript' : 'text/html');
      answer.end(script ? readFileSync(CLIENT) : '<!doctype html><script src="/signalr.js"></script>');
    });
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
    world = await aWorld({ corsOrigins: [origin] });
    url = await world.app.listen({ port: 0, host: '127.0.0.1' });
    await seedExampleWallet(world.deps);
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      chromiumSandbox: false,
      args: ['--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-component-update'],
    });
    page = await browser.newPage();
    await page.goto(origin);
  });
  after(async () => {
    await browser?.close();
    await world?.close();
    pages?.close();
  });

  /** Runs the body of an async function in the page. */
  const inPage = (body: string): Promise<unknown> => page.evaluate(`(async () => { ${body} })()`);

  it('connects, listens to a wallet and hears of an action', async () => {
    const token = await world.token('administrator');
    await inPage(`
      window.heard = [];
      window.hub = new signalR.HubConnectionBuilder()
        .withUrl('${url}/hubs/blueprint', { accessTokenFactory: () => '${token}' }).build();
      window.first = new Promise((resolve) => hub.on('ActionAvailable', (...args) => { heard.push(args); resolve(); }));
      await hub.start();
      await hub.invoke('SubscribeToWallet', '${EXAMPLE.walletAddress}');
    `);
    (world.deps.announcements as AnnouncementHub).announce({
      type: 'action-available',
      registerId: 'r',
      instanceId: INSTANCE,
      actionId: 3,
      wallets: [EXAMPLE.walletAddress],
      atMs: Date.parse('2026-11-21T18:00:00.000Z'),
    });
    const heard = (await inPage('await first; return heard;')) as unknown[][];
    expect(heard.map((args) => args.slice(0, 3))).to.deep.equal([[INSTANCE, 3, '2026-11-21T18:00:00.000Z']]);
    expect(heard[0]?.[3]).to.match(/^[0-9a-f]{32}$/);
  });

  for (const transport of ['ServerSentEvents', 'LongPolling'])
    it(`hears the same where there are no web sockets, by ${transport}`, async () => {
      const token = await world.token('administrator');
      await inPage(`
        window.other = new signalR.HubConnectionBuilder()
          .withUrl('${url}/hubs/blueprint', {
            accessTokenFactory: () => '${token}', transport: signalR.HttpTransportType.${transport},
          }).build();
        window.told = new Promise((resolve) => other.on('WorkflowCompleted', resolve));
        await other.start();
        await other.invoke('SubscribeToWallet', '${EXAMPLE.walletAddress}');
      `);
      (world.deps.announcements as AnnouncementHub).announce({
        ...{ type: 'workflow-completed', registerId: 'r', instanceId: INSTANCE },
        ...{ wallets: [EXAMPLE.walletAddress], atMs: 0 },
      });
      expect(await inPage('return told;')).to.equal(INSTANCE);
      // A connection that polls ends with a request, which a page of another origin may send if it is allowed to.
      expect(await inPage('await other.stop(); return other.state;')).to.equal('Disconnected');
    });

  it('is refused a wallet of somebody else, and a connection without a token', async () => {
    const token = await world.token('user');
    const refused = await inPage(`
      const hub = new signalR.HubConnectionBuilder()
        .withUrl('${url}/hubs/blueprint', { accessTokenFactory: () => '${token}' }).build();
      await hub.start();
      const message = await hub.invoke('SubscribeToWallet', '${EXAMPLE.walletAddress}').catch((error) => error.message);
      await hub.stop();
      return message;
    `);
    expect(refused).to.contain('WALLET_NOT_FOUND');
    const anonymous = await inPage(`
      const hub = new signalR.HubConnectionBuilder().withUrl('${url}/hubs/blueprint').build();
      return hub.start().then(() => 'connected', (error) => error.message);
    `);
    expect(anonymous).to.contain('401');
  });
});
