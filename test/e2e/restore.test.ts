// Restoring to a height, with real nodes: a member of three catches up before it votes again; a register of one node
// alone is proven forked by its follower; a restore that is killed leaves nothing that starts.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { type ClusterMember, MeshCluster } from '../../cli/harness/mesh-cluster.js';
import { PROGRAM } from '../../cli/harness/node-process.js';
import { everywhere, follow, foundShared, publishBench } from '../../cli/harness/shared-register.js';
import { benchSubmission, type Workload } from '../../cli/harness/workload.js';
import { folderOfAll } from '../support/base/folders.js';
import { REGISTER_ID } from '../support/register/ledger.js';
import { openingSteps, type Saved, savedLedger } from '../support/register/saved-ledger.js';
import { auditStore } from '../tools/store-audit.js';
import { quorate } from './operator.js';

const UNTIL_MS = 30_000;

describe('restore to a height', function () {
  this.timeout(240_000);
  const folder = folderOfAll();
  let cluster: MeshCluster;
  let sequence = 0;
  before(async () => {
    cluster = await MeshCluster.create({ nodes: 3, settings: { 'network.confirmHeads': 'false' } });
  });
  after(async () => {
    await cluster?.remove();
  });

  const member = (index: number) => cluster.members[index] as ClusterMember;
  const submit = ({ node, token }: ClusterMember, workload: Workload) =>
    node
      .client(token)
      .submitTransaction(
        { params: { registerId: workload.registerId }, body: benchSubmission(workload, sequence++) as never },
        { waitSeconds: 20 },
      );
  const register = ({ node, token }: ClusterMember, registerId: string) =>
    node.client(token).getRegister({ params: { registerId } });
  async function until(said: string, is: () => Promise<boolean>): Promise<void> {
    for (const late = Date.now() + UNTIL_MS; !(await is().catch(() => false)); await pause(100))
      expect(Date.now(), said).to.be.lessThan(late);
  }
  /** Stops a node, saves it, and restores it to a height in the same place. */
  async function takenBack({ node, name }: ClusterMember, registerId: string, height: number): Promise<string> {
    await node.stop();
    const file = join(folder, `${name}-${registerId}.backup`);
    const saved = await quorate(['backup', file, '--with-keys', '--data-dir', node.dataDir]);
    expect(saved.code, saved.err).to.equal(0);
    rmSync(node.dataDir, { recursive: true });
    const words = ['restore', file, '--data-dir', node.dataDir, '--to-height', `${registerId}=${height}`, '--yes'];
    const { code, err } = await quorate(words);
    expect(code, err).to.equal(0);
    return err;
  }
  /** By a new login: a restored store takes no token of before. */
  const accept = async (restored: ClusterMember, registerId: string) => {
    const { node, token: before } = restored;
    const refused = await node
      .client(before)
      .getMe()
      .catch((error: unknown) => error);
    expect(refused).to.include({ status: 401 });
    restored.token = await node.login();
    return node.client(restored.token).acceptAmnesia({ params: { registerId } });
  };

  it('lets a member of three vote only after it has all that it had, and loses nothing', async () => {
    const { registerId } = await foundShared(cluster, { name: 'Shared', mode: 'majority' });
    const workload = await publishBench(cluster.members, registerId, 4);
    for (let i = 0; i < 4; i++) await submit(member(i % 3), workload);
    const third = member(2);
    await everywhere([third], registerId, 6);
    const others = [member(0), member(1)];
    // The others are away, so that no peer gives it the rest.
    for (const { node } of others) await node.stop();
    expect(await takenBack(third, registerId, 2)).to.contain('stays closed (RECOVERY)');
    const checked = await quorate(['check', '--data-dir', third.node.dataDir, '--register', registerId]);
    expect(checked.code, checked.out + checked.err).to.equal(0);
    await third.node.start();
    expect(third.node.fence).to.equal('restored');
    await accept(third, registerId);
    await pause(1000);
    expect(await register(third, registerId)).to.include({ status: 'RECOVERY', height: 3 });
    // One other alone: with the vote of the third they would be a quorum.
    await member(0).node.start();
    await until('the third has caught up', async () => Number((await register(third, registerId)).height) >= 6);
    // Its answer may say pending: the round of the member that is away has to run out first.
    await submit(third, workload);
    await until('the two seal', async () => Number((await register(third, registerId)).height) === 7);
    await member(1).node.start();
    await everywhere(cluster.members, registerId, 7);
    await third.node.stop();
    const { issues, hashes } = await auditStore(third.node.dataDir);
    expect([issues, hashes.get(registerId)?.length]).to.deep.equal([[], 7]);
    await third.node.start();
    await cluster.waitForLinks();
    // Since the restore it tells others a key that has voted nowhere, and that signs in new registers.
    const later = await foundShared(cluster, { name: 'Later', mode: 'majority' });
    const seatIn = async (id: string) => {
      const { validators } = await member(0)
        .node.client(member(0).token)
        .getGovernanceRoster({ params: { registerId: id } });
      return validators.find(({ peerId }) => peerId === third.peerId)?.validatorId;
    };
    const [old, fresh] = [await seatIn(registerId), await seatIn(later.registerId)];
    expect([old, fresh]).to.not.include(undefined);
    expect(fresh).to.not.equal(old);
  });

  it('makes a fork that who follows it proves, where one node decides alone', async () => {
    const [lone, follower] = [member(0), member(1)];
    const { registerId } = await foundShared(cluster, {
      name: 'Lone',
      mode: 'majority',
      seats: [lone],
      isPublic: true,
    });
    const workload = await publishBench([lone], registerId, 4);
    for (let i = 0; i < 3; i++) await submit(lone, workload);
    await follow(follower, registerId);
    await everywhere([follower], registerId, 5);
    // Away, for it would give the node back what it gave up.
    await follower.node.stop();
    expect(await takenBack(lone, registerId, 2))
      .to.contain('second history')
      .and.contain('forks its history');
    await lone.node.start();
    await accept(lone, registerId);
    expect(await submit(lone, workload)).to.include({ status: 'sealed', docketNumber: 3 });
    await follower.node.start();
    for (const one of [follower, lone])
      await until(`${one.name} is stopped by the fork`, async () => {
        const { status, statusReason } = (await register(one, registerId)) as { status: string; statusReason?: string };
        return status === 'OFFLINE' && statusReason === 'FORK';
      });
  });

  it('leaves nothing that starts when it is killed, and is done again from the beginning', async () => {
    const saved: Saved = await savedLedger({
      steps: openingSteps(Array.from({ length: 150 }, () => 1)),
      record: { subscribed: true },
    });
    try {
      for (const afterMs of [0, 20, 60]) {
        const back = join(saved.root, `back-${afterMs}`);
        await killed(['restore', saved.file, '--data-dir', back, '--to-height', `${REGISTER_ID}=140`], back, afterMs);
        const started = await quorate(['start', '--data-dir', back, '--port', '0']);
        expect(started.code, started.err).to.not.equal(0);
        expect(started.err).to.contain('restore into this store was not finished').and.contain('empty folder');
        rmSync(back, { recursive: true });
        const again = await quorate(['restore', saved.file, '--data-dir', back, '--to-height', `${REGISTER_ID}=140`]);
        expect(again.code, again.err).to.equal(0);
      }
    } finally {
      saved.remove();
    }
  });

  /** Ends the program so long after it began to write. */
  async function killed(words: readonly string[], dir: string, afterMs: number): Promise<void> {
    const child = spawn(process.execPath, [...process.execArgv, PROGRAM, ...words], { stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('close', resolve));
    // Before its first write the folder holds an empty store, which is nothing yet.
    const isLog = (name: string) => name.endsWith('.log') && statSync(join(dir, name)).size > 0;
    await until('it writes', async () => existsSync(join(dir, 'CURRENT')) && readdirSync(dir).some(isLog));
    await pause(afterMs);
    child.kill('SIGKILL');
    await ended;
  }
});
