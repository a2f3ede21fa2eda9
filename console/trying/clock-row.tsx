// The clock of a rehearsal: what time it is there, and how it moves on.
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../parts/button.js';
import { useLocale, useWords } from '../words/words.js';
import type { RehearsalClock } from './rehearsed.js';

const UNITS = [
  { unit: 'days', of: (count: number) => `P${count}D` },
  { unit: 'hours', of: (count: number) => `PT${count}H` },
] as const;
/** Ten years of days. */
const COUNT_MAX = 3650;
/** A timer fires in a docket after its time. */
const AFTER_MS = 1000;

interface ClockRowProps {
  readonly clock: RehearsalClock;
  readonly isBusy: boolean;
  /** To a date, or for a duration. */
  readonly onMove: (at: string) => void;
}

export function ClockRow({ clock: { atMs, nextMs }, isBusy, onMove }: ClockRowProps) {
  const words = useWords();
  const id = useId();
  const format = new Intl.DateTimeFormat(useLocale(), { dateStyle: 'medium', timeStyle: 'short' });
  const [count, setCount] = useState('1');
  const [unit, setUnit] = useState<string>(UNITS[0].unit);
  const number = Number(count);
  const isGood = Number.isInteger(number) && number >= 1 && number <= COUNT_MAX;
  function move(event: FormEvent): void {
    event.preventDefault();
    const of = UNITS.find((each) => each.unit === unit)?.of;
    if (isGood && of) onMove(of(number));
  }
  return (
    <form className="rehearsal-clock" aria-label={words('rehearse.clock')} onSubmit={move}>
      <p role="status">{words('rehearse.clock.now', { time: format.format(atMs) })}</p>
      <label htmlFor={`${id}-count`}>{words('rehearse.clock.by')}</label>
      <input
        id={`${id}-count`}
        type="number"
        min={1}
        max={COUNT_MAX}
        value={count}
        onChange={({ target }) => setCount(target.value)}
      />
      <select aria-label={words('rehearse.clock.unit')} value={unit} onChange={({ target }) => setUnit(target.value)}>
        {UNITS.map((each) => (
          <option key={each.unit} value={each.unit}>
            {words('rehearse.clock.units', { unit: each.unit })}
          </option>
        ))}
      </select>
      <Button isBusy={isBusy || !isGood}>{words('rehearse.clock.move')}</Button>
      {nextMs !== undefined && (
        <Button
          kind="plain"
          icon="clock"
          isBusy={isBusy}
          onPress={() => onMove(new Date(nextMs + AFTER_MS).toISOString())}
        >
          {words('rehearse.clock.next', { time: format.format(nextMs) })}
        </Button>
      )}
    </form>
  );
}
