// Drafts of blueprints by organisation, and what became of them: publications made from them, rehearsal passes,
// overrides. Checks read what is queued too; writes are operations for the caller's one commit. Published definitions
// are not read here but from the ledger.
import type { JsonObject } from '../../../core/base/json.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';
import type { Page, PageRequest } from '../accounts/tenants.js';

/** The draft that a designer edits, with the members that the node keeps about it. */
export interface StoredDraft {
  readonly organisationId: string;
  readonly blueprintId: string;
  /** The blueprint without the members that the server adds; its `id` is the blueprintId. */
  readonly document: JsonObject;
  /** From 1; each change of the document adds one. */
  readonly revision: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** Present while the draft is deleted and can be recovered. */
  readonly deletedAtMs?: number;
  /** When something was last published from it. */
  readonly publishedAtMs?: number;
  /** The draft was taken from a publication then: passes of rehearsals before it do not count. */
  readonly lockedSinceMs?: number;
  /** The document that a publication replaced, for recovery. */
  readonly replaced?: JsonObject;
}

/** The members that lists show and search. */
export interface DraftSummary {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly participantCount: number;
  readonly actionCount: number;
  readonly publishedAtMs?: number;
  readonly deletedAtMs?: number;
}

export type DraftStatus = 'Draft' | 'Published' | 'Deleted';

export interface DraftFilter {
  /** Absent: every draft that is not deleted. */
  readonly status?: DraftStatus;
  /** Case-insensitive part of id, title or description. */
  readonly search?: string;
}

/** A place in the list of drafts, or in that of deleted ones: the time by which the list is ordered, and the id. */
export type DraftPlace = readonly [atMs: number, blueprintId: string];

/** A publication that was made from a draft. */
export interface DraftPublication {
  readonly registerId: string;
  readonly publicationTxId: string;
  readonly execDefHash: string;
  readonly publishedAtMs: number;
}

/** A publication that was begun from a draft and is noted with it once it is sealed. */
export interface ExpectedPublication {
  readonly organisationId: string;
  readonly blueprintId: string;
  readonly registerId: string;
  readonly publicationTxId: string;
  readonly execDefHash: string;
  readonly sinceMs: number;
}

/** A rehearsal of a definition with this execDefHash was walked through to its end. */
export interface RehearsalPass {
  readonly blueprintId: string;
  readonly execDefHash: string;
  /** Platform user id. */
  readonly by: string;
  readonly atMs: number;
}

/** Somebody published without a matching pass (specification 2.2). Times are ISO 8601. */
export interface PublishOverride {
  readonly blueprintId: string;
  readonly overriddenByPlatformUserId: string;
  readonly overriddenAt: string;
  readonly registerId: string;
  readonly execDefHash: string;
  readonly reason?: string;
}

type State = 'live' | 'deleted';
type DraftKey = readonly [organisationId: string, blueprintId: string];
type ListKey = readonly [organisationId: string, state: State, atMs: number, blueprintId: string];
type CountKey = readonly [organisationId: string, what: State | 'published'];
type PublicationKey = readonly [organisationId: string, blueprintId: string, registerId: string, txId: string];
type ExpectedKey = readonly [registerId: string, txId: string];
type PassKey = readonly [organisationId: string, blueprintId: string, execDefHash: string];
type OverrideKey = readonly [organisationId: string, blueprintId: string, atMs: number, id: string];

const drafts = defineTable<DraftKey, StoredDraft>('blueprints');
const list = defineTable<ListKey, DraftSummary>('blueprint-list');
const counts = defineTable<CountKey, number>('blueprint-counts');
const publications = defineTable<PublicationKey, DraftPublication>('blueprint-publications');
const expected = defineTable<ExpectedKey, ExpectedPublication>('blueprint-expected');
const passes = defineTable<PassKey, RehearsalPass>('rehearsal-passes');
const overrides = defineTable<OverrideKey, PublishOverride>('publish-overrides');

/** Counts of the whole node stand under no organisation. */
const NODE = '';

export class Blueprints {
  private readonly queued: Pick<Kv, 'getSync'>;
  private readonly drafts: RowTable<DraftKey, StoredDraft>;
  private readonly list: RowTable<ListKey, DraftSummary>;
  private readonly counts: RowTable<CountKey, number>;
  private readonly publications: RowTable<PublicationKey, DraftPublication>;
  private readonly expectations: RowTable<ExpectedKey, ExpectedPublication>;
  private readonly passes: RowTable<PassKey, RehearsalPass>;
  private readonly overrides: RowTable<OverrideKey, PublishOverride>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(kv: KvReader, queued: Pick<Kv, 'getSync'>) {
    this.queued = queued;
    this.drafts = new RowTable(kv, drafts);
    this.list = new RowTable(kv, list);
    this.counts = new RowTable(kv, counts);
    this.publications = new RowTable(kv, publications);
    this.expectations = new RowTable(kv, expected);
    this.passes = new RowTable(kv, passes);
    this.overrides = new RowTable(kv, overrides);
  }

  /** A draft, a deleted one included. */
  find(organisationId: string, blueprintId: string): StoredDraft | undefined {
    return this.drafts.current(this.queued, [organisationId, blueprintId]);
  }

  /** How many drafts of an organisation are live, or deleted and recoverable. */
  count(organisationId: string, state: State): number {
    return this.counts.current(this.queued, [organisationId, state]) ?? 0;
  }

  /** Counts of the whole node: live drafts, and publications made from drafts. No I/O beyond two reads. */
  totals(): { readonly drafts: number; readonly published: number } {
    return { drafts: this.counts.get([NODE, 'live']) ?? 0, published: this.counts.get([NODE, 'published']) ?? 0 };
  }

  /**
   * A page of an organisation's drafts, the oldest first. Without a filter it reads no further than to the end of the
   * page; a filter reads what lists show of each draft, and no document.
   */
  async page(
    organisationId: string,
    { skip, top, after }: PageRequest<DraftPlace>,
    filter: DraftFilter,
  ): Promise<Page<DraftSummary>> {
    const state = filter.status === 'Deleted' ? 'deleted' : 'live';
    const prefix = [organisationId, state] as const;
    const whole = filter.search === undefined && (filter.status === undefined || filter.status === 'Deleted');
    const keep = keeper(filter);
    const items: DraftSummary[] = [];
    let totalCount = 0;
    let behind = 0;
    // A row more than the page tells whether anything follows.
    const limit = whole && { limit: (after ? 0 : skip) + top + 1 };
    // A filter counts what comes before the page too. The text behind an id is the first key after it.
    const from: ListKey | false = whole && after !== undefined && [...prefix, after[0], `${after[1]}\0`];
    const range = from ? { from, to: [...prefix, Number.MAX_SAFE_INTEGER, ''] as ListKey } : { prefix };
    for await (const [, summary] of this.list.range({ ...range, ...limit })) {
      if (!keep(summary)) continue;
      if (after ? isBehind(summary, after) : totalCount >= skip) {
        behind += 1;
        if (items.length < top) items.push(summary);
      }
      totalCount += 1;
    }
    const hasMore = behind > items.length;
    return { items, totalCount: whole ? (this.counts.get([organisationId, state]) ?? 0) : totalCount, hasMore };
  }

  /** The draft that was deleted first of those that can be recovered. */
  async oldestDeleted(organisationId: string): Promise<StoredDraft | undefined> {
    for await (const [key] of this.list.range({ prefix: [organisationId, 'deleted'], limit: 1 }))
      return this.find(organisationId, key[3]);
    return undefined;
  }

  /** From nothing, to nothing, or from one version of a draft to the next, with its place in lists and the counts. */
  change(before: StoredDraft | undefined, after: StoredDraft | undefined): KvOp[] {
    const ops: KvOp[] = [];
    if (before) ops.push(this.list.del(listKey(before)));
    if (before && !after) ops.push(this.drafts.del([before.organisationId, before.blueprintId]));
    if (after) {
      ops.push(this.drafts.put([after.organisationId, after.blueprintId], after));
      ops.push(this.list.put(listKey(after), summaryOf(after)));
    }
    const [was, is] = [before && stateOf(before), after && stateOf(after)];
    const organisationId = (after ?? before)?.organisationId;
    if (organisationId === undefined || was === is) return ops;
    if (was) ops.push(...this.add(organisationId, was, -1));
    if (is) ops.push(...this.add(organisationId, is, 1));
    return ops;
  }

  /** Notes a publication with the draft that it was made from. */
  putPublication(draft: StoredDraft, made: DraftPublication): KvOp[] {
    const key: PublicationKey = [draft.organisationId, draft.blueprintId, made.registerId, made.publicationTxId];
    if (this.publications.current(this.queued, key)) return [];
    return [
      this.publications.put(key, made),
      this.counts.put([NODE, 'published'], (this.counts.current(this.queued, [NODE, 'published']) ?? 0) + 1),
      ...this.change(draft, { ...draft, publishedAtMs: made.publishedAtMs }),
    ];
  }

  /**
   * Forgets publications that a register does not have any more, because a restore forked its history: a draft is as
   * published as what is left says.
   */
  async unpublish(registerId: string, isSealed: (txId: string) => boolean): Promise<KvOp[]> {
    const isGone = (made: DraftPublication): boolean =>
      made.registerId === registerId && !isSealed(made.publicationTxId);
    const drafts = new Map<string, StoredDraft | undefined>();
    const ops: KvOp[] = [];
    for await (const [key, made] of this.publications.range()) {
      if (!isGone(made)) continue;
      ops.push(this.publications.del(key));
      drafts.set(`${key[0]} ${key[1]}`, this.find(key[0], key[1]));
    }
    if (ops.length === 0) return ops;
    const published = this.counts.current(this.queued, [NODE, 'published']) ?? 0;
    ops.push(this.counts.put([NODE, 'published'], Math.max(0, published - ops.length)));
    for (const draft of drafts.values()) {
      if (!draft) continue;
      const { publishedAtMs: _, ...rest } = draft;
      let latest: number | undefined;
      for await (const [, made] of this.publications.range({ prefix: [draft.organisationId, draft.blueprintId] }))
        if (!isGone(made)) latest = Math.max(latest ?? 0, made.publishedAtMs);
      ops.push(...this.change(draft, latest === undefined ? rest : { ...rest, publishedAtMs: latest }));
    }
    return ops;
  }

  expect(item: ExpectedPublication): KvOp {
    return this.expectations.put([item.registerId, item.publicationTxId], item);
  }

  /** A publication that was expected is noted, or will never be sealed. */
  unexpect({ registerId, publicationTxId }: ExpectedPublication): KvOp {
    return this.expectations.del([registerId, publicationTxId]);
  }

  /** Every publication that is expected; at most `limit`. */
  async expectedPublications(limit: number): Promise<ExpectedPublication[]> {
    const rows: ExpectedPublication[] = [];
    for await (const [, item] of this.expectations.range({ limit })) rows.push(item);
    return rows;
  }

  /** Publications made from a draft, by register; at most `limit`. */
  async publicationsOf(organisationId: string, blueprintId: string, limit: number): Promise<DraftPublication[]> {
    const rows: DraftPublication[] = [];
    for await (const [, made] of this.publications.range({ prefix: [organisationId, blueprintId], limit }))
      rows.push(made);
    return rows;
  }

  /** The pass for a definition, if it counts for the draft as it is, or for a blueprint that has none. */
  pass(
    draft: Pick<StoredDraft, 'organisationId' | 'blueprintId' | 'lockedSinceMs'>,
    execDefHash: string,
  ): RehearsalPass | undefined {
    const pass = this.passes.current(this.queued, [draft.organisationId, draft.blueprintId, execDefHash]);
    return pass && pass.atMs >= (draft.lockedSinceMs ?? 0) ? pass : undefined;
  }

  putPass(organisationId: string, pass: RehearsalPass): KvOp {
    return this.passes.put([organisationId, pass.blueprintId, pass.execDefHash], pass);
  }

  /** `id` tells two overrides of one millisecond apart. */
  putOverride(organisationId: string, override: PublishOverride, id: string): KvOp {
    return this.overrides.put([organisationId, override.blueprintId, Date.parse(override.overriddenAt), id], override);
  }

  /** The newest overrides of a blueprint first; at most `limit`. */
  async overridesOf(organisationId: string, blueprintId: string, limit: number): Promise<PublishOverride[]> {
    const rows: PublishOverride[] = [];
    const range = { prefix: [organisationId, blueprintId], reverse: true, limit };
    for await (const [, override] of this.overrides.range(range)) rows.push(override);
    return rows;
  }

  private add(organisationId: string, state: State, by: number): KvOp[] {
    return [organisationId, NODE].map((of) =>
      this.counts.put([of, state], (this.counts.current(this.queued, [of, state]) ?? 0) + by),
    );
  }
}

function summaryOf(draft: StoredDraft): DraftSummary {
  const { document, blueprintId: id, createdAtMs, updatedAtMs, publishedAtMs, deletedAtMs } = draft;
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  const count = (value: unknown): number => (Array.isArray(value) ? value.length : 0);
  return {
    id,
    title: text(document.title),
    description: text(document.description),
    createdAtMs,
    updatedAtMs,
    participantCount: count(document.participants),
    actionCount: count(document.actions),
    ...(publishedAtMs === undefined ? {} : { publishedAtMs }),
    ...(deletedAtMs === undefined ? {} : { deletedAtMs }),
  };
}

export function statusOf({ deletedAtMs, publishedAtMs }: DraftSummary): DraftStatus {
  if (deletedAtMs !== undefined) return 'Deleted';
  return publishedAtMs === undefined ? 'Draft' : 'Published';
}

function stateOf({ deletedAtMs }: StoredDraft): State {
  return deletedAtMs === undefined ? 'live' : 'deleted';
}

function listKey(draft: StoredDraft): ListKey {
  const { organisationId, blueprintId: id } = draft;
  return [organisationId, stateOf(draft), ...draftPlaceOf({ ...draft, id })];
}

export function draftPlaceOf({
  id,
  createdAtMs,
  deletedAtMs,
}: Pick<DraftSummary, 'id' | 'createdAtMs' | 'deletedAtMs'>): DraftPlace {
  return [deletedAtMs ?? createdAtMs, id];
}

/** In the order of the table, which compares the bytes of ids. */
function isBehind(summary: DraftSummary, [atMs, id]: DraftPlace): boolean {
  const [at, other] = draftPlaceOf(summary);
  return at === atMs ? Buffer.compare(Buffer.from(other), Buffer.from(id)) > 0 : at > atMs;
}

function keeper({ status, search }: DraftFilter): (summary: DraftSummary) => boolean {
  const part = search?.toLowerCase();
  return (summary) =>
    (status === undefined || statusOf(summary) === status) &&
    (part === undefined ||
      [summary.id, summary.title, summary.description].some((t) => t.toLowerCase().includes(part)));
}
