// Key pairs of wallets that sign one thing after the other: to open a seed and derive a key costs several signatures.
// Each is wiped within a second after its wallet last signed, so that a plain key is in memory only while its wallet
// signs. From time to time it is opened and proven anew. It never holds keys of RSA or of wallets that were forgotten.
import { LRUCache } from 'lru-cache';
import { KEY_IN_USE_MS, KEY_OPEN_MS_MAX, KEYS_IN_USE_MAX } from '../../core/base/limits/node/wallets.js';
import type { Clock, Timer } from '../../core/base/ports.js';
import type { KeyPair } from '../../core/crypto/signing/algorithms.js';

/** Twice in that time is looked at what was used: so none stays longer. */
const SWEEP_MS = KEY_IN_USE_MS / 2;
const SWEEPS_MAX = KEY_OPEN_MS_MAX / SWEEP_MS;

interface Opened {
  readonly address: string;
  readonly pair: KeyPair;
  /** Since the last sweep. */
  isUsed: boolean;
  sweeps: number;
}

/** The key of a wallet is in memory for a second in place of a millisecond after it signed. */
export class KeysInUse {
  private readonly clock: Pick<Clock, 'setTimer'>;
  private readonly pairs = new Map<string, Opened>();
  /** Addresses of wallets that are forgotten, or about to be: until that is durable their seeds still open. */
  private readonly forgotten = new LRUCache<string, true>({ max: KEYS_IN_USE_MAX });
  private timer: Timer | undefined;
  private isClosed = false;

  constructor(clock: Pick<Clock, 'setTimer'>) {
    this.clock = clock;
  }

  get(name: string): KeyPair | undefined {
    const opened = this.pairs.get(name);
    if (opened) opened.isUsed = true;
    return opened?.pair;
  }

  /** True if the pair is kept, and wiped here; otherwise its maker wipes it. */
  keep(name: string, address: string, pair: KeyPair): boolean {
    if (this.forgotten.get(address)) return false;
    if (this.isClosed || this.pairs.size >= KEYS_IN_USE_MAX || this.pairs.has(name)) return false;
    this.pairs.set(name, { address, pair, isUsed: true, sweeps: 0 });
    this.timer ??= this.clock.setTimer(() => this.sweep(), SWEEP_MS);
    return true;
  }

  /** Wipes the keys of one wallet, and keeps none of it that comes later. */
  forget(address: string): void {
    this.forgotten.set(address, true);
    for (const [name, opened] of this.pairs) if (opened.address === address) this.end(name, opened);
  }

  /** Wipes all, and keeps nothing that comes later. */
  close(): void {
    this.isClosed = true;
    this.timer?.cancel();
    this.timer = undefined;
    for (const [name, opened] of this.pairs) this.end(name, opened);
  }

  private sweep(): void {
    for (const [name, opened] of this.pairs) {
      opened.sweeps += 1;
      if (!opened.isUsed || opened.sweeps >= SWEEPS_MAX) this.end(name, opened);
      opened.isUsed = false;
    }
    this.timer = this.pairs.size > 0 ? this.clock.setTimer(() => this.sweep(), SWEEP_MS) : undefined;
  }

  private end(name: string, { pair }: Opened): void {
    pair.privateKey.fill(0);
    this.pairs.delete(name);
  }
}
