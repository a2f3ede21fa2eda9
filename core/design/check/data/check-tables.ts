// Findings about the decision tables of a definition: their form, what they give, values that no row meets, and values
// that several do. Pure.

import { escapePointer, type Json } from '../../../base/json.js';
import { TABLE_COVERAGE_STEPS_MAX } from '../../../base/limits/ledger/constants.js';
import type { Definition } from '../../../blueprint/definition/types.js';
import type { Findings } from '../../../blueprint/findings/finding.js';
import { readingOf, schemaCost, schemaErrors } from '../../../blueprint/schemas/schema-check.js';
import { coverageOf, type Looks } from '../../../blueprint/tables/coverage.js';
import { isFault, type Table, tableOf } from '../../../blueprint/tables/table.js';

/** Adds the errors of their form, which leave it open what a rule reads in them. Gives the tables without one. */
export function checkTableForms(definition: Definition, findings: Findings): ReadonlyMap<string, Table> {
  const sound = new Map<string, Table>();
  for (const [name, data] of Object.entries(definition.tables ?? {})) {
    const at = `/tables/${escapePointer(name)}`;
    const table = tableOf(data);
    if (isFault(table)) findings.error('BP_TABLE', `${at}${table.at}`, table.message);
    else if (checkSchemas(table, at, { definition, findings })) sound.set(at, table);
  }
  return sound;
}

/** Adds what the rows of tables leave out, and where they meet. */
export function checkCoverages(tables: ReadonlyMap<string, Table>, findings: Findings): void {
  const looks: Looks = { left: TABLE_COVERAGE_STEPS_MAX };
  for (const [at, table] of tables) checkCoverage(table, at, { looks, findings });
}

interface Given {
  readonly definition: Definition;
  readonly findings: Findings;
}

/** False where schemas of the table may not be published, or say other than its rows. */
function checkSchemas(
  { inputs, output, rows, otherwise }: Table,
  at: string,
  { definition, findings }: Given,
): boolean {
  const before = findings.all().length;
  const check = (schema: Json, place: string): boolean => {
    const cost = schemaCost(schema);
    if (typeof cost === 'string') findings.error('BP_SCHEMA', place, cost);
    return typeof cost === 'number';
  };
  for (const [i, { schema }] of inputs.entries()) check(schema, `${at}/inputs/${i}`);
  if (output === undefined || !check(output, `${at}/output`)) return findings.all().length === before;
  const given = rows.map(({ gives }, i) => [`${at}/rows/${i}/then`, gives] as const);
  const all = otherwise === undefined ? given : [...given, [`${at}/otherwise`, otherwise] as const];
  for (const [place, value] of all) {
    const [wrong] = schemaErrors([output], value, readingOf(definition));
    if (wrong) findings.error('BP_TABLE', `${place}${wrong.path}`, `The value that the table gives ${wrong.message}.`);
  }
  return findings.all().length === before;
}

function checkCoverage(
  table: Table,
  at: string,
  { looks, findings }: { readonly looks: Looks; readonly findings: Findings },
): void {
  const coverage = coverageOf(table, looks);
  if (!coverage) {
    findings.warn(
      'BP_TABLE_UNKNOWN',
      at,
      'Whether its rows leave something out takes too long to find: use fewer rows, or several tables.',
    );
    return;
  }
  const where = (words: string) => (words === '' ? 'all values' : words);
  for (const { rows, where: words } of coverage.overlaps)
    findings.error(
      'BP_TABLE_OVERLAP',
      `${at}/rows/${rows[1]}`,
      `Rows ${rows[0]} and ${rows[1]} both meet ${where(words)}: change one of them, or say "hit": "first".`,
    );
  if (table.hit !== 'collect' && table.otherwise === undefined)
    for (const words of coverage.gaps)
      findings.warn(
        'BP_TABLE_GAP',
        `${at}/rows`,
        `No row meets ${where(words)}: add one, or say what follows "otherwise".`,
      );
  for (const row of coverage.unused)
    findings.warn(
      'BP_TABLE_ROW_UNUSED',
      `${at}/rows/${row}`,
      'The rows before it meet all that this one does, so it is never taken.',
    );
}
