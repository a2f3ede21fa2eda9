// The reads of the list of blueprints: drafts of the organisation, what is published on its registers, templates.
import { node } from '../session/node.js';
import { type Person, person } from '../session/person.js';
import type { BlueprintsSearch, BlueprintView } from './search.js';

const DRAFTS_PAGE = 50;
/** Registers that are looked at, a call for each, and the newest publications of each. */
const REGISTERS_MAX = 20;
const PUBLICATIONS_MAX = 100;
/** Templates of an organisation and those of the program. */
const TEMPLATES_PAGE = 100;

export type DraftPage = Awaited<ReturnType<typeof node.blueprints.listBlueprints>>;
export type DraftRow = DraftPage['items'][number];
export type TemplateRow = Awaited<ReturnType<typeof node.templates.listTemplates>>['items'][number];
export type VersionRow = Awaited<ReturnType<typeof node.blueprints.listVersions>>[number];

export interface PublishedRow {
  readonly blueprintId: string;
  readonly title: string;
  readonly sealedAt: string;
}

export interface RegisterPublications {
  readonly registerId: string;
  readonly register: string;
  readonly blueprints: readonly PublishedRow[];
  /** There are older ones, which are not shown. */
  readonly isCut: boolean;
}

export interface BlueprintsData {
  readonly who: Person;
  readonly view: BlueprintView;
  readonly drafts?: DraftPage;
  readonly published?: readonly RegisterPublications[];
  readonly templates?: readonly TemplateRow[];
}

export async function readBlueprints({
  deps: { show = 'drafts', q },
}: {
  readonly deps: BlueprintsSearch;
}): Promise<BlueprintsData> {
  const who = await person();
  switch (show) {
    case 'drafts':
      return { who, view: show, drafts: await readDrafts(q) };
    case 'published':
      return { who, view: show, published: await readPublished() };
    case 'templates':
      return { who, view: show, templates: await readTemplates() };
  }
}

export function readDrafts(search: string | undefined, cursor?: string): Promise<DraftPage> {
  const query = { pageSize: DRAFTS_PAGE, ...(search && { search }), ...(cursor !== undefined && { cursor }) };
  return node.blueprints.listBlueprints({ query });
}

async function readTemplates(): Promise<readonly TemplateRow[]> {
  return (await node.templates.listTemplates({ query: { pageSize: TEMPLATES_PAGE } })).items;
}

async function readPublished(): Promise<readonly RegisterPublications[]> {
  const registers = await node.registers.listRegisters({ query: { pageSize: REGISTERS_MAX } });
  const all = await Promise.all(registers.map(({ id, name }) => newestOn(id, name)));
  return all.filter(({ blueprints }) => blueprints.length > 0);
}

/** Each blueprint by its newest publication. */
async function newestOn(registerId: string, register: string): Promise<RegisterPublications> {
  const { transactions, nextCursor } = await node.summaries.listTransactionSummaries({
    params: { registerId },
    query: { kind: 'publication', pageSize: PUBLICATIONS_MAX },
  });
  const newest = new Map<string, PublishedRow>();
  for (const { blueprintId, title = blueprintId, sealedAt } of transactions)
    if (!newest.has(blueprintId)) newest.set(blueprintId, { blueprintId, title, sealedAt });
  return { registerId, register, blueprints: [...newest.values()], isCut: nextCursor !== undefined };
}
