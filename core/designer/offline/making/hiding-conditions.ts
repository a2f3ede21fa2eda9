// A condition over data that its reader must not see. The party that states the data works out whether it holds,
// and tells that alone.
import { isObject, type Json, type JsonObject } from '../../../base/json.js';
import { itemsOf } from '../../../edits/draft.js';
import { fieldOf } from '../../../edits/fields.js';
import { camelName } from '../words/field-phrases.js';
import { readsField } from './disclosing.js';
import { textMember } from './drafting.js';
import type { Making } from './making.js';

const WORDS: Readonly<Record<string, readonly [en: string, de: string]>> = {
  '>': ['over', 'über'],
  '>=': ['from', 'ab'],
  '<': ['below', 'unter'],
  '<=': ['up to', 'bis'],
};

/** Replaces such conditions, wherever they stand in the draft. */
export function hideConditions(making: Making): void {
  for (const action of making.drafting.actions())
    for (const route of itemsOf(action, 'routes')) hideIn(making, action, route);
}

function hideIn(making: Making, action: JsonObject, route: JsonObject): void {
  const { drafting } = making;
  const { condition } = route;
  if (condition === undefined || !isObject(condition)) return;
  const [operator, values] = Object.entries(condition)[0] ?? [];
  const [read, value] = Array.isArray(values) ? (values as readonly Json[]) : [];
  const name = read !== undefined && isObject(read) ? textMember(read, 'var') : '';
  const [, id, field, part] = /^act\.(\d+)\.([^.]+)(\.amount)?$/.exec(name) ?? [];
  const stating = drafting.action(Number(id));
  if (
    operator === undefined ||
    !stating ||
    field === undefined ||
    value === undefined ||
    readsField(stating, String(action.sender), field)
  )
    return;
  const words = WORDS[operator];
  if (!words) return;
  const title = textMember(fieldOf(stating, field), 'title') || field;
  const label = `${title} ${words[drafting.language === 'de' ? 1 : 0]} ${value}`;
  const flag = camelName(label);
  const at = Number(stating.id);
  drafting.edit({ edit: 'set_schema_field', action: at, field: flag, type: 'boolean', label });
  drafting.edit({
    edit: 'add_calculation',
    action: at,
    field: flag,
    rule: { [operator]: [{ var: `in.${field}${part ?? ''}` }, value] },
  });
  for (const { id: role } of drafting.roles())
    if (role !== stating.sender)
      drafting.edit({ edit: 'set_disclosure', action: at, role: String(role), fields: [flag], reads: true });
  drafting.edit({ edit: 'add_route', action: Number(action.id), ...route, condition: { var: `act.${at}.${flag}` } });
}
