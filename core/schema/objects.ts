// Keywords for objects (JSON Schema validation 6.5, core 10.3.2). Only own members count.
import { isObject, type Json, type JsonObject } from '../base/json.js';
import { countOf, type Keyword, type KeywordPlace, membersOf, namesOf } from './keyword.js';
import { compilePattern, type Pattern } from './pattern.js';
import { type Broken, type Check, every } from './run.js';

function sizeCheck(name: 'maxProperties' | 'minProperties', argument: Json, place: KeywordPlace): Check {
  const limit = countOf(argument, place);
  const isMost = name === 'maxProperties';
  const failure = place.breach(`must have at ${isMost ? 'most' : 'least'} ${limit} members`);
  return (value, run) => {
    if (!isObject(value)) return true;
    const { length } = run.names(value);
    return (isMost ? length <= limit : length >= limit) || run.fail(failure);
  };
}

/** All names have to be there. The failure is at the member that is missing. */
function presentCheck(names: readonly string[], breach: (name: string) => Broken): Check {
  const failures = names.map((name) => ({ name, failure: breach(name) }));
  return (value, run) => {
    if (!isObject(value)) return true;
    run.take(failures.length);
    let ok = true;
    for (const { name, failure } of failures) {
      if (Object.hasOwn(value, name)) continue;
      ok = run.fail(failure, name);
      if (!run.all) return false;
    }
    return ok;
  };
}

function requiredCheck(argument: Json, { breach: broken, location }: KeywordPlace): Check {
  return presentCheck(namesOf(argument, location), (name) => broken(`must have the member '${name}'`));
}

function propertiesCheck(argument: Json, place: KeywordPlace): Check {
  const members = membersOf(argument, place.location).map(([name, child]) => ({
    name,
    check: place.part(child, name),
  }));
  return (value, run, seen) => {
    if (!isObject(value)) return true;
    run.take(members.length);
    let ok = true;
    for (const { name, check } of members) {
      if (!Object.hasOwn(value, name)) continue;
      seen?.name(name);
      if (run.below(name, value[name] as Json, check)) continue;
      if (!run.all) return false;
      ok = false;
    }
    return ok;
  };
}

/** Every member that `applies` (a pattern that its name matches, or none that others speak of) by one check. */
function membersCheck(
  applies: (name: string, run: Parameters<Check>[1]) => boolean,
  check: (value: Json, run: Parameters<Check>[1], name: string) => boolean,
): Check {
  return (value, run, seen) => {
    if (!isObject(value)) return true;
    const names = run.names(value);
    let ok = true;
    for (const name of names) {
      if (!applies(name, run)) continue;
      seen?.name(name);
      if (check(value[name] as Json, run, name)) continue;
      if (!run.all) return false;
      ok = false;
    }
    return ok;
  };
}

function patternPropertiesCheck(argument: Json, place: KeywordPlace): Check {
  const checks = membersOf(argument, place.location).map(([text, child]) => {
    const [pattern, check] = [compilePattern(text, place.location), place.part(child, text)];
    return membersCheck(
      (name, run) => pattern.test(name, run),
      (value, run, name) => run.below(name, value, check),
    );
  });
  return every(checks);
}

/** Names that `properties` and `patternProperties` of the same schema speak of. */
function namesSpoken({ schema, location }: KeywordPlace): {
  readonly names: ReadonlySet<string>;
  readonly patterns: readonly Pattern[];
} {
  const own = (name: string) => (isObject(schema[name]) ? Object.keys(schema[name] as JsonObject) : []);
  return {
    names: new Set(own('properties')),
    patterns: own('patternProperties').map((text) => compilePattern(text, location)),
  };
}

function additionalCheck(argument: Json, place: KeywordPlace): Check {
  const { names, patterns } = namesSpoken(place);
  const check = place.part(argument);
  const failure = place.breach('must not be there: the schema names no such member');
  return membersCheck(
    (name, run) => !names.has(name) && !patterns.some((pattern) => pattern.test(name, run)),
    argument === false
      ? (_, run, name) => run.fail(failure, name)
      : (value, run, name) => run.below(name, value, check),
  );
}

function namesCheck(argument: Json, place: KeywordPlace): Check {
  const check = place.part(argument);
  const failure = place.breach('has a name that the schema does not allow');
  return membersCheck(
    () => true,
    (_, run, name) => run.branch(check, name, { seen: undefined, told: false }) || run.fail(failure, name),
  );
}

/** The schema of a name says nothing of the value: it marks no member as evaluated. */
const unseen =
  (check: Check): Check =>
  (value, run) =>
    check(value, run, undefined);

/** `dependentRequired`, `dependentSchemas`, and both under the older name `dependencies`. */
function dependentCheck(argument: Json, place: KeywordPlace, kind: 'names' | 'schemas' | 'both'): Check {
  const rows = membersOf(argument, place.location).map(([name, child]) => {
    const areNames = kind === 'names' || (kind === 'both' && Array.isArray(child));
    const check = areNames
      ? presentCheck(namesOf(child, `${place.location}/${name}`), (missing) =>
          place.breach(`must have the member '${missing}' beside '${name}'`),
        )
      : place.part(child, name);
    return { name, check };
  });
  return (value, run, seen) => {
    if (!isObject(value)) return true;
    run.take(rows.length);
    let ok = true;
    for (const { name, check } of rows) {
      if (!Object.hasOwn(value, name) || check(value, run, seen)) continue;
      if (!run.all) return false;
      ok = false;
    }
    return ok;
  };
}

export const OBJECT_KEYWORDS: readonly Keyword[] = [
  { name: 'maxProperties', make: (argument, place) => sizeCheck('maxProperties', argument, place) },
  { name: 'minProperties', make: (argument, place) => sizeCheck('minProperties', argument, place) },
  { name: 'required', make: requiredCheck },
  {
    name: 'dependentRequired',
    drafts: '2020-12',
    make: (argument, place) => dependentCheck(argument, place, 'names'),
  },
  { name: 'propertyNames', make: (argument, place) => unseen(namesCheck(argument, place)) },
  { name: 'additionalProperties', make: additionalCheck },
  { name: 'properties', make: propertiesCheck },
  { name: 'patternProperties', make: patternPropertiesCheck },
  { name: 'dependencies', make: (argument, place) => dependentCheck(argument, place, 'both') },
  {
    name: 'dependentSchemas',
    drafts: '2020-12',
    make: (argument, place) => dependentCheck(argument, place, 'schemas'),
  },
];
