// What a designer probably mistyped or forgot: disclosures and controls of fields that the action has not, and routes of which none may be taken. All of it is
// legal, so it is told as warnings.
import { isObject, type Json, type JsonObject } from '../base/json.js';
import type { Findings } from './finding.js';
import { parsePointer } from './pointer.js';
import { hasCondition } from './route.js';
import { declares } from './statements.js';
import type { Action, Definition } from './types.js';

/** The definition has no errors. */
export function checkFields(definition: Definition, findings: Findings): void {
  for (const [i, action] of definition.actions.entries()) {
    const at = `/actions/${i}`;
    const isKnown = (pointer: string): boolean => {
      const name = parsePointer(pointer.replace(/^#/, ''))?.[0];
      return name === undefined || name === '*' || declares(definition, action, name);
    };
    for (const [j, { dataPointers }] of (action.disclosures ?? []).entries())
      for (const [k, pointer] of dataPointers.entries())
        if (!isKnown(pointer)) findings.warn('BP_FIELD_UNKNOWN', `${at}/disclosures/${j}/dataPointers/${k}`, UNKNOWN);
    for (const place of unknownScopes(action.form, isKnown))
      findings.warn('BP_FIELD_UNKNOWN', `${at}/form${place}/scope`, UNKNOWN);
    checkDefault(action, `${at}/routes`, findings);
  }
}

const UNKNOWN = 'No data schema and no calculation of this action has this field.';

/** Places of the controls whose scope names no field. Controls nest as deep as JSON may. */
function unknownScopes(form: Json | undefined, isKnown: (pointer: string) => boolean): readonly string[] {
  if (!isObject(form)) return [];
  const { scope, elements }: JsonObject = form;
  const own = typeof scope === 'string' && !isKnown(scope) ? [''] : [];
  const inside = (Array.isArray(elements) ? elements : []).flatMap((element, i) =>
    unknownScopes(element as Json, isKnown).map((place) => `/elements/${i}${place}`),
  );
  return [...own, ...inside];
}

function checkDefault({ routes = [] }: Action, at: string, findings: Findings): void {
  if (routes.length > 0 && routes.every((route) => hasCondition(route) && route.isDefault !== true))
    findings.warn(
      'BP_ROUTE_DEFAULT_MISSING',
      at,
      'The branch ends where no condition holds: add a default route, one without targets if that is meant.',
    );
}
