// How far each register was told of, so that each docket comes once and in order, whatever breaks in between.
import { PAGE_SIZE_MAX } from '../../core/base/limits/node/requests.js';
import type { Remote } from '../remote/session.js';
import type { ToldEvent } from './event.js';

interface From {
  readonly registers: readonly string[];
  readonly since?: number;
}

export class DocketCount {
  /** Number of the docket that comes next, by register. */
  private readonly next = new Map<string, number>();
  /** Registers whose last docket of the hub was told already, with its transactions. */
  private readonly passed = new Set<string>();
  /** A single call at a time: what the hub says waits for what is read. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    { registers, since }: From,
    private readonly emit: (event: ToldEvent) => void,
  ) {
    if (since !== undefined) for (const id of registers) this.next.set(id, since);
  }

  /** A register that is new. */
  begin(registerId: string, number: number): void {
    if (!this.next.has(registerId)) this.next.set(registerId, number);
  }

  /** Tells what was sealed since; of a register that was not followed before it only takes the height. */
  catchUp(registerId: string, remote: Remote): Promise<void> {
    return this.inTurn(() => this.read(registerId, remote));
  }

  /** True for an event that is told, or was: dockets and their transactions. */
  takes(event: ToldEvent, remote: Remote): Promise<boolean> {
    return this.inTurn(async () => {
      const registerId = String(event.registerId);
      if (event.event === 'TransactionConfirmed') return this.passed.has(registerId);
      if (event.event !== 'DocketSealed') return false;
      const number = Number(event.docketNumber);
      const next = this.next.get(registerId);
      if (next !== undefined && number > next) await this.read(registerId, remote);
      if (number < (this.next.get(registerId) ?? 0)) this.passed.add(registerId);
      else {
        this.passed.delete(registerId);
        this.next.set(registerId, number + 1);
        this.emit(event);
      }
      return true;
    });
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work, work);
    this.turn = done.catch(() => undefined);
    return done;
  }

  private async read(registerId: string, { client }: Remote): Promise<void> {
    const params = { registerId };
    const begun = this.next.get(registerId);
    if (begun === undefined) return void this.next.set(registerId, (await client.getRegister({ params })).height);
    for (let next = begun, isMore = true; isMore; this.next.set(registerId, next)) {
      const page = Math.floor(next / PAGE_SIZE_MAX) + 1;
      const dockets = await client.listDockets({ params, query: { page, pageSize: PAGE_SIZE_MAX, order: 'asc' } });
      for (const docket of dockets.filter(({ number }) => number >= next)) this.tell(docket);
      isMore = dockets.length === PAGE_SIZE_MAX;
      next = Math.max(next, (dockets.at(-1)?.number ?? -1) + 1);
    }
  }

  private tell(docket: Awaited<ReturnType<Remote['client']['getDocket']>>): void {
    const { registerId, timestamp: time, number, hash, transactionIds } = docket;
    this.emit({ time, event: 'DocketSealed', registerId, docketNumber: number, docketHash: hash });
    for (const txId of transactionIds) this.emit({ time, event: 'TransactionConfirmed', registerId, txId });
  }
}
