// Nodes behind the proxies whose files ship with the program (docs/proxies.md): real nginx, HAProxy and Caddy, all
// before the same node. Each that is not installed is skipped, with a word.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { FILE_CHUNK_BYTES_MAX } from '../../../core/base/limits/ledger/disclosure.js';
import { HUB_POLL_MS } from '../../../core/base/limits/node/hubs.js';
import { SANDBOX_WAIT_MS } from '../../../core/base/limits/node/rehearsals.js';
import { BODY_BYTES_MAX, WAIT_SECONDS_DEFAULT } from '../../../core/base/limits/node/requests.js';
import { until } from '../../support/mesh/networks.js';
import { missing, SHIPPED, type ShippedProxy, shipped } from './proxy.js';
import type { Way } from './way.js';
import { ProxiedNodes } from './world.js';

/** Two chunks, the first of which is as large as any. */
const PLAN = createHash('shake256', { outputLength: FILE_CHUNK_BYTES_MAX + 1000 })
  .update('plan')
  .digest();
/** A client on this machine that is not the proxy, and what it says of itself. */
const CLIENT = '127.0.0.9';
const FORGED = '203.0.113.7';

describe('the files of the proxies', () => {
  const numbers = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => Number(found));
  const [nginx = '', haproxy = '', caddy = ''] = SHIPPED.map(shipped);

  it('wait longer for an answer than a node takes', () => {
    const waits = [
      ...numbers(nginx, /proxy_read_timeout (\d+)s;/g),
      ...numbers(haproxy, /timeout (?:server|client) (\d+)s/g),
    ];
    expect(waits).to.have.length(3);
    const longest = Math.max(WAIT_SECONDS_DEFAULT * 1000, HUB_POLL_MS, SANDBOX_WAIT_MS);
    for (const wait of waits) expect(wait * 1000).to.be.greaterThan(longest);
    // Caddy waits without end unless it is told otherwise.
    expect(caddy).to.not.contain('timeout');
  });

  it('take the bodies that a node takes', () => {
    expect(numbers(nginx, /client_max_body_size (\d+)m;/g)).to.deep.equal([BODY_BYTES_MAX / 1024 / 1024]);
    const page = readFileSync('docs/proxies.md', 'utf8');
    expect(page).to.contain(`\`http.waitSecondsMax\` (${WAIT_SECONDS_DEFAULT} s)`);
    for (const { file } of SHIPPED) expect(page).to.contain(`deploy/proxies/${file}`);
  });
});

describe('a node behind proxies', function () {
  this.timeout(120_000);
  const nodes = new ProxiedNodes();
  const tried = SHIPPED.filter((proxy) => missing(proxy) === undefined);
  for (const proxy of SHIPPED)
    if (!tried.includes(proxy)) it.skip(`deploy/proxies/${proxy.file} is not tried: ${missing(proxy)}`);

  before(async function () {
    if (tried.length === 0) return this.skip();
    await nodes.start(tried);
    writeFileSync(join(nodes.folder, 'plan.bin'), PLAN);
    writeFileSync(join(nodes.folder, 'payload.json'), '{}');
  });
  after(() => nodes.remove());

  for (const proxy of tried) describe(proxy.program, () => throughIt(nodes, proxy));
  if (tried.length > 0) describe('of all files', () => throughAll(nodes, tried));
});

function throughIt(nodes: ProxiedNodes, proxy: ShippedProxy): void {
  let way: Way;
  before(() => {
    way = nodes.ways.get(proxy) as Way;
  });

  it('is reached by a command that knows the private authority, and by no other', async () => {
    const { email, password } = nodes.node.credentials;
    const login = ['login', '--url', way.url, '--email', email, '--password-stdin'];
    const stranger = await way.told(login, { stdin: password, env: { NODE_EXTRA_CA_CERTS: '' } });
    expect(stranger.code).to.equal(3);
    expect(stranger.err).to.contain('"Our proxy"').and.contain('issued by "Our authority"').and.contain('SHA-256');
    expect(stranger.err).to.contain('NODE_EXTRA_CA_CERTS=FILE');
    const known = await way.told(login, { stdin: password });
    expect(known.code, known.err).to.equal(0);
    const { status, headers } = await way.asked('/alive');
    expect([status, headers['strict-transport-security']]).to.deep.equal([200, 'max-age=31536000']);
  });

  it('tells of a docket over every transport of its hubs', async () => {
    const listener = await way.listener(nodes.token, nodes.registerId);
    await nodes.seal();
    await until(() => listener.lines().length === 4);
    const heard = listener.lines().map((line) => line.split(' ')[0]);
    expect([...heard].sort()).to.deep.equal(['LongPolling', 'ServerSentEvents', 'WebSockets', 'ready']);
    listener.stop();
  });

  it('takes a large file, and gives the same bytes, whole and in parts', async () => {
    const { registerId, wallet, token } = nodes;
    const { id } = await nodes.client().createInstance({ body: { registerId, blueprintId: 'plans' } });
    const manifest = join(way.folder, 'plan.manifest');
    await way.data(['file', 'upload', join(nodes.folder, 'plan.bin'), '--manifest', manifest]);
    const more = ['--payload', join(nodes.folder, 'payload.json'), '--uploaded', `plans=${manifest}`];
    const { transactionId: txId } = await way.data<{ transactionId: string }>([
      ...['action', 'submit', id, '--wallet', wallet],
      ...more,
    ]);
    const saved = join(way.folder, 'saved.bin');
    await way.data(['file', 'download', registerId, txId, '--wallet', wallet, '--out', saved]);
    expect(readFileSync(saved).equals(PLAN)).to.equal(true);
    const { fileId } = JSON.parse(readFileSync(manifest, 'utf8')) as { fileId: string };
    const headers = { authorization: `Bearer ${token}`, range: `bytes=${PLAN.length - 10}-` };
    const part = await way.asked(`/api/files/${wallet}/${registerId}/${txId}/${fileId}`, { headers });
    const range = `bytes ${PLAN.length - 10}-${PLAN.length - 1}/${PLAN.length}`;
    expect([part.status, part.headers['content-range']]).to.deep.equal([206, range]);
    expect(part.body.equals(PLAN.subarray(-10))).to.equal(true);
  });

  it('counts a client by its own address, whatever that says of itself', async () => {
    const email = `nobody@${proxy.program}.test`;
    const body = JSON.stringify({ email, password: 'wrong wrong wrong' });
    const headers = { 'x-forwarded-for': FORGED, 'content-type': 'application/json' };
    const { status } = await way.asked('/api/auth/login', { method: 'POST', headers, body, from: CLIENT });
    expect(status).to.equal(401);
    const { items } = await nodes.client().listPlatformAuditEvents({ query: { eventType: 'LoginFailed' } });
    expect(items[0]).to.deep.include({ address: CLIENT });
  });

  if (proxy.passesMesh)
    it('passes other nodes on by the name that they dial, and nobody else', async () => {
      expect(await way.reachesNode('localhost')).to.equal(true);
      expect(await way.reachesNode('other.example')).to.equal(false);
    });
}

function throughAll(nodes: ProxiedNodes, tried: readonly ShippedProxy[]): void {
  const ways = () => tried.map((proxy) => nodes.ways.get(proxy) as Way);

  it('answers a wait before they give up, and is followed over a restart', async () => {
    const { registerId, wallet } = nodes;
    const { id } = await nodes.client().createInstance({ body: { registerId, blueprintId: 'plans' } });
    await nodes.client().stopValidator({ body: { registerId } });
    const submit = ['action', 'submit', id, '--payload', join(nodes.folder, 'payload.json'), '--wallet', wallet];
    const beganMs = performance.now();
    const waited = await ways()[0]!.told([...submit, '--wait', '60', '--json']);
    expect(waited.code, waited.err).to.equal(5);
    expect(performance.now() - beganMs, 'it waits as long as the node does').to.be.lessThan(20_000);
    const { transactionId: txId } = JSON.parse(waited.out) as { transactionId: string };
    const watches = await Promise.all(ways().map((way) => watched(way, [registerId, txId])));
    await nodes.node.stop();
    for (const way of ways()) {
      const { code, err } = await way.told(['status']);
      expect(code).to.equal(3);
      expect(err).to.match(/A proxy before the node answered 50[23]/);
    }
    await nodes.node.start();
    for (const way of ways()) await way.ready();
    await nodes.client().startValidator({ body: { registerId } });
    for (const { code, out, err } of await Promise.all(watches.map(({ ended }) => ended))) {
      expect(code, err).to.equal(0);
      expect(out).to.contain(`${txId} sealed`);
    }
  });

  it('leaves no token in their logs', async () => {
    for (const way of ways()) {
      const logged = await way.stop();
      expect(logged).to.contain('/hubs/register').and.contain('/api/auth/login');
      expect(logged).to.not.contain('access_token');
      expect(logged).to.not.contain(nodes.token.slice(0, 40));
    }
  });

  // Before the first one the nodes linked when they started: there was no other way.
  for (const proxy of tried.slice(1).filter(({ passesMesh }) => passesMesh))
    it(`is linked with another node through ${proxy.program} as through the first`, async () => {
      await nodes.unlinked();
      const way = nodes.open(proxy);
      await nodes.linked();
      await way.stop();
    });
}

/** A watch that has shown its first line. */
async function watched(way: Way, words: readonly string[]) {
  let seen = '';
  const onOut = (text: string) => {
    seen += text;
  };
  const ended = way.told(['tx', 'watch', ...words], { onOut });
  await until(() => seen.includes('pending'));
  return { ended };
}
