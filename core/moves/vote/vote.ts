// Votes on an action that several roles decide: who may cast one now, which votes can still come, and how it decides. A
// participant has one vote in a decision: for one of its roles, or for another participant whose deputy it is. Pure; it
// reads sealed state only, so that validators and the voter's node judge alike.
import { type Issue, issue } from '../../base/issue.js';
import type { Definition } from '../../blueprint/definition/types.js';
import { decide, type OpenVotes } from '../../blueprint/plan/approval.js';
import type { Decided, PlannedAction, PlannedApproval } from '../../blueprint/plan/planned.js';
import { type CastMove, type CastVote, openBallots, votesIn } from '../../blueprint/state/ballots.js';
import type { Instance } from '../../blueprint/state/instance.js';
import { isRevoked } from '../../instance/people/able.js';
import { candidatesOfRole } from '../../instance/people/candidates.js';
import { deputiesOf } from '../../instance/people/deputies.js';
import { fourEyesProblem, type PeopleNow, peopleNow } from '../../instance/people/four-eyes.js';
import { hasLeft, holderNow, ownRecordOf } from '../../instance/people/holders.js';
import type { StateView } from '../../model/register.js';
import type { StatedVote } from '../../transaction/stated-vote.js';

type View = Pick<StateView, 'state' | 'transaction'>;

export interface Voting {
  readonly definition: Definition;
  readonly approval: PlannedApproval;
  readonly action: number;
  readonly instanceId: string;
  readonly instance: Instance;
  /** Time of the docket: of a vacant role a deputy votes while its delegation counts. */
  readonly atMs: number;
}

/** The name by which the votes of a participant are one, whichever of its keys signs. */
function voterOf(view: View, wallet: string): string {
  return ownRecordOf(view, wallet) ?? wallet;
}

/** How the votes that were cast decide by now: the last ones that were waited for can come no more. */
export function settleVotes(view: View, of: Voting): Decided | undefined {
  const own = openBallots(of.instance.ballots, of.action);
  return own && decide(of.approval, votesIn(own), openVotes(view, of));
}

/**
 * VAL_FLOW_003: the role has voted, or one of those whose vote it is has voted for another: the participant that holds
 * the role, and the deputy that casts it. A role says the same again where the votes decide without those that can come
 * no more: a voter that left is not a move of the instance, so nothing else settles.
 */
export function ballotProblem(view: View, of: Voting, casting: Casting & Pick<StatedVote, 'vote'>): Issue | undefined {
  const { role, vote } = casting;
  const cast = castIn(of);
  const parties = partiesOf(view, casting);
  const own = Object.hasOwn(cast, role) ? cast[role] : undefined;
  const isOfOne = (item: CastVote): boolean => votersSpent(view, item).some((name) => parties.includes(name));
  const other = Object.keys(cast).find((name) => name !== role && isOfOne(cast[name] as CastVote));
  const isOwn = own !== undefined && namesIn(view, own.by).some((name) => namesOf(view, casting).includes(name));
  if (own && isOwn && own.vote === vote && other === undefined && settleVotes(view, of)) return undefined;
  if (own) return issue('VAL_FLOW_003', '/header/metadata/role', `The role ${JSON.stringify(role)} has voted already.`);
  if (other === undefined) return undefined;
  const message = `This participant has voted already, or its deputy, for the role ${JSON.stringify(other)}: it counts once, and casts one vote.`;
  return issue('VAL_FLOW_003', '/header/senderWallet', message);
}

export interface Casting extends Pick<StatedVote, 'for'> {
  readonly role: string;
  readonly wallet: string;
}

/** The votes that were cast, by role. */
function castIn({ instance, action }: Voting): Readonly<Record<string, CastVote>> {
  return openBallots(instance.ballots, action)?.votes ?? {};
}

/** The names of whose vote it is. */
function namesOf(view: View, { wallet, for: principal }: Pick<Casting, 'wallet' | 'for'>): readonly string[] {
  return principal === undefined ? [voterOf(view, wallet), wallet] : [principal];
}

/** The same, and of the deputy that casts it. */
function partiesOf(view: View, casting: Pick<Casting, 'wallet' | 'for'>): readonly string[] {
  return [...namesOf(view, casting), voterOf(view, casting.wallet), casting.wallet];
}

/** A wallet that voted before it had a record has one by now. */
function namesIn(view: View, name: string): readonly string[] {
  return [name, voterOf(view, name)];
}

/** The names of those whose one vote it is: for whom it counts, and who cast it. */
function votersSpent(view: View, { by, deputy }: CastVote): readonly string[] {
  return [...namesIn(view, by), ...(deputy === undefined ? [] : namesIn(view, deputy))];
}

/**
 * The votes that can still come: those of roles that have not voted and whose holder can, or its deputy where the role
 * is vacant. A holder cannot that has voted for another, or is kept apart from what it did; several roles of one holder
 * have one vote. As long as one is left, somebody can cast it.
 */
export function openVotes(view: View, of: Voting, except?: Casting): OpenVotes & { readonly roles: readonly string[] } {
  const cast = castIn(of);
  const votes = Object.values(cast).flatMap((vote) => votersSpent(view, vote));
  const spent = new Set([...votes, ...(except ? partiesOf(view, except) : [])]);
  const known = { ...of, people: peopleNow(view, of), spent };
  const open = new Map<string, number>();
  const roles: string[] = [];
  for (const [role, { weight, planned }] of of.approval.voters) {
    if (Object.hasOwn(cast, role) || role === except?.role) continue;
    const voter = reachable(view, known, planned);
    if (voter === undefined) continue;
    roles.push(role);
    open.set(voter, Math.max(open.get(voter) ?? 0, weight));
  }
  return { weight: [...open.values()].reduce((sum, weight) => sum + weight, 0), count: open.size, roles };
}

interface Reaching extends Voting {
  readonly people: PeopleNow;
  /** Names of those whose one vote was cast, or is now. */
  readonly spent: ReadonlySet<string>;
}

/**
 * By what its one vote is known; undefined where it cannot be cast now. An open role is taken by the first that comes.
 */
function reachable(view: View, of: Reaching, planned: PlannedAction): string | undefined {
  const { instance, instanceId, people } = of;
  const { sender, candidacy } = planned;
  const wallet = holderNow(people.held, sender, instance.participants);
  // Another candidate takes a role whose participant left.
  const isOpen = wallet === undefined || (wallet === '' && candidacy && hasLeft(view, instanceId, sender.id));
  if (isOpen && !(candidacy && candidatesOfRole(view, candidacy).length === 0)) return `role ${sender.id}`;
  if (isOpen && wallet === undefined) return undefined;
  if (!wallet) return deputyVoter(view, of, planned);
  const can = !isRevoked(view, wallet) && canVote(view, of, { planned, wallet });
  return can ? voterOf(view, wallet) : undefined;
}

/** The participant of a vacant role that a deputy can still vote for. */
function deputyVoter(view: View, of: Reaching, planned: PlannedAction): string | undefined {
  const { definition, instance, instanceId, atMs } = of;
  const place = { definition, blueprintId: instance.blueprintId, instanceId, atMs };
  const deputies = deputiesOf(view, place, { id: planned.sender.id, does: planned.action.id });
  return deputies.find(({ wallet, holder, standsFor }) =>
    canVote(view, of, { planned, wallet, for: holder, standsFor }),
  )?.holder;
}

/** True where neither the participant nor its deputy votes otherwise, and four eyes do not keep them from it. */
function canVote(
  view: View,
  of: Reaching,
  by: Pick<Casting, 'wallet' | 'for'> & { readonly planned: PlannedAction; readonly standsFor?: string },
): boolean {
  const { definition, instance, instanceId, people, spent } = of;
  const { planned, wallet, standsFor } = by;
  if (partiesOf(view, by).some((name) => spent.has(name))) return false;
  const doing = { definition, planned, instanceId, instance, wallet, standsFor, isRejection: false, people };
  return fourEyesProblem(view, doing) === undefined;
}

/** A vote that may be cast, with how it decides. */
export function castOf(view: View, of: Voting, { role, vote, wallet, for: principal }: StatedVote & Casting): CastMove {
  const votes = new Map(votesIn(openBallots(of.instance.ballots, of.action))).set(role, vote);
  const casting = { role, wallet, ...(principal !== undefined && { for: principal }) };
  const led: Decided | undefined = decide(of.approval, votes, openVotes(view, of, casting));
  const voter = voterOf(view, wallet);
  const whose = principal === undefined ? { by: voter } : { by: principal, deputy: voter };
  return { ...whose, role, vote, ...(led && { led }) };
}
