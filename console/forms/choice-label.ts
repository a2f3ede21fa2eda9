// The words of a value that is chosen.
import { canonical, isObject, type Json } from '../../core/base/json.js';
import type { Question } from '../../core/blueprint/form/questions.js';

/** The words of a value: those of the definition, else the value itself. */
export function choiceLabel({ schema }: Pick<Question, 'schema'>, value: Json): string {
  const text = typeof value === 'string' ? value : canonical(value);
  const labels = schema['x-labels'];
  const said = isObject(labels) && Object.hasOwn(labels, text) ? labels[text] : undefined;
  if (typeof said === 'string') return said;
  const either = schema.oneOf ?? schema.anyOf;
  const named = Array.isArray(either)
    ? either.find((item) => isObject(item) && canonical(item.const ?? null) === canonical(value))
    : undefined;
  return isObject(named) && typeof named.title === 'string' ? named.title : text;
}
