// Trust lists of organisations. A row holds up to some megabytes of certificates, so rows are read when they are asked
// for; which lists there are is in memory beside them, because their number is bounded and each import asks for it.
import { freshnessOf, type KeptTrustList } from '../../../core/trust/lists/snapshot.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

type Key = readonly [organisationId: string, trustListId: string];

const trustLists = defineTable<Key, KeptTrustList>('trust-lists');

/** The facts of a list that are asked of all of them. */
export interface KnownTrustList {
  readonly organisationId: string;
  readonly trustListId: string;
  readonly hasUrl: boolean;
  readonly checkedAtMs: number;
  readonly nextUpdateMs: number | undefined;
  /** They tell the roots of a list from those that it had before. */
  readonly sha256: string;
  readonly rootCount: number;
}

export class TrustListRows {
  private readonly table: RowTable<Key, KeptTrustList>;
  private readonly known = new Map<string, Map<string, KnownTrustList>>();

  private constructor(
    kv: KvReader,
    private readonly queued: Pick<Kv, 'getSync'>,
  ) {
    this.table = new RowTable(kv, trustLists);
  }

  /** `queued` is the journal: it sees writes that are not durable yet. */
  static async open(kv: KvReader, queued: Pick<Kv, 'getSync'>): Promise<TrustListRows> {
    const opened = new TrustListRows(kv, queued);
    for await (const [, list] of opened.table.range()) opened.keep(list);
    return opened;
  }

  find(organisationId: string, trustListId: string): KeptTrustList | undefined {
    return this.table.latest(this.queued, [organisationId, trustListId]);
  }

  /** Without reading its row. */
  factsOf(organisationId: string, trustListId: string): KnownTrustList | undefined {
    return this.known.get(organisationId)?.get(trustListId);
  }

  /** Ids of the lists of an organisation, in their order. */
  idsOf(organisationId: string): readonly string[] {
    return [...(this.known.get(organisationId)?.keys() ?? [])].sort();
  }

  *all(): Iterable<KnownTrustList> {
    for (const ofOne of this.known.values()) yield* ofOne.values();
  }

  /** How many lists are fresh and stale at the time. */
  counts(nowMs: number): { readonly fresh: number; readonly stale: number } {
    let [fresh, stale] = [0, 0];
    for (const { nextUpdateMs } of this.all())
      if (freshnessOf({ ...(nextUpdateMs !== undefined && { nextUpdateMs }) }, nowMs) === 'fresh') fresh++;
      else stale++;
    return { fresh, stale };
  }

  /** In the place of its earlier state, at once; commit the operation. */
  put(list: KeptTrustList): KvOp {
    this.keep(list);
    return this.table.put([list.organisationId, list.trustListId], list);
  }

  /** It is gone at once; commit the operation. */
  remove(organisationId: string, trustListId: string): KvOp {
    const ofOne = this.known.get(organisationId);
    ofOne?.delete(trustListId);
    if (ofOne?.size === 0) this.known.delete(organisationId);
    return this.table.del([organisationId, trustListId]);
  }

  private keep({ organisationId, trustListId, url, checkedAtMs, snapshot }: KeptTrustList): void {
    const ofOne = this.known.get(organisationId) ?? new Map<string, KnownTrustList>();
    const { nextUpdateMs, sha256, roots } = snapshot;
    const facts = { organisationId, trustListId, hasUrl: url !== undefined, checkedAtMs };
    ofOne.set(trustListId, { ...facts, nextUpdateMs, sha256, rootCount: roots.length });
    this.known.set(organisationId, ofOne);
  }
}
