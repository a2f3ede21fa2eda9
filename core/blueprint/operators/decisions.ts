// The operator that reads a decision table of the definition: `{"table": ["fee", a, b]}`. Each cell that
// is looked at takes a step.
import type { Json } from '../../base/json.js';
import { type Evaluation, make, spend } from '../logic/logic-values.js';
import { holds, isFault, type Key, keyOf, type Table, type TableCell, tableOf } from '../tables/table.js';
import { isNumeric, typeText } from '../typing/type.js';
import { type Apply, endMistyped, ends } from './operator.js';

const table: Apply = (run, { name, values: [named, ...values], constants: { tables = {} } }) => {
  const data = typeof named === 'string' && Object.hasOwn(tables, named) ? tables[named] : undefined;
  const outcome = tableOf(data);
  if (isFault(outcome))
    return endMistyped(run, name, { expected: 'first the name of a table of the definition', value: named });
  if (values.length !== outcome.inputs.length)
    return endMistyped(run, name, { expected: `${outcome.inputs.length} values after the name`, value: undefined });
  const keys: Key[] = [];
  for (const [i, { type }] of outcome.inputs.entries()) {
    const value = values[i] as Json;
    const key = spend(run, 1 + (typeof value === 'string' ? value.length >> 3 : 0)) ? keyOf(value, type) : undefined;
    if (key === undefined && typeof value === 'number' && isNumeric(type))
      return ends(run, 'LOGIC_RANGE', `"${name}" takes numbers of at most 38 digits, 18 of them after the point.`);
    if (key === undefined) return endMistyped(run, name, { expected: `${typeText(type)} as value ${i + 2}`, value });
    keys.push(key);
  }
  return decideRow(run, outcome, keys);
};

function decideRow(run: Evaluation, { rows, hit, otherwise }: Table, keys: readonly Key[]): Json {
  const met: Json[] = [];
  for (const { cells, gives } of rows) {
    if (!meets(run, cells, keys)) {
      if (run.problem) return null;
      continue;
    }
    if (hit === 'first') return gives;
    if (hit === 'unique' && met.length === 1)
      return ends(
        run,
        'LOGIC_TABLE',
        'Two rows of a table meet the values, and one is to: make its rows exclude one another, or take the first.',
      );
    if (!make(run, 1)) return null;
    met.push(gives);
  }
  if (hit === 'collect') return met;
  const value = met.length > 0 ? met[0] : otherwise;
  return (
    value ??
    (value === null
      ? null
      : ends(run, 'LOGIC_TABLE', 'No row of a table meets the values: add one, or say what follows "otherwise".'))
  );
}

/** A step for each cell that is looked at, one more for each 16 values that it lists. */
function meets(run: Evaluation, cells: readonly TableCell[], keys: readonly Key[]): boolean {
  for (const [i, cell] of cells.entries()) {
    if (!spend(run, 1 + (cell.is === 'one' ? cell.of.length >> 4 : 0))) return false;
    if (!holds(cell, keys[i] as Key)) return false;
  }
  return true;
}

export const DECISION_OPERATORS: readonly (readonly [string, Apply])[] = [['table', table]];
