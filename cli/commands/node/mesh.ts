// The mesh as this node sees it: all nodes, who is connected, how far each register is, who validates it and who
// proposes now.

import type { Client } from '../../../api/client/client.js';
import { countNoun } from '../../../core/base/counted.js';
import type { Command } from '../../command/command.js';
import { fields, table } from '../../command/output.js';
import { nodesIn, nodesTable } from '../../remote/nodes.js';
import { seatsWithoutPeer } from '../../remote/seats.js';
import { connect } from '../../remote/session.js';
import { answerText } from './peer.js';

type Mesh = Awaited<ReturnType<Client['getMeshStatus']>>;
type Replica = Mesh['replicas'][number];

/** Enough of an id to tell seats apart in a table; --json has all of it. */
const SHORT = 12;
/** Rows of seats; --json has all of them. */
const SEATS_SHOWN = 100;

const status: Command = {
  name: 'mesh status',
  summary: 'show all nodes that this node knows, and the height, lag, roster, leader and round of each register',
  examples: ['quorate mesh status --watch', 'quorate mesh status -o json'],
  canWatch: true,
  async run(context) {
    const { out } = context;
    const { client } = await connect(context);
    const mesh = await client.getMeshStatus();
    out.show(mesh.isOn ? { ...mesh, nodes: nodesIn(mesh) } : mesh, () => meshText(mesh));
  },
};

export const meshCommands: readonly Command[] = [status];

function meshText(mesh: Mesh): string {
  if (!mesh.isOn) return 'The mesh of this node is switched off.';
  const head = fields({
    peer: mesh.peerId,
    organisation: mesh.orgName === mesh.orgId ? mesh.orgId : `${mesh.orgName} (${mesh.orgId})`,
    endpoint: mesh.endpoint === '' ? '- (this node only dials)' : mesh.endpoint,
    connected: `${mesh.peersUp} of ${countNoun(mesh.peersKnown, 'known peer')}`,
  });
  const nodes = `\n\n${nodesTable(nodesIn(mesh))}`;
  const replicas = mesh.replicas.length === 0 ? '' : `\n\n${replicaTable(mesh)}${seatTable(mesh)}`;
  const unreached = mesh.replicas.map(({ registerId, roster }) => seatsWithoutPeer(registerId, roster));
  return [`${head}${nodes}${replicas}`, ...unreached.filter((text) => text !== '')].join('\n\n');
}

function replicaTable({ replicas, peerId, peers }: Mesh): string {
  const connected = new Set([peerId, ...peers.filter(({ state }) => state === 'up').map((peer) => peer.peerId)]);
  const rows = replicas.map((replica) => [
    replica.state,
    replica.height,
    replica.lag,
    seatsText(replica, connected),
    leaderText(replica),
    replica.round ?? '-',
    replica.registerId,
    replica.lastError ?? '',
  ]);
  return table(['STATE', 'HEIGHT', 'LAG', 'SEATS', 'LEADER', 'ROUND', 'REGISTER', 'ERROR'], rows);
}

/** The seats of other nodes: what they hold by their own word, and whether they answer now. */
function seatTable({ replicas, peerId, peers }: Mesh): string {
  const rows = replicas.flatMap(({ registerId, roster }) =>
    roster
      .filter((seat) => seat.peerId !== peerId)
      .map(({ peerId: other, orgName, tip, tipAt, lag }) => {
        const peer = peers.find((each) => each.peerId === other);
        const answer = peer?.state === 'up' ? answerText(peer) : 'no link';
        return [orgName, answer, tip ?? '-', lag, tipAt ?? '-', registerId];
      }),
  );
  if (rows.length === 0) return '';
  const head = ['SEAT OF', 'ROUND TRIP', 'HOLDS DOCKET', 'BEHIND', 'HEARD', 'REGISTER'];
  return `\n\n${table(head, rows.slice(0, SEATS_SHOWN))}`;
}

/** How many seats are reached, whether they are enough to seal anything, and whether this node has one of them. */
function seatsText({ roster, isSeated, quorum }: Replica, connected: ReadonlySet<string>): string {
  if (roster.length === 0) return '-';
  const reached = roster.filter((seat) => connected.has(seat.peerId)).length;
  const missing = reached < quorum ? `, no quorum (${quorum} needed): nothing is sealed` : '';
  const here = isSeated ? ', one here' : ', none here';
  return `${reached}/${roster.length} reached${here}${missing}`;
}

function leaderText({ leader, roster }: Replica): string {
  if (leader === undefined) return '-';
  const seat = roster.find(({ validatorId }) => validatorId === leader);
  const organisation = seat === undefined || seat.orgId === '' ? '' : ` (${seat.orgId})`;
  return `${leader.slice(0, SHORT)}${organisation}`;
}
