// Credentials that wallets of this node wait for: each is asked for again after its rest, over restarts too, until it
// comes or does not. Its rows say what is waited for, so that it keeps nothing.
import type { Clock, Log } from '../../core/base/ports.js';
import { type PendingCredential, pendingRestMs } from '../../core/credentials/holding/pending.js';
import { turnKey } from '../../core/tenant/turn-key.js';
import type { PendingCredentials } from '../../storage/tables/credentials/pending.js';
import type { AnnouncementHub } from '../announcements.js';
import { type Outcome, OwedWork } from './owed-work.js';

/** `restMs`: the issuer has it later still. */
export type PollOutcome = 'done' | { readonly restMs: number };

export interface DeferredDriverPorts {
  readonly clock: Pick<Clock, 'now' | 'steady' | 'setTimer'>;
  readonly log: Log;
  readonly announcements: Pick<AnnouncementHub, 'listen'>;
  readonly pending: Pick<PendingCredentials, 'find' | 'listWaiting' | 'durableOf'>;
  readonly poll: (row: PendingCredential) => Promise<PollOutcome>;
}

const separator = ' ';

export class DeferredDriver {
  private readonly ports: DeferredDriverPorts;
  private readonly work: OwedWork;
  /** Whether they had their first rest since this start: an issuer is not asked sooner than it said. */
  private readonly met = new Map<string, 'met' | 'rested'>();
  private unlisten: (() => void) | undefined;

  constructor(ports: DeferredDriverPorts) {
    const { clock, log, pending } = ports;
    this.ports = ports;
    this.work = new OwedWork({
      ...{ clock, log, undone: 'An issuer was not asked for a deferred credential.' },
      list: async (limit) => (await pending.listWaiting(limit)).map(nameOf),
      turnOf: (name) => {
        const row = this.rowOf(name);
        if (row === undefined) this.met.delete(name);
        return row && turnKey(row);
      },
      run: (name) => this.run(name),
    });
  }

  get waiting(): number {
    return this.work.size;
  }

  async start(): Promise<void> {
    this.unlisten = this.ports.announcements.listen((fact) => {
      if (fact.type !== 'pending-credential-count') return;
      const rows = this.ports.pending.durableOf(fact.wallet).filter(({ state }) => state === 'Pending');
      for (const name of rows.map(nameOf).filter((each) => !this.met.has(each))) {
        this.met.set(name, 'met');
        this.work.wake(name);
      }
    });
    await this.work.start();
  }

  async stop(): Promise<void> {
    this.unlisten?.();
    await this.work.stop();
  }

  private rowOf(name: string): PendingCredential | undefined {
    const [wallet = '', id = ''] = name.split(separator);
    const row = this.ports.pending.find(wallet, id);
    return row?.state === 'Pending' ? row : undefined;
  }

  private async run(name: string): Promise<Outcome> {
    const row = this.rowOf(name);
    if (row === undefined) return this.forget(name);
    if (this.met.get(name) !== 'rested') {
      this.met.set(name, 'rested');
      return { restMs: pendingRestMs(row, this.ports.clock.now()) };
    }
    const outcome = await this.ports.poll(row);
    return outcome === 'done' ? this.forget(name) : outcome;
  }

  private forget(name: string): 'done' {
    this.met.delete(name);
    return 'done';
  }
}

function nameOf({ wallet, id }: PendingCredential): string {
  return wallet + separator + id;
}
