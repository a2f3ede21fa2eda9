// The texts of a blueprint, by language and key: other keys, and one text more or less.
import { isObject, type Json, type JsonObject } from '../base/json.js';
import { withMember } from './members.js';

/** Each key of each language as `change` gives it; without it for undefined. */
export function renameKeys(blueprint: JsonObject, change: (key: string) => string | undefined): JsonObject {
  const { texts } = blueprint;
  if (texts === undefined || !isObject(texts)) return blueprint;
  const after = Object.entries(texts).map(([language, its]) => [
    language,
    isObject(its)
      ? Object.fromEntries(
          Object.entries(its).flatMap(([key, text]) => {
            const name = change(key);
            return name === undefined ? [] : [[name, text as Json]];
          }),
        )
      : its,
  ]);
  return withMember(blueprint, 'texts', Object.fromEntries(after) as JsonObject);
}

/** With a text of a language, or without it for undefined. A language without texts goes. */
export function withText(
  blueprint: JsonObject,
  { language, key }: { readonly language: string; readonly key: string },
  text: string | undefined,
): JsonObject {
  const before = blueprint.texts !== undefined && isObject(blueprint.texts) ? blueprint.texts : {};
  const own = before[language];
  const texts = withMember(own !== undefined && isObject(own) ? own : {}, key, text);
  const all = withMember(before, language, Object.keys(texts).length === 0 ? undefined : texts);
  return withMember(blueprint, 'texts', Object.keys(all).length === 0 ? undefined : all);
}
