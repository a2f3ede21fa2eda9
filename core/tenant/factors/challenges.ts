// Challenges that somebody has to answer soon: in memory, found by the hash of a secret, good once, for a while and for
// some tries. Bounded: where it is full, the oldest one of the network that holds the most goes. So a flood of one
// network pushes out its own. Pure: time is an argument.

export interface ChallengeBounds {
  /** How many are kept. */
  readonly max: number;
  /** Tries of one. */
  readonly attempts: number;
  readonly lifetimeMs: number;
}

interface Kept<T> {
  readonly value: T;
  readonly network: string;
  readonly expiresAtMs: number;
  attempts: number;
}

export class Challenges<T> {
  /** Oldest first. */
  private readonly kept = new Map<string, Kept<T>>();
  /** Keys by network, oldest first. */
  private readonly networks = new Map<string, Set<string>>();

  constructor(private readonly bounds: ChallengeBounds) {}

  /** `key` is a hash of the secret that its owner gets, `network` that of its asker. */
  open(key: string, { network, value }: { readonly network: string; readonly value: T }, nowMs: number): void {
    this.expire(nowMs);
    this.remove(key);
    if (this.kept.size >= this.bounds.max) this.makeRoom();
    this.kept.set(key, { value, network, expiresAtMs: nowMs + this.bounds.lifetimeMs, attempts: 0 });
    const keys = this.networks.get(network) ?? new Set();
    this.networks.set(network, keys.add(key));
  }

  /** Counts a try, the last of which ends it: undefined for one that is not there, is over or was tried out. */
  attempt(key: string, nowMs: number): T | undefined {
    this.expire(nowMs);
    const value = this.kept.get(key);
    if (!value) return undefined;
    if (value.attempts >= this.bounds.attempts) {
      this.remove(key);
      return undefined;
    }
    value.attempts++;
    return value.value;
  }

  /** A challenge that is not over, without a try. */
  peek(key: string, nowMs: number): T | undefined {
    this.expire(nowMs);
    return this.kept.get(key)?.value;
  }

  /** Ends one: of two that answer it at once, the second one gets nothing. */
  take(key: string, nowMs: number): T | undefined {
    this.expire(nowMs);
    const value = this.kept.get(key);
    this.remove(key);
    return value?.value;
  }

  get size(): number {
    return this.kept.size;
  }

  private expire(nowMs: number): void {
    for (const [key, { expiresAtMs }] of this.kept) {
      if (nowMs < expiresAtMs) return;
      this.remove(key);
    }
  }

  private makeRoom(): void {
    let fullest: Set<string> | undefined;
    for (const keys of this.networks.values()) if (keys.size > (fullest?.size ?? 0)) fullest = keys;
    for (const key of fullest ?? []) {
      this.remove(key);
      return;
    }
  }

  private remove(key: string): void {
    const value = this.kept.get(key);
    if (!value) return;
    this.kept.delete(key);
    const keys = this.networks.get(value.network);
    keys?.delete(key);
    if (keys?.size === 0) this.networks.delete(value.network);
  }
}
