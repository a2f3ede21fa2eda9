// From a template or a written blueprint to a publication on the register of a local mesh, by the steps a designer
// takes: make it, keep it as a draft, check it, publish it on record without a rehearsal. Waits until every node has
// it.
import type { JsonObject } from '../../core/base/json.js';
import type { ClusterMember } from './mesh-cluster.js';
import { everywhere } from './shared-register.js';
import { UNREHEARSED } from './unrehearsed.js';

interface HarnessPublication {
  readonly publicationTxId: string;
  /** Of the check of the draft, with places. */
  readonly warnings: readonly string[];
}

interface PublishTarget {
  readonly registerId: string;
  /** The first one publishes: its administrator holds a wallet of the roster. */
  readonly members: readonly ClusterMember[];
}

/** The blueprint that the template makes of the parameters, under an id of its own. */
export async function fromTemplate(
  { node, token }: ClusterMember,
  templateId: string,
  { id, parameters }: { readonly id: string; readonly parameters: JsonObject },
): Promise<JsonObject> {
  const { blueprint } = await node.client(token).evaluateTemplate({ body: { templateId, parameters } });
  return { ...(blueprint as JsonObject), id };
}

/** Keeps the blueprint as a draft, or replaces the one of its id, and publishes it. */
export async function publishDraft(
  { registerId, members }: PublishTarget,
  blueprint: JsonObject,
): Promise<HarnessPublication> {
  const [first] = members as readonly [ClusterMember, ...ClusterMember[]];
  const { node, token, name } = first;
  const client = node.client(token);
  const params = { id: String(blueprint.id) };
  const body = blueprint as { title: string };
  const known = await client.listBlueprints({ query: { status: 'Published', pageSize: 100 } });
  if (known.items.some(({ id }) => id === params.id)) await client.updateBlueprint({ params, body });
  else await client.createBlueprint({ body });
  const checked = await client.validateBlueprint({ params });
  if (!checked.isValid)
    throw node.failure(`${name} finds errors in ${params.id}: ${JSON.stringify(checked.validationResults)}.`);
  const { publishedBlueprint } = await client.publishDraft({ params, body: { registerId, override: UNREHEARSED } });
  const { height } = await client.getRegister({ params: { registerId } });
  await everywhere(members, registerId, Number(height));
  return { publicationTxId: publishedBlueprint.publicationTxId, warnings: checked.warnings };
}
