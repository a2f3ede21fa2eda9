// Warnings about bounds that do not fit the type of what they bound: a keyword that nothing asks of such a value, a
// least value above the most one, a vote's weight that its member does not keep. Pure.

import { escapePointer, isObject, type Json, type JsonObject } from '../../../base/json.js';
import { APPROVAL_WEIGHT_MAX } from '../../../base/limits/ledger/constants.js';
import { shownName } from '../../../blueprint/definition/shown-name.js';
import type { Action, Definition } from '../../../blueprint/definition/types.js';
import type { Findings, PatchStep } from '../../../blueprint/findings/finding.js';
import { approvalOf } from '../../../blueprint/plan/approval.js';
import { weightReadOf } from '../../../blueprint/plan/stated-dues.js';
import { compareDecimals, type Decimal, decimalOf, decimalOfNumber, decimalText } from '../../../values/decimal.js';

const NUMBERS = ['integer', 'number'];
/** The types of values that a bound is asked of; of every other value it holds. */
const BOUNDED: Readonly<Record<string, readonly string[]>> = {
  minimum: NUMBERS,
  maximum: NUMBERS,
  exclusiveMinimum: NUMBERS,
  exclusiveMaximum: NUMBERS,
  multipleOf: NUMBERS,
  minLength: ['string'],
  maxLength: ['string'],
  pattern: ['string'],
  'x-minimum': ['string'],
  'x-maximum': ['string'],
  minItems: ['array'],
  maxItems: ['array'],
  uniqueItems: ['array'],
  minProperties: ['object'],
  maxProperties: ['object'],
};
/** Pairs of which the first is not above the second. */
const PAIRS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
  ['x-minimum', 'x-maximum'],
] as const;
/** Keywords whose values are data. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);

/** The definition has no errors. */
export function checkBounds(definition: Definition, findings: Findings): void {
  for (const [i, { dataSchemas = [] }] of definition.actions.entries())
    for (const [j, schema] of dataSchemas.entries())
      checkNode(schema as Json, `/actions/${i}/dataSchemas/${j}`, findings);
  checkWeights(definition, findings);
}

/** The schema has a bounded number of nodes. */
function checkNode(node: Json, at: string, findings: Findings): void {
  if (Array.isArray(node)) {
    for (const [i, item] of node.entries()) checkNode(item as Json, `${at}/${i}`, findings);
    return;
  }
  if (!isObject(node)) return;
  checkBounded(node, at, findings);
  for (const [key, value] of Object.entries(node))
    if (!DATA.has(key)) checkNode(value as Json, `${at}/${escapePointer(key)}`, findings);
}

function checkBounded(node: JsonObject, at: string, findings: Findings): void {
  const types = typesOf(node);
  for (const [name, of] of Object.entries(BOUNDED)) {
    const bound = Object.hasOwn(node, name) ? (node[name] as Json) : undefined;
    // A member of the data may be called like a keyword: its schema is an object.
    if (bound === undefined || isObject(bound) || types === undefined || types.some((entry) => of.includes(entry)))
      continue;
    const { message, fix } = remedyOf(node, { name, bound, at, types });
    findings.add({ severity: 'warning', code: 'BP_BOUND', location: `${at}/${name}`, message, ...(fix && { fix }) });
  }
  for (const [low, high] of PAIRS) {
    const [least, most] = [decimalIn(node[low]), decimalIn(node[high])];
    if (!least || !most || compareDecimals(least, most) <= 0) continue;
    const message = `No value is at least ${node[low]} and at most ${node[high]}: the action could not state it.`;
    findings.warn('BP_BOUND', `${at}/${high}`, message);
  }
}

/** Undefined where the node says no type. Whether a value may be null says nothing about its bounds. */
function typesOf({ type }: JsonObject): readonly string[] | undefined {
  const all = [type].flat().filter((item): item is string => typeof item === 'string' && item !== 'null');
  return all.length === 0 ? undefined : all;
}

function decimalIn(bound: Json | undefined): Decimal | undefined {
  if (typeof bound === 'number') return decimalOfNumber(bound);
  return typeof bound === 'string' ? decimalOf(bound) : undefined;
}

interface Unasked {
  readonly name: string;
  readonly bound: Json;
  readonly at: string;
  readonly types: readonly string[];
}

/** A decimal is a text and has bounds of its own, and so has the amount of money. Elsewhere the bound is left out. */
function remedyOf(
  node: JsonObject,
  { name, bound, at, types }: Unasked,
): { readonly message: string; readonly fix?: readonly PatchStep[] } {
  const said = `Nothing asks ${name} of a value of type ${types.join(' or ')}`;
  const own = name === 'minimum' || name === 'maximum' ? `x-${name}` : undefined;
  if (node.format === 'decimal' && NUMBERS.some((entry) => BOUNDED[name]?.includes(entry))) {
    const value = own !== undefined && node[own] === undefined ? decimalIn(bound) : undefined;
    const message = `${said}, and a decimal is a text: its bounds are x-minimum and x-maximum, such as "0.01".`;
    if (!value) return { message };
    const moved = { op: 'add', path: `${at}/${own}`, value: decimalText(value) } as const;
    return { message, fix: [moved, { op: 'remove', path: `${at}/${name}` }] };
  }
  if (node.format === 'money')
    return {
      message: `${said}: bound the amount of the money, by "properties": {"amount": {"type": "string", "format": "decimal", "x-minimum": "0.01"}}.`,
    };
  return { message: `${said}: leave it out, or change the type.`, fix: [{ op: 'remove', path: `${at}/${name}` }] };
}

/** A run that states a weight out of its range is refused, which its schema should say beforehand. */
function checkWeights(definition: Definition, findings: Findings): void {
  for (const [i, action] of definition.actions.entries())
    for (const [j, voter] of (approvalOf(action)?.of ?? []).entries()) {
      const read = weightReadOf(voter);
      const source = read && definition.actions.find(({ id }) => id === read.actions[0]);
      if (!read || !source) continue;
      const missing = openEnds(source, read.member);
      if (missing.length === 0) continue;
      const said = `A run of action ${source.id} in which ${shownName(read.member)} is not from 0 to ${APPROVAL_WEIGHT_MAX} is refused, since it weighs a vote: say ${missing.map(([name, value]) => `"${name}": ${value}`).join(' and ')} in its schema.`;
      const at = schemaPlace(definition, source, read.member);
      const fix = missing.map(([name, value]) => ({ op: 'add', path: `${at}/${name}`, value }) as const);
      findings.add({
        ...{ severity: 'warning', code: 'BP_WEIGHT_RANGE', message: said },
        ...{ location: `/actions/${i}/approval/of/${j}/weightOf/var`, ...(at !== undefined && { fix }) },
      });
    }
}

/** The bounds that the schemas of a member do not say, or say wider. */
function openEnds({ dataSchemas = [] }: Action, member: string): readonly (readonly [string, number])[] {
  const parts = dataSchemas.flatMap((schema): readonly JsonObject[] => {
    const part = propertyOf(schema as Json, member);
    return part ? [part] : [];
  });
  const values = parts.flatMap((part): readonly Json[] =>
    Array.isArray(part.enum)
      ? (part.enum as readonly Json[])
      : Object.hasOwn(part, 'const')
        ? [part.const as Json]
        : [],
  );
  if (values.length > 0 && values.every((value) => atLeast(value, 0) && atLeast(APPROVAL_WEIGHT_MAX, value))) return [];
  const low = parts.some(({ minimum, exclusiveMinimum: above }) => atLeast(minimum, 0) || atLeast(above, -1));
  const high = parts.some(
    ({ maximum, exclusiveMaximum: below }) =>
      atLeast(APPROVAL_WEIGHT_MAX, maximum) || atLeast(APPROVAL_WEIGHT_MAX + 1, below),
  );
  return [...(low ? [] : [['minimum', 0] as const]), ...(high ? [] : [['maximum', APPROVAL_WEIGHT_MAX] as const])];
}

function atLeast(value: Json | undefined, other: Json | undefined): boolean {
  return typeof value === 'number' && typeof other === 'number' && value >= other;
}

function propertyOf(schema: Json, member: string): JsonObject | undefined {
  const named = isObject(schema) && isObject(schema.properties) ? schema.properties : undefined;
  const value = named && Object.hasOwn(named, member) ? named[member] : undefined;
  return isObject(value) ? value : undefined;
}

/** Where the schema of a member stands; undefined where none names it plainly, as of one that is calculated. */
function schemaPlace({ actions }: Definition, source: Action, member: string): string | undefined {
  const j = (source.dataSchemas ?? []).findIndex((schema) => propertyOf(schema as Json, member));
  return j < 0 ? undefined : `/actions/${actions.indexOf(source)}/dataSchemas/${j}/properties/${escapePointer(member)}`;
}
