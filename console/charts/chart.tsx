// Draws a figure over time as a line, with a sentence that says the same and a table behind it.
import { type PointerEvent, useId, useState } from 'react';
import { useLocale, useWords } from '../words/words.js';
import { figureText } from './figure-text.js';

interface ChartProps {
  readonly title: string;
  readonly unit: string;
  /** In even steps, oldest first; null where nothing was read. */
  readonly values: readonly (number | null)[];
  readonly stepMs: number;
  /** Time of the last value. */
  readonly untilMs: number;
  /** How many steps the chart is wide: what is not there yet stays empty at its beginning. */
  readonly steps: number;
}

/** Of the drawing; its width is its steps. */
const HEIGHT = 100;
/** So that a line at the top is whole. */
const TOP = 4;

export function Chart({ title, unit, values, stepMs, untilMs, steps }: ChartProps) {
  const words = useWords();
  const locale = useLocale();
  const id = useId();
  const [pointed, setPointed] = useState<number>();
  const known = values.filter((value) => value !== null);
  const text = (value: number | null | undefined) =>
    value === null || value === undefined ? words('chart.nothing') : figureText(value, unit, locale);
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
  const timeAt = (i: number) => clock.format(untilMs - (values.length - 1 - i) * stepMs);
  const isPointed = pointed !== undefined && pointed < values.length;
  return (
    <article className="chart" aria-labelledby={id}>
      <header className="acts">
        <h3 id={id}>{title}</h3>
        <b>{text(values[isPointed ? pointed : values.length - 1])}</b>
      </header>
      <Drawing values={values} steps={steps} pointed={isPointed ? pointed : undefined} onPointed={setPointed} />
      <p className="hint">
        {known.length === 0
          ? words('chart.none')
          : isPointed
            ? timeAt(pointed)
            : words('chart.between', { from: text(Math.min(...known)), to: text(Math.max(0, ...known)) })}
      </p>
      {known.length > 0 && (
        <details>
          <summary>{words('chart.table')}</summary>
          <ChartTable values={values} text={text} timeAt={timeAt} />
        </details>
      )}
    </article>
  );
}

interface DrawingProps {
  readonly values: readonly (number | null)[];
  readonly steps: number;
  readonly pointed: number | undefined;
  readonly onPointed: (place: number | undefined) => void;
}

function Drawing({ values, steps, pointed, onPointed }: DrawingProps) {
  const highest = Math.max(0, ...values.filter((value) => value !== null));
  const first = steps - values.length;
  const y = (value: number) => HEIGHT - (highest === 0 ? 0 : (value / highest) * (HEIGHT - TOP));
  const pathOf = (from: number, part: readonly number[]) => part.map((value, i) => `L${first + from + i} ${y(value)}`);
  const point = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const i = Math.floor(((clientX - left) / width) * steps) - first;
    onPointed(i >= 0 ? i : undefined);
  };
  return (
    <svg
      viewBox={`0 0 ${Math.max(1, steps - 1)} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      onPointerMove={point}
      onPointerLeave={() => onPointed(undefined)}
    >
      {partsOf(values).map(({ from, part }) => (
        <g key={from}>
          <path className="under" d={`M${first + from} ${HEIGHT}${pathOf(from, part).join('')}V${HEIGHT}z`} />
          {/* A lone value is a short line: one of no length is not drawn. */}
          <path className="line" d={`M${first + from} ${y(part[0] as number)}${pathOf(from, part).join('')}h0.1`} />
        </g>
      ))}
      {pointed !== undefined && <path className="pointed" d={`M${first + pointed} 0V${HEIGHT}`} />}
    </svg>
  );
}

/** Runs of values with none missing between them. */
function partsOf(values: readonly (number | null)[]): readonly { readonly from: number; readonly part: number[] }[] {
  const parts: { from: number; part: number[] }[] = [];
  values.forEach((value, i) => {
    if (value === null) return;
    const last = parts.at(-1);
    if (last !== undefined && last.from + last.part.length === i) last.part.push(value);
    else parts.push({ from: i, part: [value] });
  });
  return parts;
}

/** Rows of a table: the whole would be longer than anybody reads. */
const ROWS = 12;

interface ChartTableProps {
  readonly values: readonly (number | null)[];
  readonly text: (value: number | null | undefined) => string;
  readonly timeAt: (i: number) => string;
}

function ChartTable({ values, text, timeAt }: ChartTableProps) {
  const words = useWords();
  const length = Math.ceil(values.length / ROWS);
  const rows = Array.from({ length: Math.ceil(values.length / Math.max(1, length)) }, (_, i) => i * length);
  return (
    <table>
      <thead>
        <tr>
          {['chart.from', 'chart.lowest', 'chart.highest', 'chart.last'].map((id) => (
            <th key={id} scope="col">
              {words(id)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((from) => {
          const part = values.slice(from, from + length);
          const known = part.filter((value) => value !== null);
          return (
            <tr key={from}>
              <th scope="row">{timeAt(from)}</th>
              <td>{known.length === 0 ? text(null) : text(Math.min(...known))}</td>
              <td>{known.length === 0 ? text(null) : text(Math.max(...known))}</td>
              <td>{text(part.at(-1))}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
