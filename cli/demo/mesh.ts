// The last act of the demo: four organisations seal one register together. A node of theirs dies and work goes on, and
// its seat goes to another by governance. All that a node shows is proven with all of them off.
import { isFailure } from '../../core/base/result.js';
import { verifyEvidence } from '../../core/chain/evidence/proof.js';
import { verifySync } from '../../core/crypto/signing/algorithms.js';
import type { Submission } from '../../core/model/transaction.js';
import { CommandError } from '../command/command.js';
import { ChainAudit } from '../harness/chain-audit.js';
import { type ClusterMember, MeshCluster } from '../harness/mesh-cluster.js';
import { carry, type Governor, seat } from '../harness/seats.js';
import { everywhere, foundShared, publishBench } from '../harness/shared-register.js';
import { benchSubmission } from '../harness/workload.js';
import type { Narrator } from './narrator.js';
import { PERMIT_NUMBER } from './permit.js';
import { type MeshWorld, short } from './world.js';

const NODES = 4;
const EACH = 5;
const KEYS = 4;
const WAIT_SECONDS = 20;
/** A revocation counts for verifiers after seconds and not after minutes. */
const SETTINGS = { 'credentials.statusTtlSeconds': '10' };

export function fourOrganisations(tell: Narrator, onStart: (cluster: MeshCluster) => void): Promise<MeshCluster> {
  return tell.step(async (step) => {
    step.say('Each has a certificate authority, a node and a folder of its own; their nodes link over mutual TLS.');
    const cluster = await MeshCluster.create({ nodes: NODES, spares: 1, hasWallets: true, settings: SETTINGS });
    onStart(cluster);
    for (const { name, peerId } of cluster.members) step.show(name, peerId);
    const linked = await Promise.all(
      cluster.members.map(({ node, token }) =>
        node
          .client(token)
          .getMeshStatus()
          .then(({ peersUp }) => peersUp),
      ),
    );
    step.expect(
      linked.every((count) => count === NODES - 1),
      'Every node is linked with every other.',
    );
    return cluster;
  });
}

export function sharedRegister(tell: Narrator, cluster: MeshCluster): Promise<MeshWorld> {
  return tell.step(async (step) => {
    step.say('An owner of each organisation signs, and so does each node: any one of the four may lie or fail.');
    const shared = await foundShared(cluster, { name: 'Four houses', mode: 'bft', isPublic: true });
    const workload = await publishBench(cluster.members, shared.registerId, KEYS);
    const governors = shared.owners.map(({ walletId }, i) => ({
      member: cluster.members[i] as ClusterMember,
      walletId,
    }));
    const world = { ...shared, cluster, workload, governors, bodies: new Map() };
    step.show('register', shared.registerId);
    const sealed = await submitAll(world, { at: cluster.members, count: EACH, from: 0 });
    step.expect(
      sealed === NODES * EACH,
      `${sealed} transactions, some through every node, are sealed by three of four.`,
    );
    const height = await sameChain(world, cluster.members);
    step.expect(
      height > 0,
      `All four hold the same ${height + 1} dockets: hashes, links and certificates are checked here.`,
    );
    return world;
  });
}

export function loseOne(tell: Narrator, world: MeshWorld): Promise<ClusterMember> {
  return tell.step(async (step) => {
    const { cluster } = world;
    const lost = cluster.members.at(-1) as ClusterMember;
    const rest = cluster.members.filter((member) => member !== lost);
    step.say(`${lost.name} is killed with SIGKILL while the others submit.`);
    const flowing = submitAll(world, { at: rest, count: EACH, from: 1000 });
    await lost.node.kill();
    const started = performance.now();
    const sealed = await flowing;
    const after = await submitAll(world, { at: rest.slice(0, 1), count: 1, from: 2000 });
    const ms = Math.round(performance.now() - started);
    step.expect(
      sealed + after === rest.length * EACH + 1,
      `All ${sealed + after} are sealed; the last one ${ms} ms after the kill.`,
    );
    const height = await sameChain(world, rest);
    step.expect(height > 0, `The three hold the same ${height + 1} dockets.`);
    return lost;
  });
}

export function evict(tell: Narrator, world: MeshWorld, lost: ClusterMember): Promise<ClusterMember> {
  return tell.step(async (step) => {
    const { cluster, registerId } = world;
    const governors = world.governors.filter(({ member }) => member !== lost) as [Governor, ...Governor[]];
    const { node, token } = governors[0].member;
    const seats = async () => (await node.client(token).getGovernanceRoster({ params: { registerId } })).validators;
    step.say('A fifth organisation joins. The owners vote it in, and then the lost node out, each with a signature.');
    const newcomer = await cluster.grow();
    await seat(registerId, governors, newcomer);
    const gone = (await seats()).find(({ peerId }) => peerId === lost.peerId);
    await carry(registerId, governors, { operationType: 'remove-validator', validatorId: gone?.validatorId ?? '' });
    const now = (await seats()).map(({ peerId }) => peerId);
    step.show('new seat', `${newcomer.name} ${newcomer.peerId}`);
    step.expect(
      now.length === NODES && now.includes(newcomer.peerId) && !now.includes(lost.peerId),
      `${newcomer.name} has a seat and ${lost.name} has none; all of it is sealed on the register.`,
    );
    const sealed = await submitAll(world, { at: [newcomer], count: EACH, from: LATER });
    step.expect(sealed === EACH, `${sealed} transactions through ${newcomer.name} are sealed by the new four.`);
    return newcomer;
  });
}

/**
 * `from` gives proofs of what it has sealed itself and of a permit that was approved before it joined; `approval` is
 * the TxId of that.
 */
export function proveAlone(
  tell: Narrator,
  world: MeshWorld,
  { from, approval }: { readonly from: ClusterMember; readonly approval: string },
): Promise<void> {
  return tell.step(async (step) => {
    const { registerId, genesisHash, cluster } = world;
    const { transactionId: txId } = bodyOf(world, LATER);
    const client = from.node.client(from.token);
    const proofOf = async (id: string) =>
      JSON.stringify(await client.getEvidence({ params: { registerId, txId: id } }));
    const [later, permit] = [await proofOf(txId), await proofOf(approval)];
    await cluster.remove();
    step.say(
      `${from.name} gives a proof of ${short(txId)}, ${later.length} bytes, and one of the approval of the permit, which was sealed before it joined: ${permit.length} bytes. Then every node is stopped and deleted.`,
    );
    const proof = verifyEvidence(JSON.parse(later), verifySync);
    const holds = !isFailure(proof) && proof.txId === txId && proof.genesisHash === genesisHash;
    step.expect(holds, 'The proof holds alone, from genesis over every change of the validators to the docket.');
    if (!isFailure(proof)) for (const fact of proof.facts) step.say(`- ${fact}`);
    const approved = verifyEvidence(JSON.parse(permit), verifySync);
    step.expect(
      !isFailure(approved) && approved.txId === approval && approved.genesisHash === genesisHash,
      `The approval of the permit is proven alone too: who signed it, when it was sealed, and by whom.`,
    );
    step.expect(
      !permit.includes(PERMIT_NUMBER) && !permit.includes('permitNumber'),
      'Its data stays encrypted to its readers: the number of the permit is not in the document.',
    );
  });
}

/** Numbers of the transactions that go through the new seat. */
const LATER = 3000;

/** The same bytes for a number whenever it is asked. */
function bodyOf({ workload, bodies }: MeshWorld, number: number): Submission {
  const body = bodies.get(number) ?? benchSubmission(workload, number);
  bodies.set(number, body);
  return body;
}

/**
 * Submits `count` transactions through each of the nodes at once and waits for their seals. Gives how many are sealed.
 */
async function submitAll(
  world: MeshWorld,
  { at, count, from }: { readonly at: readonly ClusterMember[]; readonly count: number; readonly from: number },
): Promise<number> {
  const params = { registerId: world.registerId };
  const each = at.map(async ({ node, token }, i) => {
    let sealed = 0;
    for (let k = 0; k < count; k++) {
      const body = bodyOf(world, from + i * count + k) as never;
      const answer = await node.client(token).submitTransaction({ params, body }, { waitSeconds: WAIT_SECONDS });
      if (answer.status === 'sealed') sealed++;
    }
    return sealed;
  });
  return (await Promise.all(each)).reduce((sum, sealed) => sum + sealed, 0);
}

/** Reads the chain of each node with the ledger's own rules. Throws when one is not sound or not the same. */
async function sameChain({ registerId }: MeshWorld, members: readonly ClusterMember[]): Promise<number> {
  const [first] = members as readonly [ClusterMember];
  const params = { registerId };
  const { height } = await first.node.client(first.token).getRegister({ params });
  await everywhere(members, registerId, Number(height));
  const audits = await Promise.all(
    members.map(async ({ node, token }) => {
      const audit = new ChainAudit(registerId);
      await audit.follow(node.client(token));
      return audit;
    }),
  );
  const faults = audits.flatMap((audit) => audit.faults);
  const shortest = Math.min(...audits.map((audit) => audit.height));
  const chains = new Set(audits.map(({ hashes }) => hashes.slice(0, shortest + 1).join()));
  if (faults.length > 0 || chains.size > 1) throw new CommandError(faults[0] ?? 'two nodes hold different chains');
  return shortest;
}
