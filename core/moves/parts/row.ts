// The form of a row of the table of moves. Types only.
import type { Issue } from '../../base/issue.js';
import type { Definition } from '../../blueprint/definition/types.js';
import type { RunMove } from '../../blueprint/instance/run-rows.js';
import type { Plan, PlannedAction } from '../../blueprint/plan/planned.js';
import type { CastMove } from '../../blueprint/state/ballots.js';
import type { Accused } from '../../blueprint/state/dispute.js';
import type { Instance } from '../../blueprint/state/instance.js';
import type { MoveOf, MoveParts } from '../../blueprint/state/move.js';
import type { MoveType } from '../../blueprint/state/move-types.js';
import type { StateChange, StateView } from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import type { Subject } from './context.js';

/** A transaction whose payload is judged: the pin step has passed. */
export interface FormSubject extends Pick<Subject, 'tx' | 'plan'> {
  readonly ctx: Pick<Subject['ctx'], 'known'> & { readonly state: Pick<Subject['ctx']['state'], 'rules'> };
  readonly definition: Definition;
  readonly planned: PlannedAction;
}

/** The facts that rows of the state have of a sealed move, for the types that need them. */
export interface StateFacts {
  /** Of an Objection: who sent the run. */
  readonly accused?: Accused | undefined;
  /** Of a Vote. */
  readonly cast?: CastMove | undefined;
  /** Of a Resolution: it ends the dispute. */
  readonly resolves?: boolean | undefined;
  /** Of a Cancellation. */
  readonly lapsed?: readonly string[] | undefined;
}

export interface Stating extends StateFacts {
  readonly tx: Transaction;
  readonly definition: Definition;
  readonly plan: Plan;
  readonly planned: PlannedAction;
}

/** A move where it meets its instance. */
export interface Meeting {
  readonly tx: Transaction;
  readonly definition: Definition;
  readonly plan: Plan;
  /** Undefined for an opening action. */
  readonly before: Instance | undefined;
  /** Timestamp of its docket. */
  readonly atMs: number;
}

/** A sealed move between the states of its instance. */
export interface BetweenRuns {
  readonly tx: Transaction;
  readonly plan: Plan;
  /** Undefined for an opening action. */
  readonly before: Instance | undefined;
  readonly after: Instance;
}

/** The effect of a move on the rows of runs, without what all moves have. */
export type RunEffect = Omit<RunMove, 'txId' | 'action' | 'atMs' | 'vote' | 'due' | 'answered' | 'people'>;

/** A move that was judged, where it is sealed. */
export interface JudgedMove {
  readonly tx: Transaction;
  readonly definition: Definition;
  readonly instanceId: string;
  readonly isOpening: boolean;
  /** Timestamp of its docket. */
  readonly atMs: number;
  /** Height of its docket. */
  readonly height: number;
}

export interface MoveRow<T extends MoveType> {
  /** Issues of a payload that has not the form of this move. */
  form(subject: FormSubject): readonly Issue[];
  /** The facts of the state that the part of its type rests on; absent for a type that rests on none. */
  facts?(of: Meeting, view: Pick<StateView, 'state' | 'transaction'>): StateFacts;
  /** The part of the move that its type alone has. Its form was checked. */
  statedParts(of: Stating): MoveParts[T];
  /** The instance after it. It was judged. */
  fold(before: Instance, move: MoveOf<T>, plan: Plan): Instance;
  /** The effect on runs; absent for a type that has none. */
  runs?(of: BetweenRuns): RunEffect | undefined;
  /** The rows that it changes beside its instance and the runs; absent for a type that changes none. */
  changes?(of: JudgedMove, view: StateView): readonly StateChange[];
}

export type MoveTable = { readonly [T in MoveType]: MoveRow<T> };
