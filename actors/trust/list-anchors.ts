// The anchors of trust lists, kept as they were read. A list of a state takes some milliseconds, and an organisation
// has dozens: other work has its turn between them.
import { setImmediate as turn } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { fromBase64 } from '../../core/base/bytes.js';
import { growing } from '../../core/base/growing.js';
import { ANCHOR_LISTS_KEPT_MAX } from '../../core/base/limits/node/federation.js';
import { isFailure } from '../../core/base/result.js';
import type { TrustListSnapshot } from '../../core/trust/lists/snapshot.js';
import { type Anchor, readAnchor } from '../../core/trust/x509/certificate.js';
import type { KnownTrustList } from '../../storage/tables/trust/trust-lists.js';

/** Roots that are read in one turn: a few milliseconds. */
const AT_ONCE = 128;

export type RootFacts = Pick<KnownTrustList, 'sha256' | 'rootCount'>;

export class ListAnchors {
  private readonly read = new LRUCache<string, Promise<readonly Anchor[]>>(growing(ANCHOR_LISTS_KEPT_MAX));

  of({ sha256, roots }: TrustListSnapshot): Promise<readonly Anchor[]> {
    return this.at({ sha256, rootCount: roots.length }, () => roots);
  }

  /** The same by the facts of a list: its row, of some megabytes, is read where its roots are not kept. */
  at({ sha256, rootCount }: RootFacts, roots: () => readonly string[]): Promise<readonly Anchor[]> {
    // The same bytes have more roots later: services begin to vouch at a time that a list states ahead.
    const key = `${sha256} ${rootCount}`;
    const reading = this.read.get(key) ?? readAll(roots());
    this.read.set(key, reading);
    return reading;
  }
}

async function readAll(roots: readonly string[]): Promise<readonly Anchor[]> {
  const anchors: Anchor[] = [];
  for (const [i, root] of roots.entries()) {
    if (i % AT_ONCE === 0) await turn();
    const anchor = readAnchor(fromBase64(root) ?? new Uint8Array(0));
    if (!isFailure(anchor)) anchors.push(anchor);
  }
  return anchors;
}
