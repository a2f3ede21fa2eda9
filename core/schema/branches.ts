// Keywords that apply schemas to the same value (JSON Schema core 10.2): all of them, some, one, none, or by a
// condition.
import type { Json } from '../base/json.js';
import { type Keyword, type KeywordPlace, listOf } from './keyword.js';
import { type Check, every } from './run.js';

const partsOf = (argument: Json, place: KeywordPlace) =>
  listOf(argument, place).map((child, i) => place.part(child, i));

function anyCheck(argument: Json, place: KeywordPlace): Check {
  const checks = partsOf(argument, place);
  const failure = place.breach('must match a schema of anyOf');
  return (value, run, seen) => {
    const { told: count } = run;
    let ok = false;
    for (const check of checks) {
      if (!run.branch(check, value, { seen, told: true })) continue;
      ok = true;
      // Where it is asked what was evaluated, every branch that holds says so.
      if (!seen) break;
    }
    if (!ok) return run.fail(failure);
    run.forgive(count);
    return true;
  };
}

function oneCheck(argument: Json, place: KeywordPlace): Check {
  const checks = partsOf(argument, place);
  const failure = place.breach('must match exactly one schema of oneOf');
  return (value, run, seen) => {
    const { told: reports } = run;
    let count = 0;
    for (const check of checks) {
      if (run.branch(check, value, { seen, told: true })) count++;
      if (count > 1) break;
    }
    if (count > 0) run.forgive(reports);
    return count === 1 || run.fail(failure);
  };
}

function notCheck(argument: Json, place: KeywordPlace): Check {
  const check = place.part(argument);
  const failure = place.breach('must not match the schema of not');
  return (value, run) => !run.branch(check, value, { seen: undefined, told: false }) || run.fail(failure);
}

const always: Check = () => true;

function ifCheck(argument: Json, place: KeywordPlace): Check {
  const condition = place.part(argument);
  const side = (name: 'then' | 'else') => (Object.hasOwn(place.schema, name) ? place.beside(name) : always);
  const [yes, no] = [side('then'), side('else')];
  return (value, run, seen) => {
    const holds = run.branch(condition, value, { seen, told: false });
    return (holds ? yes : no)(value, run, seen);
  };
}

export const BRANCH_KEYWORDS: readonly Keyword[] = [
  { name: 'allOf', make: (argument, place) => every(partsOf(argument, place)) },
  { name: 'anyOf', make: anyCheck },
  { name: 'oneOf', make: oneCheck },
  { name: 'not', make: notCheck },
  // Without an `if` beside them they only have to be schemas.
  ...['then', 'else'].map(
    (name): Keyword => ({
      name,
      make(argument, place) {
        place.part(argument);
        return undefined;
      },
    }),
  ),
  { name: 'if', make: ifCheck },
];
