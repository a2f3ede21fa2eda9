// A run that an objection is about, with all that is known of it, and what the objection shows. Types only.
import type { Issue } from '../base/issue.js';
import type { Definition } from '../blueprint/definition/types.js';
import type { Instance } from '../blueprint/state/instance.js';
import type { RowOf, RunRow } from '../blueprint/state/run-row.js';
import type { FileManifest } from '../envelope/files.js';
import type { Cell } from '../envelope/layout/layout.js';
import type { CellValue } from '../envelope/layout/values.js';
import type { DeliveredTo } from '../instance/deliveries/owed.js';
import type { GateViewAt } from '../instance/runs/gates.js';
import type { Transaction } from '../model/transaction.js';

export interface Disputed {
  readonly definition: Definition;
  /** The instance, which has rows of every run that was sealed in it. */
  readonly instance: Instance;
  /** The run that the objection is about, and its row. */
  readonly run: Transaction;
  readonly row: RunRow;
  readonly rowOf: RowOf;
  readonly transactionOf: (txId: string) => Transaction | undefined;
  readonly deliveredTo: DeliveredTo;
  /** The ledger as of a height, by which validators judge gates; who has no ledger proves nothing of one. */
  readonly gateViewAt?: GateViewAt;
}

export type ShownCells = ReadonlyMap<Cell, CellValue>;

export interface ShownRuns {
  /** Of the disputed run: what is shown, and all of a plain one. */
  readonly own: ShownCells;
  /** The manifests that they name; undefined of a plain run. */
  readonly files: readonly FileManifest[] | undefined;
  /** Of all classes of the disputed run, where cells of it are shown. */
  readonly hashes: readonly Uint8Array[] | undefined;
  /** The disputed run is sealed, so that its cells have to be shown. */
  readonly isSealed: boolean;
  /** Every cell that is shown. */
  readonly all: readonly Needed[];
  /** Leaves in the openings. */
  readonly leaves: number;
  readonly cellsOf: (txId: string) => ShownCells;
  /** VAL_OBJ_005 for a cell that is shown and not among these. */
  readonly beyond: (needed: readonly Needed[]) => Issue | undefined;
  /** As if these cells were not shown. */
  readonly without: (cells: readonly Needed[]) => Pick<ShownRuns, 'own' | 'cellsOf'>;
}

/** A cell that has to be shown; without a TxId of the disputed run. */
export interface Needed {
  readonly txId: string | undefined;
  readonly cell: Cell;
}
