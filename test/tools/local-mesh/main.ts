// `npm run tool -- mesh`: a local mesh to look at and play with. One organisation a node, each with a CA of its own, a
// register that all of them validate, and how to reach each. It runs until it is interrupted, and then deletes what it
// made.

import { fields, outputOf, table } from '../../../cli/command/output.js';
import { processTerminal } from '../../../cli/command/terminal.js';
import { MeshCluster } from '../../../cli/harness/mesh-cluster.js';
import { foundShared, publishBench } from '../../../cli/harness/shared-register.js';
import { programOptions } from '../program-options.js';

const { values } = programOptions(
  'npm run tool -- mesh',
  'Starts a mesh on this machine, one organisation a node, until Ctrl-C.',
  {
    options: {
      nodes: { type: 'string', default: '4' },
      mode: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  },
);
const nodes = Number(values.nodes);
const mode = values.mode ?? (nodes >= 4 ? 'bft' : 'majority');
if (!Number.isInteger(nodes) || nodes < 2 || nodes > 8) refuse('--nodes is a whole number from 2 to 8');
if (mode !== 'bft' && mode !== 'majority') refuse('--mode is bft or majority');
if (mode === 'bft' && nodes < 4) refuse('bft takes at least four nodes');

const out = outputOf(processTerminal(), { json: values.json, quiet: false });
out.note(`Starting ${nodes} nodes, each with its own organisation and certificate authority.`);
const cluster = await MeshCluster.create({ nodes });
const ended = new Promise<void>((resolve) => {
  process.once('SIGINT', () => resolve());
  process.once('SIGTERM', () => resolve());
});
try {
  out.note('Founding a register that every node attests and validates.');
  const { registerId, genesisHash } = await foundShared(cluster, { name: 'Shared register', mode: mode as 'bft' });
  const { publicationTxId } = await publishBench(cluster.members, registerId, 1);
  const members = cluster.members.map(({ name, orgId, peerId, node }) => ({
    name,
    orgId,
    peerId,
    url: node.url,
    ...node.credentials,
  }));
  out.show({ registerId, genesisHash, publicationTxId, mode, members }, () =>
    [
      table(
        ['NODE', 'URL', 'E-MAIL', 'PASSWORD', 'PEER'],
        members.map(({ name, url, email, password, peerId }) => [name, url, email, password, peerId]),
      ),
      '',
      fields({ register: registerId, genesis: genesisHash, blueprint: publicationTxId, quorum: mode }),
      '',
      `Look at it:  quorate login --url ${members[0]?.url} --email ${members[0]?.email}, then quorate mesh status`,
      'Stop it:     Ctrl-C (everything is deleted).',
    ].join('\n'),
  );
  await ended;
  out.note('Stopping.');
} finally {
  await cluster.remove();
}

function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}
