// The signatures that wait to be verified: some at once, and the others by turns of those who brought their
// transactions, a signature a turn. A transaction of thirty costs thirty turns, and one without a good signature no
// more than it began. It verifies nothing itself.

import {
  SHARED_LONE_SIGNATURES,
  SHARED_SIGNATURES,
  SHARED_SIGNATURES_AT_ONCE,
} from '../core/base/limits/node/sharing.js';
import { Scheduler } from '../core/base/queues/scheduler.js';
import { isDocketKey, shareOf } from '../core/base/queues/turn-key.js';
import type { SignatureTask } from '../core/crypto/signing/signature-task.js';
import type { Transaction } from '../core/model/transaction.js';
import { signatureTasks } from '../core/validate/parts/signature.js';

/** Whether one signature is good. Never rejects. */
export type SignatureCheck = (task: SignatureTask) => Promise<boolean>;

/** Whether one signature is good, found on the event loop. Never throws. */
export type SignatureCheckSync = (task: SignatureTask) => boolean;

/** A transaction under verification. */
export interface Verifying {
  readonly tx: Transaction;
  readonly finish: (ok: boolean) => void;
  /** Made with its first turn: what waits holds no more than the transaction. */
  tasks: readonly SignatureTask[] | undefined;
  /** Signatures that had their turn, and those of them without an answer. */
  begun: number;
  open: number;
  isBad: boolean;
}

export class SignatureScheduler {
  /** The number of those that wait is bounded by who asks. */
  private readonly scheduler: Scheduler<Verifying>;
  /** The share that brought the last transaction, and for how many more signatures several organisations count. */
  private last: string | undefined;
  private sharedFor = 0;
  /** Signatures of each share under way or waiting; no share with none. */
  private readonly held = new Map<string, number>();
  /** Signatures that were found here since the last answer. */
  private lone = 0;

  /** `max`: signatures at once. `checkSync`: for a lone one that would wait for those of others; none unless given. */
  constructor(
    max: number,
    private readonly check: SignatureCheck,
    private readonly checkSync?: SignatureCheckSync,
  ) {
    const atOnce = () => (this.sharedFor > 0 ? Math.min(max, SHARED_SIGNATURES_AT_ONCE) : max);
    this.scheduler = new Scheduler({ atOnce, costOf: signaturesLeft });
  }

  /** Of a transaction that has signatures. `finish` is told once, later. */
  begin(tx: Transaction, key: string, finish: (ok: boolean) => void): Verifying {
    const share = shareOf(key);
    this.onBrought(share);
    const item: Verifying = {
      tx,
      finish: this.holding(share, finish),
      tasks: undefined,
      begun: 0,
      open: 0,
      isBad: false,
    };
    if (this.checkSync && this.isLone(share)) {
      item.tasks = signatureTasks(tx);
      if (item.tasks.length === 1) {
        this.find(item, this.checkSync);
        return item;
      }
    }
    const isFirst = this.scheduler.begins(key);
    if (isFirst) this.step(item);
    if (!isFirst || signaturesLeft(item) > 0) this.scheduler.push(key, item);
    this.next();
    return item;
  }

  /** Somebody else wants it too: it goes on with the turns of both. */
  join(item: Verifying, key: string): void {
    if (item.tasks === undefined || signaturesLeft(item) > 0) this.scheduler.push(key, item);
  }

  /** Counts the transaction for its share until it is told. */
  private holding(share: string, finish: (ok: boolean) => void): (ok: boolean) => void {
    const { held } = this;
    held.set(share, (held.get(share) ?? 0) + 1);
    return (ok) => {
      const left = (held.get(share) ?? 1) - 1;
      if (left > 0) held.set(share, left);
      else held.delete(share);
      finish(ok);
    };
  }

  /** The only transaction of a share, which the signatures of others are under way before. */
  private isLone(share: string): boolean {
    if (this.sharedFor === 0 || this.scheduler.underWay === 0 || share === '' || isDocketKey(share)) return false;
    return this.held.get(share) === 1 && this.lone < SHARED_LONE_SIGNATURES;
  }

  private find(item: Verifying, checkSync: SignatureCheckSync): void {
    this.lone++;
    item.begun = 1;
    const isGood = checkSync((item.tasks as readonly SignatureTask[])[0] as SignatureTask);
    item.isBad = !isGood;
    queueMicrotask(() => item.finish(isGood));
  }

  private next(): void {
    for (let item = this.scheduler.take(); item !== undefined; item = this.scheduler.take()) this.step(item);
  }

  /** A docket is of no organisation, and what peers offer is of none either. */
  private onBrought(share: string): void {
    if (share === '' || isDocketKey(share)) return;
    if (this.last !== undefined && this.last !== share) this.sharedFor = SHARED_SIGNATURES;
    this.last = share;
  }

  private step(item: Verifying): void {
    item.tasks ??= signatureTasks(item.tx);
    if (this.sharedFor > 0) this.sharedFor--;
    const task = item.tasks[item.begun++] as SignatureTask;
    item.open++;
    const onAnswered = (isGood: boolean): void => {
      this.scheduler.end();
      this.lone = 0;
      item.open--;
      if (!isGood) item.isBad = true;
      if (item.open === 0 && signaturesLeft(item) === 0) item.finish(!item.isBad);
      this.next();
    };
    this.check(task).then(onAnswered, () => onAnswered(false));
  }
}

/** Tasks that have not begun; of a transaction with a bad one none need to. */
function signaturesLeft(item: Verifying): number {
  if (item.isBad) return 0;
  item.tasks ??= signatureTasks(item.tx);
  return item.tasks.length - item.begun;
}
