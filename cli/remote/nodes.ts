// All nodes that one node knows of, from its own answer: linked or not, how far each is and where it has seats. The
// claims of a peer about itself count as told: they are shown beside the facts that are sealed here and are not a
// proof.
import type { Client } from '../../api/client/client.js';
import { table } from '../command/output.js';

type Mesh = Awaited<ReturnType<Client['getMeshStatus']>>;

export interface MeshNode {
  readonly peerId: string;
  readonly orgId: string;
  /** State of the link; `here` is the node that answers, `unknown` one that only a roster names. */
  readonly link: string;
  readonly version: string | null;
  readonly lastSeen: string | null;
  /** Registers in whose roster it stands. */
  readonly seats: readonly string[];
  /**
   * Heights of registers: its own of the node that answers, those that it offers as others tell them. `ahead` of what
   * is sealed here; below 0 it is behind.
   */
  readonly heights: readonly { readonly registerId: string; readonly height: number; readonly ahead: number | null }[];
}

const ROWS_MAX = 100;
const HEIGHTS_SHOWN = 3;
const SHORT = 8;

/** This node first, then those that it knows as peers, then those that only rosters name. */
export function nodesIn(mesh: Mesh): readonly MeshNode[] {
  const ours = new Map(mesh.replicas.map(({ registerId, height }) => [registerId, height]));
  const seats = new Map<string, string[]>();
  const organisations = new Map<string, string>();
  for (const { registerId, roster } of mesh.replicas)
    for (const { peerId, orgId } of roster) {
      if (peerId === '') continue;
      seats.set(peerId, [...(seats.get(peerId) ?? []), registerId]);
      organisations.set(peerId, orgId);
    }
  const seatsOf = (peerId: string): readonly string[] => seats.get(peerId) ?? [];
  const here: MeshNode = {
    peerId: mesh.peerId,
    orgId: mesh.orgId,
    link: 'here',
    version: null,
    lastSeen: null,
    seats: seatsOf(mesh.peerId),
    heights: mesh.replicas.map(({ registerId, height }) => ({ registerId, height, ahead: 0 })),
  };
  const peers = mesh.peers.map(
    ({ peerId, orgId, state, version, lastSeen, advertisedRegisters }): MeshNode => ({
      ...{ peerId, orgId, link: state, lastSeen, seats: seatsOf(peerId) },
      version: version === '' ? null : version,
      heights: advertisedRegisters.map(({ registerId, latestVersion }) => {
        const height = ours.get(registerId);
        return { registerId, height: latestVersion, ahead: height === undefined ? null : latestVersion - height };
      }),
    }),
  );
  const known = new Set([mesh.peerId, ...peers.map(({ peerId }) => peerId)]);
  const named = [...seats.keys()].filter((peerId) => !known.has(peerId));
  const unlinked = named.map(
    (peerId): MeshNode => ({
      ...{ peerId, orgId: organisations.get(peerId) ?? '', link: 'unknown', version: null, lastSeen: null },
      ...{ seats: seatsOf(peerId), heights: [] },
    }),
  );
  return [here, ...peers, ...unlinked];
}

export function nodesTable(nodes: readonly MeshNode[]): string {
  const rows = nodes
    .slice(0, ROWS_MAX)
    .map((node) => [
      node.link,
      node.seats.length,
      heightsText(node),
      node.version,
      node.lastSeen,
      node.orgId,
      node.peerId,
    ]);
  const head = ['LINK', 'SEATS', 'OFFERS AT HEIGHT', 'VERSION', 'LAST SEEN', 'ORGANISATION', 'PEER'];
  const more = nodes.length - ROWS_MAX;
  return more > 0 ? `${table(head, rows)}\n\n${more} more: quorate peer list` : table(head, rows);
}

/** The rows that differ from what is sealed here first. */
function heightsText({ link, heights }: MeshNode): string {
  // Members tell one another digests of their tips, and a height of what they offer or have above ours: the latter is
  // in LAG below.
  if (heights.length === 0) return link === 'up' ? 'none offered' : '-';
  const sorted = [...heights].sort((a, b) => Math.abs(b.ahead ?? 0) - Math.abs(a.ahead ?? 0));
  const shown = sorted
    .slice(0, HEIGHTS_SHOWN)
    .map(({ registerId, height, ahead }) => `${registerId.slice(0, SHORT)} ${height}${aheadText(link, ahead)}`);
  const more = heights.length - HEIGHTS_SHOWN;
  return more > 0 ? `${shown.join(', ')}, ${more} more` : shown.join(', ');
}

function aheadText(link: string, ahead: number | null): string {
  if (link === 'here') return '';
  if (ahead === null) return ' (not here)';
  if (ahead === 0) return ' (level)';
  return ahead > 0 ? ` (${ahead} ahead)` : ` (${-ahead} behind)`;
}
