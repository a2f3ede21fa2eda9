// Statements of members: those that an action declares at the root of its schemas and calculates, and those that the
// rules of a definition read. From that follows what a member of a payload is: the action's own, calculated, another
// action's, or free. It knows no instance and no payload.
import { type Issue, issue } from '../../base/issue.js';
import { escapePointer, isObject, type Json, type JsonObject } from '../../base/json.js';
import { SCHEMA_ERRORS_MAX } from '../../base/limits/node/designs.js';

import { bareOf, type Schema } from '../../schema/cost.js';
import { linearPattern } from '../../schema/pattern.js';
import { shownName } from '../definition/shown-name.js';
import type { Action, Definition } from '../definition/types.js';
import { readsOf } from '../logic/logic-reads.js';
import { hasCondition, routesOf } from '../plan/routes.js';
import { possibleInPlace } from '../schemas/schema-parts.js';

/**
 * The standing of a member in an action. `own`: it declares it. `calculated`: it calculates it, and no payload holds
 * it. `foreign`: another action declares it. `free`: no action declares it and no rule reads it. No action declares the
 * other two, and a rule reads them, or they pass for other names: `loose` for an action that may state it where no
 * participant else did before, `alien` for one that may not.
 */
export type NameStanding = 'own' | 'calculated' | 'foreign' | 'free' | 'loose' | 'alien';

export interface Statements {
  readonly standingOf: (name: string) => NameStanding;
  /**
   * Names that rules of the definition read and that this action may state: what a later rule reads can come from here.
   */
  readonly operands: readonly string[];
}

interface Declared {
  readonly names: ReadonlySet<string>;
  readonly patterns: readonly { readonly test: (text: string) => boolean }[];
  /** It declares nothing: whatever its payload holds is free. */
  readonly isOpen: boolean;
  readonly reads: ReadonlySet<string>;
  readonly readsWhole: boolean;
}

interface Names {
  readonly of: ReadonlyMap<Action, Declared>;
  readonly declared: ReadonlySet<string>;
  readonly read: ReadonlySet<string>;
  /** Both, as people read them: names of one spelling to Unicode are one name to them. */
  readonly folded: ReadonlySet<string>;
  readonly readsWhole: boolean;
}

const names = new WeakMap<Definition, Names>();
const statements = new WeakMap<Action, { readonly definition: Definition; readonly statements: Statements }>();

/** Found once for as long as the definition is held. The definition is a checked one. */
export function statementsOf(definition: Definition, action: Action): Statements {
  const known = statements.get(action);
  if (known?.definition === definition) return known.statements;
  const all = namesOf(definition);
  const own = all.of.get(action) ?? declaredBy(definition, action);
  const standingOf = (name: string): NameStanding => standing(name, { action, all, own });
  const operands = [...all.read].filter((name) => !['foreign', 'alien'].includes(standingOf(name)));
  const found = { standingOf, operands };
  statements.set(action, { definition, statements: found });
  return found;
}

/** False only for a name that an action with fields neither declares nor calculates. */
export function declares(definition: Definition, action: Action, name: string): boolean {
  const own = namesOf(definition).of.get(action) ?? declaredBy(definition, action);
  const isNamed = own.names.has(name) || own.patterns.some((pattern) => pattern.test(name));
  return own.isOpen || isNamed || Object.hasOwn(action.calculations ?? {}, name);
}

function standing(
  name: string,
  { action, all, own }: { readonly action: Action; readonly all: Names; readonly own: Declared },
): NameStanding {
  if (Object.hasOwn(action.calculations ?? {}, name)) return 'calculated';
  if (own.names.has(name)) return 'own';
  if (all.declared.has(name)) return 'foreign';
  if (isMisleading(name, all)) return 'alien';
  if (own.patterns.some((pattern) => pattern.test(name))) return 'own';
  if (!all.readsWhole && !all.read.has(name)) return 'free';
  const reads = own.readsWhole || own.reads.has(name);
  if (own.isOpen && reads) return 'own';
  return own.isOpen || reads ? 'loose' : 'alien';
}

/**
 * It looks as a name of others, or it is the star, which takes the place of all other members where a disclosure shows
 * all.
 */
function isMisleading(name: string, { read, folded }: Names): boolean {
  return name === '*' || (!read.has(name) && folded.has(name.normalize('NFKC')));
}

function namesOf(definition: Definition): Names {
  const known = names.get(definition);
  if (known) return known;
  const of = new Map(definition.actions.map((action) => [action, declaredBy(definition, action)] as const));
  const all = [...of.values()];
  const declared = new Set([
    ...all.flatMap((one) => [...one.names]),
    ...definition.actions.flatMap(({ calculations }) => Object.keys(calculations ?? {})),
  ]);
  const read = new Set(all.flatMap(({ reads }) => [...reads]));
  const found: Names = {
    of,
    declared,
    read,
    folded: new Set([...declared, ...read].map((name) => name.normalize('NFKC'))),
    readsWhole: all.some(({ readsWhole }) => readsWhole),
  };
  names.set(definition, found);
  return found;
}

/** The rules of an action: its calculations and the conditions of its routes. */
function rulesOf(definition: Definition, action: Action): readonly Json[] {
  const conditions = routesOf(definition, action).filter(hasCondition);
  return [...Object.values(action.calculations ?? {}), ...conditions.map(({ condition }) => condition as Json)];
}

function declaredBy(definition: Definition, action: Action): Declared {
  const found = declaredNames(action);
  const reads = rulesOf(definition, action).map(readsOf);
  return {
    names: found.names,
    patterns: [...found.patterns].map(linearPattern),
    isOpen: found.names.size === 0 && found.patterns.size === 0,
    reads: new Set(reads.flatMap(({ fields }) => [...fields])),
    readsWhole: reads.some(({ whole }) => whole),
  };
}

/** Names and patterns that the schemas of an action give members of its data. */
export function declaredNames({ dataSchemas }: Pick<Action, 'dataSchemas'>): {
  readonly names: ReadonlySet<string>;
  readonly patterns: ReadonlySet<string>;
} {
  const found = { names: new Set<string>(), patterns: new Set<string>() };
  for (const schema of dataSchemas ?? []) collect(bareOf(schema), found);
  return found;
}

function collect(root: Schema, into: { readonly names: Set<string>; readonly patterns: Set<string> }): void {
  const add = (list: unknown): void => {
    for (const name of Array.isArray(list) ? list : []) if (typeof name === 'string') into.names.add(name);
  };
  if (!isObject(root)) return;
  for (const { node } of possibleInPlace(root, [{ place: '', node: root }])) {
    if (!isObject(node)) continue;
    const schema: JsonObject = node;
    add(isObject(schema.properties) ? Object.keys(schema.properties) : []);
    add(schema.required);
    if (isObject(schema.patternProperties))
      for (const one of Object.keys(schema.patternProperties)) into.patterns.add(one);
    for (const keyword of ['dependentRequired', 'dependentSchemas', 'dependencies'])
      for (const [name, needs] of Object.entries(isObject(schema[keyword]) ? schema[keyword] : {})) {
        into.names.add(name);
        add(needs);
      }
    for (const value of [schema.const, ...(Array.isArray(schema.enum) ? schema.enum : [])])
      add(isObject(value) ? Object.keys(value) : []);
  }
}

interface Given {
  /** Fields of earlier actions. */
  readonly previous: JsonObject;
  readonly payload: JsonObject;
  /** Participant that stated an earlier field, where that is known: one that is loose is overridden by no other. */
  readonly statedBy?: ((name: string) => string | undefined) | undefined;
}

interface Operands {
  /** The data that rules read: earlier fields, and over them those that this action may state. */
  readonly data: JsonObject;
  /** VAL_SCHEMA_007 at `/payload/<name>` for each member that the action may not state, at most SCHEMA_ERRORS_MAX. */
  readonly refused: readonly Issue[];
}

/** The data that the rules of an action read. A member that it may not state overrides no earlier one. */
export function operandsOf(definition: Definition, action: Action, given: Given): Operands {
  const { previous, payload, statedBy } = given;
  const { standingOf } = statementsOf(definition, action);
  const mine: [string, Json][] = [];
  const refused: Issue[] = [];
  for (const [name, value] of Object.entries(payload)) {
    const isTaken = Object.hasOwn(previous, name) && statedBy?.(name) !== action.sender;
    const why = refusedAs(standingOf(name), isTaken);
    if (why === undefined) mine.push([name, value]);
    else if (refused.length < SCHEMA_ERRORS_MAX) refused.push(refusal(name, why));
  }
  // Unlike assignment this makes an own member of every name.
  return { data: { ...previous, ...Object.fromEntries(mine) }, refused };
}

type Refused = 'calculated' | 'foreign' | 'alien' | 'taken';

function refusedAs(is: NameStanding, isTaken: boolean): Refused | undefined {
  if (is === 'own' || is === 'free') return undefined;
  if (is === 'loose') return isTaken ? 'taken' : undefined;
  return is;
}

const REASONS: Readonly<Record<Refused, string>> = {
  calculated: 'is calculated by this action: leave it out of the payload.',
  foreign: 'is a member of another action, and this one does not declare it: leave it out of the payload.',
  alien:
    'is declared by no action, and a rule reads it or it passes for another name: leave it out, or declare it in the dataSchemas of this action.',
  taken: 'was stated by another participant before, and no action declares it: leave it out of the payload.',
};

function refusal(name: string, why: Refused): Issue {
  return issue('VAL_SCHEMA_007', `/payload/${escapePointer(name)}`, `${shownName(name)} ${REASONS[why]}`);
}
