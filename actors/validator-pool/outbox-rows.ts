// The outbox rows of the submissions of one register: the promise, and the receipt of one that ends without a seal. A
// submitter that waits is told behind the write. A promise that is not asked for yet is not written for a while,
// because the seal mostly comes first. It does not judge.
import type { Issue } from '../../core/base/issue.js';
import { PROMISE_GIVEN_UP_MS } from '../../core/base/limits/node/pool.js';
import type { Timer } from '../../core/base/ports.js';
import { hasRow, isElsewhere, isOpen, isPromised, lifeAfter } from '../../core/pool/life.js';
import { mayTurn } from '../../core/validate/finality.js';
import type { SubmitOptions } from '../ledger-port.js';
import { EXPIRED, isExpired, isOver, LEFT } from './outcomes.js';
import type { PoolPorts } from './ports.js';
import type { Submissions, Submitted } from './submissions.js';

/**
 * A submission whose submitter waits at least so long is promised when it is so old and not sealed. The seal takes a
 * fraction of it, and spares a row that is written and deleted again; it is also the age at which the mesh offers a
 * submission again.
 */
export const PROMISED_AFTER_MS = 2000;

/** Promises that fall due within it are written together. */
const TICK_MS = 50;

export interface OutboxRowsPorts
  extends Pick<PoolPorts, 'clock' | 'journal' | 'outbox' | 'metrics' | 'state' | 'view'>,
    Pick<PoolPorts, 'alone' | 'isLeft' | 'onRefused' | 'onAbandoned' | 'fail'> {
  readonly submissions: Submissions;
}

/** Whether the submitter waits until the promise is due anyway: most of these are sealed before, and need none. */
export function isPatient({ waitMs, durable }: SubmitOptions): boolean {
  return !durable && waitMs >= PROMISED_AFTER_MS;
}

export class OutboxRows {
  private readonly registerId: string;
  private readonly ports: OutboxRowsPorts;
  /** Without a row for now, oldest first; those that have ended meanwhile are passed over. */
  private readonly later: Submitted[] = [];
  private timer: Timer | undefined;
  /** Since when no validator takes the transactions that are stored here, by the steady clock. */
  private leftSinceMs: number | undefined;

  constructor(registerId: string, ports: OutboxRowsPorts) {
    this.registerId = registerId;
    this.ports = ports;
  }

  /**
   * Promises the entry: at once, or for a patient submitter when it is PROMISED_AFTER_MS old and has not ended by then.
   */
  promiseFor(entry: Submitted, options: SubmitOptions): void {
    if (!isPatient(options)) {
      this.promise(entry);
      return;
    }
    this.later.push(entry);
    this.arm();
  }

  /** No row is written later. */
  close(): void {
    this.timer?.cancel();
    this.timer = undefined;
    this.later.length = 0;
  }

  /**
   * A submitter that waits is told when the row is durable. Nothing is written for what has its row or is being sealed.
   */
  promise(entry: Submitted): void {
    if (hasRow(entry.life) || !isOpen(entry.life)) return;
    const { journal, outbox, submissions } = this.ports;
    const { tx, priority, acceptedAtMs } = entry;
    const row = { registerId: this.registerId, bytes: tx.bytes, priority, acceptedAt: acceptedAtMs };
    const written = journal.commit([outbox.put(tx.txId, row, entry.from), outbox.delRefusal(tx.txId)]);
    // From here on the seal deletes the row: the journal writes both in this order.
    entry.life = lifeAfter(entry.life, 'promise');
    written.then(
      () => submissions.promise(entry),
      (error) => this.ports.fail(error),
    );
  }

  /** Deletes the row of what is sealed; behind the seal, because the journal keeps the order. */
  forget(txId: string): void {
    this.ports.journal
      .commit([this.ports.outbox.del(this.registerId, txId)])
      .catch((error: unknown) => this.ports.fail(error));
  }

  /**
   * A refusal is an end: told to the submitter, and kept as a receipt when the submission had been promised. A
   * submission that only the clock here refuses is kept while others date dockets too, and given up where this node
   * alone does: a later docket may hold it if its clock is set right. So is what a later docket may take back: another
   * node may have that docket, or may seal the same transaction behind it.
   */
  end(txId: string, issue: Issue): void {
    const { submissions, journal, outbox, clock, metrics } = this.ports;
    const entry = submissions.get(txId);
    metrics?.onRefused(issue.code);
    // Until its end is durable it is still known here: nothing of it is told or written twice, and what a docket
    // decided is refused no more.
    if (!entry || !isOpen(entry.life)) return;
    const definitive = this.isFinal(entry);
    const isAlone = this.ports.alone();
    if (!hasRow(entry.life)) {
      if (definitive && !mayTurn(issue)) this.endBehind(entry, issue);
      else if (isElsewhere(entry.life) || definitive || isAlone)
        submissions.settle(txId, { status: 'refused', issues: [issue], definitive: false });
      else this.promise(entry);
      return;
    }
    if (!definitive && !isAlone) return;
    if (!definitive || mayTurn(issue)) {
      this.giveUp(entry, issue);
      return;
    }
    entry.life = lifeAfter(entry.life, 'refuse');
    const { registerId } = this;
    const at = clock.now();
    const { code, message, path } = issue;
    const refusal = { registerId, code, message, path, at, definitive };
    journal.commit(outbox.refuse(txId, refusal)).then(
      () => {
        submissions.settle(txId, { status: 'refused', issues: [issue], definitive });
        this.ports.onRefused(txId, issue);
      },
      (error) => this.ports.fail(error),
    );
  }

  /** Told behind the seals that prove it, which may be on their way to the disk. */
  private endBehind(entry: Submitted, issue: Issue): void {
    entry.life = lifeAfter(entry.life, 'refuse');
    const { submissions, journal, fail } = this.ports;
    journal.commit([]).then(
      () => submissions.settle(entry.tx.txId, { status: 'refused', issues: [issue], definitive: true }),
      (error) => fail(error),
    );
  }

  /**
   * Looks through the submissions that are stored for other validators, once a minute: they may have expired, or no
   * member may take them any more.
   */
  sweep(nowMs: number): void {
    const { submissions } = this.ports;
    for (const { tx } of submissions.values()) if (isExpired(tx, nowMs)) this.end(tx.txId, EXPIRED);
    const steadyMs = this.ports.clock.steady();
    this.leftSinceMs = this.ports.isLeft() ? (this.leftSinceMs ?? steadyMs) : undefined;
    if (this.leftSinceMs === undefined || steadyMs - this.leftSinceMs < PROMISE_GIVEN_UP_MS) return;
    for (const entry of submissions.values()) if (isPromised(entry.life)) this.giveUp(entry, LEFT);
  }

  /** No refusal: others may have sealed it, or may seal it yet, and this node cannot exclude it. */
  giveUp(entry: Submitted, issue: Issue): void {
    if (!isOpen(entry.life)) return;
    entry.life = lifeAfter(entry.life, 'refuse');
    const { txId, header } = entry.tx;
    const { code, message, path } = issue;
    const at = this.ports.clock.now();
    const end = header.expiresAt === undefined ? {} : { expiresAt: Date.parse(header.expiresAt) };
    const row = { registerId: this.registerId, code, message, path, at, definitive: false, ...end };
    this.ports.journal.commit(this.ports.outbox.refuse(txId, row)).then(
      () => {
        // Its docket was decided meanwhile: the seal, which is written behind this, is what its receipt says and what
        // is told.
        if (entry.life.ending === 'sealing') return;
        this.ports.submissions.settle(txId, { status: 'refused', issues: [issue] });
        this.ports.onAbandoned(txId, issue);
      },
      (error) => this.ports.fail(error),
    );
  }

  /**
   * A refusal by the clock of this node is not final: others may seal it by theirs, and this clock may be set right.
   */
  private isFinal({ tx }: Submitted): boolean {
    return isOver(tx, { state: this.ports.state(), view: this.ports.view(), clock: this.ports.clock });
  }

  private arm(): void {
    const [first] = this.later;
    if (this.timer || !first) return;
    const { clock } = this.ports;
    // The lists of a burst are worked off together. A clock that was set back keeps none of them back.
    const leftMs = Math.min(PROMISED_AFTER_MS, first.acceptedAtMs + PROMISED_AFTER_MS - clock.now());
    const delayMs = Math.max(TICK_MS, leftMs);
    this.timer = clock.setTimer(() => {
      this.timer = undefined;
      this.due();
      this.arm();
    }, delayMs);
  }

  private due(): void {
    const { clock, submissions } = this.ports;
    const now = clock.now();
    const until = now - PROMISED_AFTER_MS;
    const young = this.later.findIndex(({ acceptedAtMs }) => acceptedAtMs > until && acceptedAtMs <= now);
    for (const entry of this.later.splice(0, young < 0 ? this.later.length : young))
      if (submissions.get(entry.tx.txId) === entry) this.promise(entry);
  }
}
