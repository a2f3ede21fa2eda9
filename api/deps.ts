// Ports of the handlers, and nothing else that they may touch. Composition (node/compose/compose.ts,
// test/contract/world.ts) provides it; a new member is a new line here.

import type { AnnouncementHub } from '../actors/announcements.js';
import type { FileLibrary } from '../actors/files/ports.js';
import type { Ledger } from '../actors/ledger-port.js';
import type { Mesh } from '../actors/mesh/mesh.js';
import type { DeviceFlips } from '../actors/people/device-flips.js';
import type { Notices } from '../actors/people/notices.js';
import type { ConsensusKeys } from '../actors/ports.js';
import type { Rehearsals } from '../actors/rehearsal/ports.js';
import type { SignatureCheck } from '../actors/signature-scheduler.js';
import type { Webhooks } from '../actors/webhooks/webhooks.js';
import type { SuspectRunReads } from '../actors/workflow/checks/suspect-runs.js';
import type { InboxReads } from '../actors/workflow/inbox/inbox-ports.js';
import type { Operations } from '../actors/workflow/operations/operation-ports.js';
import type { Workflow } from '../actors/workflow/ports.js';
import type { PublicationNotes } from '../actors/workflow/publication-notes.js';
import type { Clock, Log, Random } from '../core/base/ports.js';
import type { ConsensusPolicy, Validator } from '../core/model/register.js';
import type { Mailer, Outgoing } from '../core/outgoing/ports.js';
import type { EngineWork, WorkResult } from '../core/scenario/rehearse.js';
import type { LinkChallenge } from '../core/tenant/participants/wallet-links.js';
import type { Quotas } from '../core/tenant/quotas.js';
import type { LiveBackups } from '../storage/backup/live-backup.js';
import type { ChainStore } from '../storage/chain/chain-store.js';
import type { KvOp } from '../storage/engine/kv.js';
import type { FactorSecrets } from '../storage/secrets/factor-secrets.js';
import type { Keystore } from '../storage/secrets/keystore.js';
import type { SystemWallet } from '../storage/secrets/system-wallet.js';
import type { ExternalIdentities } from '../storage/tables/accounts/external-identities.js';
import type { FactorStore } from '../storage/tables/accounts/factors.js';
import type { IdentityProviders } from '../storage/tables/accounts/identity-providers.js';
import type { Invitations } from '../storage/tables/accounts/invitations.js';
import type { OrganisationKeys } from '../storage/tables/accounts/organisation-keys.js';
import type { PendingApplications } from '../storage/tables/accounts/pending-applications.js';
import type { Platform } from '../storage/tables/accounts/platform.js';
import type { PresentationHistory } from '../storage/tables/accounts/presentation-history.js';
import type { ServicePrincipals } from '../storage/tables/accounts/service-principals.js';
import type { Sessions } from '../storage/tables/accounts/sessions.js';
import type { Tenants } from '../storage/tables/accounts/tenants.js';
import type { Usage } from '../storage/tables/accounts/usage.js';
import type { WalletLinks } from '../storage/tables/accounts/wallet-links.js';
import type { WalletStore } from '../storage/tables/accounts/wallets.js';
import type { Registrations } from '../storage/tables/node/registrations.js';
import type { ValidatorSettingsStore } from '../storage/tables/node/validator-settings.js';
import type { Devices } from '../storage/tables/people/devices.js';
import type { PairingLinks } from '../storage/tables/people/pairing-links.js';
import type { PersonalInboxes } from '../storage/tables/people/personal-inbox.js';
import type { PreferenceStore } from '../storage/tables/people/preferences.js';
import type { Blueprints } from '../storage/tables/workflow/blueprints.js';
import type { InstanceOpenings } from '../storage/tables/workflow/instances.js';
import type { TemplateStore } from '../storage/tables/workflow/templates.js';
import type { Uploads } from '../storage/tables/workflow/uploads.js';
import type { Attempts } from './auth/attempts.js';
import type { Audit } from './auth/audit.js';
import type { EnrolCodes } from './auth/enrol-codes.js';
import type { LoginTokens } from './auth/login-tokens.js';
import type { OneTimeSecrets } from './auth/one-time-secrets.js';
import type { PasskeyCeremonies, PasskeySite } from './auth/passkey-ceremonies.js';
import type { Passwords } from './auth/passwords.js';
import type { Tokens } from './auth/tokens.js';
import type { SignInsUnderWay } from './federation/under-way.js';
import type { FileChecks } from './files/checks.js';
import type { HubCounters } from './hub-counters.js';
import type { ProgramSignIns } from './programs/program-sign-ins.js';
import type { MailRates } from './registration/mail-rate.js';
import type { PasswordResets } from './registration/password-resets.js';
import type { PendingAddresses } from './registration/pending-addresses.js';

/** The public part of the node's configuration: nothing in it is secret. */
export interface ApiConfig {
  /** Names issuer and audiences of tokens (specification section 5.1). */
  readonly installation: string;
  readonly version: string;
  /** The origin under which clients reach this node, without a slash at its end: documents name it. */
  readonly publicUrl: string;
  /** Origins whose pages a browser is led back to after a sign-in at a provider. */
  readonly returnOrigins: ReadonlySet<string>;
  /** The site that passkeys are of, and the pages that may ask for them. */
  readonly passkeys: PasskeySite;
  /**
   * Whose right it is to found an organisation: of those who act for the platform organisation, or of anyone with an
   * account.
   */
  readonly founding: 'platform' | 'anyone';
  /** People join the public organisation alone, where selfRegistrationEnabled of it was never stated. */
  readonly takesPeople: boolean;
  /** How long an invitation into an organisation can be accepted. */
  readonly invitationMs: number;
  /** Services prove themselves by certificates alone (ServiceAuth:DisableSharedSecrets). */
  readonly disableSharedSecrets: boolean;
  /** Whose submissions this node takes to a register: those of anyone with an account, or of readers only. */
  readonly submissions: 'anyone' | 'readers';
  /** The quotas of one organisation; 0 is no bound. */
  readonly quotas: Quotas;
  /** Consensus policy of registers that are founded here, where the founder states nothing. */
  readonly newRegisters: Pick<ConsensusPolicy, 'mode' | 'docketTransactionsMax' | 'docketBytesMax'>;
}

export interface ServiceHealth {
  readonly status: 'healthy' | 'degraded' | 'unhealthy';
  /** One sentence when not healthy. */
  readonly reason?: string;
}

export interface Health {
  /** False while the node starts or drains, and when the store cannot write. */
  readonly ready: boolean;
  /** By the steady clock. */
  readonly startedAtMs: number;
  readonly services: Readonly<Record<string, ServiceHealth>>;
  /** Counts for GET /api/stats, by service. */
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** A line of the log, with what may not be seen hidden. */
export interface LogLine {
  /** Grows, over restarts of the node too. */
  readonly sequence: number;
  readonly time: string;
  readonly level: LogLevel;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export interface LogReads {
  /**
   * With `after` the oldest lines behind it, without it the newest; `missed` are those behind it that are not kept any
   * more.
   */
  page(query: { readonly after?: number; readonly level: LogLevel; readonly top: number }): {
    readonly items: readonly LogLine[];
    readonly next: number;
    readonly missed: number;
  };
}

type ChainReads =
  | 'head'
  | 'stats'
  | 'docket'
  | 'sealed'
  | 'transaction'
  | 'transactionsPage'
  | 'heightAt'
  | 'byWallet'
  | 'bySender'
  | 'byBlueprint'
  | 'byInstance'
  | 'lasting'
  | 'successors'
  | 'registersOfWallet'
  | 'registersOfInstance'
  | 'statesUnder'
  | 'registersOfBlueprint'
  | 'view'
  | 'history';

/**
 * Runs tasks about untrusted blueprints where time and memory are limited: BLUEPRINT_TOO_COSTLY, and ENGINE_BUSY when
 * it is full. Keys take turns: fairKey gives that of a call.
 */
export interface Engine {
  run<T extends EngineWork>(task: T, key: string): Promise<WorkResult<T>>;
}

/** Counts of operations beyond themselves. */
export interface ApiCounters {
  /** Somebody published without a rehearsal (specification section 6). */
  publishOverride(): void;
  readonly hubs: HubCounters | null;
}

/** The knowledge of a node about its own clock. */
export interface ClockView {
  readonly time: string;
  /** False while it builds no dockets because of it. */
  readonly believed: boolean;
  /** How far it is from where it should be, by its own account. */
  readonly offByMs?: number;
  readonly reason?: string;
  /** Registers whose tip is of the future by this clock. */
  readonly headsAhead: number;
  readonly lastRun?: string;
}

/** The watch over the clock of this node. */
export interface ClockWatch {
  view(): ClockView;
  /** An operator says that the clock is right. */
  confirm(): ClockView;
}

export interface ApiDeps {
  readonly clock: Clock;
  readonly clockWatch: ClockWatch;
  readonly random: Random;
  readonly log: Log;
  readonly config: ApiConfig;
  /** Writes all operations or none, synced; the only way to write. */
  readonly commit: (ops: readonly KvOp[]) => Promise<void>;
  readonly tenants: Tenants;
  readonly usage: Usage;
  readonly invitations: Invitations;
  /** Settings of the platform, and its bootstrap. */
  readonly platform: Platform;
  /** Wallets that participants proved to be their own, and the proofs that are under way. */
  readonly walletLinks: WalletLinks;
  readonly linkChallenges: OneTimeSecrets<LinkChallenge>;
  /** Services that may get tokens of their own. */
  readonly services: ServicePrincipals;
  readonly identityProviders: IdentityProviders;
  readonly identities: ExternalIdentities;
  readonly signIns: SignInsUnderWay;
  readonly sessions: Sessions;
  readonly factors: FactorStore;
  readonly factorSecrets: FactorSecrets;
  readonly loginTokens: LoginTokens;
  readonly ceremonies: PasskeyCeremonies;
  readonly pendingAddresses: PendingAddresses;
  readonly mailRates: MailRates;
  readonly passwordResets: PasswordResets;
  readonly programSignIns: ProgramSignIns;
  readonly tokens: Tokens;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  readonly audit: Audit;
  /** The personal inboxes, and the way into them. */
  readonly inboxes: PersonalInboxes;
  readonly notices: Pick<Notices, 'commit' | 'counted'>;
  readonly preferences: PreferenceStore;
  /** Devices of people, and the flips that revoked ones owe. */
  readonly devices: Devices;
  readonly deviceFlips: Pick<DeviceFlips, 'flip'>;
  /** Short codes that bring a device to an account. */
  readonly enrolCodes: EnrolCodes;
  readonly pairingLinks: PairingLinks;
  readonly wallets: WalletStore;
  /** Keys that organisations derived for their members. */
  readonly organisationKeys: OrganisationKeys;
  /** Notices of citizens about what is on its way to their wallets. */
  readonly pendingApplications: PendingApplications;
  readonly presentationHistory: PresentationHistory;
  readonly keystore: Keystore;
  /** The registers of this node: the only way to change one. */
  readonly ledger: Ledger;
  /** The peers of this node and what it replicates from them. */
  readonly mesh: Mesh;
  /** Reads of sealed, durable dockets and transactions. */
  readonly chain: Pick<ChainStore, ChainReads>;
  readonly registrations: Registrations;
  /** Templates that organisations keep for themselves. */
  readonly templates: TemplateStore;
  /** Uploads of files that no action names yet. */
  readonly uploads: Uploads;
  /** The files that this node keeps, and the sources of the rest. */
  readonly files: FileLibrary;
  /** Whether uploads are what submissions say of them. */
  readonly fileChecks: FileChecks;
  /** Instances of workflows on this node's registers. */
  readonly workflow: Workflow;
  /** Submits actions: at once, or encrypted in the background. */
  readonly operations: Operations;
  /** The items that wait for wallets, and lists of instances. */
  readonly inbox: InboxReads;
  /** Sealed runs that are wrong for wallets of this node. */
  readonly runChecks: SuspectRunReads;
  /** Instances that were opened here and have done nothing yet. */
  readonly openings: InstanceOpenings;
  /** Drafts, and what is kept about publishing them. */
  readonly blueprints: Blueprints;
  /** Drafts that are walked through in the sandbox of their organisation. */
  readonly rehearsals: Rehearsals;
  /** Notes publications with their drafts once they are sealed. */
  readonly publications: Pick<PublicationNotes, 'expect' | 'settle'>;
  readonly engine: Engine;
  readonly counters: ApiCounters;
  /** Signs register creation and publications for callers who passed the checks of their handler. */
  readonly systemWallet: Pick<SystemWallet, 'identity' | 'sign'>;
  /** The seat that this node takes in the registers it founds. */
  readonly validator: Validator;
  /** The consensus keys of this node, for what they prove to a register that may give them a seat. */
  readonly seatKeys: Pick<ConsensusKeys, 'current' | 'all' | 'replacementOf'>;
  readonly validatorSettings: ValidatorSettingsStore;
  /** Tells the running validators that other settings are in force. */
  readonly applyValidatorSettings: () => void;
  readonly health: () => Health;
  /** The newest lines of the log; a node that is no process of its own keeps none. */
  readonly logLines?: LogReads | undefined;
  /** The disk is nearly full: nothing new is taken. Never without the port. */
  readonly isFull?: () => boolean;
  /** Deletes the generated password that was kept for the operator, once it is no password any more. */
  readonly forgetFirstPassword?: () => void;
  /** Copies of the store while it is in use, one at a time. */
  readonly liveBackups: Pick<LiveBackups, 'begin'>;
  /** Requests to servers of others: the only way to make one. */
  readonly outgoing: Outgoing;
  readonly mailer: Mailer;
  /** Targets of organisations that are told of events, and their deliveries. */
  readonly webhooks: Webhooks;
  /** Durable facts, for those who listen on hubs. */
  readonly announcements: AnnouncementHub;
  /** Whether a signature of any algorithm is good, found off the event loop. Never rejects. */
  readonly verifySignature: SignatureCheck;
  /** Prometheus text. */
  readonly metrics: () => Promise<string>;
}
