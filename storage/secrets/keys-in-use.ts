// Key pairs of wallets that sign one thing after the other: to open a seed and derive a key costs several signatures. All of them are wiped a second after the
// first came, so that a plain key is in memory only while its wallet signs. It never holds keys of RSA or of wallets that were forgotten.
import { LRUCache } from 'lru-cache';
import { KEY_IN_USE_MS, KEYS_IN_USE_MAX } from '../../core/base/limits/node/wallets.js';
import type { Clock, Timer } from '../../core/base/ports.js';
import type { KeyPair } from '../../core/crypto/signing/algorithms.js';

export class KeysInUse {
  private readonly clock: Pick<Clock, 'setTimer'>;
  private readonly pairs = new Map<string, { readonly address: string; readonly pair: KeyPair }>();
  /** Addresses of wallets that are forgotten, or about to be: until that is durable their seeds still open. */
  private readonly forgotten = new LRUCache<string, true>({ max: KEYS_IN_USE_MAX });
  private timer: Timer | undefined;
  private isClosed = false;

  constructor(clock: Pick<Clock, 'setTimer'>) {
    this.clock = clock;
  }

  get(name: string): KeyPair | undefined {
    return this.pairs.get(name)?.pair;
  }

  /** True if the pair is kept, and wiped here; otherwise whoever made it wipes it. */
  keep(name: string, address: string, pair: KeyPair): boolean {
    if (this.forgotten.get(address)) return false;
    if (this.isClosed || this.pairs.size >= KEYS_IN_USE_MAX || this.pairs.has(name)) return false;
    this.pairs.set(name, { address, pair });
    this.timer ??= this.clock.setTimer(() => this.wipe(), KEY_IN_USE_MS);
    return true;
  }

  /** Wipes the keys of one wallet, and keeps none of it that comes later. */
  forget(address: string): void {
    this.forgotten.set(address, true);
    for (const [name, kept] of this.pairs) {
      if (kept.address !== address) continue;
      kept.pair.privateKey.fill(0);
      this.pairs.delete(name);
    }
  }

  /** Wipes all, and keeps nothing that comes later. */
  close(): void {
    this.isClosed = true;
    this.wipe();
  }

  private wipe(): void {
    this.timer?.cancel();
    this.timer = undefined;
    for (const { pair } of this.pairs.values()) pair.privateKey.fill(0);
    this.pairs.clear();
  }
}
