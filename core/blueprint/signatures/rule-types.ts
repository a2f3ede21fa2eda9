// The type of a rule, found without data: each operation is typed with its operands, and the rule is
// written anew with the operators that its types ask for (`<:decimal`). A part that needs no data is calculated. Rules
// have passed `checkLogic`, which bounds their size and depth.
import { escapePointer, isObject, type Json } from '../../base/json.js';
import { TYPING_VISITS_MAX } from '../../base/limits/ledger/work.js';
import { decimalOf, decimalOfNumber, decimalText, roundDecimal } from '../../values/decimal.js';
import { operationOf } from '../logic/logic.js';
import { type Budget, type Evaluation, logicBudget } from '../logic/logic-values.js';
import { RULE_OPERATORS } from '../operators/evaluate.js';
import type { Constants } from '../operators/operator.js';
import { valueOperator } from '../operators/table.js';
import {
  ANY,
  BOOLEAN,
  INTEGER,
  isNothing,
  isSameType,
  joinTypes,
  listType,
  NOTHING,
  NULL,
  TEXT,
  type Type,
  typeOfLiteral,
  typeText,
} from '../typing/type.js';
import { Call, type NamedTypes, type TypeFault } from './call.js';
import { SIGNATURES } from './signatures.js';

/** The names that rules of an action can read. */
export interface Scope {
  /** The type of what a name reads, outside of list operators; any for one that is not known. */
  readonly read: (name: string) => Type;
  readonly named: NamedTypes;
  readonly constants: Constants;
}

/** Work that typing may still do. All rules of a definition share one, so that every node ends at the same place. */
export interface TypingWork {
  /** Parts of rules that are looked at, again where a list operator needs it. */
  visits: number;
  /** For what rules give whatever the data. */
  readonly budget: Budget;
}

export function typingWork(): TypingWork {
  return { visits: TYPING_VISITS_MAX, budget: logicBudget() };
}

/** Parts of rules that were looked at so far. */
export function visitsOf({ visits }: TypingWork): number {
  return TYPING_VISITS_MAX - Math.max(0, visits);
}

/** The types that a list operator looks at, by name. */
type Items = Readonly<Record<string, Type>>;

interface Typed {
  readonly type: Type;
  readonly rule: Json;
  /** Its value whatever the data, where that is known. */
  readonly value?: Json;
}

export interface TypedRule extends Typed {
  readonly faults: readonly TypeFault[];
}

/** The type of a rule, the rule as it is evaluated, and what does not fit in it. */
export function typeRule(rule: Json, scope: Scope, work: TypingWork = typingWork()): TypedRule {
  const typing = new RuleTypes(scope, work);
  const typed = typing.typeRule(rule, '', {});
  return { ...typed, faults: typing.faults };
}

/** A type has few wider ones: after so many rounds it is any. */
const REDUCE_ROUNDS_MAX = 4;
const ITERATORS: ReadonlySet<string> = new Set(['map', 'filter', 'all', 'some', 'none', 'reduce']);

class RuleTypes {
  readonly faults: TypeFault[] = [];
  readonly #scope: Scope;
  readonly #work: TypingWork;

  constructor(scope: Scope, work: TypingWork) {
    this.#scope = scope;
    this.#work = work;
  }

  typeRule(rule: Json, at: string, items: Items): Typed {
    if (--this.#work.visits < 0) return this.#end(rule);
    if (Array.isArray(rule)) return this.#list(rule, at, items);
    const operation = operationOf(rule);
    if (!operation || !isObject(rule)) return this.#literal(rule, at);
    const { name, args } = operation;
    const inside = `${at}/${escapePointer(name)}`;
    const isList = Array.isArray(rule[name]);
    const arg = (i: number, under: Items = items): Typed =>
      this.typeRule(args[i] ?? null, isList ? `${inside}/${i}` : inside, under);
    const of = { name, args, arg, inside, items };
    if (name === 'var') return this.#read(of);
    if (name === 'has') return { type: BOOLEAN, rule };
    if (name === 'missing' || name === 'missing_some') return { type: listType(TEXT), rule };
    if (name === 'if' || name === '?:') return this.#choice(of);
    if (name === 'and' || name === 'or') return this.#truths(of);
    if (name === 'reduce') return this.#reduction(of);
    if (ITERATORS.has(name)) return this.#iteration(of);
    return this.#calculation(of);
  }

  /** Without a type nothing would say by what its values are compared. */
  #end(rule: Json): Typed {
    if (this.#work.visits === -1)
      this.#refuse(
        '',
        `The rules of a definition have at most ${TYPING_VISITS_MAX} parts together, those inside of "reduce" several times: shorten them.`,
      );
    return { type: ANY, rule };
  }

  /** A number with a fraction is a decimal, which is a text. */
  #literal(rule: Json, at: string): Typed {
    const type = typeOfLiteral(rule);
    if (typeof rule === 'number' && type.kind === 'decimal') {
      if (type.scale === undefined)
        this.#refuse(at, 'A number of a rule has at most 38 digits, 18 of them after the point.');
      const value = as(rule, type);
      return { type, rule: value, value };
    }
    const inside = isObject(rule) ? this.#ruleIn(rule, at) : undefined;
    if (inside !== undefined)
      this.#refuse(
        inside,
        'An object of several members is taken as it stands, and what looks like a rule in it is never calculated: make it by {"record": ["net", RULE, "tax", RULE]}, which names each member before its rule.',
      );
    return { type, rule, value: rule };
  }

  /** The place of an operation in a value that is not one itself. */
  #ruleIn(value: Json, at: string): string | undefined {
    if (--this.#work.visits < 0 || typeof value !== 'object' || value === null) return undefined;
    const operation = operationOf(value);
    if (operation && RULE_OPERATORS.includes(operation.name)) return at;
    for (const [name, inner] of Object.entries(value)) {
      const outcome = this.#ruleIn(inner as Json, `${at}/${escapePointer(name)}`);
      if (outcome !== undefined) return outcome;
    }
    return undefined;
  }

  #list(rule: readonly Json[], at: string, items: Items): Typed {
    const parts = rule.map((item, i) => this.typeRule(item, `${at}/${i}`, items));
    const of = parts.reduce<Type>((all, { type }) => joinTypes(all, type) ?? ANY, NOTHING);
    const values = parts.flatMap(({ value }) => (value === undefined ? [] : [as(value, of)]));
    const isKnown = values.length === parts.length;
    return {
      type: listType(of, rule.length),
      rule: parts.map((part) => as(part.rule, of)),
      ...(isKnown && { value: values }),
    };
  }

  #read({ name, args, arg, inside, items }: Operation): Typed {
    const [written] = args;
    if (typeof written !== 'string') return { type: ANY, rule: { [name]: args } };
    const type = this.#typeOf(written, items);
    if (args.length < 2) return { type, rule: { [name]: args } };
    const fallback = arg(1);
    const all = joinTypes(type, fallback.type);
    if (!all)
      this.#refuse(
        inside,
        `"var" reads ${typeText(type)} here, and its default is ${typeText(fallback.type)}: give a default of that type${moneyText(type, fallback.type)}.`,
      );
    return { type: plain(all ?? ANY), rule: { [name]: [written, as(fallback.rule, all ?? ANY)] } };
  }

  #typeOf(written: string, items: Items): Type {
    const [head = '', ...path] = written.split('.');
    const item = written === '' ? items.item : Object.hasOwn(items, head) ? items[head] : undefined;
    return item ? memberOf(item, path) : this.#scope.read(written);
  }

  #choice({ name, args, arg, inside }: Operation): Typed {
    const parts = args.map((_, i) => arg(i));
    const isTest = (i: number) => i % 2 === 0 && i + 1 < args.length;
    for (const [i, { type }] of parts.entries()) if (isTest(i)) this.#expectTruth(type, inside, `"${name}"`);
    const branches = parts.filter((_, i) => !isTest(i)).map(({ type }) => type);
    const types = args.length % 2 === 0 ? [...branches, NULL] : branches;
    let all: Type | undefined = NOTHING;
    for (const type of types) {
      const next: Type | undefined = all && joinTypes(all, type);
      if (all && !next)
        this.#refuse(
          inside,
          `"${name}" gives ${typeText(all)} or ${typeText(type)}: give values of one type.${convertText(all, type)}`,
        );
      all = next;
    }
    const type = all ?? ANY;
    const rules = parts.map((part, i) => (isTest(i) ? part.rule : as(part.rule, type)));
    return { type: plain(type), rule: { [name]: rules } };
  }

  #truths({ name, args, arg, inside }: Operation): Typed {
    if (args.length === 0) this.#refuse(inside, `"${name}" takes one value or more.`);
    const parts = args.map((_, i) => arg(i));
    for (const { type } of parts) this.#expectTruth(type, inside, `"${name}"`);
    return { type: BOOLEAN, rule: { [name]: parts.map(({ rule }) => rule) } };
  }

  #iteration({ name, args, arg, inside }: Operation): Typed {
    const list = arg(0);
    const of = this.#itemsOf(list.type, inside, name);
    const body = arg(1, { item: of, index: INTEGER });
    const rule = { [name]: [list.rule, body.rule, ...args.slice(2)] };
    if (name === 'map') return { type: listType(plain(body.type), list.type.least), rule };
    this.#expectTruth(body.type, inside, `"${name}"`);
    return { type: name === 'filter' ? listType(plain(of)) : BOOLEAN, rule };
  }

  /**
   * The accumulator is of the type that the first value and every round give: found by going on until it stays.
   */
  #reduction({ name, args, arg, inside }: Operation): Typed {
    const list = arg(0);
    const of = this.#itemsOf(list.type, inside, name);
    const first = args.length > 2 ? arg(2) : { type: NULL, rule: null };
    const count = this.faults.length;
    let type = NOTHING;
    let body = first;
    for (let round = 1; ; round++) {
      this.faults.length = count;
      body = arg(1, { item: of, current: of, index: INTEGER, accumulator: type });
      const next = joinTypes(round === 1 ? first.type : type, body.type);
      if (!next) {
        this.#refuse(
          inside,
          `"reduce" starts with ${typeText(first.type)} and goes on with ${typeText(body.type)}: start with a value of that type.`,
        );
        return { type: ANY, rule: { [name]: [list.rule, body.rule, first.rule] } };
      }
      const wider = loose(next);
      if (round > 1 && isSameType(wider, type)) break;
      type = round < REDUCE_ROUNDS_MAX ? wider : ANY;
    }
    return { type, rule: { [name]: [list.rule, as(body.rule, type), as(first.rule, type)] } };
  }

  #calculation({ name, args, arg, inside }: Operation): Typed {
    const parts = args.map((_, i) => arg(i));
    const signature = SIGNATURES.get(name);
    if (!signature) return { type: ANY, rule: { [name]: args } };
    const of = { name, types: parts.map(({ type }) => type), rules: args, named: this.#scope.named };
    const count = this.faults.length;
    const { type, order = '' } = signature(new Call(of, inside, this.faults));
    const typed = order === '' ? name : `${name}:${order}`;
    const rule = { [typed]: parts.map((part, i) => as(part.rule, operandForm(name, type, { i, own: part.type }))) };
    const gives = { type: plain(type), rule };
    if (this.faults.slice(count).some(({ code }) => code === 'BP_TYPE')) return gives;
    const value = this.#constant(typed, parts, { at: inside, told: count });
    return value === undefined ? gives : { ...gives, value };
  }

  /** A rule without data has one value, or none: that is told before anybody runs it, instead of doubts. */
  #constant(
    name: string,
    parts: readonly Typed[],
    { at, told: count }: { readonly at: string; readonly told: number },
  ): Json | undefined {
    const apply = valueOperator(name);
    const values = parts.map(({ value }) => value).filter((value) => value !== undefined);
    if (!apply || values.length < parts.length) return undefined;
    const run: Evaluation = { budget: this.#work.budget, problem: undefined };
    const value = apply(run, { name: name.split(':', 1)[0] as string, values, constants: this.#scope.constants });
    // A rule that takes too many steps is found out with the data.
    if (run.problem?.code === 'LOGIC_LIMIT') return undefined;
    this.faults.length = count;
    if (run.problem) this.#refuse(at, run.problem.message);
    return run.problem ? undefined : value;
  }

  #itemsOf(type: Type, at: string, name: string): Type {
    if (type.kind === 'list') return plain(type.of ?? ANY);
    if (type.kind !== 'any') this.#refuse(at, `"${name}" takes a list first, and that is ${typeText(type)}.`);
    return ANY;
  }

  #expectTruth(type: Type, at: string, who: string): void {
    if (type.kind === 'boolean' && !type.nullable) return;
    if (type.kind === 'any' || type.kind === 'boolean')
      this.faults.push({
        code: 'BP_TYPE_OPEN',
        at,
        message: `${who} takes true or false, and nothing says that this is one of them.`,
      });
    else this.#refuse(at, `${who} takes true or false, and that is ${typeText(type)}: compare it with something.`);
  }

  #refuse(at: string, message: string): void {
    this.faults.push({ code: 'BP_TYPE', at, message });
  }
}

/** A text of the rule, also in a list, is read as another kind only beside a single value of it. */
function convertText(...types: readonly Type[]): string {
  const kinds = types.map((type) => (type.kind === 'list' ? (type.of ?? ANY) : type).kind);
  const [wanted] = kinds.filter((kind) => ['decimal', 'date', 'time', 'duration'].includes(kind));
  return wanted && kinds.includes('text') ? ` Write {"${wanted}": text} for each text that is one.` : '';
}

/** The way to write money in a rule: an object there is a record, whatever its members. */
function moneyText({ kind }: Type, fallback: Type): string {
  return kind === 'money' && fallback.kind === 'record' ? ', such as {"money":[0,"EUR"]}' : '';
}

interface Operation {
  readonly name: string;
  readonly args: readonly Json[];
  readonly arg: (i: number, under?: Items) => Typed;
  readonly inside: string;
  readonly items: Items;
}

/** The type of a member further down; any where nothing says. */
export function memberOf(type: Type, path: readonly string[]): Type {
  let value = type;
  for (const name of path) {
    if (value.kind === 'list' && /^\d+$/.test(name)) value = value.of ?? ANY;
    else value = value.member?.(name) ?? ANY;
  }
  return value;
}

/**
 * A number or text of the rule becomes the decimal that is wanted, with its places: what is recorded has one form,
 * whichever way was taken.
 */
function as(rule: Json, wanted: Type): Json {
  if (wanted.kind === 'list' && Array.isArray(rule)) return rule.map((item) => as(item as Json, wanted.of ?? ANY));
  if (wanted.kind !== 'decimal') return rule;
  const decimal =
    typeof rule === 'number' ? decimalOfNumber(rule) : typeof rule === 'string' ? decimalOf(rule) : undefined;
  if (!decimal) return rule;
  const scale = Math.max(decimal.scale, wanted.scale ?? 0);
  return decimalText(roundDecimal(decimal, { scale, mode: 'down' }) ?? decimal);
}

/** The form that decimals of the rule take as operands of operators that give them as they are. */
function operandForm(name: string, type: Type, { i, own }: { readonly i: number; readonly own: Type }): Type {
  if (name === 'at') return i === 0 ? listType(type) : i === 2 ? type : ANY;
  if (name === 'append') return i === 0 ? type : (type.of ?? ANY);
  if (name === 'sum' && i === 1) return type;
  if (name === 'merge') return own.kind === 'list' ? type : (type.of ?? ANY);
  return ANY;
}

/** The type of a value that is not of the rule itself any more. */
export function plain(type: Type): Type {
  if (isNothing(type)) return type;
  const { literal, of, ...rest } = type;
  if (type.names) return { ...rest, member: memberBy(type, plain) };
  return of ? { ...rest, of: plain(of) } : rest;
}

function memberBy({ member }: Type, make: (type: Type) => Type): NonNullable<Type['member']> {
  return (name) => {
    const value = member?.(name);
    return value && make(value);
  };
}

/** Without what only one value says: places and lengths depend on how often it comes together. */
function loose(type: Type): Type {
  if (isNothing(type)) return type;
  const { values, literal, scale, least, of, ...rest } = type;
  if (type.names) return { ...rest, member: memberBy(type, loose) };
  return of ? { ...rest, of: loose(of) } : rest;
}
