// Attacks on the MCP server that its other tests do not play: each is refused by name, and nothing is done.
import { expect } from 'chai';
import { ANONYMOUS } from '../../../api/auth/caller.js';
import { openQuestion, sealQuestion } from '../../../api/mcp/confirmations.js';
import { isFailure } from '../../../core/base/result.js';
import { ask } from '../ledger/fixtures.js';
import { sendTo } from '../world/caller.js';
import { NO_LIMITS } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';
import { MODERN, post } from './clients.js';

const LIST = { method: 'tools/list' };
const CALLS_AT_ONCE = 10_000;
const RATE = 100;

describe('attacks on the MCP server', () => {
  const world = worldOfAll({ rates: { ...NO_LIMITS, api: RATE } });

  it('by a batch, which would count for one call', async () => {
    const one = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'wallet_info', arguments: {} } };
    const token = await world.token('administrator');
    for (const version of ['2025-03-26', MODERN, undefined]) {
      const headers = { 'mcp-protocol-version': version, 'mcp-method': undefined };
      for (const batch of [[one, { ...one, id: 2 }], [one], []]) {
        const { status, json } = await post(world, { ...LIST, token, headers, payload: JSON.stringify(batch) });
        expect([status, json.code], `${version} ${batch.length}`).to.deep.equal([400, 'BATCH_REFUSED']);
      }
    }
  });

  it('by a draft of 5 MiB', async () => {
    const definition = { title: 'Large', description: 'x'.repeat(5 * 1024 * 1024) };
    const params = { name: 'blueprint_create', arguments: { definition } };
    const { status, json } = await post(world, {
      ...{ method: 'tools/call', params, token: await world.token('administrator') },
    });
    expect([status, json.code]).to.deep.equal([413, 'BODY_TOO_LARGE']);
  });

  it('by a token in other places than the header', async () => {
    const token = await world.token('administrator');
    const inQuery = await sendTo(world, 'POST', `/mcp?access_token=${token}`, { body: {} });
    expect([inQuery.status, inQuery.json.code]).to.deep.equal([401, 'AUTH_REQUIRED']);
    const params = { name: 'wallet_info', arguments: {}, _meta: { authorization: `Bearer ${token}` } };
    const inMeta = await post(world, { method: 'tools/call', params });
    expect([inMeta.status, inMeta.json.code]).to.deep.equal([401, 'AUTH_REQUIRED']);
  });

  it('by names that every object of the platform has', async () => {
    const token = await world.token('administrator');
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const { json, text } = await post(world, { method: 'tools/call', params: { name, arguments: {} }, token });
      expect((json.error as { code?: number } | undefined)?.code, text).to.equal(-32602);
    }
    const codeOf = async (input: string) => {
      const params = { name: 'wallet_info', arguments: JSON.parse(input) as object };
      const { json } = await post(world, { method: 'tools/call', token, params });
      return (json.result as { readonly structuredContent: { readonly code?: string } }).structuredContent.code;
    };
    expect(await codeOf('{"constructor": {"prototype": {"role": "admin"}}}')).to.equal('BODY_INVALID');
    // The reader of the protocol leaves it out: the call is the one without it.
    expect(await codeOf('{"__proto__": {"role": "admin"}}')).to.equal(undefined);
    expect(({} as { role?: string }).role).to.equal(undefined);
  });

  it('by the id of an event of another stream: nothing is kept that could go on', async () => {
    const headers = { 'last-event-id': '1' };
    const token = await world.token('administrator');
    const { status, json } = await post(world, { ...LIST, token, headers });
    expect([status, json.result === undefined]).to.deep.equal([200, false]);
    expect((await sendTo(world, 'GET', '/mcp', { token, headers })).status).to.equal(405);
  });

  it('by the state of a question of another node', () => {
    const bytes = (length: number) => new Uint8Array(length).fill(7);
    const call = { tool: 'register_create', input: { name: 'Bound' }, caller: ANONYMOUS };
    const state = sealQuestion({}, call, { root: bytes(32), random: { bytes }, nowMs: 0 });
    expect(isFailure(openQuestion(state, call, { root: bytes(32), nowMs: 0 }))).to.equal(false);
    const moved = openQuestion(state, call, { root: new Uint8Array(32).fill(8), nowMs: 0 });
    expect(isFailure(moved) && moved.issue.code).to.equal('CONFIRMATION_INVALID');
  });

  it('by many calls at once: those of the limit are answered, the others are told when to come back', async () => {
    const { accessToken: token } = await world.session('user');
    const calls = Array.from({ length: CALLS_AT_ONCE }, () => post(world, { ...LIST, token }));
    const answers = await Promise.all(calls);
    expect(answers.filter(({ status }) => status === 200)).to.have.length(RATE);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { status, json, headers } of refused) {
      expect([status, json.code]).to.deep.equal([429, 'RATE_LIMITED']);
      expect(Number(headers['retry-after'])).to.be.within(1, 60);
    }
    expect((await ask(world, 'getMe', {}, { token })).status).to.equal(200);
  });
});
