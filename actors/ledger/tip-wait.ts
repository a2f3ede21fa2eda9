// Retries what only the tip of a register refuses while the node knows that its tip is old: it waits a moment for the
// dockets that it lacks, asks again, and says that it cannot judge where they do not come. It knows tips by the
// announcements of peers; it fetches nothing and judges no transaction.
import { SYNC_LAG_MAX, TIP_WAIT_MS, TIP_WAITERS_MAX } from '../../core/base/limits/node/replication.js';
import { fail } from '../../core/base/result.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { Registers } from '../../storage/chain/registers.js';
import type { AnnouncementHub } from '../announcements.js';
import type { Ledger } from '../ledger-port.js';
import type { Clock } from '../ports.js';
import { BEHIND, isOfTip } from '../validator-pool/refusal-policy.js';
import { nextSealed } from './next-sealed.js';

export interface TipWaitPorts {
  readonly clock: Clock;
  readonly announcements: AnnouncementHub;
  readonly registers: Pick<Registers, 'all' | 'byId'>;
  readonly chain: Pick<ChainStore, 'docketAt' | 'durableState'>;
  /**
   * The highest tip of the register that is proven, or is told and being asked for; without the port no peer tells any.
   */
  toldHeight?(registerId: string): number | undefined;
}

export class TipWait {
  private readonly ports: TipWaitPorts;
  private waiting = 0;

  constructor(ports: TipWaitPorts) {
    this.ports = ports;
  }

  /**
   * A peer told of dockets that are not here, or the register catches up or was not looked at yet: what its tip
   * refuses may be valid by now.
   */
  isBehind(registerId: string): boolean {
    return this.isUnsure(registerId) || this.isLacking(registerId);
  }

  /**
   * The result of `attempt`. A refusal that a newer tip may take back is asked again once this node has caught up, at
   * the latest after TIP_WAIT_MS. It is NODE_UNAVAILABLE where it has not. Without a registerId any register of the
   * node may be the one that is behind. A refused attempt must leave nothing.
   */
  readonly atTip: Ledger['atTip'] = async (registerId, attempt, refusal) => {
    const untilMs = this.deadline();
    let isLast = registerId !== undefined;
    for (;;) {
      // Before as well: the attempt may have read what a docket changed that was sealed while it ran. Where that would
      // be a look at every register, a refusal is asked once more instead.
      const before = registerId === undefined ? [] : this.behind(registerId);
      const result = await attempt();
      const issues = refusal(result);
      if (issues.length === 0 || !issues.every(({ code }) => isOfTip(code))) return result;
      const behind = new Set([...before, ...this.behind(registerId)]);
      if (behind.size === 0 && isLast) return result;
      isLast = true;
      for (const id of behind) if (!(await this.whenCaughtUp(id, untilMs))) return fail(BEHIND);
    }
  };

  /** Until when a call that begins now may wait. */
  deadline(): number {
    return this.ports.clock.steady() + TIP_WAIT_MS;
  }

  /**
   * True once the register is at every tip that was told of it; false when that is not so in time, or takes longer for
   * sure.
   */
  async whenCaughtUp(registerId: string, untilMs: number): Promise<boolean> {
    const { clock } = this.ports;
    while (clock.steady() < untilMs) {
      const lacking = this.lacks(registerId);
      if (lacking === 0) return !this.isUnsure(registerId);
      if (lacking >= SYNC_LAG_MAX || this.waiting >= TIP_WAITERS_MAX) return false;
      this.waiting++;
      await nextSealed(this.ports, { registerId, waitMs: untilMs - clock.steady() });
      this.waiting--;
    }
    return false;
  }

  private behind(registerId: string | undefined): readonly string[] {
    if (registerId !== undefined) return this.isBehind(registerId) ? [registerId] : [];
    return [...this.ports.registers.all()].map(({ id }) => id).filter((id) => this.isBehind(id));
  }

  /** A small read where nothing lacks, because every action asks. */
  private isLacking(registerId: string): boolean {
    const facts = this.toldTip(registerId);
    return facts !== undefined && !this.ports.chain.docketAt(facts.reg, facts.height) && this.lacks(registerId) > 0;
  }

  /** Dockets that a peer told of and that are not durable here. */
  private lacks(registerId: string): number {
    const facts = this.toldTip(registerId);
    const height = facts && this.ports.chain.durableState(facts.reg)?.height;
    return facts === undefined || height === undefined ? 0 : Math.max(0, facts.height - height);
  }

  /** The tip of a register of this node that a peer told of. */
  private toldTip(registerId: string): { readonly reg: number; readonly height: number } | undefined {
    const height = this.ports.toldHeight?.(registerId);
    const record = height === undefined ? undefined : this.ports.registers.byId(registerId);
    return record && height !== undefined ? { reg: record.reg, height } : undefined;
  }

  private isUnsure(registerId: string): boolean {
    const status = this.ports.registers.byId(registerId)?.status;
    return status === 'RECOVERY' || status === 'CHECKING';
  }
}
