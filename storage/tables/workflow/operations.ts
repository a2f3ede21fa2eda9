// Actions that are encrypted in the background: where each stands, and what it still needs. The ask of a caller is
// encrypted under a key of the node and goes once the operation has ended; nothing else of it touches the disk. Writes
// are operations for the caller's one commit.
import { toHex, utf8 } from '../../../core/base/bytes.js';
import { sha256 } from '../../../core/base/hash.js';
import { type Issue, issue } from '../../../core/base/issue.js';
import { OPERATION_KEEP_MS, OPERATIONS_KEPT_MAX, OPERATIONS_SWEPT } from '../../../core/base/limits/node/operations.js';
import type { Random } from '../../../core/base/ports.js';
import { isFailure } from '../../../core/base/result.js';
import { decryptSecret, encryptSecret } from '../../../core/crypto/encryption/at-rest.js';
import { expand } from '../../../core/crypto/keys/expand.js';
import { StoreError } from '../../engine/fault.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

/** The caller that asked, as far as the right to use the wallet depends on it. */
export interface Asker {
  /** The name under which it owns wallets. */
  readonly id: string;
  /** Organisation and membership that it acted under; absent for a service, and for a person without one. */
  readonly membership?: { readonly organisationId: string; readonly membershipId: string };
  /** Of who has no membership, from the token: in whose turn it acts, and of which organisation a service is. */
  readonly token?: { readonly organisationId: string; readonly subject: string };
  /** Client id of the service that asked, for itself or for the member. */
  readonly service?: string;
}

/**
 * Queued: the ask is stored. Signed: the transaction is stored beside it. The others have ended and need nothing more.
 */
export type StoredState = 'Queued' | 'Signed' | 'Completed' | 'Failed';

export interface OperationRecord {
  readonly operationId: string;
  /** Address of the wallet, and the address of it that acts. */
  readonly wallet: string;
  readonly sender: string;
  readonly asker: Asker;
  readonly registerId: string;
  readonly blueprintId: string;
  readonly actionId: string;
  readonly instanceId: string;
  readonly recipients: number;
  readonly groups: number;
  /** Keyed hash of what was asked: the same again is this operation. */
  readonly digest: string;
  readonly state: StoredState;
  /** Once it is signed: the transaction of this operation. */
  readonly transactionId?: string;
  /** TxIds of those that were sealed before for others than have to read it now: of all of them one can be sealed. */
  readonly earlier?: readonly string[];
  /** How far it came, from 0; stated once it has ended. */
  readonly step?: number;
  /** Why it failed; pointers into the ask. */
  readonly issues?: readonly Issue[];
  readonly createdAtMs: number;
  readonly completedAtMs?: number;
  /** The trace-id of the request. */
  readonly trace?: string | undefined;
}

const records = defineTable<string, OperationRecord>('operations');
const work = defineTable<readonly [operationId: string, part: Part], Uint8Array>('operation-work');
const lists = defineTable<string, readonly string[]>('operation-lists');

type Part = 'ask' | 'signed';

const NONCE_BYTES = 12;

export interface OperationStorePorts {
  readonly kv: KvReader;
  /** The journal: it sees writes that are not durable yet. */
  readonly queued: Pick<Kv, 'getSync'>;
  readonly random: Pick<Random, 'bytes'>;
  /** 32 bytes, of this node alone. */
  readonly key: Uint8Array;
}

export class OperationStore {
  private readonly ports: OperationStorePorts;
  private readonly records: RowTable<string, OperationRecord>;
  private readonly work: RowTable<readonly [string, Part], Uint8Array>;
  private readonly lists: RowTable<string, readonly string[]>;
  private readonly encryptionKey: Uint8Array;
  private readonly digestKey: Uint8Array;
  /** Where the next sweep goes on. */
  private cursor: string | undefined;

  constructor(ports: OperationStorePorts) {
    this.ports = ports;
    this.records = new RowTable(ports.kv, records);
    this.work = new RowTable(ports.kv, work);
    this.lists = new RowTable(ports.kv, lists);
    this.encryptionKey = expand({ from: ports.key, label: 'quorate:operations:ask' }, 32);
    this.digestKey = expand({ from: ports.key, label: 'quorate:operations:digest' }, 32);
  }

  find(operationId: string): OperationRecord | undefined {
    return this.records.current(this.ports.queued, operationId);
  }

  /** Operations of a wallet, newest first: those that go on, and OPERATIONS_KEPT_MAX at most that have ended. */
  ofWallet(wallet: string): readonly OperationRecord[] {
    const ids = this.lists.current(this.ports.queued, wallet) ?? [];
    return ids.map((id) => this.find(id)).filter((item) => item !== undefined);
  }

  /** 64 hex digits that only this node can compute: short texts cannot be guessed from them. */
  digest(text: string): string {
    return toHex(expand({ from: this.digestKey, salt: sha256(text), label: 'quorate:operations:asked' }, 32));
  }

  /**
   * A new operation with its encrypted ask. Of its wallet the oldest that has ended goes when there are more than
   * OPERATIONS_KEPT_MAX.
   */
  add(record: OperationRecord, askText: string): readonly KvOp[] {
    const { operationId, wallet } = record;
    const ids = [operationId, ...(this.lists.current(this.ports.queued, wallet) ?? [])];
    const dropped = ids.slice(OPERATIONS_KEPT_MAX).filter((id) => this.find(id)?.completedAtMs !== undefined);
    const nonce = this.ports.random.bytes(NONCE_BYTES);
    return [
      this.records.put(operationId, record),
      this.work.put(
        [operationId, 'ask'],
        encryptSecret(this.encryptionKey, askName(operationId), utf8(askText), nonce),
      ),
      this.lists.put(
        wallet,
        ids.filter((id) => !dropped.includes(id)),
      ),
      ...dropped.map((id) => this.records.del(id)),
    ];
  }

  /** The ask of an operation; undefined once it has ended. Throws StoreError where the stored bytes were changed. */
  ask(operationId: string): string | undefined {
    const encrypted = this.work.current(this.ports.queued, [operationId, 'ask']);
    if (encrypted === undefined) return undefined;
    const opened = decryptSecret(this.encryptionKey, askName(operationId), encrypted);
    if (isFailure(opened)) throw new StoreError('STORE_DAMAGED', 'A stored operation does not open.');
    return Buffer.from(opened).toString('utf8');
  }

  hasAsk(operationId: string): boolean {
    return this.work.current(this.ports.queued, [operationId, 'ask']) !== undefined;
  }

  /** The transaction beside the ask, which is sealed anew where others have to read it by then. */
  sign(record: OperationRecord, bytes: Uint8Array): readonly KvOp[] {
    const { operationId } = record;
    return [this.records.put(operationId, record), this.work.put([operationId, 'signed'], bytes)];
  }

  /** The ask is encrypted anew, and the transaction goes. */
  again(record: OperationRecord): readonly KvOp[] {
    const { operationId } = record;
    return [this.records.put(operationId, record), this.work.del([operationId, 'signed'])];
  }

  /** Canonical bytes of the signed transaction. */
  signedBytes(operationId: string): Uint8Array | undefined {
    return this.work.current(this.ports.queued, [operationId, 'signed']);
  }

  /** The end of an operation: it needs nothing more. */
  end(record: OperationRecord): readonly KvOp[] {
    const { operationId } = record;
    return [
      this.records.put(operationId, record),
      this.work.del([operationId, 'ask']),
      this.work.del([operationId, 'signed']),
    ];
  }

  /** Every operation that has not ended, oldest first. */
  async openOperations(): Promise<readonly OperationRecord[]> {
    const rows: OperationRecord[] = [];
    // Only what has not ended has work; a row of it is read and let go, because it may have 4 MiB.
    for await (const [[operationId]] of this.work.range()) {
      const record = this.find(operationId);
      if (record && record.completedAtMs === undefined && rows.at(-1)?.operationId !== operationId) rows.push(record);
    }
    return rows.sort((a, b) => a.createdAtMs - b.createdAtMs);
  }

  /** Forgets operations that ended OPERATION_KEEP_MS ago, looking at OPERATIONS_SWEPT of them at a time. */
  async sweep(nowMs: number, commit: (ops: readonly KvOp[]) => Promise<void>): Promise<void> {
    const old: OperationRecord[] = [];
    let seen = 0;
    let last: string | undefined;
    const from = this.cursor === undefined ? {} : { from: this.cursor };
    for await (const [operationId, record] of this.records.range({ ...from, limit: OPERATIONS_SWEPT })) {
      seen++;
      last = operationId;
      if ((record.completedAtMs ?? nowMs) + OPERATION_KEEP_MS <= nowMs) old.push(record);
    }
    this.cursor = seen < OPERATIONS_SWEPT ? undefined : last;
    // From here on nothing waits: lists are read as they are queued, and written before anybody adds to them.
    if (old.length > 0) await commit(this.forget(old));
  }

  private forget(old: readonly OperationRecord[]): readonly KvOp[] {
    const gone = new Set(old.map(({ operationId }) => operationId));
    const wallets = [...new Set(old.map(({ wallet }) => wallet))];
    return [
      ...old.map(({ operationId }) => this.records.del(operationId)),
      ...wallets.map((wallet) => {
        const left = (this.lists.current(this.ports.queued, wallet) ?? []).filter((id) => !gone.has(id));
        return left.length === 0 ? this.lists.del(wallet) : this.lists.put(wallet, left);
      }),
    ];
  }
}

/**
 * Operations of a register that a restore takes back without the others: what ended there and is not sealed any more
 * has failed.
 */
export async function failLostOperationOps(
  kv: KvReader,
  registerId: string,
  isSealed: (txId: string) => boolean,
): Promise<KvOp[]> {
  const table = new RowTable(kv, records);
  const why = issue('TRANSACTION_NOT_FOUND', '', 'A restore of this node gave up the docket that sealed it: ask anew.');
  const ops: KvOp[] = [];
  for await (const [operationId, record] of table.range()) {
    const { state, transactionId } = record;
    if (record.registerId !== registerId || state !== 'Completed' || transactionId === undefined) continue;
    if (!isSealed(transactionId)) ops.push(table.put(operationId, { ...record, state: 'Failed', issues: [why] }));
  }
  return ops;
}

/** The associated data: an encrypted ask that was moved to another operation does not open. */
function askName(operationId: string): string {
  return `operations/${operationId}`;
}
