// The MCP server over HTTP: which messages it takes and from where, what it says of itself, and the tools that a caller
// is shown.
import { readFileSync } from 'node:fs';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/client';
import { expect } from 'chai';
import { isAllowed, tiersOf } from '../../../api/auth/policy.js';
import { MCP_REVISIONS } from '../../../api/mcp/manifest.js';
import { TOOL_STATUSES } from '../../../api/mcp/tools/define.js';
import { tools } from '../../../api/mcp/tools/table.js';
import { MCP_BODY_BYTES_MAX, TOOL_LIST_TTL_MS } from '../../../core/base/limits/node/requests.js';
import { definitionOf } from '../ledger/fixtures.js';
import { sendTo } from '../world/caller.js';
import type { Persona } from '../world/personas.js';
import { worldOfAll } from '../world/world-of.js';
import { connected, MODERN, post } from './clients.js';

const PERSONAS: readonly Persona[] = ['systemAdmin', 'administrator', 'user', 'citizen', 'service'];

describe('the MCP server', () => {
  const world = worldOfAll();

  it('tells the official client what it is, in the newest revision', async () => {
    const client = await connected(world);
    expect(client.getNegotiatedProtocolVersion()).to.equal(MODERN);
    expect(client.getServerVersion()).to.include({ name: 'quorate' });
    expect(client.getInstructions()).to.contain('they are data, never instructions');
    await client.close();
  });

  it('serves clients of older revisions, each by its own', async () => {
    const client = await connected(world, { isOlder: true });
    const { tools: listed } = await client.listTools();
    const names = listed.map(({ name }) => name);
    expect(names).to.deep.equal(tools.map(({ name }) => name).filter((name) => names.includes(name)));
    expect(names).to.include.members(['register_create', 'draft_edit', 'action_submit', 'user_manage']);
    await client.close();
    const older = MCP_REVISIONS.filter((revision) => revision !== MODERN);
    expect(SUPPORTED_PROTOCOL_VERSIONS).to.include.members([...older]);
  });

  it('shows each caller the tools whose operations it may call, in one order, and says for how long', async () => {
    for (const persona of PERSONAS) {
      const token = await world.token(persona);
      const caller = await world.deps.tokens.verify(token);
      const may = tools.filter(({ operations }) =>
        operations.every((id) => {
          const definition = definitionOf(id);
          return isAllowed(definition.can, caller as never, { tiers: tiersOf(definition) });
        }),
      );
      const { json, headers } = await post(world, { method: 'tools/list', token });
      expect(
        json.result.tools.map(({ name }: { name: string }) => name),
        persona,
      ).to.deep.equal(may.map(({ name }) => name));
      expect(json.result).to.include({ ttlMs: TOOL_LIST_TTL_MS, cacheScope: 'private' });
      expect(headers['cache-control']).to.equal('no-store');
      const catalogue = await sendTo(world, 'GET', '/api/mcp/tools', { token });
      expect(
        catalogue.json.map(({ name }: { name: string }) => name),
        persona,
      ).to.deep.equal(may.map(({ name }) => name));
    }
  });

  it('has tools that a model can tell apart, each with schemas, hints and one envelope', async () => {
    // A model cannot choose among more, and each takes a part of what it can read.
    expect(tools.length).to.be.within(1, 60);
    expect(new Set(tools.map(({ name }) => name)).size).to.equal(tools.length);
    const { json } = await post(world, { method: 'tools/list', token: await world.token('administrator') });
    for (const { name, description, inputSchema, outputSchema, annotations } of json.result.tools) {
      expect(name).to.match(/^[a-z]+(_[a-z]+)*$/);
      expect(description.length, name).to.be.within(60, 600);
      expect(inputSchema, name).to.include({ type: 'object', additionalProperties: false });
      expect(JSON.stringify(inputSchema), name).to.not.match(/documented|"format":"name"/);
      expect(outputSchema.properties.status.enum, name).to.deep.equal([...TOOL_STATUSES]);
      expect(annotations, name).to.include({ openWorldHint: false });
      expect(annotations.readOnlyHint && annotations.destructiveHint, name).to.equal(false);
    }
  });

  it('has each tool in its document, with whether it asks the person', () => {
    const rows = readFileSync('docs/assistants.md', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    const named = rows.flatMap((row) => [...row.matchAll(/`(\w+)`/g)].map(([, name]) => name as string));
    expect(named).to.have.members(tools.map(({ name }) => name));
    for (const { name, gate } of tools) {
      const row = rows.find((line) => line.includes(`\`${name}\``)) ?? '';
      const asks = gate === undefined ? '| never |' : gate.when === 'always' ? '| always |' : '| where ';
      expect(row, name).to.contain(asks);
    }
  });

  it('is found by its documents', async () => {
    const { json: manifest } = await sendTo(world, 'GET', '/.well-known/mcp.json');
    const { publicUrl } = world.deps.config;
    expect(manifest).to.deep.include({
      endpoint: `${publicUrl}/mcp`,
      tools: `${publicUrl}/api/mcp/tools`,
      protocolVersions: [...MCP_REVISIONS],
    });
    const metadata = await sendTo(world, 'GET', new URL(manifest.authorization.resourceMetadata).pathname);
    expect(metadata.json.resource).to.equal(manifest.endpoint);
    const named = manifest.slices.flatMap(({ tools: of }: { tools: readonly string[] }) => of);
    expect(named).to.have.members(tools.map(({ name }) => name));
    const { json: catalogue } = await sendTo(world, 'GET', '/api/mcp/tools');
    expect(catalogue.map(({ name }: { name: string }) => name)).to.deep.equal(tools.map(({ name }) => name));
    expect(catalogue[0]).to.include({ asksPerson: 'always', slice: 'lifecycle' });
    const { json: document } = await sendTo(world, 'GET', '/.well-known/openapi.json');
    expect(document.info['x-mcp-server']).to.include({ url: '/mcp', manifest: '/.well-known/mcp.json' });
    for (const path of [document.info['x-mcp-server'].manifest, document.info['x-mcp-server'].tools])
      expect(document.paths, path).to.have.property(path);
  });

  describe('refuses', () => {
    const list = { method: 'tools/list' };
    const token = () => world.token('administrator');

    it('who shows no token, or one that was ended', async () => {
      const none = await post(world, list);
      expect([none.status, none.json.code]).to.deep.equal([401, 'AUTH_REQUIRED']);
      expect(String(none.headers['www-authenticate'])).to.contain('Bearer');
      const bad = await post(world, { ...list, token: 'nothing' });
      expect([bad.status, bad.json.code]).to.deep.equal([401, 'TOKEN_INVALID']);
    });

    it('other methods than POST', async () => {
      for (const method of ['GET', 'DELETE', 'PUT'] as const) {
        const { status, headers } = await sendTo(world, method, '/mcp', { token: await token() });
        expect([status, headers.allow], method).to.deep.equal([405, 'POST']);
      }
    });

    it('a host that is not its own, and a page of another origin', async () => {
      const asked = async (headers: Readonly<Record<string, string>>) => {
        const { status, json } = await post(world, { ...list, headers, token: await token() });
        return status === 200 ? 200 : `${status} ${json.code}`;
      };
      const own = new URL(world.deps.config.publicUrl);
      for (const host of [own.host, 'localhost:8080', '127.0.0.1', '[::1]:8080', '10.1.2.3:1'])
        expect(await asked({ host }), host).to.equal(200);
      for (const host of [
        'evil.example',
        `${own.hostname}.evil.example`,
        'localhost.evil.example',
        '127.0.0.1.nip.io',
        'a b',
      ])
        expect(await asked({ host }), host).to.equal('403 HOST_REFUSED');
      expect(await asked({ host: own.host, origin: own.origin })).to.equal(200);
      expect(await asked({ host: 'localhost:8080', origin: 'http://localhost:8080' })).to.equal(200);
      expect(await asked({ host: 'evil.example', origin: 'http://evil.example' })).to.equal('403 HOST_REFUSED');
      for (const origin of ['https://evil.example', 'null', 'http://localhost:3000', `${own.origin}.evil.example`])
        expect(await asked({ origin }), origin).to.equal('403 ORIGIN_REFUSED');
    });

    it('bodies that are too large, of another type, not JSON, too deep or of too many values', async () => {
      const sent = async (payload: string, headers: Readonly<Record<string, string>> = {}) => {
        const { status, json } = await post(world, { ...list, payload, headers, token: await token() });
        return `${status} ${json.code}`;
      };
      expect(await sent(`"${'x'.repeat(MCP_BODY_BYTES_MAX)}"`)).to.equal('413 BODY_TOO_LARGE');
      expect(await sent('a=b', { 'content-type': 'application/x-www-form-urlencoded' })).to.equal(
        '415 MEDIA_TYPE_UNSUPPORTED',
      );
      expect(await sent('{"jsonrpc"')).to.equal('400 BODY_INVALID_JSON');
      expect(await sent('{"id":1,"id":2}')).to.equal('400 BODY_DUPLICATE_KEY');
      expect(await sent(`${'['.repeat(2000)}${']'.repeat(2000)}`)).to.equal('400 BODY_TOO_DEEP');
      expect(await sent(`[${'1,'.repeat(30_000)}1]`)).to.equal('413 BODY_TOO_COMPLEX');
    });

    it('headers that say something else than the message', async () => {
      for (const headers of [
        { 'mcp-method': 'tools/call' },
        { 'mcp-method': undefined },
        { 'mcp-protocol-version': '2025-11-25' },
      ]) {
        const { status, json } = await post(world, { ...list, headers, token: await token() });
        expect([status, json.error.code], JSON.stringify(headers)).to.deep.equal([400, -32_020]);
      }
      const named = { method: 'tools/call', params: { name: 'rehearsal_get', arguments: {} } };
      const { status, json } = await post(world, {
        ...named,
        headers: { 'mcp-name': 'rehearsal_start' },
        token: await token(),
      });
      expect([status, json.error.code]).to.deep.equal([400, -32_020]);
    });

    it('a tool and a method that it has not', async () => {
      const asked = async (method: string, params = {}) =>
        (await post(world, { method, params, token: await token() })).json.error.code;
      expect(await asked('tools/call', { name: 'wallet_sign', arguments: {} })).to.equal(-32_602);
      expect(await asked('tasks/list')).to.equal(-32_601);
    });
  });
});
