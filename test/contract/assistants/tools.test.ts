// Tools of the MCP server: each answers as its operations do, for a good, a forbidden and a malformed call, by the
// token that the client brings; and the way from a draft to an instance.
import { expect } from 'chai';
import { buildDispatcher } from '../../../api/dispatch/build.js';
import { DEFINITION } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { groups } from '../../../api/groups/index.js';
import { ToolCalls } from '../../../api/mcp/calling.js';
import type { ToolRow } from '../../../api/mcp/tools/define.js';
import { tools } from '../../../api/mcp/tools/table.js';
import { StandingGrants } from '../../../api/oauth/standing-grants.js';
import { Idempotency } from '../../../storage/tables/accounts/idempotency.js';
import { rehearsing } from '../blueprints/rehearsing.js';
import { ask, exampleOrders } from '../ledger/fixtures.js';
import { operations } from '../world/caller.js';
import type { Persona } from '../world/personas.js';
import { NO_LIMITS } from '../world/world.js';
import { worldOfAll } from '../world/world-of.js';
import { connected, type Envelope, post, use } from './clients.js';

const UNKNOWN = '00000000-0000-4000-8000-00000000dead';

/** An input of each tool that is well formed and names nothing that there is. */
const FORMED: Readonly<Record<string, object>> = {
  register_create: { name: 'Of nobody', ownerWallets: [UNKNOWN] },
  rehearsal_start: { blueprintId: 'none' },
  rehearsal_step: { blueprintId: 'none', rehearsalId: UNKNOWN, actionId: 0 },
  rehearsal_get: { blueprintId: 'none', rehearsalId: UNKNOWN },
  blueprint_publish: { blueprintId: 'none', registerId: UNKNOWN },
  instance_create: { blueprintId: 'none', registerId: UNKNOWN },
  blueprint_list: {},
  blueprint_get: { blueprintId: 'none' },
  blueprint_versions: { blueprintId: 'none', registerId: UNKNOWN },
  blueprint_check: { blueprintId: 'none' },
  blueprint_create: { definition: { title: 'Kept by a tool', participants: [], actions: [] } },
  blueprint_update: { blueprintId: 'none', version: 1, definition: { title: 'None' } },
  blueprint_simulate: { blueprintId: 'none', actionId: 0, data: {} },
  draft_edit: { blueprintId: 'none', version: 1, edits: [{ edit: 'set_title', title: 'None' }] },
  blueprint_diff: { blueprintId: 'none', registerId: UNKNOWN, fromVersion: 1 },
  blueprint_export: { blueprintId: 'none' },
  blueprint_explain: { part: 'none' },
  jsonlogic_test: { rule: true, data: {} },
  schema_generate: { sample: { pieces: 3 } },
  schema_validate: { schema: { type: 'object' } },
  inbox_list: {},
  action_details: { instanceId: 'none' },
  action_validate: { blueprintId: 'none', actionId: 0, data: {} },
  disclosure_preview: { blueprintId: 'none', actionId: 0, data: {} },
  workflow_status: { instanceId: 'none' },
  workflow_instances: {},
  disclosed_data: { instanceId: 'none' },
  instance_history: { instanceId: 'none' },
  suspects_list: { walletAddress: EXAMPLE.walletAddress, registerId: UNKNOWN },
  wallet_info: {},
  instance_explain: { instanceId: 'none' },
  docs_search: { words: 'decimal' },
  evidence_verify: { registerId: UNKNOWN, txId: 'ab'.repeat(32) },
  my_persona: {},
  my_credentials: { walletAddress: UNKNOWN },
  my_devices: {},
  device_revoke: { deviceId: UNKNOWN },
  my_presentations: {},
  pending_applications: {},
  health_check: {},
  peer_status: {},
  validator_status: { registerId: UNKNOWN },
  metrics: { registerId: UNKNOWN },
  log_query: {},
  audit_query: { organizationId: UNKNOWN },
  tenant_list: {},
  user_list: { organizationId: UNKNOWN },
  tenant_update: { organizationId: UNKNOWN, name: 'None' },
  user_manage: { userId: UNKNOWN, action: 'Suspend' },
  token_revoke: { userId: UNKNOWN, reason: 'A test.' },
  action_submit: { instanceId: 'none', actionId: 0, walletAddress: EXAMPLE.walletAddress, data: {} },
  action_reject: { instanceId: 'none', actionId: 0, walletAddress: EXAMPLE.walletAddress },
  instance_cancel: { instanceId: 'none', walletAddress: EXAMPLE.walletAddress },
  register_list: {},
  register_query: { registerId: UNKNOWN },
  register_stats: { registerId: UNKNOWN },
  transaction_history: { registerId: UNKNOWN },
  docket_list: { registerId: UNKNOWN },
  tx_receipt: { registerId: UNKNOWN, txId: 'ab'.repeat(32) },
  tx_evidence: { registerId: UNKNOWN, txId: 'ab'.repeat(32) },
};
/** Refusals of a right, which a caller has or not whatever it names. */
const RIGHTS = new Set(['FORBIDDEN', 'SCOPE_MISSING']);
/** Tools that name nothing. */
const OF_ALL = new Set([
  'blueprint_list',
  'blueprint_create',
  'jsonlogic_test',
  'schema_generate',
  'schema_validate',
  'inbox_list',
  'workflow_instances',
  'wallet_info',
  'register_list',
  'docs_search',
  'my_persona',
  'my_devices',
  'my_presentations',
  'pending_applications',
  'health_check',
  'peer_status',
  'log_query',
  'tenant_list',
]);
/** The first persona that may use a tool: some are for the operator of the node, and one is for citizens. */
function personaFor(name: string): Persona {
  if (name === 'pending_applications') return 'citizen';
  return OF_OPERATOR.has(name) ? 'systemAdmin' : 'administrator';
}

const OF_OPERATOR = new Set(['tenant_list', 'tenant_update', 'metrics', 'validator_status', 'log_query']);

describe('tools of assistants', () => {
  const world = worldOfAll();
  const { aDraft } = rehearsing(() => world);

  async function called(as: Persona, name: string, input: unknown): Promise<Envelope> {
    const params = { name, arguments: input };
    const { json } = await post(world, { method: 'tools/call', params, token: await world.token(as) });
    return json.result.structuredContent;
  }

  it('lead from a draft to an instance', async () => {
    const client = await connected(world);
    const { registerId } = await exampleOrders(world);
    const blueprintId = await aDraft(DEFINITION);
    const begun = await use(client, 'rehearsal_start', { blueprintId });
    expect(begun, begun.message).to.include({ status: 'InProgress', currentActionId: 0 });
    const { rehearsalId } = begun;
    const roles = begun.data.steps.map(({ actingRole }: { actingRole: string }) => actingRole);
    const step = (actionId: number, payload: object) =>
      use(client, 'rehearsal_step', { blueprintId, rehearsalId, actionId, actingRole: roles[actionId], payload });
    expect((await step(0, { amount: 'three' })).code).to.equal('REHEARSAL_STEP_REFUSED');
    expect(await step(0, { amount: 3 })).to.include({ status: 'InProgress', currentActionId: 1 });
    expect(await step(1, {})).to.include({ status: 'Passed', outcome: 'Passed' });
    expect(await use(client, 'rehearsal_get', { blueprintId, rehearsalId })).to.include({ outcome: 'Passed' });
    const published = await use(client, 'blueprint_publish', { blueprintId, registerId });
    expect(published, published.message).to.include({ status: 'Passed', isError: false });
    expect(published.data.overridden).to.equal(false);
    const opened = await use(client, 'instance_create', { blueprintId, registerId });
    expect(opened.status, opened.message).to.equal('Passed');
    const { instanceId = '' } = opened;
    expect((await ask(world, 'getInstance', { params: { instanceId } })).json.id).to.equal(instanceId);
    await client.close();
  });

  it('reject a step of a rehearsal as the definition says', async () => {
    const client = await connected(world);
    const blueprintId = await aDraft(DEFINITION);
    const { rehearsalId } = await use(client, 'rehearsal_start', { blueprintId });
    const refused = await use(client, 'rehearsal_step', {
      blueprintId,
      rehearsalId,
      actionId: 0,
      reject: true,
      reason: 'No.',
    });
    const params = { id: blueprintId, rehearsalId };
    const same = await ask(world, 'rejectRehearsalStep', { params, body: { actionId: 0, reason: 'No.' } });
    expect(refused.code).to.equal(same.json.code);
    await client.close();
  });

  it('are each tried here', () => {
    expect(Object.keys(FORMED)).to.have.members(tools.map(({ name }) => name));
  });

  it('refuse whom their operations refuse, with the same code', async () => {
    for (const { name, operations: its } of tools)
      for (const persona of ['user', 'citizen', 'service'] as const) {
        const token = await world.token(persona);
        const answers = [];
        for (const id of its) answers.push(await ask(world, id, samples.get(id) ?? {}, { token }));
        const denied = answers.find(({ json }) => RIGHTS.has(json?.code))?.json.code;
        const { status, code } = await called(persona, name, FORMED[name]);
        if (denied === undefined) expect(status, `${persona} ${name}`).to.not.equal('Unauthorized');
        else expect([status, code], `${persona} ${name}`).to.deep.equal(['Unauthorized', denied]);
      }
  });

  const samples = new Map(operations().map(({ id, example }) => [id, example.input ?? {}]));

  it('refuse what is not of their form, and say where', async () => {
    for (const { name, input: form } of tools) {
      const input = FORMED[name];
      const more = await called(personaFor(name), name, { ...input, surplus: 1 });
      expect([more.status, more.code, more.validationErrors[0]?.path], name).to.deep.equal([
        'ValidationError',
        'BODY_INVALID',
        '/surplus',
      ]);
      const wrong = Object.fromEntries(Object.keys(input ?? {}).map((key) => [key, { a: 1 }]));
      const { required = [] } = form as { readonly required?: readonly string[] };
      const empty = required.length === 0 ? [] : [{}];
      for (const bad of [...empty, [], 'text', { ...wrong, surplus: 1 }]) {
        const { json } = await post(world, {
          ...{ method: 'tools/call', params: { name, arguments: bad } },
          token: await world.token(personaFor(name)),
        });
        const found = json.error?.code ?? json.result.structuredContent.status;
        expect(found, `${name} ${JSON.stringify(bad)}`).to.be.oneOf(['ValidationError', -32_602]);
      }
    }
  });

  it('say of what is not there what their operations say', async () => {
    for (const { name } of tools.filter((row) => !OF_ALL.has(row.name) && row.name !== 'register_create')) {
      const { status, code } = await called(personaFor(name), name, FORMED[name]);
      expect(status, `${name} ${code}`).to.equal('Refused');
      expect(code, name).to.match(/_NOT_FOUND$/);
    }
    const dots = await called('administrator', 'rehearsal_start', { blueprintId: '..' });
    expect(dots).to.include({ status: 'ValidationError', code: 'PATH_INVALID' });
  });

  it('give what their operations give', async () => {
    const { registerId } = await exampleOrders(world);
    const { json: wallets } = await ask(world, 'listWallets', { query: {} });
    const asked = async (name: string, input = {}) => (await called('administrator', name, input)).data;
    expect(await asked('wallet_info')).to.deep.equal(wallets);
    const params = { registerId };
    expect(await asked('register_query', params)).to.deep.equal((await ask(world, 'getRegister', { params })).json);
    const history = await asked('transaction_history', { registerId, top: 1 });
    expect(history).to.deep.equal((await ask(world, 'listTransactions', { params, query: { $top: 1 } })).json);
    expect(await asked('docket_list', { registerId, pageSize: 1 })).to.deep.equal(
      (await ask(world, 'listDockets', { params, query: { pageSize: 1 } })).json,
    );
    const { order } = await exampleOrders(world);
    const evidence = await asked('tx_evidence', { registerId, txId: order.transactionId });
    const same = await ask(world, 'getEvidence', { params: { registerId, txId: order.transactionId } });
    expect(evidence).to.deep.equal(same.json);
  });

  it('keep, check, simulate and replace drafts', async () => {
    const { id: _, ...definition } = DEFINITION;
    const kept = await called('administrator', 'blueprint_create', { definition });
    expect(kept.status, kept.message).to.equal('Passed');
    const blueprintId = kept.data.id as string;
    const checked = await called('administrator', 'blueprint_check', { blueprintId });
    expect(checked.data).to.deep.equal((await ask(world, 'validateBlueprint', { params: { id: blueprintId } })).json);
    const simulated = await called('administrator', 'blueprint_simulate', {
      blueprintId,
      actionId: 0,
      data: { amount: 3 },
    });
    expect(simulated.data.routing.nextActionId, simulated.message).to.equal('1');
    const replace = (version: number, title: string) =>
      called('administrator', 'blueprint_update', { blueprintId, version, definition: { ...definition, title } });
    const { version } = (await called('administrator', 'blueprint_get', { blueprintId })).data;
    expect((await replace(version + 1, 'Stale')).code).to.equal('BLUEPRINT_CHANGED');
    expect((await replace(version, 'Order of two')).data.title).to.equal('Order of two');
    const listed = await called('administrator', 'blueprint_list', { search: 'Order of two' });
    expect(JSON.stringify(listed.data)).to.contain(blueprintId);
  });

  it('change a draft by edits, tell what each made, and refuse a list of which one cannot be made', async () => {
    const begun = await called('administrator', 'blueprint_create', {
      definition: { title: 'Permit', description: 'A permit.', language: 2 },
    });
    const { blueprintId, data } = begun;
    const edit = (version: number, ...edits: readonly object[]) =>
      called('administrator', 'draft_edit', { blueprintId, version, edits });
    const role = (id: string) => ({ edit: 'add_role', id, name: id });
    const acts = (title: string, sender: string) => ({ edit: 'add_action', title, sender });
    const made = await edit(data.version, role('applicant'), role('planner'), acts('Apply', 'applicant'));
    expect(made, made.message).to.include({ status: 'Passed', version: data.version + 1 });
    expect(made.data.words.join(' ')).to.match(/applicant.*planner.*Apply/);
    const wrong = await edit(
      data.version + 1,
      { edit: 'set_title', title: 'Other' },
      { edit: 'remove_role', role: 'x' },
    );
    expect([wrong.code, wrong.validationErrors[0]?.path]).to.deep.equal(['EDIT_REFUSED', '/edits/1/role']);
    expect((await edit(data.version, role('late'))).code).to.equal('BLUEPRINT_CHANGED');
    const orphan = await edit(data.version + 1, acts('Decide', 'nobody'));
    expect(orphan.data.made.map(({ code }: { code: string }) => code)).to.contain('BP_SENDER_UNKNOWN');
    expect(orphan.isValid).to.equal(false);
    const { data: draft } = await called('administrator', 'blueprint_get', { blueprintId });
    expect([draft.title, draft.participants.length, draft.version]).to.deep.equal(['Permit', 2, data.version + 2]);
    const file = await called('administrator', 'blueprint_export', { blueprintId, format: 'yaml' });
    expect(file.data.text).to.contain('title: Permit\n');
    expect(JSON.parse((await called('administrator', 'blueprint_export', { blueprintId })).data.text).title).to.equal(
      'Permit',
    );
  });

  it('compare a published workflow with the draft', async () => {
    const { registerId } = await exampleOrders(world);
    const { id: blueprintId } = DEFINITION;
    await ask(world, 'createBlueprint', { body: { ...DEFINITION, title: 'Order of goods' } });
    const diff = (of: object) =>
      called('administrator', 'blueprint_diff', { blueprintId, registerId, fromVersion: 1, ...of });
    const found = await diff({});
    expect(found.isSameBehaviour, found.message).to.equal(true);
    expect(found.data.map(({ path }: { path: string }) => path)).to.deep.equal(['title']);
    expect((await diff({ toVersion: 1 })).data).to.deep.equal([]);
    expect((await diff({ toVersion: 9 })).code).to.equal('PUBLICATION_NOT_FOUND');
  });

  it('explain the language, and try its parts', async () => {
    const of = async (name: string, input: object) => called('administrator', name, input);
    expect((await of('blueprint_explain', { part: 'add_route' })).data.schema.properties.edit).to.deep.equal({
      const: 'add_route',
    });
    expect((await of('blueprint_explain', { part: 'action.routes' })).data).to.include({ part: 'actions.routes' });
    expect((await of('blueprint_explain', { part: 'add_rout' })).message).to.contain('Did you mean');
    const rule = { '<=': [{ var: 'price.amount' }, '1000.00'] };
    const tried = await of('jsonlogic_test', { rule, data: { price: { amount: '999.99', currency: 'EUR' } } });
    expect(tried.data, tried.message).to.deep.equal({ value: true });
    const unknown = await of('jsonlogic_test', { rule: { plus: [1, 2] }, data: {} });
    expect(unknown).to.deep.include({ code: 'LOGIC_INVALID' });
    expect(unknown.validationErrors[0]?.path).to.equal('/rule/plus');
    const { schema } = (await of('schema_generate', { sample: { day: '2026-11-30' }, makeRequired: true })).data;
    expect(schema).to.deep.include({ required: ['day'] });
    expect((await of('schema_validate', { schema })).data).to.deep.equal({ isValid: true, errors: [] });
    expect((await of('schema_validate', { schema: { pattern: '(' } })).data.isValid).to.equal(false);
    const [passage] = (await of('docs_search', { words: 'BP_SENDER_UNKNOWN' })).data;
    expect(passage.address).to.match(/^findings\.html/);
  });

  it('act as the person of the token, and not after its session has ended', async () => {
    const client = await connected(world, { as: 'systemAdmin' });
    const blueprintId = await aDraft(DEFINITION);
    const foreign = await use(client, 'rehearsal_start', { blueprintId });
    expect(foreign).to.include({ code: 'BLUEPRINT_NOT_FOUND', isError: true });
    await client.close();
    const { accessToken } = await world.session('user');
    const asked = () => post(world, { method: 'tools/list', token: accessToken });
    expect((await asked()).status).to.equal(200);
    await ask(world, 'endAllSessions', {}, { token: accessToken });
    const { status, json } = await asked();
    expect([status, json.code]).to.deep.equal([401, 'TOKEN_REVOKED']);
  });

  it('reach no operation that their rows do not name', async () => {
    const { random, clock, log } = world.deps;
    const idempotency = new Idempotency({ kv: world.kv, queued: world.kv, random, key: new Uint8Array(32) });
    const built = buildDispatcher(world.deps, groups, { idempotency, rates: NO_LIMITS });
    const [honest] = tools.filter(({ name }) => name === 'rehearsal_get') as [ToolRow];
    const row: ToolRow = { ...honest, run: (_input, { call }) => call('getMe' as never, {} as never) as never };
    const calls = new ToolCalls([row], {
      ...{
        random,
        clock,
        log,
        dispatcher: built.dispatcher,
        repeats: built.repeats,
        limit: undefined,
        adminLimit: undefined,
      },
      ...{ confirmationRoot: built.confirmationRoot, grants: new StandingGrants(world.deps) },
      operations: new Map(built.operations.map((one) => [one.operation.id, one])),
    });
    const caller = (await world.deps.tokens.verify(await world.token('administrator'))) as never;
    const from = { caller, traceId: 'trace', address: '192.0.2.7', headers: {} };
    const request = { name: row.name, input: FORMED[row.name], state: undefined, responses: {}, canAsk: true };
    const fault = await calls.call(request, from).catch((error: unknown) => error);
    expect(String(fault)).to.contain('rehearsal_get calls getMe, which it does not name');
  });
});
