// A courier of webhooks over a store in memory, with a clock that a test moves and servers that it makes up.
import { Courier } from '../../../../actors/webhooks/courier.js';
import { WebhookEvents } from '../../../../actors/webhooks/events.js';
import type { Log } from '../../../../core/base/ports.js';
import type { Result } from '../../../../core/base/result.js';
import type { OutgoingAnswer, OutgoingCall } from '../../../../core/outgoing/ports.js';
import type { WebhookFact } from '../../../../core/webhooks/event.js';
import { progressFrom, type WebhookTarget } from '../../../../core/webhooks/target.js';
import { Journal } from '../../../../storage/engine/journal.js';
import type { KvOp } from '../../../../storage/engine/kv.js';
import { type MemoryKv, memoryKv } from '../../../../storage/engine/memory.js';
import { WebhookDeliveries } from '../../../../storage/tables/webhooks/deliveries.js';
import { WebhookLog } from '../../../../storage/tables/webhooks/event-log.js';
import { WebhookTargets } from '../../../../storage/tables/webhooks/targets.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';

export const ORG = 'org';

const SILENT: Log = {
  ...{ debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
  child: () => SILENT,
};

export function answered(status: number, headers: Readonly<Record<string, string>> = {}): OutgoingAnswer {
  return { status, headers, body: new Uint8Array(), url: '', address: '93.184.216.34' };
}

export interface CourierWorld {
  readonly clock: VirtualClock;
  readonly kv: MemoryKv;
  readonly journal: Journal;
  readonly courier: Courier;
  readonly targets: WebhookTargets;
  readonly deliveries: WebhookDeliveries;
  readonly log: WebhookLog;
  /** Every request that was made, in order. */
  readonly calls: OutgoingCall[];
  readonly disabled: WebhookTarget[];
  readonly suspendedOrganisations: Set<string>;
  answer: (call: OutgoingCall) => Promise<Result<OutgoingAnswer>> | Result<OutgoingAnswer>;
  add(change?: Partial<WebhookTarget>): Promise<WebhookTarget>;
  /** Tells events of the organisation, in one commit. */
  tell(count: number, from?: number, organisationId?: string): Promise<void>;
  /** The heights that were sent to a URL, in order. */
  heights(url?: string): readonly number[];
}

export interface WorldParts {
  readonly kv?: MemoryKv;
  readonly clock?: VirtualClock;
  readonly bounds?: { readonly events: number; readonly bytes: number };
}

export async function aCourier({ kv = memoryKv(), clock = new VirtualClock(), bounds }: WorldParts = {}) {
  const journal = new Journal(kv, { onFatal: () => undefined });
  const cipher = { encrypt: (_: string, text: string) => text, decrypt: (_: string, text: string) => text };
  const targets = await WebhookTargets.open(kv, cipher);
  const deliveries = new WebhookDeliveries(kv, journal);
  const log = new WebhookLog(kv, journal, bounds);
  const commit = (ops: readonly KvOp[]) => journal.commit(ops);
  const suspendedOrganisations = new Set<string>();
  const [calls, disabled]: [OutgoingCall[], WebhookTarget[]] = [[], []];
  const courier = new Courier({
    ...{ clock, log: SILENT, random: { number: () => 0 }, targets, deliveries, events: log, commit },
    outgoing: {
      request: async (call) => {
        calls.push(call);
        return world.answer(call);
      },
    },
    userAgent: 'test',
    isActive: (id) => !suspendedOrganisations.has(id),
    opsOfDisabled: (target) => {
      disabled.push(target);
      return [];
    },
    metrics: null,
  });
  const events = new WebhookEvents({
    ...{ clock, targets, log, ledger: { register: () => undefined } },
    wake: (id) => courier.wake(id),
  });
  const world: CourierWorld = {
    ...{ clock, kv, journal, courier, targets, deliveries, log, calls, disabled, suspendedOrganisations },
    answer: () => answered(204),
    async add(change = {}) {
      const target: WebhookTarget = {
        ...{ id: 'a', organisationId: ORG, url: 'https://a.example/', description: '', kinds: ['docket.sealed'] },
        ...{ registers: [], state: 'active', createdAtMs: clock.now(), createdBy: 'x', changedAtMs: clock.now() },
        secrets: [{ sealed: 'whsec_AAAA' }],
        ...change,
      };
      const { next } = log.head(target.organisationId);
      await commit([targets.put(target), ...targets.putProgress(target.id, progressFrom(next))]);
      courier.onChanged(target);
      return target;
    },
    tell: (count, from = 0, organisationId = ORG) => {
      const facts = Array.from({ length: count }, (_, i): WebhookFact => {
        return { type: 'docket.sealed', atMs: clock.now(), data: { registerId: 'r', height: from + i } };
      });
      return commit(events.ofRegisters(facts.map((fact) => ({ registerId: 'r', organisationId, fact }))));
    },
    heights: (url = 'https://a.example/') =>
      calls.filter((call) => call.url === url).map(({ body }) => JSON.parse(String(body)).data.height),
  };
  courier.start();
  return world;
}
