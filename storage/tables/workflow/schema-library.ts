// JSON Schemas that organisations keep for their designers, beside those that come with the program. The list of an
// organisation stands in one row; a row without one has those that are published to all of the node. Checks read queued
// writes too; writes are operations for the caller's one commit. It knows nothing of what a good schema is.
import type { LibrarySchema, LibrarySchemaSummary } from '../../../core/design/schemas/library.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

export interface KeptSchema extends LibrarySchema {
  readonly organisationId: string;
  /** Members of every organisation of the node find it. */
  readonly isPublished: boolean;
  /** Where it was fetched. */
  readonly url?: string;
  /** Claim `sub` of who brought it. */
  readonly createdBy: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** The members that lists show. */
export type ListedSchema = LibrarySchemaSummary & Pick<KeptSchema, 'organisationId' | 'isPublished'>;

type Key = readonly [organisationId: string, schemaId: string];

const schemas = defineTable<Key, KeptSchema>('schemas');
const lists = defineTable<string, readonly ListedSchema[]>('schema-lists');
/** In the place of an organisation: the schemas that all find. */
const NODE = '';

export class SchemaLibrary {
  private readonly schemas: RowTable<Key, KeptSchema>;
  private readonly lists: RowTable<string, readonly ListedSchema[]>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(
    kv: KvReader,
    private readonly queued: Pick<Kv, 'getSync'>,
  ) {
    this.schemas = new RowTable(kv, schemas);
    this.lists = new RowTable(kv, lists);
  }

  find(organisationId: string, schemaId: string): KeptSchema | undefined {
    return this.schemas.latest(this.queued, [organisationId, schemaId]);
  }

  /** A schema that some organisation published. */
  findPublished(schemaId: string): KeptSchema | undefined {
    const row = this.listPublished().find((listed) => listed.schemaId === schemaId);
    return row && this.find(row.organisationId, schemaId);
  }

  /** All of an organisation, by id. */
  list(organisationId: string): readonly ListedSchema[] {
    return this.lists.current(this.queued, organisationId) ?? [];
  }

  /** All that are published, by id. */
  listPublished(): readonly ListedSchema[] {
    return this.list(NODE);
  }

  /** In the place of its earlier state, with its place in the lists. */
  put(schema: KeptSchema): readonly KvOp[] {
    const { organisationId, schemaId, isPublished } = schema;
    return [
      this.schemas.put([organisationId, schemaId], schema),
      this.putListed(organisationId, schema),
      ...(isPublished ? [this.putListed(NODE, schema)] : []),
    ];
  }

  remove({ organisationId, schemaId, isPublished }: KeptSchema): readonly KvOp[] {
    const without = (list: string) => this.lists.put(list, this.others(list, schemaId));
    return [
      this.schemas.del([organisationId, schemaId]),
      without(organisationId),
      ...(isPublished ? [without(NODE)] : []),
    ];
  }

  private putListed(list: string, schema: KeptSchema): KvOp {
    const all = [...this.others(list, schema.schemaId), rowOf(schema)];
    return this.lists.put(
      list,
      all.sort((a, b) => (a.schemaId < b.schemaId ? -1 : 1)),
    );
  }

  private others(list: string, schemaId: string): readonly ListedSchema[] {
    return this.list(list).filter((listed) => listed.schemaId !== schemaId);
  }
}

function rowOf({ schema: _, url: _url, createdBy: _by, createdAtMs: _at, updatedAtMs: _to, ...listed }: KeptSchema) {
  return listed;
}
