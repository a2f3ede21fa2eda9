// Preferences of people, one row a person who chose something.
import { DEFAULT_PREFERENCES, type Preferences } from '../../../core/tenant/inbox/preferences.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

const rows = defineTable<string, Preferences>('preferences');

export class PreferenceStore {
  private readonly queued: Pick<Kv, 'getSync'>;
  private readonly rows: RowTable<string, Preferences>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(kv: KvReader, queued: Pick<Kv, 'getSync'>) {
    this.queued = queued;
    this.rows = new RowTable(kv, rows);
  }

  /** The settings that the person chose, and the default ones for the rest. */
  of(platformUserId: string): Preferences {
    return { ...DEFAULT_PREFERENCES, ...this.rows.current(this.queued, platformUserId) };
  }

  put(platformUserId: string, preferences: Preferences): KvOp {
    return this.rows.put(platformUserId, preferences);
  }
}
