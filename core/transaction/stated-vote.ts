// What the header of a vote says of itself, and which role does the action by it. It judges the form only.
import { type Issue, issue } from '../base/issue.js';
import { ID_LENGTH_MAX } from '../base/limits.js';
import { VOTES, type Vote } from '../blueprint/approval.js';
import type { Plan, PlannedAction } from '../blueprint/plan.js';
import { standInIn } from './acting.js';
import type { TransactionHeader } from './types.js';

/** What the metadata of a vote say. */
export interface StatedVote {
  /** The role that votes; its wallet may hold several. */
  readonly role: string;
  readonly vote: Vote;
}

const MEMBERS: readonly string[] = ['contentEncoding', 'role', 'type', 'vote'];

export function isVote({ metadata }: Pick<TransactionHeader, 'metadata'>): boolean {
  return metadata?.type === 'Vote';
}

/** Of a header whose form was checked. */
export function statedVote({ metadata }: Pick<TransactionHeader, 'metadata'>): StatedVote | undefined {
  return metadata?.type === 'Vote' ? (metadata as unknown as StatedVote) : undefined;
}

/** VAL_STRUCT_011: a vote without its members, or with others. */
export function checkVoteMetadata(metadata: Readonly<Record<string, unknown>>): readonly Issue[] {
  const { role, vote } = metadata;
  const bad = (member: string, message: string): Issue =>
    issue('VAL_STRUCT_011', `/header/metadata/${member}`, message);
  const issues: Issue[] = [];
  if (!(VOTES as readonly unknown[]).includes(vote)) issues.push(bad('vote', 'A vote is yes, no or abstain.'));
  if (typeof role !== 'string' || role.length === 0 || role.length > ID_LENGTH_MAX)
    issues.push(bad('role', 'A vote names the role that votes.'));
  const other = Object.keys(metadata).find((name) => !MEMBERS.includes(name));
  if (other !== undefined) issues.push(bad(other, 'A vote has the members type, vote, role and contentEncoding.'));
  return issues;
}

/**
 * The action of a transaction as its sender does it: of a vote as the role that it names, of another one as the role
 * that stands in for that of the action.
 */
export function plannedFor(
  { actions }: Pick<Plan, 'actions'>,
  header: Pick<TransactionHeader, 'actionId' | 'metadata'>,
): PlannedAction | undefined {
  const planned = actions.get(header.actionId);
  const standIn = planned && standInIn(planned, header);
  if (standIn) return standIn;
  const role = planned?.approval && statedVote(header)?.role;
  return (role !== undefined && planned?.approval?.voters.get(role)?.planned) || planned;
}
