// Every register of a node that is up is ONLINE once the cluster rests: nothing of it is damaged, its head is known and
// believed, and no order to be ONLINE was lost. It asks for no reason that the node gives. A split chain, which stops a
// register, ends a run before.
import type { Checker, ObservedNode, World } from '../observer.js';

export function online(world: World): Checker {
  const fault = (node: ObservedNode): string | undefined => {
    if (node.isRetired || !node.held(world.registerId)) return undefined;
    const record = node.run?.ledger?.register(world.registerId);
    if (record?.status === 'ONLINE') return undefined;
    return `node ${node.index} is ${record?.status ?? 'without a record'} at rest: ${record?.statusReason ?? 'no reason'}`;
  };
  return {
    name: 'online',
    waits: () => world.nodes.some((node) => fault(node) !== undefined),
    async finished() {
      for (const node of world.nodes) {
        const found = fault(node);
        if (found) world.violation('online', found);
      }
    },
  };
}
