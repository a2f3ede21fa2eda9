// `unevaluatedItems` and `unevaluatedProperties` (JSON Schema core 2020-12, 11): they look at what the keywords before
// them left.
import { isObject, type Json } from '../base/json.js';
import type { Keyword, KeywordPlace } from './keyword.js';
import type { Check } from './run.js';

function itemsCheck(argument: Json, place: KeywordPlace): Check {
  const check = place.part(argument);
  const failure = place.breach('must not be there: no keyword of the schema speaks of this item');
  return (value, run, seen) => {
    if (!Array.isArray(value)) return true;
    const list = value as readonly Json[];
    run.take(list.length);
    let ok = true;
    for (const [i, item] of list.entries()) {
      if (seen?.hasItem(i)) continue;
      if (argument === false ? run.fail(failure, i) : run.below(i, item, check)) continue;
      if (!run.all) return false;
      ok = false;
    }
    seen?.every('items');
    return ok;
  };
}

function propertiesCheck(argument: Json, place: KeywordPlace): Check {
  const check = place.part(argument);
  const failure = place.breach('must not be there: no keyword of the schema speaks of this member');
  return (value, run, seen) => {
    if (!isObject(value)) return true;
    const names = run.names(value);
    let ok = true;
    for (const name of names) {
      if (seen?.hasName(name)) continue;
      if (argument === false ? run.fail(failure, name) : run.below(name, value[name] as Json, check)) continue;
      if (!run.all) return false;
      ok = false;
    }
    seen?.every('names');
    return ok;
  };
}

export const UNEVALUATED_KEYWORDS: readonly Keyword[] = [
  { name: 'unevaluatedItems', drafts: '2020-12', make: itemsCheck },
  { name: 'unevaluatedProperties', drafts: '2020-12', make: propertiesCheck },
];
