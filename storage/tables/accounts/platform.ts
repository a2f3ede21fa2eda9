// Rows of the platform as a whole: what its operators set while it runs, and the one bootstrap of its first
// organisation.
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

export interface PlatformSettings {
  /** In the place of auth.founding of the node; `node` follows it. */
  readonly founding: 'platform' | 'anyone' | 'node';
  /** In the place of auth.invitationMs; null follows it. */
  readonly invitationDays: number | null;
}

export interface BootstrapRow {
  readonly organisationId: string;
  readonly subdomain: string;
  readonly adminUserId: string;
  readonly adminEmail: string;
  readonly at: string;
}

const rows = defineTable<string, PlatformSettings | BootstrapRow>('platform');
const UNSET: PlatformSettings = { founding: 'node', invitationDays: null };

export class Platform {
  private readonly queued: Pick<Kv, 'getSync'>;
  private readonly rows: RowTable<string, PlatformSettings | BootstrapRow>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(kv: KvReader, queued: Pick<Kv, 'getSync'>) {
    this.queued = queued;
    this.rows = new RowTable(kv, rows);
  }

  get settings(): PlatformSettings {
    return { ...UNSET, ...(this.rows.current(this.queued, 'settings') as PlatformSettings | undefined) };
  }

  set(settings: PlatformSettings): KvOp {
    return this.rows.put('settings', settings);
  }

  get bootstrap(): BootstrapRow | undefined {
    return this.rows.current(this.queued, 'bootstrap') as BootstrapRow | undefined;
  }

  putBootstrap(row: BootstrapRow): KvOp {
    return this.rows.put('bootstrap', row);
  }
}
