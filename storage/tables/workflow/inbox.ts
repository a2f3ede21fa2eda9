// Rows of the inbox: every instance of a register as it was folded from the sealed ledger, the lists that name it, and
// actions that wait for a wallet. All of it follows from the ledger and can be deleted: the projector of
// actors/workflow/inbox/inbox.ts makes the same rows again. It judges nothing.
import type { Instance, InstanceState } from '../../../core/blueprint/state/instance.js';
import type { Hash } from '../../../core/model/register.js';
import { StoreError } from '../../engine/fault.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, RowTable } from '../../engine/table.js';
import { registersFrom } from './registers-from.js';

/** How far the instances of a register are listed. */
export interface InboxCursor {
  /** Of the newest docket that is folded; -1 before the genesis. */
  readonly height: number;
  readonly hash: Hash;
  readonly instances: number;
  /** The ones that have not ended. */
  readonly active: number;
  /** The rows of the register are being deleted, and then made again if the register is still there. */
  readonly dropping?: true;
  /** Publications that this node had not when a move under them was folded: what they lead to is not in the rows. */
  readonly lost?: readonly LostPin[];
  /** Lists whose instances are still to be looked at again, in this order: a record changed on which they depend. */
  readonly again?: readonly ListAgain[];
}

/** A list of instances that is looked at again, the newest first. */
export interface ListAgain {
  /** `ofRecord` or `ofOrganisation`. */
  readonly scope: string;
  readonly state: InstanceState;
  /** The last one that was looked at; absent before the first. */
  readonly before?: ListPlace;
}

export interface LostPin {
  readonly blueprintId: string;
  readonly publicationTxId: string;
}

/** An action that may be done now, but for its deadline. */
export interface PendingBranch {
  /** `{head}:{actionId}`. */
  readonly branch: string;
  /** Time of the docket since which it waits. */
  readonly sinceMs: number;
  /** Absent: the first wallet that acts takes the role. */
  readonly wallet?: string;
  /** The wallet is not a holder of the role: a candidate or a deputy, which may act at some times. */
  readonly beside?: true;
  /** It waits for the wallet where others leave that it waits for now: of that no move says anything. */
  readonly again?: true;
  /** Until when it may be done: a deadline, or its timer. */
  readonly dueMs?: number;
  /** Paused by a dispute: it waits for the wallet after this time. */
  readonly pausedUntilMs?: number;
  /** A role that stands in for that of the action, after this time. */
  readonly as?: string;
  readonly fromMs?: number;
}

/** A timer that reminds of an action that waits, and how often it has. */
export interface Reminding {
  /** `{head}:{actionId}:{timer}`. */
  readonly name: string;
  readonly firstMs: number;
  /** From one to the next, and how many there are. */
  readonly everyMs: number;
  readonly times: number;
  /** How many were told, those that were left out while the node was down among them. */
  readonly told: number;
}

export interface InboxInstance {
  readonly instance: Instance;
  /** Absent where no timer reminds. */
  readonly reminders?: readonly Reminding[];
  /** Keys of `instance.heads` in ledger order. */
  readonly order: readonly string[];
  readonly pending: readonly PendingBranch[];
  /** Addresses that take part: fixed by the definition, bound, or of who opened it; each once. */
  readonly wallets: readonly string[];
  /**
   * Scopes of the records by which it is known who acts (`ofRecord`, `ofOrganisation`), while it goes on; absent for
   * none.
   */
  readonly follows?: readonly string[];
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** Time of the newest move that may have ended it, where one came behind that ends nothing. */
  readonly endedAtMs?: number;
  readonly firstTransactionId: string;
  readonly lastTransactionId: string;
  readonly transactionCount: number;
  readonly completedActionCount: number;
}

/** An instance before and after what was folded. */
export interface InboxChange {
  readonly reg: number;
  readonly instanceId: string;
  readonly before: InboxInstance | undefined;
  readonly after: InboxInstance;
}

/** A place in a list: lists are read from the newest instance to the oldest. */
export interface ListPlace {
  readonly createdAtMs: number;
  readonly instanceId: string;
}

/** A list of instances of one state. */
export interface InstanceList {
  /**
   * `ofRegister`, `ofBlueprint(id)`, `ofRecord(id)`, `ofOrganisation(name)`, or the address of a wallet that takes
   * part.
   */
  readonly scope: string;
  readonly reg: number;
  readonly state: InstanceState;
}

export interface PendingEntry {
  readonly instanceId: string;
  readonly branch: string;
  readonly sinceMs: number;
  readonly beside?: true;
  readonly again?: true;
  readonly dueMs?: number;
  /** Paused by a dispute: it waits for the wallet after this time. */
  readonly pausedUntilMs?: number;
  /** A role that stands in for that of the action, after this time. */
  readonly as?: string;
  readonly fromMs?: number;
}

/** A reminder that is due. */
export interface ReminderPlace {
  readonly atMs: number;
  readonly reg: number;
  readonly instanceId: string;
  readonly name: string;
}

type ReminderKey = readonly [atMs: number, reg: number, instanceId: string, name: string];
type InstanceKey = readonly [reg: number, instanceId: string];
type ListKey = readonly [scope: string, reg: number, state: InstanceState, createdAtMs: number, instanceId: string];
type PendingKey = readonly [wallet: string, reg: number, sinceMs: number, branch: string];
type PendingValue = Pick<PendingEntry, 'again' | 'beside' | 'instanceId' | 'dueMs' | 'pausedUntilMs' | 'as' | 'fromMs'>;

const cursors = defineTable<number, InboxCursor>('inbox-cursors');
const instances = defineTable<InstanceKey, InboxInstance>('inbox-instances');
const lists = defineTable<ListKey, Uint8Array>('inbox-lists');
const pending = defineTable<PendingKey, PendingValue>('inbox-pending');

const reminders = defineTable<ReminderKey, Uint8Array>('inbox-reminders');

const EMPTY = new Uint8Array(0);
const DROPPING: InboxCursor = { height: -1, hash: '', instances: 0, active: 0, dropping: true };
/** Rows that are deleted in one commit. */
const DROP_BATCH = 1000;

export const ofRegister = '';
export function ofBlueprint(blueprintId: string): string {
  return `b/${blueprintId}`;
}

/**
 * Instances in which a participant record says who acts: its roles, those that it may take, and whom it stands in for.
 */
export function ofRecord(participantId: string): string {
  return `r/${participantId}`;
}

/** Instances with a role that all records of an organisation may take; the name as it is compared. */
export function ofOrganisation(name: string): string {
  return `o/${name}`;
}

export class InboxRows {
  private readonly cursors: RowTable<number, InboxCursor>;
  private readonly rows: RowTable<InstanceKey, InboxInstance>;
  private readonly lists: RowTable<ListKey, Uint8Array>;
  private readonly pending: RowTable<PendingKey, PendingValue>;
  private readonly reminders: RowTable<ReminderKey, Uint8Array>;

  constructor(kv: Pick<Kv, 'getSync' | 'getMany' | 'range'>) {
    this.cursors = new RowTable(kv, cursors);
    this.rows = new RowTable(kv, instances);
    this.lists = new RowTable(kv, lists);
    this.pending = new RowTable(kv, pending);
    this.reminders = new RowTable(kv, reminders);
  }

  /** Every cursor, by local number of the register. A damaged row says that the rows are to be made again. */
  async allCursors(): Promise<ReadonlyMap<number, InboxCursor>> {
    const byKey = new Map<number, InboxCursor>();
    for await (const reg of this.cursors.keys()) byKey.set(reg, this.cursor(reg));
    return byKey;
  }

  cursorOp(reg: number, cursor: InboxCursor): KvOp {
    return this.cursors.put(reg, cursor);
  }

  /** The rows of the register are of another ledger: they are deleted and made again. */
  dropOp(reg: number): KvOp {
    return this.cursors.put(reg, DROPPING);
  }

  instances(reg: number, ids: readonly string[]): Promise<(InboxInstance | undefined)[]> {
    return this.rows.getMany(ids.map((id) => [reg, id]));
  }

  /** The writes for a change of an instance. */
  changeOps(change: InboxChange): KvOp[] {
    const { reg, instanceId, before, after } = change;
    const ops: KvOp[] = [this.rows.put([reg, instanceId], after)];
    const old = before ? scopesOf(before) : [];
    const now = scopesOf(after);
    const isMoved = before?.instance.state !== after.instance.state || before.createdAtMs !== after.createdAtMs;
    const key = (scope: string, of: InboxInstance): ListKey =>
      [scope, reg, of.instance.state, of.createdAtMs, instanceId] as const;
    if (before)
      for (const scope of old) if (isMoved || !now.includes(scope)) ops.push(this.lists.del(key(scope, before)));
    for (const scope of now) if (isMoved || !old.includes(scope)) ops.push(this.lists.put(key(scope, after), EMPTY));
    this.pushPending(ops, change);
    this.pushReminders(ops, change);
    return ops;
  }

  /** Of one list, newest first, those that are older than `before`. */
  async listedPlaces({ scope, reg, state }: InstanceList, limit: number, before?: ListPlace): Promise<ListPlace[]> {
    const range = before
      ? {
          from: [scope, reg, state, 0, ''] as const,
          to: [scope, reg, state, before.createdAtMs, before.instanceId] as const,
        }
      : { prefix: [scope, reg, state] };
    const places: ListPlace[] = [];
    for await (const [[, , , createdAtMs, instanceId]] of this.lists.range({ ...range, reverse: true, limit }))
      places.push({ createdAtMs, instanceId });
    return places;
  }

  /** Local numbers of the registers with instances in which a wallet takes part, ascending, at most `limit`. */
  registersOf(wallet: string, limit: number): Promise<number[]> {
    return registersFrom(limit, async (next) => {
      const from: ListKey = [wallet, next, '' as InstanceState, 0, ''];
      const to: ListKey = [wallet, Number.MAX_SAFE_INTEGER, '' as InstanceState, 0, ''];
      for await (const [key] of this.lists.range({ from, to, limit: 1 })) return key[1];
      return undefined;
    });
  }

  /** Local numbers of the registers on which something waits for a wallet, ascending, at most `limit`. */
  waitingRegisters(wallet: string, limit: number): Promise<number[]> {
    return registersFrom(limit, async (next) => {
      const from: PendingKey = [wallet, next, 0, ''];
      const to: PendingKey = [wallet, Number.MAX_SAFE_INTEGER, 0, ''];
      for await (const [key] of this.pending.range({ from, to, limit: 1 })) return key[1];
      return undefined;
    });
  }

  /** The items that wait for a wallet on a register, the newest first, at most `limit`. */
  async pendingOf(wallet: string, reg: number, limit: number): Promise<PendingEntry[]> {
    const entries: PendingEntry[] = [];
    for await (const [[, , sinceMs, branch], value] of this.pending.range({
      prefix: [wallet, reg],
      reverse: true,
      limit,
    }))
      entries.push({ ...value, sinceMs, branch });
    return entries;
  }

  /** The next reminders of all registers but these, the earliest first, at most `limit`. */
  async nextReminders(limit: number, without: ReadonlySet<number> = new Set()): Promise<ReminderPlace[]> {
    const places: ReminderPlace[] = [];
    for await (const [atMs, reg, instanceId, name] of this.reminders.keys()) {
      if (places.length >= limit) break;
      if (!without.has(reg)) places.push({ atMs, reg, instanceId, name });
    }
    return places;
  }

  /** Every reminder of all registers, the earliest first: of a start, which looks at some of them. */
  async *allReminders(): AsyncIterable<ReminderPlace> {
    for await (const [atMs, reg, instanceId, name] of this.reminders.keys()) yield { atMs, reg, instanceId, name };
  }

  /** The deletions for a reminder whose instance has none. */
  forgetReminder({ atMs, reg, instanceId, name }: ReminderPlace): KvOp {
    return this.reminders.del([atMs, reg, instanceId, name]);
  }

  /**
   * Deletes every row of a register in bounded commits, the cursor last; can be repeated after a crash. It looks at the
   * lists of all registers, so that rows go whose instance is damaged.
   */
  async drop(reg: number, commit: (ops: readonly KvOp[]) => Promise<void>): Promise<void> {
    await commit([this.dropOp(reg)]);
    let ops: KvOp[] = [];
    const flushAt = async (count: number): Promise<void> => {
      if (ops.length < count) return;
      await commit(ops);
      ops = [];
    };
    for await (const key of this.lists.keys()) {
      if (key[1] === reg) ops.push(this.lists.del(key));
      await flushAt(DROP_BATCH);
    }
    for await (const key of this.pending.keys()) {
      if (key[1] === reg) ops.push(this.pending.del(key));
      await flushAt(DROP_BATCH);
    }
    for await (const key of this.reminders.keys()) {
      if (key[1] === reg) ops.push(this.reminders.del(key));
      await flushAt(DROP_BATCH);
    }
    for await (const key of this.rows.keys({ prefix: reg })) {
      ops.push(this.rows.del(key));
      await flushAt(DROP_BATCH);
    }
    await flushAt(1);
    await commit([this.cursors.del(reg)]);
  }

  private cursor(reg: number): InboxCursor {
    try {
      return this.cursors.get(reg) ?? DROPPING;
    } catch (error) {
      if (error instanceof StoreError) return DROPPING;
      throw error;
    }
  }

  private pushReminders(ops: KvOp[], { reg, instanceId, before, after }: InboxChange): void {
    const [old, now] = [before, after].map((item) => new Map((item?.reminders ?? []).flatMap(reminderTimes)));
    for (const [name, atMs] of old as Placed)
      if (now?.get(name) !== atMs) ops.push(this.reminders.del([atMs, reg, instanceId, name]));
    for (const [name, atMs] of now as Placed)
      if (old?.get(name) !== atMs) ops.push(this.reminders.put([atMs, reg, instanceId, name], EMPTY));
  }

  private pushPending(ops: KvOp[], { reg, instanceId, before, after }: InboxChange): void {
    const now = after.pending;
    const old = before?.pending ?? [];
    for (const branch of old)
      if (branch.wallet !== undefined && !now.some((other) => isSameEntry(branch, other)))
        ops.push(this.pending.del([branch.wallet, reg, branch.sinceMs, branch.branch]));
    for (const branch of now) {
      if (branch.wallet === undefined || old.some((other) => isSameEntry(branch, other) && hasSameTimes(branch, other)))
        continue;
      const { again, beside, dueMs, pausedUntilMs, as, fromMs } = branch;
      const value = {
        instanceId,
        ...(again && { again }),
        ...(beside && { beside }),
        ...(dueMs !== undefined && { dueMs }),
        ...(pausedUntilMs !== undefined && { pausedUntilMs }),
        ...(as !== undefined && { as }),
        ...(fromMs !== undefined && { fromMs }),
      };
      ops.push(this.pending.put([branch.wallet, reg, branch.sinceMs, branch.branch], value));
    }
  }
}

type Placed = ReadonlyMap<string, number>;

/** A reminder by the time of its next one; none where all were told. */
function reminderTimes({
  name,
  firstMs,
  everyMs,
  times,
  told: message,
}: Reminding): readonly (readonly [string, number])[] {
  return message < times ? [[name, firstMs + message * everyMs]] : [];
}

function hasSameTimes(a: PendingBranch, b: PendingBranch): boolean {
  const isFrom = a.fromMs === b.fromMs && a.as === b.as && a.beside === b.beside && a.again === b.again;
  return isFrom && a.dueMs === b.dueMs && a.pausedUntilMs === b.pausedUntilMs;
}

function isSameEntry(a: PendingBranch, b: PendingBranch): boolean {
  return a.branch === b.branch && a.wallet === b.wallet && a.sinceMs === b.sinceMs;
}

function scopesOf({ instance, wallets, follows = [] }: InboxInstance): readonly string[] {
  return [ofRegister, ofBlueprint(instance.blueprintId), ...wallets, ...follows];
}
