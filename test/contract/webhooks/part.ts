// The webhooks of a world, over its one store. Its clock stands still, so that nothing is sent but what a call asks
// for.
import { WebhookEvents } from '../../../actors/webhooks/events.js';
import { type WebhookPorts, Webhooks } from '../../../actors/webhooks/webhooks.js';
import type { Outgoing, OutgoingCall } from '../../../core/outgoing/ports.js';
import type { Journal } from '../../../storage/engine/journal.js';
import type { Kv } from '../../../storage/engine/kv.js';
import { EncryptedTexts } from '../../../storage/secrets/encrypted-texts.js';
import type { Tenants } from '../../../storage/tables/accounts/tenants.js';
import { WebhookCursors } from '../../../storage/tables/webhooks/cursors.js';
import { WebhookDeliveries } from '../../../storage/tables/webhooks/deliveries.js';
import { WebhookLog } from '../../../storage/tables/webhooks/event-log.js';
import { WebhookTargets } from '../../../storage/tables/webhooks/targets.js';
import { seeded } from '../world/seeded.js';

type Ports = Pick<WebhookPorts, 'clock' | 'log' | 'commit' | 'announcements' | 'chain' | 'ledger'> & {
  readonly kv: Kv;
  readonly journal: Journal;
  readonly tenants: Tenants;
};

export interface WebhookWorld {
  readonly webhooks: Webhooks;
  /** The calls that were sent. */
  readonly calls: readonly OutgoingCall[];
  /** The part that answers, from now on. */
  answer: Outgoing['request'];
}

export async function webhookPart({ kv, journal, tenants, ...ports }: Ports): Promise<WebhookWorld> {
  const random = seeded(17);
  const targets = await WebhookTargets.open(kv, new EncryptedTexts(new Uint8Array(32).fill(10), random));
  const events = new WebhookLog(kv, journal);
  const calls: OutgoingCall[] = [];
  const told = new WebhookEvents({
    ...{ clock: ports.clock, targets, log: events, ledger: ports.ledger },
    wake: () => undefined,
  });
  const request: Outgoing['request'] = (call) => {
    calls.push(call);
    return world.answer(call);
  };
  const webhooks = new Webhooks(
    {
      ...{ ...ports, random, targets, events, outgoing: { request }, userAgent: 'Quorate/test webhooks' },
      deliveries: new WebhookDeliveries(kv, journal),
      cursors: new WebhookCursors(kv, journal),
      isActive: (id) => tenants.organisation(id)?.status === 'Active',
      opsOfDisabled: () => [],
      ...{ allowedHosts: new Set<string>(), metrics: null },
    },
    told,
  );
  const world: WebhookWorld = {
    ...{ webhooks, calls },
    answer: async ({ url, body }) => consent(url, body),
  };
  return world;
}

/** The server of an owner who wants the webhook: it answers with the challenge where it is sent one. */
export function consent(url: string, body: OutgoingCall['body'] = '') {
  const { challenge = '' } = (JSON.parse(String(body)) as { readonly data: { readonly challenge?: string } }).data;
  return echo(url, challenge);
}

/** A server that answers with a text of its own, or with what it is sent. */
export function echo(url: string, body: OutgoingCall['body'] = '') {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  return { status: 200, headers: {}, body: bytes, url, address: '93.184.216.34' };
}
