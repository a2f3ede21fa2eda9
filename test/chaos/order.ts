// The order of a register held against what its clients lived through: a transaction that was confirmed before another
// began comes first; of two on top of one transaction, the expected version of a compare-and-set, one is sealed. Pure.
import type { AuditedPlace } from '../../cli/harness/chain-audit.js';
import type { Story } from './story.js';

type Places = ReadonlyMap<string, AuditedPlace>;

/**
 * Real-time order of one register: a transaction that was confirmed before another was first submitted stands before
 * it.
 */
export function judgeOrder(stories: readonly Story[], places: Places): readonly string[] {
  const placed = stories
    .flatMap((story) => {
      const place = places.get(story.body.transactionId);
      return place ? [{ story, place }] : [];
    })
    .sort((a, b) => a.place.height - b.place.height || a.place.index - b.place.index);
  const faults: string[] = [];
  let earliest: { readonly ms: number; readonly txId: string } | undefined;
  for (const { story } of placed.reverse()) {
    const { transactionId: txId } = story.body;
    if (earliest && earliest.ms < story.startedMs)
      faults.push(`Transaction ${txId} was submitted after ${earliest.txId} was confirmed, and stands before it.`);
    const ms = story.confirmedMs;
    if (ms !== undefined && (!earliest || ms < earliest.ms)) earliest = { ms, txId };
  }
  return faults;
}

/**
 * Workflows of one register as compare-and-set: every transaction has one successor at most, and a workflow has one
 * beginning.
 */
export function judgeLines(stories: readonly Story[], places: Places): readonly string[] {
  const successors = new Map<string, string>();
  const faults: string[] = [];
  for (const { body, isContended } of stories) {
    if (!isContended || !places.has(body.transactionId)) continue;
    const expected = body.previousTransactionId ?? `the start of ${body.instanceId}`;
    const rival = successors.get(expected);
    if (rival) faults.push(`Transactions ${rival} and ${body.transactionId} are both sealed on top of ${expected}.`);
    successors.set(expected, body.transactionId);
    const before = body.previousTransactionId === undefined ? undefined : places.get(body.previousTransactionId);
    const own = places.get(body.transactionId) as AuditedPlace;
    const isLater =
      before && (own.height > before.height || (own.height === before.height && own.index > before.index));
    if (body.previousTransactionId !== undefined && !isLater)
      faults.push(`Transaction ${body.transactionId} does not stand behind ${expected}, on which it builds.`);
  }
  return faults;
}
