// Rehearsals as the surface asks for them. Types only. The caller has checked that the user may manage the blueprints
// of the organisation.
import type { JsonObject } from '../../core/base/json.js';
import type { Result } from '../../core/base/result.js';
import type { DataSchema } from '../../core/blueprint/definition/types.js';
import type { RunFacts } from '../../core/blueprint/logic/facts.js';
import type { VoteChoice } from '../../core/blueprint/plan/approval.js';
import type { Rehearsal, RehearsalName, RehearsalOutcome } from '../../storage/tables/workflow/rehearsals.js';

export interface RehearsalStart {
  readonly organisationId: string;
  readonly blueprintId: string;
  /** As it would be published now; it passed the checks of publications. */
  readonly definition: JsonObject;
  readonly execDefHash: string;
  readonly hasCycles: boolean;
  /** Platform user id, or the subject of a service. */
  readonly by: string;
}

/** A move of a rehearsal, as its acting role. */
export interface RehearsalMove {
  readonly actionId: number;
  /** The transaction to follow, where several branches lead to the action. */
  readonly previousTransactionId?: string | undefined;
  /** The user who does it: the pass carries this name. */
  readonly by: string;
}

export interface RehearsalSubmission extends RehearsalMove {
  readonly payload: JsonObject;
  /** Of an action that several roles decide: what the acting role votes. */
  readonly vote?: VoteChoice | undefined;
}

export interface RehearsalRejection extends RehearsalMove {
  readonly reason?: string | undefined;
  readonly fieldErrors?: Readonly<Record<string, string>> | undefined;
}

/** An action that may be done now. */
export interface CurrentAction {
  readonly actionId: number;
  readonly title: string;
  /** The role that sends it; of those who vote on it the first that has not. */
  readonly participantId: string;
  /** Roles that can still vote; of an action that several decide. */
  readonly voters?: readonly string[];
  readonly previousTransactionId?: string;
  readonly isRejectable: boolean;
  /** It takes a credential, which a test wallet shows. */
  readonly isGated: boolean;
  readonly schemas: readonly DataSchema[];
}

export interface RehearsalView {
  readonly rehearsal: Rehearsal;
  readonly currentActions: readonly CurrentAction[];
  /** The data of the instance that the acting role reads; undefined once the wallets are gone. */
  readonly data: JsonObject | undefined;
  /** The same by run: those in force, in ledger order, as rules of its actions read them. */
  readonly runs: readonly RunFacts[];
}

export interface Rehearsals {
  /**
   * Begins a rehearsal in the sandbox of the organisation. REHEARSALS_FULL, SANDBOX_UNAVAILABLE, SIGNING_RATE_EXCEEDED,
   * and what the ledger says against the definition.
   */
  start(ask: RehearsalStart): Promise<Result<RehearsalView>>;
  /** Durable rehearsals of a draft, the newest first. */
  list(organisationId: string, blueprintId: string): Promise<readonly Rehearsal[]>;
  /** REHEARSAL_NOT_FOUND. */
  read(name: RehearsalName): Promise<Result<RehearsalView>>;
  /** REHEARSAL_NOT_FOUND, REHEARSAL_ROLE_UNKNOWN. */
  switchRole(name: RehearsalName, role: string): Promise<Result<RehearsalView>>;
  /**
   * REHEARSAL_NOT_FOUND, REHEARSAL_STEP_REFUSED for another role or an action that is not there, and the issues of the
   * workflow.
   */
  submit(name: RehearsalName, step: RehearsalSubmission): Promise<Result<RehearsalView>>;
  reject(name: RehearsalName, step: RehearsalRejection): Promise<Result<RehearsalView>>;
  /** Forgets a rehearsal and the keys of its wallets; nothing where there is none. */
  discard(name: RehearsalName): Promise<void>;
  /** Abandons the rehearsals that are not continued, and forgets those that ended long ago. Bounded work. */
  sweep(nowMs: number): Promise<void>;
}

/** Counts of rehearsals, under the names of the specification (section 6). */
export interface RehearsalCounts {
  rehearsalBegun(): void;
  rehearsalEnded(outcome: Exclude<RehearsalOutcome, 'InProgress'>, seconds: number): void;
  sandboxProvisioned(outcome: 'founded' | 'failed'): void;
}
