// A Challenge: the holder of a role says that a run was not delivered to it.
import { afterChallenge } from '../../blueprint/disputes/challenges.js';
import { disputeTermsOf } from '../../blueprint/disputes/disputes.js';
import { flowing } from '../../blueprint/instance/instance-order.js';
import type { Plan } from '../../blueprint/plan/planned.js';
import type { Instance } from '../../blueprint/state/instance.js';
import type { MoveOf } from '../../blueprint/state/move.js';
import { formIssues } from '../parts/none.js';
import type { MoveRow } from '../parts/row.js';
import { challengeChanges } from './challenges.js';
import { type Challenge, readChallenge } from './form.js';

export const challenge: MoveRow<'Challenge'> = {
  form: ({ tx }) => formIssues(readChallenge(tx.payload)),
  statedParts({ tx, definition }) {
    const { role } = tx.payload as unknown as Challenge;
    return { challenge: { role, withinMs: disputeTermsOf(definition).deliverWithinMs } };
  },
  fold: foldChallenge,
  changes: ({ tx, definition, atMs }) => challengeChanges({ tx, definition }, atMs),
};

function foldChallenge(before: Instance, { challenge: said, atMs }: MoveOf<'Challenge'>, plan: Plan): Instance {
  return flowing(before, { ...before, ...afterChallenge(before, { ...said, atMs }, plan) });
}
