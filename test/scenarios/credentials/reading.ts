// What a party reads of the gates of an instance, at its own node.
import { clientOf, type Player } from '../../../cli/harness/cast.js';
import type { Course } from '../../../cli/harness/course.js';

/** Each gate whose evidence its wallet reads, with the verdict and the ground of one that does not pass. */
export async function gatesSeenBy(player: Player, course: Course): Promise<readonly string[]> {
  await course.everywhere([player.at]);
  const params = { instanceId: course.instanceId };
  const { facts = [] } = await clientOf(player).getInstanceState({ params, query: { wallet: player.address } });
  const gates = facts.flatMap(({ runs }) => runs.flatMap(({ gates: own = [] }) => own));
  return gates.map(({ gate, verdict, ground }) => [gate, verdict, ground].filter(Boolean).join(' '));
}
