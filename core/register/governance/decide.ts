// The one judge of governance transactions: what sealing one does, or why it may not be sealed. The pipeline asks
// before, the fold of a docket after, so that both always agree. Signatures are verified before; nothing here asks a
// clock.
import { type Issue, issue } from '../../base/issue.js';
import type { JsonObject } from '../../base/json.js';
import { PROPOSALS_OPEN_MAX } from '../../base/limits/ledger/registers.js';
import { CLOCK_SKEW_MS } from '../../base/limits/ledger/transactions.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import type { Member, RegisterPolicy, RegisterState, Roster, StateChange } from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import { walletDid } from '../people/did.js';
import { governanceQuorum, mayGovern, votingMembers } from '../people/rights.js';
import { STATE_KEY } from '../state-keys.js';
import type { ChangeGround, GovernanceChange } from './change.js';
import { enact } from './enact.js';
import {
  APPROVE_ACTION,
  type GovernanceApproval,
  type GovernanceOperation,
  type GovernancePayload,
  operationTypeOf,
  proposalIdOf,
} from './operation.js';
import {
  type ChangeRow,
  type GovernanceLedger,
  governanceLedger,
  isFull,
  isOpen,
  type ProposalRow,
  proposalRow,
} from './rows.js';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface GovernanceEffect {
  readonly changes: readonly StateChange[];
  readonly roster?: Roster;
  readonly members?: readonly Member[];
  readonly policy?: RegisterPolicy;
  /** Of the dockets after the one that enacts it. */
  readonly rules?: number;
  /** In place of the time of the docket: what the next one has to be above. */
  readonly timeFloorMs?: number;
}

/** The members that may vote on an operation, and how many approvals it takes. */
export interface Electorate {
  readonly voters: readonly Member[];
  readonly needed: number;
  /** The member without whose own approval nothing happens: a new Owner has to accept. */
  readonly accepting?: string;
}

/**
 * A candidate was approved when it was added, so that its activation takes one approval only: a readiness is good for
 * 64 dockets, and no quorum of people would be found in that time on a busy register.
 */
export function electorateOf(
  operation: GovernanceOperation,
  { members, policy }: Pick<RegisterState, 'members' | 'policy'>,
): Electorate {
  const type = operationTypeOf(operation);
  const voters = votingMembers(members, type === 'remove-member' ? operation.targetDid : undefined);
  const needed = type === 'activate-validator' ? 1 : governanceQuorum(policy.governance.quorumFormula, voters.length);
  return {
    voters,
    needed,
    ...(type === 'transfer-ownership' && operation.targetDid !== undefined && { accepting: operation.targetDid }),
  };
}

/**
 * The effect of a governance transaction whose form and sender passed, or its issues: VAL_PERM codes for who acts and
 * what, VAL_TIME for the age of the statement, the GOVERNANCE codes for the proposal and its votes.
 */
export function decide(tx: Transaction, ground: ChangeGround): Result<GovernanceEffect> {
  return tx.header.actionId === APPROVE_ACTION ? vote(tx, ground) : propose(tx, ground);
}

/**
 * True when the docket being judged has enacted a change before: one a docket, so that its successor is voted under one
 * change (docs/protocol.md 10).
 */
export function hasChanged({ state, view }: Pick<ChangeGround, 'state' | 'view'>): boolean {
  return governanceLedger(view).lastChangeHeight === state.height + 1;
}

function propose(tx: Transaction, ground: ChangeGround): Result<GovernanceEffect> {
  const { operation, approvals } = tx.payload as unknown as GovernancePayload;
  const { state, view, timestampMs } = ground;
  const ledger = openLedger(governanceLedger(view), ground);
  const proposalId = proposalIdOf(state.registerId, operation);
  if (proposalRow(view, proposalId))
    return fail(issue('GOVERNANCE_PROPOSAL_EXISTS', '/payload/operation', 'This very operation was proposed before.'));
  const problem = proposerProblem(tx, operation, ground) ?? ageProblem(operation, ground);
  if (problem) return fail(problem);
  const possible = enact(operation, ground);
  if (isFailure(possible)) return possible;
  const row: ProposalRow = {
    proposalId,
    operation,
    status: 'Pending',
    txId: tx.txId,
    openedAtMs: timestampMs,
    expiresAtMs: timestampMs + lifeMs(state),
    votes: [],
  };
  const settled = settle(tx, row, { ground, approvals });
  if (isFailure(settled)) return settled;
  const { closed, counts } = ledger;
  // A proposal that is enacted on the spot never waits among the open ones.
  if (isOpen(settled) && isFull(counts))
    return fail(issue('GOVERNANCE_PROPOSALS_FULL', '', `A register has at most ${PROPOSALS_OPEN_MAX} open proposals.`));
  const opened: GovernanceLedger = {
    ...counts,
    proposals: counts.proposals + 1,
    open: [...counts.open, proposalId],
  };
  const listed: StateChange = { key: STATE_KEY.proposalAt(counts.proposals), value: { proposalId } };
  return effectOf(tx, settled, { ground, ledger: opened, changes: [...closed, listed] });
}

function vote(tx: Transaction, ground: ChangeGround): Result<GovernanceEffect> {
  const { operation, approvals } = tx.payload as unknown as GovernancePayload;
  const { state, view, timestampMs } = ground;
  const row = proposalRow(view, proposalIdOf(state.registerId, operation));
  if (!row)
    return fail(issue('GOVERNANCE_PROPOSAL_NOT_FOUND', '/payload/operation', 'The register has no such proposal.'));
  if (!isOpen(row) || timestampMs >= row.expiresAtMs)
    return fail(issue('GOVERNANCE_PROPOSAL_CLOSED', '/payload/operation', 'The proposal takes no more votes.'));
  const settled = settle(tx, row, { ground, approvals });
  if (isFailure(settled)) return settled;
  const { closed, counts } = openLedger(governanceLedger(view), ground);
  return effectOf(tx, settled, { ground, ledger: counts, changes: closed });
}

/** The proposal with more votes, and with the status that they give it. */
function settle(
  tx: Transaction,
  row: ProposalRow,
  { ground, approvals }: { readonly ground: ChangeGround; readonly approvals: readonly GovernanceApproval[] },
): Result<ProposalRow> {
  const { state, timestampMs } = ground;
  const electorate = electorateOf(row.operation, state);
  const votes = [...row.votes];
  for (const [i, approval] of approvals.entries()) {
    const problem = voteProblem(approval, electorate, state);
    if (problem) return fail({ ...problem, path: `/payload/approvals/${i}${problem.path}` });
    const { approverDid, isApproval, comment } = approval;
    if (votes.some((item) => item.approverDid === approverDid))
      return fail(
        issue('GOVERNANCE_VOTE_DUPLICATE', `/payload/approvals/${i}`, 'This member has voted on the proposal.'),
      );
    votes.push({
      approverDid,
      isApproval,
      txId: tx.txId,
      sealedAtMs: timestampMs,
      ...(comment !== undefined && { comment }),
    });
  }
  const status = tally(votes, electorate);
  if (status !== 'Rejected')
    return { ...row, votes, status, ...(status === 'Recorded' && { closedAtMs: timestampMs, enactedBy: tx.txId }) };
  return { ...row, votes, status, closedAtMs: timestampMs, reason: 'rejected' };
}

function tally(votes: ProposalRow['votes'], { voters, needed, accepting }: Electorate): ProposalRow['status'] {
  const approvals = votes.filter((item) => item.isApproval);
  const refusals = votes.filter((item) => !item.isApproval);
  if (refusals.length > voters.length - needed || refusals.some((refusal) => refusal.approverDid === accepting))
    return 'Rejected';
  if (approvals.length < needed) return 'Pending';
  return accepting === undefined || approvals.some((item) => item.approverDid === accepting) ? 'Recorded' : 'Approved';
}

function voteProblem(
  { approverDid, publicKey, algorithm }: GovernanceApproval,
  { voters }: Electorate,
  { members, policy }: RegisterState,
): Issue | undefined {
  const member = members.find((item) => item.subject === approverDid);
  if (!member) return issue('VAL_PERM_002', '/approverDid', 'The approver is not on the governance roster.');
  if (!voters.includes(member)) return issue('VAL_PERM_003', '/approverDid', 'This member does not vote on the act.');
  if (member.publicKey !== publicKey || member.algorithm !== algorithm)
    return issue('GOVERNANCE_SIGNATURE_INVALID', '/publicKey', 'This is not the key of the approver on the roster.');
  return policy.crypto.acceptedSignatureAlgorithms.includes(algorithm)
    ? undefined
    : issue('VAL_POLICY_001', '/algorithm', 'The register does not accept this signature algorithm.');
}

/**
 * The proposer governs, and either signed the transaction or an approval in it; the register's system wallet may carry
 * what a member signed.
 */
function proposerProblem(
  tx: Transaction,
  { proposerDid }: GovernanceOperation,
  { state }: ChangeGround,
): Issue | undefined {
  const at = '/payload/operation/proposerDid';
  const proposer = state.members.find((member) => member.subject === proposerDid);
  if (!proposer) return issue('VAL_PERM_002', at, 'The proposer is not on the governance roster.');
  if (!mayGovern(proposer.role)) return issue('VAL_PERM_003', at, `The role ${proposer.role} may not do this.`);
  const { approvals } = tx.payload as unknown as GovernancePayload;
  const signed =
    proposerDid === walletDid(tx.header.senderWallet) ||
    approvals.some((item) => item.approverDid === proposerDid && item.isApproval);
  return signed
    ? undefined
    : issue('VAL_PERM_005', at, 'The proposer signed neither the transaction nor an approval in it.');
}

/**
 * Bounds how long a statement that members signed can be kept back before it is proposed. An act that heals the time of
 * a register is judged by the time that it says: by that of the docket, which is wrong, it would always have expired.
 */
function ageProblem(
  { proposedAt, timeFloor }: GovernanceOperation,
  { state, timestampMs }: ChangeGround,
): Issue | undefined {
  const at = '/payload/operation/proposedAt';
  const ms = Date.parse(proposedAt);
  if (ms > timestampMs + CLOCK_SKEW_MS) return issue('VAL_TIME_001', at, 'The proposal is from the future.');
  const ageMs = (timeFloor === undefined ? timestampMs : Date.parse(timeFloor)) - ms;
  if (ageMs >= lifeMs(state)) return issue('VAL_TIME_003', at, 'The proposal has expired.');
  return undefined;
}

function lifeMs({ policy }: Pick<RegisterState, 'policy'>): number {
  return policy.governance.proposalTtlDays * DAY_MS;
}

/** The counters without the proposals that have expired, and the rows that say so. */
function openLedger(
  ledger: GovernanceLedger,
  { view, timestampMs }: ChangeGround,
): { readonly counts: GovernanceLedger; readonly closed: StateChange[] } {
  const closed: StateChange[] = [];
  const open = ledger.open.filter((id) => {
    const row = proposalRow(view, id);
    if (!row || timestampMs < row.expiresAtMs) return row !== undefined;
    closed.push(rowChange({ ...row, status: 'Expired', closedAtMs: timestampMs, reason: 'expired' }));
    return false;
  });
  return { counts: { ...ledger, open }, closed };
}

interface Outcome {
  readonly ground: ChangeGround;
  readonly ledger: GovernanceLedger;
  readonly changes: readonly StateChange[];
}

/** Everything that sealing the transaction changes, the act itself included when the proposal reached its quorum. */
function effectOf(tx: Transaction, row: ProposalRow, { ground, ledger, changes }: Outcome): Result<GovernanceEffect> {
  const counted: GovernanceLedger = {
    ...ledger,
    open: isOpen(row) ? ledger.open : ledger.open.filter((id) => id !== row.proposalId),
  };
  const before = [...changes, rowChange(row)];
  if (row.status !== 'Recorded') return { changes: [...before, ledgerChange(counted)] };
  const change = enact(row.operation, ground);
  if (isFailure(change)) return change;
  const reason = closesOthers(change, ground.state);
  const closing = reason ? closeAll(counted.open, ground, reason) : [];
  const recorded = changeRow(tx, row, { change, ordinal: counted.changes, ground });
  const final: GovernanceLedger = {
    ...counted,
    changes: counted.changes + 1,
    lastChangeHeight: recorded.height,
    open: closing.length > 0 ? [] : counted.open,
  };
  const { roster, members, policy, rules, timeFloorMs } = change;
  return {
    changes: [
      ...before,
      ...closing,
      ...termChanges(change),
      { key: STATE_KEY.changeAt(recorded.ordinal), value: recorded as unknown as JsonObject },
      ledgerChange(final),
    ],
    ...(roster && { roster }),
    ...(members && { members }),
    ...(policy && { policy }),
    ...(rules !== undefined && { rules }),
    ...(timeFloorMs !== undefined && { timeFloorMs }),
  };
}

type ClosingReason = 'roster-changed' | 'time-reset';

/**
 * Votes were cast by an electorate and counted by a formula: when either changes, every other open proposal is closed.
 * So it is when the time is reset, because each expires by the time at which it was opened, which was wrong.
 */
function closesOthers(
  { members, policy, timeFloorMs }: GovernanceChange,
  state: RegisterState,
): ClosingReason | undefined {
  if (timeFloorMs !== undefined) return 'time-reset';
  const isNewPolicy = policy !== undefined && policy.governance !== state.policy.governance;
  return members !== undefined || isNewPolicy ? 'roster-changed' : undefined;
}

function closeAll(open: readonly string[], { view, timestampMs }: ChangeGround, reason: ClosingReason): StateChange[] {
  return open.flatMap((id) => {
    const row = proposalRow(view, id);
    return row ? [rowChange({ ...row, status: 'Rejected', closedAtMs: timestampMs, reason })] : [];
  });
}

function changeRow(
  tx: Transaction,
  { proposalId, operation }: ProposalRow,
  given: { readonly change: GovernanceChange; readonly ordinal: number; readonly ground: ChangeGround },
): ChangeRow {
  const { change, ordinal, ground } = given;
  return {
    ordinal,
    proposalId,
    operationType: operationTypeOf(operation),
    txId: tx.txId,
    height: ground.state.height + 1,
    timestampMs: ground.timestampMs,
    ...(change.roster && { roster: change.roster }),
  };
}

function termChanges({
  members,
  roster,
  policy,
  candidates,
  rules,
  participants = [],
  trust = [],
  credentials = [],
}: GovernanceChange): StateChange[] {
  const changes: StateChange[] = [...participants, ...trust, ...credentials];
  const put = (key: string, value: object): void => void changes.push({ key, value: value as JsonObject });
  if (members) put(STATE_KEY.members, { members });
  if (roster) put(STATE_KEY.roster, roster);
  if (policy) put(STATE_KEY.policy, policy);
  if (candidates) put(STATE_KEY.candidates, { validators: candidates });
  if (rules !== undefined) put(STATE_KEY.rules, { rules });
  return changes;
}

function rowChange(row: ProposalRow): StateChange {
  return { key: STATE_KEY.proposal(row.proposalId), value: row as unknown as JsonObject };
}

function ledgerChange(ledger: GovernanceLedger): StateChange {
  return { key: STATE_KEY.governance, value: ledger as unknown as JsonObject };
}
