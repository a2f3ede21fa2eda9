// The records of the registers that this node knows, all in memory (about 300 bytes each) and one row each on disk. A
// register's local number is the key prefix of its rows and is never given twice.
import { uuidToBytes } from '../../core/base/bytes.js';
import type { JsonObject } from '../../core/base/json.js';
import type { Hash } from '../../core/model/register.js';
import type { Checkpoint } from '../../core/register/checkpoint.js';
import type { Journal } from '../engine/journal.js';
import type { Kv, KvOp } from '../engine/kv.js';
import { checksumJson, openJson } from '../engine/value.js';
import { registerKey, regOf, rowRange } from '../keys/chain-keys.js';

/** The specification's words (section 3). */
export type RegisterStatus = 'OFFLINE' | 'ONLINE' | 'CHECKING' | 'RECOVERY';

/** The order of the operator to this node's validator seat; it holds across restarts. */
export type SeatOrder = 'Running' | 'Paused' | 'Stopped';

export interface RegisterRecord {
  readonly id: string;
  /** Local number, the prefix of the register's rows. */
  readonly reg: number;
  readonly name: string;
  readonly description: string;
  readonly tenantId: string;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly status: RegisterStatus;
  readonly statusReason?: string;
  readonly seat: SeatOrder;
  readonly advertise: boolean;
  readonly isFullReplica: boolean;
  readonly purpose?: string;
  readonly metadata?: JsonObject;
  readonly genesisHash: Hash;
  /** Peers without a seat that may replicate a register that is not advertised. */
  readonly readers?: readonly string[];
  /** It was taken over from a peer: true while this node follows it, false when it only keeps the data. */
  readonly subscribed?: boolean;
  /**
   * Taken over from a peer: the organisation that follows it here or holds the seat, which alone sees it. `tenantId` is
   * the founder's.
   */
  readonly localTenantId?: string;
  /** Keys of this node that may have lost votes of this register, and why: they never sign in it. */
  readonly fence?: { readonly reason: string; readonly validatorIds: readonly Hash[] };
  /**
   * When its head was believed last: this node was in touch with other organisations then. 0 for a new follower; absent
   * where it never was in question.
   */
  readonly confirmedAtMs?: number;
  /** A docket that the operator named: it is on the chain that this node takes. */
  readonly checkpoint?: Checkpoint & { readonly namedAtMs?: number };
  /** Rows of the register are damaged, and why it is known: it is not opened before they are repaired. */
  readonly damage?: string;
  /** Keys of this node when the damaged register was closed: one that came later has signed nothing in it. */
  readonly keysAtDamage?: readonly Hash[];
  /** The rows of the register are being deleted; the record goes last. */
  readonly purging?: true;
}

/**
 * The organisation of this node that the register belongs to. The tenant that a founder elsewhere names gives no person
 * here a right.
 */
export function tenantHere(record: Pick<RegisterRecord, 'tenantId' | 'localTenantId'>): string {
  return record.localTenantId ?? record.tenantId;
}

/** True for a register in which an organisation rehearses: nothing on it is anybody's real business. */
export function isSandbox({ metadata }: Pick<RegisterRecord, 'metadata'>): boolean {
  return String(metadata?.sandbox) === 'true';
}

/** The operation that stores a record. */
export function recordOp(record: RegisterRecord): KvOp {
  return { key: registerKey(uuidToBytes(record.id)), value: checksumJson(record) };
}

/** Every batch of a register writes one of these, and their keys begin with its number. */
const ROWS_OF_ALL = ['head', 'body', 'certificate', 'consensus'] as const;

export class Registers {
  private readonly byUuid = new Map<string, RegisterRecord>();
  private readonly byNumber = new Map<number, RegisterRecord>();
  /** How many each organisation has here. */
  private readonly perTenant = new Map<string, number>();
  private nextReg = 1;

  /** Reads all records. */
  static async load(kv: Pick<Kv, 'range'>): Promise<Registers> {
    const registers = new Registers();
    for await (const [, value] of kv.range(rowRange('register')))
      registers.apply(openJson<RegisterRecord>(value, 'a register record'));
    // A record may be lost and its rows not: another register among them would have the chain and the state of both.
    for (const row of ROWS_OF_ALL)
      for await (const [key] of kv.range({ ...rowRange(row), reverse: true, limit: 1 }))
        registers.nextReg = Math.max(registers.nextReg, regOf(key) + 1);
    return registers;
  }

  /** A local number that no register has. Store the record with or before the first row that uses it. */
  reserve(): number {
    return this.nextReg++;
  }

  byId(id: string): RegisterRecord | undefined {
    return this.byUuid.get(id);
  }

  byReg(reg: number): RegisterRecord | undefined {
    return this.byNumber.get(reg);
  }

  all(): IterableIterator<RegisterRecord> {
    return this.byUuid.values();
  }

  get size(): number {
    return this.byUuid.size;
  }

  /** How many belong to this organisation here, those that are being deleted too. */
  countOf(tenantId: string): number {
    return this.perTenant.get(tenantId) ?? 0;
  }

  /** The operation that stores a record; the memory follows with `apply` once it is durable. */
  put(record: RegisterRecord): KvOp {
    return recordOp(record);
  }

  /** Makes a durable record visible. */
  apply(record: RegisterRecord): void {
    this.count(this.byUuid.get(record.id), -1);
    this.count(record, 1);
    this.byUuid.set(record.id, record);
    this.byNumber.set(record.reg, record);
    if (record.reg >= this.nextReg) this.nextReg = record.reg + 1;
  }

  /** Stores a record together with `ops` and shows it when both are durable. */
  async save(journal: Pick<Journal, 'commit'>, record: RegisterRecord, ops: readonly KvOp[] = []): Promise<void> {
    await journal.commit([this.put(record), ...ops]);
    this.apply(record);
  }

  /** Forgets a register whose rows are gone. */
  async remove(journal: Pick<Journal, 'commit'>, id: string): Promise<void> {
    const record = this.byUuid.get(id);
    if (!record) return;
    await journal.commit([{ key: registerKey(uuidToBytes(id)), value: undefined }]);
    this.byUuid.delete(id);
    this.byNumber.delete(record.reg);
    this.count(record, -1);
  }

  private count(record: RegisterRecord | undefined, change: 1 | -1): void {
    if (record === undefined) return;
    const tenantId = tenantHere(record);
    const count = this.countOf(tenantId) + change;
    if (count === 0) this.perTenant.delete(tenantId);
    else this.perTenant.set(tenantId, count);
  }
}
