// What tests of blueprints need in a world: the example draft, and the rows of prepare.ts for these groups.
import { DRAFT_ID, NEW_ID } from '../../../api/groups/blueprints/examples.js';
import { EXAMPLE } from '../../../api/groups/example-values.js';
import { DEFINITION, LEDGER } from '../../../api/groups/registers/example-ledger.js';
import { ask, exampleOrders } from '../ledger/fixtures.js';
import type { Prepare } from '../prepare.js';
import type { World } from '../world.js';

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

const WITH_DRAFT = [
  'listBlueprints',
  'createBlueprint',
  'getBlueprint',
  'updateBlueprint',
  'deleteBlueprint',
  'validateBlueprint',
  'publishDraft',
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
  getDefinition: async (world) => {
    const { publicationTxId } = await exampleOrders(world);
    return { as: 'administrator', params: { id: LEDGER.blueprintId, publicationTxId } };
  },
  draftFromPublished: async (world) => {
    const { registerId, publicationTxId } = await exampleOrders(world);
    return { as: 'administrator', body: { registerId, blueprintId: LEDGER.blueprintId, publicationTxId } };
  },
};
