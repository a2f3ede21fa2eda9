// The anchors of trust lists, kept as they were read.
import { LRUCache } from 'lru-cache';
import { fromBase64 } from '../../core/base/bytes.js';
import { growing } from '../../core/base/growing.js';
import { ANCHOR_LISTS_KEPT_MAX } from '../../core/base/limits/node/wallets.js';
import { isFailure } from '../../core/base/result.js';
import type { TrustListSnapshot } from '../../core/trust/lists/snapshot.js';
import { type Anchor, readAnchor } from '../../core/trust/x509/certificate.js';

/** By the hash of a list: the roots of a state take some milliseconds. */
export class ReadAnchors {
  private readonly read = new LRUCache<string, readonly Anchor[]>(growing(ANCHOR_LISTS_KEPT_MAX));

  of({ sha256, roots }: TrustListSnapshot): readonly Anchor[] {
    const known = this.read.get(sha256);
    if (known !== undefined) return known;
    const anchors = roots.flatMap((root) => {
      const anchor = readAnchor(fromBase64(root) ?? new Uint8Array(0));
      return isFailure(anchor) ? [] : [anchor];
    });
    this.read.set(sha256, anchors);
    return anchors;
  }
}
