// An operation while it is typed: its operands with their types, and what is said where they do not fit. An error is
// what can never have a value; a warning, what may have none for some data.
import type { Json } from '../../base/json.js';
import { shownName } from '../definition/shown-name.js';
import { operationOf } from '../logic/logic.js';
import type { Ordering } from '../operators/ordering.js';
import { ANY, isNothing, isNumeric, type Kind, literalAs, type Type, typeText } from '../typing/type.js';

export type TypeFaultCode = 'BP_TYPE' | 'BP_TYPE_OPEN';

export interface TypeFault {
  readonly code: TypeFaultCode;
  /** JSON Pointer below the rule. */
  readonly at: string;
  readonly message: string;
}

/** The constants of a definition that operators name. */
export interface NamedTypes {
  readonly currencies: ReadonlySet<string>;
  readonly calendars: ReadonlySet<string>;
  readonly tables: ReadonlyMap<string, TableType>;
}

/** The types that a table takes and gives. */
export interface TableType {
  readonly inputs: readonly Type[];
  readonly gives: Type;
}

/**
 * The type that an operation gives, and the order by which its operands are compared or calculated, or that its operand
 * is a file.
 */
export interface CallResult {
  readonly type: Type;
  readonly order?: Ordering | 'file';
}

const DATES: ReadonlySet<Kind> = new Set(['date', 'time']);

export class Call {
  readonly name: string;
  readonly types: readonly Type[];
  readonly rules: readonly Json[];
  readonly named: NamedTypes;
  readonly #at: string;
  readonly #faults: TypeFault[];

  constructor(of: Pick<Call, 'name' | 'types' | 'rules' | 'named'>, at: string, faults: TypeFault[]) {
    this.name = of.name;
    this.types = of.types;
    this.rules = of.rules;
    this.named = of.named;
    this.#at = at;
    this.#faults = faults;
  }

  /** The type of an operand, which has to be there. */
  arg(i: number): Type {
    return this.types[i] ?? ANY;
  }

  /** An error of the operation as a whole. */
  refuse(message: string): void {
    this.#faults.push({ code: 'BP_TYPE', at: this.#at, message });
  }

  /** So many operands, or the error. */
  count(least: number, most: number = least): boolean {
    const { length } = this.rules;
    if (length >= least && length <= most) return true;
    const expected =
      least === most ? String(least) : most === Number.POSITIVE_INFINITY ? `${least} or more` : `${least} to ${most}`;
    this.refuse(`"${this.name}" takes ${expected} value${expected === '1' ? '' : 's'}, and has ${length}.`);
    return false;
  }

  /** True if the operand may be what is expected: told where it is not, and where it may not be. */
  expect(i: number, isFine: (type: Type) => boolean, words: string): boolean {
    return this.expectType(this.arg(i), { isFine, words, place: i });
  }

  expectType(
    type: Type,
    {
      isFine,
      words,
      place,
    }: { readonly isFine: (type: Type) => boolean; readonly words: string; readonly place: number },
  ): boolean {
    if (isNothing(type)) return true;
    const who = this.#whoIs(place);
    if (type.kind === 'any') {
      this.doubt(
        `"${this.name}" takes ${words}, and nothing says what ${who} is: give it a type in its schema, or convert it.`,
      );
      return true;
    }
    if (!isFine(type)) {
      this.refuse(`"${this.name}" takes ${words}, and ${who} is ${typeText(type)}.${this.#remedy(type, words)}`);
      return false;
    }
    if (type.nullable) this.doubt(`"${this.name}" takes ${words}, and ${who} may be null: the rule has no value then.`);
    return true;
  }

  #remedy({ kind }: Type, words: string): string {
    if (kind === 'text' && words.includes('decimal')) return ' Write {"decimal": text} where a text is a number.';
    if (kind === 'time' && words.includes('date') && !words.includes('time'))
      return ' Write {"dateOf": [time, "UTC"]} where the day of a time is meant.';
    if (kind === 'text' && words.includes('date')) return ' Write {"date": text} where a text is a date.';
    return '';
  }

  /** A warning: for some data the operation has no value. */
  doubt(message: string): void {
    this.#faults.push({ code: 'BP_TYPE_OPEN', at: this.#at, message });
  }

  #whoIs(place: number): string {
    const operation = operationOf(this.rules[place] ?? null);
    const [name] = operation?.name === 'var' ? operation.args : [];
    return typeof name === 'string' ? shownName(name) : `value ${place + 1}`;
  }

  /** Types of what the operator goes over: the items of a single list, or all operands. */
  spread(): readonly { readonly type: Type; readonly place: number }[] {
    const [only] = this.types;
    if (this.types.length === 1 && only?.kind === 'list') return [{ type: only.of ?? ANY, place: 0 }];
    return this.types.map((type, place) => ({ type, place }));
  }

  /** The operand as a constant of the rule. */
  constant(i: number): Json | undefined {
    const rule = this.rules[i];
    return operationOf(rule ?? null) === undefined ? rule : undefined;
  }
}

export const isDateLike = ({ kind }: Type): boolean => DATES.has(kind);

/** The form of a type among others: a literal takes the form that the others have. */
export function among(type: Type, others: readonly Type[]): Type {
  if (type.literal === undefined || isNothing(type)) return type;
  const kinds = others
    .filter(({ literal }) => literal === undefined)
    .map(({ kind }) => (kind === 'integer' || kind === 'number' ? 'decimal' : kind));
  for (const kind of kinds) {
    const adapted = typeof type.literal === 'string' ? literalAs(type, kind) : undefined;
    if (adapted) return adapted;
  }
  return type;
}

/** The family that operands have in common: numbers of all kinds are one. Undefined for several. */
export function familyOf(types: readonly Type[]): Kind | 'numeric' | undefined {
  const families = new Set(
    types
      .filter((type) => !isNothing(type) && type.kind !== 'any')
      .map((type) => (isNumeric(type) ? 'numeric' : type.kind)),
  );
  return families.size > 1 ? undefined : ([...families][0] ?? 'any');
}

/** By what values of these types are compared. */
export function orderOf(types: readonly Type[]): Ordering {
  const kinds = new Set(types.map(({ kind }) => kind));
  if (kinds.has('money')) return 'money';
  if (kinds.has('duration')) return 'duration';
  // A number and a whole number are compared as JSON has them, which is exact.
  return kinds.has('decimal') ? 'decimal' : '';
}
