// The form of a row of the table of kinds. Types only.
import type { Issue } from '../base/issue.js';
import type { Member, RegisterPolicy, Roster, StateChange, StateView } from '../model/register.js';
import type { Transaction, TransactionHeader, TransactionKind } from '../model/transaction.js';
import type { ChangeGround } from './governance/change.js';

/** The changes that sealing a transaction makes. Absent members stay as they are. */
export interface KindEffect {
  readonly changes: readonly StateChange[];
  readonly roster?: Roster;
  readonly members?: readonly Member[];
  readonly policy?: RegisterPolicy;
  readonly rules?: number;
  readonly timeFloorMs?: number;
}

export interface KindRow {
  readonly kind: TransactionKind;
  /** True if a header is of this kind. Rows are asked in order. */
  matches(header: TransactionHeader): boolean;
  /** Issues of the form that only this kind has. Needs no register. */
  check(tx: Transaction): Issue[];
  /**
   * The effect of a transaction that the pipeline passed. `view` is the state before it, `ground` what is in force in
   * its docket: absent in docket 0.
   */
  apply(tx: Transaction, view: StateView, ground?: ChangeGround): KindEffect;
  /**
   * Keys of state that `apply` sets and nothing ever deletes: as far as the transaction alone tells, they stand
   * wherever it is sealed.
   */
  leaves(tx: Transaction): readonly string[];
}
