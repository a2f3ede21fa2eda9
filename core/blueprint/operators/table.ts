// THE table of operators on values.
import { DATE_OPERATORS } from './dates.js';
import { DECISION_OPERATORS } from './decisions.js';
import { HASH_OPERATORS } from './hashes.js';
import { LIST_OPERATORS } from './lists.js';
import { NUMBER_OPERATORS } from './numbers.js';
import type { Apply } from './operator.js';
import { ORDERING_OPERATORS } from './ordering.js';
import { RECORD_OPERATORS } from './records.js';
import { TEXT_OPERATORS } from './texts.js';

const OPERATORS: ReadonlyMap<string, Apply> = new Map([
  ...NUMBER_OPERATORS,
  ...ORDERING_OPERATORS,
  ...DATE_OPERATORS,
  ...LIST_OPERATORS,
  ...RECORD_OPERATORS,
  ...TEXT_OPERATORS,
  ...DECISION_OPERATORS,
  ...HASH_OPERATORS,
]);

/** The operator of a name, with what its types chose after a colon. */
export function valueOperator(name: string): Apply | undefined {
  return OPERATORS.get(name);
}

/** As a rule writes them. */
export const VALUE_OPERATORS: readonly string[] = [...OPERATORS.keys()].filter((name) => !name.includes(':'));
