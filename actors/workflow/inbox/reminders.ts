// The clock of reminders of this node: rests until the next one, tells the users whom it is for, and writes that it was
// told. It holds one timer, and never asks the ledger for anything but what is sealed.
import { REMINDED_AT_ONCE_MAX, REMINDERS_REST_MAX_MS } from '../../../core/base/limits/node/inbox.js';
import type { Clock, Log, Timer } from '../../../core/base/ports.js';
import type { ChainStore } from '../../../storage/chain/chain-store.js';
import { isDamage } from '../../../storage/engine/fault.js';
import type { KvOp } from '../../../storage/engine/kv.js';
import type { InboxRows, ReminderPlace } from '../../../storage/tables/workflow/inbox.js';
import type { AnnouncementHub } from '../../announcements.js';
import { definitionAt } from '../instance/definition-at.js';
import { reminderFact } from './inbox-reminders.js';

export interface RemindersPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly chain: Pick<ChainStore, 'view'>;
  readonly rows: Pick<InboxRows, 'nextReminders' | 'forgetReminder' | 'instances' | 'changeOps'>;
  readonly announcements: Pick<AnnouncementHub, 'announce'>;
  readonly commit: (ops: readonly KvOp[]) => Promise<void>;
  /** Id of a register that is there. */
  readonly registerOf: (reg: number) => string | undefined;
  /** Runs what changes rows of a register, one after the other with its fold. */
  readonly turn: (registerId: string, work: () => Promise<void>) => Promise<void>;
  /** Rows of a register are damaged: they are made again where they can be. */
  readonly onDamaged: (place: { readonly registerId: string; readonly reg: number }, error: unknown) => void;
}

export class Reminders {
  private readonly ports: RemindersPorts;
  private timer: Timer | undefined;
  private looking: Promise<void> | undefined;
  private isAsked = false;
  private stopped = false;

  constructor(ports: RemindersPorts) {
    this.ports = ports;
  }

  /** Rows have changed, or time has passed. */
  look(): void {
    if (this.stopped) return;
    this.isAsked = true;
    this.looking ??= this.lookAll().finally(() => {
      this.looking = undefined;
      if (this.isAsked) this.look();
    });
  }

  /** Ends what is under way. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.timer?.cancel();
    await this.looking;
  }

  private async lookAll(): Promise<void> {
    this.isAsked = false;
    const { log } = this.ports;
    try {
      await this.tellAll();
    } catch (err) {
      log.warn({ err }, 'The reminders that are due could not be told.');
      this.isAsked = false;
      this.rest(REMINDERS_REST_MAX_MS);
    }
  }

  /** Until none is due. A register of which a row is damaged is left out, so that it keeps no other from being told. */
  private async tellAll(): Promise<void> {
    const { clock, rows } = this.ports;
    const ill = new Set<number>();
    while (!this.stopped) {
      const next = await rows.nextReminders(REMINDED_AT_ONCE_MAX, ill);
      const now = clock.now();
      const due = next.filter(({ atMs }) => atMs < now);
      for (const place of due)
        if (!this.stopped && !ill.has(place.reg) && !(await this.tell(place))) ill.add(place.reg);
      if (due.length > 0) continue;
      const [later] = next;
      if (later) this.rest(Math.min(later.atMs + 1 - now, REMINDERS_REST_MAX_MS));
      else if (ill.size > 0) this.rest(REMINDERS_REST_MAX_MS);
      return;
    }
  }

  /** False where a row that it needs is damaged. */
  private async tell(place: ReminderPlace): Promise<boolean> {
    const { commit, onDamaged: damaged, registerOf, rows, turn } = this.ports;
    const { reg } = place;
    const registerId = registerOf(reg);
    try {
      if (registerId === undefined) await commit([rows.forgetReminder(place)]);
      else await turn(registerId, () => this.tellOne(registerId, place));
      return true;
    } catch (error) {
      if (registerId === undefined || !isDamage(error)) throw error;
      damaged({ registerId, reg }, error);
      return false;
    }
  }

  private async tellOne(registerId: string, place: ReminderPlace): Promise<void> {
    const { announcements, chain, clock, commit, rows } = this.ports;
    const { reg, instanceId, name } = place;
    const [before] = await rows.instances(reg, [instanceId]);
    const view = chain.view(reg);
    const definition = before && definitionAt(view, before.instance);
    const nowMs = clock.now();
    const value = definition && reminderFact(before, { view, definition, instanceId, name, nowMs });
    if (!value) return commit([rows.forgetReminder(place)]);
    await commit(rows.changeOps({ reg, instanceId, before, after: value.row }));
    const { wallets } = value.fact;
    if (wallets.length > 0) announcements.announce({ registerId, instanceId, ...value.fact, atMs: nowMs });
  }

  private rest(delayMs: number): void {
    this.timer?.cancel();
    if (this.stopped) return;
    this.timer = this.ports.clock.setTimer(() => this.look(), delayMs);
  }
}
