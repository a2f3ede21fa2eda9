// Actions that wait in a workflow, as notices for the people who may do them: the owner of the wallet, and those who
// were granted the use of it. Made from the facts that the inbox of workflows folds from sealed dockets, which tell the
// webhooks of organisations too.
import { ENTRY_NEWS_MS } from '../../core/base/limits/node/people.js';
import type { InboxNotice } from '../../core/tenant/inbox/entry.js';
import type { KvOp } from '../../storage/engine/kv.js';
import { sound } from '../../storage/engine/value.js';
import type { Announcement } from '../ports.js';
import type { WebhookEvents } from '../webhooks/events.js';
import type { Notices } from './notices.js';
import { peopleOf, type WalletPeoplePorts } from './wallet-people.js';

export interface ActionNoticePorts extends WalletPeoplePorts {
  readonly notices: Pick<Notices, 'commit'>;
  /** Tells the webhooks of organisations. */
  readonly webhooks: Pick<WebhookEvents, 'opsOfFold'>;
}

type Waiting = Extract<
  Announcement,
  { readonly type: 'action-available' | 'confirmation-asked' | 'resolution-asked' | 'cancellation-asked' }
>;

export class ActionNotices {
  private readonly ports: ActionNoticePorts;

  constructor(ports: ActionNoticePorts) {
    this.ports = ports;
  }

  /** Commits the operations with all that the facts tell, which is made in the turn in which it is queued. */
  async commit(ops: readonly KvOp[], facts: readonly Announcement[]): Promise<void> {
    const { notices, webhooks } = this.ports;
    await notices.commit([...ops, ...webhooks.opsOfFold(facts)], this.of(facts));
  }

  /** Whether something of that time is still told: what was sealed while the node was down is. */
  isTold(atMs: number): boolean {
    return this.ports.clock.now() - atMs <= ENTRY_NEWS_MS;
  }

  /** A damaged row keeps those of one wallet untold, and stops no list of a register. */
  private of(facts: readonly Announcement[]): readonly InboxNotice[] {
    const known = new Map<string, readonly string[]>();
    const notices: InboxNotice[] = [];
    for (const fact of facts) {
      if (!isWaiting(fact) || !this.isTold(fact.atMs)) continue;
      for (const wallet of fact.wallets) {
        const people = known.get(wallet) ?? sound(() => peopleOf(this.ports, wallet)) ?? [];
        known.set(wallet, people);
        for (const platformUserId of people) notices.push(noticeOf(fact, { wallet, platformUserId }));
      }
    }
    return notices;
  }
}

function isWaiting(fact: Announcement): fact is Waiting {
  return (
    fact.type === 'action-available' ||
    fact.type === 'confirmation-asked' ||
    fact.type === 'resolution-asked' ||
    fact.type === 'cancellation-asked'
  );
}

function noticeOf(
  fact: Waiting,
  { wallet, platformUserId }: { readonly wallet: string; readonly platformUserId: string },
): InboxNotice {
  const { type, registerId, instanceId, atMs, cause } = fact;
  const actionId = 'actionId' in fact ? String(fact.actionId) : '';
  return {
    platformUserId,
    sourceEventId: [type, registerId, instanceId, actionId, String(atMs)].join(':'),
    category: 'Action',
    type,
    occurredAtMs: atMs,
    cause,
    details: { registerId, instanceId, walletAddress: wallet, ...(actionId !== '' && { actionId }) },
  };
}
