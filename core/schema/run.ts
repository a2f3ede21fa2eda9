// A judgement of a value by a schema: the steps that are left, the place in the value, and what was found.
import { escapePointer, type Json, type JsonObject } from '../base/json.js';
import type { Currencies } from '../values/money.js';

/** A keyword of a schema that a value breaks. Messages name keywords and limits of the schema, never values. */
export interface SchemaFailure {
  /** JSON Pointer into the value; of the member itself where one is missing or too many. */
  readonly path: string;
  readonly message: string;
  readonly keyword: string;
  /** JSON Pointer into the schema as a fragment. */
  readonly schemaLocation: string;
}

/** The part of a failure that the schema alone decides: made once, when the schema is compiled. */
export type Broken = Omit<SchemaFailure, 'path'>;

/**
 * True if the value satisfies a schema or a keyword of it. `seen` collects what was evaluated, where an
 * `unevaluated...` around it asks.
 */
export type Check = (value: Json, run: SchemaRun, seen: Seen | undefined) => boolean;

/**
 * True if the value satisfies each of the checks, in their order; the first failure ends it unless all are looked for.
 */
export function every(checks: readonly Check[]): Check {
  return (value, run, seen) => {
    let ok = true;
    for (const check of checks) {
      if (check(value, run, seen)) continue;
      if (!run.all) return false;
      ok = false;
    }
    return ok;
  };
}

/** Thrown where the steps end, and caught by `judge` only. A single one for all: it needs no stack. */
export const OUT_OF_STEPS: Error = new Error('The steps of a judgement have ended.');

/**
 * Steps of each name of an object that is gone through: a look-up in a large one takes as long as several checks, and
 * so do its names.
 */
const NAME_STEPS = 2;
const LARGE_NAME_STEPS = 6;
const LARGE = 1000;

/**
 * Members above which the names of an object are made once in a judgement: for each step that looks at a large object
 * they would cost milliseconds.
 */
const NAMES_MADE_EACH_TIME = 8;

interface Found {
  readonly broken: Broken;
  readonly tokens: readonly (string | number)[];
}

export class SchemaRun {
  /** Every failure is looked for; otherwise the first one ends the judgement. */
  readonly all: boolean;
  left: number;
  /** Of the definition, for money. */
  readonly currencies: Currencies;
  private readonly found: Found[] = [];
  private large: Map<JsonObject, readonly string[]> | undefined;
  private readonly failuresMax: number;
  private readonly tokens: (string | number)[] = [];
  private depth = 0;
  private quiet = 0;

  constructor(steps: number, failuresMax: number, currencies: Currencies = {}) {
    this.left = steps;
    this.currencies = currencies;
    this.failuresMax = failuresMax;
    this.all = failuresMax > 1;
  }

  take(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw OUT_OF_STEPS;
  }

  /** The judgement of a member or item, which is a value of its own. */
  below(token: string | number, value: Json, check: Check): boolean {
    this.tokens[this.depth++] = token;
    const ok = check(value, this, undefined);
    this.depth--;
    return ok;
  }

  /**
   * The judgement of a branch whose failure is not one of the whole; `told` if the whole may tell its failures after
   * all.
   */
  branch(check: Check, value: Json, given: { readonly seen: Seen | undefined; readonly told: boolean }): boolean {
    const isQuiet = !given.told || !this.all;
    if (isQuiet) this.quiet++;
    const own = given.seen && new Seen();
    const ok = check(value, this, own);
    if (isQuiet) this.quiet--;
    if (ok && own) given.seen?.add(own, this);
    return ok;
  }

  /** Notes a failure at the value being judged, or at a member of it. Always false. */
  fail(broken: Broken, member?: string | number): false {
    if (this.quiet === 0 && this.told < this.failuresMax) this.found.push({ broken, tokens: this.place(member) });
    return false;
  }

  /** Failures that are noted. */
  get told(): number {
    return this.found.length;
  }

  /**
   * The failures that were noted. Pointers are made here, for what is left of it: a name may have a million characters.
   */
  failures(): SchemaFailure[] {
    return this.found.map(({ broken, tokens }) => ({ path: pointerOf(tokens), ...broken }));
  }

  /** Takes back failures of branches, when another branch holds. */
  forgive(count: number): void {
    if (this.found.length > count) this.found.length = count;
  }

  /**
   * Names of the members of an object, in their order. Their steps are taken each time: equal values cost the same,
   * whether they are one object or two.
   */
  names(value: JsonObject): readonly string[] {
    const names = this.large?.get(value) ?? this.namesOf(value);
    this.take(names.length * (names.length > LARGE ? LARGE_NAME_STEPS : NAME_STEPS));
    return names;
  }

  private namesOf(value: JsonObject): readonly string[] {
    const names = Object.keys(value);
    if (names.length > NAMES_MADE_EACH_TIME) {
      this.large ??= new Map();
      this.large.set(value, names);
    }
    return names;
  }

  /** JSON Pointer of the value being judged. */
  pointer(): string {
    return pointerOf(this.place());
  }

  private place(member?: string | number): (string | number)[] {
    const tokens = this.tokens.slice(0, this.depth);
    if (member !== undefined) tokens.push(member);
    return tokens;
  }
}

function pointerOf(tokens: readonly (string | number)[]): string {
  return tokens.map((token) => `/${escapePointer(String(token))}`).join('');
}

/** Members and items of one value that keywords evaluated (JSON Schema core 2020-12, 11). */
export class Seen {
  private names: Set<string> | undefined;
  private places: Set<number> | undefined;
  private allNames = false;
  private first = 0;

  name(name: string): void {
    this.names ??= new Set();
    this.names.add(name);
  }

  every(kind: 'names' | 'items'): void {
    if (kind === 'names') this.allNames = true;
    else this.first = Number.POSITIVE_INFINITY;
  }

  /** The first `count` items. */
  items(count: number): void {
    this.first = Math.max(this.first, count);
  }

  item(place: number): void {
    this.places ??= new Set();
    this.places.add(place);
  }

  hasName(name: string): boolean {
    return this.allNames || this.names?.has(name) === true;
  }

  hasItem(place: number): boolean {
    return place < this.first || this.places?.has(place) === true;
  }

  /** Four steps for each name and place that is taken over. */
  add(other: Seen, run: SchemaRun): void {
    run.take(4 * ((other.names?.size ?? 0) + (other.places?.size ?? 0)));
    for (const name of other.names ?? []) this.name(name);
    for (const place of other.places ?? []) this.item(place);
    this.allNames ||= other.allNames;
    this.items(other.first);
  }
}
