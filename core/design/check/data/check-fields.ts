// Slips of a designer: pointers to fields that the action has not, and routes of which none may be taken. A disclosure
// shows what there is, and a branch ends because somebody said so.
import { isObject, type Json, type JsonObject } from '../../../base/json.js';
import { nearest } from '../../../base/nearest.js';
import { issuanceConfigsOf } from '../../../blueprint/definition/issuance-configs.js';
import { parsePointer } from '../../../blueprint/definition/pointer.js';
import { shownName } from '../../../blueprint/definition/shown-name.js';
import type { Action, Definition } from '../../../blueprint/definition/types.js';
import type { CheckedAction } from '../../../blueprint/findings/checked.js';
import type { Findings } from '../../../blueprint/findings/finding.js';
import { membersOf } from '../../../blueprint/names/members.js';
import { hasCondition } from '../../../blueprint/plan/routes.js';

/** Says why a pointer names no field; undefined for one that does. */
type Fault = (pointer: string) => string | undefined;

/** The definition has no errors. */
export function checkFields(definition: Definition, findings: Findings): void {
  for (const [i, action] of definition.actions.entries()) {
    const faultOf = faultIn(action);
    const checked = { definition, action, at: `/actions/${i}`, findings };
    checkPointers(checked, faultOf);
    checkDefault(checked);
  }
}

function checkPointers({ action, at, findings }: CheckedAction, faultOf: Fault): void {
  for (const [j, { dataPointers }] of (action.disclosures ?? []).entries())
    for (const [k, pointer] of dataPointers.entries()) {
      const message = faultOf(pointer);
      const location = `${at}/disclosures/${j}/dataPointers/${k}`;
      if (message !== undefined) findings.error('BP_POINTER_UNKNOWN', location, message);
    }
  for (const [place, message] of unknownScopes(action.form, faultOf))
    findings.warn('BP_POINTER_UNKNOWN', `${at}/form${place}/scope`, message);
  for (const { config, place } of issuanceConfigsOf(action))
    for (const [j, { sourceField }] of config.claimMappings.entries()) {
      const message = faultOf(sourceField);
      const location = `${at}/credentialIssuanceConfig${place}/claimMappings/${j}/sourceField`;
      if (message !== undefined) findings.warn('BP_POINTER_UNKNOWN', location, message);
    }
}

const UNKNOWN = 'No data schema and no calculation of this action has this field.';

function faultIn(action: Action): Fault {
  return (pointer) => {
    const tokens = tokensOf(pointer);
    // The cell of the decision, which is not a member of the payload.
    if (pointer === '/@route') return undefined;
    const standing = membersOf(action).standingOf(tokens.at(-1) === '*' ? tokens.slice(0, -1) : tokens);
    if (standing.is !== 'unknown') return undefined;
    const near = nearest(tokens[standing.at] ?? '', standing.names);
    const where = standing.at === 0 ? UNKNOWN : `/${tokens.slice(0, standing.at).join('/')} declares no such member.`;
    return `${where} ${near === undefined ? 'Declare it, or leave the pointer out.' : `Did you mean /${[...tokens.slice(0, standing.at), shownName(near)].join('/')}?`}`;
  };
}

function tokensOf(pointer: string): readonly string[] {
  return parsePointer(pointer.replace(/^#/, '')) ?? [];
}

/** Places of the controls whose scope names no field, with what is said of it. Controls nest as deep as JSON may. */
function unknownScopes(form: Json | undefined, faultOf: Fault): readonly (readonly [string, string])[] {
  if (!isObject(form)) return [];
  const { scope, elements }: JsonObject = form;
  const fault = typeof scope === 'string' ? faultOf(scope) : undefined;
  const inside = (Array.isArray(elements) ? elements : []).flatMap((element, i) =>
    unknownScopes(element as Json, faultOf).map(([place, message]) => [`/elements/${i}${place}`, message] as const),
  );
  return fault === undefined ? inside : [['', fault], ...inside];
}

function checkDefault({ action: { routes = [] }, at, findings }: CheckedAction): void {
  if (routes.length === 0 || routes.some((route) => !hasCondition(route) || route.isDefault === true)) return;
  if (!routes.some(({ end }) => end === true))
    findings.error(
      'BP_ROUTE_NO_DEFAULT',
      `${at}/routes`,
      'The branch ends where no condition holds: add a default route, or say "end": true on one of these routes if that is meant.',
    );
}
