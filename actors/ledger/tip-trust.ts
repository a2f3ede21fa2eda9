// Whether the tip of a register is believed on this node, as its record says it: a new follower begins with a tip
// without a confirmation. So does a node that comes back after it was out of touch for longer than the trusting period.
// It asks no peer; actors/mesh/replication/tip-gate.ts does.

import { type Issue, issue } from '../../core/base/issue.js';
import { isFar } from '../../core/base/time/elapsed.js';
import type { Checkpoint } from '../../core/register/checkpoint.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import type { Clock } from '../ports.js';
import type { RegisterRecords } from '../register-records.js';

/** A confirmation is stored again after a day of touch, or a quarter of the trusting period where that is shorter. */
const STAMP_MS = 24 * 60 * 60 * 1000;

export interface TipTrustPorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly records: RegisterRecords;
  readonly chain: Pick<ChainStore, 'durableState'>;
  readonly trustingPeriodMs: number;
  readonly confirmsHeads: boolean;
}

export class TipTrust {
  private readonly ports: TipTrustPorts;

  constructor(ports: TipTrustPorts) {
    this.ports = ports;
  }

  /** The mark of a register that begins as a replica of what peers hold. */
  get unconfirmed(): Pick<RegisterRecord, 'confirmedAtMs'> {
    return this.ports.confirmsHeads ? { confirmedAtMs: 0 } : {};
  }

  isHeld(record: RegisterRecord | undefined): boolean {
    const at = record?.confirmedAtMs;
    return (
      this.ports.confirmsHeads && at !== undefined && isFar(at, this.ports.clock.now(), this.ports.trustingPeriodMs)
    );
  }

  holds(registerId: string): boolean {
    return this.isHeld(this.ports.records.get(registerId));
  }

  /** Why a docket from outside is not taken; undefined when it is. */
  why(record: RegisterRecord | undefined): Issue | undefined {
    return this.isHeld(record) ? UNCONFIRMED : undefined;
  }

  async confirm(registerId: string): Promise<void> {
    await this.ports.records.markConfirmed(registerId, this.ports.clock.now());
  }

  async hold(registerId: string, reason: string): Promise<void> {
    await this.ports.records.markHeld(registerId, reason);
  }

  async setCheckpoint(registerId: string, checkpoint: Checkpoint): Promise<void> {
    const named = { ...checkpoint, namedAtMs: this.ports.clock.now() };
    await this.ports.records.change(registerId, (now) => ({ ...now, checkpoint: named }));
  }

  /**
   * A docket that the operator named lately, and that has confirmed no tip yet: after the trusting period somebody may
   * have the keys of its roster.
   */
  checkpoint({ checkpoint }: RegisterRecord): Checkpoint | undefined {
    const isLate = isFar(checkpoint?.namedAtMs ?? 0, this.ports.clock.now(), this.ports.trustingPeriodMs);
    return isLate ? undefined : checkpoint;
  }

  /**
   * Shared registers are as well known as they were where this node is in touch with those who decide them, and has
   * what they told. A link with somebody else says nothing of them.
   */
  async touch(knowsMost: (registerId: string) => boolean): Promise<void> {
    const now = this.ports.clock.now();
    if (!this.ports.confirmsHeads) return;
    const stampMs = Math.min(STAMP_MS, this.ports.trustingPeriodMs / 4);
    for (const record of this.ports.records.all()) {
      if (this.isHeld(record) || !isFar(record.confirmedAtMs ?? 0, now, stampMs) || !this.isShared(record)) continue;
      if (record.status !== 'ONLINE' || !knowsMost(record.id)) continue;
      await this.ports.records.change(record.id, (item) => ({ ...item, confirmedAtMs: now }));
    }
  }

  private isShared({ reg, subscribed }: RegisterRecord): boolean {
    if (subscribed === true) return true;
    return (this.ports.chain.durableState(reg)?.roster.validators.length ?? 0) > 1;
  }
}

const UNCONFIRMED = issue(
  'HEAD_UNCONFIRMED',
  '',
  'The tip of the register is not believed on this node yet, so it takes nothing. Its status reason says what is missing.',
);
