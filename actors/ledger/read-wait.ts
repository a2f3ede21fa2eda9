// The wait of a read: for a height that its reader knows of, or for the dockets that this node may lack when it finds
// nothing. It waits a bounded moment and says whether the answer stands. It reads nothing itself, and a tip that
// no peer proves or gives is not counted (tip-wait.ts).
import { TIP_WAIT_MS, TIP_WAITERS_MAX } from '../../core/base/limits/node/replication.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import type { Reads } from '../ledger-port.js';
import { mayHaveLost } from '../register-records.js';
import { nextSealed } from './next-sealed.js';
import type { TipWait, TipWaitPorts } from './tip-wait.js';

export interface ReadWaitPorts extends TipWaitPorts {
  /** Most members of the register are linked and have told their tips; without the port no other node has any. */
  knowsMost?(registerId: string): boolean;
  /** Its one seat is Fenced: dockets of it may be missing, and no other member could tell. */
  mayLack(record: RegisterRecord): boolean;
  /** A docket of the next height was proposed or voted for here: others may have it sealed. */
  isDeciding(registerId: string): boolean;
}

export class ReadWait implements Reads {
  private readonly ports: ReadWaitPorts;
  private readonly tips: TipWait;
  private waiting = 0;

  constructor(ports: ReadWaitPorts, tips: TipWait) {
    this.ports = ports;
    this.tips = tips;
  }

  /** Height of the durable tip of a register; -1 where there is none. */
  height(registerId: string): number {
    const { registers, chain } = this.ports;
    const record = registers.byId(registerId);
    return (record && chain.durableState(record.reg)?.height) ?? -1;
  }

  /** True once the register is at that height here; false when that is not so in time. */
  async whenReached(registerId: string, height: number): Promise<boolean> {
    const { clock } = this.ports;
    const untilMs = clock.steady() + TIP_WAIT_MS;
    while (this.height(registerId) < height) if (!(await this.next(registerId, untilMs - clock.steady()))) break;
    return this.height(registerId) >= height;
  }

  /**
   * The result of `attempt`. When it misses what it looked for, and others may have sealed that, it is made again once
   * this node has what it may lack; 'behind' where that does not come in time, and at once where rows of the register
   * may be lost. A node that knows of no other node answers at once.
   */
  async surely<T>(
    registerId: string,
    attempt: () => T | Promise<T>,
    isMiss: (result: T) => boolean,
  ): Promise<T | 'behind'> {
    const untilMs = this.tips.deadline();
    let hasWaited = false;
    for (;;) {
      // A docket that is sealed while the attempt runs, or between it and the question, must not make its miss a final
      // one.
      const before = this.height(registerId);
      const result = await attempt();
      if (!isMiss(result)) return result;
      // No other node needs to have it: a docket that is damaged here may have been sealed here.
      const record = this.ports.registers.byId(registerId);
      if (record && (mayHaveLost(record) || this.ports.mayLack(record))) return 'behind';
      if (this.ports.knowsMost?.(registerId) === false) return 'behind';
      if (this.tips.isBehind(registerId)) {
        if (!(await this.tips.whenCaughtUp(registerId, untilMs))) return 'behind';
        continue;
      }
      if (this.height(registerId) > before) continue;
      // A docket that others told as sealed before this call is of the height that is being decided: it is the next one
      // here.
      if (hasWaited || !this.ports.isDeciding(registerId)) return result;
      hasWaited = true;
      if (!(await this.next(registerId, untilMs - this.ports.clock.steady()))) return 'behind';
    }
  }

  private async next(registerId: string, waitMs: number): Promise<boolean> {
    if (waitMs <= 0 || this.waiting >= TIP_WAITERS_MAX) return false;
    this.waiting++;
    const fact = await nextSealed(this.ports, { registerId, waitMs });
    this.waiting--;
    return fact !== undefined;
  }
}
