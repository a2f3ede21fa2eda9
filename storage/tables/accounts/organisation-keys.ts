// Master keys of organisations and the keys that were derived from them: what is known of each, and no secret. The seed
// of a master key stands sealed in the keystore under its address, and there is no wallet of that address: nothing but
// a derivation opens it.
import type { DerivedKey, MasterKey } from '../../../core/wallet/organisation/derived-key.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

const masters = defineTable<string, MasterKey>('organisation-master-keys');
const derived = defineTable<string, readonly DerivedKey[]>('organisation-derived-keys');

export class OrganisationKeys {
  private readonly masters: RowTable<string, MasterKey>;
  private readonly derived: RowTable<string, readonly DerivedKey[]>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(
    kv: KvReader,
    private readonly queued: Pick<Kv, 'getSync'>,
  ) {
    this.masters = new RowTable(kv, masters);
    this.derived = new RowTable(kv, derived);
  }

  master(organisationId: string): MasterKey | undefined {
    return this.masters.current(this.queued, organisationId);
  }

  putMaster(organisationId: string, master: MasterKey): KvOp {
    return this.masters.put(organisationId, master);
  }

  /** All of an organisation, oldest first: bounded, and one row, so that a key and its successor change together. */
  of(organisationId: string): readonly DerivedKey[] {
    return this.derived.current(this.queued, organisationId) ?? [];
  }

  /** These in the place of their earlier states, new ones behind; commit it in the turn in which `of` was read. */
  put(organisationId: string, ...changed: readonly DerivedKey[]): KvOp {
    const before = this.of(organisationId);
    const byId = new Map(changed.map((key) => [key.id, key]));
    const kept = before.map((key) => byId.get(key.id) ?? key);
    const added = changed.filter(({ id }) => !before.some((key) => key.id === id));
    return this.derived.put(organisationId, [...kept, ...added]);
  }
}
