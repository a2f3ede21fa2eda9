// Keywords for lists (JSON Schema validation 6.4, core 10.3.1). Draft-07 has `items` with a list and `additionalItems`
// where 2020-12 has `prefixItems` and `items`.
import { canonical, isObject, type Json } from '../base/json.js';
import { countOf, type Keyword, type KeywordPlace, listOf, schemaIssue } from './keyword.js';
import type { Check, SchemaRun, Seen } from './run.js';

type List = readonly Json[];

/**
 * Where items have to differ: steps of a value in them; of a member's name, which may have to be sorted, beside its
 * own; characters of texts and names in one step.
 */
const VALUE_STEPS = 4;
const NAME_STEPS = 6;
const TEXT_A_STEP = 4;

/** Takes the steps of an item's canonical text before that is made. */
function weigh(item: Json, run: SchemaRun): void {
  run.take(VALUE_STEPS);
  if (typeof item === 'string') run.take(Math.ceil(item.length / TEXT_A_STEP));
  else if (Array.isArray(item)) for (const row of item) weigh(row as Json, run);
  else if (isObject(item)) {
    const names = run.names(item);
    run.take(names.length * NAME_STEPS);
    for (const name of names) {
      run.take(Math.ceil(name.length / TEXT_A_STEP));
      weigh(item[name] as Json, run);
    }
  }
}

function sizeCheck(name: 'maxItems' | 'minItems', argument: Json, place: KeywordPlace): Check {
  const limit = countOf(argument, place);
  const isMost = name === 'maxItems';
  const failure = place.breach(`must have at ${isMost ? 'most' : 'least'} ${limit} items`);
  const holds = isMost ? (list: List) => list.length <= limit : (list: List) => list.length >= limit;
  return (value, run) => !Array.isArray(value) || holds(value) || run.fail(failure);
}

function uniqueCheck(argument: Json, place: KeywordPlace): Check | undefined {
  if (typeof argument !== 'boolean') throw schemaIssue(place.location, 'is neither true nor false');
  if (!argument) return undefined;
  const failure = place.breach('must have no item twice');
  return (value, run) => {
    if (!Array.isArray(value)) return true;
    const texts = new Set<string>();
    for (const item of value as List) {
      weigh(item, run);
      const text = canonical(item);
      if (texts.has(text)) return run.fail(failure);
      texts.add(text);
    }
    return true;
  };
}

/** The first items, each by its own schema. */
function prefixCheck(argument: Json, place: KeywordPlace): Check {
  const checks = listOf(argument, place).map((child, i) => place.part(child, i));
  return (value, run, seen) => {
    if (!Array.isArray(value)) return true;
    const count = Math.min(checks.length, (value as List).length);
    run.take(count);
    seen?.items(count);
    let ok = true;
    for (let i = 0; i < count; i++) {
      if (run.below(i, value[i], checks[i] as Check)) continue;
      if (!run.all) return false;
      ok = false;
    }
    return ok;
  };
}

/** Every item from `start` on by one schema. */
function restCheck(start: number, check: Check): Check {
  return (value, run, seen) => {
    if (!Array.isArray(value)) return true;
    const list = value as List;
    if (list.length <= start) return true;
    run.take(list.length - start);
    seen?.every('items');
    let ok = true;
    for (let i = start; i < list.length; i++) {
      if (run.below(i, list[i] as Json, check)) continue;
      if (!run.all) return false;
      ok = false;
    }
    return ok;
  };
}

function itemsCheck(argument: Json, place: KeywordPlace): Check {
  const { draft, schema } = place;
  if (draft === 'draft-07' && Array.isArray(argument)) return prefixCheck(argument, place);
  const prefix = draft === '2020-12' && Array.isArray(schema.prefixItems) ? schema.prefixItems.length : 0;
  return restCheck(prefix, place.part(argument));
}

function additionalItemsCheck(argument: Json, place: KeywordPlace): Check | undefined {
  const check = place.part(argument);
  const { items } = place.schema;
  return Array.isArray(items) ? restCheck(items.length, check) : undefined;
}

function containsCheck(argument: Json, place: KeywordPlace): Check {
  const check = place.part(argument);
  const isNew = place.draft === '2020-12';
  const readBound = (name: 'minContains' | 'maxContains', without: number) => {
    const given = isNew ? place.schema[name] : undefined;
    return typeof given === 'number' ? given : without;
  };
  const [min, max] = [readBound('minContains', 1), readBound('maxContains', Number.POSITIVE_INFINITY)];
  const most = max === Number.POSITIVE_INFINITY ? '' : ` and at most ${max}`;
  const failure = place.breach(`must have at least ${min}${most} items of the kind that contains names`);
  return (value, run, seen) => {
    if (!Array.isArray(value)) return true;
    const number = matching(value, check, { run, seen: isNew ? seen : undefined, min, max });
    return (number >= min && number <= max) || run.fail(failure);
  };
}

interface Counted {
  readonly run: SchemaRun;
  readonly seen: Seen | undefined;
  readonly min: number;
  readonly max: number;
}

/** Items that satisfy the check, counted as far as it matters. */
function matching(list: List, check: Check, { run, seen, min, max }: Counted): number {
  let number = 0;
  for (let i = 0; i < list.length; i++) {
    run.take(1);
    if (!run.branch(check, list[i] as Json, { seen: undefined, told: false })) continue;
    number++;
    seen?.item(i);
    if (number > max || (!seen && number >= min && max === Number.POSITIVE_INFINITY)) break;
  }
  return number;
}

export const ARRAY_KEYWORDS: readonly Keyword[] = [
  { name: 'maxItems', make: (argument, place) => sizeCheck('maxItems', argument, place) },
  { name: 'minItems', make: (argument, place) => sizeCheck('minItems', argument, place) },
  { name: 'uniqueItems', make: uniqueCheck },
  { name: 'prefixItems', drafts: '2020-12', make: prefixCheck },
  { name: 'items', make: itemsCheck },
  { name: 'additionalItems', drafts: 'draft-07', make: additionalItemsCheck },
  { name: 'contains', make: containsCheck },
  ...(['minContains', 'maxContains'] as const).map(
    (name): Keyword => ({
      name,
      drafts: '2020-12',
      make(argument, place) {
        countOf(argument, place);
        return undefined;
      },
    }),
  ),
];
