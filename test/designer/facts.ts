// Whether a draft has what a case says of it. Words of a case are matched with ids, names and titles of the draft.
import type { Json, JsonObject } from '../../core/base/json.js';
import { isObject } from '../../core/base/json.js';
import { itemsOf } from '../../core/edits/draft.js';
import { fieldNamesOf, fieldOf } from '../../core/edits/fields.js';
import type { Fact } from './case.js';

/** The facts that the draft has not. */
export function missingFacts(blueprint: JsonObject, facts: readonly Fact[]): readonly Fact[] {
  return facts.filter((fact) => !holds(blueprint, fact));
}

function holds(blueprint: JsonObject, fact: Fact): boolean {
  if ('role' in fact) return rolesLike(blueprint, fact.role).length > 0;
  if ('order' in fact) return hasOrder(blueprint, fact.order);
  if ('decision' in fact) return actionsBy(blueprint, fact.decision).some(decides);
  if ('condition' in fact) return hasCondition(blueprint, fact);
  if ('hidden' in fact) return isHidden(blueprint, fact.hidden, fact.from);
  if ('reads' in fact)
    return places(blueprint, fact.reads).some(({ action, name }) =>
      rolesLike(blueprint, fact.by).some((role) => reads(action, role, name)),
    );
  if ('field' in fact)
    return places(blueprint, fact.field).some(({ schema }) => new RegExp(`^(${fact.type})$`).test(typeOf(schema)));
  if ('deadline' in fact) return hasDeadline(blueprint, fact.deadline, fact.of);
  if ('refusal' in fact) return actionsBy(blueprint, fact.of).some((action) => refuses(blueprint, action, fact));
  return actions(blueprint).some((action) => isIssued(blueprint, action, fact));
}

const actions = (blueprint: JsonObject) => itemsOf(blueprint, 'actions');

export function rolesLike(blueprint: JsonObject, words: string): readonly string[] {
  const pattern = new RegExp(words, 'i');
  const loose = new RegExp(words.replaceAll(' ', '[ _-]?'), 'i');
  return itemsOf(blueprint, 'participants')
    .filter(({ id, name }) =>
      [id, name].some((text) => typeof text === 'string' && (pattern.test(text) || loose.test(text))),
    )
    .map(({ id }) => String(id));
}

function actionsBy(blueprint: JsonObject, words: string): readonly JsonObject[] {
  const roles = rolesLike(blueprint, words);
  return actions(blueprint).filter(
    (action) =>
      roles.includes(String(action.sender)) ||
      itemsOf(isObject(action.approval ?? null) ? (action.approval as JsonObject) : {}, 'of').some(({ role }) =>
        roles.includes(String(role)),
      ),
  );
}

export function nextIds(action: JsonObject): readonly number[] {
  return itemsOf(action, 'routes').flatMap(({ nextActionIds }) =>
    Array.isArray(nextActionIds) ? (nextActionIds as readonly number[]) : [],
  );
}

function hasOrder(blueprint: JsonObject, roles: readonly string[]): boolean {
  const all = actions(blueprint);
  const isBy = (action: JsonObject, words: string) => rolesLike(blueprint, words).includes(String(action.sender));
  let at = all.filter((action) => isBy(action, roles[0] as string));
  for (const words of roles.slice(1)) {
    const seen = new Set<number>();
    const queue = at.flatMap(nextIds);
    while (queue.length > 0) {
      const id = queue.shift() as number;
      if (seen.has(id)) continue;
      seen.add(id);
      queue.push(...nextIds(all.find((action) => action.id === id) ?? {}));
    }
    at = all.filter((action) => seen.has(Number(action.id)) && isBy(action, words));
    if (at.length === 0) return false;
  }
  return at.length > 0;
}

function decides(action: JsonObject): boolean {
  return (
    action.rejectionConfig !== undefined ||
    action.approval !== undefined ||
    itemsOf(action, 'routes').some(({ condition }) => condition !== undefined)
  );
}

function hasCondition(
  blueprint: JsonObject,
  { condition, value, leads }: { readonly condition: string; readonly value?: string; readonly leads: string },
): boolean {
  const targets = actionsBy(blueprint, leads).map(({ id }) => Number(id));
  return actions(blueprint).some((action) =>
    itemsOf(action, 'routes').some((route) => {
      if (route.condition === undefined || !nextIds({ routes: [route] }).some((id) => targets.includes(id)))
        return false;
      const said = JSON.stringify(route.condition);
      const rule = [said, ...calculationsOf(blueprint, said)].join(' ');
      const named = [...rule.matchAll(/"var":\[?"([^"]+)"/g)].map(([, name]) => name as string);
      const isAbout = named.some((name) => new RegExp(condition, 'i').test(labelOf(blueprint, name)));
      return isAbout && (value === undefined || new RegExp(`"?${value}(\\.0+)?"?[\\]}]`).test(rule));
    }),
  );
}

/** The rules of calculated members that a rule reads: a condition may be worked out in an earlier action. */
function calculationsOf(blueprint: JsonObject, rule: string): readonly string[] {
  return [...rule.matchAll(/"var":\[?"(?:act\.(\d+)|in)\.([^".]+)/g)].flatMap(([, , field]) =>
    actions(blueprint).flatMap(({ calculations }) =>
      calculations !== undefined && isObject(calculations) && calculations[field as string] !== undefined
        ? [JSON.stringify(calculations[field as string])]
        : [],
    ),
  );
}

/** A name of a rule, with the title of the member that it reads. */
function labelOf(blueprint: JsonObject, name: string): string {
  const [, id, field] = /^(?:act\.(\d+)\.|in\.)?([^.]+)/.exec(name) ?? [];
  const found = actions(blueprint).filter((action) => id === undefined || action.id === Number(id));
  return [name, ...found.map((action) => String(fieldOf(action, field ?? '')?.title ?? ''))].join(' ');
}

interface Place {
  readonly action: JsonObject;
  readonly name: string;
  readonly schema: JsonObject;
}

export function places(blueprint: JsonObject, words: string): readonly Place[] {
  const pattern = new RegExp(words, 'i');
  return actions(blueprint).flatMap((action) =>
    fieldNamesOf(action).flatMap((name) => {
      const schema = fieldOf(action, name);
      return schema && [name, schema.title].some((text) => typeof text === 'string' && pattern.test(text))
        ? [{ action, name, schema }]
        : [];
    }),
  );
}

function reads(action: JsonObject, role: string, name: string): boolean {
  if (action.sender === role) return true;
  const rule = itemsOf(action, 'disclosures').find(({ participantAddress }) => participantAddress === role);
  const pointers = Array.isArray(rule?.dataPointers) ? (rule.dataPointers as readonly string[]) : [];
  return pointers.some((pointer) => pointer === '/*' || pointer === `/${name}` || pointer.startsWith(`/${name}/`));
}

function isHidden(blueprint: JsonObject, words: string, from: string): boolean {
  const roles = rolesLike(blueprint, from);
  const found = places(blueprint, words).filter(
    ({ action, name, schema }) => !roles.includes(String(action.sender)) && !isWorkedOut(action, name, schema),
  );
  return (
    found.length > 0 &&
    roles.length > 0 &&
    found.every(({ action, name }) => roles.every((role) => !reads(action, role, name)))
  );
}

/** A calculated yes or no tells on which way the workflow goes, and not the value. */
function isWorkedOut({ calculations }: JsonObject, name: string, { type }: JsonObject): boolean {
  return type === 'boolean' && calculations !== undefined && isObject(calculations) && calculations[name] !== undefined;
}

function typeOf(schema: JsonObject): string {
  const { type, format } = schema;
  if (Array.isArray(schema.enum)) return 'choice';
  if (schema['x-file'] !== undefined) return 'file';
  if (format === 'date-time') return 'time';
  return typeof format === 'string' ? format : type === 'string' ? 'text' : String(type);
}

function hasDeadline(blueprint: JsonObject, durations: string, of: string): boolean {
  const wanted = durations.split('|');
  return actionsBy(blueprint, of).some((action) => {
    const confirm: Json | undefined = action.confirm;
    const within = confirm !== undefined && isObject(confirm) ? confirm.within : undefined;
    const routes = actions(blueprint).flatMap((other) =>
      itemsOf(other, 'routes')
        .filter((route) => nextIds({ routes: [route] }).includes(Number(action.id)))
        .map(({ branchDeadline }) => branchDeadline),
    );
    return [...itemsOf(action, 'timers').map(({ after }) => after), within, ...routes].some((text) =>
      wanted.includes(String(text)),
    );
  });
}

function refuses(
  blueprint: JsonObject,
  action: JsonObject,
  { refusal, to }: { readonly refusal: 'end' | 'back' | 'on'; readonly to?: string },
): boolean {
  const { rejectionConfig } = action;
  const rejected = rejectionConfig !== undefined && isObject(rejectionConfig) ? [rejectionConfig] : [];
  const ways: readonly (number | undefined)[] = [
    ...rejected.map(({ isTerminal, targetActionId }) => (isTerminal === true ? undefined : Number(targetActionId))),
    ...itemsOf(action, 'routes').flatMap((route): readonly (number | undefined)[] => {
      const isUsual = route.condition === undefined && route.isDefault !== true && action.approval === undefined;
      const next = nextIds({ routes: [route] });
      return isUsual ? [] : next.length === 0 ? [undefined] : next;
    }),
  ];
  if (refusal === 'end') return ways.includes(undefined);
  const target = rolesLike(blueprint, to ?? '.');
  return ways.some(
    (id) => id !== undefined && target.includes(String(actions(blueprint).find((item) => item.id === id)?.sender)),
  );
}

function isIssued(
  blueprint: JsonObject,
  action: JsonObject,
  { issued, to }: { readonly issued: string; readonly to: string },
): boolean {
  const config = action.credentialIssuanceConfig;
  const list = Array.isArray(config)
    ? (config as readonly JsonObject[])
    : config !== undefined && isObject(config)
      ? [config]
      : [];
  const recipients = rolesLike(blueprint, to);
  return list.some(
    ({ credentialType, recipientParticipantId }) =>
      new RegExp(issued, 'i').test(String(credentialType)) && recipients.includes(String(recipientParticipantId)),
  );
}
