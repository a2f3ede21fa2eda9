// A node that does not find the definition of an instance: it says so, moves nothing, and invents nothing, while the
// others go on. The row that leads to the publication is taken from its stopped store; with its indexes made again it
// knows the definition again.
import { expect } from 'chai';
import { Course } from '../../cli/harness/course.js';
import type { ClusterMember } from '../../cli/harness/mesh-cluster.js';
import { isClientError } from '../../cli/remote/remote.js';
import { Registers } from '../../storage/chain/registers.js';
import { openLevel } from '../../storage/engine/level.js';
import { locationKey } from '../../storage/keys/chain-keys.js';
import { quorate } from '../e2e/operator.js';
import { type Played, waitingFor } from './play.js';
import type { Stage } from './stage.js';

/**
 * Begins another instance of a ping-pong whose pong plays at `loser`. Gives it, with the node stopped and its indexes
 * made again.
 */
export async function definitionLost(
  stage: Stage,
  loser: ClusterMember,
  { players, publicationTxId, scenario }: Played,
) {
  const { cluster, members, registerId } = stage;
  const { ping, pong } = players as Record<'ping' | 'pong', Played['players'][string]>;
  const course = new Course(registerId, scenario.id);
  await course.act(ping, 0, { message: 'Do you know the rules?' });
  const [known] = await course.everywhere(members);
  expect(await waitingFor(course, pong)).to.deep.equal([1]);
  await loser.node.kill();
  await forget(loser.node.dataDir, { registerId, txId: publicationTxId });
  await loser.node.start();
  await cluster.waitForLinks();
  const [view] = await course.everywhere([loser]);
  // The title, and the rights to act and to cancel, follow from the definition.
  const { cancellation: _, blueprintTitle: __, ...stated } = known ?? {};
  const branches = (known?.activeBranches ?? []).map(({ mayAct: _, ...branch }) => branch);
  expect(view).to.deep.equal({
    ...stated,
    activeBranches: branches,
    blueprintVersion: null,
    pinState: 'unresolvable',
    currentActionIds: [],
    participantWallets: view?.participantWallets,
  });
  const params = { instanceId: course.instanceId };
  const definition = await loser.node.client(loser.token).getInstanceDefinition({ params });
  expect(definition).to.include({ blueprintExecDefHash: null, blueprintVersion: null, pinState: 'unresolvable' });
  expect(known?.currentActionIds).to.deep.equal([1]);
  const next = await loser.node.client(loser.token).getNextActions({ params });
  expect(next).to.include({ isComplete: false, state: 'Active' }).and.to.have.property('nextActions').that.is.empty;
  expect(await waitingFor(course, pong)).to.deep.equal([]);
  const refusal = await course.act(pong, 1, { answer: 'No.' }).then(
    () => undefined,
    (error: unknown) => (isClientError(error) ? error.code : String(error)),
  );
  expect(refusal).to.equal('VAL_BP_VERSION_001');
  expect(await course.everywhere(members.filter((member) => member !== loser))).to.deep.equal([known, known, known]);
  await loser.node.kill();
  const rebuilt = await quorate(['rebuild-indexes', '--data-dir', loser.node.dataDir]);
  expect(rebuilt.code, rebuilt.err).to.equal(0);
  return { course, pong };
}

/** Takes the row away that says where the transaction is. */
async function forget(dataDir: string, of: { readonly registerId: string; readonly txId: string }): Promise<void> {
  const kv = await openLevel(dataDir);
  try {
    const record = [...(await Registers.load(kv)).all()].find(({ id }) => id === of.registerId);
    const key = locationKey(record?.reg ?? -1, of.txId);
    expect(kv.getSync(key)).to.not.equal(undefined);
    await kv.write([{ key, value: undefined }]);
  } finally {
    await kv.close();
  }
}
