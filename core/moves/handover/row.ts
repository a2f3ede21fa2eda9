// A Handover: a role passes to another participant.
import { assert } from '../../base/assert.js';
import { instanceBefore } from '../../instance/rows.js';
import { formIssues } from '../parts/none.js';
import type { MoveRow } from '../parts/row.js';
import { handoverChanges, readHandover } from './handover.js';

export const handover: MoveRow<'Handover'> = {
  form: ({ tx }) => formIssues(readHandover(tx.payload)),
  statedParts: () => ({}),
  // Holders are not part of the flow (core/instance/people/holders.ts).
  fold: (before) => before,
  changes(of, view) {
    const instance = instanceBefore(view, of.tx);
    assert(instance, 'the step of hand-overs passed');
    return handoverChanges(view, { ...of, instance });
  },
};
