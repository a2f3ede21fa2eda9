// THE table of edits, in the order in which the documentation has them. A new edit is a row in the file of its subject.
import type { EditRow } from './edit.js';
import { actionRows } from './rows/actions.js';
import { credentialRows } from './rows/credentials.js';
import { dataRows } from './rows/data.js';
import { flowRows } from './rows/flow.js';
import { removingRows } from './rows/removing.js';
import { roleRows } from './rows/roles.js';
import { scenarioRows, wholeRows } from './rows/whole.js';

export const EDIT_ROWS: readonly EditRow[] = [
  ...wholeRows,
  ...roleRows,
  ...actionRows,
  ...dataRows,
  ...flowRows,
  ...credentialRows,
  ...removingRows,
  ...scenarioRows,
];
