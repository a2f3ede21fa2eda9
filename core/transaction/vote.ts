// Votes on an action that several roles decide: who may cast one now, which votes can still come, and how it decides.
// Pure; it reads sealed state only, so that validators and the voter's node judge alike.
import { type Issue, issue } from '../base/issue.js';
import { type Decided, decidedBy, type OpenVotes, type PlannedApproval } from '../blueprint/approval.js';
import { type CastMove, openBallots, votesIn } from '../blueprint/ballots.js';
import type { FlowInstance } from '../blueprint/instance.js';
import type { PlannedAction } from '../blueprint/plan.js';
import type { Definition } from '../blueprint/types.js';
import type { StateView } from '../register/types.js';
import { isRevoked } from './able.js';
import { candidatesOfRole } from './candidates.js';
import { fourEyesProblem, type PeopleNow, peopleNow } from './four-eyes.js';
import { hasLeft, holderNow, ownRecordOf } from './holders.js';
import type { StatedVote } from './stated-vote.js';

type View = Pick<StateView, 'state' | 'transaction'>;

export interface Voting {
  readonly definition: Definition;
  readonly approval: PlannedApproval;
  readonly action: number;
  readonly instanceId: string;
  readonly instance: FlowInstance;
}

/** One by which the votes of a participant are one, whichever of its keys signs. */
function voterOf(view: View, wallet: string): string {
  return ownRecordOf(view, wallet) ?? wallet;
}

/** How the votes that were cast decide by now: the last ones that were waited for can come no more. */
export function settledBy(view: View, of: Voting): Decided | undefined {
  const own = openBallots(of.instance.ballots, of.action);
  return own && decidedBy(of.approval, votesIn(own), openVotes(view, of));
}

/**
 * VAL_FLOW_003: the role has voted, or its participant has for another role. A role says the same again where the votes
 * decide without those that can come no more: a voter that left is no move of the instance, so nothing else settles.
 */
export function ballotProblem(
  view: View,
  of: Voting,
  { role, vote, wallet }: Casting & Pick<StatedVote, 'vote'>,
): Issue | undefined {
  const cast = openBallots(of.instance.ballots, of.action)?.votes ?? {};
  const own = Object.hasOwn(cast, role) ? cast[role] : undefined;
  const other = votedFor(view, wallet, votersIn(view, of));
  if (own && own.vote === vote && other === role && settledBy(view, of)) return undefined;
  if (own) return issue('VAL_FLOW_003', '/header/metadata/role', `The role ${JSON.stringify(role)} has voted already.`);
  if (other === undefined) return undefined;
  const message = `This participant has voted already, for the role ${JSON.stringify(other)}: it counts once.`;
  return issue('VAL_FLOW_003', '/header/senderWallet', message);
}

export interface Casting {
  readonly role: string;
  readonly wallet: string;
}

/** A role that has voted, as who. Who voted before it had a record has one by now. */
interface Voted {
  readonly role: string;
  readonly by: string;
  readonly voter: string;
}

function votersIn(view: View, { instance, action }: Voting): readonly Voted[] {
  const cast = Object.entries(openBallots(instance.ballots, action)?.votes ?? {});
  return cast.map(([role, { by }]) => ({ role, by, voter: voterOf(view, by) }));
}

/** The role for which the participant of a wallet has voted. */
function votedFor(view: View, wallet: string, voted: readonly Voted[]): string | undefined {
  const voter = voterOf(view, wallet);
  return voted.find((one) => one.by === voter || one.by === wallet || one.voter === voter)?.role;
}

/**
 * The votes that can still come: those of roles that have not voted and whose holder can. A vacant role cannot, nor one
 * whose holder has voted for another, or is kept apart from what it did; several roles of one holder have one vote.
 */
export function openVotes(view: View, of: Voting, except?: Casting): OpenVotes & { readonly roles: readonly string[] } {
  const cast = openBallots(of.instance.ballots, of.action)?.votes ?? {};
  const open = new Map<string, number>();
  const roles: string[] = [];
  const known = { people: peopleNow(view, of), voted: votersIn(view, of) };
  for (const [role, { weight, planned }] of of.approval.voters) {
    if (Object.hasOwn(cast, role) || role === except?.role) continue;
    const voter = reachable(view, { ...of, ...known }, planned);
    if (voter === undefined || (except && voter === voterOf(view, except.wallet))) continue;
    roles.push(role);
    open.set(voter, Math.max(open.get(voter) ?? 0, weight));
  }
  return { weight: [...open.values()].reduce((sum, weight) => sum + weight, 0), count: open.size, roles };
}

interface Reaching extends Voting {
  readonly people: PeopleNow;
  readonly voted: readonly Voted[];
}

/** By what its one vote is known; undefined where nobody can cast it now. An open role is taken by whoever comes. */
function reachable(view: View, of: Reaching, planned: PlannedAction): string | undefined {
  const { definition, instance, instanceId, people, voted } = of;
  const { sender } = planned;
  const wallet = holderNow(people.held, sender, instance.participants);
  const { candidacy } = planned;
  // Another candidate takes a role whose participant left.
  const isOpen = wallet === undefined || (wallet === '' && candidacy && hasLeft(view, instanceId, sender.id));
  if (isOpen) return candidacy && candidatesOfRole(view, candidacy).length === 0 ? undefined : `role ${sender.id}`;
  if (!wallet || isRevoked(view, wallet)) return undefined;
  if (votedFor(view, wallet, voted) !== undefined) return undefined;
  const doing = { definition, planned, instanceId, instance, wallet, isRejection: false, people };
  return fourEyesProblem(view, doing) ? undefined : voterOf(view, wallet);
}

/** A vote that may be cast, with how it decides. */
export function castOf(view: View, of: Voting, { role, vote, wallet }: StatedVote & Casting): CastMove {
  const votes = new Map(votesIn(openBallots(of.instance.ballots, of.action))).set(role, vote);
  const led: Decided | undefined = decidedBy(of.approval, votes, openVotes(view, of, { role, wallet }));
  return { by: voterOf(view, wallet), role, vote, ...(led && { led }) };
}
