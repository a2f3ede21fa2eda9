// The ground on which a governance act is judged, and the change that it makes. Types only.
import type {
  Member,
  RegisterPolicy,
  RegisterState,
  Roster,
  StateChange,
  StateView,
  Validator,
} from '../../model/register.js';

/** The differences that an act makes. Absent members stay. */
export interface GovernanceChange {
  readonly members?: readonly Member[];
  readonly roster?: Roster;
  readonly policy?: RegisterPolicy;
  readonly candidates?: readonly Validator[];
  readonly rules?: number;
  /** The time above which that of the next docket has to be, in place of the time of this one. */
  readonly timeFloorMs?: number;
  /** Rows of participants. */
  readonly participants?: readonly StateChange[];
  /** Rows of what is pinned. */
  readonly trust?: readonly StateChange[];
  /** Rows of issued credentials. */
  readonly credentials?: readonly StateChange[];
}

/** The sealed state under an act. */
export interface ChangeGround {
  readonly state: RegisterState;
  readonly view: StateView;
  /** Time of the docket. */
  readonly timestampMs: number;
}
