// Orders that change a draft, as edits. A name is looked for by its words, and one that is not there is said.
import type { JsonObject } from '../../../base/json.js';
import { itemsOf } from '../../../edits/draft.js';
import { fieldOf } from '../../../edits/fields.js';
import type { Order } from '../reading/orders.js';
import { camelName, fieldOfPhrase, firstUpper, splitList } from '../words/field-phrases.js';
import { type FieldPlace, fieldPlaces, fieldsNamed, stemsIn, textMember } from './drafting.js';
import { actionsBefore, append, insertBefore, leadTo, nextOf, usualRoute } from './flow.js';
import { addFields, type Making } from './making.js';

type Named =
  | { readonly kind: 'action'; readonly action: JsonObject }
  | { readonly kind: 'role'; readonly role: JsonObject }
  | { readonly kind: 'field'; readonly places: readonly FieldPlace[] };

export type Changing = Extract<
  Order,
  { readonly kind: 'rename' | 'remove' | 'move' | 'add field' | 'add party' | 'add step' | 'title' }
>;

/** True where the draft was changed; the name that nothing has else. */
export function carryOutOrder(making: Making, order: Changing): true | string {
  const { drafting } = making;
  switch (order.kind) {
    case 'title':
      return drafting.edit({ edit: 'set_title', title: order.title.trim() }) || order.title;
    case 'rename':
      return rename(making, order.what, plainName(order.to));
    case 'remove':
      return remove(making, order.what, order.from);
    case 'move':
      return move(making, order);
    case 'add field':
      return addField(making, order.fields, order.to);
    case 'add party':
      for (const name of splitList(order.names)) addRole(making, plainName(name));
      return true;
    case 'add step':
      return addStep(making, order.title, order.party);
  }
}

function plainName(text: string): string {
  return text
    .replace(/^["']|["']$/g, '')
    .replace(/^(?:the|a|an|der|die|das|den|dem|ein|eine|einen)\s+/i, '')
    .trim();
}

function addRole({ drafting, made }: Making, name: string): string {
  const known = drafting
    .roles()
    .find((role) => textMember(role, 'name').toLowerCase() === name.toLowerCase() || role.id === name);
  if (known) return String(known.id);
  const id = camelName(name) || 'party';
  if (drafting.edit({ edit: 'add_role', id, name: firstUpper(name) })) made.roles.push(id);
  return id;
}

function addStep(making: Making, title: string, party: string): true | string {
  const { drafting, made } = making;
  const named = find(making, party, 'role');
  const sender = named?.kind === 'role' ? String(named.role.id) : addRole(making, plainName(party));
  const id = drafting.nextId();
  if (!drafting.edit({ edit: 'add_action', id, title: firstUpper(plainName(title)), sender })) return title;
  made.actions.push(id);
  append(drafting, id);
  return true;
}

function addField(making: Making, phrase: string, to: string | undefined): true | string {
  const { drafting } = making;
  const named = to === undefined ? undefined : find(making, to, 'action');
  if (to !== undefined && named?.kind !== 'action') return to;
  const target = named?.kind === 'action' ? named.action : drafting.actions().at(-1);
  const fields = splitList(phrase).flatMap((item) => fieldOfPhrase(item, drafting.language) ?? []);
  if (!target || fields.length === 0) return phrase;
  addFields(making, Number(target.id), fields);
  return making.made.fields.length > 0 || phrase;
}

/** The step, party or data that a name means; a word before it says which. */
function find({ drafting }: Making, text: string, kind?: Named['kind']): Named | undefined {
  const said = /^(?:the |der |die |das |den |dem )?(step|action|schritt|role|party|rolle|partei|field|feld)\s+/i.exec(
    text,
  );
  const wanted =
    kind ??
    (said &&
      (/step|action|schritt/i.test(said[1] as string)
        ? 'action'
        : /field|feld/i.test(said[1] as string)
          ? 'field'
          : 'role'));
  const name = plainName(text.slice(said?.[0].length ?? 0));
  const byId = /^\d+$/.test(name) ? drafting.action(Number(name)) : undefined;
  if (byId && wanted !== 'role' && wanted !== 'field') return { kind: 'action', action: byId };
  const action = bestNamed(drafting.actions(), 'title', name);
  const role = bestNamed(drafting.roles(), 'name', name) ?? drafting.roles().find(({ id }) => id === name);
  const places = fieldsNamed(fieldPlaces(drafting.actions()), name);
  if (action && (wanted === 'action' || (!wanted && !role))) return { kind: 'action', action };
  if (role && wanted !== 'field' && wanted !== 'action') return { kind: 'role', role };
  if (wanted === 'action' && role) {
    const own = drafting.actionsOf(String(role.id));
    return own.length > 0 ? { kind: 'action', action: own.at(-1) as JsonObject } : undefined;
  }
  return places.length > 0 && (wanted === 'field' || !wanted) ? { kind: 'field', places } : undefined;
}

function bestNamed(items: readonly JsonObject[], member: string, name: string): JsonObject | undefined {
  const exact = items.find((item) => textMember(item, member).toLowerCase() === name.toLowerCase());
  if (exact) return exact;
  const wanted = stemsIn(name);
  const has = (item: JsonObject) => {
    const stems = stemsIn(textMember(item, member));
    return wanted.length > 0 && wanted.every((word) => stems.includes(word));
  };
  const match = items.filter(has);
  return match.length >= 1 ? match[0] : undefined;
}

function rename(making: Making, what: string, to: string): true | string {
  const { drafting } = making;
  const named = find(making, what);
  if (!named) return what;
  if (named.kind === 'action')
    return drafting.edit({ edit: 'set_action', action: Number(named.action.id), title: firstUpper(to) }) || what;
  if (named.kind === 'role') {
    const id = camelName(to);
    const isMoved = id === named.role.id || drafting.edit({ edit: 'rename_role', role: String(named.role.id), to: id });
    return (isMoved && drafting.edit({ edit: 'set_role', role: id, name: firstUpper(to) })) || what;
  }
  for (const { action, name, schema } of named.places) {
    const isRequired = !isOptional(drafting.action(action) ?? {}, name);
    const { title: _, ...rest } = schema;
    drafting.edit({
      edit: 'set_schema_field',
      action,
      field: name,
      schema: rest,
      label: firstUpper(to),
      required: isRequired,
    });
  }
  return true;
}

function isOptional(action: JsonObject, name: string): boolean {
  const schema = itemsOf(action, 'dataSchemas').find(() => fieldOf(action, name) !== undefined);
  return !(Array.isArray(schema?.required) && (schema.required as readonly string[]).includes(name));
}

const TIMES = /^(?:the )?(?:deadline|timer|time limit|reminder|frist|erinnerung)s?$/i;

function remove(making: Making, what: string, from: string | undefined): true | string {
  const { drafting } = making;
  if (TIMES.test(what.trim())) return removeTimers(making, from);
  const within = from === undefined ? undefined : find(making, from, 'action');
  const named = find(making, from === undefined ? what : what, within ? 'field' : undefined);
  if (!named) return what;
  if (named.kind === 'action') {
    const id = Number(named.action.id);
    const [next] = nextOf(usualRoute(named.action));
    const done = drafting.edit({ edit: 'remove_action', action: id, ...(next !== undefined && { next }) });
    if (named.action.isStartingAction === true && next !== undefined)
      drafting.edit({ edit: 'set_action', action: next, isStartingAction: true });
    return done || what;
  }
  if (named.kind === 'role') return drafting.edit({ edit: 'remove_role', role: String(named.role.id) }) || what;
  const id = within?.kind === 'action' ? Number(within.action.id) : undefined;
  const places = named.places.filter(({ action }) => id === undefined || action === id);
  for (const { action, name } of places) drafting.edit({ edit: 'remove_part', action, part: 'field', name });
  return places.length > 0 || what;
}

function removeTimers(making: Making, from: string | undefined): true | string {
  const { drafting } = making;
  const named = from === undefined ? undefined : find(making, from, 'action');
  if (from !== undefined && !named) return from;
  const actions = named?.kind === 'action' ? [named.action] : drafting.actions();
  for (const action of actions)
    for (const { id } of itemsOf(action, 'timers'))
      drafting.edit({ edit: 'remove_part', action: Number(action.id), part: 'timer', name: String(id) });
  return drafting.edits.length > 0 || (from ?? 'timer');
}

/** A step goes before or behind another one, in the list and on the way. */
function move(making: Making, { what, before, other }: Extract<Order, { readonly kind: 'move' }>): true | string {
  const { drafting } = making;
  const named = find(making, what, 'action');
  const target = find(making, other, 'action');
  if (named?.kind !== 'action') return what;
  if (target?.kind !== 'action' || target.action === named.action) return other;
  const id = Number(named.action.id);
  const to = Number(target.action.id);
  const next = nextOf(usualRoute(named.action));
  for (const leader of actionsBefore(drafting, id)) leadTo(drafting, Number(leader.id), next);
  if (before) insertBefore(drafting, id, to);
  else {
    leadTo(drafting, id, nextOf(usualRoute(drafting.action(to) ?? {})));
    leadTo(drafting, to, [id]);
  }
  const list = drafting.actions().map((action) => Number(action.id));
  const behind = list[list.indexOf(to) + 1];
  drafting.edit({
    edit: 'move_action',
    action: id,
    before: before ? to : behind === undefined || behind === id ? null : behind,
  });
  const isFirst = named.action.isStartingAction !== true && before && target.action.isStartingAction === true;
  if (isFirst) {
    drafting.edit({ edit: 'set_action', action: id, isStartingAction: true });
    drafting.edit({ edit: 'set_action', action: to, isStartingAction: null });
  }
  return true;
}
