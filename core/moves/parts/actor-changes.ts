// The rows of a move by which a party acts: who holds the role from it on, and who did what others are kept apart from.

import { standsForIn } from '../../instance/people/deputies.js';
import { doerChanges } from '../../instance/people/four-eyes.js';
import { holderChanges } from '../../instance/people/holder-changes.js';
import type { StateChange, StateView } from '../../model/register.js';
import type { JudgedMove } from './row.js';

/** Rows of holders and of doers, after a move that was judged. */
export function actorChanges(of: JudgedMove, view: StateView): readonly StateChange[] {
  const standsFor = (): string | undefined => standsForIn(of.tx, { view, definition: of.definition, atMs: of.atMs });
  return [...holderChanges(of.tx, of, view), ...doerChanges({ ...of, standsFor }, view)];
}
