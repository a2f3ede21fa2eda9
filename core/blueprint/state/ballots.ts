// Votes on the actions of an instance that several roles decide: kept in the instance with what they rest on, and gone
// when that goes. Pure; whether a vote may be cast, and whether it decides, is judged before.
import { type Flow, hasToken } from '../../flow/runs.js';
import { tallyOf, type VoteChoice, type VotesByRole } from '../plan/approval.js';
import type { Decided, PlannedApproval } from '../plan/planned.js';

/** The choice of a vote, its caster, and the decision that it makes, if any. */
export interface CastMove {
  readonly role: string;
  readonly vote: VoteChoice;
  readonly by: string;
  readonly deputy?: string;
  readonly led?: Decided | undefined;
}

/** A vote that is sealed. Members stand in canonical order. */
export interface CastVote {
  /** Id of the participant record whose vote it is, or the wallet where it has none of its own. */
  readonly by: string;
  /** The same of the deputy that cast it: neither has another vote. */
  readonly deputy?: string;
  readonly txId: string;
  readonly vote: VoteChoice;
}

/** The votes on one action. Members stand in canonical order. */
export interface Ballots {
  /** The run that decided; absent as long as it is open. */
  readonly decided?: string;
  /** Live runs that the action follows, or waits for: without one of them the votes are withdrawn. */
  readonly on: readonly string[];
  /** Place among the moves of the instance of the first vote: votes of one round have the same. */
  readonly round: number;
  /** By role, in the order of UTF-16 code units. */
  readonly votes: Readonly<Record<string, CastVote>>;
}

/** By the decimal spelling of the action's id; of those actions alone that somebody voted on. */
export type BallotsByAction = Readonly<Record<string, Ballots>>;

export interface NewVote extends CastVote {
  readonly action: number;
  readonly role: string;
  /** Place among the moves. */
  readonly n: number;
  /** How it decides, if it does. */
  readonly led?: Decided | undefined;
  /** Runs that a run of the action comes from where the vote is cast. */
  readonly on: readonly string[];
}

/** The ballots with one vote more. */
export function withVote(before: BallotsByAction | undefined, vote: NewVote): BallotsByAction {
  const { action, role, by, deputy, txId, vote: said, n, led, on } = vote;
  const own = openBallots(before, action);
  const cast = { by, ...(deputy !== undefined && { deputy }), txId, vote: said };
  const votes = inOrder({ ...own?.votes, [role]: cast });
  const round = own?.round ?? n;
  return inOrder({ ...before, [action]: { ...(led && { decided: txId }), on: own?.on ?? on, round, votes } });
}

/** The ballots of an action that is not decided; undefined where it has had no vote since it is open. */
export function openBallots(ballots: BallotsByAction | undefined, action: number): Ballots | undefined {
  const own = ballots && Object.hasOwn(ballots, action) ? ballots[action] : undefined;
  return own?.decided === undefined ? own : undefined;
}

/** The votes by role, without one transaction. */
export function votesIn(ballots: Pick<Ballots, 'votes'> | undefined, without?: string): VotesByRole {
  const cast = Object.entries(ballots?.votes ?? {}).filter(([, { txId }]) => txId !== without);
  return new Map(cast.map(([role, { vote }]) => [role, vote]));
}

/**
 * The ballots that still stand: of an open action those whose every run is live and has not been followed there; of a
 * decided one those whose deciding run is live. A round that led back stands nowhere: what follows is voted on anew.
 */
export function standing(ballots: BallotsByAction | undefined, flow: Flow): BallotsByAction | undefined {
  if (!ballots) return undefined;
  const kept = Object.entries(ballots).filter(([action, { decided, on }]) =>
    decided === undefined
      ? on.every((txId) => stands(flow, txId, Number(action)))
      : Object.hasOwn(flow, decided) && flow[decided]?.kind === undefined,
  );
  return kept.length === 0
    ? undefined
    : kept.length === Object.keys(ballots).length
      ? ballots
      : Object.fromEntries(kept);
}

function stands(flow: Flow, txId: string, action: number): boolean {
  const run = Object.hasOwn(flow, txId) ? flow[txId] : undefined;
  return run !== undefined && (!run.next.includes(action) || hasToken(flow, { txId, target: action }));
}

/** A vote that was proven false, and what it means for the decision. */
export interface FalseVote {
  readonly action: number;
  /** The run that decided, where it does not stand without this vote. */
  readonly voids: string | undefined;
  /** The ballots without the vote. */
  readonly left: BallotsByAction;
}

/**
 * The ballots without a void vote; undefined where the run is not a vote that counts. A decision stands where it is the
 * same whatever its voter says anew; else it is open again, with the other votes, on the objection.
 */
export function withoutVote(
  ballots: BallotsByAction | undefined,
  { run, objection }: { readonly run: string; readonly objection: string },
  approvalOf: (action: number) => PlannedApproval | undefined,
): FalseVote | undefined {
  for (const [id, own] of Object.entries(ballots ?? {})) {
    const value = Object.entries(own.votes).find(([, { txId }]) => txId === run);
    const approval = value && approvalOf(Number(id));
    if (!value || !approval) continue;
    const [role] = value;
    const { [role]: _, ...votes } = own.votes;
    const { decided } = own;
    const isOpen = decided !== undefined && (decided === run || !standsWithout(approval, own, run));
    const { [id]: __, ...others } = ballots as BallotsByAction;
    const after: Ballots = {
      ...(decided !== undefined && !isOpen && { decided }),
      on: isOpen ? [objection] : own.on,
      round: own.round,
      votes,
    };
    const isEmpty = Object.keys(votes).length === 0;
    const left = isEmpty ? others : inOrder({ ...others, [id]: after });
    return { action: Number(id), voids: isOpen ? decided : undefined, left };
  }
  return undefined;
}

/** A voter that has not voted is taken to be able to: then a decision that might change is open again. */
function standsWithout(approval: PlannedApproval, own: Ballots, txId: string): boolean {
  const { need, veto, voters, isEarly } = approval;
  const all = tallyOf(approval, votesIn(own));
  const rest = votesIn(own, txId);
  const { yes, isVetoed } = tallyOf(approval, rest);
  const isGranted = !all.isVetoed && all.yes >= need;
  const role = Object.keys(own.votes).find((name) => own.votes[name]?.txId === txId) as string;
  if (isGranted) return !isVetoed && yes >= need && (isEarly || !veto.has(role));
  const open = [...voters].reduce((sum, [name, { weight }]) => (rest.has(name) ? sum : sum + weight), 0);
  return isVetoed || yes + open < need;
}

/** Members by UTF-16 code units. */
function inOrder<T>(members: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(
    Object.keys(members)
      .sort()
      .map((key) => [key, members[key] as T]),
  );
}
