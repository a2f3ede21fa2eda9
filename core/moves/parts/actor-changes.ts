// The rows of a move by which a party acts: who holds the role from it on, who did what others are kept apart from, and
// which credentials it used.

import { standsForIn } from '../../instance/people/deputies.js';
import { doerChanges } from '../../instance/people/four-eyes.js';
import { holderChanges } from '../../instance/people/holder-changes.js';
import type { StateChange, StateView } from '../../model/register.js';
import type { JudgedMove } from './row.js';
import { gateUseChanges } from './stated-gates.js';

/** Rows of holders and of doers, after a move that was judged. */
export function actorChanges(of: JudgedMove, view: StateView): readonly StateChange[] {
  const standsFor = (): string | undefined => standsForIn(of.tx, { view, definition: of.definition, atMs: of.atMs });
  const changes = [...holderChanges(of.tx, of, view), ...doerChanges({ ...of, standsFor }, view)];
  return of.tx.header.metadata?.gates === undefined ? changes : [...changes, ...gateUseChanges(of, view)];
}
