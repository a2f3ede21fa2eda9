// Announced facts as events of webhooks: ids alone, as on the hubs. THE table of which fact is which kind, and of those
// that no webhook is told.
import type { WebhookFact } from '../../core/webhooks/event.js';
import type { EventKindName } from '../../core/webhooks/kinds.js';
import type { Announcement } from '../ports.js';

/** Of a register, if it is not another one's. */
export interface RegisterFact {
  readonly registerId: string;
  /** Known of a register that is not there any more. */
  readonly organisationId?: string;
  readonly fact: WebhookFact;
}

/** Why a fact is not an event: docs/webhooks.md says it too. */
interface Untold {
  readonly untold: string;
}

const ONE_WALLET = { untold: 'of the people who may use one wallet' } as const;
const ONE_PERSON = { untold: 'of one person' } as const;

/** Events of dockets are made of the chain, and the transactions of one come as `transactions.confirmed`. */
export const TOLD_AS = {
  'register-created': 'register.created',
  'register-deleted': 'register.deleted',
  'register-status': 'register.status-changed',
  'register-sync': 'register.sync-changed',
  'docket-sealed': 'docket.sealed',
  'transaction-refused': 'transaction.refused',
  'transaction-abandoned': 'transaction.abandoned',
  'action-available': 'action.available',
  'action-confirmed': 'action.confirmed',
  'action-rejected': 'action.rejected',
  'action-timed-out': 'action.timed-out',
  'action-reminder': 'action.reminder',
  'confirmation-asked': 'confirmation.asked',
  'confirmation-given': 'confirmation.given',
  'resolution-asked': 'resolution.asked',
  'cancellation-asked': 'cancellation.asked',
  'role-claimed': 'role.claimed',
  'role-released': 'role.released',
  'claim-lapsed': 'claim.lapsed',
  'instance-state': 'instance.state-changed',
  'workflow-completed': 'workflow.completed',
  'action-suspect': ONE_WALLET,
  'delivery-due': ONE_WALLET,
  'operation-progress': ONE_WALLET,
  'operation-completed': ONE_WALLET,
  'operation-failed': ONE_WALLET,
  'credential-available': ONE_WALLET,
  'credential-received': ONE_WALLET,
  'credential-status-changed': ONE_WALLET,
  'pending-credential-count': ONE_WALLET,
  'presentation-outcome': { untold: 'of those who asked a wallet, and of its holder' },
  'conversation-continued': ONE_PERSON,
  'inbox-entry-added': ONE_PERSON,
  'inbox-unread-count': ONE_PERSON,
  'device-enrolled': ONE_PERSON,
  'device-revoked': ONE_PERSON,
  'validator-faulted': { untold: 'of the operators of its register' },
} as const satisfies Readonly<Record<Announcement['type'], EventKindName | Untold>>;

/** Facts that the inbox folds from sealed dockets, which are stored with its rows. */
export function foldedFact(fact: Announcement): RegisterFact | undefined {
  switch (fact.type) {
    case 'action-available':
    case 'confirmation-asked':
    case 'resolution-asked':
    case 'action-confirmed':
    case 'action-rejected':
    case 'action-timed-out':
    case 'confirmation-given':
      return action(TOLD_AS[fact.type], fact);
    case 'role-claimed':
    case 'role-released':
    case 'claim-lapsed':
      return instance(TOLD_AS[fact.type], fact, { role: fact.role });
    case 'instance-state':
      return instance(TOLD_AS[fact.type], fact, { state: fact.state });
    case 'workflow-completed':
    case 'cancellation-asked':
      return instance(TOLD_AS[fact.type], fact);
    default:
      return undefined;
  }
}

/** Facts that nothing stores: they are told a moment after they were announced. */
export function passingFact(fact: Announcement, nowMs: number): RegisterFact | undefined {
  switch (fact.type) {
    case 'register-deleted': {
      const { registerId, tenantId: organisationId } = fact;
      return { ...passing(TOLD_AS[fact.type], nowMs, { registerId }), organisationId };
    }
    case 'register-status': {
      const { registerId, status } = fact;
      return passing(TOLD_AS[fact.type], nowMs, { registerId, status });
    }
    case 'register-sync': {
      const { registerId, syncState } = fact;
      return passing(TOLD_AS[fact.type], nowMs, { registerId, syncState });
    }
    case 'transaction-refused':
    case 'transaction-abandoned': {
      const { registerId, txId: transactionId, code } = fact;
      return passing(TOLD_AS[fact.type], nowMs, { registerId, transactionId, code });
    }
    case 'action-reminder':
      return instance(TOLD_AS[fact.type], fact, { actionId: fact.actionId, timer: fact.timer });
    default:
      return undefined;
  }
}

function passing(
  type: EventKindName,
  atMs: number,
  data: WebhookFact['data'] & { readonly registerId: string },
): RegisterFact {
  return { registerId: data.registerId, fact: { type, atMs, data } };
}

interface InstanceParts {
  readonly registerId: string;
  readonly instanceId: string;
  readonly atMs: number;
}

function instance(
  type: EventKindName,
  { registerId, instanceId, atMs }: InstanceParts,
  more: WebhookFact['data'] = {},
): RegisterFact {
  return { registerId, fact: { type, atMs, data: { registerId, instanceId, ...more } } };
}

function action(
  type: EventKindName,
  fact: InstanceParts & { readonly actionId: number; readonly txId?: string },
): RegisterFact {
  const { actionId, txId } = fact;
  return instance(type, fact, { actionId, ...(txId !== undefined && { transactionId: txId }) });
}
