// The actions of which the rules of an action read runs, by the names that were resolved when the definition was
// published. So every node knows them without a key. Pure.
import type { Action, Definition } from '../definition/types.js';
import { actionsRead } from '../logic/facts.js';
import { planOf } from '../plan/plan.js';
import type { Instance } from '../state/instance.js';
import { resolveNames } from './resolve.js';

export interface RunReads {
  /** Actions of which a rule reads runs. */
  readonly actions: ReadonlySet<number>;
  /**
   * A rule of a join reads `time.previous`: the branches that it takes are those that stand, so that each move of the
   * instance may change it.
   */
  readonly isOfBranches: boolean;
}

const known = new WeakMap<Action, { readonly definition: Definition; readonly reads: RunReads }>();

/** Found once for as long as the definition is held, which was published. */
export function readsOf(definition: Definition, action: Action): RunReads {
  const value = known.get(action);
  if (value?.definition === definition) return value.reads;
  const all = resolveNames(definition, action).rules.flatMap(({ uses }) => uses.map(({ read }) => read));
  const actions = new Set(all.flatMap(actionsRead));
  const readsPrevious = all.some((read) => read.kind === 'time' && read.of === 'previous');
  const isJoin = planOf(definition).actions.get(String(action.id))?.isJoin === true;
  const reads = { actions, isOfBranches: isJoin && readsPrevious };
  known.set(action, { definition, reads });
  return reads;
}

/** Whether an action that follows another one states by how many moves it was calculated (`metadata.sees`). */
export function isReading({ actions, isOfBranches }: RunReads): boolean {
  return actions.size > 0 || isOfBranches;
}

/** The metadata of an action that is calculated by this state of its instance; nothing where it opens one. */
export function seesOf(
  definition: Definition,
  action: Action,
  before: Instance | undefined,
): { readonly sees?: number } {
  return before && isReading(readsOf(definition, action)) ? { sees: before.moves } : {};
}

/** The move that changed what the rules read, in an instance after so many that were seen; undefined where none did. */
export function changeSince(
  { moves, runs }: Pick<Instance, 'moves' | 'runs'>,
  { actions, isOfBranches }: RunReads,
  seen: number,
): { readonly move: number; readonly action?: number } | undefined {
  if (isOfBranches && moves > seen) return { move: moves };
  for (const action of actions) {
    const { changed = 0 } = runs[action] ?? {};
    if (changed > seen) return { move: changed, action };
  }
  return undefined;
}
