// Hubs as clients meet them: the official SignalR client against the real server, over real sockets. The tests show
// which clients may connect and listen, and what they hear in which order. They show what becomes of tokens that are
// spent, revoked or missing, and how a client comes back after the node went away.
import type { HubConnection, IHttpConnectionOptions } from '@microsoft/signalr';
import { expect } from 'chai';
import type { AnnouncementHub } from '../../../actors/announcements.js';
import type { Announcement } from '../../../actors/ports.js';
import { HUB_EVENTS } from '../../../api/client/hub-events.js';
import { LEDGER } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { aRegister } from '../ledger/fixtures.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import type { Persona } from '../world/personas.js';
import { aWorld } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';
import { hubClientsOf } from './clients.js';
import { bytesBack, statusOf, talk } from './sockets.js';

const AT = Date.parse('2026-11-21T18:00:00.000Z');
const INSTANCE = '0b7d2a2e-6a3f-4a44-9a7f-1a1f52b1f001';
const OPERATION = '0b7d2a2e-6a3f-4a44-9a7f-1a1f52b1f002';
const TRACE = /^[0-9a-f]{32}$/;
const EVENTS = new Set(Object.values(HUB_EVENTS).flatMap((events) => Object.keys(events)));
type Heard = [target: string, ...args: unknown[]];

/** A client of the official library, with all that it hears, in order. */
interface Client {
  readonly connection: HubConnection;
  readonly heard: Heard[];
  /** Resolves when so many events were heard. */
  hears(count: number): Promise<Heard[]>;
}

describe('hubs', () => {
  const world = worldOfAll({ mayFail: true });
  const hubs = hubClientsOf(world);

  before(() => seedExampleWallet(world.deps));

  function client(path: string, token: string | undefined, options: IHttpConnectionOptions = {}): Client {
    const connection = hubs.make(path, token, { retries: [0, 50, 100, 200, 400, 800, 1600], ...options });
    const heard: Heard[] = [];
    let wake: () => void = () => undefined;
    for (const target of EVENTS)
      connection.on(target, (...args: unknown[]) => {
        heard.push([target, ...args]);
        wake();
      });
    const hears = async (count: number): Promise<Heard[]> => {
      while (heard.length < count)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return heard;
    };
    return { connection, heard, hears };
  }

  async function connected(persona: Persona, path = '/hubs/blueprint'): Promise<Client> {
    const made = client(path, await world.token(persona));
    await made.connection.start();
    return made;
  }

  const announce = (fact: Announcement): void => (world.deps.announcements as AnnouncementHub).announce(fact);
  const instance = (wallets: readonly string[]) => ({
    registerId: LEDGER.registerId,
    instanceId: INSTANCE,
    wallets,
    atMs: AT,
  });

  async function failure(promise: Promise<unknown>): Promise<string> {
    return promise.then(
      () => 'it did not fail',
      (error: Error) => error.message,
    );
  }

  describe('clients that connect', () => {
    it('negotiates all transports with a token, and says no without one', async () => {
      const at = `${hubs.url}/hubs/blueprint/negotiate?negotiateVersion=1`;
      const token = await world.token('user');
      const answer = await fetch(at, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
      const body = (await answer.json()) as Record<string, unknown>;
      expect(answer.status).to.equal(200);
      expect(answer.headers.get('cache-control')).to.equal('no-store');
      const offered = (body.availableTransports as { transport: string }[]).map(({ transport }) => transport);
      expect([body.negotiateVersion, ...offered]).to.deep.equal([1, 'WebSockets', 'ServerSentEvents', 'LongPolling']);
      expect(body.connectionId).to.match(TRACE);
      expect(body.connectionToken).to.match(/^[\w-]{43}$/);
      const refused = await fetch(at, { method: 'POST' });
      expect([refused.status, ((await refused.json()) as { code: string }).code]).to.deep.equal([401, 'AUTH_REQUIRED']);
      const old = (await (
        await fetch(`${hubs.url}/hubs/blueprint/negotiate?access_token=${token}`, { method: 'POST' })
      ).json()) as object;
      expect(Object.keys(old)).to.deep.equal(['negotiateVersion', 'connectionId', 'availableTransports']);
    });

    it('refuses a bad token with 401, at the negotiation and at the socket', async () => {
      expect(await failure(client('/hubs/blueprint', 'nonsense').connection.start())).to.contain('401');
      const { connection } = client('/hubs/blueprint', 'nonsense', { skipNegotiation: true, transport: 1 });
      expect(await failure(connection.start())).to.not.equal('it did not fail');
      expect(await statusOf(`${hubs.url}/hubs/blueprint?access_token=nonsense`)).to.equal(401);
      expect(await statusOf(`${hubs.url}/hubs/blueprint`)).to.equal(401);
    });

    it('lets a client skip the negotiation', async () => {
      const { connection } = client('/hubs/blueprint', await world.token('administrator'), {
        skipNegotiation: true,
        transport: 1,
      });
      await connection.start();
      expect(await connection.invoke('SubscribeToWallet', EXAMPLE.walletAddress)).to.not.be.ok;
    });

    it('takes a connection token once, and from its caller only', async () => {
      const token = await world.token('user');
      const negotiate = await fetch(`${hubs.url}/hubs/blueprint/negotiate?negotiateVersion=1`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
      });
      const { connectionToken } = (await negotiate.json()) as { connectionToken: string };
      const at = (path: string, of: string) => `${hubs.url}${path}?id=${connectionToken}&access_token=${of}`;
      expect(await statusOf(at('/hubs/blueprint', await world.token('administrator')))).to.equal(404);
      expect(await statusOf(at('/hubs/register', token))).to.equal(404);
      expect(await statusOf(at('/hubs/blueprint', token))).to.equal(101);
      expect(await statusOf(at('/hubs/blueprint', token))).to.equal(404);
    });

    it('answers at the prefixes of the gateway and at the older path', async () => {
      for (const path of ['/api/blueprint/hubs/blueprint', '/actionshub', '/api/register/hubs/register']) {
        const { connection } = await connected('administrator', path);
        expect(connection.state, path).to.equal('Connected');
      }
    });
  });

  describe('the hub of workflows', () => {
    it('tells of the wallets that were subscribed to, in order and with nothing but ids, time and trace', async () => {
      const { connection, hears } = await connected('administrator');
      await connection.invoke('SubscribeToWallet', EXAMPLE.walletAddress);
      const about = instance(['qr1other', EXAMPLE.walletAddress, EXAMPLE.walletAddress]);
      const operation = { operationId: OPERATION, wallet: EXAMPLE.walletAddress, atMs: AT };
      announce({ type: 'action-available', actionId: 1, ...about });
      announce({ type: 'action-available', actionId: 9, ...instance(['qr1other']) });
      announce({ type: 'action-confirmed', actionId: 1, txId: 'ab'.repeat(32), ...about });
      announce({ type: 'action-rejected', actionId: 2, txId: 'cd'.repeat(32), ...about });
      announce({ type: 'action-timed-out', actionId: 3, txId: 'ef'.repeat(32), ...about });
      announce({ type: 'action-reminder', actionId: 3, timer: 'nudge', ...about });
      announce({ type: 'action-suspect', actionId: 3, txId: 'ef'.repeat(32), ...about });
      announce({ type: 'confirmation-asked', actionId: 4, ...about });
      announce({ type: 'confirmation-given', actionId: 4, txId: 'ef'.repeat(32), ...about });
      announce({ type: 'resolution-asked', actionId: 4, ...about });
      announce({ type: 'operation-progress', percentComplete: 40, ...operation });
      announce({ type: 'operation-completed', percentComplete: 100, ...operation });
      announce({ type: 'operation-failed', percentComplete: 40, ...operation });
      for (const type of ['role-claimed', 'role-released', 'claim-lapsed'] as const)
        announce({ type, role: 'clerk', ...about });
      announce({ type: 'cancellation-asked', ...about });
      announce({ type: 'instance-state', state: 'Completed', ...about });
      announce({ type: 'workflow-completed', ...about });
      const heard = await hears(18);
      const time = '2026-11-21T18:00:00.000Z';
      expect(heard.map((event) => event.slice(0, -1))).to.deep.equal([
        ['ActionAvailable', INSTANCE, 1, time],
        ['ActionConfirmed', INSTANCE, 1, time],
        ['ActionRejected', INSTANCE, 2, time],
        ['ActionTimedOut', INSTANCE, 3, time],
        ['ActionReminder', INSTANCE, 3, 'nudge', time],
        ['ActionSuspect', LEDGER.registerId, INSTANCE, 3, 'ef'.repeat(32), time],
        ...['ConfirmationAsked', 'ConfirmationGiven', 'ResolutionAsked'].map((name) => [name, INSTANCE, 4, time]),
        ['EncryptionProgress', OPERATION, 40, time],
        ['EncryptionComplete', OPERATION, time],
        ['EncryptionFailed', OPERATION, time],
        ...['RoleClaimed', 'RoleReleased', 'ClaimLapsed'].map((name) => [name, INSTANCE, 'clerk', time]),
        ['CancellationAsked', INSTANCE, time],
        ['InstanceStateChanged', INSTANCE, 'Completed', time],
        ['WorkflowCompleted', INSTANCE, time],
      ]);
      for (const event of heard) expect(event.at(-1)).to.match(TRACE);
      // Three are about one transaction.
      expect(new Set(heard.map((event) => event.at(-1))).size).to.equal(16);
    });

    it('tells who listens to a wallet of its credentials, where they may use its key', async () => {
      await seedExampleWallet(world.deps, true);
      const owner = await connected('administrator', '/hubs/wallet');
      const other = await connected('user', '/hubs/wallet');
      for (const { connection } of [owner, other]) await connection.invoke('SubscribeToWallet', EXAMPLE.walletAddress);
      const about = { wallet: EXAMPLE.walletAddress, credentialId: EXAMPLE.credentialId, issuanceTxId: '', atMs: AT };
      for (const type of ['available', 'received', 'status-changed'] as const)
        announce({ type: `credential-${type}`, ...about });
      announce({ type: 'pending-credential-count', count: 2, ...about });
      announce({ type: 'operation-completed', operationId: OPERATION, percentComplete: 100, ...about });
      const ids = [about.wallet, about.credentialId, '2026-11-21T18:00:00.000Z'];
      expect((await owner.hears(5)).slice(0, 4).map((event) => event.slice(0, -1))).to.deep.equal([
        ['CredentialAvailable', ...ids.slice(1)],
        ...['CredentialReceived', 'CredentialStatusChanged'].map((target) => [target, ...ids]),
        ['PendingCredentialCountUpdated', ids[0], 2, ids[2]],
      ]);
      expect((await other.hears(1)).map(([target]) => target)).to.deep.equal(['EncryptionComplete']);
      await seedExampleWallet(world.deps);
    });

    it('says no to a wallet of somebody else, and to one that is not there, in the same words', async () => {
      const { connection, heard } = await connected('user');
      const foreign = await failure(connection.invoke('SubscribeToWallet', EXAMPLE.walletAddress));
      const none = await failure(connection.invoke('SubscribeToWallet', 'qr1nobody'));
      expect(foreign).to.contain('WALLET_NOT_FOUND').and.to.equal(none);
      announce({ type: 'action-available', actionId: 1, ...instance([EXAMPLE.walletAddress]) });
      // A later answer shows that nothing came before it.
      expect(await failure(connection.invoke('SubscribeToWallet', 'qr1nobody'))).to.equal(none);
      expect(heard).to.deep.equal([]);
    });

    it('tells nothing after the subscription, or the right to it, has ended', async () => {
      const owner = await connected('administrator');
      const other = await connected('user');
      await seedExampleWallet(world.deps, true);
      await owner.connection.invoke('SubscribeToWallet', EXAMPLE.walletId);
      await other.connection.invoke('subscribetowallet', EXAMPLE.walletAddress);
      announce({ type: 'workflow-completed', ...instance([EXAMPLE.walletAddress]) });
      await Promise.all([owner.hears(1), other.hears(1)]);
      // A result found with the key is for users of the wallet, and not for all who see the wallet.
      announce({ type: 'action-suspect', actionId: 3, txId: 'ef'.repeat(32), ...instance([EXAMPLE.walletAddress]) });
      await owner.hears(2);
      await seedExampleWallet(world.deps);
      announce({ type: 'workflow-completed', ...instance([EXAMPLE.walletAddress]) });
      await owner.hears(3);
      await owner.connection.invoke('UnsubscribeFromWallet', EXAMPLE.walletAddress);
      announce({ type: 'workflow-completed', ...instance([EXAMPLE.walletAddress]) });
      expect(await failure(owner.connection.invoke('SubscribeToWallet', 'qr1nobody'))).to.contain('WALLET_NOT_FOUND');
      expect(await failure(other.connection.invoke('SubscribeToWallet', 'qr1nobody'))).to.contain('WALLET_NOT_FOUND');
      expect([owner.heard.length, other.heard.length]).to.deep.equal([3, 1]);
    });

    it('answers unknown methods, streams and wrong arguments with an error, and goes on', async () => {
      const { connection } = await connected('administrator');
      expect(await failure(connection.invoke('DropEverything'))).to.contain('HUB_METHOD_UNKNOWN');
      expect(await failure(connection.invoke('constructor'))).to.contain('HUB_METHOD_UNKNOWN');
      for (const args of [[], [1], [null], [''], ['x'.repeat(200)], ['a', 'b'], [{}]])
        expect(await failure(connection.invoke('SubscribeToWallet', ...args))).to.contain('HUB_ARGUMENTS_INVALID');
      const streamed = new Promise<string>((resolve) => {
        connection.stream('Counter').subscribe({
          next: () => undefined,
          complete: () => resolve('complete'),
          error: (error: Error) => resolve(error.message),
        });
      });
      expect(await streamed).to.contain('HUB_METHOD_UNKNOWN');
      await connection.invoke('SubscribeToWallet', EXAMPLE.walletAddress);
      expect(world.errors).to.deep.equal([]);
    });
  });

  describe('the hub of registers', () => {
    it('tells of what is founded, sealed and deleted', async () => {
      const watcher = await connected('administrator', '/hubs/register');
      await watcher.connection.invoke('SubscribeToTenant', EXAMPLE.organisationId);
      const registerId = await aRegister(world, 'Watched register');
      const [created] = await watcher.hears(1);
      expect(created?.slice(0, 2)).to.deep.equal(['RegisterCreated', registerId]);
      await watcher.connection.invoke('SubscribeToRegister', registerId);
      announce({
        type: 'docket-sealed',
        registerId,
        height: 1,
        hash: 'ab'.repeat(32),
        transactions: [{ txId: 'cd'.repeat(32) }, { txId: 'ef'.repeat(32) }] as never,
        timestampMs: AT,
      });
      const end = { registerId, txId: 'ac'.repeat(32) };
      announce({ ...end, type: 'transaction-refused', code: 'VAL_CHAIN_FORK' });
      announce({ ...end, type: 'transaction-abandoned', code: 'REGISTER_LEFT' });
      announce({ type: 'register-status', registerId, status: 'OFFLINE' });
      announce({ type: 'register-sync', registerId, syncState: 'recovering' });
      announce({ type: 'register-deleted', registerId, tenantId: EXAMPLE.organisationId });
      const heard = (await watcher.hears(10)).slice(1).map((event) => event.slice(0, -1));
      const time = '2026-11-21T18:00:00.000Z';
      const now = new Date(world.deps.clock.now()).toISOString();
      expect(heard).to.deep.equal([
        ['DocketSealed', registerId, 1, 'ab'.repeat(32), time],
        ['RegisterHeightUpdated', registerId, 2, time],
        ['TransactionConfirmed', registerId, 'cd'.repeat(32), time],
        ['TransactionConfirmed', registerId, 'ef'.repeat(32), time],
        ['TransactionRefused', registerId, end.txId, 'VAL_CHAIN_FORK', now],
        ['TransactionAbandoned', registerId, end.txId, 'REGISTER_LEFT', now],
        ['RegisterStatusChanged', registerId, 'OFFLINE', now],
        ['RegisterSyncStateChanged', registerId, 'recovering', now],
        ['RegisterDeleted', registerId, now],
      ]);
    });

    it('says no to registers and tenants that the caller does not see', async () => {
      const { connection } = await connected('user', '/hubs/register');
      const elsewhere = '00000000-0000-0000-0000-000000000001';
      expect(await failure(connection.invoke('SubscribeToRegister', elsewhere))).to.contain('REGISTER_NOT_FOUND');
      expect(await failure(connection.invoke('SubscribeToTenant', elsewhere))).to.contain('ORGANISATION_NOT_FOUND');
    });
  });

  describe('the end of a connection', () => {
    it('comes with a revoked token, and the client is not to return', async () => {
      const { accessToken } = await world.session('user');
      const { connection } = client('/hubs/blueprint', accessToken);
      await connection.start();
      const closed = new Promise<Error | undefined>((resolve) => connection.onclose(resolve));
      const done = await fetch(`${hubs.url}/api/auth/logout`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}` },
      });
      expect(done.status).to.be.lessThan(300);
      connection.invoke('SubscribeToWallet', EXAMPLE.walletAddress).catch(() => undefined);
      expect((await closed)?.message).to.contain('The token was revoked');
    });

    it('is an invitation to come back when the node stops, and the client does', async () => {
      const first = await aWorld();
      const at = await first.app.listen({ port: 0, host: '127.0.0.1' });
      const token = await first.token('administrator');
      const connection = hubs.make(`${at}/hubs/blueprint`, token, { retries: Array.from({ length: 50 }, () => 100) });
      const seen: string[] = [];
      connection.onreconnecting(() => void seen.push('reconnecting'));
      const back = new Promise<void>((resolve) => connection.onreconnected(() => resolve()));
      await connection.start();
      await first.close();
      const second = await aWorld();
      await second.app.listen({ port: Number(new URL(at).port), host: '127.0.0.1' });
      try {
        await back;
        await seedExampleWallet(second.deps);
        await connection.invoke('SubscribeToWallet', EXAMPLE.walletAddress);
        expect(seen).to.deep.equal(['reconnecting']);
      } finally {
        await connection.stop();
        await second.close();
      }
    });

    it('comes to a client that breaks the framing or the protocol, and to no other one', async () => {
      const bystander = await connected('administrator');
      const token = await world.token('user');
      for (const [frames, last] of [
        [
          ['{"protocol":"json","version":1}\x1e', 'no json\x1e'],
          '{"type":7,"error":"HUB_PROTOCOL: A record is not a JSON object."}\x1e',
        ],
        [['{"protocol":"json","version":1}\x1e', 'x'.repeat(70_000)], '{}\x1e'],
        [['GET / HTTP/1.1\x1e'], '{"error":"The first record is not a handshake."}\x1e'],
      ] as const)
        expect(await talk(`${hubs.url}/hubs/blueprint?access_token=${token}`, frames)).to.equal(last);
      await bystander.connection.invoke('SubscribeToWallet', EXAMPLE.walletAddress);
    });
  });

  describe('other requests', () => {
    it('that offer another protocol are answered in this one', async () => {
      const answer = await bytesBack(
        hubs.url,
        'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\n' +
          'HTTP2-Settings: AAMAAABkAAQAAP__\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
      );
      expect(answer)
        .to.match(/^HTTP\/1\.1 400 /)
        .and.contain('BODY_INVALID');
      const socket =
        'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
      const elsewhere = await bytesBack(
        hubs.url,
        `GET /api/health/live HTTP/1.1\r\nHost: x\r\nConnection: close, upgrade\r\n${socket}\r\n`,
      );
      expect(elsewhere).to.match(/^HTTP\/1\.1 404 /);
      // A second request follows on the connection of the first.
      const two = await bytesBack(
        hubs.url,
        `GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\n${socket}\r\nGET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
      expect(two.match(/HTTP\/1\.1 404 /g)).to.have.length(2);
    });

    it('that offer another protocol many times in one train are answered each, in their order', async () => {
      const offer = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: foo\r\n\r\n`;
      const plain = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
      const train = Array.from({ length: 30 }, (_, i) => (i % 3 === 0 ? plain(`/n${i}`) : offer(`/n${i}`)));
      const answer = await bytesBack(
        hubs.url,
        `${train.join('')}GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      );
      const named = [...answer.matchAll(/"instance":"([^"]*)"/g)].map(([, path]) => path);
      expect(named).to.deep.equal([...train.map((_, i) => `/n${i}`), '/last']);
    });

    it('to the path of a hub are told what it is', async () => {
      const token = await world.token('user');
      const answer = await fetch(`${hubs.url}/hubs/blueprint`, { headers: { authorization: `Bearer ${token}` } });
      expect([answer.status, ((await answer.json()) as { code: string }).code]).to.deep.equal([404, 'ROUTE_NOT_FOUND']);
    });
  });
});
