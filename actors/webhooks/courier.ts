// Brings events to targets: takes one that is due, in turns of organisations and within the bounds of places, and sends
// it. The disk knows of a request after its answer, so that a kill repeats it and loses none. It decides nothing: the
// meaning of an attempt is in core/webhooks.
import {
  WEBHOOK_AT_ONCE_TARGET,
  WEBHOOK_BUSY_MS,
  WEBHOOK_FAILURES_MAX,
  WEBHOOK_REST_MS,
  WEBHOOK_SUSPENDED_MS,
  WEBHOOK_TICK_MS,
  WEBHOOK_WAITING_MAX,
  WEBHOOK_WAKE_MS,
} from '../../core/base/limits/node/hubs.js';
import type { Timer } from '../../core/base/ports.js';
import { bodyOf } from '../../core/webhooks/event.js';
import { isDue } from '../../core/webhooks/schedule.js';
import type { WebhookTarget } from '../../core/webhooks/target.js';
import type { CourierPorts } from './courier-ports.js';
import { hostOf, type Lane, laneOf, soonest } from './lane.js';
import { nextOf } from './next.js';
import { WebhookPlaces } from './places.js';
import { record } from './recording.js';
import { send } from './sending.js';
import { isOver, trim } from './trimming.js';

/** How long a stop waits for answers; what comes later is asked for again after the next start. */
const STOP_MS = 2000;

export class Courier {
  readonly places = new WebhookPlaces();
  private readonly lanes = new Map<string, Lane>();
  /** The lanes that may have something to do. */
  private readonly awake = new Set<Lane>();
  private readonly jobs = new Set<Promise<void>>();
  private timer: Timer | undefined;
  /** By the steady clock: when the timer goes off. */
  private armedFor = Number.POSITIVE_INFINITY;
  private isStarted = false;
  private stopped = false;

  constructor(private readonly ports: CourierPorts) {}

  start(): void {
    this.isStarted = true;
    for (const target of this.ports.targets.all()) this.laneFor(target);
    this.arm(WEBHOOK_WAKE_MS);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.timer?.cancel();
    let late: Timer | undefined;
    const limit = new Promise<void>((resolve) => {
      late = this.ports.clock.setTimer(resolve, STOP_MS);
    });
    await Promise.race([Promise.allSettled([...this.jobs]), limit]);
    late?.cancel();
  }

  /** Something may wait for the targets of an organisation. */
  wake(organisationId: string): void {
    for (const { id } of this.ports.targets.of(organisationId)) {
      const lane = this.lanes.get(id);
      if (lane) this.awaken(lane);
    }
  }

  /** A target was made or changed, or one of its deliveries is to be sent again. */
  onChanged(target: WebhookTarget): void {
    const lane = this.laneFor(target);
    lane.host = hostOf(target.url);
    lane.dueMs = 0;
    this.awaken(lane);
  }

  onRemoved({ id }: WebhookTarget): void {
    const lane = this.lanes.get(id);
    if (lane) this.awake.delete(lane);
    this.lanes.delete(id);
  }

  private awaken(lane: Lane): void {
    lane.restUntil = 0;
    this.awake.add(lane);
    this.arm(WEBHOOK_WAKE_MS);
  }

  /** How long until there is something to do: a moment where targets wait for places; undefined where nothing waits. */
  private restMs(): number | undefined {
    if (this.awake.size > 0) return WEBHOOK_REST_MS;
    const { targets, clock, isActive } = this.ports;
    const nowMs = clock.now();
    let restMs: number | undefined;
    for (const lane of this.lanes.values()) {
      if (targets.find(lane.organisationId, lane.id)?.state !== 'active') continue;
      const dueMs = this.hasNew(lane) ? nowMs : lane.dueMs;
      if (dueMs === undefined) continue;
      const most = isActive(lane.organisationId) ? WEBHOOK_TICK_MS : WEBHOOK_SUSPENDED_MS;
      const least = isActive(lane.organisationId) ? WEBHOOK_REST_MS : WEBHOOK_SUSPENDED_MS;
      const atMs = Math.max(dueMs, targets.progress(lane.id).restUntilMs ?? 0);
      restMs = soonest(restMs, Math.min(most, Math.max(least, atMs - nowMs)));
    }
    return restMs;
  }

  /** A look at what is to do, some milliseconds from now. */
  private arm(delayMs: number | undefined): void {
    if (delayMs === undefined) return;
    const atMs = this.ports.clock.steady() + delayMs;
    if (this.stopped || !this.isStarted || this.lanes.size === 0 || atMs >= this.armedFor) return;
    this.timer?.cancel();
    this.armedFor = atMs;
    this.timer = this.ports.clock.setTimer(() => {
      this.armedFor = Number.POSITIVE_INFINITY;
      for (const lane of this.lanes.values()) if (this.hasWork(lane)) this.awake.add(lane);
      this.work();
      this.arm(this.restMs());
    }, delayMs);
  }

  private laneFor(target: WebhookTarget): Lane {
    const value = this.lanes.get(target.id);
    if (value) return value;
    const lane = laneOf(target, this.ports.targets.progress(target.id).next);
    this.lanes.set(target.id, lane);
    return lane;
  }

  /** Begins as much as there are places for; the organisation with the fewest requests under way is the next one. */
  private work(): void {
    if (this.stopped) return;
    for (let next = this.pick(); next; next = this.pick()) this.begin(next);
  }

  private pick(): Lane | undefined {
    let best: Lane | undefined;
    const load = ({ organisationId, underWay }: Lane) => this.places.of(organisationId) * 100 + underWay.size;
    for (const lane of this.awake) {
      if (!this.hasWork(lane)) this.awake.delete(lane);
      else if (this.isReady(lane) && (best === undefined || load(lane) < load(best))) best = lane;
    }
    if (best) {
      // To the end of the line of equals.
      this.awake.delete(best);
      this.awake.add(best);
    }
    return best;
  }

  private hasWork(lane: Lane): boolean {
    const { targets, clock, isActive } = this.ports;
    if (targets.find(lane.organisationId, lane.id)?.state !== 'active' || !isActive(lane.organisationId)) return false;
    const nowMs = clock.now();
    if (!isDue(targets.progress(lane.id).restUntilMs ?? 0, nowMs)) return false;
    return (lane.dueMs !== undefined && isDue(lane.dueMs, nowMs)) || this.hasNew(lane);
  }

  /** Events of the log are before it, and it has room for one that fails. */
  private hasNew(lane: Lane): boolean {
    const { targets, events } = this.ports;
    const hasRoom = targets.progress(lane.id).waiting + lane.fresh.size < WEBHOOK_WAITING_MAX;
    return hasRoom && lane.next < events.head(lane.organisationId).next;
  }

  private isReady(lane: Lane): boolean {
    const steady = this.ports.clock.steady();
    if (lane.isLooking || lane.restUntil > steady) return false;
    const isFailing = this.ports.targets.progress(lane.id).failures >= WEBHOOK_FAILURES_MAX;
    if (lane.underWay.size >= (isFailing ? 1 : WEBHOOK_AT_ONCE_TARGET)) return false;
    return this.places.fits(lane.organisationId, lane.host, steady);
  }

  private begin(lane: Lane): void {
    const giveBack = this.places.take(lane.organisationId, lane.host, this.ports.clock.steady());
    const job = this.bring(lane)
      .catch((err: unknown) => {
        lane.restUntil = this.ports.clock.steady() + WEBHOOK_BUSY_MS;
        lane.dueMs = 0;
        if (!this.stopped) this.ports.log.warn({ webhookId: lane.id, err }, 'A webhook could not be delivered.');
      })
      .finally(() => {
        giveBack();
        this.jobs.delete(job);
        this.work();
        this.arm(this.restMs());
      });
    this.jobs.add(job);
  }

  private async bring(lane: Lane): Promise<void> {
    lane.isLooking = true;
    const delivery = await nextOf(this.ports, lane).finally(() => {
      lane.isLooking = false;
    });
    if (delivery === undefined) {
      lane.restUntil = this.ports.clock.steady() + WEBHOOK_REST_MS;
      return;
    }
    const { sequence, event, webhookId } = delivery;
    try {
      const target = this.ports.targets.find(lane.organisationId, lane.id);
      if (this.stopped || target?.state !== 'active') return;
      // The next one of this target may begin beside it.
      this.work();
      const body = bodyOf(event, lane.organisationId, sequence);
      const { judged } = await send(this.ports, target, { webhookId, body });
      if (this.stopped) return;
      await record(this.ports, lane, { sent: delivery, judged });
    } finally {
      lane.underWay.delete(sequence);
      // A delivery that was not written down is looked for again.
      if (lane.fresh.delete(sequence)) {
        lane.next = Math.min(lane.next, sequence);
        lane.ahead = [];
      }
    }
    await this.trim(lane);
  }

  private async trim(lane: Lane): Promise<void> {
    if (lane.isTrimming || !isOver(this.ports, lane.id)) return;
    lane.isTrimming = true;
    await trim(this.ports, lane.id).finally(() => {
      lane.isTrimming = false;
    });
  }
}
