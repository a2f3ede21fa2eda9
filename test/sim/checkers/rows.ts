// Rows of instances: two replicas that have sealed the same docket have the same of them, told by what their disks
// read. A hash of the state says that they computed the same; this says that they kept it.
import type { Checker, Held, ObservedNode, World } from '../observer.js';
import { canonicalJson, sha256 } from './formats.js';

interface Known {
  readonly node: number;
  readonly text: string;
}

export function rows(world: World): Checker {
  /** By height and key, what the first node had that was there. */
  const known = new Map<string, Known>();
  /** Keys of rows of instances that dockets may have touched. */
  const keys = new Set<string>();
  const look = (node: ObservedNode, held: Held, touched: Iterable<string>): void => {
    const height = held.chain.durableState(held.reg)?.height ?? 0;
    const view = held.chain.view(held.reg);
    for (const key of touched) {
      const row = view.state(key);
      const text = row === undefined ? '' : sha256(canonicalJson(row)).toString('hex');
      const other = known.get(`${height} ${key}`);
      if (!other) known.set(`${height} ${key}`, { node: node.index, text });
      else if (other.text !== text)
        world.violation('rows', `nodes ${other.node} and ${node.index} differ in ${key} at docket ${height}`);
    }
  };
  return {
    name: 'rows',
    sealed(node, { docket }) {
      const held = node.held(world.registerId);
      const touched = docket.transactions.flatMap(({ txId, header: { instanceId, metadata } }) =>
        instanceId === undefined
          ? []
          : [`inst/${instanceId}`, `held/${instanceId}`, `run/${txId}`, ...runKeys(metadata, docket.transactions)],
      );
      for (const key of touched) keys.add(key);
      // It may have sealed more since this one was on its way.
      if (held && held.chain.durableState(held.reg)?.height === docket.header.height) look(node, held, touched);
    },
    async finished() {
      for (const node of world.nodes) {
        const held = node.held(world.registerId);
        const isReader = world.readableUntil(node) === Number.POSITIVE_INFINITY;
        if (held && isReader && !node.isRetired && !node.isFalse) look(node, held, keys);
      }
    },
  };
}

/** An objection changes the row of the run that it takes back. */
function runKeys(
  metadata: { readonly type?: unknown } | undefined,
  transactions: readonly { readonly header: { readonly previousTransactionId?: string } }[],
): readonly string[] {
  if (metadata?.type === undefined) return [];
  return transactions.flatMap(({ header: { previousTransactionId: id } }) => (id === undefined ? [] : [`run/${id}`]));
}
