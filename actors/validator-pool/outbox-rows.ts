// What the outbox keeps of the submissions of one register: the promise, and the receipt of one that ends without a seal. Whoever waits is told
// behind the write. It does not judge.
import type { Issue } from '../../core/base/issue.js';
import type { RegisterState, StateView } from '../../core/register/types.js';
import type { Journal } from '../../storage/journal.js';
import type { Outbox } from '../../storage/outbox.js';
import type { Clock, RegisterMetrics } from '../ports.js';
import { isOver } from './outcomes.js';
import type { Submissions, Submitted } from './submissions.js';

export interface OutboxRowsPorts {
  readonly clock: Clock;
  readonly journal: Pick<Journal, 'commit'>;
  readonly outbox: Outbox;
  readonly metrics: RegisterMetrics | null;
  readonly submissions: Submissions;
  state(): RegisterState;
  view(): StateView;
  /** This node holds the only seat, with a key that may sign: nobody else decides. */
  alone(): boolean;
  refused(txId: string, found: Issue): void;
  fail(error: unknown): void;
}

export class OutboxRows {
  private readonly registerId: string;
  private readonly ports: OutboxRowsPorts;

  constructor(registerId: string, ports: OutboxRowsPorts) {
    this.registerId = registerId;
    this.ports = ports;
  }

  promise(entry: Submitted): Promise<void> {
    const { journal, outbox, submissions } = this.ports;
    const { tx, priority, acceptedAtMs } = entry;
    const row = { registerId: this.registerId, bytes: tx.bytes, priority, acceptedAt: acceptedAtMs };
    const written = journal.commit([outbox.put(tx.txId, row), outbox.delRefusal(tx.txId)]);
    // From here on the seal deletes the row: the journal writes both in this order.
    entry.stored = true;
    return written.then(
      () => submissions.promise(entry),
      (error) => this.ports.fail(error),
    );
  }

  /** Deletes the row of what is sealed; behind the seal, because the journal keeps the order. */
  forget(txId: string): void {
    this.ports.journal.commit([this.ports.outbox.del(txId)]).catch((error: unknown) => this.ports.fail(error));
  }

  /** A refusal is an end: told to whoever waits, and kept as a receipt when the submission had been promised. */
  end(txId: string, found: Issue): void {
    const { submissions, journal, outbox, clock, metrics } = this.ports;
    const entry = submissions.get(txId);
    metrics?.refused(found.code);
    if (!entry) return;
    if (!entry.stored) {
      submissions.settle(txId, { status: 'refused', issues: [found] });
      return;
    }
    const state = this.ports.state();
    // A refusal by the clock of this node is none while others may seal it by theirs.
    if (!this.ports.alone() && !isOver(entry.tx, { state, view: this.ports.view() })) return;
    // Until the refusal is durable it is still known here, and must not be offered again.
    if (entry.ending) return;
    entry.ending = true;
    const { registerId } = this;
    const at = clock.now();
    const { code, message, path } = found;
    const refusal = { registerId, code, message, path, at, definitive: true };
    journal.commit(outbox.refuse(txId, refusal)).then(
      () => {
        submissions.settle(txId, { status: 'refused', issues: [found] });
        this.ports.refused(txId, found);
      },
      (error) => this.ports.fail(error),
    );
  }
}
