// Needs of tests of blueprints in a world: the example draft, and the rows of prepare.ts for these groups.
import { DEFINITION, DRAFT_ID, LEDGER } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { NEW_ID } from '../../../api/groups/workflow/blueprints/examples.js';
import { ask, exampleOrders } from '../ledger/fixtures.js';
import type { Prepare } from '../world/prepared.js';
import type { World } from '../world/world.js';

/** The example draft as the examples have it, whatever was done to it. */
export async function exampleDraft({ deps }: World): Promise<void> {
  const { blueprints, clock, commit } = deps;
  const find = (id: string) => blueprints.find(EXAMPLE.organisationId, id);
  const at = clock.now();
  const document = { ...DEFINITION, id: DRAFT_ID };
  const draft = { organisationId: EXAMPLE.organisationId, blueprintId: DRAFT_ID, document };
  await commit(blueprints.change(find(DRAFT_ID), { ...draft, revision: 1, createdAtMs: at, updatedAtMs: at }));
  await commit(blueprints.change(find(NEW_ID), undefined));
}

const withDraft: Prepare = async (world) => {
  await exampleOrders(world);
  await exampleDraft(world);
  return { as: 'administrator' };
};
const deleted: Prepare = async (world) => {
  const row = await withDraft(world);
  const gone = await ask(world, 'deleteBlueprint', { params: { id: DRAFT_ID } });
  if (gone.status !== 204) throw new Error(gone.text);
  return row;
};

/** A rehearsal of the example draft, after the first `steps` of its example. */
const rehearsed =
  (steps: 0 | 1): Prepare =>
  async (world) => {
    await withDraft(world);
    const confirm = { ...DEFINITION.actions[1], rejectionConfig: { targetActionId: 0 } };
    const document = { ...DEFINITION, id: DRAFT_ID, actions: [DEFINITION.actions[0], confirm] };
    await ask(world, 'updateBlueprint', { params: { id: DRAFT_ID }, body: document });
    const begun = await ask(world, 'startRehearsal', { params: { id: DRAFT_ID }, body: { mode: 'full' } });
    const params = { id: DRAFT_ID, rehearsalId: begun.json.rehearsalId };
    if (steps === 1) {
      await ask(world, 'submitRehearsalStep', { params, body: { actionId: 0, payload: { amount: 3 } } });
      await ask(world, 'switchRehearsalRole', { params, body: { role: 'seller' } });
    }
    return { as: 'administrator', params };
  };

const WITH_DRAFT = [
  'listBlueprints',
  'createBlueprint',
  'getBlueprint',
  'updateBlueprint',
  'deleteBlueprint',
  'validateBlueprint',
  'editBlueprint',
  'publishDraft',
  'startRehearsal',
  'rehearseScenarios',
  'listRehearsals',
  'listPublishOverrides',
  'listVersions',
  'getVersion',
  'executeValidate',
  'executeCalculate',
  'executeRoute',
  'executeDisclose',
] as const;

export const prepareBlueprints: Readonly<Record<string, Prepare>> = {
  ...Object.fromEntries(WITH_DRAFT.map((id) => [id, withDraft])),
  recoverBlueprint: deleted,
  getRehearsal: rehearsed(1),
  discardRehearsal: rehearsed(0),
  switchRehearsalRole: rehearsed(0),
  submitRehearsalStep: rehearsed(0),
  rejectRehearsalStep: rehearsed(1),
  getDefinition: async (world) => {
    const { publicationTxId } = await exampleOrders(world);
    return { as: 'administrator', params: { id: LEDGER.blueprintId, publicationTxId } };
  },
  draftFromPublished: async (world) => {
    const { registerId, publicationTxId } = await exampleOrders(world);
    return { as: 'administrator', body: { registerId, blueprintId: LEDGER.blueprintId, publicationTxId } };
  },
};
