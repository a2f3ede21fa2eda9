// A mutex for each name: work under one name runs one after the other, in the order of asking. It holds no result, and
// forgets a name when nothing waits for it any more.
/** Decision 0125. */
export class KeyedMutex {
  private readonly last = new Map<string, Promise<unknown>>();

  /** Runs `work` when everything asked before under the name has ended, well or not. */
  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(name) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.last.set(name, mine);
    try {
      return await mine;
    } finally {
      if (this.last.get(name) === mine) this.last.delete(name);
    }
  }

  /** Resolves when everything asked so far under the name has ended, well or not; undefined where nothing is. */
  taken(name: string): Promise<void> | undefined {
    const end = (): void => undefined;
    return this.last.get(name)?.then(end, end);
  }

  /** Resolves when nothing that was asked so far runs any more. */
  async idle(): Promise<void> {
    await Promise.allSettled([...this.last.values()]);
  }
}
