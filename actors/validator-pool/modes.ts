// The promise for an accepted submission, which follows the seat beside the pool, and what a change of that brings.
// Storing keeps submissions in the outbox alone; sealing answers with the seal itself; gathering pools what the outbox
// has promised. Closed takes nothing more.

/**
 * `sealing`: this node's seat alone seals at once, so the seal itself is the promise. `gathering`: the pool feeds a
 * seat that needs others. `storing`: no seat runs here; what is accepted goes to the outbox only.
 */
export type PoolMode = 'sealing' | 'gathering' | 'storing';

export interface PoolActs {
  /** Nothing goes on that belongs to the mode before. */
  onEntered(): void;
  /** The seal will not come by itself: whatever relied on it goes to the outbox. */
  promiseAll(): void;
  /** No seat runs: what other nodes answer for is theirs to offer to those that seal. */
  dropRelayed(): void;
  /** A seat runs: what was only stored is offered to it. */
  offerAll(): void;
  /** The submitters that wait are told what is true. */
  abandon(): void;
}

/** In their order. */
const ON_ENTRY: Readonly<Record<PoolMode | 'closed', readonly (keyof PoolActs)[]>> = {
  storing: ['onEntered', 'dropRelayed', 'promiseAll'],
  sealing: ['onEntered', 'offerAll'],
  gathering: ['onEntered', 'promiseAll', 'offerAll'],
  closed: ['onEntered', 'abandon'],
};

export class PoolModes {
  private readonly acts: PoolActs;
  private readonly failed: (error: unknown) => void;
  private current: PoolMode = 'storing';
  private closed = false;

  /** `onFailed` hears of an act that threw, such as one that could not read the store. */
  constructor(acts: PoolActs, onFailed: (error: unknown) => void) {
    this.acts = acts;
    this.failed = onFailed;
  }

  /** The last one, where the pool is closed. */
  get mode(): PoolMode {
    return this.current;
  }

  get isClosed(): boolean {
    return this.closed;
  }

  enter(mode: PoolMode): void {
    if (this.closed || mode === this.current) return;
    this.current = mode;
    this.act(mode);
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.act('closed');
  }

  private act(entered: PoolMode | 'closed'): void {
    try {
      for (const act of ON_ENTRY[entered]) this.acts[act]();
    } catch (error) {
      this.failed(error);
    }
  }
}
