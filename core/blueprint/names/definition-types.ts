// The types of everything that the rules of a definition read and give, found once while it is held. Its rules are
// written anew with the operators that these types ask for. Pure, bounded, and the same on every node: how a sealed
// action is judged depends on it.
import { isObject, type Json } from '../../base/json.js';
import { componentsOf } from '../../flow/ways.js';
import { isCurrencies } from '../../values/money.js';
import type { Action, Definition } from '../definition/types.js';
import type { Read } from '../logic/facts.js';
import type { ExecutableRule } from '../operators/evaluate.js';
import type { Constants } from '../operators/operator.js';
import { VOTES } from '../plan/approval.js';
import type { NamedTypes, TableType, TypeFault } from '../signatures/call.js';
import { memberOf, plain, type TypingWork, typeRule, typingWork, visitsOf } from '../signatures/rule-types.js';
import { isFault, tableOf } from '../tables/table.js';
import { typeOfSchema, typeOfSchemas } from '../typing/of-schema.js';
import {
  ANY,
  INTEGER,
  isNothing,
  isSameType,
  joinTypes,
  listType,
  NOTHING,
  TEXT,
  type Type,
  typeOfData,
} from '../typing/type.js';
import { gateAt, pathInGate } from './claims.js';
import { type ResolvedRule, resolveNames } from './resolve.js';

/** A rule of a definition with its type, as it is evaluated. */
export interface RuleOfDefinition extends ExecutableRule {
  /** JSON Pointer below the action. */
  readonly at: string;
  /** The member that it calculates; undefined for a condition. */
  readonly gives: string | undefined;
  readonly type: Type;
  readonly faults: readonly TypeFault[];
}

export interface DefinitionTypes {
  /** The rules of an action by their places below it. */
  readonly rulesOf: (action: Action) => ReadonlyMap<string, RuleOfDefinition>;
  /** The type of the member in the schemas of the action; any where they state none. */
  readonly declaredType: (action: Action, member: string) => Type;
  /** The type of a member of the action: that of its schemas, or else that of its rule. */
  readonly givenType: (action: Action, member: string) => Type;
  /** Parts of rules that were looked at so far. */
  readonly visits: number;
  /** The type of a fact, joined over its actions; undefined where they state values of several types. */
  readonly factOf: (name: string) => Type | undefined;
}

const value = new WeakMap<Definition, DefinitionTypes>();

/** Found once for as long as the definition is held. It has passed `checkNames`. */
export function typesOf(definition: Definition): DefinitionTypes {
  let types = value.get(definition);
  if (!types) {
    types = new TypeSolver(definition);
    value.set(definition, types);
  }
  return types;
}

/**
 * The constants that a definition states for all of its rules; one that has not the form that the check asks for is
 * left out.
 */
function constantsOf({ currencies, calendars, tables }: Definition): Constants {
  return {
    ...(isCurrencies(currencies) && { currencies }),
    ...(isObject(calendars) && { calendars }),
    ...(isObject(tables) && { tables }),
  };
}

/** A rule that gives a member whose type no schema says. */
interface Inferred {
  readonly action: Action;
  readonly rule: ResolvedRule;
}

/** Types of members that wait for each other have settled after so many rounds, or are any. */
const ROUNDS_MAX = 6;

class TypeSolver implements DefinitionTypes {
  readonly #definition: Definition;
  readonly #constants: Constants;
  readonly #named: NamedTypes;
  readonly #work: TypingWork = typingWork();
  readonly #actions: ReadonlyMap<number, Action>;
  readonly #data = new Map<number, Type>();
  /** Of calculated members whose type no schema says, by action and name. */
  readonly #inferred = new Map<string, Type>();
  readonly #rules = new Map<number, Map<string, RuleOfDefinition>>();

  constructor(definition: Definition) {
    this.#definition = definition;
    this.#constants = constantsOf(definition);
    this.#named = namedTypes(this.#constants);
    this.#actions = new Map(definition.actions.map((action) => [action.id, action]));
    for (const action of definition.actions) this.#data.set(action.id, typeOfSchemas(action.dataSchemas ?? []));
    this.#infer();
    for (const action of definition.actions)
      for (const rule of resolveNames(definition, action).rules)
        if (!this.#rules.get(action.id)?.has(rule.at)) this.#typeRule({ action, rule });
  }

  get visits(): number {
    return visitsOf(this.#work);
  }

  rulesOf({ id }: Action): ReadonlyMap<string, RuleOfDefinition> {
    return this.#rules.get(id) ?? new Map();
  }

  declaredType({ id }: Action, member: string): Type {
    return memberOf(this.#data.get(id) ?? ANY, [member]);
  }

  givenType(action: Action, member: string): Type {
    return this.#memberOf(action, [member]);
  }

  factOf(name: string): Type | undefined {
    const ids = this.#definition.facts?.[name] ?? [];
    return this.#joinOver(ids, [name]);
  }

  /** Each member after those that its rule reads; those that wait for each other until their types stay. */
  #infer(): void {
    const all = this.#definition.actions.flatMap((action) =>
      resolveNames(this.#definition, action)
        .rules.filter(({ gives }) => gives !== undefined && this.declaredType(action, gives).kind === 'any')
        .sort((a, b) => (a.at < b.at ? -1 : 1))
        .map((rule): Inferred => ({ action, rule })),
    );
    const places = new Map(all.map(({ action, rule }, place) => [keyOf(action, rule.gives as string), place]));
    const next = all.map(({ action, rule }) =>
      rule.uses.flatMap(({ read }) => this.#membersOf(action, read).flatMap((key) => places.get(key) ?? [])),
    );
    for (const component of componentsOf(all.length, (place) => next[place] as readonly number[]).components) {
      const members = [...component].sort((a, b) => a - b).map((place) => all[place] as Inferred);
      const [first = 0] = component;
      if (members.length > 1 || next[first]?.includes(first)) this.#settle(members);
      else for (const member of members) this.#put(member, knownType(this.#typeRule(member)));
    }
  }

  #settle(members: readonly Inferred[]): void {
    for (const member of members) this.#put(member, NOTHING);
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const types = members.map((member) => this.#typeRule(member));
      const isSettled = members.every((member, i) => isSameType(types[i] as Type, this.#get(member)));
      for (const [i, member] of members.entries()) this.#put(member, types[i] as Type);
      if (isSettled && !types.some(isNothing)) return;
    }
    for (const member of members) this.#put(member, ANY);
    for (const member of members) this.#typeRule(member);
  }

  #get({ action, rule }: Inferred): Type {
    return this.#inferred.get(keyOf(action, rule.gives as string)) ?? ANY;
  }

  #put({ action, rule }: Inferred, type: Type): void {
    this.#inferred.set(keyOf(action, rule.gives as string), type);
  }

  /** Types a rule and keeps it as it is evaluated. */
  #typeRule({ action, rule: { rule: written, names, at, gives } }: Inferred): Type {
    const read = (name: string): Type => {
      const meant = names.get(name);
      return meant ? this.#typeOf(action, meant) : ANY;
    };
    const scope = { read, named: this.#named, constants: this.#constants };
    const { type, rule, faults } = typeRule(written, scope, this.#work);
    const rules = this.#rules.get(action.id) ?? new Map<string, RuleOfDefinition>();
    rules.set(at, { rule, names, constants: this.#constants, at, gives, type, faults });
    this.#rules.set(action.id, rules);
    return plain(type);
  }

  /** Members that a name reads, as the keys of what they are inferred by. */
  #membersOf(action: Action, read: Read): readonly string[] {
    if (!('path' in read)) return [];
    const [member = ''] = read.path;
    if (read.kind === 'calc') return [keyOf(action, member)];
    const ids = 'action' in read ? [read.action] : read.kind === 'fact' ? read.actions : [];
    return ids.flatMap((id) => this.#actions.get(id) ?? []).map((of) => keyOf(of, member));
  }

  #typeOf(action: Action, read: Read): Type {
    switch (read.kind) {
      case 'in':
      case 'calc':
        return this.#memberOf(action, read.path);
      case 'act':
      case 'turn':
        return this.#joinOver([read.action], read.path) ?? ANY;
      case 'runs':
        return listType(this.#joinOver([read.action], read.path) ?? ANY);
      case 'fact':
        return this.#joinOver(read.actions, read.path) ?? ANY;
      case 'count':
        return INTEGER;
      case 'votes':
        return listType(VOTE);
      case 'time':
        return { kind: 'time' };
      default:
        return ANY;
    }
  }

  #joinOver(ids: readonly number[], path: readonly string[]): Type | undefined {
    const types = ids.flatMap((id) => this.#actions.get(id) ?? []).map((of) => this.#memberOf(of, path));
    return types.reduce<Type | undefined>((all, type) => all && joinTypes(all, type), NOTHING);
  }

  #memberOf(action: Action, whole: readonly string[]): Type {
    const gate = gateAt(action, whole);
    if (gate) return memberOf(typeOfSchemas(gate.action.dataSchemas ?? []), pathInGate(whole));
    const [member = '', ...path] = whole;
    const declared = this.declaredType(action, member);
    if (declared.kind !== 'any') return memberOf(declared, path);
    const inferred = this.#inferred.get(keyOf(action, member));
    return inferred ? memberOf(inferred, path) : ANY;
  }
}

const VOTE: Type = {
  kind: 'record',
  member: (name) => (name === 'role' ? TEXT : name === 'vote' ? { kind: 'text', values: [...VOTES] } : undefined),
};

/** A rule that gives nothing but an empty list says no type. */
function knownType(type: Type): Type {
  return isNothing(type) ? ANY : type;
}

/** The id of an action has no slash. */
function keyOf({ id }: Action, member: string): string {
  return `${id}/${member}`;
}

function namedTypes({ currencies = {}, calendars = {}, tables = {} }: Constants): NamedTypes {
  const types = Object.entries(tables).flatMap(([name, data]): readonly (readonly [string, TableType])[] => {
    const type = typeOfTable(data);
    return type ? [[name, type]] : [];
  });
  return {
    currencies: new Set(Object.keys(currencies)),
    calendars: new Set(Object.keys(calendars)),
    tables: new Map(types),
  };
}

/** The types that a table takes and gives: as its output says, or else as its rows are. */
function typeOfTable(data: Json): TableType | undefined {
  const table = tableOf(data);
  if (isFault(table)) return undefined;
  const { inputs, output, rows, otherwise, hit } = table;
  const declared = output === undefined ? ANY : typeOfSchema(output);
  const given = [...rows.map(({ gives }) => gives), ...(otherwise === undefined ? [] : [otherwise])].map(typeOfData);
  const item = declared.kind === 'any' ? given.reduce((all, type) => joinTypes(all, type) ?? ANY, NOTHING) : declared;
  return { inputs: inputs.map(({ type }) => type), gives: hit === 'collect' ? listType(item) : item };
}
