// Counts of requests in memory: they live some minutes, so a restart may forget them.
import { LRUCache } from 'lru-cache';
import { growing } from '../../core/base/growing.js';
import { REQUEST_FETCHES_MAX, REQUESTS_COUNTED_MAX, REQUESTS_OPEN_MAX } from '../../core/base/limits/node/wallets.js';

/** Requests that wait for their wallets, of each organisation. */
export class OpenRequests {
  /** Ends by id; of one life for all, so that the first ends first. */
  private readonly open = new Map<string, Map<string, number>>();

  /** Whether the organisation may have one more. */
  hasRoom(organisationId: string, nowMs: number): boolean {
    const own = this.open.get(organisationId);
    if (own === undefined) return true;
    for (const [id, endMs] of own) {
      if (endMs > nowMs) break;
      own.delete(id);
    }
    return own.size < REQUESTS_OPEN_MAX;
  }

  add(organisationId: string, id: string, endMs: number): void {
    const own = this.open.get(organisationId) ?? new Map<string, number>();
    this.open.set(organisationId, own.set(id, endMs));
  }

  end(organisationId: string, id: string): void {
    const own = this.open.get(organisationId);
    own?.delete(id);
    if (own?.size === 0) this.open.delete(organisationId);
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
