// The order of the demo. Each step is told by the act that it belongs to; the node and its folder are gone at the end, however it ends.

import type { NodeProcess } from '../harness/node-process.js';
import type { Output } from '../output.js';
import { cheat, deliver, replay } from './delivery.js';
import { aRegister, aWorkflow, signIn, startNode, twoParties } from './founding.js';
import { Narrator } from './narrator.js';
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
];

/** Characters of the node's output that are shown when the story fails. */
const LOGS_MAX = 4000;

/** `keep` names the file in which the proof outlives the demo. */
export async function tellStory(out: Output, keep: string | undefined): Promise<void> {
  const tell = new Narrator(out, STEPS);
  let running: NodeProcess | undefined;
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
  } catch (error) {
    // Asked to stop, it writes what it has logged. It may be dead already, which is no second failure.
    await running?.stop().catch(() => undefined);
    const logs = running?.logs.trim().slice(-LOGS_MAX);
    if (logs) out.warn(`--- the node's last output ---\n${logs}\n---`);
    throw error;
  } finally {
    await running?.remove();
  }
  out.note(`\nDone in ${((performance.now() - started) / 1000).toFixed(1)} s. The node and its folder are gone.`);
  out.note(
    keep === undefined ? 'To keep the proof: quorate demo --evidence proof.json' : `Try: quorate verify ${keep}`,
  );
}
