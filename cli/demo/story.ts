// The order of the demo. Each step is told by the act that it belongs to; the nodes and their folders are gone at the
// end, however it ends.

import type { CommandOutput } from '../command/output.js';
import type { MeshCluster } from '../harness/mesh-cluster.js';
import type { NodeProcess } from '../harness/node-process.js';
import { cheat, deliver, replay } from './delivery.js';
import { aRegister, aWorkflow, signIn, startNode, twoParties } from './founding.js';
import { holdPermit } from './held-permit.js';
import { refuseRevoked, startWorks } from './house.js';
import { evict, fourOrganisations, loseOne, proveAlone, sharedRegister } from './mesh.js';
import { Narrator } from './narrator.js';
import { checkOffline } from './outsider.js';
import { grantHigh, grantLow, publishPermit, sendBack } from './permit.js';
import { account, cutPower, finish } from './power-cut.js';
import { forge, takeEvidence, verifyOffline } from './proof.js';

const STEPS = [
  'Start a node',
  'Sign in',
  'Create two wallets of different algorithms',
  'Found a register that both own',
  'Publish a workflow',
  'Make a delivery, signed step by step',
  'Try to cheat',
  'Say it twice',
  'Kill the node at work',
  'Start it again and hold it to its word',
  'Finish what was cut off',
  'Take a proof away and stop the node',
  'Verify the proof without a node',
  'Forge the proof',
  'Start four organisations',
  'Found a register that all four seal',
  'Bring a building permit to five parties',
  'Grant a permit of low risk',
  'Grant one of high risk',
  'Send one back',
  "Take the permit into the contractor's wallet",
  'Start works with it on another register',
  'Check it with files alone',
  'Revoke it and refuse the next start',
  'Lose a node while transactions flow',
  'Vote a new node in and the lost one out',
  'Prove it with every node off',
];

/** Characters of the node's output that are shown when the story fails. */
const LOGS_MAX = 4000;

/** `keep` names the file in which the proof outlives the demo. */
export async function tellStory(out: CommandOutput, keep: string | undefined): Promise<void> {
  const tell = new Narrator(out, STEPS);
  let running: NodeProcess | undefined;
  let mesh: MeshCluster | undefined;
  const started = performance.now();
  try {
    const node = await startNode(tell, (made) => {
      running = made;
    });
    const token = await signIn(tell, node);
    const parties = await twoParties(tell, { node, token });
    const register = await aRegister(tell, { node, token, ...parties });
    const founded = { node, token, ...parties, ...register };
    const world = { ...founded, publicationTxId: await aWorkflow(tell, founded) };
    await deliver(tell, world);
    await replay(tell, world, await cheat(tell, world));
    const cut = await cutPower(tell, world);
    await account(tell, world, cut);
    const txId = await finish(tell, world, cut);
    const file = await takeEvidence(tell, world, { txId, keep });
    await verifyOffline(tell, world, { file, txId });
    await forge(tell, file);
    await tellMesh(tell, (made) => {
      mesh = made;
    });
  } catch (error) {
    // Asked to stop, it writes what it has logged. It may be dead already, which is not a second failure.
    if (running?.isRunning) await running.stop().catch(() => undefined);
    for (const node of [running, ...(mesh?.members.map((member) => member.node) ?? [])]) {
      const logs = node?.logs.trim().slice(-LOGS_MAX);
      if (logs) out.warn(`--- the last output of a node ---\n${logs}\n---`);
    }
    throw error;
  } finally {
    await mesh?.remove();
    await running?.remove();
  }
  out.note(`\nDone in ${((performance.now() - started) / 1000).toFixed(1)} s. The nodes and their folders are gone.`);
  out.note(
    keep === undefined ? 'To keep the proof: quorate demo --evidence proof.json' : `Try: quorate verify ${keep}`,
  );
}

/** The act of the mesh: it needs nothing of the acts before it. */
async function tellMesh(tell: Narrator, onStart: (cluster: MeshCluster) => void): Promise<void> {
  const cluster = await fourOrganisations(tell, onStart);
  const world = await sharedRegister(tell, cluster);
  const town = await publishPermit(tell, world);
  await grantLow(tell, town);
  const approval = await grantHigh(tell, town);
  await sendBack(tell, town);
  const permit = await holdPermit(tell, town, approval);
  const house = await startWorks(tell, town, permit);
  await checkOffline(tell, town, permit);
  await refuseRevoked(tell, town, house);
  const lost = await loseOne(tell, world);
  const newcomer = await evict(tell, world, lost);
  await proveAlone(tell, world, { from: newcomer, approval: approval.txId });
}
