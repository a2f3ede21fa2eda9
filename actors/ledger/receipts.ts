// The answer of this node about a submission: where it is sealed, that it is promised, or why it was refused. It hands
// what was promised back to the pool of a register that is opened again, and judges no transaction.
import { type Issue, issue } from '../../core/base/issue.js';
import { RECEIPT_KEEP_MS } from '../../core/base/limits/node/pool.js';
import { isFailure } from '../../core/base/result.js';
import { decodeTransaction } from '../../core/transaction/encode.js';
import type { OutboxEntry, StoredRefusal } from '../../storage/chain/outbox.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import { sound } from '../../storage/engine/value.js';
import type { Receipt, SealedPlace } from '../ledger-port.js';
import type { ReplicaDriver } from '../register-replica/driver.js';
import { lasting } from '../validator-pool/outcomes.js';
import type { LedgerPorts } from './ports.js';
import type { Registry } from './registry.js';

/** Receipts looked at in one sweep. */
const RECEIPTS_SWEPT = 1000;

export class Receipts {
  private readonly ports: Pick<LedgerPorts, 'clock' | 'chain' | 'journal' | 'outbox'>;
  private readonly registry: Registry;
  private cursor: string | undefined;

  constructor(ports: Pick<LedgerPorts, 'clock' | 'chain' | 'journal' | 'outbox'>, registry: Registry) {
    this.ports = ports;
    this.registry = registry;
  }

  of(record: RegisterRecord, txId: string): Receipt | undefined {
    const read = () => this.place(record.reg, txId);
    // This node goes on telling of its promise while the index that says where it is sealed is under repair.
    const place = record.damage === undefined ? read() : sound(read);
    if (place) return place;
    const { outbox } = this.ports;
    const acceptedAtMs = this.registry.peek(record.id)?.driver?.pool.acceptTimeOf(txId);
    if (acceptedAtMs !== undefined) return { status: 'pending', acceptedAtMs };
    const entry = outbox.get(record.id, txId);
    if (entry) return { status: 'pending', acceptedAtMs: entry.acceptedAt };
    const refusal = outbox.refusal(txId);
    if (refusal?.registerId !== record.id) return undefined;
    const { at, code, message, path } = refusal;
    const why = issue(code as Issue['code'], path, message);
    return refusal.definitive || this.isPast(record.reg, refusal)
      ? { status: 'refused', issue: why, refusedAtMs: at, definitive: true }
      : { status: 'abandoned', issue: why, abandonedAtMs: at };
  }

  /** A submission that was given up has expired by the time of a sealed docket, so that no later one holds it. */
  private isPast(reg: number, { expiresAt = Number.POSITIVE_INFINITY }: StoredRefusal): boolean {
    const { chain, clock } = this.ports;
    const state = chain.durableState(reg);
    return state !== undefined && expiresAt <= lasting(state, clock.now()).timestampMs;
  }

  /** Where a transaction is durably sealed. */
  place(reg: number, txId: string): SealedPlace | undefined {
    const { chain } = this.ports;
    const at = chain.location(reg, txId);
    const docket = at && chain.docketAt(reg, at.height);
    if (!at || !docket) return undefined;
    return {
      status: 'sealed',
      height: at.height,
      index: at.index,
      docketHash: docket.hash,
      sealedAtMs: docket.timestampMs,
    };
  }

  /** Hands the promised submissions of a register to its pool, in the order in which they came. */
  async reload(registerId: string, driver: ReplicaDriver): Promise<void> {
    const promised: { txId: string; entry: OutboxEntry }[] = [];
    for await (const [txId, entry] of this.ports.outbox.entries(registerId)) promised.push({ txId, entry });
    promised.sort((a, b) => a.entry.acceptedAt - b.entry.acceptedAt);
    for (const { txId, entry } of promised) {
      const tx = decodeTransaction(entry.bytes);
      if (isFailure(tx)) await this.refuse(txId, entry, tx.issue);
      else driver.pool.intake.reload(txId, tx, entry);
    }
  }

  /** Ends every promise of a register that is deleted. */
  async refuseAll(registerId: string, why: Issue): Promise<void> {
    for await (const [txId, entry] of this.ports.outbox.entries(registerId)) await this.refuse(txId, entry, why);
  }

  /** Deletes old receipts, a bounded number at each call. */
  async sweep(nowMs: number): Promise<void> {
    const { outbox, journal } = this.ports;
    const { ops, next } = await outbox.expiredOps(nowMs - RECEIPT_KEEP_MS, RECEIPTS_SWEPT, this.cursor);
    this.cursor = next;
    if (ops.length > 0) await journal.commit(ops);
  }

  private async refuse(txId: string, entry: OutboxEntry, problem: Issue): Promise<void> {
    const { code, message, path } = problem;
    const at = this.ports.clock.now();
    const refusal = { registerId: entry.registerId, code, message, path, at, definitive: true };
    await this.ports.journal.commit(this.ports.outbox.refuse(txId, refusal));
  }
}
