// Arguments and answers of the steps of the pipeline. Types only.

import type { Issue, IssueCode } from '../../base/issue.js';
import type { Definition } from '../../blueprint/definition/types.js';
import type { Plan, PlannedAction } from '../../blueprint/plan/planned.js';
import type { Instance } from '../../blueprint/state/instance.js';
import type { MoveType } from '../../blueprint/state/move-types.js';
import type { RegisterState, StateView } from '../../model/register.js';
import type { Transaction, TransactionKind } from '../../model/transaction.js';
import type { KindRow } from '../../register/kind-row.js';

/** `reject`: it will never be valid here. `retry`: it may become valid when other transactions are sealed. */
type Fault = 'reject' | 'retry';

export type Verdict =
  | { readonly ok: true }
  | { readonly ok: false; readonly issues: readonly Issue[]; readonly fault: Fault };

export interface ValidationContext {
  readonly state: RegisterState;
  /** Sealed state, or an overlay with the transactions that come before in the same docket. */
  readonly view: StateView;
  /** Result of verifying every signature; false when that was not done. */
  readonly signaturesOk: boolean;
  /** Clock at admission, ms. Absent in docket checks, which no clock decides. */
  readonly nowMs?: number;
  /** The time of the docket that probably seals it, by most clocks, ms: asked for the time slot, where no docket is. */
  readonly sealingMs?: () => number;
  /** The time at admission that more than this clock says, ms: what is sent too early cannot be taken back. */
  readonly openMs?: () => number;
  /**
   * Another node accepted it, and offers it until it is sealed: its age was judged there, however long the way here was
   * closed.
   */
  readonly relayed?: boolean;
  /** Timestamp of the docket that would hold the transaction, ms. */
  readonly docketMs?: number;
  /**
   * The same transaction, byte for byte, that passed the pipeline on this node before: the steps that depend on nothing
   * that changes are left out, and what depends on the rules in force is remembered with it.
   */
  readonly known?: Transaction;
  /** A quorum sealed it: of an action, only what depends on the state is judged. */
  readonly certified?: boolean;
}

/**
 * The facts of one run of the pipeline; `definition`, `plan` and `planned` are set by the pin step, `instance` by the
 * chain step (null: there is none).
 */
export interface Subject {
  readonly tx: Transaction;
  readonly row: KindRow;
  readonly ctx: ValidationContext;
  definition?: Definition;
  plan?: Plan;
  planned?: PlannedAction;
  instance?: Instance | null;
}

/** The arguments of a step that needs no register. */
export interface LoneSubject extends Pick<Subject, 'tx' | 'row'> {
  readonly ctx: Omit<ValidationContext, 'state' | 'view'>;
}

export interface ValidationStep {
  readonly name: string;
  readonly kinds: readonly TransactionKind[];
  /** Of actions those of these types alone; absent for all. */
  readonly moves?: readonly MoveType[];
  readonly fault: Fault;
  /** Every code that the step can give. */
  readonly codes: readonly IssueCode[];
  /** After an issue of this step the later ones are not asked: they could not judge, or would say the same. */
  readonly stops: boolean;
  /**
   * `ever` when the answer depends on the transaction and on what a TxId or pin commits to, and so never changes;
   * `rules` when it depends on the rules in force as well: the check then remembers it by the transaction (memo.ts).
   */
  readonly once: false | 'ever' | 'rules';
  check(subject: Subject): readonly Issue[];
}
