// The whole node in this process, on a real disk and a free port: what it tells of itself, how it drains, and what
// stops its start.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { FIRST_ADMIN_EMAIL } from '../../../api/auth/bootstrap.js';
import { type Client, type ClientError, createClient, sessionIn } from '../../../api/client/client.js';
import { DEFINITION, LEDGER } from '../../../api/examples/ledger.js';
import { healthExamples } from '../../../api/groups/node/health/examples.js';
import { UNREHEARSED } from '../../../cli/harness/unrehearsed.js';
import type { Log } from '../../../core/base/ports.js';
import { isFailure } from '../../../core/base/result.js';
import { type ComposedNode, composeNode } from '../../../node/compose/compose.js';
import { loadConfig } from '../../../node/config/load.js';
import { openStore } from '../../../storage/open.js';
import { lastSeenOp, readLastSeen } from '../../../storage/tables/node/last-seen.js';
import { folderOfEach } from '../../support/base/folders.js';
import { freePort } from '../../support/mesh/free-port.js';
import { anAuthority, DAY_MS, enrolled } from '../../support/mesh/pki.js';
import { SILENT } from '../world/world.js';

/** Of the first administrator. */
const PASSWORD = 'seven granite bridges wait';

function nodeIn(
  dataDir: string,
  flags: Readonly<Record<string, string>> = {},
  env: Readonly<Record<string, string | undefined>> = {},
): ComposedNode {
  const all = { 'node.dataDir': dataDir, 'http.port': '0', 'limits.standardPerMinute': '0', ...flags };
  const config = loadConfig({ env: { QUORATE_AUTH__INITIAL_PASSWORD: PASSWORD, ...env }, flags: all });
  if (isFailure(config)) throw new Error(JSON.stringify(config));
  return composeNode(config, {
    log: SILENT,
    onFatal: (error) => {
      throw error;
    },
  });
}

/** A client of the first administrator. */
async function signIn(node: ComposedNode): Promise<Client> {
  const { email, password } = node.firstAdmin()!;
  const { accessToken } = sessionIn(await createClient(node.address()).login({ body: { email, password } }));
  return createClient(node.address(), { token: accessToken });
}

/** Value of the series with this name and these labels, NaN when there is none. */
function sample(text: string, series: string): number {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? Number.NaN : Number(line.slice(series.length + 1));
}

describe('a node', () => {
  const folder = folderOfEach();

  it('measures its journal, pools, dockets and requests', async () => {
    const node = nodeIn(folder, { 'consensus.docketTransactionsMax': '7', 'consensus.docketBytesMax': '70000' });
    await node.lifecycle.start();
    try {
      const client = await signIn(node);
      await client.createWallet({ body: { title: 'Owner', keyType: 'ED25519' } });
      const { registerId } = await client.createRegister({ body: { name: 'Measured' } });
      const { policy } = await client.getRegisterPolicy({ params: { registerId } });
      expect(policy.consensus).to.include({ mode: 'majority', docketTransactionsMax: 7, docketBytesMax: 70_000 });
      const body = { blueprintId: LEDGER.blueprintId, override: UNREHEARSED, blueprintJson: DEFINITION };
      await client.publishBlueprint({ params: { registerId }, body });
      const metrics = async () => String(await client.getPrometheusMetrics());
      let text = await metrics();
      // Writes that follow a docket, as those of the inbox do, may still be on their way to the disk.
      while (sample(text, 'ledger_journal_backlog_bytes') !== 0) text = await metrics();
      expect(sample(text, 'ledger_register_submitted_total')).to.equal(1);
      expect(sample(text, 'ledger_register_sealed_total')).to.equal(1);
      expect(sample(text, 'ledger_docket_sealed_total')).to.equal(1);
      expect(sample(text, 'ledger_docket_seal_seconds_count')).to.equal(1);
      expect(sample(text, 'ledger_pool_transactions')).to.equal(0);
      expect(sample(text, 'ledger_outbox_transactions')).to.equal(0);
      expect(sample(text, 'ledger_register_active')).to.equal(1);
      expect(sample(text, 'ledger_journal_commits_total')).to.be.greaterThan(3);
      expect(sample(text, 'ledger_journal_sync_seconds_count')).to.equal(sample(text, 'ledger_journal_commits_total'));
      expect(sample(text, 'ledger_journal_sync_seconds_sum')).to.be.greaterThan(0);
      expect(sample(text, 'ledger_actor_restarts_total')).to.equal(0);
      expect(sample(text, 'ledger_register_halted')).to.equal(0);
      expect(sample(text, 'ledger_http_requests_total{operation="createRegister",status="201"}')).to.equal(1);
      expect(sample(text, 'nodejs_eventloop_lag_p99_seconds')).to.be.greaterThan(0);
    } finally {
      await node.lifecycle.stop();
    }
  });

  it('is not ready while it drains, serves all the same, and keeps nobody waiting when it stops', async () => {
    const node = nodeIn(folder);
    await node.lifecycle.start();
    const client = await signIn(node);
    await client.createWallet({ body: { title: 'Owner', keyType: 'ED25519' } });
    const { registerId } = await client.createRegister({ body: { name: 'Drained' } });
    await client.pauseValidation({ params: { registerId } });
    const health = async (path: string) => {
      const { status, headers } = await fetch(`${node.address()}${path}`);
      return [status, headers.get('connection')];
    };
    expect(await health('/health')).to.deep.equal([200, 'keep-alive']);
    const { email, password } = { email: FIRST_ADMIN_EMAIL, password: PASSWORD };
    const { accessToken } = sessionIn(await createClient(node.address()).login({ body: { email, password } }));
    const waiting = fetch(`${node.address()}/api/registers/${registerId}/blueprints/publish`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json', prefer: 'wait=40' },
      body: JSON.stringify({ blueprintId: LEDGER.blueprintId, override: UNREHEARSED, blueprintJson: DEFINITION }),
    });
    const pool = () => client.getMemPool({ params: { registerId } });
    while ((await pool()).totalTransactions === 0) await health('/alive');
    node.lifecycle.drain();
    expect(await health('/health')).to.deep.equal([503, 'close']);
    expect(await health('/alive')).to.deep.equal([200, 'close']);
    const begunMs = performance.now();
    await node.lifecycle.stop();
    expect((await waiting).status).to.equal(202);
    expect(performance.now() - begunMs, 'connections under way have 5 s').to.be.lessThan(5000);
  });

  it('lets a call and a transaction be followed by their trace at the level debug', async () => {
    const lines: (readonly [string, Record<string, unknown>])[] = [];
    const note = (fields: object, text: string) => void lines.push([text, fields as Record<string, unknown>]);
    const log: Log = { debug: note, info: note, warn: note, error: note, child: () => log, isDebug: () => true };
    const flags = { 'node.dataDir': folder, 'http.port': '0' };
    const config = loadConfig({ env: { QUORATE_AUTH__INITIAL_PASSWORD: PASSWORD }, flags });
    if (isFailure(config)) throw new Error(JSON.stringify(config));
    const node = composeNode(config, { log, onFatal: () => undefined });
    await node.lifecycle.start();
    try {
      const client = await signIn(node);
      await client.createWallet({ body: { title: 'Owner', keyType: 'ED25519' } });
      const { registerId } = await client.createRegister({ body: { name: 'Followed' } });
      const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
      const headers = { traceparent: `00-${trace}-00f067aa0ba902b7-01` };
      const body = { blueprintId: LEDGER.blueprintId, override: UNREHEARSED, blueprintJson: DEFINITION };
      await client.publishBlueprint({ params: { registerId }, body }, { headers });
      const of = (id: string) => lines.filter(([, { traceId }]) => traceId === id).map(([text]) => text);
      const way = ['A transaction came.', 'A transaction was proposed.', 'A transaction was sealed.'];
      expect(of(trace)).to.deep.equal(way);
      const refused = await fetch(`${node.address()}/api/registers/${registerId}`);
      const { traceId, code } = (await refused.json()) as Record<string, string>;
      expect(of(traceId as string)).to.deep.equal(['A call was refused.']);
      expect(lines.find(([, fields]) => fields.traceId === traceId)?.[1]).to.include({
        operationId: 'getRegister',
        code,
      });
    } finally {
      await node.lifecycle.stop();
    }
  });

  it('measures rehearsals, sandboxes and overrides under the names of the specification', async () => {
    const node = nodeIn(folder);
    await node.lifecycle.start();
    try {
      const client = await signIn(node);
      await client.createWallet({ body: { title: 'Owner', keyType: 'ED25519' } });
      const { registerId } = await client.createRegister({ body: { name: 'Measured' } });
      const { id } = await client.createBlueprint({ body: { ...DEFINITION, id: 'measured' } });
      const { rehearsalId } = await client.startRehearsal({ params: { id }, body: { mode: 'full' } });
      await client.discardRehearsal({ params: { id, rehearsalId } });
      await client.publishDraft({ params: { id }, body: { registerId, override: UNREHEARSED } });
      const text = String(await client.getPrometheusMetrics());
      expect(sample(text, 'rehearsal_run_total')).to.equal(1);
      expect(sample(text, 'sandbox_provision_total{outcome="founded"}')).to.equal(1);
      expect(sample(text, 'rehearsal_duration_seconds_count{outcome="Abandoned"}')).to.equal(1);
      expect(sample(text, 'publish_override_total')).to.equal(1);
    } finally {
      await node.lifecycle.stop();
    }
  });

  it('signs for a register as often a minute as its settings say', async () => {
    const node = nodeIn(folder, { 'limits.systemSigningsPerMinute': '3' });
    await node.lifecycle.start();
    try {
      const client = await signIn(node);
      await client.createWallet({ body: { title: 'Owner', keyType: 'ED25519' } });
      const { registerId } = await client.createRegister({ body: { name: 'Deployed by a script' } });
      const statuses: number[] = [];
      for (const blueprintId of ['first', 'second', 'third']) {
        const body = { blueprintId, override: UNREHEARSED, blueprintJson: { ...DEFINITION, id: blueprintId } };
        const made = client.publishBlueprint({ params: { registerId }, body });
        statuses.push(
          await made.then(
            () => 200,
            ({ status }: ClientError) => status,
          ),
        );
      }
      // Its genesis was the first.
      expect(statuses).to.deep.equal([200, 200, 429]);
    } finally {
      await node.lifecycle.stop();
    }
    const config = loadConfig({ env: {}, flags: {} });
    expect(isFailure(config) ? 0 : config.limits.systemSigningsPerMinute).to.equal(100);
  });

  it('tells its metrics to its operator, and at a port of their own without a token, once a second at the most', async () => {
    const port = await freePort();
    const node = nodeIn(folder, { 'metrics.port': String(port) });
    await node.lifecycle.start();
    const read = (url: string, method = 'GET') => fetch(url, { method, signal: AbortSignal.timeout(5000) });
    try {
      expect((await read(`${node.address()}/metrics`)).status).to.equal(401);
      const operator = await signIn(node);
      const own = `http://127.0.0.1:${port}`;
      const first = await (await read(`${own}/metrics`)).text();
      expect(first).to.contain('ledger_journal_commits_total');
      const again = await Promise.all(Array.from({ length: 10 }, async () => (await read(`${own}/metrics`)).text()));
      // CPU time is in the text: one that was made anew is another one.
      expect(new Set([first, ...again]).size).to.be.at.most(2);
      expect(String(await operator.getPrometheusMetrics())).to.contain('ledger_journal_commits_total');
      const others = [read(`${own}/api/stats`), read(own), read(`${own}/metrics`, 'POST')];
      expect((await Promise.all(others)).map(({ status }) => status)).to.deep.equal([404, 404, 405]);
      const stranger = await (await read(`${node.address()}/api/stats`)).json();
      expect((stranger as { serviceMetrics: object }).serviceMetrics).to.deep.equal({});
    } finally {
      await node.lifecycle.stop();
    }
    expect(await read(`http://127.0.0.1:${port}/metrics`).catch(() => undefined)).to.equal(undefined);
  });

  it('is ready while it serves, and answers no client once it has stopped', async () => {
    const node = nodeIn(folder);
    await node.lifecycle.start();
    const address = node.address();
    const answer = await fetch(`${address}/health`);
    const { status, services } = (await answer.json()) as { status: string; services: Record<string, unknown> };
    await node.lifecycle.stop();
    expect([answer.status, status]).to.deep.equal([200, 'healthy']);
    const serving = ['store', 'registers', 'storage', 'validator', 'blueprints', 'mesh', 'gossip'];
    expect(Object.keys(services)).to.deep.equal([
      ...serving,
      'disk',
      'signatures',
      'http',
      'files',
      'clock',
      'instances',
      'operations',
      'webhooks',
    ]);
    const refused = await fetch(`${address}/health`).catch((error: Error) => error);
    expect(refused).to.be.instanceOf(Error);
  });

  it('doubts a clock that was set while it was stopped', async function () {
    if (process.platform !== 'linux') this.skip();
    const first = nodeIn(folder);
    await first.lifecycle.start();
    await first.lifecycle.stop();
    // The clock of then was 20 days before the one of now, and the machine ran for a second in between.
    const store = await openStore(folder, { nowMs: Date.now(), onFatal: () => undefined });
    const last = readLastSeen(store.kv)!;
    await store.journal.commit([lastSeenOp({ ...last, wallMs: last.wallMs - 20 * DAY_MS })]);
    await store.close();
    const second = nodeIn(folder);
    await second.lifecycle.start();
    const { services } = await createClient(second.address()).getHealth();
    await second.lifecycle.stop();
    expect(services.clock?.status).to.equal('degraded');
    expect(services.clock?.error).to.contain('jumped by 20 days ahead').and.contain('quorate clock confirm');
  });

  it('tells its operator of its mesh and gossip, and names the parts that the documentation names', async () => {
    const authority = await anAuthority(join(folder, 'ca'), { nowMs: Date.now() - DAY_MS });
    const dataDir = join(folder, 'data');
    await enrolled(join(dataDir, 'mesh'), authority, { nowMs: Date.now() - DAY_MS });
    const [grpcPort, gossipPort] = [await freePort(), await freePort()];
    const ports = { 'network.grpcPort': `${grpcPort}`, 'network.gossipPort': `${gossipPort}` };
    const on = { 'network.enabled': 'true', 'network.host': '127.0.0.1', ...ports };
    const node = nodeIn(dataDir, { ...on, 'node.installation': 'local' });
    await node.lifecycle.start();
    const client = createClient(node.address());
    const { accessToken } = sessionIn(
      await client.login({ body: { email: node.firstAdmin()!.email, password: PASSWORD } }),
    );
    const operator = { headers: { authorization: `Bearer ${accessToken}` } };
    const [health, stats] = await Promise.all([client.getHealth(), client.getStats({}, operator)]);
    await node.lifecycle.stop();
    expect(health.status).to.equal('healthy');
    expect(health.services.gossip).to.deep.equal({ status: 'healthy', endpoint: health.services.store?.endpoint });
    expect(stats.serviceMetrics.gossip).to.deep.equal({ listening: 1, peers: 0, listeners: 0 });
    expect(stats.serviceMetrics.mesh).to.deep.equal({
      linksUp: 0,
      registersWithoutQuorum: 0,
      seatsLost: 0,
      seatsWithoutPeerId: 0,
    });
    expect(health.metrics).to.deep.equal({ totalBlueprints: 0, publishedVersions: 0 });
    const { getHealth, getStats } = healthExamples;
    const keys = (of: object) => Object.entries(of).map(([name, counts]) => [name, Object.keys(counts)]);
    expect(Object.keys(getHealth.output.services)).to.deep.equal(Object.keys(health.services));
    expect(keys(getStats.output.serviceMetrics)).to.deep.equal(keys(stats.serviceMetrics));
  });

  it('gives tokens the life that is configured', async () => {
    const node = nodeIn(folder, { 'auth.accessTokenMs': '120000' });
    await node.lifecycle.start();
    try {
      const { email, password } = node.firstAdmin()!;
      const { expiresIn } = sessionIn(await createClient(node.address()).login({ body: { email, password } }));
      expect(expiresIn).to.equal(120);
    } finally {
      await node.lifecycle.stop();
    }
  });

  it('keeps a first password in a file of its owner until it is changed, and lets it do nothing else', async () => {
    const node = nodeIn(folder, {}, { QUORATE_AUTH__INITIAL_PASSWORD: undefined });
    await node.lifecycle.start();
    try {
      const file = node.firstPasswordFile()!;
      expect(statSync(file).mode & 0o777).to.equal(0o600);
      const password = readFileSync(file, 'utf8').trim();
      expect(node.firstAdmin()).to.deep.include({ password, isGenerated: true });
      const { email } = node.firstAdmin()!;
      const open = createClient(node.address());
      const client = createClient(node.address(), {
        token: sessionIn(await open.login({ body: { email, password } })).accessToken,
      });
      expect((await client.getMe()).email).to.equal(email);
      const refused = await client.listOrganizations().catch((error: ClientError) => error);
      expect(refused).to.include({ status: 403, code: 'PASSWORD_CHANGE_REQUIRED' });
      await client.changePassword({ body: { currentPassword: password, newPassword: PASSWORD } });
      expect(existsSync(file)).to.equal(false);
      const { accessToken } = sessionIn(await open.login({ body: { email, password: PASSWORD } }));
      const after = createClient(node.address(), { token: accessToken });
      expect((await after.listOrganizations()).organizations).to.have.length(2);
    } finally {
      await node.lifecycle.stop();
    }
  });

  it('takes people alone where their mail is read, unless its public organisation says otherwise', async () => {
    const register = async (node: ComposedNode): Promise<readonly unknown[]> => {
      const answer = await fetch(`${node.address()}/api/auth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ orgSubdomain: 'public', email: 'c@c.example', displayName: 'C', password: PASSWORD }),
      });
      const { code, detail = '' } = (await answer.json()) as { readonly code?: string; readonly detail?: string };
      return [answer.status, code, detail.includes('selfRegistrationEnabled')];
    };
    const within = async (flags: Readonly<Record<string, string>>, work: (node: ComposedNode) => Promise<unknown>) => {
      const node = nodeIn(folder, flags);
      await node.lifecycle.start();
      await work(node).finally(() => node.lifecycle.stop());
    };
    const refused = [403, 'SELF_REGISTRATION_OFF', true];
    const taken = [201, undefined, false];
    const organizationId = '00000000-0000-0000-0000-000000000002';
    const proxy = { 'http.trustedProxies': '127.0.0.1' };
    const mail = { 'mail.host': '127.0.0.1', 'mail.port': '9' };
    await within(proxy, async (node) => expect(await register(node)).to.deep.equal(refused));
    await within({ ...proxy, ...mail }, async (node) => expect(await register(node)).to.deep.equal(taken));
    await within({}, async (node) => {
      expect(await register(node)).to.deep.equal(taken);
      const { email } = node.firstAdmin() ?? { email: FIRST_ADMIN_EMAIL };
      const session = sessionIn(await createClient(node.address()).login({ body: { email, password: PASSWORD } }));
      const client = createClient(node.address(), { token: session.accessToken });
      const shown = await client.getOrganizationSettings({ params: { organizationId } });
      expect(shown.selfRegistrationEnabled).to.equal(true);
      const domains = { allowedEmailDomains: ['c.example'] };
      await client.updateOrganizationSettings({ params: { organizationId }, body: domains });
      expect(await register(node), 'another setting states nothing of this one').to.deep.equal(taken);
      await client.updateOrganizationSettings({ params: { organizationId }, body: { selfRegistrationEnabled: false } });
      expect(await register(node)).to.deep.equal(refused);
    });
  });

  it('does not start under another master key, changes nothing, and starts again under its own', async () => {
    const own = { QUORATE_SECRETS__MASTER_SECRET: 'a secret of this test only' };
    const first = nodeIn(folder, {}, own);
    await first.lifecycle.start();
    await first.lifecycle.stop();
    const wrong = nodeIn(folder, {}, { QUORATE_SECRETS__MASTER_SECRET: 'another secret of the test' });
    const error = await wrong.lifecycle.start().catch((thrown: Error) => thrown);
    expect(error)
      .to.have.property('message')
      .that.matches(/^The master key does not open the wallets of this store\./);
    const again = nodeIn(folder, {}, own);
    await again.lifecycle.start();
    expect(again.firstAdmin()).to.equal(undefined);
    await again.lifecycle.stop();
  });
});
