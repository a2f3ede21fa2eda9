// Whether a run is still sealed for a role (`from` of its disclosure): it follows from the state alone, so every node
// finds the same, without a key. It knows no clock: who asks gives the time of a docket. Pure.
import type { Seal } from '../plan/seals.js';
import { LAST_MS } from '../plan/timers.js';
import type { Instance } from '../state/instance.js';
import type { RowOf } from '../state/run-row.js';
import { lastInForceAt, runsInForceAt, runsOf } from './run-rows.js';

/** The state of an instance that opens its runs. */
export interface OpeningState {
  readonly instance: Pick<Instance, 'dues' | 'moves' | 'runs'>;
  readonly rowOf: RowOf;
}

/** A sealed run waits for a run of an action, for a docket after a time, or for nothing, since it was taken back. */
export type SealedUntil = { readonly action: number } | { readonly afterMs: number } | 'withdrawn';

/**
 * The thing that the run still waits for in a docket of this time; undefined where it is open. A run that is undone, or
 * was never sealed, stays closed.
 */
export function findSeal(
  { seal, txId }: { readonly seal: Seal; readonly txId: string },
  { instance, rowOf }: OpeningState,
  atMs: number,
): SealedUntil | undefined {
  const row = rowOf(txId);
  if (!row || row.undone) return 'withdrawn';
  if (seal.by === 'action') {
    const opening = lastInForceAt(instance, seal.action, rowOf);
    return opening && opening.n > row.n ? undefined : { action: seal.action };
  }
  const afterMs = afterOf(seal, row.at, instance);
  return atMs > afterMs ? undefined : { afterMs };
}

/**
 * The time since which a run is open that waits for nothing more, in ms. Of several runs of the action that opens it
 * the first one behind it counts: who opens once more gives no new term to challenge what was delivered long ago.
 */
export function openSince(
  { seal, txId }: { readonly seal: Seal; readonly txId: string },
  { instance, rowOf }: OpeningState,
): number {
  const sealedMs = rowOf(txId)?.at ?? 0;
  if (seal.by !== 'action') return afterOf(seal, sealedMs, instance);
  const sealed = rowOf(txId);
  let since: number | undefined;
  for (const { row } of runsOf(instance, seal.action, rowOf)) {
    if (sealed && row.n <= sealed.n) break;
    if (!row.undone) since = row.at;
  }
  return since ?? sealedMs;
}

/** The runs in force that opened a run, each by itself, or that one which says when it opens; none for the others. */
export function openersOf(
  { seal, txId }: { readonly seal: Seal; readonly txId: string },
  { instance, rowOf }: OpeningState,
): readonly string[] {
  if (seal.by === 'action') {
    const sealed = rowOf(txId);
    const runs = runsInForceAt(instance, [seal.action], rowOf);
    return runs.filter(({ n }) => sealed !== undefined && n > sealed.n).map((run) => run.txId);
  }
  const stating = seal.by === 'member' ? lastInForceAt(instance, seal.action, rowOf) : undefined;
  return stating ? [stating.txId] : [];
}

function afterOf(seal: Exclude<Seal, { readonly by: 'action' }>, sealedMs: number, { dues }: OpeningState['instance']) {
  if (seal.by === 'delay') return seal.afterOf(sealedMs);
  // As long as no run in force states the time, no node knows that it has passed.
  return seal.by === 'time' ? seal.afterMs : (dues?.[seal.key] ?? LAST_MS);
}
