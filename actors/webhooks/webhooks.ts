// Webhooks of this node as the surface and composition take them: the rows, the follower of registers and the courier
// together. The rights of a caller are judged in the surface, the end of a delivery in core/webhooks.
import { toBase64Url, toHex } from '../../core/base/bytes.js';
import { issue } from '../../core/base/issue.js';
import type { Random } from '../../core/base/ports.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { isConsent, type WebhookAttempt } from '../../core/webhooks/answer.js';
import { again, type WebhookDelivery } from '../../core/webhooks/delivery.js';
import { bodyOf } from '../../core/webhooks/event.js';
import type { CallKind } from '../../core/webhooks/kinds.js';
import { progressFrom, type WebhookTarget } from '../../core/webhooks/target.js';
import { webhookUrlProblem } from '../../core/webhooks/url.js';
import type { KvOp } from '../../storage/engine/kv.js';
import { countDelivery, goingOn } from './counting.js';
import { Courier } from './courier.js';
import type { CourierPorts } from './courier-ports.js';
import type { WebhookEvents } from './events.js';
import { hostOf } from './lane.js';
import { type RegisterEventPorts, RegisterEvents } from './register-events.js';
import { send } from './sending.js';
import { trim } from './trimming.js';

export interface WebhookPorts extends CourierPorts, Omit<RegisterEventPorts, 'events' | 'targets' | 'clock' | 'log'> {
  readonly random: Random;
  /** Of the operator, in lower case. */
  readonly allowedHosts: ReadonlySet<string>;
}

/** A call that is not an event: what came of it, and whether the answer had the challenge in it. */
export interface Called {
  readonly attempt: WebhookAttempt;
  readonly isDelivered: boolean;
  readonly hasChallenge: boolean;
}

/** Deliveries that one call sends again at most. */
const AGAIN_MAX = 500;
const CHALLENGE_BYTES = 24;

export class Webhooks {
  readonly courier: Courier;
  private readonly registers: RegisterEvents;

  constructor(
    private readonly ports: WebhookPorts,
    readonly events: WebhookEvents,
    courier = new Courier(ports),
  ) {
    this.courier = courier;
    const { clock, log, chain, ledger, announcements, cursors, targets, commit } = ports;
    this.registers = new RegisterEvents({
      ...{ clock, log, chain, ledger, announcements, cursors, targets, commit, events },
    });
  }

  get targets(): WebhookPorts['targets'] {
    return this.ports.targets;
  }

  get deliveries(): WebhookPorts['deliveries'] {
    return this.ports.deliveries;
  }

  start(): void {
    this.registers.start();
    this.courier.start();
    for (const target of this.targets.removed) this.dropTarget(target);
  }

  async stop(): Promise<void> {
    await this.courier.stop();
    await this.registers.stop();
  }

  urlProblem(url: string) {
    return webhookUrlProblem(url, this.ports.allowedHosts);
  }

  /** Events of an organisation that a target has still to be given, those that it does not take among them. */
  behind({ organisationId, id }: Pick<WebhookTarget, 'organisationId' | 'id'>): number {
    const { events, targets } = this.ports;
    return Math.max(0, events.head(organisationId).next - targets.progress(id).next);
  }

  /** The operations that add a target, which is told of events from now on; call `onChanged` once they are durable. */
  addTarget(target: WebhookTarget): readonly KvOp[] {
    const { events, targets } = this.ports;
    const begins = targets.has(target.organisationId) ? [] : this.registers.begin(target.organisationId);
    const { next } = events.head(target.organisationId);
    return [targets.put(target), ...targets.putProgress(target.id, progressFrom(next)), ...begins];
  }

  /** The operations that change a target; call `onChanged` once they are durable. */
  put(target: WebhookTarget): readonly KvOp[] {
    const { targets } = this.ports;
    const before = targets.find(target.organisationId, target.id)?.state;
    const goesOn = target.state === 'active' && (before === 'disabled' || before === 'unverified');
    const op = targets.put(target);
    return goesOn ? [op, ...targets.putProgress(target.id, goingOn(targets.progress(target.id)))] : [op];
  }

  onChanged(target: WebhookTarget): void {
    this.courier.onChanged(target);
  }

  /** Begins to delete what is kept of a target that was removed. */
  deleteTarget(target: WebhookTarget): void {
    this.courier.onRemoved(target);
    this.dropTarget(target);
  }

  private dropTarget(target: WebhookTarget): void {
    this.drop(target).catch((err: unknown) =>
      this.ports.log.warn({ webhookId: target.id, err }, 'The rows of a removed webhook were not deleted.'),
    );
  }

  /** The rows of the log too, where it was the last one of its organisation. */
  private async drop(target: WebhookTarget): Promise<void> {
    const { deliveries, targets, events, commit } = this.ports;
    await deliveries.drop(target.id, commit);
    if (!targets.has(target.organisationId)) await events.drop(target.organisationId, commit);
    await commit(targets.forget(target));
  }

  /**
   * Sends something to the URL of the target at once, whatever its state: to learn whether its owner wants it, or to
   * try it. OUTGOING_BUSY without a place for it.
   */
  async call(target: WebhookTarget, type: CallKind): Promise<Result<Called>> {
    const { clock, random } = this.ports;
    const { places } = this.courier;
    const host = hostOf(target.url);
    if (!places.fits(target.organisationId, host, clock.steady())) return fail(busy());
    const giveBack = places.take(target.organisationId, host, clock.steady());
    try {
      const challenge = toBase64Url(random.bytes(CHALLENGE_BYTES));
      const id = toHex(random.bytes(16));
      const data: Readonly<Record<string, string>> = type === 'webhook.verification' ? { challenge } : {};
      const event = { id: `evt_${id}`, type, atMs: clock.now(), data };
      const body = bodyOf(event, target.organisationId, 0);
      const { answer, judged } = await send(this.ports, target, { webhookId: `msg_${id}`, body });
      if (judged === undefined) return fail(busy());
      const { attempt, isDelivered } = judged;
      return { attempt, isDelivered, hasChallenge: !isFailure(answer) && isConsent(answer, challenge) };
    } finally {
      giveBack();
    }
  }

  /** Sends a delivery once more, soon, whatever became of it. Gives it as it is then. */
  async again(target: WebhookTarget, delivery: WebhookDelivery): Promise<WebhookDelivery> {
    const [sent] = await this.sendAgain(target, [delivery]);
    return sent ?? delivery;
  }

  /** The dead ones whose event happened since a time, oldest first, some at a time. Gives how many. */
  async againDead(target: WebhookTarget, sinceMs: number): Promise<number> {
    const rows: WebhookDelivery[] = [];
    for await (const delivery of this.ports.deliveries.all(target.id)) {
      if (rows.length >= AGAIN_MAX) break;
      if (delivery.state === 'dead' && delivery.event.atMs >= sinceMs) rows.push(delivery);
    }
    return (await this.sendAgain(target, rows)).length;
  }

  private async sendAgain(
    target: WebhookTarget,
    asked: readonly WebhookDelivery[],
  ): Promise<readonly WebhookDelivery[]> {
    const { deliveries, targets, clock, commit } = this.ports;
    if (targets.find(target.organisationId, target.id) === undefined) return [];
    const nowMs = clock.now();
    let progress = targets.progress(target.id);
    const sent: WebhookDelivery[] = [];
    const ops: KvOp[] = [];
    // As they are in this turn: one of them may have changed since it was read.
    for (const { sequence } of asked) {
      const before = deliveries.get(target.id, sequence);
      if (before === undefined) continue;
      const after = again(before, nowMs);
      progress = countDelivery(progress, before.state, after.state);
      ops.push(...deliveries.put(target.id, before, after));
      sent.push(after);
    }
    if (sent.length === 0) return [];
    await commit([...ops, ...targets.putProgress(target.id, progress)]);
    this.onChanged(target);
    return sent;
  }

  /** Forgets deliveries that ended long ago. */
  async sweep(): Promise<void> {
    for (const { id } of [...this.ports.targets.all()]) await trim(this.ports, id);
  }

  figures(): { readonly webhooks: number; readonly waiting: number; readonly dead: number; readonly behind: number } {
    const figures = { webhooks: 0, waiting: 0, dead: 0, behind: 0 };
    for (const target of this.ports.targets.all()) {
      const { waiting, dead } = this.ports.targets.progress(target.id);
      figures.webhooks += 1;
      figures.waiting += waiting;
      figures.dead += dead;
      figures.behind += this.behind(target);
    }
    return figures;
  }
}

function busy() {
  return issue(
    'OUTGOING_BUSY',
    '',
    'Too many requests of webhooks to this host, or of this organisation, are under way.',
  );
}
