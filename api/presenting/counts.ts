// Counts of requests in memory: they live some minutes, so a restart may forget them.
import { LRUCache } from 'lru-cache';
import { growing } from '../../core/base/growing.js';
import { REQUEST_FETCHES_MAX, REQUESTS_COUNTED_MAX } from '../../core/base/limits/node/wallets.js';

/** Requests or actions that wait for wallets, of each organisation or account: at most so many at one time. */
export class OpenCounts {
  /** Ends by id; of one life for nearly all, so that the first ends first. */
  private readonly open = new Map<string, Map<string, number>>();

  constructor(private readonly max: number) {}

  /** Whether the owner may have one more. */
  hasRoom(owner: string, nowMs: number): boolean {
    const own = this.open.get(owner);
    if (own === undefined) return true;
    for (const [id, endMs] of own) {
      if (endMs > nowMs) break;
      own.delete(id);
    }
    return own.size < this.max;
  }

  add(owner: string, id: string, endMs: number): void {
    const own = this.open.get(owner) ?? new Map<string, number>();
    this.open.set(owner, own.set(id, endMs));
  }

  end(owner: string, id: string): void {
    const own = this.open.get(owner);
    own?.delete(id);
    if (own?.size === 0) this.open.delete(owner);
  }
}

/** How often a request object was told. */
export class RequestFetches {
  private readonly counts = new LRUCache<string, number>(growing(REQUESTS_COUNTED_MAX));

  /** False where it was told as often as it may be. */
  take(id: string): boolean {
    const before = this.counts.get(id) ?? 0;
    if (before >= REQUEST_FETCHES_MAX) return false;
    this.counts.set(id, before + 1);
    return true;
  }
}
