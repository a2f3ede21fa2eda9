// The line of the log for each answer over HTTP: what stands in it, and that no query, header or body does.
import { type AddressInfo, connect } from 'node:net';
import { expect } from 'chai';
import type { FastifyInstance } from 'fastify';
import { buildServer } from '../../../api/server/server.js';
import type { Log } from '../../../core/base/ports.js';
import { memoryKv } from '../../../storage/engine/memory.js';
import { Idempotency } from '../../../storage/tables/accounts/idempotency.js';
import { NO_LIMITS, SILENT } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';

type Line = Readonly<Record<string, unknown>>;

describe('the access log', () => {
  const world = worldOfAll();
  let app: FastifyInstance;
  let isOn = true;
  const lines: Line[] = [];

  before(async () => {
    const info = (fields: object, text: string) => {
      if (text === 'A request was answered.') lines.push(fields as Line);
    };
    const log: Log = { ...SILENT, info, child: () => log };
    const kv = memoryKv();
    const idempotency = new Idempotency({ kv, queued: kv, random: world.deps.random, key: new Uint8Array(32) });
    const options = { idempotency, rates: NO_LIMITS, docs: false, logsRequests: () => isOn };
    app = await buildServer({ ...world.deps, log }, options);
    await app.listen({ port: 0, host: '127.0.0.1' });
  });
  after(async () => {
    await app.close();
  });
  beforeEach(() => {
    isOn = true;
    lines.splice(0);
  });

  const traceId = 'trace-of-this-test';
  const asked = async (method: 'GET' | 'POST', url: string, headers: Readonly<Record<string, string>> = {}) => {
    const payload = method === 'POST' ? { payload: { secret: 'in the body' } } : {};
    await app.inject({ method, url, headers: { 'x-correlation-id': traceId, ...headers }, ...payload });
    const [line, ...more] = lines;
    expect(more).to.deep.equal([]);
    return line;
  };

  it('names the operation, the path, the status, the time, the caller and the trace of an answer', async () => {
    const { ms, ...line } = (await asked('GET', '/api/registers?page=1', {
      authorization: `Bearer ${await world.token('administrator')}`,
    })) as Line;
    const me = await world.app.inject({
      url: '/api/auth/me',
      headers: { authorization: `Bearer ${await world.token('administrator')}` },
    });
    expect(line).to.deep.equal({
      listener: 'public',
      operationId: 'listRegisters',
      method: 'GET',
      path: '/api/registers',
      status: 200,
      caller: me.json().userId,
      address: '127.0.0.1',
      traceId,
    });
    expect(ms).to.be.a('number').and.to.be.least(0);
  });

  it('holds no token, code or body, wherever they stood', async () => {
    const token = await world.token('administrator');
    for (const [method, url] of [
      ['POST', `/api/auth/login?code=${token}`],
      ['GET', `/api/nothing?access_token=${token}`],
      ['GET', `/hubs/register?access_token=${token}`],
    ] as const) {
      lines.splice(0);
      const line = await asked(method, url, { authorization: `Bearer ${token}`, cookie: `session=${token}` });
      expect(line?.path, url).to.equal(url.split('?')[0]);
      expect(JSON.stringify(line), url).not.to.contain(token).and.not.to.contain('in the body');
    }
  });

  it('holds no token of a target that has another form, and no long one', async () => {
    const { port } = app.server.address() as AddressInfo;
    const lineOf = async (target: string, method = 'GET') => {
      lines.splice(0);
      const bytes = `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
      await new Promise((resolve) => connect(port, '127.0.0.1').on('close', resolve).end(bytes).resume());
      expect(lines, target).to.have.lengthOf(1);
      expect(JSON.stringify(lines), target).not.to.contain('SECRET');
      return lines[0]?.path;
    };
    expect(await lineOf('/alive#access_token=SECRET')).to.equal('/alive');
    expect(await lineOf('/hubs/register%3Faccess_token=SECRET')).to.equal('/hubs/register');
    expect(await lineOf('http://name:SECRET@host/alive?token=SECRET')).to.equal('/alive');
    expect(await lineOf('name:SECRET@host:443', 'CONNECT')).to.equal('');
    expect(await lineOf('/%zz?token=SECRET')).to.equal('/%zz');
    expect(await lineOf(`/${'x'.repeat(9000)}`)).to.have.lengthOf(512);
  });

  it('has a line for what reaches no operation, and for what was not read', async () => {
    expect(await asked('GET', '/api/nothing')).to.include({ operationId: 'none', status: 404, caller: '', traceId });
    lines.splice(0);
    const { port } = app.server.address() as AddressInfo;
    const sent = (bytes: string) =>
      new Promise((resolve) => connect(port, '127.0.0.1').on('close', resolve).end(bytes).resume());
    await sent('FOO / HTTP/1.1\r\n\r\n');
    await sent('GET /alive?token=x HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect(lines.map(({ operationId, method, path, status }) => [operationId, method, path, status])).to.deep.equal([
      ['none', undefined, '', 400],
      ['none', 'GET', '/alive', 400],
    ]);
    for (const line of lines) expect(line.traceId).to.match(/^[0-9a-f]{32}$/);
  });

  it('is written while the operator wants it', async () => {
    isOn = false;
    expect(await asked('GET', '/alive')).to.equal(undefined);
    isOn = true;
    expect(await asked('GET', '/alive')).to.include({ operationId: 'getAlive', status: 200 });
  });
});
