// The register records as the ledger of this node shows and changes them: one that is being deleted is gone already, and a status that changes is
// announced once it is durable.
import { issue } from '../core/base/issue.js';
import type { RegisterRecord } from '../storage/registers.js';
import type { LedgerPorts } from './ledger-host.js';

export const UNKNOWN_REGISTER = issue('REGISTER_NOT_FOUND', '', 'There is no such register on this node.');

/** Why a register is OFFLINE although nothing is wrong with it. */
const BY_OPERATOR = 'stopped by the operator';

/** True for a register that is OFFLINE because of damage or failures, and not because somebody asked for it. */
export function isBroken(record: RegisterRecord): boolean {
  return record.status === 'OFFLINE' && record.statusReason !== BY_OPERATOR;
}

export class Records {
  private readonly ports: Pick<LedgerPorts, 'clock' | 'journal' | 'registers' | 'announcements'>;

  /** The last change under way of each register that has one. */
  private readonly changing = new Map<string, Promise<void>>();

  constructor(ports: Pick<LedgerPorts, 'clock' | 'journal' | 'registers' | 'announcements'>) {
    this.ports = ports;
  }

  all(): readonly RegisterRecord[] {
    return [...this.ports.registers.all()].filter((record) => !record.purging);
  }

  get(registerId: string): RegisterRecord | undefined {
    const record = this.ports.registers.byId(registerId);
    return record?.purging ? undefined : record;
  }

  /** The record of a register that is open. */
  must(registerId: string): RegisterRecord {
    const record = this.ports.registers.byId(registerId);
    if (!record) throw new Error('a register that is open has a record');
    return record;
  }

  /**
   * Changes the record durably: the new one, or undefined when there is no such register (any more). One change at a time, each made from what the
   * one before left, so that no order, status or deletion that was answered is undone by a change that began earlier.
   */
  change(registerId: string, to: (record: RegisterRecord) => RegisterRecord): Promise<RegisterRecord | undefined> {
    const changed = (this.changing.get(registerId) ?? Promise.resolve()).then(async () => {
      const record = this.get(registerId);
      if (!record) return undefined;
      const next = { ...to(record), updatedAt: new Date(this.ports.clock.now()).toISOString() };
      await this.ports.registers.save(this.ports.journal, next);
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

  async online(registerId: string): Promise<void> {
    await this.setStatus(registerId, 'ONLINE', undefined);
  }

  async offline(registerId: string, reason = BY_OPERATOR): Promise<void> {
    await this.setStatus(registerId, 'OFFLINE', reason);
  }

  private async setStatus(
    registerId: string,
    status: RegisterRecord['status'],
    reason: string | undefined,
  ): Promise<void> {
    const changed = await this.change(registerId, ({ statusReason: _before, ...rest }) => ({
      ...rest,
      status,
      ...(reason !== undefined && { statusReason: reason }),
    }));
    if (!changed) return;
    const told = { type: 'register-status', registerId, status } as const;
    this.ports.announcements.announce(reason === undefined ? told : { ...told, reason });
  }
}
