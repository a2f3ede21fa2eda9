// Writers of the forms that an answer has besides JSON: shaped JSON, lines of JSON, and tables for spreadsheets (RFC
// 4180).
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
/**
 * Where a spreadsheet would find something to compute, and ids are texts of others: at the beginning, behind spaces
 * too, and behind a semicolon, at which those of many countries cut the cells of this table again, whatever is quoted.
 * The wide signs are those of East Asian keyboards, which some read alike.
 */
const FORMULA = /(?<=^|;)(?= *[=+\-@\t\r\n＝＋－＠])/g;

function written(cell: RowValue): string {
  if (cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  const text = cell.replace(FORMULA, "'");
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
