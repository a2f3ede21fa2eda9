// The register records as the ledger of this node shows and changes them: one that is being deleted is gone already,
// and a status that changes is announced once it is durable.
import { issue } from '../core/base/issue.js';
import type { RegisterRecord, RegisterStatus, Registers } from '../storage/chain/registers.js';
import type { Journal } from '../storage/engine/journal.js';
import type { KvOp } from '../storage/engine/kv.js';
import type { AnnouncementHub } from './announcements.js';
import type { RegisterChange } from './ledger-port.js';
import type { Clock } from './ports.js';

export const UNKNOWN_REGISTER = issue('REGISTER_NOT_FOUND', '', 'There is no such register on this node.');

/** Why a register is OFFLINE although nothing is wrong with it. */
const BY_OPERATOR = 'stopped by the operator';
const UNSUBSCRIBED = 'unsubscribed';
/** Why a register is in RECOVERY after a repair that lost seals, or where its one seat is Fenced. */
export const MAY_LACK =
  'dockets may be missing at its end, and no other member has told yet; where none has it: quorate validator accept-amnesia';

/** True for a register that is OFFLINE because of damage or failures, and not because somebody asked for it. */
export function isBroken(record: RegisterRecord): boolean {
  return record.status === 'OFFLINE' && !isOrder(record.statusReason);
}

function isOrder(statusReason: string | undefined): boolean {
  return statusReason === BY_OPERATOR || statusReason === UNSUBSCRIBED;
}

/**
 * An order to stop what had failed before leaves the reason of that: the operator has not looked at it yet, and rows of
 * it may be lost.
 */
function withStatus(now: RegisterRecord, to: Pick<RegisterRecord, 'status' | 'statusReason'>): RegisterRecord {
  if (isBroken(now) && isOrder(to.statusReason)) return now;
  const { statusReason: _before, ...rest } = now;
  return { ...rest, ...to };
}

/** Rows of the register may be gone here: nothing that is not found in it is missing for good. */
export function mayHaveLost(record: RegisterRecord): boolean {
  return isBroken(record) || record.damage !== undefined;
}

/** How a register stands towards its peers. */
export interface RecordSync {
  readonly state: 'synced' | 'recovering' | 'stalled';
  /** The highest tip that a peer proved. */
  readonly targetHeight: number;
  readonly lastError?: string;
}

/** The facts beside replication on which the status of a register depends. */
export interface RecordJudges {
  /** This node alone decides the register, which is open. */
  isSole(registerId: string): boolean;
  /** Its tip is not believed. */
  isHeld?(record: RegisterRecord): boolean;
  /** Dockets of it may be missing, and no other member could tell. */
  mayLack?(record: RegisterRecord): boolean;
}

export interface RegisterRecordPorts {
  readonly clock: Clock;
  readonly journal: Journal;
  readonly registers: Registers;
  readonly announcements: AnnouncementHub;
}

export class RegisterRecords {
  private readonly ports: RegisterRecordPorts;

  /**
   * The last report of replication, or what a repair leaves to be told. A register of which nothing was told has no
   * peer that could be ahead.
   */
  private readonly reports = new Map<string, RecordSync>();
  private readonly judges: RecordJudges;
  /** The last change under way of each register that has one. */
  private readonly changing = new Map<string, Promise<void>>();

  constructor(ports: RegisterRecordPorts, judges: RecordJudges) {
    this.ports = ports;
    this.judges = judges;
  }

  readonly countOf = (tenantId: string): number => this.ports.registers.countOf(tenantId);

  readonly all = (): readonly RegisterRecord[] => [...this.ports.registers.all()].filter((record) => !record.purging);

  readonly get = (registerId: string): RegisterRecord | undefined => {
    const record = this.ports.registers.byId(registerId);
    return record?.purging ? undefined : record;
  };

  /** The record of a register that is open. */
  must(registerId: string): RegisterRecord {
    const record = this.ports.registers.byId(registerId);
    if (!record) throw new Error('a register that is open has a record');
    return record;
  }

  /**
   * Changes the record durably: the new one, or undefined when the register is not here. A change at a
   * time, each made from what the one before left. So no order, status or deletion that was answered is undone by a
   * change that began earlier. `beside` goes into its batch.
   */
  change(
    registerId: string,
    to: (record: RegisterRecord) => RegisterRecord,
    beside: readonly KvOp[] = [],
  ): Promise<RegisterRecord | undefined> {
    const changed = (this.changing.get(registerId) ?? Promise.resolve()).then(async () => {
      const record = this.get(registerId);
      if (!record) return undefined;
      const changed = to(record);
      if (changed === record && beside.length === 0) return record;
      const next = { ...changed, updatedAt: new Date(this.ports.clock.now()).toISOString() };
      await this.ports.registers.save(this.ports.journal, next, beside);
      return next;
    });
    const over = changed.then(
      () => undefined,
      () => undefined,
    );
    this.changing.set(registerId, over);
    void over.then(() => {
      if (this.changing.get(registerId) === over) this.changing.delete(registerId);
    });
    return changed;
  }

  /** False when the register is not here; `beside` is written in the same batch. */
  online(registerId: string, beside: readonly KvOp[] = []): Promise<boolean> {
    return this.setStatus(registerId, { status: 'ONLINE' }, beside);
  }

  /** As `online`. */
  offline(registerId: string, statusReason = BY_OPERATOR, beside: readonly KvOp[] = []): Promise<boolean> {
    return this.setStatus(registerId, { status: 'OFFLINE', statusReason }, beside);
  }

  /**
   * The wish of the operator, in one change: the last of two orders holds, also where the first one is on its way to
   * the disk. Gives the status that it made: CHECKING for a register that was OFFLINE and is to be ONLINE. Undefined
   * when the register is not here.
   */
  async markOrdered(
    registerId: string,
    { status, trace, ...rest }: RegisterChange,
  ): Promise<RegisterStatus | 'same' | undefined> {
    let to = undefined as Pick<RegisterRecord, 'status' | 'statusReason'> | undefined;
    const changed = await this.change(registerId, (now) => {
      if (status === 'OFFLINE') to = { status, statusReason: BY_OPERATOR };
      else if (status === 'ONLINE' && now.status === 'OFFLINE') to = { status: 'CHECKING' };
      return to ? withStatus({ ...now, ...rest }, to) : { ...now, ...rest };
    });
    if (changed && to) this.tell(changed, trace);
    return changed && (to?.status ?? 'same');
  }

  /** The register is looked at before it is used again; what it becomes then its sync tells. */
  async checking(registerId: string): Promise<void> {
    await this.setStatus(registerId, { status: 'CHECKING' }, []);
  }

  /**
   * Nothing more of it is judged here until another program opens it. False where that is known, for one that is
   * OFFLINE, and for one that is gone.
   */
  async markStopped(registerId: string, statusReason: string): Promise<boolean> {
    let isNew = false;
    await this.change(registerId, (now) => {
      isNew = now.status !== 'OFFLINE' && now.statusReason !== statusReason;
      return isNew ? { ...now, status: 'CHECKING', statusReason } : now;
    });
    const facts = { type: 'register-status', registerId, status: 'CHECKING', reason: statusReason } as const;
    if (isNew) this.ports.announcements.announce(facts);
    return isNew;
  }

  /** The register was opened: nothing of it is damaged. */
  async markChecked(registerId: string): Promise<void> {
    if (this.judges.isSole(registerId)) this.report(registerId, undefined);
    await this.followSync(registerId, ['CHECKING']);
  }

  /**
   * Rows of it are damaged: RECOVERY until `markRepaired`, whatever its peers say. False for one that is OFFLINE or
   * gone.
   */
  async markDamaged(registerId: string, reason: string): Promise<boolean> {
    const now = this.get(registerId);
    if (!now || now.status === 'OFFLINE') return false;
    if (now.damage === reason && now.status === 'RECOVERY') return true;
    let isMarked = false;
    await this.change(registerId, (record) => {
      if (record.status === 'OFFLINE') return record;
      isMarked = true;
      return { ...record, damage: reason, status: 'RECOVERY', statusReason: reason };
    });
    if (isMarked)
      this.ports.announcements.announce({ type: 'register-status', registerId, status: 'RECOVERY', reason });
    return isMarked;
  }

  /**
   * Nothing of it is damaged any more: it is looked at as at any opening. Where a seal was lost only the peers can tell
   * how many more are gone, so it is behind until they have (`lostSeals`): else a promise would be ended for good by a
   * tip that is older than the promise.
   */
  async markRepaired(registerId: string, lostSeals: boolean): Promise<void> {
    const targetHeight = this.reports.get(registerId)?.targetHeight ?? 0;
    if (lostSeals) this.report(registerId, { state: 'recovering', targetHeight, lastError: MAY_LACK });
    await this.change(registerId, ({ damage: _repaired, keysAtDamage: _known, statusReason, ...rest }) =>
      rest.status === 'OFFLINE'
        ? { ...rest, ...(statusReason !== undefined && { statusReason }) }
        : { ...rest, status: 'CHECKING' },
    );
  }

  /** Whether this node follows the register of a peer; one that it does not is OFFLINE and keeps its data. */
  async markSubscribed(registerId: string, on: boolean): Promise<void> {
    await this.change(registerId, (now) => ({ ...now, subscribed: on }));
    if (!on) await this.offline(registerId, UNSUBSCRIBED);
    // An open register is looked at already, and nothing would ever end its CHECKING.
    else if (this.get(registerId)?.status === 'OFFLINE') await this.checking(registerId);
  }

  /** The operator of a register that this node decides alone takes what is here for all of it. */
  async markAccepted(registerId: string): Promise<void> {
    this.report(registerId, undefined);
    await this.followSync(registerId, ['RECOVERY']);
  }

  /** Dockets of it may be missing, and no other member could tell. */
  mayLack(record: RegisterRecord): boolean {
    return this.judges.mayLack?.(record) === true;
  }

  sync(registerId: string): RecordSync | undefined {
    return this.reports.get(registerId);
  }

  /**
   * The status follows what replication tells (docs/protocol.md 15), unless the register is OFFLINE or not looked at
   * yet.
   */
  async setSync(registerId: string, report: RecordSync): Promise<void> {
    if (!this.get(registerId)) return;
    this.report(registerId, report);
    await this.followSync(registerId, ['ONLINE', 'RECOVERY']);
  }

  /**
   * The tip here is believed, and the docket that an operator named for that has served: the status follows what
   * replication tells again.
   */
  async markConfirmed(registerId: string, atMs: number): Promise<void> {
    await this.change(registerId, ({ statusReason, checkpoint: _used, ...rest }) => ({
      ...rest,
      // That of an order, or of rules that this program does not know, is not a reason of the tip.
      ...(rest.status !== 'RECOVERY' && statusReason !== undefined && { statusReason }),
      confirmedAtMs: atMs,
    }));
    await this.followSync(registerId, ['RECOVERY']);
  }

  /** The tip here is not believed, for this reason: RECOVERY, unless the register is OFFLINE or damaged. */
  async markHeld(registerId: string, reason: string): Promise<void> {
    let isMarked = false;
    await this.change(registerId, (now) => {
      isMarked = now.status !== 'OFFLINE' && now.damage === undefined;
      return isMarked ? { ...now, status: 'RECOVERY', statusReason: reason } : now;
    });
    if (isMarked)
      this.ports.announcements.announce({ type: 'register-status', registerId, status: 'RECOVERY', reason });
  }

  /** Forgets what was told of a register that is gone. */
  forget(registerId: string): void {
    this.reports.delete(registerId);
  }

  /** Without a report the register is synced, as far as is known here. */
  private report(registerId: string, report: RecordSync | undefined): void {
    const before = this.reports.get(registerId)?.state ?? 'synced';
    if (report === undefined) this.reports.delete(registerId);
    else this.reports.set(registerId, report);
    const syncState = report?.state ?? 'synced';
    if (syncState !== before) this.ports.announcements.announce({ type: 'register-sync', registerId, syncState });
  }

  private async followSync(registerId: string, from: readonly RegisterStatus[]): Promise<void> {
    const { isHeld, mayLack } = this.judges;
    const wantedStatus = (now: RegisterRecord | undefined): RegisterStatus | undefined => {
      const report = this.reports.get(registerId);
      const isBehind = (report && report.state !== 'synced') || (now && (isHeld?.(now) || mayLack?.(now)));
      const status = isBehind ? 'RECOVERY' : 'ONLINE';
      return now && now.damage === undefined && now.status !== status && from.includes(now.status) ? status : undefined;
    };
    // The record does not show a change that is on its way to the disk, and which this report may have to undo.
    if (!this.changing.has(registerId) && !wantedStatus(this.get(registerId))) return;
    let status = undefined as RegisterStatus | undefined;
    // Judged again in its turn, by the report of that moment: an order that came first stands.
    await this.change(registerId, (now) => {
      status = wantedStatus(now);
      if (status === undefined) return now;
      const { statusReason: _before, ...rest } = now;
      if (status !== 'RECOVERY') return { ...rest, status };
      const reason = this.reports.get(registerId)?.lastError ?? (mayLack?.(now) ? MAY_LACK : undefined);
      return { ...rest, status, ...(reason !== undefined && { statusReason: reason }) };
    });
    if (status) this.ports.announcements.announce({ type: 'register-status', registerId, status });
  }

  private async setStatus(
    registerId: string,
    to: Pick<RegisterRecord, 'status' | 'statusReason'>,
    beside: readonly KvOp[],
  ): Promise<boolean> {
    const changed = await this.change(registerId, (now) => withStatus(now, to), beside);
    if (!changed) return false;
    this.tell(changed);
    return true;
  }

  private tell({ id: registerId, status, statusReason }: RegisterRecord, trace?: string): void {
    const facts = { type: 'register-status', registerId, status, trace } as const;
    this.ports.announcements.announce(statusReason === undefined ? facts : { ...facts, reason: statusReason });
  }
}
