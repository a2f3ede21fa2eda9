// Delivers runs of wallets of this node that a time or an action opens to others, once that has come. It answers the
// challenges of their runs. The rows of the inbox say which wait, and the ledger which were given, so that it keeps
// nothing: after a restart it looks at the rows again. A delivery that it cannot make, because a wallet is locked or a
// receiver has no key, stays a task of the wallet. It is tried again.
import { OPENED_RETRY_MS, OPENED_WAITING_MAX } from '../../core/base/limits/node/inbox.js';
import type { Clock, Log, Timer } from '../../core/base/ports.js';
import { yieldToLoop } from '../../core/base/queues/yield-to-loop.js';
import { isFailure } from '../../core/base/result.js';
import { useProblem } from '../../core/wallet/wallet.js';
import type { WalletStore } from '../../storage/tables/accounts/wallets.js';
import type { InboxRows } from '../../storage/tables/workflow/inbox.js';
import type { AnnouncementHub } from '../announcements.js';
import type { Ledger } from '../ledger-port.js';
import { isOpened } from './inbox/inbox-deliveries.js';
import { openedWallet } from './inbox/inbox-opened.js';
import type { Workflow } from './ports.js';

export interface OpenedDeliveriesPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly announcements: Pick<AnnouncementHub, 'listen'>;
  readonly ledger: Pick<Ledger, 'register' | 'registers'>;
  readonly rows: Pick<InboxRows, 'allReminders' | 'instances'>;
  readonly wallets: Pick<WalletStore, 'find'>;
  readonly workflow: Pick<Workflow, 'move'>;
}

/** An instance in which runs of a wallet were opened to others, or challenged. */
interface Opened {
  readonly registerId: string;
  readonly instanceId: string;
  readonly wallet: string;
  /** More waited than was made at once: of that no row may be left. */
  readonly isMore?: boolean;
}

/** `again`: it is to be looked at once more; `more`: whatever the rows say then. */
type Tried = 'done' | 'again' | 'more';

/** Rows that are looked at between two turns of others after a start. */
const SWEEP_SLICE = 200;

export class OpenedDeliveries {
  private readonly ports: OpenedDeliveriesPorts;
  /** In the order in which they are to be tried. */
  private readonly next = new Map<string, Opened>();
  /** Tried, and not done yet. */
  private readonly later = new Map<string, Opened>();
  private timer: Timer | undefined;
  private working: Promise<void> | undefined;
  private unlisten: (() => void) | undefined;
  private stopped = false;

  constructor(ports: OpenedDeliveriesPorts) {
    this.ports = ports;
  }

  start(): void {
    this.unlisten = this.ports.announcements.listen((fact) => {
      if (fact.type !== 'delivery-due') return;
      const { registerId, instanceId } = fact;
      for (const wallet of fact.wallets) this.take({ registerId, instanceId, wallet });
    });
    this.sweep().catch((err: unknown) => this.ports.log.warn({ err }, 'Runs that were opened were not looked for.'));
  }

  /** Ends what is under way; the rest is met again after the next start. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.unlisten?.();
    this.timer?.cancel();
    await this.working;
  }

  /** The ones that were told of before the start, delivered or not. */
  private async sweep(): Promise<void> {
    const { clock, ledger, rows } = this.ports;
    const registers = new Map(ledger.registers().map(({ reg, id }) => [reg, id]));
    let looked = 0;
    for await (const { reg, instanceId, name } of rows.allReminders()) {
      if (this.stopped) return;
      looked += 1;
      if (looked % SWEEP_SLICE === 0) await yieldToLoop(clock);
      const wallet = openedWallet(name);
      const registerId = registers.get(reg);
      if (wallet !== undefined && registerId !== undefined) this.take({ registerId, instanceId, wallet });
    }
  }

  private take(opened: Opened): void {
    const name = nameOf(opened);
    if (
      this.stopped ||
      this.next.has(name) ||
      this.later.has(name) ||
      this.ports.wallets.find(opened.wallet) === undefined
    )
      return;
    if (this.next.size + this.later.size >= OPENED_WAITING_MAX) return;
    this.next.set(name, opened);
    this.work();
  }

  private work(): void {
    this.working ??= this.deliverAll().finally(() => {
      this.working = undefined;
      if (this.next.size > 0 && !this.stopped) this.work();
    });
  }

  private async deliverAll(): Promise<void> {
    for (const [name, opened] of this.next) {
      if (this.stopped) return;
      const state = await this.deliver(opened).catch((err: unknown): Tried => {
        this.ports.log.warn({ ...opened, err }, 'Runs that were opened or challenged were not delivered.');
        return 'again';
      });
      this.next.delete(name);
      if (state !== 'done') this.again(name, { ...opened, isMore: state === 'more' });
    }
  }

  /** An instance of which something was sent is looked at once more, when that is sealed. */
  private async deliver({ registerId, instanceId, wallet: address, isMore }: Opened): Promise<Tried> {
    const { log, wallets, workflow } = this.ports;
    const wallet = wallets.find(address);
    if (!wallet || !(isMore || (await this.waits({ registerId, instanceId, wallet: address })))) return 'done';
    const problem = useProblem(wallet, 'sign');
    if (problem) return problem.code === 'WALLET_LOCKED' ? 'again' : 'done';
    const sent = await workflow.move('Delivery', {
      registerId,
      instanceId,
      by: { wallet, address },
      automatic: true,
      waitMs: 0,
    });
    if (isFailure(sent)) {
      log.info({ registerId, instanceId, wallet: address, code: sent.issue.code }, 'A run was not delivered.');
      return 'again';
    }
    for (const { role, wallet: to, runs, transactionId } of sent.sent)
      log.info({ registerId, instanceId, role, to, runs: runs.length, transactionId }, 'Runs were delivered.');
    return sent.left > 0 ? 'more' : 'again';
  }

  /** Whether the rows say that something of the wallet is opened by now, or challenged, and not delivered. */
  private async waits({ registerId, instanceId, wallet }: Opened): Promise<boolean> {
    const { clock, ledger, rows } = this.ports;
    const record = ledger.register(registerId);
    if (!record || record.purging) return false;
    const [row] = await rows.instances(record.reg, [instanceId]);
    return (row?.pending ?? []).some((branch) => branch.wallet === wallet && isOpened(branch, clock.now()));
  }

  private again(name: string, opened: Opened): void {
    this.later.set(name, opened);
    if (this.stopped || this.timer) return;
    this.timer = this.ports.clock.setTimer(() => {
      this.timer = undefined;
      for (const [later, item] of this.later) this.next.set(later, item);
      this.later.clear();
      this.work();
    }, OPENED_RETRY_MS);
  }
}

function nameOf({ registerId, instanceId, wallet }: Opened): string {
  return `${registerId} ${instanceId} ${wallet}`;
}
