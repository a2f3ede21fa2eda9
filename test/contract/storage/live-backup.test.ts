// The backup of a running node, over HTTP: who may take it, one at a time, whole while the node seals, and gone without
// a trace when its reader goes.
import { copyFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Client, type ClientError, createClient, sessionIn, streamer } from '../../../api/client/client.js';
import { DEFINITION, LEDGER } from '../../../api/examples/ledger.js';
import { UNREHEARSED } from '../../../cli/harness/unrehearsed.js';
import { runShell } from '../../../cli/shell/shell.js';
import { isFailure } from '../../../core/base/result.js';
import { PUBLIC_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import { SCOPE_WORDS, type ServiceScope } from '../../../core/tenant/services/principal.js';
import { type ComposedNode, composeNode } from '../../../node/compose/compose.js';
import { loadConfig } from '../../../node/config/load.js';
import { restore } from '../../../storage/backup/backup.js';
import { ChainStore } from '../../../storage/chain/chain-store.js';
import { Registers } from '../../../storage/chain/registers.js';
import { openStore } from '../../../storage/open.js';
import { folderOfEach } from '../../support/base/folders.js';
import { called } from '../../support/program/command.js';
import { COMMANDS, NOUNS } from '../../support/program/commands.js';
import { fakeTerminal } from '../../support/program/terminal.js';
import { tokenOfService } from '../world/personas.js';
import { aWorld, SILENT } from '../world/world.js';

const URL_PATH = '/api/admin/store/backup';

describe('the rights over a backup of the running node', () => {
  it('are those of the system administrator and of a service of the operator with the scope, on a call that is well formed', async () => {
    const world = await aWorld();
    const ask = async (persona?: 'systemAdmin' | 'administrator' | 'user' | 'service', url = URL_PATH) =>
      world.app.inject({
        method: 'GET',
        url,
        headers: persona === undefined ? {} : { authorization: `Bearer ${await world.token(persona)}` },
      });
    try {
      expect((await ask()).statusCode).to.equal(401);
      for (const persona of ['administrator', 'user'] as const) {
        const refused = await ask(persona);
        expect([refused.statusCode, refused.json<{ code: string }>().code], persona).to.deep.equal([403, 'FORBIDDEN']);
      }
      const asService = async (clientId: string, scope: readonly ServiceScope[], organisationId?: string) => {
        const own = organisationId === undefined ? {} : { organisationId };
        const token = await tokenOfService(world.deps, { clientId, serviceName: 'Nightly', scope, ...own });
        return world.app.inject({ method: 'GET', url: URL_PATH, headers: { authorization: `Bearer ${token}` } });
      };
      const others = SCOPE_WORDS.filter((word) => word !== 'store:backup');
      expect((await asService('of-others', others)).json()).to.include({ code: 'SCOPE_MISSING' });
      // It would read what all other tenants have.
      const ofTenant = await asService('of-a-tenant', ['store:backup'], PUBLIC_ORGANISATION_ID);
      expect(ofTenant.json()).to.include({ code: 'FORBIDDEN' });
      const nightly = await asService('nightly', ['store:backup']);
      expect([nightly.statusCode, nightly.rawPayload.includes('StoreBackupTaken')]).to.deep.equal([200, true]);
      const malformed = await ask('systemAdmin', `${URL_PATH}?register=all`);
      expect([malformed.statusCode, malformed.json<{ code: string }>().code]).to.deep.equal([400, 'QUERY_INVALID']);
      const authorization = `Bearer ${await world.token('systemAdmin')}`;
      // A HEAD would read the whole store for nothing.
      const head = await world.app.inject({ method: 'HEAD', url: URL_PATH, headers: { authorization } });
      expect(head.statusCode).to.equal(405);
      const good = await ask('systemAdmin');
      expect([good.statusCode, good.headers['cache-control']]).to.deep.equal([200, 'no-store']);
      expect(good.rawPayload.subarray(0, 24).toString()).to.equal('quorate-backup-format 1\n');
      expect(good.rawPayload.includes(Buffer.from('StoreBackupTaken'))).to.equal(true);
    } finally {
      await world.close();
    }
  });
});

describe('a backup of the running node', () => {
  const root = folderOfEach();
  let node: ComposedNode;
  let client: Client;
  let token: string;
  let registerId: string;

  beforeEach(async () => {
    const dataDir = join(root, 'data');
    const store = await openStore(dataDir, { nowMs: 1, onFatal: () => undefined });
    // More than the sockets hold, at the lowest rate: the backup lasts while the node works.
    for (let i = 0; i < 5; i++)
      await store.journal.commit([{ key: Buffer.from(`zfill${i}`), value: Buffer.alloc(900_000, i) }]);
    await store.close();
    const rate = { 'storage.backupBytesPerSecond': '1000000' };
    const flags = { 'node.dataDir': dataDir, 'http.port': '0', 'limits.standardPerMinute': '0', ...rate };
    const config = loadConfig({ env: { QUORATE_AUTH__INITIAL_PASSWORD: 'seven granite bridges wait' }, flags });
    if (isFailure(config)) throw new Error(JSON.stringify(config));
    node = composeNode(config, { log: SILENT, onFatal: () => undefined });
    await node.lifecycle.start();
    const { email, password } = node.firstAdmin()!;
    token = sessionIn(await createClient(node.address()).login({ body: { email, password } })).accessToken;
    client = createClient(node.address(), { token });
    await client.createWallet({ body: { title: 'Owner', keyType: 'ED25519' } });
    registerId = (await client.createRegister({ body: { name: 'Saved' } })).registerId;
  });
  afterEach(async () => {
    await node.lifecycle.stop();
  });

  const bytesOf = (signal?: AbortSignal) =>
    streamer(node.address(), { token })('backUpStore', {}, signal ? { signal } : {});
  const headHere = async () => (await client.getRegister({ params: { registerId } })).height;
  const codeOf = (asked: Promise<unknown>) =>
    asked.then(
      () => 'done',
      (error: ClientError) => error.code,
    );
  const sealOne = () =>
    client.publishBlueprint({
      params: { registerId },
      body: { blueprintId: LEDGER.blueprintId, override: UNREHEARSED, blueprintJson: DEFINITION },
    });
  /** As a shell would run it, over real HTTP. */
  async function shell(...words: readonly string[]) {
    const env = { QUORATE_URL: node.address(), QUORATE_TOKEN: token, XDG_CONFIG_HOME: root };
    const terminal = fakeTerminal({ env });
    const exit = await runShell({ commands: COMMANDS, nouns: NOUNS, version: '0', terminal }, words);
    return { exit, out: terminal.out(), err: terminal.err() };
  }

  it('is one snapshot while the node goes on sealing, and restores whole and fenced', async () => {
    const stream = bytesOf();
    const before = await headHere();
    const parts = [(await stream.next()).value as Uint8Array];
    expect(await codeOf(bytesOf().next())).to.equal('BACKUP_UNDERWAY');
    await sealOne();
    const after = await headHere();
    expect(after).to.be.greaterThan(before);
    for await (const part of stream) parts.push(part);
    const file = join(root, 'a.backup');
    writeFileSync(file, Buffer.concat(parts));
    const dir = join(root, 'restored');
    await restore(file, dir, { nowMs: Date.now() });
    const store = await openStore(dir, { nowMs: Date.now(), onFatal: () => undefined });
    expect(store.fence).to.equal('restored');
    const { reg } = [...(await Registers.load(store.kv)).all()].find(({ id }) => id === registerId)!;
    expect(new ChainStore(store.kv, store.journal).head(reg)!.height + 1).to.equal(before);
    await store.close();
    expect((await called(['check', '--data-dir', dir])).err, 'the backup holds no key').to.contain('master.key');
    copyFileSync(join(root, 'data', 'master.key'), join(dir, 'master.key'));
    const checked = await called(['check', '--data-dir', dir]);
    expect([checked.exit, /^sound/m.test(checked.out)], checked.err).to.deep.equal([0, true]);
  });

  it('ends with its reader, and the next one may begin', async () => {
    const gone = new AbortController();
    await bytesOf(gone.signal).next();
    expect(await codeOf(bytesOf().next())).to.equal('BACKUP_UNDERWAY');
    gone.abort();
    const again = new AbortController();
    const untilMs = Date.now() + 10_000;
    let code = 'BACKUP_UNDERWAY';
    while (code === 'BACKUP_UNDERWAY' && Date.now() < untilMs) {
      code = await codeOf(bytesOf(again.signal).next());
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(code).to.equal('done');
    again.abort();
    await sealOne();
  });

  it('breaks off when the session that asked for it ends', async () => {
    const stream = bytesOf();
    await stream.next();
    await client.logout({});
    const rest = (async () => {
      for await (const _ of stream);
    })();
    expect(await codeOf(rest)).to.not.equal('done');
  });

  it('breaks off when the node stops, which does not wait for it, and is never taken for whole', async () => {
    const file = join(root, 'cut.backup');
    const saving = shell('backup', file, '--online');
    const untilMs = Date.now() + 20_000;
    const begun = () => (statSync(`${file}.part`, { throwIfNoEntry: false })?.size ?? 0) > 0;
    while (!begun() && Date.now() < untilMs) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(begun()).to.equal(true);
    const fromMs = Date.now();
    await node.lifecycle.stop();
    expect(Date.now() - fromMs).to.be.lessThan(5000);
    const { exit, err } = await saving;
    expect(exit, err).to.equal(3);
    expect(readdirSync(root)).to.deep.equal(['data']);
  });

  it('is taken by the command line, which sends no keys and says which to copy', async () => {
    const file = join(root, 'b.backup');
    const stopped = await shell('backup', file, '--data-dir', join(root, 'data'));
    expect(stopped.err).to.contain('STORE_LOCKED').and.contain(`quorate backup ${file} --online`);
    writeFileSync(`${file}.part`, 'of an earlier call');
    const { exit, out, err } = await shell('backup', file, '--online', '--with-keys', '--json');
    expect(exit, err).to.equal(0);
    expect(JSON.parse(out)).to.include({ file });
    expect(err).to.contain('not sent over HTTP').and.contain('master.key');
    expect(readdirSync(root).sort()).to.deep.equal(['b.backup', 'data']);
    expect((await shell('backup', file, '--online')).err).to.contain('exists');
    expect((await shell('backup', join(root, 'c'), '--online', '--incomplete')).exit).to.equal(2);
    const dir = join(root, 'restored');
    expect((await called(['restore', file, '--data-dir', dir])).exit).to.equal(0);
    copyFileSync(join(root, 'data', 'master.key'), join(dir, 'master.key'));
    expect((await called(['check', '--data-dir', dir])).exit).to.equal(0);
  });
});
