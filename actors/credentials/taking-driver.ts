// Credentials of runs that wallets of this node take by themselves: each from its docket on, over restarts too, until
// it is taken or is not. Its rows say what is to be taken, so that it keeps nothing.
import type { Clock, Log } from '../../core/base/ports.js';
import type { TakingCredential, TakingCredentials, TakingKey } from '../../storage/tables/credentials/taking.js';
import type { AnnouncementHub } from '../announcements.js';
import type { PollOutcome } from './deferred-driver.js';
import { OwedWork } from './owed-work.js';

export interface TakingDriverPorts {
  readonly clock: Pick<Clock, 'steady' | 'setTimer'>;
  readonly log: Log;
  readonly announcements: Pick<AnnouncementHub, 'listen'>;
  readonly taking: Pick<TakingCredentials, 'find' | 'list'>;
  readonly take: (row: TakingCredential) => Promise<PollOutcome>;
}

const separator = ' ';

export class TakingDriver {
  private readonly ports: TakingDriverPorts;
  private readonly work: OwedWork;
  private unlisten: (() => void) | undefined;

  constructor(ports: TakingDriverPorts) {
    const { clock, log, taking } = ports;
    this.ports = ports;
    this.work = new OwedWork({
      ...{ clock, log, undone: 'A credential was not taken for a wallet.' },
      list: async (limit) => (await taking.list(limit)).map(nameOf),
      turnOf: (name) => taking.find(keyOf(name))?.recipient,
      run: async (name) => {
        const row = taking.find(keyOf(name));
        return row === undefined ? 'done' : ports.take(row);
      },
    });
  }

  async start(): Promise<void> {
    this.unlisten = this.ports.announcements.listen((fact) => {
      if (fact.type === 'credential-available') this.work.wake(nameOf([fact.wallet, fact.issuanceTxId]));
    });
    await this.work.start();
  }

  async stop(): Promise<void> {
    this.unlisten?.();
    await this.work.stop();
  }
}

function nameOf(key: TakingKey): string {
  return key.join(separator);
}

function keyOf(name: string): TakingKey {
  return name.split(separator) as unknown as TakingKey;
}
