// The peers of this node: listed, shown, banned and forgiven. Whether a ban may cost quorum is the node's to say.

import type { Client } from '../../../api/client/client.js';
import { countNoun } from '../../../core/base/counted.js';
import type { Command } from '../../command/command.js';
import { confirm, YES_OPTION } from '../../command/confirm.js';
import { pickStated } from '../../command/input.js';
import { fields, table } from '../../command/output.js';
import { PAGE_OPTIONS, pageIn, pageNote } from '../../command/pages.js';
import { connect } from '../../remote/session.js';

type Peer = Awaited<ReturnType<Client['getPeer']>>;
export type PeerInfo = Awaited<ReturnType<Client['listPeers']>>[number];

const PEER_ARGUMENT = { name: '<peer>', description: 'peerId of the node' };

const list: Command = {
  name: 'peer list',
  summary: 'list the nodes that this node knows',
  canWatch: true,
  options: PAGE_OPTIONS,
  async run(context) {
    const { input, out } = context;
    const { send } = await connect(context);
    const page = pageIn(input);
    const { body, headers } = await send('listPeers', { query: page });
    const peers = body as readonly PeerInfo[];
    const total = Number(headers.get('x-total-count') ?? peers.length);
    out.show(peers, () => peerTable(peers) + pageNote(page, total));
  },
};

const show: Command = {
  name: 'peer show',
  summary: 'show what this node knows of another',
  args: [PEER_ARGUMENT],
  async run(context) {
    const { client } = await connect(context);
    const peer = await client.getPeer({ params: { peerId: context.input.arg('peer') } });
    context.out.show(peer, () => peerText(peer));
  },
};

const ban: Command = {
  name: 'peer ban',
  summary: 'close the links to a node and open none until the ban is lifted',
  examples: ['quorate peer ban 12D3KooW… --reason "sends what it did not sign"'],
  args: [PEER_ARGUMENT],
  options: [
    { flags: '--reason <text>', description: 'why, for those who look at it later' },
    { flags: '--force', description: 'though it holds a seat in a register of this node: it may cost quorum' },
    YES_OPTION,
  ],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const peerId = input.arg('peer');
    const force = input.flag('force');
    if (force)
      await confirm(context, `Ban ${peerId} even if registers of this node then cannot seal until the ban is lifted?`);
    const body = pickStated({ reason: input.text('reason'), force: force ? true : undefined });
    const banned = await client.banPeer({ params: { peerId }, body });
    out.show(banned, `Banned ${peerId} until you lift it (quorate peer unban ${peerId}).`);
  },
};

const unban: Command = {
  name: 'peer unban',
  summary: 'lift the ban of a node',
  args: [PEER_ARGUMENT],
  async run(context) {
    const { client } = await connect(context);
    const peerId = context.input.arg('peer');
    const peer = await client.unbanPeer({ params: { peerId } });
    context.out.show(peer, `The ban of ${peerId} is lifted.`);
  },
};

const reset: Command = {
  name: 'peer reset',
  summary: 'forget the failures and the score of a node',
  args: [PEER_ARGUMENT],
  async run(context) {
    const { client } = await connect(context);
    const peerId = context.input.arg('peer');
    const done = await client.resetPeer({ params: { peerId } });
    context.out.show(done, `Forgot ${countNoun(done.previousFailureCount, 'failure')} of ${peerId}.`);
  },
};

export const peerCommands: readonly Command[] = [list, show, ban, unban, reset];

export function peerTable(peers: readonly PeerInfo[]): string {
  const rows = peers.map((peer) => [
    peer.state,
    peer.standing,
    addressOf(peer),
    answerText(peer),
    peer.qualityRating,
    peer.failureCount,
    peer.orgId,
    peer.peerId,
  ]);
  return table(['STATE', 'STANDING', 'ADDRESS', 'ROUND TRIP', 'QUALITY', 'FAILURES', 'ORGANISATION', 'PEER'], rows);
}

function peerText(peer: Peer): string {
  const { qualityDetails: quality } = peer;
  const head = fields({
    peer: peer.peerId,
    organisation: peer.orgId,
    address: addressOf(peer),
    state: peer.state,
    standing: peer.standing,
    version: peer.version,
    'first seen': peer.firstSeen,
    'last seen': peer.lastSeen ?? 'never',
    requests: `${quality.successfulRequests} of ${quality.totalRequests} answered`,
    'round trip': answerText(peer),
    'calls take': milliseconds(peer.averageLatencyMs),
    quality: `${peer.qualityScore} (${peer.qualityRating})`,
    failures: peer.failureCount,
    score: peer.score,
    breaker: peer.breaker,
    banned: peer.isBanned ? `since ${peer.bannedAt} until ${peer.bannedUntil ?? 'it is lifted'}` : 'no',
    reason: peer.banReason ?? undefined,
  });
  const rows = peer.advertisedRegisters.map((item) => [item.latestVersion, item.syncState, item.registerId]);
  return rows.length === 0 ? head : `${head}\n\n${table(['HEIGHT', 'HERE', 'OFFERS REGISTER'], rows)}`;
}

function addressOf({ address, port }: PeerInfo): string {
  if (address === '') return '-';
  return address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;
}

/** How long it takes to answer now, or for how long it has not. */
export function answerText({ roundTripMs, silentMs }: Pick<PeerInfo, 'roundTripMs' | 'silentMs'>): string {
  return silentMs === null ? milliseconds(roundTripMs) : `no answer for ${Math.round(silentMs / 1000)} s`;
}

function milliseconds(ms: number | null): string {
  return ms === null ? '-' : `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}
