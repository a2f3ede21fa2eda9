// Warnings about the names in rules of language 1, where what is not there reads as null and calculates as 0: a name
// that no action states, and one that the sender of the rule does not see. Definitions were published without this
// check, so nothing here is an error.
import { nearest } from '../../../base/nearest.js';
import { shownName } from '../../../blueprint/definition/shown-name.js';
import type { Action, Definition } from '../../../blueprint/definition/types.js';
import type { Findings } from '../../../blueprint/findings/finding.js';
import { knowledgeOf } from '../../../blueprint/names/knowledge.js';
import { membersOf } from '../../../blueprint/names/members.js';
import { rulesOf } from '../../../blueprint/names/rules.js';
import { declares } from '../../../blueprint/names/statements.js';
import { usesOf } from '../../../blueprint/names/uses.js';

/** Adds the warnings. The definition has no errors. */
export function checkNames1(definition: Definition, findings: Findings): void {
  const named = new Set(definition.actions.flatMap(namesOf));
  // An action without fields states what it likes, and so does one that declares a pattern.
  const isLoose = definition.actions.some((action) => declares(definition, action, ANY));
  for (const [i, action] of definition.actions.entries())
    for (const { rule, at } of rulesOf(definition, action))
      for (const { name: written, at: place, items } of usesOf(rule)) {
        const name = written?.split('.')[0] ?? '';
        // Inside of a list operator names are those of the item.
        if (name === '' || items.length > 0) continue;
        const message = named.has(name)
          ? undisclosed(definition, action, name)
          : isLoose && !isMistyped(name, [...named])
            ? undefined
            : undeclared(name, [...named]);
        const code = named.has(name) ? 'BP_READ_UNDISCLOSED' : 'BP_NAME_UNKNOWN';
        if (message !== undefined) findings.warn(code, `/actions/${i}${at}${place}`, message);
      }
}

/** Of a name of three letters nearly every other one is near. */
function isMistyped(name: string, named: readonly string[]): boolean {
  return name.length > 3 && nearest(name, named) !== undefined;
}

/** No member has this name. */
const ANY = '\u0000';

function namesOf(action: Action): readonly string[] {
  const { given, calculated } = membersOf(action);
  return [...given, ...calculated];
}

function undeclared(name: string, named: readonly string[]): string {
  const near = nearest(name, named);
  const hint = near === undefined ? 'declare it, or leave it out' : `did you mean ${shownName(near)}`;
  return `No data schema and no calculation declares ${shownName(name)}, so the rule reads null, which calculates as 0; ${hint}.`;
}

function undisclosed(definition: Definition, action: Action, name: string): string | undefined {
  const { sees } = knowledgeOf(definition);
  const stating = definition.actions.filter((one) => namesOf(one).includes(name));
  if (stating.length === 0 || declares(definition, action, name)) return undefined;
  if (stating.some((one) => sees(action.sender, { action: one, path: [name] }))) return undefined;
  const ids = stating.map(({ id }) => id).join(' or ');
  return `${action.sender} does not see /${shownName(name)} of action ${ids}, so the rule reads null, which calculates as 0: disclose it to ${action.sender} there.`;
}
