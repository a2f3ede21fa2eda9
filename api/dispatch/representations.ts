// Writers of the forms that an answer has besides JSON: shaped JSON, lines of JSON, and tables for spreadsheets (RFC 4180).
import type { Representation, RowValue } from '../define.js';
import { writerOf } from '../requests/validation.js';

/** Writes a value that JSON writes with `asJson`. */
export function writerFor(
  representation: Representation,
  asJson: (value: unknown) => string,
): (value: unknown) => string {
  if (representation.kind === 'shape') {
    const shape = representation.shape as (value: unknown) => unknown;
    return (value) => asJson(shape(value));
  }
  const items = representation.items as (value: unknown) => readonly unknown[];
  if (representation.kind === 'lines') {
    const write = writerOf(representation.schema);
    return (value) =>
      items(value)
        .map((item) => `${write(item)}\n`)
        .join('');
  }
  const columns = Object.entries(representation.columns) as [string, (item: unknown) => RowValue][];
  const head = row(columns.map(([name]) => name));
  return (value) =>
    head +
    items(value)
      .map((item) => row(columns.map(([, cell]) => cell(item))))
      .join('');
}

function row(cells: readonly RowValue[]): string {
  return `${cells.map(written).join(',')}\r\n`;
}

const QUOTED = /[",\r\n]/;
/** A spreadsheet would compute what begins so, and ids are texts of others. */
const FORMULA = /^[=+\-@\t\r]/;

function written(cell: RowValue): string {
  if (cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
