// A register that is not offered: a node without a seat in it that is not a candidate holds nothing of it, and is not
// even told that there is one. A node that lost its seat gets nothing beyond the docket that took it.
import type { Checker, World } from '../observer.js';

export function privacy(world: World): Checker {
  /** A node that was entitled once was told already. */
  const initiated = new Set(Array.from({ length: world.options.nodes }, (_, self) => self));
  return {
    name: 'privacy',
    sent(node, to) {
      const { lies, nodes } = world.options;
      // The liar tells its false heads to anybody.
      if (!world.isHidden || initiated.has(to) || (lies && node.self === nodes - 1)) return;
      const told = world.nodes.find(({ self }) => self === to);
      if (told && world.readableUntil(told) >= 0) initiated.add(to);
      else world.violation('privacy', `node ${node.index} tells node ${to} of ${world.registerId}`);
    },
    sealed(node, { docket }) {
      const until = world.readableUntil(node);
      if (docket.header.height > until)
        world.violation('privacy', `node ${node.index} has docket ${docket.header.height} and may read until ${until}`);
    },
    async finished() {
      if (!world.isHidden) return;
      for (const node of world.nodes) {
        const until = world.readableUntil(node);
        const held = node.held(world.registerId);
        if ((held?.chain.durableState(held.reg)?.height ?? -1) > until)
          world.violation('privacy', `node ${node.index} holds more than docket ${until}`);
        const [txId] = until >= 0 ? [] : await node.promised(world.registerId);
        if (txId !== undefined) world.violation('privacy', `node ${node.index} holds ${txId}`);
      }
    },
  };
}
