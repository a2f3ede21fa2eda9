// Gossip between topics and drivers: which topics this node listens to, how much it sends, and the first judgement of
// what comes in, from bytes to a decoded message. A malformed or false message counts against the peer that relayed it,
// because an honest node passes nothing on that it did not check. It knows no register and keeps no message.
import type { GossipCast, GossipListener, GossipVerdict } from '../../../actors/mesh/gossip/ports.js';
import type { Issue } from '../../../core/base/issue.js';
import type { Clock, Log } from '../../../core/base/ports.js';
import { isFailure } from '../../../core/base/result.js';
import type { Catalogue } from '../../../core/mesh/catalogue.js';
import type { HeadClaim } from '../../../core/mesh/frames.js';
import type { Offence } from '../../../core/mesh/types.js';
import { decodeCatalogueNotice, encodeCatalogueNotice } from '../../../proto/codec/catalogue.js';
import { decodeHeadClaim, encodeHeadClaim } from '../../../proto/codec/head.js';
import { GOSSIP_CATALOGUE_BYTES_MAX, GOSSIP_HEAD_BYTES_MAX } from '../../../proto/codec/limits.js';
import { CATALOGUE_TOPIC, HEAD_SHARDS, headTopic, shardOf } from '../../../proto/topics.js';
import { GossipFlow } from './gossip-flow.js';
import type { GossipTransport, TopicVerdict } from './gossip-transport.js';

/** Publications under way at once: the library has no back-pressure of its own. */
const SENDING_MAX = 64;
/** Messages under judgement at once; each costs a handful of signatures. */
const JUDGING_MAX = 64;

export type GossipKind = 'head' | 'catalogue';

export interface GossipMetrics {
  /** `outcome`: sent, dropped or failed; accept, ignore or an offence. */
  message(direction: 'in' | 'out', kind: GossipKind, outcome: string): void;
}

export interface GossipPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: GossipMetrics | null;
  readonly ears: GossipListener;
  blame(peerId: string, offence: Offence, detail: string): void;
}

export class Gossip implements GossipCast {
  readonly #ports: GossipPorts;
  readonly #flow: GossipFlow;
  #transport: GossipTransport | undefined;
  #shards: ReadonlySet<number> = new Set();
  #sending = 0;
  #judging = 0;

  constructor(ports: GossipPorts) {
    this.#ports = ports;
    this.#flow = new GossipFlow(ports.clock);
  }

  /** From now on it is heard and may speak. */
  open(transport: GossipTransport): void {
    this.#transport = transport;
    transport.join(CATALOGUE_TOPIC);
  }

  close(): void {
    this.#transport = undefined;
    this.#shards = new Set();
  }

  get shards(): ReadonlySet<number> {
    return this.#shards;
  }

  join(shards: ReadonlySet<number>): void {
    const transport = this.#transport;
    if (!transport) return;
    for (let shard = 0; shard < HEAD_SHARDS; shard++) {
      const [was, is] = [this.#shards.has(shard), shards.has(shard)];
      if (is && !was) transport.join(headTopic(shard));
      if (was && !is) transport.leave(headTopic(shard));
    }
    this.#shards = new Set(shards);
  }

  listeners(): readonly string[] {
    return this.#transport?.listeners(CATALOGUE_TOPIC) ?? [];
  }

  head(head: HeadClaim): boolean {
    const shard = shardOf(head.registerId);
    const bytes = encodeHeadClaim(head);
    const may = bytes.length <= GOSSIP_HEAD_BYTES_MAX && !this.#flow.isHot(shard);
    if (may) this.#flow.onPassed(shard);
    return this.#send('head', may ? headTopic(shard) : undefined, bytes);
  }

  catalogue(catalogue: Catalogue): boolean {
    const bytes = encodeCatalogueNotice(catalogue);
    return this.#send('catalogue', bytes.length <= GOSSIP_CATALOGUE_BYTES_MAX ? CATALOGUE_TOPIC : undefined, bytes);
  }

  /** A message of a topic from the peer that relayed it. Never rejects. */
  async judgeMessage(from: string, topic: string, data: Uint8Array): Promise<TopicVerdict> {
    const kind: GossipKind = topic === CATALOGUE_TOPIC ? 'catalogue' : 'head';
    const heard = await this.#hear(from, topic, data);
    const outcome = typeof heard === 'string' ? heard : heard.offence;
    this.#ports.metrics?.message('in', kind, outcome);
    if (typeof heard === 'string') return heard;
    this.#ports.blame(from, heard.offence, heard.detail);
    // A flood is dropped without a word on the messages in it, which may be good.
    return heard.offence === 'flood' ? 'ignore' : 'reject';
  }

  async #hear(from: string, topic: string, data: Uint8Array): Promise<GossipVerdict> {
    if (!this.#transport) return 'ignore';
    if (!this.#flow.takes(from)) return { offence: 'flood', detail: 'More gossip than a node has to tell.' };
    if (this.#judging >= JUDGING_MAX) return 'ignore';
    this.#judging++;
    try {
      return topic === CATALOGUE_TOPIC ? this.#catalogue(data) : await this.#head(from, topic, data);
    } catch (error) {
      this.#ports.log.error({ err: error, topic }, 'A message of gossip could not be judged.');
      return 'ignore';
    } finally {
      this.#judging--;
    }
  }

  #catalogue(data: Uint8Array): GossipVerdict {
    const catalogue = decodeCatalogueNotice(data);
    return isFailure(catalogue) ? refusalVerdict(catalogue.issue) : this.#ports.ears.catalogue(catalogue);
  }

  async #head(from: string, topic: string, data: Uint8Array): Promise<GossipVerdict> {
    if (data.length > GOSSIP_HEAD_BYTES_MAX)
      return { offence: 'oversize', detail: 'A gossiped head has at most 8 KiB.' };
    const head = decodeHeadClaim(data);
    if (isFailure(head)) return refusalVerdict(head.issue);
    const shard = shardOf(head.registerId);
    if (topic !== headTopic(shard)) return { offence: 'protocol', detail: 'A head in a shard that is not its own.' };
    this.#flow.onPassed(shard);
    return this.#ports.ears.head(from, head);
  }

  #send(kind: GossipKind, topic: string | undefined, bytes: Uint8Array): boolean {
    const { metrics, log } = this.#ports;
    const transport = this.#transport;
    if (!transport || topic === undefined || this.#sending >= SENDING_MAX || !this.#flow.mayPublish()) {
      metrics?.message('out', kind, 'dropped');
      return false;
    }
    this.#sending++;
    transport
      .publish(topic, bytes)
      .then(
        () => metrics?.message('out', kind, 'sent'),
        (error) => {
          metrics?.message('out', kind, 'failed');
          log.debug({ err: error, topic }, 'A message could not be published by gossip.');
        },
      )
      .finally(() => {
        this.#sending--;
      });
    return true;
  }
}

/** A docket of rules that are not known here is of a newer node; everything else no honest node sends. */
function refusalVerdict({ code, path }: Issue): GossipVerdict {
  if (code === 'DOCKET_RULES_UNKNOWN') return 'ignore';
  return { offence: code === 'FRAME_TOO_LARGE' ? 'oversize' : 'protocol', detail: `gossip: ${code} ${path}` };
}
