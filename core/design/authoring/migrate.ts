// A blueprint of language 1 as one of language 2, as far as a program can say it: each change keeps what language 1
// meant, or is a proposal that its author looks at. The check finds what is to change, so that the two never differ.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { parsePointer, readPointer } from '../../blueprint/definition/pointer.js';
import { shownName } from '../../blueprint/definition/shown-name.js';
import type { Action, Definition } from '../../blueprint/definition/types.js';
import type { Finding, FindingCode } from '../../blueprint/findings/finding.js';
import { operationOf } from '../../blueprint/logic/logic.js';
import { membersOf } from '../../blueprint/names/members.js';
import { checkBlueprint } from '../check/check.js';

/** A change that was made, and why. */
export interface MigrationNote {
  /** JSON Pointer into the blueprint. */
  readonly location: string;
  readonly message: string;
}

export interface Migrated {
  readonly document: JsonObject;
  /** In the order in which they were made. */
  readonly notes: readonly MigrationNote[];
  /** Findings of the check of the result: errors are left to the author. */
  readonly findings: readonly Finding[];
}

/** Looks at the whole document, each of which may show what an earlier fault hid. */
const ROUNDS_MAX = 8;

/** The document is a blueprint that may be published in language 1. */
export function migrated(blueprint: JsonObject): Migrated {
  let document = structuredClone({ ...blueprint, language: 2 }) as JsonObject;
  const notes: MigrationNote[] = [];
  let findings = checkBlueprint(document);
  for (let round = 0; round < ROUNDS_MAX; round++) {
    // A copy for each look, because what is known of a definition is kept with it.
    const next = structuredClone(document);
    const made = findings.flatMap((finding) => changed(next, finding));
    if (made.length === 0) break;
    notes.push(...made);
    document = next;
    findings = checkBlueprint(document);
  }
  return { document, notes: [...notes, ...timeNotes(document)], findings };
}

/** A form that the check does not ask about, since a schema may say it in both languages. */
function timeNotes(document: JsonObject): readonly MigrationNote[] {
  const { actions } = document as unknown as Definition;
  return actions.flatMap(({ dataSchemas = [] }, i) =>
    dataSchemas.flatMap((schema, j) =>
      JSON.stringify(schema).includes('"format":"date-time"')
        ? [
            {
              location: `/actions/${i}/dataSchemas/${j}`,
              message: 'Times are written in UTC, such as "2026-02-28T09:30:00.000Z".',
            },
          ]
        : [],
    ),
  );
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

function changed(document: JsonObject, { code, location, severity }: Finding): readonly MigrationNote[] {
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
  BP_LOGIC: divide,
  BP_NAME_AMBIGUOUS: qualify,
  BP_READ_MAYBE_ABSENT: defaulted,
  BP_ROUTE_NO_DEFAULT: ended,
  BP_SCHEMA_OPEN: closed,
  BP_TYPE: exact,
};

/** Places that a division had in language 1 as a double, more or less: money needs its own number of them. */
const PLACES = 6;

function divide({ document, tokens }: Fault): string | undefined {
  const parent = readPointer(document, tokens.slice(0, -1));
  if (tokens.at(-1) !== '/' || !isObject(parent)) return undefined;
  const operands = parent['/'];
  if (!Array.isArray(operands) || operands.length !== 2) return undefined;
  put(document, tokens.slice(0, -1), { div: [...(operands as readonly Json[]), PLACES, 'half-even'] });
  return `"/" is "div" with ${PLACES} places, rounded half to even: state how many places it needs.`;
}

/** In language 1 a name is the own member, or else the latest value that any action gave it. */
function qualify({ document, definition, tokens, action }: Fault): string | undefined {
  const name = nameAt(document, tokens);
  if (!action || name === undefined) return undefined;
  const [member = ''] = name.split('.');
  const { given, calculated } = membersOf(action);
  const isOwnResult = tokens[2] === 'calculations' && tokens[3] === member;
  if (given.has(member)) return renamed(document, tokens, `in.${name}`);
  if (calculated.has(member) && !isOwnResult) return renamed(document, tokens, `calc.${name}`);
  const stating = definition.actions.filter(
    (one) => membersOf(one).given.has(member) || membersOf(one).calculated.has(member),
  );
  if (stating.length < 2) return undefined;
  const facts = (document.facts ?? {}) as JsonObject;
  put(document, ['facts'], { ...facts, [member]: stating.map(({ id }) => id) });
  return renamed(document, tokens, `fact.${name}`);
}

/** Absence was null in language 1, and null counted as 0, as an empty text or as false. */
function defaulted({ document, definition, tokens, action }: Fault): string | undefined {
  const name = nameAt(document, tokens);
  if (!action || name === undefined) return undefined;
  const value = emptyOf(definition, name.split('.').at(-1) ?? '');
  put(document, [...tokens, 'var'], [name, value]);
  return `${shownName(name)} may be absent, and counts as ${JSON.stringify(value)} then: say what it has to count as.`;
}

function ended({ document, tokens }: Fault): string | undefined {
  const routes = readPointer(document, tokens);
  if (!Array.isArray(routes) || routes.length === 0) return undefined;
  const last = String(routes.length - 1);
  put(document, [...tokens, last, 'end'], true);
  return 'The branch ends where no condition holds, as before: "end": true says that it is meant.';
}

function closed({ document, tokens }: Fault): string | undefined {
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

function renamed(document: JsonObject, tokens: readonly string[], name: string): string {
  const { var: read } = readPointer(document, tokens) as JsonObject;
  put(document, [...tokens, 'var'], Array.isArray(read) ? [name, ...(read as readonly Json[]).slice(1)] : name);
  return `It reads ${shownName(name)}.`;
}

/** Puts a value at a place whose parent is there. */
function put(document: JsonObject, tokens: readonly string[], value: Json): void {
  const parent = readPointer(document, tokens.slice(0, -1)) as Record<string, Json>;
  parent[tokens.at(-1) as string] = value;
}
