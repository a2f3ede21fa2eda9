// Announced facts as events of webhooks: ids alone, as on the hubs. Facts about one person, such as the
// inbox, devices and encryption of a wallet's action, are none.
import type { WebhookFact } from '../../core/webhooks/event.js';
import type { Announcement } from '../ports.js';

/** Of a register, if it is no other one's. */
export interface RegisterFact {
  readonly registerId: string;
  /** Known of a register that is not there any more. */
  readonly organisationId?: string;
  readonly fact: WebhookFact;
}

/** Facts that the inbox folds from sealed dockets, which are stored with its rows. */
export function foldedFact(fact: Announcement): RegisterFact | undefined {
  switch (fact.type) {
    case 'action-available':
      return action('action.available', fact);
    case 'confirmation-asked':
      return action('confirmation.asked', fact);
    case 'resolution-asked':
      return action('resolution.asked', fact);
    case 'action-confirmed':
      return action('action.confirmed', fact);
    case 'action-rejected':
      return action('action.rejected', fact);
    case 'action-timed-out':
      return action('action.timed-out', fact);
    case 'confirmation-given':
      return action('confirmation.given', fact);
    case 'role-claimed':
      return instance('role.claimed', fact, { role: fact.role });
    case 'role-released':
      return instance('role.released', fact, { role: fact.role });
    case 'claim-lapsed':
      return instance('claim.lapsed', fact, { role: fact.role });
    case 'workflow-completed':
      return instance('workflow.completed', fact);
    case 'cancellation-asked':
      return instance('cancellation.asked', fact);
    default:
      return undefined;
  }
}

/** Facts that nothing stores: they are told a moment after they were announced. */
export function passingFact(fact: Announcement, nowMs: number): RegisterFact | undefined {
  switch (fact.type) {
    case 'register-deleted': {
      const { registerId, tenantId: organisationId } = fact;
      return { registerId, organisationId, fact: { type: 'register.deleted', atMs: nowMs, data: { registerId } } };
    }
    case 'register-status': {
      const { registerId, status } = fact;
      return { registerId, fact: { type: 'register.status-changed', atMs: nowMs, data: { registerId, status } } };
    }
    case 'transaction-refused':
    case 'transaction-abandoned': {
      const { registerId, txId: transactionId, code } = fact;
      const type = fact.type === 'transaction-refused' ? 'transaction.refused' : 'transaction.abandoned';
      return { registerId, fact: { type, atMs: nowMs, data: { registerId, transactionId, code } } };
    }
    case 'action-reminder':
      return instance('action.reminder', fact, { actionId: fact.actionId, timer: fact.timer });
    default:
      return undefined;
  }
}

interface InstanceParts {
  readonly registerId: string;
  readonly instanceId: string;
  readonly atMs: number;
}

function instance(
  type: WebhookFact['type'],
  { registerId, instanceId, atMs }: InstanceParts,
  more: WebhookFact['data'] = {},
): RegisterFact {
  return { registerId, fact: { type, atMs, data: { registerId, instanceId, ...more } } };
}

function action(
  type: WebhookFact['type'],
  fact: InstanceParts & { readonly actionId: number; readonly txId?: string },
): RegisterFact {
  const { actionId, txId } = fact;
  return instance(type, fact, { actionId, ...(txId !== undefined && { transactionId: txId }) });
}
