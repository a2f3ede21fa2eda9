// Actions that several roles decide by their votes (`approval`): who votes, what a vote counts, and how
// votes decide. Pure; it knows no instance. For data a vote is a run of the action with its voter as the sender.
import type { Action, ActionApproval } from '../definition/types.js';
import type { Decided, PlannedApproval } from './planned.js';

export const VOTES = ['yes', 'no', 'abstain'] as const;
export type VoteChoice = (typeof VOTES)[number];

/** The approval of an action, null members left out; undefined where it has none. */
export function approvalOf(action: Action): ActionApproval | undefined {
  return action.approval ?? undefined;
}

const written = new WeakMap<Action, Action>();
const voting = new WeakMap<Action, ReadonlyMap<string, Action>>();

/** The action as each of its voters does it, by role: it is its sender then, and no other role votes. Made once. */
function asVoted(action: Action, { of }: ActionApproval): ReadonlyMap<string, Action> {
  let known = voting.get(action);
  if (!known) {
    const { approval: _, ...own } = action;
    known = new Map(of.map(({ role }) => [role, { ...own, sender: role }]));
    for (const item of known.values()) written.set(item, action);
    voting.set(action, known);
  }
  return known;
}

/** Remembers of which action another one is a copy, with another sender. */
export function copyOf(copy: Action, action: Action): Action {
  written.set(copy, action);
  return copy;
}

/** The action as the definition has it, of one that a voter or another role does. */
export function asWritten(action: Action): Action {
  return written.get(action) ?? action;
}

/** The action with each role that sends it: of a plain one itself alone. */
export function variantsOf(action: Action): readonly Action[] {
  const approval = approvalOf(action);
  return approval ? [...asVoted(action, approval).values()] : [action];
}

/** The roles that send an action. */
export function sendersOf(action: Action): readonly string[] {
  return variantsOf(action).map(({ sender }) => sender);
}

/** Name of the weight of a role among what runs of a definition state. No timer has such a name. */
export function weightKey(action: number, role: string): string {
  return `${action}.@weight.${role}`;
}

/**
 * The approval with the weights that the latest runs in force state; a vote without one counts 0. They are the same for
 * all votes of a round: a run that states another weight takes back what came of the one before, and the round with it.
 */
export function withWeights(
  approval: PlannedApproval,
  { dues }: { readonly dues?: Readonly<Record<string, number>> },
): PlannedApproval {
  const voters = [...approval.voters];
  if (voters.every(([, { stated }]) => stated === undefined)) return approval;
  const now = voters.map(
    ([role, voter]) =>
      [role, voter.stated === undefined ? voter : { ...voter, weight: dues?.[voter.stated] ?? 0 }] as const,
  );
  return { ...approval, voters: new Map(now) };
}

/** The choice of each vote, by role. */
export type VotesByRole = ReadonlyMap<string, VoteChoice>;

/** The votes that can still come: the most weight, and how many there are. */
export interface OpenVotes {
  readonly weight: number;
  readonly count: number;
}

export interface Tally {
  readonly yes: number;
  readonly no: number;
  readonly abstain: number;
  readonly isVetoed: boolean;
}

/** The weights of the votes. */
export function tallyOf({ voters, veto }: Pick<PlannedApproval, 'voters' | 'veto'>, votes: VotesByRole): Tally {
  const sums = { yes: 0, no: 0, abstain: 0 };
  for (const [role, vote] of votes) sums[vote] += voters.get(role)?.weight ?? 0;
  return { ...sums, isVetoed: [...votes].some(([role, vote]) => vote === 'no' && veto.has(role)) };
}

/**
 * How the votes decide; undefined as long as they do not. Early a decision stands as soon as no vote that can still
 * come changes it; else when none can come any more.
 */
export function decide(approval: PlannedApproval, votes: VotesByRole, open: OpenVotes): Decided | undefined {
  const { yes, isVetoed } = tallyOf(approval, votes);
  if (!approval.isEarly && open.count > 0) return undefined;
  if (isVetoed || yes + open.weight < approval.need) return 'no';
  return yes >= approval.need ? 'yes' : undefined;
}
