// The signatures that wait to be verified: some at once, and the others by turns of those who brought their
// transactions, a signature a turn. A transaction of thirty takes thirty turns, and one without a good signature no
// more than it began. It verifies nothing itself.

import {
  SHARED_LONE_SIGNATURES,
  SHARED_SIGNATURES,
  SHARED_SIGNATURES_AT_ONCE,
} from '../core/base/limits/node/sharing.js';
import { FairQueue } from '../core/base/queues/fair-queue.js';
import { isDocketKey, shareOf } from '../core/base/queues/turn-key.js';
import type { SignatureTask } from '../core/crypto/signing/signature-task.js';
import type { Transaction } from '../core/model/transaction.js';
import { signatureTasks } from '../core/validate/parts/signature.js';

/** Whether one signature is good. Never rejects. */
export type SignatureCheck = (task: SignatureTask) => Promise<boolean>;

/** Whether one signature is good, found on the event loop. Never throws. */
export type SignatureCheckSync = (task: SignatureTask) => boolean;

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
  /** The share that brought the last transaction, and for how many more signatures several organisations count. */
  private last: string | undefined;
  private sharedFor = 0;
  /** Signatures of each share under way or waiting; no share with none. */
  private readonly held = new Map<string, number>();
  /** Signatures that were found here since the last answer. */
  private lone = 0;

  /** `max`: signatures at once. `checkSync`: for a lone one that would wait for those of others; none unless given. */
  constructor(
    private readonly max: number,
    private readonly check: SignatureCheck,
    private readonly checkSync?: SignatureCheckSync,
  ) {}

  /** Of a transaction that has signatures. `done` is told once, later. */
  begin(tx: Transaction, turn: string, done: (ok: boolean) => void): Verifying {
    const share = shareOf(turn);
    this.brought(share);
    const one: Verifying = { tx, done: this.holding(share, done), tasks: undefined, begun: 0, open: 0, isBad: false };
    if (this.checkSync && this.isLone(share)) {
      one.tasks = signatureTasks(tx);
      if (one.tasks.length === 1) {
        this.find(one, this.checkSync);
        return one;
      }
    }
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

  /** Counts the transaction for its share until it is told. */
  private holding(share: string, done: (ok: boolean) => void): (ok: boolean) => void {
    const { held } = this;
    held.set(share, (held.get(share) ?? 0) + 1);
    return (ok) => {
      const left = (held.get(share) ?? 1) - 1;
      if (left > 0) held.set(share, left);
      else held.delete(share);
      done(ok);
    };
  }

  /** The only transaction of a share, which the signatures of others are under way before. */
  private isLone(share: string): boolean {
    if (this.sharedFor === 0 || this.inFlight === 0 || share === '' || isDocketKey(share)) return false;
    return this.held.get(share) === 1 && this.lone < SHARED_LONE_SIGNATURES;
  }

  private find(one: Verifying, checkSync: SignatureCheckSync): void {
    this.lone++;
    one.begun = 1;
    const isGood = checkSync((one.tasks as readonly SignatureTask[])[0] as SignatureTask);
    one.isBad = !isGood;
    queueMicrotask(() => one.done(isGood));
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

  /** A docket is of no organisation, and what peers offer is of none either. */
  private brought(share: string): void {
    if (share === '' || isDocketKey(share)) return;
    if (this.last !== undefined && this.last !== share) this.sharedFor = SHARED_SIGNATURES;
    this.last = share;
  }

  private step(waiting: Waiting): void {
    const { one, turn } = waiting;
    one.tasks ??= signatureTasks(one.tx);
    if (this.sharedFor > 0) this.sharedFor--;
    const task = one.tasks[one.begun++] as SignatureTask;
    one.open++;
    this.inFlight++;
    if (isLeft(one)) this.waiting.back(turn, waiting);
    const answered = (isGood: boolean): void => {
      this.inFlight--;
      this.lone = 0;
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
