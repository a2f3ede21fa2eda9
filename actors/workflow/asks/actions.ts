// Acts in an instance that the surface may ask for, and their results. Types only; what may be written is decided by
// the rules of the ledger.
import type { JsonObject } from '../../../core/base/json.js';
import type { Decided } from '../../../core/blueprint/plan/planned.js';
import type { ActionVote } from '../instance/voting.js';
import type { Acting, ActionFile, ExternalKeys } from './acting.js';

/** One step of an instance. */
export interface ActionAsk {
  readonly registerId: string;
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
  readonly by: Acting;
  readonly payload: JsonObject;
  /** Of an action that several roles decide. */
  readonly vote?: ActionVote | undefined;
  /** The transaction to follow; found from the instance when absent. */
  readonly previousTransactionId?: string | undefined;
  readonly externalRecipientKeys?: ExternalKeys | undefined;
  readonly files?: readonly ActionFile[] | undefined;
  /** For an action that takes credentials; they are not read otherwise. */
  readonly credentialPresentations?: readonly CredentialPresentation[] | undefined;
  /**
   * TxIds of actions of which something is suspect, on which the caller builds all the same: what is suspect stays left
   * out.
   */
  readonly acceptSuspect?: readonly string[] | undefined;
  /** How long the answer may wait for the seal. */
  readonly waitMs: number;
}

export interface NextAction {
  readonly actionId: number;
  readonly title: string;
  readonly participantId: string;
  readonly branchId?: string;
  /** Ids of actions that have to be complete before it is done; absent where nothing has to, and before the seal. */
  readonly waitsFor?: readonly number[];
}

export interface ActionOutcome {
  readonly transactionId: string;
  readonly instanceId: string;
  /** Sealed and durable, or accepted durably and not sealed within the time to wait. */
  readonly status: 'sealed' | 'pending';
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

/** A credential as its holder shows it (reference-facts 4.1.7). Bounds: core/base/limits/ledger/credentials.ts. */
export interface CredentialPresentation {
  readonly credentialId: string;
  /**
   * The claims that the holder says are in it, by name. Nothing of it counts before the gate has found it in
   * `rawPresentation`.
   */
  readonly disclosedClaims: JsonObject;
  /** SD-JWT VC in its compact form, or an ISO 18013-5 DeviceResponse as base64url. */
  readonly rawPresentation: string;
  /** Proof that who shows it holds it, where it stands outside `rawPresentation`. */
  readonly keyBindingProof?: string | undefined;
}
