// The inbox as the surface asks for it: actions that wait for a wallet, and lists of instances. Types only. The caller
// has checked what the user may see.
import type { Result } from '../../../core/base/result.js';
import type { Action, Definition } from '../../../core/blueprint/definition/types.js';
import type { PartTold } from '../../../core/instance/deliveries/owed.js';
import type { Actor } from '../../../core/instance/people/acting-now.js';
import type { StatedVote } from '../../../core/transaction/stated-vote.js';
import type { PendingEntry } from '../../../storage/tables/workflow/inbox.js';
import type { RegisterPlace } from '../instance/instance-record.js';
import type { InstanceView } from '../instance/instance-types.js';
import type { RunningTimer } from '../instance/timer-view.js';
import type { VotingView } from '../instance/voting.js';

/** An action that a wallet may do now. */
export interface PendingAction {
  readonly instanceId: string;
  readonly blueprintId: string;
  readonly publicationTxId: string;
  readonly definition: Definition;
  readonly action: Action;
  /** Unique in the instance, the same on every node. */
  readonly branchId: string;
  /** The action is done, and the wallet is asked to confirm it in this role. */
  readonly confirms?: string;
  /** The action is done, and the wallet is asked to deliver it, and what else the holder is owed, to this one. */
  readonly delivers?: PartTold & { readonly isChallenged: boolean };
  /** The action is done, and evidence of a gate was not given to this role in the term of its challenge. */
  readonly objects?: { readonly role: string; readonly gate: string };
  /** Another role does it, and the wallet is told in this one that it waits. */
  readonly reminds?: string;
  /** How often a timer has reminded of it; absent for not yet. */
  readonly remindedTimes?: number;
  /** The instance is disputed, and the wallet is asked in this role how the dispute ends. */
  readonly resolves?: string;
  /** The votes decide by now, since others left: the role says the same again. */
  readonly again?: Pick<StatedVote, 'role' | 'vote'>;
  /** Another role asked to cancel the instance, and the wallet is asked in this one whether it agrees. */
  readonly cancels?: { readonly role: string; readonly askedBy: string };
  /** The transaction to follow. */
  readonly previousTransactionId: string;
  /** That one is a rejection, which led back to it. */
  readonly isSentBack?: true;
  /** Time of the docket since which it waits. */
  readonly sinceMs: number;
  /** Until when it can be done. */
  readonly dueMs?: number;
  /** Paused by a dispute: it can be done after this time. */
  readonly pausedUntilMs?: number;
  /** It can be done after this time, and not now. */
  readonly notBeforeMs?: number;
  /** The timer that ends it then. */
  readonly timer?: RunningTimer;
  /** The role by which it waits for the wallet. */
  readonly role: string;
  /** Of an action that several roles decide: how the votes stand. */
  readonly voting?: VotingView;
  /** The candidate that reserved the role. */
  readonly claimedBy?: Actor;
  /** Where the wallet acts in place of the holder of the role. */
  readonly standsIn?: Actor;
  /** The role in which the wallet does it in place of that of the action, by a timer. */
  readonly as?: string;
  /** The transactions of the instance: which is the first, which the newest, and how many. */
  readonly firstTransactionId: string;
  readonly lastTransactionId: string;
  readonly transactionCount: number;
}

/** A wallet is asked to do an action, or something beside one. */
export const WAITING_KINDS = [
  'action',
  'confirmation',
  'delivery',
  'objection',
  'resolution',
  'cancellation',
  'vote-again',
  'reminder',
] as const;
export type WaitingKind = (typeof WAITING_KINDS)[number];

/** An item of any register, by what its row says alone. */
export interface WaitingEntry extends PendingEntry {
  readonly at: RegisterPlace;
  readonly wallet: string;
  readonly kind: WaitingKind;
}

export type PendingPlace = readonly [sinceMs: number, branchId: string];

/** `top` items behind the place of one, or after so many. */
export interface PageWanted<P = PendingPlace> {
  readonly skip: number;
  readonly top: number;
  readonly after?: P | undefined;
}

export interface PendingPage {
  readonly items: readonly PendingAction[];
  /** Of the last one that the page looked at, where others follow. */
  readonly next: PendingPlace | undefined;
  /** Never more than INBOX_WALKED_MAX. */
  readonly total: number;
}

/** The instances of a register, or of one of its blueprints, or those in which a wallet takes part. */
export interface InstanceScope {
  readonly at: RegisterPlace;
  readonly of: 'register' | { readonly wallet: string };
}

/** Of an instance in its lists. */
export type InstancePlace = readonly [createdAtMs: number, instanceId: string];

export interface InstancesWanted extends PageWanted<InstancePlace> {
  readonly scopes: readonly InstanceScope[];
  readonly blueprintId?: string | undefined;
  readonly state?: InstanceView['state'] | undefined;
}

export interface InstancePage {
  readonly items: readonly InstanceView[];
  readonly hasMore: boolean;
}

export interface InboxReads {
  /** Of every register of this node, as far as it is folded. */
  figures(): { readonly instances: number; readonly active: number };
  /**
   * Newest first; what is overdue is not among them. NODE_UNAVAILABLE while the register is being listed for the first
   * time.
   */
  pending(at: RegisterPlace, wallet: string, page: PageWanted): Promise<Result<PendingPage>>;
  /**
   * Newest first, each instance once. NODE_UNAVAILABLE as `pending`; QUERY_INVALID where too much would have to be
   * looked at.
   */
  instances(wanted: InstancesWanted): Promise<Result<InstancePage>>;
  /**
   * All that waits for the wallets, on every register but sandboxes, in no order; at most INBOX_WALKED_MAX of a wallet
   * on a register and of all together. NODE_UNAVAILABLE as `pending`.
   */
  waitingFor(wallets: readonly string[]): Promise<Result<readonly WaitingEntry[]>>;
  /** The items of entries; undefined where one does not wait any more, or cannot be done here. */
  itemsOf(entries: readonly WaitingEntry[]): Promise<Result<readonly (PendingAction | undefined)[]>>;
  /** Registers with instances in which the wallet takes part. NODE_UNAVAILABLE as `pending`. */
  registersOf(wallet: string): Promise<Result<readonly string[]>>;
}
