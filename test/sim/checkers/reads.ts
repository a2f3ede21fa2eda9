// Sealed reads, folded from the bytes apart from the product: each draw states what all had drawn that counted where it
// stands. It was calculated somewhere else and earlier, so this holds where nothing that it read has changed since.
import type { Checker, World } from '../observer.js';
import { inOrder, type Spoken } from './in-order.js';

interface Said {
  readonly id?: string;
  readonly outcome?: string;
}

interface Run {
  readonly t: number;
  takenBackBy: string | undefined;
}

export function reads(world: World): Checker {
  const pins = new Set<string>();
  /** Draws by instance and TxId. */
  const drawn = new Map<string, Map<string, Run>>();
  return {
    name: 'reads',
    ...inOrder<Said>(world, (txId, spoken) => {
      const { header, payload } = spoken;
      if (header.actionId === 'blueprint-publish' && payload.id === 'drawn') pins.add(txId);
      if (!pins.has(header.publicationTxId ?? '') || header.instanceId === undefined) return;
      const runs = drawn.get(header.instanceId) ?? new Map<string, Run>();
      drawn.set(header.instanceId, runs);
      const draw = drawIn(spoken);
      const expected = totalOf(runs) + (draw?.t ?? 0);
      if (draw && draw.total !== expected)
        world.violation('reads', `${txId} is sealed: it states ${draw.total} where ${expected} are drawn`);
      follow(runs, txId, spoken);
    }),
  };
}

function totalOf(runs: ReadonlyMap<string, Run>): number {
  const inForce = [...runs.values()].filter(({ takenBackBy }) => takenBackBy === undefined);
  return inForce.reduce((sum, { t }) => sum + t, 0);
}

/** The amount of a draw, and what it says that all have drawn: its client repeats in the clear what it sealed. */
function drawIn({
  header: { metadata = {} },
}: Spoken<Said>): { readonly t: number; readonly total: number } | undefined {
  if (metadata.type !== 'Action' || typeof metadata.note !== 'string') return undefined;
  const [t = 0, total = 0] = metadata.note.split(' ').map(Number);
  return { t, total };
}

function follow(runs: Map<string, Run>, txId: string, spoken: Spoken<Said>): void {
  const { header, payload } = spoken;
  const { metadata = {}, previousTransactionId = '' } = header;
  const draw = drawIn(spoken);
  if (draw) runs.set(txId, { t: draw.t, takenBackBy: undefined });
  const about = runs.get(previousTransactionId);
  if (about && (metadata.type === 'Rejection' || metadata.type === 'Objection')) about.takenBackBy = txId;
  if (metadata.type !== 'Resolution' || payload.outcome !== 'keep') return;
  for (const run of runs.values()) if (run.takenBackBy === previousTransactionId) run.takenBackBy = undefined;
}
