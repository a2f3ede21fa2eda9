// Resources of the MCP server: each address reads what its operations answer, for the person of the token; what is not
// there or not the person's is not found by the name that the protocol has for it.
import { expect } from 'chai';
import { buildDispatcher } from '../../../api/dispatch/build.js';
import { DEFINITION } from '../../../api/examples/ledger.js';
import { groups } from '../../../api/groups/index.js';
import { ResourceReads } from '../../../api/mcp/resources/reading.js';
import { resources } from '../../../api/mcp/resources/table.js';
import { mayUse } from '../../../api/mcp/rights.js';
import { RESOURCE_BYTES_MAX, TOOL_LIST_TTL_MS } from '../../../core/base/limits/node/requests.js';
import { isFailure } from '../../../core/base/result.js';
import { Idempotency } from '../../../storage/tables/accounts/idempotency.js';
import { rehearsing } from '../blueprints/rehearsing.js';
import { ask, exampleOrders } from '../ledger/fixtures.js';
import { aStarted } from '../workflow/fixtures.js';
import type { Persona } from '../world/personas.js';
import { NO_LIMITS } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';
import { connected, post } from './clients.js';

const UNKNOWN = '00000000-0000-4000-8000-00000000dead';
const HASH = 'ab'.repeat(32);

describe('resources of the MCP server', () => {
  const world = worldOfAll();
  const { aDraft } = rehearsing(() => world);

  async function read(uri: string, as: Persona = 'administrator') {
    const { json } = await post(world, { method: 'resources/read', params: { uri }, token: await world.token(as) });
    return json as {
      readonly result?: { readonly contents: readonly { readonly mimeType: string; readonly text: string }[] };
      readonly error?: { readonly code: number; readonly message: string; readonly data: Record<string, unknown> };
    };
  }

  async function textOf(uri: string, as?: Persona): Promise<string> {
    const { result, error } = await read(uri, as);
    expect(error, uri).to.equal(undefined);
    return result?.contents[0]?.text as string;
  }

  const jsonOf = async (uri: string, as?: Persona) => JSON.parse(await textOf(uri, as));

  it('are listed for whom they are, with how long that holds', async () => {
    for (const persona of ['administrator', 'user', 'citizen', 'service'] as const) {
      const token = await world.token(persona);
      const caller = (await world.deps.tokens.verify(token)) as never;
      const { json } = await post(world, { method: 'resources/templates/list', token });
      const may = resources.filter((row) => row.template.includes('{') && mayUse(row, caller));
      expect(
        json.result.resourceTemplates.map(({ uriTemplate }: { uriTemplate: string }) => uriTemplate),
        persona,
      ).to.deep.equal(may.map(({ template }) => template));
      expect(json.result).to.include({ ttlMs: TOOL_LIST_TTL_MS, cacheScope: 'private' });
    }
    const { json } = await post(world, { method: 'resources/list', token: await world.token('administrator') });
    const uris = json.result.resources.map(({ uri }: { uri: string }) => uri);
    expect(uris.slice(0, 5)).to.deep.equal([
      'quorate://inbox',
      ...['language', 'definition', 'findings', 'scenarios'].map((name) => `quorate://docs/${name}`),
    ]);
    for (const uri of uris) expect((await read(uri)).error, uri).to.equal(undefined);
  });

  it('give the documents of this program', async () => {
    const { result } = await read('quorate://docs/language');
    expect(result?.contents[0]).to.include({ mimeType: 'text/markdown' });
    const { json } = await ask(world, 'getDocument', { params: { name: 'language' } });
    expect(result?.contents[0]?.text).to.equal(json.text).and.to.match(/^# /);
  });

  it('give what their operations give', async () => {
    const { registerId, order } = await exampleOrders(world);
    const params = { registerId };
    const same = async (uri: string, id: string, parts: object) =>
      expect(await jsonOf(uri), uri).to.deep.equal((await ask(world, id, parts)).json);
    const at = `quorate://registers/${registerId}`;
    const of = { ...params, txId: order.transactionId };
    await same(at, 'getRegister', { params });
    await same(`${at}/dockets/0`, 'getDocket', { params: { ...params, docketId: '0' } });
    await same(`${at}/transactions/${order.transactionId}`, 'getTransaction', { params: of });
    await same(`${at}/transactions/${order.transactionId}/evidence`, 'getEvidence', { params: of });
    await same('quorate://inbox', 'listInboxEntries', {});
    const blueprintId = await aDraft(DEFINITION);
    await same(`quorate://blueprints/${blueprintId}`, 'getBlueprint', { params: { id: blueprintId } });
  });

  it('give of an instance its state, its history, and what the person may read', async () => {
    const { instanceId } = await aStarted(world);
    const params = { instanceId };
    const { state, history, disclosed } = await jsonOf(`quorate://instances/${instanceId}`);
    expect(state).to.deep.equal((await ask(world, 'getInstance', { params })).json);
    expect(history).to.deep.equal((await ask(world, 'getInstanceProvenance', { params })).json);
    expect(disclosed).to.deep.equal((await ask(world, 'listDisclosures', { params })).json);
    const other = await jsonOf(`quorate://instances/${instanceId}`, 'user');
    expect(other.state.id).to.equal(instanceId);
    expect(other.disclosed).to.have.all.keys('code', 'message');
  });

  it('are read by the official client of both revisions', async () => {
    for (const isOlder of [false, true]) {
      const client = await connected(world, { isOlder });
      const { contents } = await client.readResource({ uri: 'quorate://docs/findings' });
      expect(contents[0]).to.include({ mimeType: 'text/markdown' });
      expect((await client.listResourceTemplates()).resourceTemplates).to.not.have.length(0);
      await client.close();
    }
  });

  it('are not found where there are none, where they are of others, and at addresses of no row', async () => {
    const blueprintId = await aDraft(DEFINITION);
    for (const uri of [
      `quorate://registers/${UNKNOWN}`,
      `quorate://registers/${UNKNOWN}/dockets/0`,
      `quorate://registers/${UNKNOWN}/transactions/${HASH}/evidence`,
      `quorate://instances/${UNKNOWN}`,
      'quorate://blueprints/none',
      'quorate://docs/none',
      ...['quorate://', 'quorate://docs', 'quorate://docs/', 'quorate://docs/a/b', 'quorate://docs/language?x=1'],
      ...['quorate://docs/%2e%2e%2fREADME', 'quorate://docs/%', 'file:///etc/passwd', 'http://127.0.0.1/', ''],
      `quorate://docs/${'x'.repeat(2000)}`,
    ]) {
      const { error } = await read(uri);
      expect([error?.code, error?.data], uri).to.deep.equal([-32_602, { uri }]);
    }
    const { error } = await read(`quorate://blueprints/${blueprintId}`, 'systemAdmin');
    expect(error?.data).to.deep.equal({ uri: `quorate://blueprints/${blueprintId}` });
  });

  it('refuse what is malformed and whom their operations refuse, with the code', async () => {
    for (const uri of ['quorate://registers/%2e%2e', 'quorate://registers/not-an-id', 'quorate://docs/UPPER'])
      expect((await read(uri)).error?.data, uri).to.include({ uri, code: 'PATH_INVALID' });
    const forbidden = await read('quorate://inbox', 'service');
    const { json } = await ask(world, 'listInboxEntries', {}, { as: 'service' });
    expect(forbidden.error?.data).to.include({ code: json.code });
  });

  it('write out what people do not see, and are bounded', async () => {
    const { random } = world.deps;
    const idempotency = new Idempotency({ kv: world.kv, queued: world.kv, random, key: new Uint8Array(32) });
    const { dispatcher } = buildDispatcher(world.deps, groups, { idempotency, rates: NO_LIMITS });
    const [row] = resources;
    const caller = (await world.deps.tokens.verify(await world.token('administrator'))) as never;
    const reading = async (data: unknown, limit?: never) => {
      const rows = [{ ...(row as (typeof resources)[number]), read: () => Promise.resolve({ data }) }];
      const from = { caller, traceId: 'trace', address: '192.0.2.7', headers: {} };
      const content = await new ResourceReads(rows, { dispatcher, limit }).read('quorate://inbox', from);
      if (content === undefined) throw new Error('no such row');
      return content;
    };
    const hidden = await reading({ title: 'see\u202ednim \u{e0041}' });
    if (isFailure(hidden)) throw new Error(hidden.issue.message);
    expect(hidden.text).to.equal('{"title":"see\\u202ednim \\udb40\\udc41"}');
    expect(JSON.parse(hidden.text)).to.deep.equal({ title: 'see\u202ednim \u{e0041}' });
    const large = await reading('x'.repeat(RESOURCE_BYTES_MAX));
    expect(isFailure(large) && large.issue.code).to.equal('RESOURCE_TOO_LARGE');
    const often = await reading('', (() => ({ issues: [{ code: 'RATE_LIMITED' }] })) as never);
    expect(isFailure(often) && often.issue.code).to.equal('RATE_LIMITED');
  });
});
