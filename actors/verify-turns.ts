// The signatures that wait to be verified: some at once, and the others by turns of whoever brought their transactions, a signature a turn. A transaction of thirty takes
// thirty turns, and one without a good signature no more than it began. It verifies nothing itself.
import { FairQueue } from '../core/base/fair-queue.js';
import { SHARED_SIGNATURES, SHARED_SIGNATURES_AT_ONCE } from '../core/base/sharing-limits.js';
import { shareOf } from '../core/base/turn-key.js';
import type { Transaction } from '../core/transaction/types.js';
import { type SignatureTask, signatureTasks } from '../core/transaction/validate/signature.js';
import type { SignatureCheck } from './verifier.js';

/** One transaction under verification. */
export interface Verifying {
  readonly tx: Transaction;
  readonly done: (ok: boolean) => void;
  /** Made with its first turn: what waits holds no more than the transaction. */
  tasks: readonly SignatureTask[] | undefined;
  /** Signatures that had their turn, and those of them without an answer. */
  begun: number;
  open: number;
  isBad: boolean;
}

interface Waiting {
  readonly turn: string;
  readonly one: Verifying;
}

/** Their number is bounded by who asks. */
const BOUNDS = { all: Number.POSITIVE_INFINITY, key: Number.POSITIVE_INFINITY };

export class VerifyTurns {
  private readonly waiting = new FairQueue<Waiting>(BOUNDS);
  private inFlight = 0;
  /** Whose signature was begun last, but for those of dockets, and for how many more several organisations count. */
  private last: string | undefined;
  private sharedFor = 0;

  /** `max`: signatures at once. */
  constructor(
    private readonly max: number,
    private readonly check: SignatureCheck,
  ) {}

  /** Of a transaction that has signatures. `done` is told once, later. */
  begin(tx: Transaction, turn: string, done: (ok: boolean) => void): Verifying {
    const one: Verifying = { tx, done, tasks: undefined, begun: 0, open: 0, isBad: false };
    // Nothing waits where a signature may begin.
    if (this.hasRoom()) this.step({ turn, one });
    else this.waiting.push(turn, { turn, one });
    this.next();
    return one;
  }

  /** Somebody else wants it too: it goes on with the turns of both. */
  join(one: Verifying, turn: string): void {
    if (isLeft(one)) this.waiting.push(turn, { turn, one });
  }

  private next(): void {
    while (this.hasRoom()) {
      const waiting = this.waiting.shift();
      if (waiting === undefined) return;
      if (isLeft(waiting.one)) this.step(waiting);
    }
  }

  private hasRoom(): boolean {
    return this.inFlight < (this.sharedFor > 0 ? Math.min(this.max, SHARED_SIGNATURES_AT_ONCE) : this.max);
  }

  /** Transactions of dockets come without a turn of their own. */
  private begun(turn: string): void {
    if (turn === '') return;
    const share = shareOf(turn);
    if (this.last !== undefined && this.last !== share) this.sharedFor = SHARED_SIGNATURES;
    else if (this.sharedFor > 0) this.sharedFor--;
    this.last = share;
  }

  private step(waiting: Waiting): void {
    const { one, turn } = waiting;
    one.tasks ??= signatureTasks(one.tx);
    this.begun(turn);
    const task = one.tasks[one.begun++] as SignatureTask;
    one.open++;
    this.inFlight++;
    if (isLeft(one)) this.waiting.back(turn, waiting);
    const answered = (isGood: boolean): void => {
      this.inFlight--;
      one.open--;
      if (!isGood) one.isBad = true;
      if (one.open === 0 && !isLeft(one)) one.done(!one.isBad);
      this.next();
    };
    this.check(task).then(answered, () => answered(false));
  }
}

/** Whether it has signatures for another turn. */
function isLeft({ tasks, begun, isBad }: Verifying): boolean {
  return !isBad && (tasks === undefined || begun < tasks.length);
}
