// An Objection: a party says that a run broke its rules, and shows it to all or to the resolver.
import { disputeTermsOf } from '../../blueprint/disputes/disputes.js';
import type { MoveParts } from '../../blueprint/state/move.js';
import { type Objection, readObjection } from '../../disputes/objection-form.js';
import { accusationIn } from '../../instance/people/holders.js';
import { rowsIn } from '../../instance/rows.js';
import { isEncrypted } from '../../transaction/action-metadata.js';
import { decisionsOn } from '../parts/ballots-undone.js';
import { envelopeForm } from '../parts/envelope-form.js';
import { formIssues } from '../parts/none.js';
import type { BetweenRuns, MoveRow, RunEffect, Stating } from '../parts/row.js';
import { foldObjection } from './fold.js';

export const objection: MoveRow<'Objection'> = {
  form: ({ tx }) => (isEncrypted(tx.header) ? envelopeForm(tx) : formIssues(readObjection(tx.payload))),
  facts: ({ tx, plan, before }, view) => ({
    accused: accusationIn(tx, plan, { rowOf: rowsIn(view), taken: before?.participants }),
  }),
  statedParts: objectionPart,
  fold: foldObjection,
  runs,
};

function objectionPart({ tx: { header, payload }, definition, accused }: Stating): MoveParts['Objection'] {
  const terms = disputeTermsOf(definition);
  if (isEncrypted(header)) return { privately: { role: header.metadata?.role as string, terms }, accused };
  const { ground, at } = payload as unknown as Pick<Objection, 'ground' | 'at'>;
  return { objection: { ground, at, terms }, accused };
}

/** The run, and the decision that a vote led to, are undone where all know that it is false. */
function runs({ tx: { header }, before, after }: BetweenRuns): RunEffect {
  if (isEncrypted(header)) return { kind: 'back', causes: [], undoes: [] };
  const run = header.previousTransactionId as string;
  const undoesAfter = decisionsOn(run, before, after);
  return { kind: 'back', causes: [], undoes: [run], undoesAfter };
}
