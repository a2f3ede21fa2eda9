// A value as people read it, by the schema of its field and in their language.
import { showHidden } from '../../core/base/hidden.js';
import { isObject, type Json } from '../../core/base/json.js';
import type { Question } from '../../core/blueprint/form/questions.js';
import type { Words } from '../words/words.js';
import { choiceLabel } from './choice-label.js';
import { numberToRead } from './numbers.js';

interface Speaking {
  readonly locale: string;
  readonly words: Words;
}

/** Others stated it: what turns the direction of writing, or is not seen, is written out. */
export function valueText(value: Json, question: Question | undefined, spoken: Speaking): string {
  return showHidden(textOf(value, question, spoken));
}

function textOf(value: Json, question: Question | undefined, spoken: Speaking): string {
  const { locale, words } = spoken;
  if (typeof value === 'boolean') return words(value ? 'yes' : 'no');
  if (typeof value === 'number') return withUnit(numberToRead(String(value), locale), question);
  if (typeof value === 'string') return textText(value, question, locale);
  if (Array.isArray(value)) return value.map((item: Json) => textOf(item, question?.item, spoken)).join(', ');
  if (!isObject(value)) return '';
  if (typeof value['fileName'] === 'string') return value['fileName'];
  if (typeof value['amount'] === 'string' && typeof value['currency'] === 'string')
    return `${numberToRead(value['amount'], locale)} ${value['currency']}`;
  const members = question?.members ?? [];
  return Object.entries(value)
    .map(([name, inside]) => {
      const member = members.find(({ path }) => path.at(-1) === name);
      return `${member?.label ?? name}: ${textOf(inside as Json, member, spoken)}`;
    })
    .join(', ');
}

function textText(value: string, question: Question | undefined, locale: string): string {
  const format = question?.schema['format'];
  if (question?.kind === 'choice') return choiceLabel(question, value);
  if (format === 'decimal') return withUnit(numberToRead(value, locale), question);
  const at = format === 'date' || format === 'date-time' ? new Date(value) : undefined;
  if (at === undefined || Number.isNaN(at.getTime())) return value;
  if (format === 'date') return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(at);
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'medium' }).format(at);
}

function withUnit(text: string, question: Question | undefined): string {
  const unit = question?.schema['x-unit'] ?? question?.schema['x-currency'];
  return typeof unit === 'string' ? `${text} ${unit}` : text;
}
