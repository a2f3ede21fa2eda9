// Metadata of an action as the ledger reads them: what kind of move it is, whether its payload is readable, and how it
// was decided. Other members are their author's and mean nothing here. It judges the form only; definition and instance
// are asked later.
import { isHex } from '../base/bytes.js';
import { type Issue, issue } from '../base/issue.js';
import { hasOnly, isObject, type Json } from '../base/json.js';
import { INSTANCE_BRANCHES_MAX } from '../base/limits/ledger/instances.js';
import { ID_LENGTH_MAX } from '../base/limits/ledger/transactions.js';
import type { PublicRouting, RoutingDecision } from '../blueprint/definition/types.js';
import { outcomesTo } from '../blueprint/plan/plan.js';
import type { PlannedAction, RouteOutcome } from '../blueprint/plan/planned.js';
import { targetIdsOf } from '../blueprint/plan/routes.js';
import type { Answer } from '../blueprint/state/move.js';
import { MOVE_FACTS, MOVE_TYPES, type MoveType } from '../blueprint/state/move-types.js';
import type { TransactionHeader } from '../model/transaction.js';
import { moveTypeOf } from './move-type.js';
import { checkVoteMetadata } from './stated-vote.js';
import { checkNoOthers } from './structure.js';

/** Members of `header.metadata` of an action that the ledger reads, all optional. */
export interface ActionMetadata {
  /** An Action unless stated. */
  readonly type?: MoveType;
  /** The payload is a disclosure envelope; plain data when absent. */
  readonly contentEncoding?: 'encrypted';
  /** How an Action was decided, attested by TxId and signature. */
  readonly routing?: PublicRouting;
  /** Of an Action or Vote: the gates that its sender passed, one statement each. */
  readonly gates?: readonly Json[];
  /** Moves of the instance by which an action was calculated whose rules read runs. */
  readonly sees?: number;
  /** Of a Vote: the role that votes, and what. */
  readonly role?: string;
  readonly vote?: string;
  /** The answer of a Confirmation. */
  readonly answer?: Answer;
}

const AT = '/header/metadata';
const READ = ['type', 'contentEncoding', 'routing', 'gates'];
/** A member that means one of ours and is spelled otherwise would be signed, sealed and not read. */
const ALIKE: ReadonlySet<string> = new Set(READ.map((name) => name.toLowerCase()));
const ROUTING = ['completedActionId', 'next', 'blueprintDefinitionTxId'];

export function isEncrypted({ metadata }: Pick<TransactionHeader, 'metadata'>): boolean {
  return metadata?.contentEncoding === 'encrypted';
}

/** The decision that the header states. */
export function routingOf({ metadata }: Pick<TransactionHeader, 'metadata'>): PublicRouting | undefined {
  return metadata?.routing as PublicRouting | undefined;
}

/** The part of the decision that the header of an action states: where it leads, and nothing of why. */
export function statedRouting(decided: RoutingDecision, blueprintDefinitionTxId: string): PublicRouting {
  const { completedActionId, nextActions } = decided;
  const next = targetIdsOf({ nextActionIds: nextActions.map(({ actionId }) => actionId) });
  // In canonical order, as all of a header: then its text is one native call.
  return { blueprintDefinitionTxId, completedActionId, next };
}

/**
 * How the action of a valid transaction was decided: the first outcome that leads where it says, or as is implied. For
 * an Action only.
 */
export function outcomeOfHeader(
  planned: PlannedAction,
  header: Pick<TransactionHeader, 'metadata'>,
): RouteOutcome | undefined {
  const decided = routingOf(header);
  return decided ? outcomesTo(planned, decided.next)[0] : planned.implied;
}

/**
 * VAL_STRUCT_012 for a member that is spelled like one of the ledger's in other letters, VAL_STRUCT_011 for a wrong
 * form; pointers into the transaction.
 */
export function checkActionMetadata({ metadata }: Pick<TransactionHeader, 'metadata'>): Issue[] {
  if (metadata === undefined) return [];
  const free = Object.keys(metadata).filter((name) => !ALIKE.has(name.toLowerCase()));
  const issues = checkNoOthers(metadata, [...READ, ...free], AT);
  const { type, contentEncoding, routing } = metadata;
  const facts = MOVE_FACTS[moveTypeOf({ metadata })];
  if (type !== undefined && !(MOVE_TYPES as readonly unknown[]).includes(type)) issues.push(unknownType());
  if (contentEncoding !== undefined && contentEncoding !== 'encrypted')
    issues.push(metadataIssue('/contentEncoding', 'The contentEncoding of an action is encrypted, or absent.'));
  if (facts?.inClear && contentEncoding !== undefined)
    issues.push(
      metadataIssue('/contentEncoding', 'A move of this type has a payload of its own: every validator judges it.'),
    );
  if (type === 'Vote') issues.push(...checkVoteMetadata(metadata));
  if (type === 'Objection' && contentEncoding !== undefined && !isName(metadata.role))
    issues.push(metadataIssue('/role', 'A private Objection says the role of its sender.'));
  if (type === 'Confirmation' && !answerIn(metadata))
    issues.push(metadataIssue('/answer', 'A Confirmation has the answer {accept: true or false, role}.'));
  if (routing === undefined) return issues;
  if (type !== undefined && type !== 'Action')
    issues.push(metadataIssue('/routing', 'Only an Action has a routing decision.'));
  return [...issues, ...checkRouting(routing)];
}

/** The answer of a Confirmation, in the clear also where its reason is encrypted; undefined for another form of it. */
export function answerIn(metadata: TransactionHeader['metadata']): Answer | undefined {
  const answer = metadata?.answer;
  if (!hasOnly(answer, ['accept', 'role'])) return undefined;
  const { accept, role } = answer;
  return typeof accept === 'boolean' && isName(role) ? { accept, role: role as string } : undefined;
}

/** A Timer is not signed: no wallet makes it. */
const SIGNED_TYPES = MOVE_TYPES.filter((type) => type !== 'Timer').join(', ');

/** VAL_STRUCT_011 for a type that the rules do not know. */
function unknownType(): Issue {
  return metadataIssue('/type', `The type of an action is one of ${SIGNED_TYPES}.`);
}

function checkRouting(routing: Json): Issue[] {
  if (!isObject(routing)) return [metadataIssue('/routing', 'A routing decision is an object.')];
  const { completedActionId, next, blueprintDefinitionTxId } = routing;
  const issues = checkNoOthers(routing, ROUTING, `${AT}/routing`);
  const expect = (isGood: boolean, member: string, message: string): void => {
    if (!isGood) issues.push(metadataIssue(`/routing/${member}`, message));
  };
  expect(isActionId(completedActionId), 'completedActionId', 'A decision names the action that it completes.');
  expect(isHex(blueprintDefinitionTxId, 32), 'blueprintDefinitionTxId', 'A decision names its publication.');
  const ascending = `A decision lists at most ${INSTANCE_BRANCHES_MAX} next actions, ascending, each once.`;
  expect(isNext(next), 'next', ascending);
  return issues;
}

function isNext(next: unknown): boolean {
  return (
    Array.isArray(next) &&
    next.length <= INSTANCE_BRANCHES_MAX &&
    next.every((id, i) => isActionId(id) && (i === 0 || (next[i - 1] as number) < (id as number)))
  );
}

function isActionId(id: unknown): boolean {
  return Number.isSafeInteger(id) && (id as number) >= 0;
}

/** The name of a role. */
function isName(text: unknown): boolean {
  return typeof text === 'string' && text.length > 0 && text.length <= ID_LENGTH_MAX;
}

function metadataIssue(member: string, message: string): Issue {
  return issue('VAL_STRUCT_011', `${AT}${member}`, message);
}
