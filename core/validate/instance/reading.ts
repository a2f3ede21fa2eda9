// The runs that an action reads, by its definition alone: so each validator knows them without a key. Pure.
import { isReading, type RunReads, readsOf } from '../../blueprint/names/run-reads.js';
import { isStart } from '../../instance/rows.js';
import type { Subject } from '../../moves/parts/context.js';
import { isDoing } from '../../transaction/move-type.js';

/** The runs that the rules of the action read; undefined where they read none, and of what opens an instance. */
export function readsIn({
  tx: { header },
  definition,
  plan,
  planned,
}: Pick<Subject, 'tx' | 'definition' | 'plan' | 'planned'>): RunReads | undefined {
  if (!plan || !definition || !planned || !isDoing(header) || isStart(header)) return undefined;
  const reads = readsOf(definition, planned.action);
  return isReading(reads) ? reads : undefined;
}
