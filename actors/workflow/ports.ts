// What the surface may ask of the workflows of this node, and what the engine of workflows needs from others. Types only. Whoever calls has checked that
// its caller may use the wallet (api/groups/wallets/standing.ts); what may be written is decided by the rules of the ledger.
import type { Issue } from '../../core/base/issue.js';
import type { JsonObject } from '../../core/base/json.js';
import type { Definition } from '../../core/blueprint/definition/types.js';
import type { Silence } from '../../core/blueprint/plan/confirm.js';
import type { Decided } from '../../core/blueprint/plan/planned.js';
import type { Fault, Ground } from '../../core/blueprint/state/dispute.js';
import type { InstanceState } from '../../core/blueprint/state/instance.js';
import type { FileReference } from '../../core/disclosure/envelope.js';
import type { FileManifest } from '../../core/disclosure/files.js';
import type { Visible } from '../../core/disclosure/visible.js';
import type { Actor } from '../../core/transaction/acting-now.js';
import type { Transaction } from '../../core/transaction/types.js';
import type { Wallet } from '../../core/wallet/wallet.js';
import type { CredentialPresentation } from './credentials/credential-gate.js';
import type { DeliveriesSent } from './deliveries/sent-deliveries.js';
import type { DisputeView, ResolutionAsk, ResolutionOutcome } from './disputes/resolving.js';
import type { CancellationView } from './instance/cancellation-view.js';
import type { RunningTimer, StandingIn } from './instance/timer-view.js';
import type { VoteAsk, VotingView } from './instance/voting.js';
import type { Showing, ShowingAsk } from './reading/showing.js';
import type { Sealer } from './sealing/sealer.js';

/** Keys of wallets that no register knows, by address; base64. */
export type ExternalKeys = Readonly<
  Record<
    string,
    { readonly publicKey: string; readonly algorithm: string; readonly encapsulationKey?: string | undefined }
  >
>;

/** A file whose sealed chunks are stored already. */
export interface ActionFile {
  readonly manifest: FileManifest;
  readonly reference: FileReference;
}

/** A wallet of this node that the caller may use now. */
export interface Acting {
  readonly wallet: Wallet;
  /** The address that acts: that of the wallet, or its hybrid or post-quantum one. */
  readonly address: string;
  /** In whose turn it acts; undefined for the node itself. */
  readonly from?: string | undefined;
}

/** One step of an instance. */
export interface ActionAsk {
  readonly registerId: string;
  readonly blueprintId: string;
  /** The pin of a new instance; the newest publication when absent. An instance that runs keeps its own, and another one here is refused. */
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
  readonly vote?: VoteAsk | undefined;
  /** The transaction to follow; found from the instance when absent. */
  readonly previousTransactionId?: string | undefined;
  readonly externalRecipientKeys?: ExternalKeys | undefined;
  readonly files?: readonly ActionFile[] | undefined;
  /** For an action that takes credentials; nobody reads them otherwise. */
  readonly credentialPresentations?: readonly CredentialPresentation[] | undefined;
  /** TxIds of actions of which something is suspect, on which the caller builds all the same: what is suspect stays left out. */
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

/** Follows a submission on its way. */
export interface ActionSteps {
  /** What whoever submits has to check beyond the workflow. Asked once everything else that can be refused was, and before `proceed`. */
  readonly check?: (() => Promise<readonly Issue[]>) | undefined;
  /** It was sealed before, for others than have to read it now: a credential that was shown for it is asked no second time. */
  readonly isAgain?: boolean;
  /** Everything is checked and nothing sealed: true goes on, false ends it as deferred. */
  proceed(work: ActionWork): boolean;
  /** Seals somewhere else than other moves are. */
  readonly seal?: Sealer['seal'];
  /** It is sealed, and signed next. */
  sealed?(): void;
  /** It is signed, and sent once this resolves. Issues end it, and nothing is sent. */
  signed?(tx: Transaction): Promise<readonly Issue[]>;
}

export interface RejectionAsk {
  readonly registerId: string;
  readonly instanceId: string;
  /** The action that is not done. */
  readonly actionId: string;
  readonly by: Acting;
  readonly reason: string | undefined;
  readonly fieldErrors?: Readonly<Record<string, string>> | undefined;
  readonly previousTransactionId?: string | undefined;
  readonly externalRecipientKeys?: ExternalKeys | undefined;
  /** Read where the rejection would bind an open role of an action that takes credentials. */
  readonly credentialPresentations?: readonly CredentialPresentation[] | undefined;
  readonly waitMs: number;
}

export interface RejectionOutcome extends Pick<ActionOutcome, 'transactionId' | 'instanceId' | 'status'> {
  /** Where the instance goes on; absent when the rejection ended it. */
  readonly target?: NextAction;
}

export interface CancellationAsk {
  readonly registerId: string;
  readonly instanceId: string;
  /** The wallet that opened the instance. */
  readonly by: Acting;
  readonly reason?: string | undefined;
  readonly waitMs: number;
}

/** A run that counts once others have confirmed it. */
export interface Confirmation {
  readonly txId: string;
  readonly actionId: number;
  /** Roles that have not. */
  readonly missing: readonly string[];
  readonly untilMs: number;
  /** What their silence means then; unknown where this node lacks the definition. */
  readonly otherwise?: Silence;
}

/** A move of language 2 that states no data. */
export type MoveAsk = ConfirmAsk & {
  readonly registerId: string;
  readonly instanceId: string;
  readonly by: Acting;
  readonly waitMs: number;
};

/** The answer of a party to a run that waits for it. */
export interface ConfirmAsk {
  readonly move: 'confirm';
  readonly accept: boolean;
  /** Why not; read by who sent the run and who confirm it. */
  readonly reason?: string | undefined;
  /** The one that the wallet holds, and that is missing. */
  readonly role?: string | undefined;
  /** The one that waits for the wallet. */
  readonly transactionId?: string | undefined;
  /** TxIds of runs that are confirmed, or built on, although something of them is wrong. */
  readonly acceptSuspect?: readonly string[] | undefined;
}

export type MoveOutcome = Pick<ActionOutcome, 'transactionId' | 'instanceId' | 'status'>;

export type BranchState = 'Active' | 'TimedOut';

/** One action that is decided and not done. */
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
  /** Who may do it beside the holder of its role; absent where nobody may, now or later. */
  readonly also?: readonly StandingIn[];
  /**
   * Actions that have to be done before it; empty where it may be done now, and where this node lacks the definition.
   */
  readonly waitsFor: readonly number[];
  /** Wallets that may act, and why; absent where anybody takes the role, and where this node lacks the definition. */
  readonly mayAct?: readonly Actor[];
}

/**
 * An instance as the sealed ledger has it: the same on every node that holds the register. `pinState` alone is about this node, and what follows from a definition
 * that it has not: no version, no current actions.
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
  /** Runs that were proven false, in the order of the ledger. */
  readonly faults: readonly Fault[];
  /** Runs that wait for others to confirm them. */
  readonly confirmations: readonly Confirmation[];
  /** Roles that others gave away, which their holders may refuse. */
  readonly handovers: readonly { readonly role: string; readonly to: string; readonly untilMs: number }[];
  /** Runs that holders of roles read and were not given, by role; found where one instance is read by itself. */
  readonly owed: readonly Owed[];
  /** Runs that holders said were not delivered, where one instance is read by itself. */
  readonly challenges: readonly ChallengeView[];
  /** Roles whose holder can receive nothing now: its record is not Active. */
  readonly missed: readonly string[];
  /** In the state Disputed: after it everything else goes on. */
  readonly disputedUntilMs?: number;
  /** In the state Disputed: what pauses or stops it, and who ends that. */
  readonly dispute?: DisputeView;
  /** Who cancels the instance, where its definition says it and it has not ended. */
  readonly cancellation?: CancellationView;
  readonly currentActionIds: readonly number[];
  /**
   * No action can be done any more, for deadlines that have passed or joins that wait for what never comes, and no timer
   * leads on: it can be cancelled only.
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

/** Runs that the holder of a role is owed, by TxId in ledger order. */
export interface Owed {
  readonly role: string;
  readonly wallet: string;
  readonly runs: readonly string[];
}

/** A holder says that a run was not delivered to it. */
export interface ChallengeView {
  readonly role: string;
  readonly wallet: string;
  /** The run. */
  readonly run: string;
  readonly transactionId: string;
  /** Until then its sender may deliver it. */
  readonly untilMs: number;
  /** The delivery that answered it. */
  readonly answeredBy?: string;
}

export interface ChallengeAsk {
  readonly registerId: string;
  readonly instanceId: string;
  readonly by: Acting;
  readonly txId: string;
  readonly role?: string | undefined;
  readonly waitMs: number;
}

export interface ObjectionAsk {
  readonly registerId: string;
  readonly instanceId: string;
  readonly by: Acting;
  /** The run that is wrong. */
  readonly txId: string;
  /** The first that the wallet finds and can prove where it is absent. */
  readonly ground?: Ground | undefined;
  /** Place below the action, as the ledger takes it; with a ground alone. */
  readonly at?: string | undefined;
  /** Shown to who sent the run and to the resolver alone, in this role or the first of the wallet. */
  readonly isPrivate?: boolean | undefined;
  /** Only says what would be shown. */
  readonly preview: boolean;
  readonly waitMs: number;
}

export interface ShownParts {
  readonly transactionId: string;
  readonly pointers: readonly string[];
  /** How many files the parts name: their keys are shown too. Absent for none. */
  readonly files?: number;
}

export interface ObjectionOutcome {
  readonly instanceId: string;
  readonly ground: Ground;
  readonly at: string;
  /** What all members of the register read from then on: cells by the run that stated them. */
  readonly shown: readonly ShownParts[];
  /** Wallets that alone read a private one. */
  readonly readers?: readonly string[];
  /** Of the objection; absent for a preview. */
  readonly transactionId?: string;
  readonly status: 'sealed' | 'pending' | 'preview';
}

export interface DeliveryAsk {
  readonly registerId: string;
  readonly instanceId: string;
  /** A wallet that was given what it gives. */
  readonly by: Acting;
  /** To the holder of this role alone. */
  readonly role?: string | undefined;
  readonly waitMs: number;
}

export interface DeliveryOutcome extends Owed, Pick<ActionOutcome, 'transactionId' | 'status'> {}

export interface Workflow {
  /** Runs an action with the engine, seals what it discloses, signs and submits it. Issues point into the ask: `/payload/...`, `/actionId`, .... */
  submit(ask: ActionAsk): Promise<ActionOutcome | readonly Issue[]>;
  /** `submit` with somebody who follows it. */
  carry(ask: ActionAsk, steps: ActionSteps): Promise<ActionOutcome | Deferred | readonly Issue[]>;
  /** Resolves when what moves the instance now, and what waits to, has ended; undefined where nothing does. */
  moving(registerId: string, instanceId: string): Promise<void> | undefined;
  reject(ask: RejectionAsk): Promise<RejectionOutcome | readonly Issue[]>;
  cancel(ask: CancellationAsk): Promise<ActionOutcome | readonly Issue[]>;
  /** Gives holders what they are owed and the wallet was given; none where that is nothing. */
  deliver(ask: DeliveryAsk): Promise<DeliveriesSent | readonly Issue[]>;
  move(ask: MoveAsk): Promise<MoveOutcome | readonly Issue[]>;
  /** Says that a run was not delivered to the wallet, so that its sender has to deliver it in time. */
  challenge(
    ask: ChallengeAsk,
  ): Promise<Pick<ActionOutcome, 'transactionId' | 'instanceId' | 'status'> | readonly Issue[]>;
  /** Proves on the ledger that a run breaks its rules (objecting.ts). */
  object(ask: ObjectionAsk): Promise<ObjectionOutcome | readonly Issue[]>;
  /** Says how the dispute of an instance ends; whether that decides follows from the ledger. */
  resolve(ask: ResolutionAsk): Promise<ResolutionOutcome | readonly Issue[]>;
  /** INSTANCE_NOT_FOUND: the register has sealed nothing of it. REGISTER_NOT_FOUND. */
  instance(registerId: string, instanceId: string): Promise<InstanceView | Issue>;
  /** What a wallet may see of an instance: opened with its keys, which its user has been allowed to use. */
  visible(registerId: string, instanceId: string, reader: Acting): Promise<Visible | Issue>;
  /** Parts of a move with what proves them to somebody who has no key (showing.ts). */
  show(ask: ShowingAsk): Promise<Showing | Issue>;
  /** In how many transactions something stops this wallet from acting; `known` where it was counted already, and nothing is read for it. */
  suspects(of: SuspectsAsk): Suspects;
}

export interface SuspectsAsk {
  readonly registerId: string;
  readonly instanceId: string;
  /** The newest transaction of the instance, as the asker read it. */
  readonly lastTransactionId: string;
  readonly reader: Acting;
}

export interface Suspects {
  readonly known: number | undefined;
  readonly count: () => Promise<number | Issue>;
}
