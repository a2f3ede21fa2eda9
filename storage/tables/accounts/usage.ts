// The share of each organisation in rows that this node keeps permanently: its wallets, and the bytes of sealed
// transactions that it brought; and its quotas, where the operator set them. A row an organisation, written in the
// commit that changes what it counts, so it costs no write of its own; read once, and then kept in memory.
import type { Quotas } from '../../../core/tenant/quotas.js';
import type { Wallet } from '../../../core/wallet/wallet.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

export interface UsageRow {
  readonly wallets: number;
  readonly bytes: number;
  /** The bytes that are governance acts. */
  readonly acts?: number;
  /** In the place of the settings of the node. */
  readonly quotas?: Partial<Quotas>;
}

const rows = defineTable<string, UsageRow>('organisation-usage');
const NOTHING: UsageRow = { wallets: 0, bytes: 0 };

export class Usage {
  private readonly queued: Pick<Kv, 'getSync'>;
  private readonly rows: RowTable<string, UsageRow>;
  private readonly known = new Map<string, UsageRow>();

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(kv: KvReader, queued: Pick<Kv, 'getSync'>) {
    this.queued = queued;
    this.rows = new RowTable(kv, rows);
  }

  of(organisationId: string): UsageRow {
    const known = this.known.get(organisationId);
    if (known) return known;
    const row = this.rows.current(this.queued, organisationId) ?? NOTHING;
    this.known.set(organisationId, row);
    return row;
  }

  /**
   * The operation that counts one wallet more, or less; none for a wallet of no organisation. Commit it in this turn,
   * as the others.
   */
  wallet(wallet: Pick<Wallet, 'owner' | 'tenant'>, change: 1 | -1): KvOp[] {
    const organisationId = organisationOf(wallet);
    if (organisationId === undefined) return [];
    return [this.change(organisationId, { wallets: this.of(organisationId).wallets + change })];
  }

  /** `acts` of the bytes are governance acts. */
  countSealed(organisationId: string, { bytes, acts }: { readonly bytes: number; readonly acts: number }): KvOp {
    const row = this.of(organisationId);
    const change = { bytes: row.bytes + bytes, ...(acts > 0 && { acts: (row.acts ?? 0) + acts }) };
    return this.change(organisationId, change);
  }

  /** Sets the quotas that the operator allows; those that are left out follow the settings of the node. */
  allow(organisationId: string, quotas: Partial<Quotas>): KvOp {
    return this.change(organisationId, { quotas });
  }

  private change(organisationId: string, change: Partial<UsageRow>): KvOp {
    const row = { ...this.of(organisationId), ...change };
    this.known.set(organisationId, row);
    return this.rows.put(organisationId, row);
  }
}

/** The organisation that a wallet counts for: that under which it was made. */
function organisationOf({ owner, tenant }: Pick<Wallet, 'owner' | 'tenant'>): string | undefined {
  return tenant ?? (owner.kind === 'organisation' ? owner.id : undefined);
}
