// Writers of the forms that an answer has besides JSON: linked data, lines of JSON, and tables for spreadsheets (RFC
// 4180). Nothing here runs for an answer in JSON.
import type { Result } from '../../core/base/result.js';
import type { LinkedNode, NamedNode } from '../../core/linked/document.js';
import { canonicalInPieces, linkedDocument } from '../../core/linked/document.js';
import type { Representation, RowValue } from '../define.js';
import { writerOf } from '../requests/validation.js';
import { inPieces } from '../requests/work-scheduler.js';

/** Names and ids are as short as the context makes them (JSON-LD 1.1 section 6.2). */
const COMPACTED = 'http://www.w3.org/ns/json-ld#compacted';

/** The profile (RFC 6906) that a form keeps. */
export function profileOf({ kind }: Representation): string | undefined {
  return kind === 'linked' ? COMPACTED : undefined;
}

/** Writes a value; some forms take turns. */
export type Writer = (value: unknown) => Result<string> | Promise<Result<string>>;

/** Writes a value that JSON writes otherwise. `publicUrl` is where clients find this node. */
export function writerFor(representation: Representation, publicUrl: string): Writer {
  if (representation.kind === 'linked') {
    const nodes = representation.nodes as (value: unknown) => LinkedNode | readonly LinkedNode[];
    return (value) => JSON.stringify(linkedDocument(nodes(value), publicUrl));
  }
  if (representation.kind === 'quads') {
    const node = representation.node as (value: unknown) => NamedNode;
    return (value) => inPieces(canonicalInPieces(node(value)));
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
  return `${cells.map(formatCell).join(',')}\r\n`;
}

const QUOTED = /[",\r\n]/;
/**
 * Where a spreadsheet would find something to compute, and ids are texts of others: at the beginning, also behind
 * spaces, and behind a semicolon. There the spreadsheets of many countries cut the cells of this table again, whatever
 * is quoted. The wide signs are those of East Asian keyboards, which some read alike.
 */
const FORMULA = /(?<=^|;)(?= *[=+\-@\t\r\n＝＋－＠])/g;

function formatCell(cell: RowValue): string {
  if (cell === undefined) return '';
  if (typeof cell === 'number') return String(cell);
  const text = cell.replace(FORMULA, "'");
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
