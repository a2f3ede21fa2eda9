// A blueprint of language 1 as one of language 2, which alone the ledger knows: each change keeps the meaning that the
// text had in language 1, or is a proposal that its author looks at. The check finds the places to change, so that the
// two never differ. Pure.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { FINDINGS_MAX } from '../../base/limits/node/designs.js';
import { parsePointer, pointerText, readPointer } from '../../blueprint/definition/pointer.js';
import { shownName } from '../../blueprint/definition/shown-name.js';
import type { Action, Definition } from '../../blueprint/definition/types.js';
import { withoutNulls } from '../../blueprint/definition/without-nulls.js';
import type { Finding, FindingCode } from '../../blueprint/findings/finding.js';
import { operationOf } from '../../blueprint/logic/logic.js';
import { membersOf } from '../../blueprint/names/members.js';
import { OPENER } from '../../blueprint/plan/cancellation.js';
import { checkBlueprint } from '../check/check.js';

/** A place of the lifted definition, with what was changed there or what its author decides. */
export interface LiftNote {
  /** JSON Pointer into the lifted definition. */
  readonly location: string;
  readonly message: string;
}

export interface LiftNotes {
  /** Changes in the order in which they were made. */
  readonly changes: readonly LiftNote[];
  /** Places that the author decides: errors of the check that are left, and members that several actions state. */
  readonly questions: readonly LiftNote[];
}

export interface Lifted extends LiftNotes {
  /** False for a blueprint that was of language 2 before. */
  readonly isLifted: boolean;
  /** Of language 2. The blueprint itself where it was of language 2 before. */
  readonly definition: JsonObject;
  /** Those of the check of the lifted definition. */
  readonly findings: readonly Finding[];
}

/** Looks at the whole definition, each of which may show what an earlier fault hid. */
const ROUNDS_MAX = 8;

/** True where nothing says another language than 1. */
export function isLanguage1({ language }: JsonObject): boolean {
  return language === undefined || language === null || language === 1;
}

/**
 * The blueprint in language 2, with its findings. A blueprint of the wrong form is lifted by its language alone: its
 * findings are about the form.
 */
export function lift(blueprint: JsonObject): Lifted {
  const none = { changes: [], questions: [] };
  if (!isLanguage1(blueprint))
    return { ...none, definition: blueprint, findings: checkBlueprint(blueprint), isLifted: false };
  let definition = structuredClone(withoutNulls({ ...blueprint, language: 2 }));
  let findings = checkBlueprint(definition);
  if (findings.some(({ code }) => code === 'BP_FORM')) return { ...none, definition, findings, isLifted: true };
  const changes: LiftNote[] = [];
  for (let round = 0; round < ROUNDS_MAX; round++) {
    // A copy for each look, because the results of a look are kept with the definition.
    const next = structuredClone(definition);
    const first = round === 0 ? openerCancels(next) : [];
    const made = [...first, ...findings.flatMap((finding) => notesOfChange(next, finding))];
    if (made.length === 0) break;
    changes.push(...made);
    definition = next;
    findings = checkBlueprint(definition);
  }
  const errors = findings.filter(({ severity }) => severity === 'error');
  // The members of a schema that the check refused may have no end.
  const whole = findings.some(({ code }) => code === 'BP_SCHEMA') ? undefined : (definition as unknown as Definition);
  return {
    definition,
    changes: [...changes, ...(whole?.actions.flatMap(dataNotes) ?? [])],
    questions: [
      ...errors.map(({ location, message }) => ({ location, message })),
      ...(whole ? restatements(whole) : []),
    ].slice(0, FINDINGS_MAX),
    findings,
    isLifted: true,
  };
}

/** The part of it that answers tell; undefined for a blueprint that was of language 2 before. */
export function liftNotes({ changes, questions, isLifted }: Lifted): LiftNotes | undefined {
  return isLifted ? { changes, questions } : undefined;
}

/** In language 1 the opener of an instance cancels it, alone and at any time. */
function openerCancels(definition: JsonObject): readonly LiftNote[] {
  const { cancellation, participants } = definition as unknown as Definition;
  // The check asks for another name of such a role.
  if (cancellation || participants.some(({ id }) => id === OPENER)) return [];
  put(definition, ['cancellation'], { by: [OPENER] });
  const message =
    'The participant that opened an instance cancels it, as before: state who has to agree, and until when.';
  return [{ location: '/cancellation', message }];
}

/** Forms of data that the check does not ask about, because they are well formed in both languages. */
function dataNotes(action: Action, i: number): readonly LiftNote[] {
  const { dataSchemas = [] } = action;
  const inUtc = 'Times are written in UTC, such as "2026-02-28T09:30:00.000Z".';
  const times = dataSchemas.flatMap((schema, j) =>
    JSON.stringify(schema).includes('"format":"date-time"')
      ? [{ location: `/actions/${i}/dataSchemas/${j}`, message: inUtc }]
      : [],
  );
  if (membersOf(action).given.size > 0) return times;
  const message = 'No data schema names a member, so that a payload of this action is empty: declare what it states.';
  return [...times, { location: `/actions/${i}`, message }];
}

/**
 * Members that an action states under the name of an earlier one's. In language 1 the later value took the place of the
 * earlier one for all who read the name.
 */
function restatements({ actions }: Definition): readonly LiftNote[] {
  const stating = new Map<string, Action[]>();
  for (const action of actions)
    for (const name of [...membersOf(action).given, ...membersOf(action).calculated])
      if (!stating.get(name)?.push(action)) stating.set(name, [action]);
  return [...stating].flatMap(([name, by]) => {
    const [first, second] = by;
    if (!first || !second) return [];
    const [shown, ids] = [shownName(name), by.map(({ id }) => id)];
    const message = `Actions ${ids.join(', ')} state ${shown}, and the latest value stood for all of them. Each is a member of its own action now: rename one where it means something else, or read act.${first.id}.${shown} where that of action ${first.id} is meant.`;
    return [{ location: statementPlace(actions, second, name), message }];
  });
}

/** The place where the schemas or the calculations of an action name a member, or else the action. */
function statementPlace(actions: readonly Action[], action: Action, name: string): string {
  const at = ['actions', String(actions.indexOf(action))];
  const { calculations, dataSchemas = [] } = action;
  if (Object.hasOwn(calculations ?? {}, name)) return pointerText([...at, 'calculations', name]);
  const j = dataSchemas.findIndex((schema) => propertyOf(schema, name) !== undefined);
  return pointerText(j < 0 ? at : [...at, 'dataSchemas', String(j), 'properties', name]);
}

/** The notes of what a finding changes; none where it is the author's to decide. */
type Change = (at: Fault) => string | undefined;

interface Fault {
  readonly document: JsonObject;
  readonly definition: Definition;
  /** Tokens of the finding's place; of a name, of the `var` that reads it. */
  readonly tokens: readonly string[];
  /** The action that it is about; undefined for one of the whole. */
  readonly action: Action | undefined;
}

function notesOfChange(document: JsonObject, { code, location, severity }: Finding): readonly LiftNote[] {
  const change = severity === 'error' ? CHANGES[code] : undefined;
  const tokens = parsePointer(location);
  if (!change || !tokens) return [];
  const definition = document as unknown as Definition;
  const action = tokens[0] === 'actions' ? definition.actions[Number(tokens[1])] : undefined;
  const message = change({
    document,
    definition,
    tokens: tokens.at(-1) === 'var' ? tokens.slice(0, -1) : tokens,
    action,
  });
  return message === undefined ? [] : [{ location, message }];
}

const CHANGES: Partial<Record<FindingCode, Change>> = {
  BP_LOGIC: fixSpelling,
  BP_NAME_AMBIGUOUS: qualify,
  BP_READ_MAYBE_ABSENT: addDefault,
  BP_ROUTE_NO_DEFAULT: addEnd,
  BP_SCHEMA_OPEN: closeObject,
  BP_TYPE: exact,
};

/** Places that a division had in language 1 as a double, more or less: money needs its own number of them. */
const PLACES = 6;

/** Operators of one type of value, which every comparison of language 2 is. */
const COMPARED: Readonly<Record<string, string>> = { '===': '==', '!==': '!=' };

function fixSpelling({ document, tokens }: Fault): string | undefined {
  const [name = '', rule] = [tokens.at(-1), readPointer(document, tokens.slice(0, -1))];
  const operands = isObject(rule) ? rule[name] : undefined;
  if (!Array.isArray(operands) || operands.length !== 2) return undefined;
  const compared = Object.hasOwn(COMPARED, name) ? COMPARED[name] : undefined;
  if (compared === undefined && name !== '/') return undefined;
  const divided = { div: [...(operands as readonly Json[]), PLACES, 'half-even'] };
  put(document, tokens.slice(0, -1), compared === undefined ? divided : { [compared]: operands as Json });
  if (compared !== undefined) return `"${name}" is "${compared}": values of different types are not compared.`;
  return `"/" is "div" with ${PLACES} places, rounded half to even: state how many places it needs.`;
}

/** In language 1 a name is the own member, or else the latest value that any action gave it. */
function qualify({ document, definition, tokens, action }: Fault): string | undefined {
  const name = nameAt(document, tokens);
  if (!action || name === undefined) return undefined;
  const [member = ''] = name.split('.');
  const { given, calculated } = membersOf(action);
  const isOwnResult = tokens[2] === 'calculations' && tokens[3] === member;
  if (given.has(member)) return renameAt(document, tokens, `in.${name}`);
  if (calculated.has(member) && !isOwnResult) return renameAt(document, tokens, `calc.${name}`);
  const stating = definition.actions.filter(
    (one) => membersOf(one).given.has(member) || membersOf(one).calculated.has(member),
  );
  if (stating.length < 2) return undefined;
  const facts = (document.facts ?? {}) as JsonObject;
  put(document, ['facts'], { ...facts, [member]: stating.map(({ id }) => id) });
  return renameAt(document, tokens, `fact.${name}`);
}

/** Absence was null in language 1, and null counted as 0, as an empty text or as false. */
function addDefault({ document, definition, tokens, action }: Fault): string | undefined {
  const name = nameAt(document, tokens);
  if (!action || name === undefined) return undefined;
  const value = emptyOf(definition, name.split('.').at(-1) ?? '');
  put(document, [...tokens, 'var'], [name, value]);
  return `${shownName(name)} may be absent, and counts as ${JSON.stringify(value)} then: say what it has to count as.`;
}

function addEnd({ document, tokens }: Fault): string | undefined {
  const routes = readPointer(document, tokens);
  if (!Array.isArray(routes) || routes.length === 0) return undefined;
  const last = String(routes.length - 1);
  put(document, [...tokens, last, 'end'], true);
  return 'The branch ends where no condition holds, as before: "end": true says that it is meant.';
}

function closeObject({ document, tokens }: Fault): string | undefined {
  const keyword = tokens.at(-1) as string;
  const schema = readPointer(document, tokens.slice(0, -1));
  if (keyword === 'patternProperties' || !isObject(schema)) return undefined;
  const { [keyword]: _, ...rest } = schema;
  put(document, tokens.slice(0, -1), rest);
  return `"${keyword}" is left out: a payload has the members that its schemas name. Declare free data as one member of type object.`;
}

/** A result with a fraction is exact in language 2, and so is the member that records it. */
function exact({ document, tokens, action }: Fault): string | undefined {
  const [, , part, member] = tokens;
  if (!action || part !== 'calculations' || member === undefined || tokens.length !== 4) return undefined;
  const place = (action.dataSchemas ?? []).findIndex((schema) => isObject(propertyOf(schema, member)));
  const schema = place < 0 ? undefined : propertyOf((action.dataSchemas ?? [])[place], member);
  if (!isObject(schema) || schema.type !== 'number') return undefined;
  const { type: _, minimum, maximum, ...rest } = schema;
  const at = [...tokens.slice(0, 2), 'dataSchemas', String(place), 'properties', member];
  const bounds = {
    ...(minimum !== undefined && { 'x-minimum': String(minimum) }),
    ...(maximum !== undefined && { 'x-maximum': String(maximum) }),
  };
  put(document, at, { ...rest, type: 'string', format: 'decimal', ...bounds });
  return `${shownName(member)} is an exact decimal, written as a text such as "12.50".`;
}

function propertyOf(schema: Json | undefined, name: string): Json | undefined {
  return isObject(schema) && isObject(schema.properties) ? schema.properties[name] : undefined;
}

/** The value that a member had where it was absent, by the type that its schemas state. */
function emptyOf({ actions }: Definition, member: string): Json {
  const found = actions.flatMap(({ dataSchemas = [] }) => dataSchemas.map((schema) => propertyOf(schema, member)));
  const type = found.find((schema): schema is JsonObject => isObject(schema))?.type;
  if (type === 'string') return '';
  if (type === 'boolean') return false;
  if (type === 'array') return [];
  return 0;
}

/** The name that a `var` reads at a place. */
function nameAt(document: JsonObject, tokens: readonly string[]): string | undefined {
  const rule = readPointer(document, tokens);
  const operation = rule === undefined ? undefined : operationOf(rule);
  const [name] = operation?.name === 'var' ? operation.args : [];
  return typeof name === 'string' ? name : undefined;
}

function renameAt(document: JsonObject, tokens: readonly string[], name: string): string {
  const { var: read } = readPointer(document, tokens) as JsonObject;
  put(document, [...tokens, 'var'], Array.isArray(read) ? [name, ...(read as readonly Json[]).slice(1)] : name);
  return `It reads ${shownName(name)}.`;
}

/** Puts a value at a place whose parent is there. */
function put(document: JsonObject, tokens: readonly string[], value: Json): void {
  const parent = readPointer(document, tokens.slice(0, -1)) as Record<string, Json>;
  parent[tokens.at(-1) as string] = value;
}
