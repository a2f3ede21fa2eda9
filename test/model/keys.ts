// The states that a search has seen, as keys of 53 bits in two arrays of numbers: a Set of numbers takes several times
// as long for each of the millions of steps that lead back.
const SLOTS = 1 << 12;

export class Keys {
  #lows = new Uint32Array(SLOTS);
  /** One more than the high half, so that 0 is a free place. */
  #highs = new Uint32Array(SLOTS);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** False if it was there. */
  add({ low, high }: { readonly low: number; readonly high: number }): boolean {
    const at = this.#place(low, high + 1);
    if (this.#highs[at] !== 0) return false;
    this.#lows[at] = low;
    this.#highs[at] = high + 1;
    this.#size += 1;
    if (this.#size * 2 > this.#lows.length) this.#grow();
    return true;
  }

  /** Where the key is, or would be: half of the places are free, so that the search ends. */
  #place(low: number, high: number): number {
    const mask = this.#lows.length - 1;
    let at = low & mask;
    while (this.#highs[at] !== 0 && (this.#lows[at] !== low || this.#highs[at] !== high)) at = (at + 1) & mask;
    return at;
  }

  #grow(): void {
    const [lows, highs] = [this.#lows, this.#highs];
    this.#lows = new Uint32Array(lows.length * 2);
    this.#highs = new Uint32Array(lows.length * 2);
    highs.forEach((high, i) => {
      if (high === 0) return;
      const low = lows[i] as number;
      const at = this.#place(low, high);
      this.#lows[at] = low;
      this.#highs[at] = high;
    });
  }
}
