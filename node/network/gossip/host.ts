// The libp2p host of gossip: TCP, Noise and gossipsub under the node key. It says who is at the other end and carries
// messages; who may link and which message is good is asked of its owner. The only file that loads libp2p, and nothing
// loads it at the start but a node with gossip. It never looks for peers by itself: no DHT, no mDNS.
import './polyfill.js';
import { createHash } from 'node:crypto';
import { type GossipSub, gossipsub, type Message, TopicValidatorResult } from '@chainsafe/libp2p-gossipsub';
import { privateKeyFromProtobuf } from '@libp2p/crypto/keys';
import { identify } from '@libp2p/identify';
import { noise } from '@libp2p/noise';
import { peerIdFromString } from '@libp2p/peer-id';
import { ping } from '@libp2p/ping';
import { tcp } from '@libp2p/tcp';
import { yamux } from '@libp2p/yamux';
import { multiaddr } from '@multiformats/multiaddr';
import { createLibp2p, type Libp2p } from 'libp2p';
import { TOPICS } from '../../../proto/topics.js';
import type { GossipTransport, TopicVerdict } from './gossip-transport.js';
import { scoreParams, THRESHOLDS } from './scores.js';

/** Bytes that one peer may send at once; a catalogue is half of it (docs/protocol.md 16). */
const INBOUND_BYTES_MAX = 65_536;
/** Bytes that wait for one peer: a minute of a busy shard. Beyond, messages to it are lost, which gossip allows. */
const OUTBOUND_BYTES_MAX = 4 * 1024 * 1024;
/** Above the target of 40, so that those who dial this node find room. */
const CONNECTIONS_MAX = 96;
const DIAL_MS = 5000;
/** Subscriptions of one peer: all topics there are, each some kilobyte of book-keeping. */
const TOPIC_BYTES_PER_PEER = 128 * 1024;

export interface HostOptions {
  /** For privateKeyFromProtobuf. Secret. */
  readonly key: Uint8Array;
  /** A multiaddr such as /ip4/127.0.0.1/tcp/7444; port 0 picks a free one. */
  readonly listen: string;
  readonly software: string;
}

export interface HostPorts {
  /** Whether a link with a peer that proved (or is dialled for) this id may be. */
  mayLink(peerId: string): boolean;
  /** This node's own points for a peer. */
  pointsOf(peerId: string): number;
  /** Judges a message before anybody hears of it. Must not reject. */
  judgeMessage(from: string, topic: string, data: Uint8Array): Promise<TopicVerdict>;
}

/** The members that the class of gossipsub has and its public type lacks. */
interface Inner {
  readonly direct: Set<string>;
  readonly score: { score(peerId: string): number };
}

const VERDICTS = {
  accept: TopicValidatorResult.Accept,
  reject: TopicValidatorResult.Reject,
  ignore: TopicValidatorResult.Ignore,
} as const satisfies Record<TopicVerdict, TopicValidatorResult>;

/** Listens. Rejects when the address cannot be had. */
export async function startHost(options: HostOptions, ports: HostPorts): Promise<GossipTransport> {
  const node = await createHost(options, ports);
  const { pubsub } = node.services;
  const judge = async (from: { toString(): string }, { topic, data }: Message) =>
    VERDICTS[await ports.judgeMessage(from.toString(), topic, data)];
  for (const topic of TOPICS) pubsub.topicValidators.set(topic, judge);
  try {
    await node.start();
  } catch (error) {
    await node.stop();
    throw error;
  }
  return transportOf(node, pubsub);
}

function createHost(options: HostOptions, ports: HostPorts) {
  const denies = (peer: { toString(): string }) => !ports.mayLink(peer.toString());
  return createLibp2p({
    start: false,
    privateKey: privateKeyFromProtobuf(options.key),
    nodeInfo: { name: 'quorate', version: options.software, userAgent: `quorate/${options.software}` },
    addresses: { listen: [options.listen] },
    transports: [tcp()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux()],
    // The id is proven once the link is encrypted: then the gate is final.
    connectionGater: {
      denyDialPeer: denies,
      denyInboundEncryptedConnection: denies,
      denyOutboundEncryptedConnection: denies,
      // The default refuses private addresses of peers, where meshes live.
      denyDialMultiaddr: () => false,
    },
    connectionManager: {
      maxConnections: CONNECTIONS_MAX,
      dialTimeout: DIAL_MS,
      maxParallelDials: 8,
      reconnectRetries: 0,
    },
    services: { identify: identify(), ping: ping(), pubsub: makePubsub(ports) },
  });
}

function makePubsub(ports: HostPorts) {
  return gossipsub({
    // The author of a message is proven inside it: by a certificate, or the signature of a node key.
    globalSignaturePolicy: 'StrictNoSign',
    msgIdFn: ({ topic, data }) => createHash('sha256').update(topic).update(data).digest(),
    allowedTopics: [...TOPICS],
    asyncValidation: false,
    allowPublishToZeroTopicPeers: true,
    ignoreDuplicatePublishError: true,
    fallbackToFloodsub: false,
    emitSelf: false,
    doPX: false,
    floodPublish: false,
    heartbeatInterval: 1000,
    maxInboundDataLength: INBOUND_BYTES_MAX,
    maxOutboundBufferSize: OUTBOUND_BYTES_MAX,
    maxTopicBytesPerPeer: TOPIC_BYTES_PER_PEER,
    decodeRpcLimits: {
      ...{ maxSubscriptions: 128, maxMessages: 512, maxIhaveMessageIDs: 5000, maxIwantMessageIDs: 5000 },
      ...{ maxIdontwantMessageIDs: 512, maxControlMessages: 256, maxPeerInfos: 16 },
    },
    scoreParams: scoreParams(TOPICS, ports.pointsOf),
    scoreThresholds: THRESHOLDS,
  });
}

function transportOf(node: Libp2p, pubsub: GossipSub): GossipTransport {
  const inner = pubsub as unknown as Inner;
  return {
    multiaddrs: node.getMultiaddrs().map((address) => address.decapsulate('/p2p').toString()),
    join: (topic) => pubsub.subscribe(topic),
    leave: (topic) => pubsub.unsubscribe(topic),
    publish: async (topic, data) => (await pubsub.publish(topic, data)).recipients.length,
    linkedPeers: () => [...new Set(node.getConnections().map(({ remotePeer }) => remotePeer.toString()))],
    listeners: (topic) => pubsub.getSubscribers(topic).map(String),
    scoreOf: (peerId) => inner.score.score(peerId),
    trust: (peerIds) => {
      for (const peerId of inner.direct) if (!peerIds.has(peerId)) inner.direct.delete(peerId);
      for (const peerId of peerIds) inner.direct.add(peerId);
    },
    dial: async (peerId, addresses) => {
      await node.dial(
        addresses.map((address) => multiaddr(`${address}/p2p/${peerId}`)),
        { signal: AbortSignal.timeout(DIAL_MS) },
      );
    },
    hangUp: (peerId) => node.hangUp(peerIdFromString(peerId)),
    stop: async () => node.stop(),
  };
}
