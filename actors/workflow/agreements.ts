// What this node's senders have agreed on with their recipients, kept for a while: an agreement with a post-quantum key costs more than all the rest of an
// action. It is in memory only, of one sender and one key each, so that nothing tells which senders share a node, and is wiped when it ends.

import { isIssue } from '../../core/base/issue.js';
import { AGREEMENT_LIFE_MS, AGREEMENT_WRAPS_MAX, AGREEMENTS_MAX } from '../../core/base/limits.js';
import type { Clock, Random } from '../../core/base/ports.js';
import { cacheKey } from '../../core/crypto/cache.js';
import { agreeWith, type Offered, wipeAgreed } from '../../core/crypto/key-wrap.js';
import type { WalletKey } from '../../core/disclosure/seal.js';

interface Kept {
  readonly agreed: Offered;
  readonly until: number;
  left: number;
}

export class Agreements {
  private readonly ports: { readonly clock: Pick<Clock, 'now'>; readonly random: Pick<Random, 'bytes'> };
  /** In the order in which they were made, so that the first ends first. */
  private readonly kept = new Map<string, Kept>();

  constructor(ports: Agreements['ports']) {
    this.ports = ports;
  }

  /**
   * The key with what `sender` has agreed on with it, for envelopes that are sealed before anything else happens: an agreement that has ended is wiped. A key
   * that nothing can be sealed to comes back as it is, and sealing says why.
   */
  with(sender: string, key: WalletKey): WalletKey {
    const now = this.ports.clock.now();
    this.end(now);
    const name = nameOf(sender, key);
    const known = this.kept.get(name);
    if (known && known.left > 0) {
      known.left--;
      return { ...key, agreed: known.agreed };
    }
    const agreed = agreeWith(key, this.ports.random.bytes(32));
    if (isIssue(agreed)) return key;
    if (known) this.forget(name, known);
    this.kept.set(name, { agreed, until: now + AGREEMENT_LIFE_MS, left: AGREEMENT_WRAPS_MAX - 1 });
    return { ...key, agreed };
  }

  /** Also what is too much: one place is kept free for the next. */
  private end(now: number): void {
    for (const [name, kept] of this.kept) {
      if (kept.until > now && this.kept.size < AGREEMENTS_MAX) return;
      this.forget(name, kept);
    }
  }

  private forget(name: string, { agreed }: Kept): void {
    wipeAgreed(agreed);
    this.kept.delete(name);
  }
}

function nameOf(sender: string, { algorithm, publicKey, encapsulationKey }: WalletKey): string {
  const receiving = encapsulationKey ? cacheKey(encapsulationKey) : '';
  return `${sender} ${algorithm} ${cacheKey(publicKey)} ${receiving}`;
}
