// Clients that listen for changes of resources (MCP, subscriptions/listen), as connections to hubs do: each holds one
// of their places, hears the address of what changed and nothing of it, and is asked for its right at each change. It
// ends with its token. It knows no form of the protocol.
import type { Announcement } from '../../actors/ports.js';
import { HUB_LOOK_MS, HUB_SILENCE_MS } from '../../core/base/limits/node/hubs.js';
import type { Timer } from '../../core/base/ports.js';
import { isFailure } from '../../core/base/result.js';
import type { Caller } from '../auth/caller.js';
import type { ApiDeps } from '../deps/deps.js';
import { callOf } from '../dispatch/call.js';
import { LocalCall } from '../requests/incoming.js';
import { topicsChangedBy } from './changes.js';
import type { FollowCall, FollowDeps } from './resources/following.js';
import type { ResourceReads } from './resources/reading.js';
import { mayUse } from './rights.js';

export interface ListeningClient {
  readonly caller: Caller;
  readonly address: string;
}

/** The way to one client. */
export interface SubscriptionSink {
  tell(uri: string): void;
  /** True while its client takes nothing. */
  isBlocked(): boolean;
  end(): void;
}

interface Subscription extends ListeningClient {
  readonly sink: SubscriptionSink;
  /** Topics by address. */
  readonly topics: ReadonlyMap<string, string>;
  readonly changed: Set<string>;
  timer: Timer | undefined;
  blockedSinceMs: number | undefined;
}

export type SubscriptionDeps = FollowDeps & Pick<ApiDeps, 'announcements' | 'sessions' | 'tokens' | 'log'>;

interface SubscriptionPorts {
  readonly deps: SubscriptionDeps;
  readonly resources: Pick<ResourceReads, 'find'>;
}

export class ResourceSubscriptions {
  private readonly open = new Set<Subscription>();
  private readonly deaf: readonly (() => void)[];
  private look: Timer | undefined;

  constructor(private readonly ports: SubscriptionPorts) {
    const { announcements, sessions } = ports.deps;
    this.deaf = [announcements.listen((fact) => this.note(fact)), sessions.watch(() => this.lookAtAll())];
  }

  /** The addresses that the caller may listen to, each with its topic. */
  async admit(uris: readonly string[], listener: ListeningClient): Promise<ReadonlyMap<string, string>> {
    const topics = new Map<string, string>();
    for (const uri of new Set(uris)) {
      const topic = await this.topicOf(uri, listener);
      if (topic !== undefined) topics.set(uri, topic);
    }
    return topics;
  }

  /** Gives the function that ends it. */
  begin(listener: ListeningClient, topics: ReadonlyMap<string, string>, sink: SubscriptionSink): () => void {
    const { caller, address } = listener;
    const subscription: Subscription = {
      ...{ caller, address, sink, topics, changed: new Set<string>() },
      ...{ timer: undefined, blockedSinceMs: undefined },
    };
    this.open.add(subscription);
    this.look ??= this.ports.deps.clock.setTimer(() => this.lookAgain(), HUB_LOOK_MS);
    return () => this.leave(subscription);
  }

  /** Sends every client away. */
  close(): void {
    for (const end of this.deaf) end();
    for (const subscription of [...this.open]) this.end(subscription);
  }

  /** Undefined where the resource has none, or the caller may not read it. */
  private async topicOf(uri: string, listener: ListeningClient): Promise<string | undefined> {
    const place = this.ports.resources.find(uri);
    if (place?.row.follow === undefined || !mayUse(place.row, listener.caller)) return undefined;
    const topic = await place.row.follow(place.names, this.callOf(listener));
    return isFailure(topic) ? undefined : topic;
  }

  private note(fact: Announcement): void {
    if (this.open.size === 0) return;
    const topics = new Set(topicsChangedBy(fact));
    for (const subscription of this.open)
      for (const [uri, topic] of subscription.topics)
        if (topics.has(topic)) {
          subscription.changed.add(uri);
          this.arm(subscription, 0);
        }
  }

  /** Changes of one turn of the loop are told once: a docket changes a resource several times. */
  private arm(subscription: Subscription, delayMs: number): void {
    subscription.timer ??= this.ports.deps.clock.setTimer(() => {
      subscription.timer = undefined;
      this.tell(subscription).catch((error: Error) => this.fail(subscription, error));
    }, delayMs);
  }

  private async tell(subscription: Subscription): Promise<void> {
    const { changed, sink } = subscription;
    if (!this.admits(subscription)) return;
    const { clock } = this.ports.deps;
    if (sink.isBlocked()) {
      subscription.blockedSinceMs ??= clock.steady();
      if (clock.steady() - subscription.blockedSinceMs > HUB_SILENCE_MS) this.end(subscription);
      else this.arm(subscription, HUB_LOOK_MS);
      return;
    }
    subscription.blockedSinceMs = undefined;
    const uris = [...changed];
    changed.clear();
    for (const uri of uris)
      if ((await this.topicOf(uri, subscription)) !== undefined && this.open.has(subscription)) sink.tell(uri);
  }

  private fail(subscription: Subscription, { message, stack }: Error): void {
    this.ports.deps.log.error({ error: message, stack }, 'A subscription of an assistant failed.');
    this.end(subscription);
  }

  private lookAgain(): void {
    this.look = undefined;
    this.lookAtAll();
    if (this.open.size > 0) this.look = this.ports.deps.clock.setTimer(() => this.lookAgain(), HUB_LOOK_MS);
  }

  private lookAtAll(): void {
    for (const subscription of [...this.open]) this.admits(subscription);
  }

  /** False for one whose token has expired or was revoked, which ends with that. */
  private admits(subscription: Subscription): boolean {
    if (!this.open.has(subscription)) return false;
    if (this.ports.deps.tokens.standing(subscription.caller) === undefined) return true;
    this.end(subscription);
    return false;
  }

  private end(subscription: Subscription): void {
    this.leave(subscription);
    subscription.sink.end();
  }

  private leave(subscription: Subscription): void {
    subscription.timer?.cancel();
    this.open.delete(subscription);
    if (this.open.size > 0) return;
    this.look?.cancel();
    this.look = undefined;
  }

  private callOf({ caller, address }: ListeningClient): FollowCall {
    const call = new LocalCall({ caller, address, traceId: '', url: '' });
    return callOf(call, { operationId: 'mcp:listen', deps: this.ports.deps, waitMsMax: 0 });
  }
}
