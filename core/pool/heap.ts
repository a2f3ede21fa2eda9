// A binary min-heap of texts by number: the expiry order of the pool. Entries are not removed when their owner leaves;
// the owner skips them later.

export interface HeapEntry {
  readonly atMs: number;
  readonly key: string;
}

export class MinHeap {
  readonly #items: HeapEntry[] = [];

  get size(): number {
    return this.#items.length;
  }

  peek(): HeapEntry | undefined {
    return this.#items[0];
  }

  push(entry: HeapEntry): void {
    const items = this.#items;
    let at = items.push(entry) - 1;
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (items[up]!.atMs <= entry.atMs) break;
      items[at] = items[up]!;
      at = up;
    }
    items[at] = entry;
  }

  pop(): HeapEntry | undefined {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (items.length === 0 || last === undefined) return first;
    let at = 0;
    for (;;) {
      let down = at * 2 + 1;
      if (down >= items.length) break;
      if (down + 1 < items.length && items[down + 1]!.atMs < items[down]!.atMs) down++;
      if (items[down]!.atMs >= last.atMs) break;
      items[at] = items[down]!;
      at = down;
    }
    items[at] = last;
    return first;
  }
}
