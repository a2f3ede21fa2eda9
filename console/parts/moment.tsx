// A moment, in the language and the place of the person.
import { momentFormat } from '../words/formats.js';
import { useLocale } from '../words/words.js';

/** `value` is a time as operations write it. */
export function Moment({ value }: { readonly value: string }) {
  const locale = useLocale();
  return <time dateTime={value}>{momentFormat(locale).format(new Date(value))}</time>;
}
