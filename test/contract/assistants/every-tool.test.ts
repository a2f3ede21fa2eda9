// Every tool by a good call, and by a token of each role and each scope: it is shown and let in where all of its
// operations are over HTTP, and gives what they give. Its calls are recorded where all tools call operations.
import { expect } from 'chai';
import { programRightOf } from '../../../api/auth/policy.js';
import { Dispatcher } from '../../../api/dispatch/dispatcher.js';
import { DEFINITION, LEDGER } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { tools } from '../../../api/mcp/tools/table.js';
import { PROGRAM_SCOPE_WORDS, type ProgramScope } from '../../../core/tenant/programs/scopes.js';
import { rehearsing } from '../blueprints/rehearsing.js';
import { prepareDevices } from '../devices/fixtures.js';
import { definitionOf, exampleOrders } from '../ledger/fixtures.js';
import { programSession } from '../programs/fixtures.js';
import { aStarted } from '../workflow/fixtures.js';
import { badQuery, call, operations, type RequestParts } from '../world/caller.js';
import type { Persona } from '../world/personas.js';
import { worldOfAll } from '../world/world-of.js';
import { post } from './clients.js';

const { registerId, blueprintId: published } = LEDGER;
const { walletAddress, organisationId, userId, deviceId } = EXAMPLE;
/** The others are called by the administrator of the organisation. */
const CALLED_BY: Readonly<Record<string, Persona>> = {
  ...{ pending_applications: 'citizen', device_revoke: 'user', tenant_list: 'systemAdmin', metrics: 'systemAdmin' },
  ...{ tenant_update: 'systemAdmin', validator_status: 'systemAdmin', log_query: 'systemAdmin' },
};

interface Recorded {
  readonly id: string;
  readonly input: RequestParts;
}

describe('every tool of assistants', () => {
  const world = worldOfAll();
  const { aDraft } = rehearsing(() => world);
  const recorded: Recorded[] = [];
  const honest = Dispatcher.prototype.call;
  before(() => {
    Dispatcher.prototype.call = function (this: Dispatcher, ...asked: Parameters<typeof honest>) {
      const [id, input] = asked;
      recorded.push({ id, input: (input ?? {}) as RequestParts });
      return honest.apply(this, asked) as never;
    } as typeof honest;
  });
  after(() => {
    Dispatcher.prototype.call = honest;
  });

  async function called(token: string, name: string, input: object) {
    recorded.splice(0);
    const { json } = await post(world, { method: 'tools/call', params: { name, arguments: input }, token });
    return json.result;
  }

  /** An input of each tool that its operations take, in the order of the table. */
  async function goodInputs() {
    const { order } = await exampleOrders(world);
    const { instanceId } = await aStarted(world);
    const blueprintId = await aDraft(DEFINITION);
    await prepareDevices.revokeDevice?.(world);
    const administrator = await world.token('administrator');
    const { structuredContent: begun } = await called(administrator, 'rehearsal_start', { blueprintId });
    const { rehearsalId } = begun;
    const versionOf = async (id: string) =>
      (await call(world, definitionOf('getBlueprint'), { params: { id } }, { token: administrator })).json.version;
    const edited = await aDraft(DEFINITION);
    const txId = order.transactionId;
    const { id: _, ...definition } = DEFINITION;
    const act = { blueprintId: published, registerId, actionId: 0, data: { amount: 3 } };
    const waiting = { instanceId, actionId: 1, walletAddress };
    return {
      register_create: { name: 'Of a tool', ownerWallets: [walletAddress] },
      rehearsal_start: { blueprintId },
      rehearsal_step: { blueprintId, rehearsalId, actionId: 0, payload: { amount: 3 } },
      rehearsal_get: { blueprintId, rehearsalId },
      blueprint_publish: { blueprintId, registerId },
      instance_create: { blueprintId: published, registerId },
      blueprint_list: {},
      blueprint_get: { blueprintId },
      blueprint_versions: { blueprintId: published, registerId },
      blueprint_check: { blueprintId },
      blueprint_create: { definition: { ...definition, title: 'Of a tool' } },
      blueprint_update: { blueprintId, version: await versionOf(blueprintId), definition },
      blueprint_simulate: { blueprintId, actionId: 0, data: { amount: 3 } },
      draft_edit: {
        ...{ blueprintId: edited, version: await versionOf(edited) },
        edits: [{ edit: 'set_title', title: 'Edited' }],
      },
      blueprint_diff: { blueprintId: published, registerId, fromVersion: 1, toVersion: 1 },
      blueprint_export: { blueprintId },
      blueprint_explain: { part: 'add_role' },
      jsonlogic_test: { rule: { '+': [1, { var: 'amount' }] }, data: { amount: 2 } },
      schema_generate: { sample: { pieces: 3 } },
      schema_validate: { schema: { type: 'object' } },
      inbox_list: {},
      action_details: { instanceId },
      action_validate: act,
      disclosure_preview: act,
      workflow_status: { instanceId },
      workflow_instances: {},
      disclosed_data: { instanceId, walletAddress },
      instance_history: { instanceId },
      suspects_list: { walletAddress, registerId },
      wallet_info: {},
      instance_explain: { instanceId },
      docs_search: { words: 'decimal' },
      evidence_verify: { registerId, txId },
      my_persona: {},
      my_credentials: { walletAddress },
      my_devices: {},
      device_revoke: { deviceId },
      my_presentations: {},
      pending_applications: {},
      health_check: {},
      peer_status: {},
      validator_status: { registerId },
      metrics: { registerId },
      log_query: {},
      audit_query: { organizationId: organisationId },
      tenant_list: {},
      user_list: { organizationId: organisationId },
      tenant_update: { organizationId: organisationId, name: 'Renamed' },
      user_manage: { userId, action: 'Suspend' },
      token_revoke: { userId, reason: 'A test.' },
      action_submit: { ...waiting, data: { confirmed: true } },
      action_reject: { ...waiting, reason: 'No.' },
      instance_cancel: { instanceId, walletAddress },
      register_list: {},
      register_query: { registerId },
      register_stats: { registerId },
      transaction_history: { registerId },
      docket_list: { registerId },
      tx_receipt: { registerId, txId },
      tx_evidence: { registerId, txId },
    } satisfies Readonly<Record<string, object>> as Readonly<Record<string, object>>;
  }

  it('does what its operations do for a good call, or asks before, and calls those alone that its row names', async () => {
    const inputs = await goodInputs();
    expect(Object.keys(inputs)).to.have.members(tools.map(({ name }) => name));
    for (const { name, operations: its, gate, hints } of tools) {
      const token = await world.token(CALLED_BY[name] ?? 'administrator');
      const result = await called(token, name, inputs[name] ?? {});
      expect(its, `${name} calls`).to.include.members(recorded.map(({ id }) => id));
      if (gate?.when !== 'always') expect(recorded, `${name} calls its operations`).to.not.deep.equal([]);
      if (gate !== undefined) {
        expect(result.resultType, `${name}: ${JSON.stringify(result)}`).to.equal('input_required');
        continue;
      }
      expect(result.isError, `${name}: ${result.content?.[0]?.text}`).to.equal(undefined);
      const [only, ...more] = recorded;
      // blueprint_export gives a text of what its operation gives.
      if (!hints.isReadOnly || only === undefined || more.length > 0 || name === 'blueprint_export') continue;
      const same = await call(world, definitionOf(only.id), only.input, { token });
      expect(result.structuredContent.data, name).to.deep.equal(same.json);
    }
  });

  const named = [...new Set(tools.flatMap((row) => row.operations))];
  const samples = new Map(operations().map(({ id, example }) => [id, example.input ?? {}]));

  /** The code by which each operation refuses whoever has this token over HTTP; nothing where it lets them in. */
  async function refusals(token: string): Promise<ReadonlyMap<string, string | undefined>> {
    const codes = new Map<string, string | undefined>();
    for (const id of named) {
      const definition = definitionOf(id);
      const parts = { ...samples.get(id), query: badQuery(definition) };
      const { status, json } = await call(world, definition, parts, { token });
      codes.set(id, status === 401 || status === 403 ? json.code : undefined);
    }
    return codes;
  }

  /** A bad form shows that a call was let in, and does nothing. Gives the tools that are shown. */
  async function isHeldTo(who: string, token: string, denied: ReadonlyMap<string, string | undefined>) {
    const open = tools.filter((row) => row.operations.every((id) => denied.get(id) === undefined));
    const { json } = await post(world, { method: 'tools/list', token });
    const shown: readonly string[] = json.result.tools.map(({ name }: { readonly name: string }) => name);
    expect(shown, `${who} is shown`).to.deep.equal(open.map(({ name }) => name));
    for (const row of tools) {
      const { structuredContent } = await called(token, row.name, { surplus: 1 });
      const code = row.operations.map((id) => denied.get(id)).find((its) => its !== undefined);
      const expected = code === undefined ? ['ValidationError', 'BODY_INVALID'] : ['Unauthorized', code];
      expect([structuredContent.status, structuredContent.code], `${who}: ${row.name}`).to.deep.equal(expected);
      expect(recorded, `${who}: ${row.name} calls nothing`).to.deep.equal([]);
    }
    return shown;
  }

  for (const persona of ['systemAdmin', 'administrator', 'user', 'citizen', 'service'] as const)
    it(`is for a ${persona} where all of its operations are`, async () => {
      const token = await world.token(persona);
      await isHeldTo(persona, token, await refusals(token));
    });

  it('is for a program where its scopes are those of all operations, and its person may call them', async () => {
    const ofPerson = await refusals(await world.token('systemAdmin'));
    const shownTo = async (scopes: readonly ProgramScope[]) => {
      // Scopes open over HTTP what the table of operations says (programs/scopes.test.ts).
      const denied = named.map((id) => {
        const right = programRightOf(definitionOf(id));
        const isOpen = right === 'any' || definitionOf(id).can === 'public' || scopes.some((scope) => scope === right);
        return [
          id,
          ofPerson.get(id) ?? (isOpen ? undefined : right === 'closed' ? 'FORBIDDEN' : 'SCOPE_MISSING'),
        ] as const;
      });
      const { accessToken } = await programSession(world, 'systemAdmin', { scopes, resource: 'mcp' });
      return isHeldTo(scopes.join(' '), accessToken, new Map(denied));
    };
    const none = await shownTo([]);
    for (const scope of PROGRAM_SCOPE_WORDS) {
      const opened = await shownTo([scope]);
      expect(opened, scope).to.include.members([...none]);
      if (scope === 'ledger:read' || scope === 'workflow:read') expect(opened.length).to.be.greaterThan(none.length);
    }
    expect(await shownTo(PROGRAM_SCOPE_WORDS)).to.include.members(['register_create', 'user_manage', 'token_revoke']);
  });
});
