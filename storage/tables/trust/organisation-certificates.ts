// Certificates of the wallets of organisations. A row holds a chain of some kilobytes, so rows are read when they are
// asked for; which there are is in memory, because their number is bounded and each use asks for it.
import type { CertificateRecord } from '../../../core/trust/certificates/record.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

type Key = readonly [wallet: string, id: string];

const certificates = defineTable<Key, CertificateRecord>('organisation-certificates');

export class OrganisationCertificateRows {
  private readonly table: RowTable<Key, CertificateRecord>;
  /** Ids by wallet, and wallets by organisation. */
  private readonly ids = new Map<string, Set<string>>();
  private readonly wallets = new Map<string, Set<string>>();

  private constructor(
    kv: KvReader,
    private readonly queued: Pick<Kv, 'getSync'>,
  ) {
    this.table = new RowTable(kv, certificates);
  }

  /** `queued` is the journal: it sees writes that are not durable yet. */
  static async open(kv: KvReader, queued: Pick<Kv, 'getSync'>): Promise<OrganisationCertificateRows> {
    const opened = new OrganisationCertificateRows(kv, queued);
    for await (const [, record] of opened.table.range()) opened.know(record);
    return opened;
  }

  find(wallet: string, id: string): CertificateRecord | undefined {
    return this.ids.get(wallet)?.has(id) ? this.table.latest(this.queued, [wallet, id]) : undefined;
  }

  /** The certificates of a wallet, the newest first. */
  of(wallet: string): readonly CertificateRecord[] {
    const records = [...(this.ids.get(wallet) ?? [])].flatMap(
      (id) => this.table.latest(this.queued, [wallet, id]) ?? [],
    );
    return records.sort((a, b) => b.createdAtMs - a.createdAtMs);
  }

  /** Wallets of an organisation that have certificates. */
  walletsOf(organisationId: string): readonly string[] {
    return [...(this.wallets.get(organisationId) ?? [])];
  }

  /** All wallets that have certificates. */
  *allWallets(): Iterable<string> {
    yield* this.ids.keys();
  }

  /** In the place of its earlier state, at once; commit the operation. */
  put(record: CertificateRecord): KvOp {
    this.know(record);
    return this.table.put([record.wallet, record.id], record);
  }

  /** It is gone at once; commit the operation. */
  remove({ wallet, id }: CertificateRecord): KvOp {
    this.ids.get(wallet)?.delete(id);
    return this.table.del([wallet, id]);
  }

  private know({ organisationId, wallet, id }: CertificateRecord): void {
    for (const [map, key, value] of [
      [this.ids, wallet, id],
      [this.wallets, organisationId, wallet],
    ] as const)
      map.set(key, (map.get(key) ?? new Set()).add(value));
  }
}
