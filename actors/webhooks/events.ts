// The way of events into the logs of organisations: what is told of whom, once each, as operations of the commit in
// which it happens. An organisation without a target that takes an event costs one look into memory.
import { WEBHOOK_NEWS_MS } from '../../core/base/limits/node/hubs.js';
import { eventOf, type WebhookEvent, type WebhookFact } from '../../core/webhooks/event.js';
import { takes } from '../../core/webhooks/target.js';
import { isSandbox, tenantHere } from '../../storage/chain/registers.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { WebhookLog } from '../../storage/tables/webhooks/event-log.js';
import type { WebhookTargets } from '../../storage/tables/webhooks/targets.js';
import type { Ledger } from '../ledger-port.js';
import type { Announcement, Clock } from '../ports.js';
import { foldedFact, type RegisterFact } from './announced.js';

export interface EventPorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly targets: Pick<WebhookTargets, 'of' | 'has'>;
  readonly log: Pick<WebhookLog, 'append'>;
  readonly ledger: Pick<Ledger, 'register'>;
  /** Something waits for this organisation soon: it is durable a moment later. */
  readonly wake: (organisationId: string) => void;
}

/** An event of the audit trail as its commit knows it. */
export interface AuditFact {
  readonly organisationId: string;
  readonly id: string;
  readonly eventType: string;
  readonly atMs: number;
}

export class WebhookEvents {
  constructor(private readonly ports: EventPorts) {}

  /**
   * The operations that tell what was folded of a register. Like all of this class they are made in the turn in which
   * they are queued, and once a commit.
   */
  opsOfFold(facts: readonly Announcement[]): readonly KvOp[] {
    return this.ofRegisters(facts.flatMap((fact) => foldedFact(fact) ?? []));
  }

  ofRegisters(facts: readonly RegisterFact[]): readonly KvOp[] {
    return this.byOrganisation(
      facts.map(({ registerId, organisationId = this.ownerOf(registerId), fact }) => [organisationId, fact] as const),
    );
  }

  opsOfAudit(events: readonly AuditFact[]): readonly KvOp[] {
    return this.byOrganisation(
      events.map(({ organisationId, id: auditEventId, eventType: auditEventType, atMs }) => [
        organisationId,
        { type: 'audit.recorded', atMs, data: { auditEventId, auditEventType } },
      ]),
    );
  }

  private byOrganisation(facts: readonly (readonly [string | undefined, WebhookFact])[]): readonly KvOp[] {
    const byKey = new Map<string, WebhookFact[]>();
    for (const [organisationId, fact] of facts) {
      if (organisationId === undefined || !this.ports.targets.has(organisationId)) continue;
      const ofOne = byKey.get(organisationId);
      if (ofOne) ofOne.push(fact);
      else byKey.set(organisationId, [fact]);
    }
    return [...byKey].flatMap(([organisationId, ofOne]) => this.opsOfFacts(organisationId, ofOne));
  }

  /** The organisation of this node that is told of a register: the one that sees it here. */
  private ownerOf(registerId: string): string | undefined {
    const record = this.ports.ledger.register(registerId);
    return record === undefined || isSandbox(record) ? undefined : tenantHere(record);
  }

  private opsOfFacts(organisationId: string, facts: readonly WebhookFact[]): readonly KvOp[] {
    const targets = this.ports.targets.of(organisationId);
    const nowMs = this.ports.clock.now();
    const events = new Map<string, WebhookEvent>();
    for (const fact of facts) {
      // A node that catches up sends no events of old dockets.
      if (nowMs - fact.atMs > WEBHOOK_NEWS_MS || !targets.some((target) => takes(target, fact))) continue;
      // An action that waits for several wallets is one event.
      const event = eventOf(fact);
      events.set(event.id, event);
    }
    if (events.size === 0) return [];
    this.ports.wake(organisationId);
    return this.ports.log.append(organisationId, [...events.values()]);
  }
}
