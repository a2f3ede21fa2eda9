// Where a place of a blueprint is shown: the action, the view and the member. Pure.
import { isObject, type Json, type JsonObject } from '../../core/base/json.js';
import { parsePointer } from '../../core/blueprint/definition/pointer.js';
import { listIn } from '../../core/edits/view/shown-draft.js';
import type { DesignPlace } from './design-search.js';

/** The text shows what has no view of its own. */
export function placeOf(pointer: string, blueprint: JsonObject): DesignPlace {
  const [list, index, part, ...rest] = parsePointer(pointer) ?? [];
  if (list === 'participants') return { view: 'roles', ...roleAt(listIn(blueprint, list)[Number(index)]) };
  const action = list === 'actions' ? listIn(blueprint, 'actions')[Number(index)] : undefined;
  if (action === undefined || !isObject(action) || typeof action.id !== 'number') return { view: 'text' };
  const field = memberIn(part, rest);
  const view = VIEWS_OF[part ?? 'sender'] ?? 'text';
  return { action: action.id, view, ...(field !== undefined && { field }) };
}

const VIEWS_OF: Readonly<Record<string, DesignPlace['view']>> = {
  ...{ disclosures: 'matrix', calculations: 'rules', routes: 'rules' },
  ...{ timers: 'parts', rejectionConfig: 'parts', approval: 'parts', confirm: 'parts' },
  ...{ joins: 'parts', requiredPriorActions: 'parts' },
  ...{ credentialRequirements: 'parts', credentialIssuanceConfig: 'parts' },
  ...{ dataSchemas: 'fields', form: 'fields', title: 'fields', sender: 'fields', isStartingAction: 'fields' },
};

/** The member of an action that a place below one of its parts is about. */
function memberIn(part: string | undefined, rest: readonly string[]): string | undefined {
  if (part === 'calculations') return rest[0];
  const [, properties, name] = rest;
  return part === 'dataSchemas' && properties === 'properties' ? name : undefined;
}

function roleAt(role: Json | undefined): Pick<DesignPlace, 'field'> {
  return role !== undefined && isObject(role) && typeof role.id === 'string' ? { field: role.id } : {};
}
