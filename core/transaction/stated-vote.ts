// The statement of a vote's header, and the role that does the action by it. It judges the form only.
import { type Issue, issue } from '../base/issue.js';
import { ID_LENGTH_MAX } from '../base/limits/ledger/transactions.js';
import { VOTES, type VoteChoice } from '../blueprint/plan/approval.js';
import type { Plan, PlannedAction } from '../blueprint/plan/planned.js';
import type { TransactionHeader } from '../model/transaction.js';
import { standInIn } from './acting.js';

/** The statement of the metadata of a vote. */
export interface StatedVote {
  /** The role that votes; its wallet may hold several. */
  readonly role: string;
  readonly vote: VoteChoice;
  /**
   * Id of the record that holds the role, where the wallet is a deputy of it. In the clear, so that all who read the
   * vote know whose it is.
   */
  readonly for?: string;
}

const MEMBERS: readonly string[] = ['contentEncoding', 'delivered', 'due', 'for', 'role', 'sees', 'type', 'vote'];

export function isVote({ metadata }: Pick<TransactionHeader, 'metadata'>): boolean {
  return metadata?.type === 'Vote';
}

/** Of a header whose form was checked. */
export function statedVote({ metadata }: Pick<TransactionHeader, 'metadata'>): StatedVote | undefined {
  return metadata?.type === 'Vote' ? (metadata as unknown as StatedVote) : undefined;
}

/** VAL_STRUCT_011: a vote without its members, or with others. */
export function checkVoteMetadata(metadata: Readonly<Record<string, unknown>>): readonly Issue[] {
  const { role, vote, for: principal } = metadata;
  const bad = (member: string, message: string): Issue =>
    issue('VAL_STRUCT_011', `/header/metadata/${member}`, message);
  const issues: Issue[] = [];
  if (!(VOTES as readonly unknown[]).includes(vote)) issues.push(bad('vote', 'A vote is yes, no or abstain.'));
  if (!isId(role)) issues.push(bad('role', 'A vote names the role that votes.'));
  if (principal !== undefined && !isId(principal))
    issues.push(bad('for', 'The vote of a deputy names the participant that holds the role, by the id of its record.'));
  const other = Object.keys(metadata).find((name) => !MEMBERS.includes(name));
  if (other !== undefined)
    issues.push(
      bad(
        other,
        'A vote has the members type, vote, role, for and contentEncoding, and those that its action asks for: delivered, due, sees.',
      ),
    );
  return issues;
}

function isId(id: unknown): boolean {
  return typeof id === 'string' && id.length > 0 && id.length <= ID_LENGTH_MAX;
}

/**
 * The action of a transaction as its sender does it: of a vote as the role that it names, of another one as the role
 * that stands in for that of the action.
 */
export function planFor(
  { actions }: Pick<Plan, 'actions'>,
  header: Pick<TransactionHeader, 'actionId' | 'metadata'>,
): PlannedAction | undefined {
  const planned = actions.get(header.actionId);
  const standIn = planned && standInIn(planned, header);
  if (standIn) return standIn;
  const role = planned?.approval && statedVote(header)?.role;
  return (role !== undefined && planned?.approval?.voters.get(role)?.planned) || planned;
}
