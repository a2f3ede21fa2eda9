// The language of templates: JSON in which objects with a `$` member stand for values. No program, no eval: every form
// is in the table below, lists are the only loops, and what is made is bounded. The same text and values always give
// the same result.
import { type Issue, issue } from '../../base/issue.js';
import { canonical, escapePointer, isObject, type Json, type JsonObject } from '../../base/json.js';
import { JSON_DEPTH_MAX } from '../../base/limits/ledger/transactions.js';
import { TEMPLATE_OUTPUT_MAX } from '../../base/limits/node/designs.js';
import { nearest } from '../../base/nearest.js';
import { fail, type Result } from '../../base/result.js';
import { memberOf } from '../../blueprint/definition/pointer.js';

/** Members that each form has beside the first, which names it; those with `?` may be left out. */
export const FORMS: Readonly<Record<string, readonly string[]>> = {
  /**
   * `{"$param": "party.name"}`: a parameter, or a variable of a loop, or a part of it. Without a value the member or
   * item is left out.
   */
  $param: [],
  /** `{"$given": "party.name"}`: whether it has a value. */
  $given: [],
  /** `{"$text": ["Level ", {"$param": "n"}]}`: texts, numbers and truth values one after the other. */
  $text: [],
  /** `{"$if": c, "$then": a, "$else": b}`: without the branch that is wanted, the member or item is left out. */
  $if: ['$then', '$else?'],
  /**
   * `{"$each": list, "$as": "x", "$index": "i", "$do": a}`: a list with `a` for each item; inside a list its items
   * stand in that list.
   */
  $each: ['$as', '$index?', '$do'],
  /** `{"$members": [["name", a], ...]}`: an object whose names are made. */
  $members: [],
  /**
   * True or false: `{"$equal": [a, b]}`, `{"$less": [1, 2]}`, `{"$not": c}`, `{"$all": [c, ...]}`, `{"$any": [c,
   * ...]}`.
   */
  $equal: [],
  $less: [],
  $not: [],
  $all: [],
  $any: [],
  /** Numbers: `{"$sum": [1, n]}`, `{"$length": list}`. */
  $sum: [],
  $length: [],
  /** `{"$literal": a}`: what stands there, whatever it looks like. */
  $literal: [],
};

/** Members of JSON Schema that begin as forms do: they are members like all others. */
const PLAIN: ReadonlySet<string> = new Set(['$schema', '$ref', '$defs', '$comment']);

/** No value: the member or item is left out. */
type Made = Json | undefined;
type Scope = ReadonlyMap<string, Json>;

interface Run {
  /** Values and characters that may still be made. */
  left: number;
  problem: Issue | undefined;
}

interface TemplatePlace {
  readonly scope: Scope;
  /** JSON Pointer into the template. */
  readonly at: string;
  /** Levels above this one in the result. */
  readonly depth: number;
}

/** The form that an object is, by the name of its first member; undefined for a plain object. */
export function formOf(node: JsonObject): string | undefined {
  return Object.keys(node).find((key) => Object.hasOwn(FORMS, key));
}

/** Members that begin with `$` and mean nothing here. */
export function strangeMembers(node: JsonObject): readonly string[] {
  const form = formOf(node);
  const known = form === undefined ? undefined : [form, ...(FORMS[form] as readonly string[])].map(bare);
  return Object.keys(node).filter((key) => (known ? !known.includes(key) : key.startsWith('$') && !PLAIN.has(key)));
}

/** The name of a form's member without the mark that it may be left out. */
export function bare(member: string): string {
  return member.replace(/\?$/, '');
}

/**
 * The template with the values of `scope` in it. Issues, located below `at`: TEMPLATE_INVALID (a form that is wrong, a
 * value of the wrong type), TEMPLATE_LIMIT (more than 250,000 values and characters, or 64 levels). The template need
 * not have been checked.
 */
export function expand(template: Json, scope: Scope, at = ''): Result<Json> {
  const run: Run = { left: TEMPLATE_OUTPUT_MAX, problem: undefined };
  const value = make(run, template, { scope, at, depth: 0 });
  if (run.problem) return fail(run.problem);
  return value === undefined ? fail(issue('TEMPLATE_INVALID', at, 'There is no value here.')) : value;
}

function make(run: Run, node: Json, place: TemplatePlace): Made {
  if (!charge(run, node, place)) return undefined;
  if (typeof node !== 'object' || node === null) return node;
  if (Array.isArray(node)) return makeItems(run, node as readonly Json[], place);
  const object = node as JsonObject;
  const [strange] = strangeMembers(object);
  if (strange !== undefined) return refuse(run, below(place, strange), strangeText(strange));
  const form = formOf(object);
  if (form !== undefined) return (MAKERS[form] as Maker)(run, object, { ...place, at: `${place.at}/${form}` });
  const entries: [string, Json][] = [];
  for (const [key, member] of Object.entries(object)) {
    const value = make(run, member, deeper(place, key));
    if (run.problem) return undefined;
    if (value !== undefined) entries.push([key, value]);
  }
  // Unlike assignment this makes an own member of every name.
  return Object.fromEntries(entries);
}

function makeItems(run: Run, nodes: readonly Json[], place: TemplatePlace): Made {
  const items: Json[] = [];
  for (const [i, node] of nodes.entries()) {
    push(run, items, { node, place: deeper(place, String(i)) });
    if (run.problem) return undefined;
  }
  return items;
}

/** Adds what a node in a list gives: nothing, one item, or all items of a loop, also of one in a branch. */
function push(run: Run, items: Json[], { node, place }: { readonly node: Json; readonly place: TemplatePlace }): void {
  const form = isObject(node) && strangeMembers(node).length === 0 ? formOf(node) : undefined;
  if (form === '$if') {
    if (!charge(run, node, place)) return;
    const branch = branchOf(run, node as JsonObject, { ...place, at: `${place.at}/$if` });
    if (branch !== undefined && !run.problem)
      push(run, items, {
        node: (node as JsonObject)[branch] as Json,
        place: { ...place, at: `${place.at}/${branch}` },
      });
    return;
  }
  const value = make(run, node, place);
  if (value === undefined || run.problem) return;
  if (form !== '$each') items.push(value);
  else for (const item of value as readonly Json[]) items.push(item);
}

type Maker = (run: Run, node: JsonObject, place: TemplatePlace) => Made;

/** By form. `place.at` is the first member; its siblings are found beside it. */
const MAKERS: Readonly<Record<string, Maker>> = {
  $param(run, { $param }, place) {
    const value = lookUp(run, $param, place);
    return value === undefined || !chargeValue(run, value, place) ? undefined : value;
  },
  $given: (run, { $given }, place) => lookUp(run, $given, place) !== undefined,
  $text(run, { $text }, place) {
    const parts = listOf(run, $text, place) ?? [];
    let text = '';
    for (const [i, part] of parts.entries()) {
      if (typeof part === 'object')
        return refuse(run, `${place.at}/${i}`, 'A text is made of texts, numbers and truth values.');
      text += String(part);
      if (text.length > run.left) return tooMuch(run, place);
    }
    run.left -= text.length;
    return text;
  },
  $if(run, node, place) {
    const branch = branchOf(run, node, place);
    return branch === undefined ? undefined : make(run, node[branch] as Json, beside(place, branch));
  },
  $each: makeEach,
  $members: makeMembers,
  $equal(run, { $equal }, place) {
    const pair = listOf(run, $equal, place);
    if (!pair) return undefined;
    return pair.length === 2
      ? canonical(pair[0]) === canonical(pair[1])
      : refuse(run, place.at, 'Two values are compared.');
  },
  $less(run, { $less }, place) {
    const numbers = numbersOf(run, $less, place);
    return numbers?.every((n, i) => i === 0 || (numbers[i - 1] as number) < n);
  },
  $not(run, { $not }, place) {
    const truth = truthOf(run, $not as Json, place);
    return truth === undefined ? undefined : !truth;
  },
  $all: (run, { $all }, place) => truths(run, $all, place)?.every((truth) => truth),
  $any: (run, { $any }, place) => truths(run, $any, place)?.some((truth) => truth),
  $sum(run, { $sum }, place) {
    const total = numbersOf(run, $sum, place)?.reduce((sum, n) => sum + n, 0);
    if (total === undefined || Math.abs(total) <= Number.MAX_SAFE_INTEGER) return total;
    return refuse(run, place.at, 'The sum is out of range.');
  },
  $length: (run, { $length }, place) => listOf(run, $length, place)?.length,
  $literal(run, { $literal }, place) {
    return chargeValue(run, $literal as Json, place) ? ($literal as Json) : undefined;
  },
};

function makeEach(run: Run, node: JsonObject, place: TemplatePlace): Made {
  const list = listOf(run, node.$each, place);
  if (!list) return undefined;
  const { $as: as, $index: index } = node;
  if (!isName(as) || (index !== undefined && !isName(index)) || node.$do === undefined)
    return refuse(run, place.at, 'A loop names its variable in $as, and says in $do what an item gives.');
  const made: Json[] = [];
  for (const [i, item] of list.entries()) {
    const scope = new Map(place.scope).set(as, item);
    if (index !== undefined) scope.set(index, i);
    push(run, made, { node: node.$do as Json, place: { ...beside(place, '$do'), scope } });
    if (run.problem) return undefined;
  }
  return made;
}

function makeMembers(run: Run, node: JsonObject, place: TemplatePlace): Made {
  const entries = listOf(run, node.$members, place);
  if (!entries) return undefined;
  const isNamed = (entry: Json): entry is readonly [string, Json] =>
    Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string';
  const names = new Set<string>();
  for (const [i, entry] of entries.entries()) {
    if (!isNamed(entry)) return refuse(run, `${place.at}/${i}`, 'A member is a list of its name and its value.');
    if (names.has(entry[0])) return refuse(run, `${place.at}/${i}`, 'Two members have one name.');
    names.add(entry[0]);
  }
  return Object.fromEntries(entries as readonly (readonly [string, Json])[]);
}

function branchOf(run: Run, node: JsonObject, place: TemplatePlace): '$then' | '$else' | undefined {
  const truth = truthOf(run, node.$if as Json, place);
  if (truth === undefined) return undefined;
  const branch = truth ? '$then' : '$else';
  return node[branch] === undefined ? undefined : branch;
}

/** Own members only: what a value inherits is not part of it. */
function lookUp(run: Run, path: Json | undefined, place: TemplatePlace): Made {
  if (typeof path !== 'string') return refuse(run, place.at, 'A parameter is named by a text.');
  const [name, ...rest] = path.split('.') as [string, ...string[]];
  let value: Made = place.scope.get(name);
  for (const token of rest) value = value === undefined ? undefined : memberOf(value, token);
  return value;
}

function truthOf(run: Run, node: Json, place: TemplatePlace): boolean | undefined {
  const truth = make(run, node, { ...place, depth: place.depth + 1 });
  if (run.problem) return undefined;
  return typeof truth === 'boolean' ? truth : refuse(run, place.at, 'A condition is true or false.');
}

function truths(run: Run, node: Json | undefined, place: TemplatePlace): readonly boolean[] | undefined {
  const list = listOf(run, node, place);
  if (!list || list.every((truth) => typeof truth === 'boolean')) return list as readonly boolean[] | undefined;
  return refuse(run, place.at, 'Each condition is true or false.');
}

function numbersOf(run: Run, node: Json | undefined, place: TemplatePlace): readonly number[] | undefined {
  const list = listOf(run, node, place);
  if (!list || list.every((n) => typeof n === 'number')) return list as readonly number[] | undefined;
  return refuse(run, place.at, 'Only numbers are added and compared by size.');
}

function listOf(run: Run, node: Json | undefined, place: TemplatePlace): readonly Json[] | undefined {
  const value = make(run, node ?? null, { ...place, depth: place.depth + 1 });
  if (run.problem) return undefined;
  return Array.isArray(value) ? (value as readonly Json[]) : refuse(run, place.at, 'A list stands here.');
}

function charge(run: Run, node: Json, place: TemplatePlace): boolean {
  if (run.problem) return false;
  run.left -= typeof node === 'string' ? 1 + node.length : 1;
  if (run.left < 0 || place.depth > JSON_DEPTH_MAX) tooMuch(run, place);
  return run.problem === undefined;
}

/** Charges all of a value that is put in as it stands. */
function chargeValue(run: Run, value: Json, place: TemplatePlace): boolean {
  if (!charge(run, value, place)) return false;
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([key, member]) => {
    run.left -= key.length;
    return chargeValue(run, member as Json, { ...place, depth: place.depth + 1 });
  });
}

function tooMuch(run: Run, { at }: TemplatePlace): undefined {
  const text = `A template makes at most ${TEMPLATE_OUTPUT_MAX} values and characters, in ${JSON_DEPTH_MAX} levels.`;
  run.problem ??= issue('TEMPLATE_LIMIT', at, text);
}

function refuse(run: Run, at: string, message: string): undefined {
  run.problem ??= issue('TEMPLATE_INVALID', at, message);
}

function deeper(place: TemplatePlace, key: string): TemplatePlace {
  return { scope: place.scope, at: `${place.at}/${escapePointer(key)}`, depth: place.depth + 1 };
}

function below(place: TemplatePlace, key: string): string {
  return `${place.at}/${escapePointer(key)}`;
}

/** The place of another member of the form whose first member `place` is. */
function beside(place: TemplatePlace, member: string): TemplatePlace {
  return { ...place, at: `${place.at.slice(0, place.at.lastIndexOf('/'))}/${member}` };
}

/** A sentence about a member that begins with `$` and is not one of the forms, with the form that was meant. */
export function strangeText(member: string): string {
  const near = nearest(member.slice(0, 20), Object.keys(FORMS));
  return `A template has no such member here${near === undefined ? '' : `; did you mean ${near}`}.`;
}

/** True for a name of a parameter or of a loop's variable. */
export function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(value);
}
