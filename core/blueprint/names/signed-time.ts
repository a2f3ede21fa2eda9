// Which actions calculate or decide by the time at which they are signed: the one fact that their sender
// states freely, so that a docket bounds it.
import type { Action, Definition } from '../definition/types.js';
import { type ResolvedNames, resolveNames } from './resolve.js';

/** Found once for as long as the names of the action are held: there may be ten thousand of them. */
const value = new WeakMap<ResolvedNames, boolean>();

/** True where a calculation or a condition of the action reads `time.signed`. */
export function readsSigned(definition: Definition, action: Action): boolean {
  const resolved = resolveNames(definition, action);
  let known = value.get(resolved);
  if (known === undefined) {
    known = resolved.rules.some(({ uses }) => uses.some(({ read }) => read.kind === 'time' && read.of === 'signed'));
    value.set(resolved, known);
  }
  return known;
}
