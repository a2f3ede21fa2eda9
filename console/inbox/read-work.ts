// The work of the person, as the pages that show it read it. They tell the rail how much it is, which then asks
// nothing.
import { node } from '../session/node.js';

export type Work = Awaited<ReturnType<typeof node.inbox.listMyWork>>;
type WorkAsked = NonNullable<NonNullable<Parameters<typeof node.inbox.listMyWork>[0]>['query']>;

let total = 0;
const listeners = new Set<() => void>();

export async function readWork(query: WorkAsked): Promise<Work> {
  const work = await node.inbox.listMyWork({ query });
  // Of all kinds, where the page shows one of them.
  total = Object.values(work.counts.byKind).reduce<number>((sum, count = 0) => sum + count, 0);
  for (const listener of listeners) listener();
  return work;
}

/** By the last reading of any page. */
export const workTotal = () => total;

export function onWork(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
