// Templates of blueprints that organisations keep for themselves, beside those that come with the program. Checks read
// what is queued too; writes are operations for the caller's one commit. It knows nothing of what a good template is.
import type { Template } from '../../../core/design/templates/template.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

export interface StoredTemplate {
  readonly template: Template;
  /** Claim `sub` of who made it. */
  readonly createdBy: string;
  readonly createdAtMs: number;
}

/** The members that lists show. */
/** Its texts are its names alone. */
export type TemplateSummary = Pick<Template, 'id' | 'title' | 'description' | 'category' | 'version' | 'texts'>;

type Key = readonly [organisationId: string, templateId: string];

const templates = defineTable<Key, StoredTemplate>('templates');
const lists = defineTable<string, readonly TemplateSummary[]>('template-list');

export class TemplateStore {
  private readonly queued: Pick<Kv, 'getSync'>;
  private readonly templates: RowTable<Key, StoredTemplate>;
  private readonly lists: RowTable<string, readonly TemplateSummary[]>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(kv: KvReader, queued: Pick<Kv, 'getSync'>) {
    this.queued = queued;
    this.templates = new RowTable(kv, templates);
    this.lists = new RowTable(kv, lists);
  }

  find(organisationId: string, templateId: string): StoredTemplate | undefined {
    return this.templates.current(this.queued, [organisationId, templateId]);
  }

  /** All templates of an organisation, by id. */
  list(organisationId: string): readonly TemplateSummary[] {
    return this.lists.current(this.queued, organisationId) ?? [];
  }

  /** Adds a template that the organisation has not, with its place in the list. */
  add(organisationId: string, stored: StoredTemplate): readonly KvOp[] {
    const { id } = stored.template;
    const list = [...this.without(organisationId, id), summaryOf(stored.template)];
    return [
      this.templates.put([organisationId, id], stored),
      this.lists.put(
        organisationId,
        list.sort((a, b) => (a.id < b.id ? -1 : 1)),
      ),
    ];
  }

  remove(organisationId: string, templateId: string): readonly KvOp[] {
    return [
      this.templates.del([organisationId, templateId]),
      this.lists.put(organisationId, this.without(organisationId, templateId)),
    ];
  }

  private without(organisationId: string, templateId: string): readonly TemplateSummary[] {
    return this.list(organisationId).filter(({ id }) => id !== templateId);
  }
}

export function summaryOf({ id, title, description, category, version, texts = {} }: Template): TemplateSummary {
  const names = Object.entries(texts).flatMap(([language, said]) => {
    const own = NAMES.flatMap((name) => (Object.hasOwn(said, name) ? [[name, said[name] as string] as const] : []));
    return own.length === 0 ? [] : [[language, Object.fromEntries(own)] as const];
  });
  const spoken = names.length > 0 && { texts: Object.fromEntries(names) };
  return { ...{ id, title, description, category, version }, ...spoken };
}

const NAMES = ['title', 'description'];
