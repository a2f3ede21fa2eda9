// Votes on actions that several roles decide, for who acts and for who looks: which role a wallet votes as, and how a
// decision stands. It reads the state and decides nothing that the ledger would not.
import { issue } from '../../../core/base/issue.js';
import { fail, type Result } from '../../../core/base/result.js';
import type { Definition } from '../../../core/blueprint/definition/types.js';
import { tallyOf, type VoteChoice, withWeights } from '../../../core/blueprint/plan/approval.js';
import type { Decided, Plan, PlannedAction } from '../../../core/blueprint/plan/planned.js';
import { openBallots, votesIn } from '../../../core/blueprint/state/ballots.js';
import type { Instance } from '../../../core/blueprint/state/instance.js';
import type { Deputy } from '../../../core/instance/people/deputies.js';
import { type HeldNow, holderNow } from '../../../core/instance/people/holders.js';
import type { StateView } from '../../../core/model/register.js';
import { ballotProblem, openVotes, settleVotes } from '../../../core/moves/vote/vote.js';
import type { StatedVote } from '../../../core/transaction/stated-vote.js';

/** How the votes on an action stand. */
export interface VotingView {
  readonly need: number;
  readonly settle: 'early' | 'all';
  readonly yes: number;
  readonly no: number;
  readonly abstain: number;
  /** The most weight that votes which can still come have, and the roles that can cast them. */
  readonly open: number;
  readonly openRoles: readonly string[];
  /** The votes decide without those that can come no more: a role that voted says the same again, and this is it. */
  readonly settles?: Decided;
  readonly votes: readonly CountedVote[];
}

/** A vote that counts; cast by a deputy, it is for the participant that it names. */
export interface CountedVote extends StatedVote {
  readonly weight: number;
  readonly txId: string;
  /** Id of the record of the deputy. */
  readonly deputy?: string;
}

export interface VotingOf {
  readonly id: string;
  readonly row: Instance;
  readonly definition: Definition | undefined;
  readonly plan: Plan | undefined;
}

/** Undefined of an action that one role does. */
export function votingIn(
  view: StateView,
  of: VotingOf,
  { action, atMs }: { readonly action: number; readonly atMs: number },
): VotingView | undefined {
  const { id: instanceId, row: instance, definition, plan } = of;
  const planned = plan?.actions.get(String(action))?.approval;
  if (!planned || !definition) return undefined;
  const approval = withWeights(planned, instance);
  const own = openBallots(instance.ballots, action);
  const { yes, no, abstain } = tallyOf(approval, votesIn(own));
  const asked = { definition, approval, action, instanceId, instance, atMs };
  const open = openVotes(view, asked);
  const settles = settleVotes(view, asked);
  return {
    ...{ need: approval.need, settle: approval.isEarly ? 'early' : 'all', yes, no, abstain },
    ...{ open: open.weight, openRoles: open.roles, ...(settles && { settles }) },
    votes: Object.entries(own?.votes ?? {}).map(([role, { vote, txId, by, deputy }]) => ({
      ...{ role, vote, txId, weight: approval.voters.get(role)?.weight ?? 0 },
      ...(deputy !== undefined && { for: by, deputy }),
    })),
  };
}

/** The vote of a caller; the role is found where the wallet has one. */
export interface ActionVote {
  readonly vote: VoteChoice;
  readonly role?: string | undefined;
}

export interface VotingAs {
  /** The action as that role does it. */
  readonly planned: PlannedAction;
  readonly vote?: StatedVote;
}

/** An instance, and who stands in for the holders of its roles. */
export interface Voters {
  readonly row: Instance;
  readonly held: HeldNow;
  /** The delegations by which the wallet does an action for the holder of its role now. */
  readonly standsIn?: ((planned: PlannedAction) => readonly Deputy[]) | undefined;
}

/**
 * The role that does an action: for one that several decide the one that votes. VAL_FLOW_008 a vote where there is
 * none, or none where there is one; VAL_FLOW_003 a role that does not vote; VAL_BP_002 a wallet without such a role;
 * BODY_INVALID where the role has to be named.
 */
export function votingAs(
  planned: PlannedAction,
  { row, held, standsIn }: Voters,
  { vote: asked, sender }: { readonly vote?: ActionVote | undefined; readonly sender: string },
): Result<VotingAs> {
  const { approval } = planned;
  if (!approval) return asked ? fail(issue('VAL_FLOW_008', '/vote', 'There is no vote on this action.')) : { planned };
  const roles = [...approval.voters.keys()];
  if (!asked)
    return fail(issue('VAL_FLOW_008', '/vote', `Several roles decide this action (${roles.join(', ')}): vote on it.`));
  if (asked.role !== undefined && !approval.voters.has(asked.role))
    return fail(issue('VAL_FLOW_003', '/role', `This role does not vote here: expected one of ${roles.join(', ')}.`));
  const cast = openBallots(row.ballots, planned.action.id)?.votes ?? {};
  const holderOf = (role: string): string | undefined => {
    const voter = approval.voters.get(role)?.planned;
    return voter && holderNow(held, voter.sender, row.participants);
  };
  const own = roles.filter((role) => holderOf(role) === sender);
  const deputyOf = (role: string): Deputy | undefined => {
    const voter = approval.voters.get(role)?.planned;
    return voter && holderOf(role) !== sender ? standsIn?.(voter)[0] : undefined;
  };
  const others = own.length > 0 ? [] : roles.filter((role) => !Object.hasOwn(cast, role) && deputyOf(role));
  const isFree = (role: string): boolean => {
    const holder = holderOf(role);
    // Another candidate may take a role whose participant left: the ledger says which.
    return holder === undefined || (holder === '' && approval.voters.get(role)?.planned.candidacy !== undefined);
  };
  const free = roles.filter((role) => isFree(role) && !Object.hasOwn(cast, role));
  const role =
    asked.role ??
    own.find((name) => !Object.hasOwn(cast, name)) ??
    own[0] ??
    (others.length === 1 ? (others[0] as string) : undefined) ??
    (others.length === 0 && free.length === 1 ? (free[0] as string) : undefined);
  if (role === undefined && others.length > 1)
    return fail(
      issue('BODY_INVALID', '/role', `The wallet is a deputy for several roles: name one of ${others.join(', ')}.`),
    );
  if (role === undefined)
    return free.length > 0
      ? fail(issue('BODY_INVALID', '/role', `Several roles are open: name the one that votes, of ${free.join(', ')}.`))
      : fail(issue('VAL_BP_002', '/senderWallet', 'The wallet holds none of the roles that vote on this action.'));
  const voter = approval.voters.get(role)?.planned as PlannedAction;
  const deputy = deputyOf(role);
  return { planned: voter, vote: { role, vote: asked.vote, ...(deputy && { for: deputy.holder }) } };
}

/** VAL_FLOW_003: the role, its participant, or the deputy has voted. */
export function votedProblem(
  view: StateView,
  of: VotingOf,
  cast: StatedVote & { readonly wallet: string; readonly action: number; readonly atMs: number },
) {
  const { id: instanceId, row: instance, definition, plan } = of;
  const { action, atMs } = cast;
  const approval = plan?.actions.get(String(action))?.approval;
  if (!approval || !definition) return undefined;
  const voting = { definition, approval: withWeights(approval, instance), action, instanceId, instance, atMs };
  const problem = ballotProblem(view, voting, cast);
  return problem && { ...problem, path: problem.path.endsWith('/role') ? '/role' : '/senderWallet' };
}
