// A draft as a page shows it: roles, actions and their members in the language of the person. Pure, and total: a draft
// may lack anything, and what is not of its form is left out.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { spellOut } from '../../blueprint/definition/texts.js';

export interface DraftRole {
  readonly id: string;
  readonly name: string;
  /** Among the roles, by which it has its colour. */
  readonly place: number;
}

export interface DraftField {
  readonly name: string;
  readonly label: string;
  readonly schema: JsonObject;
  readonly isRequired: boolean;
  readonly isCalculated: boolean;
  /** The form has a control of it, whose title is its label. */
  readonly hasControl: boolean;
}

export interface DraftAction {
  readonly id: number;
  readonly title: string;
  readonly sender: string;
  /** In the list of the blueprint, by which findings point at it. */
  readonly place: number;
  readonly fields: readonly DraftField[];
  readonly action: JsonObject;
}

export interface ShownDraft {
  readonly title: string;
  readonly roles: readonly DraftRole[];
  readonly actions: readonly DraftAction[];
}

/** The draft with its texts of a language, or else its own. */
export function showDraft(blueprint: JsonObject, language = ''): ShownDraft {
  const texts = memberOf(memberOf(blueprint, 'texts'), language);
  const textAt = (key: string, own: Json | undefined, fallback: string): string =>
    textOf(texts[key]) ?? textOf(own) ?? fallback;
  const roles = itemsIn(blueprint, 'participants').map(({ id, name }, place) => ({
    ...{ id: String(id ?? ''), place },
    name: textAt(`${id}.name`, name, String(id ?? '')),
  }));
  const actions = listIn(blueprint, 'actions').flatMap((action, place): readonly DraftAction[] => {
    if (!isObject(action) || typeof action.id !== 'number') return [];
    const { id, title, sender } = action;
    const fields = fieldsIn(action, (name, own) => textAt(`${id}/${name}`, own, spellOut(name)));
    return [
      { id, title: textAt(`${id}.title`, title, String(id)), sender: String(sender ?? ''), place, fields, action },
    ];
  });
  return { title: textAt('title', blueprint.title, ''), roles, actions };
}

/** Names by `role/ID` and `action/ID`. */
export function shownNames(blueprint: JsonObject): ReadonlyMap<string, string> {
  const { roles, actions } = showDraft(blueprint);
  return new Map([
    ...roles.map(({ id, name }) => [`role/${id}`, name] as const),
    ...actions.map(({ id, title }) => [`action/${id}`, title] as const),
  ]);
}

/** In the order of the form, then of the schemas; calculated ones stand last. */
function fieldsIn(action: JsonObject, label: (name: string, own: Json | undefined) => string): readonly DraftField[] {
  const calculations = memberOf(action, 'calculations');
  const titles = titlesIn(action.form);
  const schemas = listIn(action, 'dataSchemas').filter((schema) => isObject(schema));
  const declared = new Map<string, { readonly schema: JsonObject; readonly isRequired: boolean }>();
  for (const schema of schemas)
    for (const [name, its] of Object.entries(memberOf(schema, 'properties')))
      if (!declared.has(name))
        declared.set(name, {
          schema: isObject(its as Json) ? (its as JsonObject) : {},
          isRequired: listIn(schema, 'required').includes(name),
        });
  const names = new Set([
    ...[...titles.keys()].filter((name) => declared.has(name)),
    ...declared.keys(),
    ...Object.keys(calculations),
  ]);
  const fields = [...names].map((name): DraftField => {
    const { schema, isRequired } = declared.get(name) ?? { schema: {}, isRequired: false };
    const isCalculated = Object.hasOwn(calculations, name);
    const hasControl = titles.has(name);
    return { name, label: label(name, titles.get(name) ?? schema.title), schema, isRequired, isCalculated, hasControl };
  });
  return [...fields.filter((field) => !field.isCalculated), ...fields.filter((field) => field.isCalculated)];
}

/** Titles of the controls of members, by the name of the member. */
function titlesIn(form: Json | undefined, titles = new Map<string, Json | undefined>()): Map<string, Json | undefined> {
  if (form === undefined || !isObject(form)) return titles;
  const [, name, ...deeper] = typeof form.scope === 'string' ? form.scope.replace(/^#/, '').split('/') : [];
  if (name !== undefined && deeper.length === 0) titles.set(name, form.title);
  for (const element of listIn(form, 'elements')) titlesIn(element, titles);
  return titles;
}

/** An object below another one; an empty one where it is absent. */
export function memberOf(holder: JsonObject | undefined, name: string): JsonObject {
  const value = holder !== undefined && Object.hasOwn(holder, name) ? holder[name] : undefined;
  return value !== undefined && isObject(value) ? value : {};
}

/** The items of a list; none where it is absent. */
export function listIn(holder: JsonObject, name: string): readonly Json[] {
  const value = holder[name];
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

export function itemsIn(holder: JsonObject, name: string): readonly JsonObject[] {
  return listIn(holder, name).filter((item): item is JsonObject => isObject(item));
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
