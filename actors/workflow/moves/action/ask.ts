// A step of an instance that the surface may ask for, and its result. Types only; what may be written is decided by the
// rules of the ledger.
import type { Json, JsonObject } from '../../../../core/base/json.js';
import type { Decided } from '../../../../core/blueprint/plan/planned.js';
import type { ShownAction } from '../../credentials/prepared.js';
import type { ActionFile, ExternalKeys } from '../../encryption/acting.js';
import type { ActionVote } from '../../instance/voting.js';
import type { MoveAsk, MoveOutcome } from '../parts/ask.js';

/** A step of an instance. */
export interface ActionAsk extends Omit<MoveAsk, 'instanceId'> {
  readonly blueprintId: string;
  /**
   * The pin of a new instance; the newest publication when absent. An instance that runs keeps its own, and another one
   * here is refused.
   */
  readonly publicationTxId?: string | undefined;
  /** Absent: the action opens an instance under a new id. */
  readonly instanceId?: string | undefined;
  /** The new id, where it was chosen before; only without `instanceId`. */
  readonly opens?: string | undefined;
  /** The decimal spelling. */
  readonly actionId: string;
  readonly payload: JsonObject;
  /** Of an action that several roles decide. */
  readonly vote?: ActionVote | undefined;
  /** The transaction to follow; found from the instance when absent. */
  readonly previousTransactionId?: string | undefined;
  readonly externalRecipientKeys?: ExternalKeys | undefined;
  readonly files?: readonly ActionFile[] | undefined;
  /** It was prepared, and its credentials were shown for just that. */
  readonly prepared?: ShownAction | undefined;
  /**
   * TxIds of actions of which something is suspect, on which the caller builds all the same: what is suspect stays left
   * out.
   */
  readonly acceptSuspect?: readonly string[] | undefined;
  /** A program does it without asking its person. */
  readonly within?: ActionBounds | undefined;
}

/** An action that is not within them is refused (STANDING_GRANT_NEEDED), and nothing is done. */
export interface ActionBounds {
  readonly publicationTxId: string;
  /** True of its data, in the logic of routes. */
  readonly rule?: Json;
}

export interface NextAction {
  readonly actionId: number;
  readonly title: string;
  readonly participantId: string;
  readonly branchId?: string;
  /** Ids of actions that have to be complete before it is done; absent where nothing has to, and before the seal. */
  readonly waitsFor?: readonly number[];
}

export interface ActionOutcome extends MoveOutcome {
  readonly nextActions: readonly NextAction[];
  /** Of the vote that decided, once it is sealed. */
  readonly decided?: Decided;
  /** Calculated fields with their values. */
  readonly calculations: JsonObject;
  /** The instance has ended. Known once it is sealed. */
  readonly isComplete: boolean;
  /** The same was submitted before: this is what came of it. */
  readonly repeated?: true;
}

/** How much an action is, known before anything of it is sealed. */
export interface ActionWork {
  readonly instanceId: string;
  readonly recipients: number;
  readonly groups: number;
  /** Canonical bytes of what it records. */
  readonly bytes: number;
  readonly nextActions: readonly NextAction[];
}

/** A submission that ended before anything of it was sealed or stored. As far as can be seen now, it would pass. */
export interface Deferred {
  readonly status: 'deferred';
  readonly work: ActionWork;
}
