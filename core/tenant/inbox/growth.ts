// How a personal inbox grows and what goes from it. Entries of one kind of one producer stand in a queue, oldest first;
// queues share a quota, and an entry goes only for a newer one of its quota: from the longest queue, its oldest. So the
// head of an inbox, a few numbers, is all that is read to add to it. Reducers over that head; times are arguments, and
// marks that have to go are asked for. Pure.
import { ENTRY_QUOTAS } from '../../base/limits/node/people.js';
import type { InboxCategory, InboxMark, InboxNotice } from './entry.js';

/**
 * The places of a queue that are taken: from the first, before the second. Behind them when the newest of the entries
 * that went, and of all, had happened; 0 for none.
 */
export type InboxQueue = readonly [from: number, next: number, goneMs: number, newestMs: number];

export interface InboxHead {
  /** Sequence of the next entry. */
  readonly next: number;
  readonly unread: Readonly<Record<InboxCategory, number>>;
  readonly queues: Readonly<Record<string, InboxQueue>>;
}

const NO_ENTRY: InboxQueue = [1, 1, 0, 0];
export const EMPTY_INBOX: InboxHead = {
  next: 1,
  unread: { Action: 0, Credential: 0, Membership: 0, Security: 0 },
  queues: {},
};

/** Where a mark stands. */
export interface InboxPlace {
  readonly queue: string;
  readonly at: number;
}
export type PlacedMark = InboxMark & InboxPlace;

export type NewEntry = Pick<InboxNotice, 'category' | 'type' | 'producer' | 'occurredAtMs'> & { readonly id: string };

export interface GrowthPorts {
  readonly nowMs: number;
  /** Undefined for a mark that is lost. */
  readonly markAt: (place: InboxPlace) => InboxMark | undefined;
}

export interface GrownInbox {
  readonly head: InboxHead;
  /** Of the entries that are new and stay, in their order. */
  readonly fresh: readonly PlacedMark[];
  /** The entries that went for them; the id is missing where the mark was lost. */
  readonly gone: readonly (InboxPlace & { readonly id?: string })[];
}

const SERVICE = 'service';

/** A service has one queue for all that it tells; the node one for each type. */
export function queueOf({ category, type, producer }: Pick<NewEntry, 'category' | 'type' | 'producer'>): string {
  return producer === undefined ? `${category}/${type}` : `${SERVICE}/${producer}`;
}

type QuotaName = keyof typeof ENTRY_QUOTAS;

function quotaOf(queue: string): QuotaName {
  return queue.slice(0, queue.indexOf('/')) as QuotaName;
}

/**
 * Whether an entry is known: `maybe` is to be looked up. Most entries about an action of this node are known by their
 * time, because the event is named with it. So a docket that is read again brings back nothing that went for newer
 * ones.
 */
export function lookUpEntry(
  { queues }: InboxHead,
  entry: Omit<NewEntry, 'id'>,
  nowMs: number,
): 'no' | 'maybe' | 'gone' {
  if (entry.producer !== undefined || entry.category !== 'Action') return 'maybe';
  const [, , goneMs, newestMs] = queues[queueOf(entry)] ?? NO_ENTRY;
  // By a clock that was set back since, it says nothing.
  if (entry.occurredAtMs <= goneMs && goneMs <= nowMs) return 'gone';
  return entry.occurredAtMs > newestMs ? 'no' : 'maybe';
}

/** The inbox with these entries too, none of which is known: all of a commit in one pass. */
export function withEntries(head: InboxHead, added: readonly NewEntry[], ports: GrowthPorts): GrownInbox {
  const growth = new Growth(head, ports);
  for (const entry of added) growth.add(entry);
  return growth.result();
}

class Growth {
  private next: number;
  private readonly unread: Record<InboxCategory, number>;
  private readonly queues: Map<string, InboxQueue>;
  private readonly fresh = new Map<string, PlacedMark>();
  private readonly gone: (InboxPlace & { readonly id?: string })[] = [];
  private readonly ports: GrowthPorts;

  constructor(head: InboxHead, ports: GrowthPorts) {
    this.next = head.next;
    this.unread = { ...head.unread };
    this.queues = new Map(Object.entries(head.queues));
    this.ports = ports;
  }

  add(entry: NewEntry): void {
    const queue = queueOf(entry);
    const { id, category, occurredAtMs } = entry;
    const [from, at, goneMs, newestMs] = this.queues.get(queue) ?? NO_ENTRY;
    this.queues.set(queue, [from, at + 1, goneMs, Math.max(newestMs, occurredAtMs)]);
    const sequence = this.next++;
    this.fresh.set(nameOf({ queue, at }), { queue, at, sequence, id, category, occurredAtMs, state: 'Unread' });
    this.unread[category]++;
    const quota = quotaOf(queue);
    for (let over = this.count(quota) - ENTRY_QUOTAS[quota]; over > 0; over--) this.evict(this.longest(quota, queue));
  }

  result(): GrownInbox {
    const { next, unread, fresh, gone } = this;
    return { head: { next, unread, queues: Object.fromEntries(this.queues) }, fresh: [...fresh.values()], gone };
  }

  private count(quota: QuotaName): number {
    let count = 0;
    for (const [name, queue] of this.queues) if (quotaOf(name) === quota) count += lengthOf(queue);
    return count;
  }

  /** Of several the one that grew, unless it holds the new entry alone: else the one that was not empty for longest. */
  private longest(quota: QuotaName, grew: string): string {
    let [longest, most] = [grew, lengthOf(this.queues.get(grew) as InboxQueue)];
    if (most === 1) most = 0;
    for (const [name, queue] of this.queues)
      if (name !== grew && lengthOf(queue) > most && quotaOf(name) === quota) [longest, most] = [name, lengthOf(queue)];
    return longest;
  }

  private evict(queue: string): void {
    const [at, next, goneMs, newestMs] = this.queues.get(queue) as InboxQueue;
    const place = { queue, at };
    const placed = this.fresh.get(nameOf(place));
    const mark = placed ?? this.ports.markAt(place);
    // Of a docket of a time to come: it went by now.
    const wentMs = Math.max(goneMs, Math.min(mark?.occurredAtMs ?? 0, this.ports.nowMs));
    // The queues of the node are few; services come and go.
    if (at + 1 === next && quotaOf(queue) === SERVICE) this.queues.delete(queue);
    else this.queues.set(queue, [at + 1, next, wentMs, newestMs]);
    if (mark?.state === 'Unread') this.unread[mark.category]--;
    if (placed) this.fresh.delete(nameOf(place));
    else this.gone.push({ queue: place.queue, at: place.at, ...(mark && { id: mark.id }) });
  }
}

function lengthOf([from, next]: InboxQueue): number {
  return next - from;
}

function nameOf({ queue, at }: InboxPlace): string {
  return `${queue} ${at}`;
}

/** The head and a mark after its person read or dismissed it. A dismissed one stays so. */
export function withState<M extends InboxMark>(
  head: InboxHead,
  mark: M,
  state: 'Read' | 'Dismissed',
): { readonly head: InboxHead; readonly mark: M } {
  if (mark.state === state || mark.state === 'Dismissed') return { head, mark };
  const { category } = mark;
  const unread = { ...head.unread, ...(mark.state === 'Unread' && { [category]: head.unread[category] - 1 }) };
  return { head: { ...head, unread }, mark: { ...mark, state } };
}

/**
 * The head and the marks that change where all unread entries, or those of a category, are read. `marks` are all there
 * are: what is counted as unread beside them is lost.
 */
export function withAllRead<M extends InboxMark>(
  head: InboxHead,
  marks: readonly M[],
  category?: InboxCategory,
): { readonly head: InboxHead; readonly changed: readonly M[] } {
  const isMeant = (mark: InboxMark) => category === undefined || mark.category === category;
  const changed = marks.filter((mark) => mark.state === 'Unread' && isMeant(mark));
  const unread = category === undefined ? EMPTY_INBOX.unread : { ...head.unread, [category]: 0 };
  return { head: { ...head, unread }, changed: changed.map((mark) => ({ ...mark, state: 'Read' as const })) };
}

export function unreadOf({ unread }: Pick<InboxHead, 'unread'>): number {
  return Object.values(unread).reduce((sum, count) => sum + count, 0);
}

/** Every place that is taken: at most as many as the quotas are together. */
export function placesOf({ queues }: InboxHead): readonly InboxPlace[] {
  return Object.entries(queues).flatMap(([queue, [from, next]]) =>
    Array.from({ length: next - from }, (_, i) => ({ queue, at: from + i })),
  );
}

/**
 * The head of an inbox whose own is lost, from all of its marks. Of what went nothing is known, so that a docket that
 * is read again may tell of it.
 */
export function headOf(marks: readonly PlacedMark[]): InboxHead {
  const unread = { ...EMPTY_INBOX.unread };
  const queues: Record<string, InboxQueue> = {};
  let next = 1;
  for (const { queue, at, sequence, category, state, occurredAtMs } of marks) {
    const [from, end, goneMs, newestMs] = queues[queue] ?? [at, at + 1, 0, 0];
    queues[queue] = [Math.min(from, at), Math.max(end, at + 1), goneMs, Math.max(newestMs, occurredAtMs)];
    if (state === 'Unread') unread[category]++;
    next = Math.max(next, sequence + 1);
  }
  return { next, unread, queues };
}
