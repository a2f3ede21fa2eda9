// The tables of broken versions, `rows/*.tsv`. A line with tabs is a row: property, file, symbol, code, what takes its
// place (`-`: it is left out), and two columns that the table says. A row without a property is one more edit of the
// property above it. A line without tabs heads the rows below it; one that begins with `#` says what the table is
// about.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Edit } from './edit.js';

const FOLDER = 'test/mutants/rows';
const LEFT_OUT = '-';

export interface Row {
  /** The property that is broken, as a sentence. */
  readonly name: string;
  readonly edits: readonly Edit[];
  /** The line without tabs above it. */
  readonly heading: string;
  readonly rest: readonly string[];
}

export function tables(): readonly string[] {
  return readdirSync(FOLDER).sort();
}

/** Its first line. */
export function headOf(table: string): string {
  return readFileSync(join(FOLDER, table), 'utf8').split('\n', 1)[0] ?? '';
}

export function rowsIn(table: string): readonly Row[] {
  const rows: (Row & { edits: Edit[] })[] = [];
  let heading = '';
  for (const line of readFileSync(join(FOLDER, table), 'utf8').split('\n')) {
    const [name = '', file, symbol, code, broken, ...rest] = line.split('\t');
    if (line.startsWith('#') || line === '') continue;
    if (file === undefined) heading = line;
    else {
      if (!symbol || !code || broken === undefined) throw new Error(`${table} has a row of too few columns: ${line}`);
      if (name) rows.push({ name, edits: [], heading, rest });
      rows.at(-1)?.edits.push({ file, symbol, code, broken: broken === LEFT_OUT ? undefined : broken });
    }
  }
  return rows;
}
