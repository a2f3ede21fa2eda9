// A moment, in the language and the place of the person.
import { useLocale } from '../words/words.js';

/** `value` is a time as operations write it. */
export function Moment({ value }: { readonly value: string }) {
  const format = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'medium', timeStyle: 'medium' });
  return <time dateTime={value}>{format.format(new Date(value))}</time>;
}
