// How long ago something was, in the words of the person; the moment itself is behind it.
import { useSyncExternalStore } from 'react';
import { nodeNow } from '../node-time.js';
import { ageFormat, momentFormat } from '../words/formats.js';
import { useLocale } from '../words/words.js';

const TICK_MS = 5000;
const UNITS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', Number.POSITIVE_INFINITY],
] as const;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** All of a page have the same timer. */
function listen(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** A text, so that only those whose words change are drawn anew. A time to come says "now". */
function ageSince(ms: number): string {
  let age = Math.max(0, Math.floor((nodeNow() - ms) / 1000));
  for (const [unit, next] of UNITS) {
    if (age < next) return `${age} ${unit}`;
    age = Math.floor(age / next);
  }
  return '0 second';
}

/** `value` is a time as operations write it. */
export function Ago({ value }: { readonly value: string }) {
  const locale = useLocale();
  const ms = Date.parse(value);
  const [age = '0', unit] = useSyncExternalStore(listen, () => ageSince(ms)).split(' ');
  return (
    <time dateTime={value} title={momentFormat(locale).format(ms)}>
      {ageFormat(locale).format(-Number(age), unit as Intl.RelativeTimeFormatUnit)}
    </time>
  );
}
