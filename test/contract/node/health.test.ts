// What /health and /ready answer in each state of the node: in service, degraded by a part, draining.
import { expect } from 'chai';
import type { Health } from '../../../api/deps/node.js';
import { buildServer } from '../../../api/server/server.js';
import { createHealth } from '../../../node/observe/health.js';
import { memoryKv } from '../../../storage/engine/memory.js';
import { Idempotency } from '../../../storage/tables/accounts/idempotency.js';
import { ADMIN } from '../world/personas.js';
import { NO_LIMITS, SILENT } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';

describe('health over HTTP', () => {
  const world = worldOfAll();

  async function answer(health: () => Health, url = '/health', more: { isFull?: () => boolean } = {}) {
    const kv = memoryKv();
    const options = {
      idempotency: new Idempotency({ kv, queued: kv, random: world.deps.random, key: new Uint8Array(32) }),
      rates: NO_LIMITS,
      docs: false,
    };
    const app = await buildServer({ ...world.deps, ...more, health }, options);
    const { statusCode, headers, body } = await app.inject({ method: 'GET', url });
    await app.close();
    return { status: statusCode, headers, json: JSON.parse(body) };
  }

  function healthOf(registers: 'healthy' | 'degraded', serving: boolean): () => Health {
    const check = () =>
      registers === 'healthy' ? { status: registers } : { status: registers, reason: 'One is OFFLINE.' };
    const parts = [{ name: 'registers', needed: false, check }];
    return createHealth({ parts, startedAtMs: 0, serving: () => serving, log: SILENT });
  }

  it('explains the code of a problem, and no other word', async () => {
    const health = healthOf('healthy', true);
    const unknown = await answer(health, '/api/nothing-here');
    const { type, status, title } = unknown.json;
    const code = /^urn:quorate:problem:(\w+)$/.exec(type)?.[1];
    const explained = await answer(health, `/api/errors/${code}`);
    expect(explained.status).to.equal(200);
    expect(explained.json).to.include({ code: 'ROUTE_NOT_FOUND', status, title });
    expect(explained.json.remedy).to.be.a('string');
    for (const word of ['toString', 'route_not_found', 'BP_FORM'])
      expect((await answer(health, `/api/errors/${word}`)).json, word).to.include({ status: 404, path: '/code' });
  });

  it('ignores the members that monitors add to the query, and other operations refuse them', async () => {
    const health = healthOf('healthy', true);
    for (const path of ['/health', '/alive', '/api/health'])
      expect((await answer(health, `${path}?probe=1`)).status, path).to.equal(200);
    // It says who may not before it reads the query.
    expect((await answer(health, '/metrics?probe=1')).status).to.equal(401);
    expect((await answer(health, '/api/stats?probe=1')).status).to.equal(400);
  });

  it('answers reads and refuses what is new while the disk is nearly full', async () => {
    const kv = memoryKv();
    const options = {
      idempotency: new Idempotency({ kv, queued: kv, random: world.deps.random, key: new Uint8Array(32) }),
      rates: NO_LIMITS,
      docs: false,
    };
    let low = true;
    const app = await buildServer({ ...world.deps, isFull: () => low }, options);
    const call = async (token?: string) => {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const answer = await app.inject({ method: 'POST', url: '/api/wallets', headers, payload: {} });
      return [answer.statusCode, answer.headers['retry-after'], JSON.parse(answer.body).code];
    };
    expect((await app.inject({ method: 'GET', url: '/health' })).statusCode).to.equal(200);
    expect((await call())[2], 'who may not is told that first').to.equal('AUTH_REQUIRED');
    const login = await app.inject({ method: 'POST', url: '/api/auth/login', payload: ADMIN });
    expect(login.statusCode, 'an operator signs in').to.equal(200);
    const token = JSON.parse(login.body).accessToken as string;
    expect(await call(token)).to.deep.equal([503, '60', 'STORE_FULL']);
    const factor = {
      method: 'POST',
      url: '/api/totp/validate',
      payload: { loginToken: 'x'.repeat(43), code: '000000' },
    };
    const shown = await app.inject(factor as never);
    expect([shown.statusCode, shown.json().code], 'with a second factor too').to.deep.equal([
      401,
      'LOGIN_TOKEN_INVALID',
    ]);
    low = false;
    expect((await call(token))[0]).to.equal(400);
    await app.close();
  });

  it('is healthy while every part is', async () => {
    const { status, json } = await answer(healthOf('healthy', true));
    expect([status, json.status]).to.deep.equal([200, 'healthy']);
  });

  it('is degraded with the reason, and still ready, when a part that it can do without is', async () => {
    const { status, json } = await answer(healthOf('degraded', true));
    expect([status, json.status]).to.deep.equal([200, 'degraded']);
    expect(json.services.registers).to.include({ status: 'degraded', error: 'One is OFFLINE.' });
  });

  it('says whether clients should come: it serves, takes writes, and is behind in no register of a seat', async () => {
    const parts = [{ name: 'registers', needed: false, check: () => ({ status: 'healthy' as const }) }];
    const told = async (given: { behind?: object; isFull?: boolean; serving?: boolean }, query = '') => {
      const { behind = {}, isFull = false, serving = true } = given;
      const counted = parts.map((part) => ({ ...part, counts: () => behind as Record<string, number> }));
      const health = createHealth({ parts: counted, startedAtMs: 0, serving: () => serving, log: SILENT });
      const { status, json, headers } = await answer(health, `/ready${query}`, { isFull: () => isFull });
      expect(json.status).to.equal(status === 200 ? 'ready' : 'not-ready');
      expect(headers['retry-after']).to.equal(status === 200 ? undefined : '5');
      return [status, json.reasons.length];
    };
    expect(await told({})).to.deep.equal([200, 0]);
    expect(await told({}, '?probe=1')).to.deep.equal([200, 0]);
    expect(await told({ serving: false })).to.deep.equal([503, 1]);
    expect(await told({ isFull: true })).to.deep.equal([503, 1]);
    expect(await told({ isFull: true }, '?writes=false')).to.deep.equal([200, 0]);
    expect(await told({ behind: { registersBehind: 3, seatsBehind: 2 } })).to.deep.equal([503, 1]);
    expect(await told({ behind: { registersBehind: 3, seatsBehind: 0 } })).to.deep.equal([200, 0]);
    expect(await told({ behind: { registersBehind: 3, seatsBehind: 0 } }, '?followed=true')).to.deep.equal([503, 1]);
    expect(await told({ serving: false, isFull: true, behind: { seatsBehind: 1 } })).to.deep.equal([503, 3]);
    expect((await answer(healthOf('healthy', true), '/ready?writes=perhaps')).status).to.equal(400);
  });

  it('counts blueprints and instances of the whole node', async () => {
    const parts = [
      { name: 'blueprints', counts: () => ({ totalBlueprints: 7, publishedVersions: 2 }) },
      { name: 'instances', counts: () => ({ totalBlueprintInstances: 5, activeBlueprintInstances: 3 }) },
    ].map((part) => ({ ...part, needed: false, check: () => ({ status: 'healthy' as const }) }));
    const health = createHealth({ parts, startedAtMs: 0, serving: () => true, log: SILENT });
    const stats = await answer(health, '/api/stats');
    expect(stats.status).to.equal(200);
    expect(stats.json).to.include({
      totalBlueprints: 7,
      totalBlueprintInstances: 5,
      activeBlueprintInstances: 3,
      totalServices: 2,
    });
    const { json } = await answer(health, '/api/health');
    expect(json).to.deep.include({ service: 'quorate', metrics: { totalBlueprints: 7, publishedVersions: 2 } });
    expect(json.uptime).to.match(/^\d{2,}\.\d{2}:\d{2}:\d{2}$/);
    expect((await answer(healthOf('healthy', true), '/api/stats')).json).to.include({ totalBlueprintInstances: 0 });
  });

  it('is not ready while the node drains, and says when to ask again', async () => {
    const { status, headers, json } = await answer(healthOf('healthy', false));
    expect([status, json.status, headers['retry-after']]).to.deep.equal([503, 'unhealthy', '5']);
    expect((await answer(healthOf('healthy', false), '/alive')).status).to.equal(200);
  });
});
