// The only source of chance in the simulation and in chaos runs: a seeded generator (sfc32), split into streams by
// name, so that what one part draws does not move what another part draws. Kept seeds (test/sim/regressions.txt) mean
// nothing once its numbers change. Never for keys or secrets.
import type { Random } from '../../../core/base/ports.js';

export class Dice implements Random {
  #a: number;
  #b: number;
  #c: number;
  #d = 1;
  readonly #seed: string;

  constructor(seed: string) {
    this.#seed = seed;
    [this.#a, this.#b, this.#c] = [mix(seed, 1), mix(seed, 2), mix(seed, 3)];
    for (let i = 0; i < 12; i++) this.number();
  }

  /** An independent stream. */
  split(name: string): Dice {
    return new Dice(`${this.#seed}/${name}`);
  }

  number(): number {
    const t = (((this.#a + this.#b) | 0) + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (this.#c << 21) | (this.#c >>> 11);
    this.#c = (this.#c + t) | 0;
    return (t >>> 0) / 0x1_0000_0000;
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => Math.floor(this.number() * 256));
  }

  chance(probability: number): boolean {
    return this.number() < probability;
  }

  /** An integer of low..high, both included. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.number() * (high - low + 1));
  }

  between(low: number, high: number): number {
    return low + this.number() * (high - low);
  }

  /** Between low and high, small values far more often than large ones. */
  skewed(low: number, high: number): number {
    return low * (high / low) ** this.number();
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.number() * items.length)] as T;
  }
}

/** FNV-1a with a salt: enough to tell seeds apart. */
function mix(text: string, salt: number): number {
  let hash = 0x811c9dc5 ^ (salt * 0x9e3779b1);
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash | 0;
}
