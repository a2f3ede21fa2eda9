// The mesh as the surface sees it: what is known of peers and replicas, put together from the parts that know it, and
// the operator's acts.
import { type Issue, issue } from '../../core/base/issue.js';
import { fail, failIf, isFailure, type Result } from '../../core/base/result.js';
import type { Peer } from '../../core/mesh/types.js';
import type { Validator } from '../../core/model/register.js';
import { validatorIdOf } from '../../core/register/roster.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import type { Mesh, MeshStatus, PeerView, ReplicaView } from './mesh.js';
import type { MeshParts } from './parts.js';
import type { PeerBook } from './peers/peer-book.js';
import type { MeshLedger } from './ports.js';

export interface MeshSurfacePorts {
  readonly parts: Pick<MeshParts, 'subscriptions' | 'attestations' | 'replication' | 'rosters' | 'tips' | 'net'>;
  readonly spread: Mesh['spread'];
  readonly ledger: Pick<MeshLedger, 'registers' | 'register' | 'state' | 'setSubscribed' | 'heads'> & {
    consensus(registerId: string): Result<{ readonly round: number; readonly leader: string }>;
  };
  readonly book: Pick<PeerBook, 'reset'> & { readonly bans: Pick<PeerBook['bans'], 'ban' | 'lift'> };
  /** Every known peer with its link. */
  views(): readonly PeerView[];
  readonly own: {
    readonly peerId: string;
    readonly orgId: string;
    readonly orgName?: string | undefined;
    readonly endpoint: string;
    seat(): Validator;
  };
}

export function meshSurface(ports: MeshSurfacePorts): Mesh {
  const { parts, ledger, book, own } = ports;
  const withAdverts = (view: PeerView): PeerView => ({
    ...view,
    advertised: parts.subscriptions.advertsOf(view.peerId).map(({ registerId, height, isPublic }) => ({
      registerId,
      height,
      isPublic,
    })),
  });
  const view = (peerId: string) => ports.views().find((item) => item.peerId === peerId);
  const viewOf = (peerId: string): PeerView | undefined => {
    const peerView = view(peerId);
    return peerView && withAdverts(peerView);
  };
  const knownPeer = (peerId: string): Result<PeerView> =>
    viewOf(peerId) ?? fail(issue('PEER_NOT_FOUND', '', 'This node knows no such peer.'));
  return {
    status: (): MeshStatus => {
      const views = ports.views();
      const peersUp = views.filter(({ state }) => state === 'up').length;
      return { isOn: true, ...own, peersUp, peersKnown: views.length };
    },
    peers: () => ports.views().map(withAdverts),
    peer: viewOf,
    seatOf: (peerId) => {
      if (peerId === own.peerId) return own.seat();
      const peer = parts.net()?.peer(peerId);
      if (!peer || peer.consensusKey === '' || peer.standing !== 'member')
        return fail(seatless(peerId, { peer, view: view(peerId) }));
      const { consensusKey, orgId } = peer;
      return { validatorId: validatorIdOf(consensusKey), orgId, consensusKey, peerId };
    },
    collectAttestations: (docket, seats) => parts.attestations.collect(docket, seats),
    ban: async (peerId, given) => {
      const problem = await book.bans.ban(peerId, given);
      return failIf(problem) ?? knownPeer(peerId);
    },
    unban: async (peerId) => {
      const problem = await book.bans.lift(peerId);
      return failIf(problem) ?? knownPeer(peerId);
    },
    reset: (peerId) => book.reset(peerId),
    spread: ports.spread,
    replicas: () => ledger.registers().map((record) => replicaOf(ports, record)),
    replica: (registerId) => {
      const record = ledger.register(registerId);
      return record && replicaOf(ports, record);
    },
    available: () => parts.subscriptions.available(),
    subscribe: (registerId, given) => subscribe(ports, registerId, given),
    unsubscribe: (registerId) => unsubscribe(ports, registerId),
  };
}

const HELD = 'Its head is not believed yet: it is being compared with what nodes of two organisations tell.';

/** Why a node cannot be given a seat now, and what to do about it. */
function seatless(
  peerId: string,
  { peer, view }: { readonly peer: Peer | undefined; readonly view: PeerView | undefined },
): Issue {
  const all = 'All validators of a register have to be linked when it is founded';
  const why = !view
    ? `This node knows no node ${peerId}. ${all}: check the peer id ("quorate mesh status" on that node shows it), and that one of the two has the other in network.peers.`
    : !peer
      ? `The node ${peerId} is not linked (${view.state}). ${all}: start it; "quorate mesh status" and the log of this node say why if it stays so. Others can join later ("quorate validator add").`
      : peer.standing === 'member'
        ? `The node ${peerId} tells no key that a seat could have.`
        : `The node ${peerId} is linked as a guest: a validator needs a certificate of an organisation that is trusted here ("quorate node trust").`;
  return issue('PEER_NOT_FOUND', '', why);
}

async function subscribe(
  ports: MeshSurfacePorts,
  registerId: string,
  given: Parameters<Mesh['subscribe']>[1],
): Promise<Result<ReplicaView>> {
  const { genesisHash, checkpoint, tenantId = ports.own.orgId } = given;
  const { parts, ledger } = ports;
  if (given.isOfOthers) return fail(await parts.subscriptions.takenProblem(registerId));
  const known = ledger.register(registerId);
  if (known && checkpoint) {
    await ledger.heads?.setCheckpoint(registerId, checkpoint);
    parts.replication.gate.hurry(registerId);
    if (known.subscribed || parts.rosters.isSeated(registerId)) return replicaOf(ports, known);
  }
  if (known && !known.subscribed && !parts.rosters.isSeated(registerId)) {
    const problem = await ledger.setSubscribed(registerId, true);
    if (problem) return fail(problem);
    await parts.subscriptions.follow(registerId);
    return replicaOf(ports, ledger.register(registerId) ?? known);
  }
  const record = await parts.subscriptions.subscribe(registerId, {
    ...{ tenantId },
    ...(genesisHash !== undefined && { genesisHash }),
    ...(checkpoint && { checkpoint }),
  });
  if (isFailure(record)) return record;
  await parts.subscriptions.follow(registerId);
  return replicaOf(ports, ledger.register(registerId) ?? record);
}

async function unsubscribe({ parts, ledger }: MeshSurfacePorts, registerId: string): Promise<Issue | undefined> {
  const record = ledger.register(registerId);
  if (!record?.subscribed)
    return issue('SUBSCRIPTION_NOT_FOUND', '', 'This node does not follow the register of a peer.');
  if (parts.rosters.isSeated(registerId))
    return issue(
      'REGISTER_SEATED',
      '',
      'This node has a seat in the roster: remove the validator by governance first.',
    );
  const problem = await ledger.setSubscribed(registerId, false);
  if (!problem) parts.subscriptions.drop(registerId);
  return problem;
}

function replicaOf({ parts, ledger }: MeshSurfacePorts, record: RegisterRecord): ReplicaView {
  const state = ledger.state(record.id);
  const height = isFailure(state) ? 0 : state.height;
  const following = parts.replication.view(record.id);
  const isSeated = parts.rosters.isSeated(record.id);
  const others = isSeated ? parts.rosters.peers(record.id) : [];
  const providers = isSeated
    ? others.filter((id) => parts.net()?.peer(id))
    : parts.subscriptions.providersOf(record.id);
  // No peer can say that it is behind while none is heard.
  const isDeaf = providers.length === 0 && (others.length > 0 || (!isSeated && record.subscribed === true));
  const { gate } = parts.replication;
  const isFetching = gate.holds(record.id) && gate.isFetching(record);
  const isHeld = gate.holds(record.id) && !isFetching;
  const stood = record.status === 'OFFLINE' ? 'It is OFFLINE on this node.' : isHeld ? HELD : undefined;
  const problem = stood && (record.statusReason ?? stood);
  const lastError =
    problem ?? following?.lastError ?? (isDeaf ? 'No peer that has the register is linked.' : undefined);
  return {
    registerId: record.id,
    state: problem !== undefined || isDeaf ? 'stalled' : isFetching ? 'recovering' : (following?.state ?? 'synced'),
    height,
    targetHeight: Math.max(height, following?.claims.highest ?? 0),
    dockets: following?.dockets ?? 0,
    ...(following?.lastSyncMs !== undefined && { lastSyncMs: following.lastSyncMs }),
    failures: following?.failures ?? 0,
    ...(lastError !== undefined && { lastError }),
    isSeated,
    isSubscribed: record.subscribed === true,
    providers,
    get tips() {
      return parts.rosters.peers(record.id).flatMap((peerId) => {
        const seen = parts.tips.tipSeen(record.id, peerId, height);
        return seen ? [{ peerId, ...seen }] : [];
      });
    },
    // Read when it is asked for: of a register that is not open it costs two reads, and lists of all replicas rarely
    // show it.
    get consensus() {
      const view = isSeated ? ledger.consensus(record.id) : undefined;
      return view === undefined || isFailure(view) ? undefined : { round: view.round, leader: view.leader };
    },
  };
}
