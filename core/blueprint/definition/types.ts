// The model of a workflow (reference-facts 2.1). A blueprint is what a designer edits; a definition is what is
// published: the blueprint without what the server keeps about it. Types only: what a value must be to be one is
// decided in conformance.ts (the ledger) and check.ts (the designer).
import type { Json, JsonObject } from '../../base/json.js';
import type { ScopeJoin } from '../../flow/net.js';
import type { Currencies } from '../../values/money.js';
import type { CredentialStatus, OnFault, Override } from './choices.js';

/** JSON Schema: draft 2020-12, or draft-07 where `$schema` says so. */
export type DataSchema = JsonObject | boolean;

/**
 * Someone who acts. Without a walletAddress the role is open: the first wallet that acts in it holds it for the rest of
 * the instance.
 */
export interface Participant {
  readonly id: string;
  readonly '@type'?: string;
  readonly name?: string;
  readonly organisation?: string;
  readonly walletAddress?: string | null;
  readonly didUri?: string;
  readonly verifiableCredential?: JsonObject;
  readonly additionalProperties?: JsonObject;
  readonly useStealthAddress?: boolean;
  /** Roles whose holders together give this one to another participant, without its holder. */
  readonly replaceBy?: readonly string[];
  /** Of an open role: participants of the register that may take it, or all of an organisation. */
  readonly candidates?: readonly string[] | { readonly organisation: string };
  /** For so long a candidate reserves the role by a Claim. */
  readonly claimFor?: string;
  /** The readers of what is disclosed to the role before a candidate holds it; all of them unless stated. */
  readonly disclose?: 'candidates' | 'holder';
}

/** Where a workflow can go: several nextActionIds start parallel branches, none ends the branch. */
export interface Route {
  readonly id?: string;
  readonly nextActionIds: readonly number[];
  /** JSON Logic over the data of the instance. A route without one always matches, unless it is the default. */
  readonly condition?: Json;
  /** Taken when no other route matches. */
  readonly isDefault?: boolean;
  readonly description?: string;
  /** ISO 8601 duration from the docket that seals the action: later, an action of the branch is refused. */
  readonly branchDeadline?: string;
  /** Of a conditional route: where no route of the action is taken, the branch is meant to end. */
  readonly end?: boolean;
}

export interface RejectionConfig {
  /** The action to go back to. */
  readonly targetActionId: number;
  readonly targetParticipantId?: string;
  /** True unless stated. */
  readonly requireReason?: boolean;
  readonly rejectionSchema?: DataSchema;
  /** A rejection ends the instance. */
  readonly isTerminal?: boolean;
}

/**
 * A rule of who sees which members of an action. `/*` is every field; a trailing `/*` every member of the value before
 * it.
 */
export interface DisclosureRule {
  /** Participant id, or an address that no participant has. */
  readonly participantAddress: string;
  /** JSON Pointers into the data of the action. */
  readonly dataPointers: readonly string[];
  /** Until then the sender alone has the data. At once unless stated. */
  readonly from?: DisclosureFrom;
}

/** From when on a disclosure is given. A language of the three. */
export interface DisclosureFrom {
  /** A run of this action in force that came after the disclosed one. */
  readonly action?: number;
  /** A time, or the member that states one, such as `{"var": "act.1.opensAt"}`. */
  readonly time?: string | { readonly var: string };
  /** ISO 8601 duration since the docket of the disclosed run. */
  readonly after?: string;
}

/** A participant that takes part where all criteria (JSON Logic) hold. */
export interface ConditionalParticipant {
  readonly principal: string;
  readonly criteria?: readonly Json[];
}

export interface ClaimConstraint {
  readonly claimName: string;
  readonly expectedValue?: Json;
  /** JSON Schema of its value, without references: rules of later actions read the claim by it. */
  readonly schema?: JsonObject | boolean;
}

/** A credential that the sender shows before the action is accepted. */
export interface CredentialRequirement {
  readonly type?: string;
  readonly format?: string;
  readonly vct?: string;
  readonly doctype?: string;
  readonly acceptedIssuers?: readonly string[];
  readonly requiredClaims?: readonly ClaimConstraint[];
  readonly revocationCheckPolicy?: 'FailClosed' | 'FailOpen';
  readonly trustPolicy?: JsonObject;
  /** Requirements with one label are alternatives. */
  readonly anyOfGroup?: string;
  readonly description?: string;
  /** Its name among the gates of the action: `g` and its place unless stated. */
  readonly id?: string;
  /** Encrypted to its readers, unless stated; in the clear; or at the nodes of its readers alone. */
  readonly evidence?: 'sealed' | 'public' | 'kept';
  /** ISO 8601 duration for which nodes keep evidence that is kept; P30D unless stated. */
  readonly retention?: string;
  /** Roles that read it, the whole of it, beside the one that sends. */
  readonly readers?: readonly string[];
  /** Role whose holder verified the presentation before it was sealed, and signed that. */
  readonly verifiedBy?: string;
  /** ISO 8601 duration from the signature of the holder to the judgement, and again to the docket. */
  readonly proofMaxAge?: string;
  /** ISO 8601 duration from the issue of a status token to the judgement; its own word unless stated. */
  readonly statusMaxAge?: string;
  /** Anybody who signs for the action, unless stated, or a key of the record of its sender. */
  readonly holder?: 'any' | 'record';
  /** The holder signs the nonce, which is what holds unless stated, or transaction data that names the action too. */
  readonly consent?: 'nonce' | 'transaction-data';
  /** How often one credential may be used, in the register or in each instance. */
  readonly uses?: { readonly max: number; readonly per: 'register' | 'instance' };
}

/** A credential that is issued when the action completes. */
export interface CredentialIssuanceConfig {
  /** Its name among those of the action. */
  readonly id?: string;
  readonly credentialType: string;
  readonly claimMappings: readonly { readonly claimName: string; readonly sourceField: string }[];
  readonly recipientParticipantId: string;
  readonly expiryDuration?: string;
  readonly registerId?: string;
  readonly disclosable?: readonly string[];
  readonly usagePolicy?: 'Reusable' | 'SingleUse' | 'LimitedUse';
  readonly maxPresentations?: number;
  readonly displayConfig?: JsonObject;
  readonly format?: string;
  readonly trustAnchor?: string;
  /** Roles that change its status beside the party that issues it. */
  readonly revokedBy?: readonly string[];
  /** How many copies the holder has, each for a key of its own; one unless stated. */
  readonly copies?: number;
  /** Any key, unless stated, or one of the record of the recipient. */
  readonly holder?: 'any' | 'record';
  /** The way on which the recipient gets a code that its wallet asks for; none unless stated. */
  readonly txCode?: 'none' | 'inbox' | 'mail';
  /** Proof of how the wallet keeps its key. */
  readonly attestation?: { readonly required?: boolean; readonly trustListId?: string };
  /** More about claims that `claimMappings` names. */
  readonly claims?: readonly IssuedClaim[];
}

export interface IssuedClaim {
  /** As `claimName` of its mapping. */
  readonly path: string;
  readonly display?: readonly JsonObject[];
  /** Everybody who sees the credential sees it. */
  readonly always?: boolean;
}

/** Sealing the action changes the credentials of the runs in force of another one. */
export interface CredentialStatusRule {
  /** The action that issued them. */
  readonly of: number;
  readonly to: CredentialStatus;
}

/** An effect at a time while the action waits: one of `then`, `also`, `remind` and `notBefore`. */
export interface ActionTimer {
  /** Unique among the timers of the action. */
  readonly id: string;
  /** ISO 8601 duration, or `10 workdays`. */
  readonly after?: string;
  /** In its place: the date or time that a member has, such as `{"var": "act.2.expiry"}`, and how long after it. */
  readonly at?: { readonly var: string };
  readonly plus?: string;
  /** Working days are those of this calendar of the definition. */
  readonly calendar?: string;
  /** Days are those of this offset, such as `+01:00`; UTC unless stated. */
  readonly zone?: string;
  /** Counted since the branch was opened, which is what holds unless stated, or since the start of the instance. */
  readonly from?: 'open' | 'start';
  /** The workflow goes on by itself. */
  readonly then?: { readonly nextActionIds: readonly number[] };
  /** Roles that may do the action too from then on. */
  readonly also?: readonly string[];
  /** Roles whose users are told that it waits; nothing of that is on the ledger. */
  readonly remind?: readonly string[];
  /** The action cannot be done before. */
  readonly notBefore?: true;
  /** ISO 8601 duration from one reminder to the next, and how many there are; one unless stated. */
  readonly every?: string;
  readonly times?: number;
  /** The data that is recorded for the action when `then` is taken. */
  readonly data?: JsonObject;
}

/** A role that votes. */
export interface ApprovalVoter {
  readonly role: string;
  /** The weight of its vote; 1 unless stated. */
  readonly weight?: number;
  /** In its place: the whole number that a member has, such as `{"var": "act.3.shareA"}`. */
  readonly weightOf?: { readonly var: string };
}

/** The action is decided by the votes of several roles. */
export interface ActionApproval {
  readonly of: readonly ApprovalVoter[];
  /** Weight of the votes for it that decides. */
  readonly need: number;
  /** Roles whose vote against it decides alone. */
  readonly veto?: readonly string[];
  /** Ids of the routes that are taken where it is granted, and where it is refused. */
  readonly yes: string;
  readonly no: string;
  /** As soon as the votes decide, which is what holds unless stated, or when all have voted. */
  readonly settle?: 'early' | 'all';
}

/** Others agree to a run of the action before it counts. */
export interface Confirm {
  /** Participant ids, each once. */
  readonly by: readonly string[];
  /** ISO 8601 duration, from PT1H to P365D. */
  readonly within: string;
  /** After it, where one of them said nothing: the action is done again, or the run counts. */
  readonly otherwise: 'redo' | 'count';
}

export interface Action {
  /** 0 or more, unique in the definition. The ActionId of its transactions is this number as decimal text. */
  readonly id: number;
  readonly title?: string;
  readonly description?: string;
  /** Participant id. */
  readonly sender: string;
  readonly isStartingAction?: boolean;
  readonly routes?: readonly Route[];
  /**
   * Older form of one route, read where `routes` is absent: JSON Logic that lets the workflow go on to the participant
   * `target`.
   */
  readonly condition?: Json;
  readonly target?: string;
  readonly rejectionConfig?: RejectionConfig;
  /** JSON Schemas that the payload satisfies, all of them. */
  readonly dataSchemas?: readonly DataSchema[];
  /** JSON Logic by the field that it gives. Run in the order of their dependencies. */
  readonly calculations?: Readonly<Record<string, Json>>;
  readonly disclosures?: readonly DisclosureRule[];
  /** Actions that are complete before this one runs: where parallel branches join. */
  readonly requiredPriorActions?: readonly number[];
  /** Waits for the branches that a run of `fork` opened, or for `need` of them. */
  readonly joins?: ScopeJoin;
  readonly timers?: readonly ActionTimer[];
  /** `sender` is one of its voters then, and means nothing more. */
  readonly approval?: ActionApproval;
  /** Actions that another party does than the one of this action, in whatever order they come. */
  readonly notSameAs?: readonly number[];
  /** Of another organisation, too. */
  readonly notSameOrganisation?: boolean;
  readonly confirm?: Confirm;
  /** Roles that can check every rule of the action, or it may not be published. */
  readonly checkedBy?: readonly string[];
  /** Everybody may learn from the next action what its conditions found. */
  readonly publicRoute?: boolean;
  readonly participants?: readonly ConditionalParticipant[];
  /** Kept as it comes; who reads what is said by `disclosures` alone. */
  readonly additionalRecipients?: readonly string[];
  readonly requiredActionData?: readonly string[];
  readonly credentialRequirements?: readonly CredentialRequirement[];
  readonly credentialIssuanceConfig?: CredentialIssuanceConfig | readonly CredentialIssuanceConfig[];
  readonly credentialStatus?: readonly CredentialStatusRule[];
  /** A tree of controls for people; nothing on the ledger reads it. */
  readonly form?: JsonObject;
  readonly previousTxId?: string;
  readonly blueprint?: string;
  readonly previousData?: JsonObject;
  readonly published?: string;
}

/** The roles that cancel an instance, until when, and who has to agree; `opener` for who opened it. */
export interface Cancellation {
  readonly by?: readonly string[];
  /** Not after one of these actions is complete. */
  readonly until?: readonly number[];
  readonly consent?: { readonly need: number; readonly of: readonly string[] };
}

/** Terms of disputes, how they go on, and the role that decides them. */
export interface Disputes {
  readonly window?: string;
  readonly redoWithin?: string;
  readonly deliverWithin?: string;
  readonly judgeWithin?: string;
  readonly onFault?: OnFault;
  readonly resolver?: string;
}

export interface Definition {
  /** 1 unless stated. */
  readonly language?: number;
  /** Places after the point by currency. */
  readonly currencies?: Currencies;
  /** Weekend days and holidays by the name of a calendar. */
  readonly calendars?: Readonly<Record<string, Json>>;
  /** Decision tables by name. */
  readonly tables?: Readonly<Record<string, Json>>;
  readonly '@context'?: string | JsonObject;
  readonly '@type'?: string;
  readonly id?: string;
  readonly title: string;
  readonly description?: string;
  readonly dataSchemas?: readonly DataSchema[];
  readonly participants: readonly Participant[];
  readonly actions: readonly Action[];
  /** Members that several actions state, each with those actions; the latest run of them counts. */
  readonly facts?: Readonly<Record<string, readonly number[]>>;
  /** Terms of disputes about a run that breaks its rules. */
  readonly disputes?: Disputes;
  /** The roles that cancel an instance; its opener unless stated. */
  readonly cancellation?: Cancellation;
  /** Findings about its control flow that it is published with all the same, each code once. */
  readonly overrides?: readonly Override[];
  /** Texts for people by language and key (texts.ts). */
  readonly texts?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** A definition with what the server keeps about it. */
export interface Blueprint extends Definition {
  readonly version?: number;
  readonly organizationId?: string;
  readonly createdAt?: string;
  readonly updatedAt?: string;
}

/** Where an action leads, as it stands in the clear on the ledger (reference-facts 1.4). */
export interface RoutingDecision {
  readonly completedActionId: number;
  /** Empty: the branch ends. `branchKey` where there are several. */
  readonly nextActions: readonly { readonly actionId: number; readonly branchKey?: string }[];
  /** The route that matched; absent when none did. */
  readonly routeId?: string;
  readonly reasonCode?: 'Unconditional' | 'ConditionMatched' | 'DefaultRoute' | 'NoRoute';
  /** The publication whose definition this follows; the submitter of the transaction adds it. */
  readonly blueprintDefinitionTxId?: string;
}

/**
 * The part of it that a header states: which actions may follow, and not by which route or why. Where that depends on
 * data it is a cell for those who read what it depends on.
 */
export interface PublicRouting {
  readonly completedActionId: number;
  /** Ascending, each once; empty where the branch ends. */
  readonly next: readonly number[];
  readonly blueprintDefinitionTxId: string;
}
