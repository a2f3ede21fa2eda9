// A mesh for contract tests: the port's acts on plain lists that a test may change. No network and no rules but those
// of the port.
import type { AvailableRegister, Mesh, PeerView, ReplicaView } from '../../../actors/mesh/mesh.js';
import type { WalletAsker } from '../../../actors/wallet-asks/asking.js';
import { LEDGER } from '../../../api/examples/ledger.js';
import { PEER_ID } from '../../../api/examples/peer.js';
import { issue } from '../../../core/base/issue.js';
import { fail } from '../../../core/base/result.js';

const AT = Date.parse('2026-11-21T09:00:00.000Z');

export function aPeer(members: Partial<PeerView> = {}): PeerView {
  return {
    peerId: PEER_ID,
    orgId: 'southwind',
    host: 'ledger.southwind.example',
    port: 7443,
    state: 'up',
    standing: 'member',
    isSeed: true,
    firstSeenMs: AT,
    lastSeenMs: AT,
    version: '0.1.0',
    failures: 1,
    score: 3,
    requests: { total: 100, succeeded: 99, averageMs: 4, minMs: 1, maxMs: 9 },
    breaker: 'closed',
    queued: 0,
    advertised: [{ registerId: LEDGER.registerId, height: 12, isPublic: true }],
    ...members,
  };
}

export function aReplica(members: Partial<ReplicaView> = {}): ReplicaView {
  return {
    registerId: LEDGER.registerId,
    state: 'synced',
    height: 12,
    targetHeight: 12,
    dockets: 13,
    lastSyncMs: AT,
    failures: 0,
    isSeated: false,
    isSubscribed: true,
    providers: [PEER_ID],
    ...members,
  };
}

export const OFFERED: AvailableRegister = {
  registerId: LEDGER.registerId,
  name: 'Orders',
  description: '',
  height: 12,
  peers: [PEER_ID],
  fullReplicas: 1,
  isPublic: true,
};

export class FakeMesh implements Mesh {
  readonly known = new Map<string, PeerView>([[PEER_ID, aPeer()]]);
  readonly followed = new Map<string, ReplicaView>();
  offered: readonly AvailableRegister[] = [OFFERED];
  readonly inRoster = new Set<string>();
  readonly bans: { readonly peerId: string; readonly reason: string; readonly force: boolean }[] = [];
  isOn = true;

  status() {
    const peersUp = this.peers().filter(({ state }) => state === 'up').length;
    return { isOn: this.isOn, peerId: 'self', orgId: 'o', endpoint: 'h:1', peersUp, peersKnown: this.known.size };
  }
  peers() {
    return [...this.known.values()];
  }
  peer(peerId: string) {
    return this.known.get(peerId);
  }
  seatOf() {
    return fail(UNKNOWN);
  }
  async ban(peerId: string, given: { readonly reason: string; readonly force: boolean }) {
    const peer = this.known.get(peerId);
    if (peer === undefined) return fail(UNKNOWN);
    if (peer.ban !== undefined) return fail(issue('PEER_BANNED', '', 'banned'));
    if (this.inRoster.has(peerId) && !given.force) return fail(issue('PEER_IN_ROSTER', '', 'in roster'));
    this.bans.push({ peerId, ...given });
    return this.put({ ...peer, state: 'banned', ban: { atMs: AT, untilMs: null, reason: given.reason } });
  }
  async unban(peerId: string) {
    const peer = this.known.get(peerId);
    if (peer === undefined) return fail(UNKNOWN);
    if (peer.ban === undefined) return fail(issue('PEER_NOT_BANNED', '', 'not banned'));
    return this.put(aPeer({ peerId }));
  }
  async reset(peerId: string) {
    return this.known.get(peerId)?.failures ?? fail(UNKNOWN);
  }
  spread = async () => false;
  collectAttestations = async () => fail(UNKNOWN);
  /** Nodes of wallets that are on others. */
  readonly walletAsks: { ask: WalletAsker['ask'] } = {
    ask: async () => fail(issue('WALLET_NODE_AWAY', '', 'No other node has wallets.')),
  };

  replicas() {
    return [...this.followed.values()];
  }
  replica(registerId: string) {
    return this.followed.get(registerId);
  }
  available() {
    return this.offered;
  }
  /** The organisation that asked last. */
  subscriber: string | undefined;

  async subscribe(registerId: string, given: Parameters<Mesh['subscribe']>[1]) {
    this.subscriber = given.tenantId;
    if (this.followed.has(registerId)) return fail(issue('SUBSCRIPTION_EXISTS', '', 'exists'));
    const isOffered = this.offered.some((one) => one.registerId === registerId);
    if (given.isOfOthers && isOffered) return fail(issue('SUBSCRIPTION_EXISTS', '', 'exists'));
    if (!isOffered || given.genesisHash === 'f'.repeat(64))
      return fail(issue('REGISTER_NOT_ADVERTISED', '', 'nobody offers it'));
    const made = aReplica({ registerId, state: 'recovering', height: 0 });
    this.followed.set(registerId, made);
    return made;
  }
  async unsubscribe(registerId: string) {
    if (this.followed.get(registerId)?.isSeated) return issue('REGISTER_SEATED', '', 'seated');
    this.followed.delete(registerId);
    return undefined;
  }

  private put(peer: PeerView): PeerView {
    this.known.set(peer.peerId, peer);
    return peer;
  }
}

const UNKNOWN = issue('PEER_NOT_FOUND', '', 'not known');
