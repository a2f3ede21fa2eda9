// The reads of a comparison: the draft, the versions on the registers, the two that are compared, and the instances
// that go on under earlier ones.
import { ClientError } from '../../api/client/client-error.js';
import { node } from '../session/node.js';
import type { VersionRow } from './read-blueprints.js';
import { type DiffSearch, DRAFT } from './search.js';

/** Instances that are counted. */
const INSTANCES_MAX = 100;

export interface Compared {
  readonly key: string;
  /** JSON: the types of the router end where a type names itself. */
  readonly blueprint: object;
}

export interface RunningInstances {
  /** Of how many it is, by their publication. */
  readonly byPublication: ReadonlyMap<string, number>;
  readonly isCut: boolean;
}

export interface DiffData {
  readonly blueprintId: string;
  readonly title: string;
  readonly hasDraft: boolean;
  /** The newest first. */
  readonly versions: readonly VersionRow[];
  /** Absent where there is nothing to compare. */
  readonly compared?: { readonly before: Compared; readonly after: Compared };
  readonly running: RunningInstances;
}

export async function readDiff({
  params: { blueprintId: id },
  deps,
}: {
  readonly params: { readonly blueprintId: string };
  readonly deps: DiffSearch;
}): Promise<DiffData> {
  const [draft, listed, running] = await Promise.all([readDraft(id), readVersions(id), readRunning(id)]);
  const versions = [...listed].sort((a, b) => Date.parse(b.publishedAt) - Date.parse(a.publishedAt));
  const newest = versions[0]?.publicationTxId;
  const after = deps.after ?? (draft ? DRAFT : newest);
  const others = versions.filter(({ publicationTxId }) => publicationTxId !== after);
  const before = deps.before ?? others[0]?.publicationTxId;
  const shown = {
    ...{ blueprintId: id, hasDraft: draft !== undefined, versions, running },
    title: draft?.title ?? versions[0]?.title ?? id,
  };
  if (before === undefined || after === undefined) return shown;
  const [first, second] = await Promise.all([before, after].map((key) => readOne(id, key, draft)));
  return { ...shown, compared: { before: first as Compared, after: second as Compared } };
}

type Draft = Awaited<ReturnType<typeof node.blueprints.getBlueprint>>;

/** Undefined where the organisation has none of this id. */
async function readDraft(id: string): Promise<Draft | undefined> {
  try {
    return await node.blueprints.getBlueprint({ params: { id } });
  } catch (error) {
    if (error instanceof ClientError && error.code === 'BLUEPRINT_NOT_FOUND') return undefined;
    throw error;
  }
}

async function readVersions(id: string): Promise<readonly VersionRow[]> {
  const versions: VersionRow[] = [];
  for await (const version of node.blueprints.listVersions.all({ params: { id }, query: {} })) versions.push(version);
  return versions;
}

async function readOne(id: string, key: string, draft: Draft | undefined): Promise<Compared> {
  if (key === DRAFT && draft) return { key, blueprint: draft };
  const { blueprint } = await node.blueprints.getDefinition({ params: { id, publicationTxId: key } });
  return { key, blueprint };
}

async function readRunning(blueprintId: string): Promise<RunningInstances> {
  const { items, hasMore } = await node.inbox.listInstances({
    query: { blueprintId, state: 'Active', pageSize: INSTANCES_MAX },
  });
  const byPublication = new Map<string, number>();
  for (const { publicationTxId } of items)
    byPublication.set(publicationTxId, (byPublication.get(publicationTxId) ?? 0) + 1);
  return { byPublication, isCut: hasMore };
}
