// Catalogues of JSON Schemas of others, one an organisation: whole rows, because a search reads all of one. It knows
// nothing of the document that a catalogue came in.
import type { SchemaCatalogue } from '../../../core/design/schemas/catalogue.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

export interface KeptCatalogue extends SchemaCatalogue {
  /** Where it was fetched; absent for one that was uploaded. */
  readonly url?: string;
  readonly takenAtMs: number;
}

const catalogues = defineTable<string, KeptCatalogue>('schema-catalogues');

export class SchemaCatalogues {
  private readonly table: RowTable<string, KeptCatalogue>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(
    kv: KvReader,
    private readonly queued: Pick<Kv, 'getSync'>,
  ) {
    this.table = new RowTable(kv, catalogues);
  }

  find(organisationId: string): KeptCatalogue | undefined {
    return this.table.latest(this.queued, organisationId);
  }

  put(organisationId: string, catalogue: KeptCatalogue): KvOp {
    return this.table.put(organisationId, catalogue);
  }

  remove(organisationId: string): KvOp {
    return this.table.del(organisationId);
  }
}
