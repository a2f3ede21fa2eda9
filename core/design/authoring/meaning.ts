// How two versions of a blueprint differ by what it means to people: roles, actions, fields, readers, ways and rules,
// each as one change. Pure; the members behind them are those of difference.ts.
import { canonical, escapePointer, isObject, type Json, type JsonObject } from '../../base/json.js';
import { behaviourOf } from '../../blueprint/definition/definition-hash.js';
import { type FoundDifference, foundBetween } from './difference.js';
import { definitionOf } from './draft.js';

export interface MeantChange {
  readonly subject:
    | 'role'
    | 'action'
    | 'field'
    | 'reader'
    | 'route'
    | 'rule'
    | 'time'
    | 'credential'
    | 'terms'
    | 'text';
  readonly change: 'added' | 'removed' | 'changed';
  /** Id of the action that it belongs to. */
  readonly action?: string;
  /** A role, an action, a field as a pointer, a way, a calculated value, or a member. */
  readonly name: string;
  /** Of a reader the field; of others the member that changed, where it is a part of what is named. */
  readonly member?: string;
  readonly before?: Json;
  readonly after?: Json;
  /** A rehearsal of the earlier version does not count for the later one. */
  readonly isBehaviour: boolean;
}

type Meant = Omit<MeantChange, 'isBehaviour'>;
type Change = Pick<FoundDifference, 'change' | 'before' | 'after'>;

/**
 * The order is that of the earlier version, then what the later one has besides. Members of the server are left out.
 */
export function meantChanges(before: JsonObject, after: JsonObject): readonly MeantChange[] {
  const [first, second] = [wholeOf(before), wholeOf(after)];
  const behaves = new Set(meantBetween(behaviourOf(first), behaviourOf(second)).map(keyOf));
  return meantBetween(first, second).map((item) => ({ ...item, isBehaviour: behaves.has(keyOf(item)) }));
}

/** A draft may have no list yet: an empty one says the same. */
function wholeOf(document: JsonObject): JsonObject {
  const definition = definitionOf(document, '', false);
  return { ...definition, participants: definition.participants ?? [], actions: definition.actions ?? [] };
}

function keyOf({ subject, change, action = '', name, member = '' }: Meant): string {
  return JSON.stringify([subject, change, action, name, member]);
}

function meantBetween(before: JsonObject, after: JsonObject): readonly Meant[] {
  return foundBetween(before, after).flatMap(interpret);
}

function interpret({ at, ...change }: FoundDifference): readonly Meant[] {
  const [list = '', id, ...rest] = at;
  if (list === 'dataSchemas') return fieldChanges(change, undefined);
  if (list === 'participants' && id !== undefined)
    return [partOf({ subject: 'role', name: nameIn(id), at: rest }, change)];
  if (list === 'actions' && id !== undefined) return actionChanges(nameIn(id), rest, change);
  return [partOf({ subject: TEXTS.has(list) ? 'text' : 'terms', name: list, at: at.slice(1) }, change)];
}

/** Of the whole, and of an action: what is shown alone. */
const TEXTS = new Set(['title', 'description', 'texts', 'metadata', 'form']);

const BY_MEMBER: Readonly<Record<string, MeantChange['subject']>> = {
  condition: 'rule',
  target: 'route',
  rejectionConfig: 'route',
  joins: 'route',
  requiredPriorActions: 'route',
  publicRoute: 'route',
  timers: 'time',
  credentialRequirements: 'credential',
  credentialIssuanceConfig: 'credential',
  credentialStatus: 'credential',
};

function actionChanges(action: string, at: readonly string[], change: Change): readonly Meant[] {
  const [member, ...rest] = at;
  if (member === undefined) return [{ subject: 'action', name: action, ...change }];
  const inAction = { action };
  switch (member) {
    case 'dataSchemas':
      return fieldChanges(change, action);
    case 'disclosures':
      return readerChanges(rest, change).map((item) => ({ ...inAction, ...item }));
    case 'calculations':
      return ruleChanges(rest, change).map((item) => ({ ...inAction, ...item }));
    case 'routes':
      return [{ ...inAction, ...routeChange(rest, change) }];
    default: {
      const subject = BY_MEMBER[member] ?? (TEXTS.has(member) ? 'text' : 'action');
      return [
        subject === 'action'
          ? partOf({ subject, name: action, at }, change)
          : { ...inAction, ...partOf({ subject, name: member, at: rest }, change) },
      ];
    }
  }
}

/** A way by its id; its condition is a rule. */
function routeChange([id, ...rest]: readonly string[], change: Change): Meant {
  return partOf(
    { subject: rest[0] === 'condition' ? 'rule' : 'route', name: id === undefined ? '' : nameIn(id), at: rest },
    change,
  );
}

function ruleChanges([name, ...rest]: readonly string[], change: Change): readonly Meant[] {
  if (name !== undefined) return [partOf({ subject: 'rule', name, at: rest }, change)];
  return membersBetween(membersOf(change.before), membersOf(change.after), 'rule');
}

/** A row for each field that a role is told, or no longer told. */
function readerChanges([id, ...rest]: readonly string[], change: Change): readonly Meant[] {
  if (id === undefined) {
    const [before, after] = [change.before, change.after].map(readersIn) as [Readers, Readers];
    return [...new Set([...before.keys(), ...after.keys()])].flatMap((role) =>
      toldBetween(role, before.get(role) ?? [], after.get(role) ?? []),
    );
  }
  const role = nameIn(id);
  const [member] = rest;
  if (member !== undefined && member !== 'dataPointers')
    return [partOf({ subject: 'reader', name: role, at: rest }, change)];
  const pointersIn = (value: Json | undefined) =>
    textsIn(member === undefined && isObject(value) ? value.dataPointers : value);
  return toldBetween(role, pointersIn(change.before), pointersIn(change.after));
}

type Readers = ReadonlyMap<string, readonly string[]>;

function readersIn(list: Json | undefined): Readers {
  const readers = new Map<string, readonly string[]>();
  for (const rule of Array.isArray(list) ? (list as readonly Json[]) : [])
    if (isObject(rule) && typeof rule.participantAddress === 'string')
      readers.set(rule.participantAddress, [
        ...(readers.get(rule.participantAddress) ?? []),
        ...textsIn(rule.dataPointers),
      ]);
  return readers;
}

function toldBetween(role: string, before: readonly string[], after: readonly string[]): readonly Meant[] {
  const row = (change: 'added' | 'removed') => (member: string) =>
    ({ subject: 'reader', change, name: role, member }) as const;
  return [
    ...before.filter((pointer) => !after.includes(pointer)).map(row('removed')),
    ...after.filter((pointer) => !before.includes(pointer)).map(row('added')),
  ];
}

/** A row for each field; one for the list where no field differs. */
function fieldChanges(change: Change, action: string | undefined): readonly Meant[] {
  const inAction = action === undefined ? {} : { action };
  const rows = membersBetween(fieldsIn(change.before), fieldsIn(change.after), 'field');
  const all = rows.length > 0 ? rows : [{ subject: 'field', name: '', ...change } as const];
  return all.map((row) => ({ ...inAction, ...row }));
}

/** Fields by their pointer, each without the fields in it, with whether it is required. */
function fieldsIn(schemas: Json | undefined): ReadonlyMap<string, Json> {
  const fields = new Map<string, Json>();
  for (const schema of Array.isArray(schemas) ? (schemas as readonly Json[]) : []) putFields(fields, schema, '');
  return fields;
}

function putFields(fields: Map<string, Json>, schema: Json | undefined, at: string): void {
  if (schema === undefined || !isObject(schema)) return;
  const { properties, required } = schema;
  for (const [name, inner] of Object.entries(properties !== undefined && isObject(properties) ? properties : {})) {
    const pointer = `${at}/${escapePointer(name)}`;
    const isRequired = textsIn(required).includes(name);
    if (!isObject(inner)) fields.set(pointer, inner as Json);
    else {
      const { properties: _, required: __, ...own } = inner;
      fields.set(pointer, isRequired ? { ...own, required: true } : own);
      putFields(fields, inner, pointer);
    }
  }
}

function membersBetween(
  before: ReadonlyMap<string, Json>,
  after: ReadonlyMap<string, Json>,
  subject: MeantChange['subject'],
): readonly Meant[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name): readonly Meant[] => {
    const [was, is] = [before.get(name), after.get(name)];
    if (was === undefined) return [{ subject, name, change: 'added', after: is as Json }];
    if (is === undefined) return [{ subject, name, change: 'removed', before: was }];
    return canonical(was) === canonical(is) ? [] : [{ subject, name, change: 'changed', before: was, after: is }];
  });
}

function membersOf(value: Json | undefined): ReadonlyMap<string, Json> {
  return new Map(value !== undefined && isObject(value) ? (Object.entries(value) as [string, Json][]) : []);
}

interface Part extends Pick<Meant, 'subject' | 'name'> {
  readonly at: readonly string[];
}

/** The part of a thing that is named: of the whole of it, or of its member. */
function partOf({ subject, name, at }: Part, change: Change): Meant {
  if (at.length === 0) return { subject, name, ...change };
  return { subject, name, member: at.map((part) => nameIn(part)).join('.'), ...change, change: 'changed' };
}

function nameIn(part: string): string {
  return part.startsWith('[') ? part.slice(1, -1) : part;
}

function textsIn(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
