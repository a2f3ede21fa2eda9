// Requests of webhooks under way, and to which host how many a second. So neither slow targets nor many targets at one
// host reach others. In all places and in those of a host an organisation holds no more than it leaves free. The guard
// of outgoing requests has bounds of its own behind these.
import {
  WEBHOOK_AT_ONCE,
  WEBHOOK_AT_ONCE_HOST,
  WEBHOOK_AT_ONCE_ORGANISATION,
  WEBHOOK_HOST_PER_SECOND,
  WEBHOOK_HOST_PER_SECOND_ORGANISATION,
} from '../../core/base/limits/node/hubs.js';
import { Shares } from '../../core/base/queues/shares.js';

const SECOND = 1000;
/** Seconds that are remembered; those that are over are forgotten when there are more. */
const SECONDS_MAX = 2000;

interface Room {
  readonly shares: Shares;
  taken: number;
}

export class WebhookPlaces {
  private readonly all: Room = { shares: new Shares(), taken: 0 };
  private readonly ofHosts = new Map<string, Room>();
  private readonly seconds = new Map<string, { readonly sinceMs: number; readonly count: number }>();

  get taken(): number {
    return this.all.taken;
  }

  /** Requests of an organisation under way. */
  of(organisationId: string): number {
    return this.all.shares.of(organisationId);
  }

  fits(organisationId: string, host: string, steadyMs: number): boolean {
    const ofHost = this.ofHosts.get(host);
    return (
      this.of(organisationId) < WEBHOOK_AT_ONCE_ORGANISATION &&
      this.all.shares.fits(organisationId, 1, WEBHOOK_AT_ONCE - this.all.taken) &&
      (ofHost === undefined || ofHost.shares.fits(organisationId, 1, WEBHOOK_AT_ONCE_HOST - ofHost.taken)) &&
      this.countOf(host, steadyMs) < WEBHOOK_HOST_PER_SECOND &&
      this.countOf(`${organisationId} ${host}`, steadyMs) < WEBHOOK_HOST_PER_SECOND_ORGANISATION
    );
  }

  /** Gives the function that gives the place back. */
  take(organisationId: string, host: string, steadyMs: number): () => void {
    for (const key of [host, `${organisationId} ${host}`]) this.count(key, steadyMs);
    if (this.seconds.size > SECONDS_MAX) this.forget(steadyMs);
    const ofHost = this.ofHosts.get(host) ?? { shares: new Shares(), taken: 0 };
    this.ofHosts.set(host, ofHost);
    const change = (by: 1 | -1) => {
      for (const room of [this.all, ofHost]) {
        room.taken += by;
        room.shares.count(organisationId, by);
      }
      if (ofHost.taken === 0) this.ofHosts.delete(host);
    };
    change(1);
    return () => change(-1);
  }

  private count(key: string, steadyMs: number): void {
    const count = this.countOf(key, steadyMs);
    const sinceMs = count === 0 ? steadyMs : (this.seconds.get(key)?.sinceMs ?? steadyMs);
    this.seconds.set(key, { sinceMs, count: count + 1 });
  }

  private countOf(key: string, steadyMs: number): number {
    const second = this.seconds.get(key);
    return second === undefined || steadyMs - second.sinceMs >= SECOND ? 0 : second.count;
  }

  private forget(steadyMs: number): void {
    for (const [key, { sinceMs }] of this.seconds) if (steadyMs - sinceMs >= SECOND) this.seconds.delete(key);
  }
}
