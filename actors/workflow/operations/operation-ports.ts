// Actions that are encrypted in the background, as the surface asks for them and is answered. Types only.
import type { Issue } from '../../../core/base/issue.js';
import type { Result } from '../../../core/base/result.js';
import type { Asker } from '../../../storage/tables/workflow/operations.js';
import type { ActionAsk, ActionOutcome, NextAction } from '../moves/action/ask.js';
import type { ActionWay } from '../moves/action/way.js';

/** How somebody submits. */
export interface SubmissionManner {
  readonly asker: Asker;
  /** The caller does not wait (RFC 7240 section 4.1, respond-async). */
  readonly background: boolean;
  /** Empty without one. With another key the same starting action is another instance. */
  readonly idempotencyKey: string;
  /**
   * The dear checks beyond the action, made once everything else has passed. The same again while an operation runs is
   * not asked again.
   */
  readonly check?: () => Promise<readonly Issue[]>;
  /**
   * Asked once it is signed, and before it is sent: issues end it. With it the action is done while its caller waits,
   * or not at all (STANDING_GRANT_NEEDED).
   */
  readonly keep?: ActionWay['keep'];
}

/** Accepted durably: it is encrypted, signed and submitted whatever happens to the caller or to this node. */
export interface OperationStarted {
  readonly status: 'started';
  readonly operationId: string;
  readonly instanceId: string;
  /** Where the instance goes, unless it has moved on by then. */
  readonly nextActions: readonly NextAction[];
}

export type OperationStatus = 'Queued' | 'Running' | 'Completed' | 'Failed';

export interface OperationView {
  readonly operationId: string;
  readonly status: OperationStatus;
  readonly registerId: string;
  readonly blueprintId: string;
  readonly actionId: string;
  readonly instanceId: string;
  /** The wallet, and the address of it that submits. */
  readonly wallet: string;
  readonly sender: string;
  readonly recipients: number;
  readonly groups: number;
  /** 1 to 4. */
  readonly step: number;
  readonly stepName: string;
  /** 10, 30, 60, 80 or 100. */
  readonly percentComplete: number;
  /**
   * Stored before it is sent: known from 80 percent on. Where others have to read it by its docket another one takes
   * its place.
   */
  readonly transactionId?: string;
  /** Why it failed, as a submission without an operation would have been told. */
  readonly issues?: readonly Issue[];
  readonly createdAtMs: number;
  readonly completedAtMs?: number;
}

export interface Operations {
  /**
   * Submits an action: while the caller waits, or in the background where it asks so or the work is large. The issues
   * of the workflow come before anything is started; beside them OPERATIONS_FULL, REGISTER_OFFLINE and
   * NODE_UNAVAILABLE. The same again while an operation runs is that operation.
   */
  submit(ask: ActionAsk, manner: SubmissionManner): Promise<Result<ActionOutcome | OperationStarted>>;
  find(operationId: string): OperationView | undefined;
  /** Operations of a wallet that have not ended or did so in the last day, newest first. */
  ofWallet(wallet: string): readonly OperationView[];
}
