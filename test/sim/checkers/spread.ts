// An answer that a client was told is on the disks of a quorum is there at that moment: as a promise, as sealed, or as
// refused since. Needs the word of no node.
import type { Checker, World } from '../observer.js';

export function spread(world: World): Checker {
  return {
    name: 'spread',
    spread(node, txId, needed) {
      const holding = world.nodes.filter((one) => {
        const { reg, chain, outbox } = one.held(world.registerId) ?? {};
        if (!chain || !outbox || reg === undefined) return false;
        // A disk did have the data that it forgot.
        return (
          one.isLost || Boolean(chain.location(reg, txId) ?? outbox.get(world.registerId, txId) ?? outbox.refusal(txId))
        );
      });
      const disks = new Set(holding.map(({ self }) => self)).size;
      if (disks < needed)
        world.violation('spread', `node ${node.index} says that ${needed} have ${txId}, which ${disks} have`);
    },
  };
}
