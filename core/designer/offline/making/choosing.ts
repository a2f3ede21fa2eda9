// A single party of several of a kind goes on: "the chosen supplier confirms". The step before states which one.

import type { NamedParty, StepStatement } from '../clauses/statement.js';
import { camelName, firstUpper } from '../words/field-phrases.js';
import { kindOf } from '../words/labels.js';
import { branchTo, endsOf } from './flow.js';
import { newAction } from './make.js';
import { addFields, type Making } from './making.js';

/** A step of each party, of which one is done: the choice is stated in the step before. */
export function makeChosen(making: Making, step: StepStatement): void {
  const { drafting } = making;
  const leaders = endsOf(drafting).map(({ id }) => Number(id));
  const [leader] = leaders;
  const kind = kindOf(step.parties[0]?.name ?? '')?.join(' ') ?? '';
  if (leader === undefined || leaders.length > 1) return;
  const label = drafting.language === 'de' ? `${firstUpper(kind)} (Auswahl)` : `Chosen ${kind.toLowerCase()}`;
  const name = camelName(label);
  const values = step.parties.map((party: NamedParty) => party.name);
  addFields(making, leader, [{ name, label, type: 'choice', isOptional: false, values }]);
  for (const party of step.parties) {
    const id = newAction(making, party, step);
    if (id === undefined) continue;
    addFields(making, id, step.fields);
    branchTo(drafting, [leader], { id, condition: () => ({ '==': [{ var: `in.${name}` }, party.name] }) });
    making.last = id;
  }
}
