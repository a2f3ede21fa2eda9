// Credentials of runs on this node: found behind the seals, issued, and their statuses kept as the ledger has them.

import type { Clock } from '../../core/base/ports.js';
import type { InboxNotice } from '../../core/tenant/inbox/entry.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { OwedKey } from '../../storage/tables/credentials/run-issuances.js';
import type { AnnouncementHub } from '../announcements.js';
import type { WalletPeoplePorts } from '../people/wallet-people.js';
import type { Announcement } from '../ports.js';
import { type FoundRunPorts, FoundRuns } from './found-runs.js';
import { IssuanceJobs, type IssuingPorts } from './issuing.js';
import type { OwedListener, OwedNews } from './owed-news.js';
import { OwedWork } from './owed-work.js';
import { RegisterWalk, type WalkPorts } from './register-walk.js';
import { Statuses, type StatusPorts } from './statuses.js';

export interface CredentialDriverPorts
  extends Omit<IssuingPorts, 'onIssued' | 'clock'>,
    Pick<StatusPorts, 'recordChange' | 'wallets' | 'workflow'>,
    Pick<WalletPeoplePorts, 'tenants'> {
  readonly clock: Clock;
  readonly chain: IssuingPorts['chain'] & WalkPorts['chain'] & Pick<ChainStore, 'byInstance'>;
  readonly ledger: WalkPorts['ledger'];
  readonly wallets: IssuingPorts['wallets'] & WalletPeoplePorts['wallets'];
  readonly workflow: IssuingPorts['workflow'] & StatusPorts['workflow'];
  readonly credentials: IssuingPorts['credentials'] &
    StatusPorts['credentials'] &
    Pick<FoundRunPorts, 'kept' | 'taking'> & { readonly owed: OwedNews };
  readonly announcements: AnnouncementHub;
  /** Commits with what people are told. */
  readonly commitWith: (ops: readonly KvOp[], notices: readonly InboxNotice[]) => Promise<unknown>;
}

const separator = ' ';

export class CredentialDriver {
  private readonly issuing: OwedWork;
  private readonly statuses: OwedWork;
  private readonly walk: RegisterWalk;
  private readonly owed: OwedNews;

  constructor(ports: CredentialDriverPorts) {
    const { clock, log, credentials, announcements } = ports;
    const { runs, owed, kept, taking } = credentials;
    this.owed = owed;
    const statuses = new Statuses(ports);
    this.statuses = new OwedWork({
      ...{ clock, log, undone: 'The status of a credential is behind the ledger.' },
      list: (limit) => runs.listOwedStatuses(limit),
      turnOf: (id) => statuses.turnOf(id),
      run: (id) => statuses.follow(id),
    });
    const issuing = new IssuanceJobs({ ...ports, onIssued: ({ credentialId }) => this.statuses.wake(credentialId) });
    this.issuing = new OwedWork({
      ...{ clock, log, undone: 'A credential was not issued.' },
      list: async (limit) => (await runs.listOwed(limit)).map(nameOf),
      turnOf: (name) => runs.findOwed(keyOf(name))?.organisationId,
      run: (name) => issuing.issue(keyOf(name)),
    });
    const take = new FoundRuns({
      ...{ ...ports, ...this.wakes(), runs, kept, taking },
      isBehind: (issuance) => statuses.isBehind(issuance),
      announce: (fact: Announcement) => announcements.announce(fact),
    });
    this.walk = new RegisterWalk({
      ...{ ...ports, rows: runs, take },
      commit: async (ops, notices) => void (await ports.commitWith(ops, notices)),
    });
  }

  /** Issuances that are not sealed yet, and for how long a status list has been behind the ledger. */
  get figures(): { readonly issuing: number; readonly behindMs: number } {
    return { issuing: this.issuing.size, behindMs: this.statuses.behindMs };
  }

  async start(): Promise<void> {
    this.owed.listen(this.wakes());
    await this.statuses.start();
    await this.issuing.start();
    this.walk.start();
  }

  async stop(): Promise<void> {
    this.owed.listen(undefined);
    await this.walk.stop();
    await Promise.all([this.issuing.stop(), this.statuses.stop()]);
  }

  private wakes(): OwedListener {
    return {
      wakeIssuing: (key) => this.issuing.wake(nameOf(key)),
      wakeStatus: (id) => this.statuses.wake(id),
    };
  }
}

function nameOf(key: OwedKey): string {
  return key.join(separator);
}

function keyOf(name: string): OwedKey {
  return name.split(separator) as unknown as OwedKey;
}
