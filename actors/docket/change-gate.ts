// Keeps a change of roster or policy out of the dockets that this node builds while too few of its new members are in
// reach. They have to decide the next height (docs/protocol.md 10). It is not a rule of validity: a docket of another
// with such a change is voted on like any other.
import type { Log } from '../../core/base/ports.js';
import type { DocketEffect } from '../../core/chain/state.js';
import type { RegisterState, Roster } from '../../core/model/register.js';
import { quorum } from '../../core/register/roster.js';
import type { Clock } from '../ports.js';
import type { Timers } from './timers.js';

/** A change that waits in the pool until its validators are in reach. */
export interface WaitingChange {
  readonly txId: string;
  /** Members of the new roster in reach, this node included, when it was looked at last. */
  readonly reachable: number;
  /** How many of them would decide the next height. */
  readonly needed: number;
  readonly sinceMs: number;
}

interface Held extends WaitingChange {
  readonly roster: Roster;
}

export interface ChangeGatePorts {
  readonly clock: Clock;
  readonly log: Log;
  /** Members of a roster that this node reaches, itself included. Absent: nothing is held back. */
  readonly reachable?: ((roster: Roster) => number) | undefined;
  readonly registerId: string;
  readonly timers: Timers;
  /** Transactions that wait in the pool, in any order. */
  waiting(): readonly { readonly txId: string }[];
  /** Something that was held may be built now. */
  onFreed(): void;
}

/** How often the members of a roster that a change waits for are counted again: links come back within seconds. */
const LOOK_MS = 2000;

export class ChangeGate {
  private readonly ports: ChangeGatePorts;
  private changes: ReadonlyMap<string, Held> = new Map();

  constructor(ports: ChangeGatePorts) {
    this.ports = ports;
  }

  /** TxIds that are not built now. */
  get held(): ReadonlyMap<string, WaitingChange> {
    return this.changes;
  }

  /** The writes that a docket with this effect would wait for; undefined when it may be built. */
  missing(effect: DocketEffect, state: RegisterState): Pick<Held, 'roster' | 'reachable' | 'needed'> | undefined {
    const { roster, policy } = effect;
    if (!this.ports.reachable || (roster === state.roster && policy === state.policy)) return undefined;
    const needed = quorum(policy.consensus.mode, roster.validators.length).commit;
    const reachable = this.ports.reachable(roster);
    return reachable < needed ? { roster, reachable, needed } : undefined;
  }

  /** The changes that the last build left out, all of them. */
  hold(value: ReadonlyMap<string, Pick<Held, 'roster' | 'reachable' | 'needed'>>): void {
    if (value.size === 0 && this.changes.size === 0) return;
    const { clock, log, registerId, timers } = this.ports;
    const changes = new Map<string, Held>();
    for (const [txId, { roster, reachable, needed }] of value) {
      const known = this.changes.get(txId);
      changes.set(txId, { txId, roster, reachable, needed, sinceMs: known?.sinceMs ?? clock.now() });
      if (!known)
        log.warn(
          { registerId, txId, reachable, needed },
          'A change of the roster waits: too few of its validators are linked to go on after it.',
        );
    }
    this.changes = changes;
    if (changes.size === 0) timers.disarm('change');
    else timers.arm('change', LOOK_MS, () => this.look());
  }

  /** The chain moved on: what waited is judged again when it is built. */
  clear(): void {
    if (this.changes.size === 0) return;
    this.changes = new Map();
    this.ports.timers.disarm('change');
  }

  private look(): void {
    const here = new Set(this.ports.waiting().map(({ txId }) => txId));
    const left = new Map<string, Held>();
    for (const [txId, change] of this.changes) {
      const reachable = this.ports.reachable?.(change.roster) ?? 0;
      if (here.has(txId) && reachable < change.needed) left.set(txId, { ...change, reachable });
    }
    const isFreed = left.size < this.changes.size;
    this.changes = left;
    if (left.size > 0) this.ports.timers.arm('change', LOOK_MS, () => this.look());
    if (isFreed) this.ports.onFreed();
  }
}
