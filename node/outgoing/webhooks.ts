// Webhooks of this node from what is open of it. It starts nothing.
import type { WebhookMetrics } from '../../actors/webhooks/courier-ports.js';
import { WebhookEvents } from '../../actors/webhooks/events.js';
import { type WebhookPorts, Webhooks } from '../../actors/webhooks/webhooks.js';
import type { Audit } from '../../api/auth/audit.js';
import type { Log } from '../../core/base/ports.js';
import type { Outgoing } from '../../core/outgoing/ports.js';
import type { WebhookTarget } from '../../core/webhooks/target.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { Store } from '../../storage/open.js';
import type { EncryptedTexts } from '../../storage/secrets/encrypted-texts.js';
import { Tenants } from '../../storage/tables/accounts/tenants.js';
import { WebhookCursors } from '../../storage/tables/webhooks/cursors.js';
import { WebhookDeliveries } from '../../storage/tables/webhooks/deliveries.js';
import { WebhookLog } from '../../storage/tables/webhooks/event-log.js';
import { WebhookTargets } from '../../storage/tables/webhooks/targets.js';
import type { Config } from '../config/schema.js';
import { systemClock, systemRandom } from '../platform/clock.js';
import { VERSION } from '../platform/version.js';

export interface WebhooksInput {
  readonly config: Config;
  readonly store: Store;
  /** Encrypts the secrets of targets. */
  readonly secrets: EncryptedTexts;
  readonly opened: Pick<WebhookPorts, 'announcements' | 'chain' | 'ledger'>;
  readonly outgoing: Outgoing;
  /** Undefined until accounts are open, which is before anything is sent. */
  readonly audit: () => Audit | undefined;
  readonly log: Log;
  readonly metrics: WebhookMetrics | null;
}

/** Opened before what tells events, started behind all of it. */
export async function openWebhooks(input: WebhooksInput): Promise<Webhooks> {
  const { config, store, secrets, opened, outgoing, audit, metrics } = input;
  const { kv, journal } = store;
  const { announcements, chain, ledger } = opened;
  const targets = await WebhookTargets.open(kv, secrets);
  const tenants = new Tenants(kv, journal);
  const events = new WebhookLog(kv, journal);
  const message = new WebhookEvents({
    ...{ clock: systemClock, targets, ledger, log: events },
    wake: (organisationId) => webhooks.courier.wake(organisationId),
  });
  const webhooks: Webhooks = new Webhooks(
    {
      ...{ clock: systemClock, random: systemRandom, log: input.log.child({ module: 'webhooks' }) },
      ...{ outgoing, userAgent: `Quorate/${VERSION} webhooks`, targets, events },
      deliveries: new WebhookDeliveries(kv, journal),
      cursors: new WebhookCursors(kv, journal),
      ...{ announcements, chain, ledger },
      isActive: (id) => tenants.organisation(id)?.status === 'Active',
      commit: (ops) => journal.commit(ops),
      opsOfDisabled: (target) => disabledOps(audit(), message, target),
      allowedHosts: new Set(config.outgoing.allowedHosts.map((host) => host.toLowerCase())),
      metrics,
    },
    message,
  );
  return webhooks;
}

/** Its organisation may have another webhook that is told of this one. */
function disabledOps(
  audit: Audit | undefined,
  events: WebhookEvents,
  { id, organisationId, url, reason = 'failing' }: WebhookTarget,
): readonly KvOp[] {
  if (audit === undefined) return [];
  const op = audit.record({
    ...{ eventType: 'WebhookDisabled', organisationId, identityId: '', address: '', success: false },
    details: { webhookId: id, host: new URL(url).host, reason },
  });
  const event = audit.eventOf(op);
  return [op, ...events.opsOfAudit(event === undefined ? [] : [event])];
}
