// A member whose node is patched to tell heads of heights that do not exist: a node that is new to the register
// believes the two honest organisations, follows them, and says so; and the register goes on.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { type ClusterMember, MeshCluster } from '../../cli/harness/mesh-cluster.js';
import { everywhere, follow, foundShared, publishBench } from '../../cli/harness/shared-register.js';
import { benchSubmission, type Workload } from '../../cli/harness/workload.js';
import { BEGIN_FILE } from '../chaos/evil/kinds.js';

const LIAR = join(import.meta.dirname, '..', 'chaos', 'evil', 'main.js');
const SEATS = 3;
const SETTLING_MS = 30_000;

describe('a node that lies about its head', function () {
  this.timeout(240_000);
  let cluster: MeshCluster;
  let registerId: string;
  let workload: Workload;
  let sequence = 0;

  before(async () => {
    const program = { path: LIAR, words: ['--evil', 'height-liar'] };
    cluster = await MeshCluster.create({ nodes: SEATS + 1, programOf: (index) => (index === 2 ? program : undefined) });
    const seats = cluster.members.slice(0, SEATS);
    ({ registerId } = await foundShared(cluster, { name: 'Lied about', mode: 'majority', seats, isPublic: true }));
    workload = await publishBench(seats, registerId, 4);
    await submit();
    await everywhere(seats, registerId, 3);
    writeFileSync(join(member(2).node.dataDir, BEGIN_FILE), '');
    // The program looks for the file twenty times a second.
    await pause(500);
  });
  after(() => cluster?.remove());

  const member = (index: number) => cluster.members[index] as ClusterMember;
  const seen = ({ node, token }: ClusterMember) => node.client(token).getRegister({ params: { registerId } });
  const submit = () => {
    const { node, token } = member(0);
    const body = benchSubmission(workload, sequence++) as never;
    return node.client(token).submitTransaction({ params: { registerId }, body }, { waitSeconds: 20 });
  };

  it('keeps no new follower from the head that two honest organisations show', async () => {
    const newcomer = member(SEATS);
    await follow(newcomer, registerId);
    await everywhere([newcomer], registerId, Number((await seen(member(0))).height));
    for (const until = Date.now() + SETTLING_MS; (await seen(newcomer)).status !== 'ONLINE'; await pause(200))
      if (Date.now() > until) throw newcomer.node.failure(`the newcomer is ${JSON.stringify(await seen(newcomer))}`);
    const [ours, theirs] = await Promise.all([seen(member(0)), seen(newcomer)]);
    expect(theirs).to.include({ height: ours.height, status: 'ONLINE' });
  });

  it('does not keep the register from going on, nor the follower from hearing of it', async () => {
    const { height } = await seen(member(0));
    await submit();
    await everywhere([member(0), member(1), member(SEATS)], registerId, Number(height) + 1);
  });
});
