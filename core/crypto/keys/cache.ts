// A bounded map in two generations: what was used lately survives, what was not is dropped a generation at a time. It never holds secrets.

export class BoundedCache<V> {
  readonly #max: number;
  #young = new Map<string, V>();
  #old = new Map<string, V>();

  /** Keeps at least the `max` entries used last, and at most twice as many. */
  constructor(max: number) {
    this.#max = max;
  }

  get(key: string): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: string, value: V): void {
    if (this.#young.size >= this.#max) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  delete(key: string): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }
}

/** Map key of bytes: one character a byte. */
export function cacheKey(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
