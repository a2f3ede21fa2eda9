// The form of an action: a tree of controls, in which one member has one control.
import { isObject, type Json, type JsonObject } from '../base/json.js';
import { pointerText } from '../blueprint/definition/pointer.js';
import { itemsOf } from './draft.js';
import { withMember } from './members.js';

/** The action with a control of a member in its place, or behind the others; without one for undefined. */
export function withControl(action: JsonObject, field: string, control: JsonObject | undefined): JsonObject {
  const form = formOf(action);
  const changed = inTree(form, field, control);
  if (changed !== form) return withMember(action, 'form', changed);
  if (control === undefined) return action;
  return withMember(action, 'form', withMember(form, 'elements', [...itemsOf(form, 'elements'), control]));
}

/** The control of a member; undefined where the form has none. */
export function controlOf(control: JsonObject, field: string): JsonObject | undefined {
  if (isOf(control, field)) return control;
  for (const element of itemsOf(control, 'elements')) {
    const inside = controlOf(element, field);
    if (inside) return inside;
  }
  return undefined;
}

/** The form of an action; an empty one where it has none. */
export function formOf(action: JsonObject): JsonObject {
  const { form } = action;
  return form !== undefined && isObject(form) ? form : { type: 'Layout', layout: 'VerticalLayout', elements: [] };
}

function isOf({ scope }: JsonObject, field: string): boolean {
  return typeof scope === 'string' && scope.replace(/^#/, '') === pointerText([field]);
}

/** The form itself where it has no such control. Its depth is bounded by the reader of JSON. */
function inTree(control: JsonObject, field: string, to: JsonObject | undefined): JsonObject {
  const before = control.elements;
  if (!Array.isArray(before)) return control;
  const after = (before as readonly Json[]).flatMap((element): readonly Json[] => {
    if (!isObject(element)) return [element];
    if (isOf(element, field)) return to === undefined ? [] : [to];
    return [inTree(element, field, to)];
  });
  const isSame = after.length === before.length && after.every((element, i) => element === before[i]);
  return isSame ? control : withMember(control, 'elements', after);
}
