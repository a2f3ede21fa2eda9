// A definition as the ledger uses it: what its rules ask for every transaction. Types only; plan.ts finds it.
import type { Net, ScopeJoin } from '../../flow/net.js';
import type { Action, Participant, Route, RoutingDecision } from '../definition/types.js';
import type { CancellationTerms } from './cancellation.js';
import type { PlannedConfirm } from './confirm.js';
import type { Candidacy } from './role-candidates.js';
import type { PlannedEscalation, PlannedOpening, PlannedReminder, PlannedTimer } from './timers.js';

/** A way in which an action can be decided: a route and why it is taken, or no route. */
export interface RouteOutcome {
  /** Place of the route among those of the action; their number where none is taken. */
  readonly i: number;
  readonly route?: Route;
  readonly reasonCode: NonNullable<RoutingDecision['reasonCode']>;
  /** Milliseconds that the branches of the route have. */
  readonly deadlineMs?: number;
}

export interface PlannedAction {
  readonly action: Action;
  readonly sender: Participant;
  /** The role is held by the first wallet that acts in it. */
  readonly isOpenRole: boolean;
  /** The participants that may take that role, where not anybody may. */
  readonly candidacy: Candidacy | undefined;
  readonly isStarting: boolean;
  readonly routes: readonly Route[];
  /** Every decision that some data gives, in the order in which routes are tried. */
  readonly outcomes: readonly RouteOutcome[];
  /** The decision where it depends on no data and need not be told. */
  readonly implied: RouteOutcome | undefined;
  /** Actions that are complete before this one runs. */
  readonly priors: readonly number[];
  /** It waits for the branches of this fork. */
  readonly joins: ScopeJoin | undefined;
  /** It waits for others, and takes every branch that leads to it. */
  readonly isJoin: boolean;
  /** Actions that another party does (`notSameAs`, both ways). */
  readonly apart: readonly Apart[];
  /** The rules of all actions of its role. */
  readonly roleApart: readonly Apart[];
  /** Several roles decide it by their votes; `sender` is one of them, and its `outcomes` are both ways. */
  readonly approval: PlannedApproval | undefined;
  /** Routes that lead somewhere. */
  readonly timers: readonly PlannedTimer[];
  /** The roles that agree before a run counts. */
  readonly confirm: PlannedConfirm | undefined;
  /** Timers after which others may do it too. */
  readonly also: readonly PlannedEscalation[];
  /** Timers before which it is not done. */
  readonly notBefore: readonly PlannedOpening[];
  /** Timers that remind. */
  readonly remind: readonly PlannedReminder[];
  /** The action as each of those does it, by role. */
  readonly standIns: ReadonlyMap<string, PlannedAction>;
  /** The action as roles see it that do nothing, and that a claim takes; by role. */
  readonly quiet: ReadonlyMap<string, PlannedAction>;
}

export interface Plan {
  /** By the decimal spelling of the id. */
  readonly actions: ReadonlyMap<string, PlannedAction>;
  /** Some action has a timer, or its runs wait for confirmation until a time. */
  readonly hasTimers: boolean;
  /** How many roles the definition has. */
  readonly roles: number;
  /** Roles that issue credentials, in the order of the actions. */
  readonly issuers: readonly string[];
  /** Where the definition says who cancels. */
  readonly cancellation: CancellationTerms | undefined;
  /** Where each action can lead, rejections that go on among it. */
  readonly ways: () => ReadonlyMap<number, ReadonlySet<number>>;
  /** The control flow without data; of a definition whose targets, priors and forks are there. */
  readonly net: () => Net;
}

/** How votes decide: by the route of this name. */
export type Decided = 'yes' | 'no';

export interface PlannedVoter {
  readonly weight: number;
  /** Its weight is stated by runs under this key (stated-dues.ts); `weight` is 0 then. */
  readonly stated?: string;
  /** The action as this role does it. */
  readonly planned: PlannedAction;
}

/** A checked approval. */
export interface PlannedApproval {
  /** By role, in the order of the definition. */
  readonly voters: ReadonlyMap<string, PlannedVoter>;
  readonly need: number;
  readonly veto: ReadonlySet<string>;
  readonly isEarly: boolean;
  readonly outcomes: Readonly<Record<Decided, RouteOutcome>>;
}

/** An action that another one is kept apart from. */
export interface Apart {
  readonly action: number;
  /** The role that does it; undefined where several vote on it, and each of them can be left out. */
  readonly role: string | undefined;
  /** Parties of one organisation do not do both. */
  readonly byOrganisation: boolean;
}

/** The due time of each timer that has one now, in ms, and the weight of each voter, by key. */
export type StatedDues = Readonly<Record<string, number>>;
