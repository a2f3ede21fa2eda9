// An instance as a caller is shown it. Types only: they follow from the sealed ledger, and from the definition
// where this node has it.
import type { CredentialStatus } from '../../../core/blueprint/definition/choices.js';
import type { Definition } from '../../../core/blueprint/definition/types.js';
import type { Silence } from '../../../core/blueprint/plan/confirm.js';
import type { Fault } from '../../../core/blueprint/state/dispute.js';
import type { InstanceState } from '../../../core/blueprint/state/instance.js';
import type { SealedRun } from '../../../core/instance/deliveries/sealed-runs.js';
import type { Actor } from '../../../core/instance/people/acting-now.js';
import type { Issuance } from '../../../core/moves/issuance/form.js';
import type { CancellationView } from './cancellation-view.js';
import type { DisputeView } from './dispute-view.js';
import type { SentBack } from './sent-back.js';
import type { RunningTimer, StandingIn } from './timer-view.js';
import type { VotingView } from './voting.js';

/** A run that counts once others have confirmed it. */
export interface Confirmation {
  readonly txId: string;
  readonly actionId: number;
  /** Roles that have not. */
  readonly missing: readonly string[];
  readonly untilMs: number;
  /** The meaning of their silence then; unknown where this node lacks the definition. */
  readonly otherwise?: Silence;
}

export type BranchState = 'Active' | 'TimedOut';

/** An action that is decided and not done. */
export interface Branch {
  /** `{head}:{actionId}`: unique in the instance, the same on every node. */
  readonly id: string;
  readonly currentActionId: number;
  readonly state: BranchState;
  /** The transaction to follow. */
  readonly lastTransactionId: string;
  /** Until when it can be done: by the deadline of its route, or before its timer ends it. */
  readonly deadlineMs?: number;
  /** It can be done after this time, and not now. */
  readonly notBeforeMs?: number;
  readonly timer?: RunningTimer;
  /** Of an action that several roles decide. */
  readonly voting?: VotingView;
  /** The participants that may do it beside the holder of its role; absent where there are none, now or later. */
  readonly also?: readonly StandingIn[];
  /**
   * Actions that have to be done before it; empty where it may be done now, and where this node lacks the definition.
   */
  readonly waitsFor: readonly number[];
  /** Wallets that may act, and why; absent where anybody takes the role, and where this node lacks the definition. */
  readonly mayAct?: readonly Actor[];
  /** Absent where nothing was taken back. */
  readonly sentBack?: SentBack;
}

/**
 * An instance as the sealed ledger has it: the same on every node that holds the register. `pinState` alone is about
 * this node, and what follows from a definition that it has not: no version, no current actions.
 */
export interface InstanceView {
  readonly id: string;
  readonly registerId: string;
  readonly blueprintId: string;
  readonly publicationTxId: string;
  /** Ordinal of the publication on the register; null while the pin cannot be resolved here. */
  readonly blueprintVersion: number | null;
  readonly pinState: 'pinned' | 'unresolvable' | 'unpinned';
  readonly definition: Definition | undefined;
  /** TimedOut: every branch is, and no timer leads on. */
  readonly state: InstanceState | 'TimedOut';
  /** The moves that are sealed, by which an action is calculated (`metadata.sees`). */
  readonly moves?: number;
  /** Runs that were proven false, in the order of the ledger. */
  readonly faults: readonly Fault[];
  /** Runs that wait for others to confirm them. */
  readonly confirmations: readonly Confirmation[];
  /** Roles that others gave away, which their holders may refuse. */
  readonly handovers: readonly { readonly role: string; readonly to: string; readonly untilMs: number }[];
  /** Runs that holders of roles read and were not given, by role; found where one instance is read by itself. */
  readonly owed: readonly Owed[];
  /** Runs that are still sealed for roles, at most SEALED_TOLD_MAX, where one instance is read by itself. */
  readonly sealed: readonly SealedRun[];
  /** Runs that holders said were not delivered, where one instance is read by itself. */
  readonly challenges: readonly ChallengeView[];
  /** Credentials that runs issued, where one instance is read by itself. */
  readonly issuances: readonly IssuanceView[];
  /** Roles whose holder can receive nothing now: its record is not Active. */
  readonly missed: readonly string[];
  /** In the state Disputed: after it everything else goes on. */
  readonly disputedUntilMs?: number;
  /** In the state Disputed: what pauses or stops it, and who ends that. */
  readonly dispute?: DisputeView;
  /**
   * The terms of cancelling the instance while it goes on; absent where none are stated and the opener cancels alone.
   */
  readonly cancellation?: CancellationView;
  readonly currentActionIds: readonly number[];
  /**
   * No action can be done any more, for deadlines that have passed or joins that wait for what never comes, and no
   * timer leads on: it can be cancelled only.
   */
  readonly isStuck: boolean;
  /** Addresses by participant id: fixed by the definition, or bound by the first who acted. */
  readonly participantWallets: Readonly<Record<string, string>>;
  readonly activeBranches: readonly Branch[];
  /** The wallet that opened it. */
  readonly opener: string;
  readonly firstTransactionId: string;
  readonly lastTransactionId: string;
  readonly transactionCount: number;
  readonly completedActionCount: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly completedAtMs?: number;
}

/** Runs that the holder of a role is owed, by TxId in ledger order: the oldest, at most OWED_TOLD_MAX. */
export interface Owed {
  readonly role: string;
  readonly wallet: string;
  readonly runs: readonly string[];
  /** How many it is owed beside them; absent where there are none. */
  readonly more?: number;
}

/** A credential that a run issued: its claims are nowhere on the ledger. */
export interface IssuanceView extends Omit<Issuance, 'type' | 'v' | 'root' | 'status'> {
  readonly transactionId: string;
  /** The run. */
  readonly run: string;
  readonly wallet: string;
  readonly status: CredentialStatus;
}

/** A holder says that a run was not delivered to it. */
export interface ChallengeView {
  readonly role: string;
  readonly wallet: string;
  /** The run. */
  readonly run: string;
  /** Where it is about the kept evidence of a gate. */
  readonly gate?: string;
  readonly transactionId: string;
  /** Until then its sender may deliver it. */
  readonly untilMs: number;
  /** The delivery that answered it. */
  readonly answeredBy?: string;
}
