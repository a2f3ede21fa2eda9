// Ports of gossip to the program that carries it, so that its rules run and are tested without libp2p.
// node/network/gossip/host.ts fulfils it. Types only.

/** The verdict on a message that came in: passed on, counted against its sender, or only dropped. */
export type TopicVerdict = 'accept' | 'reject' | 'ignore';

export interface GossipTransport {
  /** Where it listens, without the peer id: /ip4/127.0.0.1/tcp/7444. */
  readonly multiaddrs: readonly string[];
  join(topic: string): void;
  leave(topic: string): void;
  /** How many peers it was handed to. There is no back-pressure: the caller bounds what is under way. */
  publish(topic: string, data: Uint8Array): Promise<number>;
  /** peerIds with a connection. */
  linkedPeers(): readonly string[];
  /** peerIds that listen to the topic. */
  listeners(topic: string): readonly string[];
  /** Its score as gossipsub counts it. */
  scoreOf(peerId: string): number;
  /**
   * Peers that every message goes to at once and whose messages are always heard: nodes of this node's own
   * organisation.
   */
  trust(peerIds: ReadonlySet<string>): void;
  /** Rejects when the peer cannot be reached or proves another id. */
  dial(peerId: string, multiaddrs: readonly string[]): Promise<void>;
  hangUp(peerId: string): Promise<void>;
  stop(): Promise<void>;
}
