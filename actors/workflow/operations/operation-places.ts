// Places in which so many works run at once, in the order of asking. A work may free its place before it ends; what is
// closed begins nothing more.
export class OperationPlaces {
  private readonly max: number;
  private readonly begin: (id: string, free: () => void) => Promise<void> | undefined;
  private readonly queue: string[] = [];
  private readonly busy = new Set<Promise<void>>();
  private isClosed = false;

  /** `begin` gives no promise for an id that has nothing to do any more, and none that rejects. */
  constructor(max: number, begin: OperationPlaces['begin']) {
    this.max = max;
    this.begin = begin;
  }

  enqueue(id: string): void {
    this.queue.push(id);
    this.next();
  }

  close(): void {
    this.isClosed = true;
  }

  /** Resolves when every place is free. */
  async idle(): Promise<void> {
    await Promise.all(this.busy);
  }

  private next(): void {
    while (!this.isClosed && this.busy.size < this.max && this.queue.length > 0)
      this.take(this.queue.shift() as string);
  }

  private take(id: string): void {
    let free: () => void = () => undefined;
    const freed = new Promise<void>((resolve) => {
      free = resolve;
    });
    const place = freed.then(() => {
      this.busy.delete(place);
      this.next();
    });
    this.busy.add(place);
    const work = this.begin(id, free);
    if (work) work.finally(free);
    else free();
  }
}
