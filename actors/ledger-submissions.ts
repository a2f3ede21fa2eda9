// The way of a submission to the pool of its register, which is opened for it; to the outbox alone while the register is closed for repair. It judges nothing.
import { type Issue, isIssue } from '../core/base/issue.js';
import type { Transaction } from '../core/transaction/types.js';
import { ClosedSubmissions } from './closed-submissions.js';
import type { Ledger, SubmitOptions, SubmitOutcome } from './ledger.js';
import type { LedgerCounts } from './ledger-counts.js';
import type { LedgerOptions, LedgerPorts } from './ledger-host.js';
import type { Receipts } from './ledger-receipts.js';
import type { Records } from './ledger-records.js';
import { ReplicaDriver } from './register-replica/driver.js';
import type { Registry } from './registry.js';

export interface SubmissionParts {
  readonly registry: Registry;
  readonly records: Records;
  readonly receipts: Receipts;
  readonly counts: LedgerCounts;
}

export class LedgerSubmissions {
  readonly closed: ClosedSubmissions;
  private readonly registry: Registry;
  private readonly records: Records;
  private readonly counts: LedgerCounts;

  constructor(ports: LedgerPorts, options: Pick<LedgerOptions, 'poolLimits'>, parts: SubmissionParts) {
    const { registry, records, receipts, counts } = parts;
    this.registry = registry;
    this.records = records;
    this.counts = counts;
    this.closed = new ClosedSubmissions({
      ...ports,
      record: (id) => records.get(id),
      driver: (id) => registry.peek(id)?.driver,
      activate: (id) => registry.activate(id),
      place: (reg, txId) => receipts.place(reg, txId),
      limits: () => options.poolLimits(),
    });
  }

  submit(tx: Transaction, options: SubmitOptions): Promise<SubmitOutcome> {
    // What another node brought is counted there.
    if (!options.relayed) this.counts.submitted++;
    const found = this.registry.driver(tx.header.registerId);
    const outcome =
      found instanceof ReplicaDriver
        ? found.pool.submit(tx, options)
        : Promise.resolve(found).then((driver) =>
            isIssue(driver) ? { status: 'refused' as const, issues: [driver] } : driver.pool.submit(tx, options),
          );
    // Whoever goes on offering it need not have it kept.
    if (options.relayed && !options.durable) return outcome;
    return outcome.then((result) => {
      const why = result.status === 'refused' ? result.issues[0] : undefined;
      if (why?.code === 'NODE_UNAVAILABLE' && this.records.get(tx.header.registerId)?.damage !== undefined)
        return this.closed.submit(tx, options, why).then((kept) => this.counted(kept, options));
      return this.counted(result, options);
    });
  }

  async check(tx: Transaction): Promise<readonly Issue[]> {
    const driver = await this.registry.driver(tx.header.registerId);
    return isIssue(driver) ? [driver] : driver.pool.check(tx);
  }

  pending(...[registerId, { skip, top }]: Parameters<Ledger['pending']>): ReturnType<Ledger['pending']> {
    const pooled = this.registry.peek(registerId)?.driver?.pool.pending();
    const waiting = pooled?.map((entry) => entry.tx) ?? this.closed.pending(registerId);
    return { total: waiting.length, items: waiting.slice(skip, skip + top) };
  }

  private counted(outcome: SubmitOutcome, { relayed }: SubmitOptions): SubmitOutcome {
    return relayed ? outcome : this.counts.outcome(outcome);
  }
}
