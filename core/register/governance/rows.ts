// Governance as sealed state: the rows under the keys of state-keys.ts, and reading them. Bounded: what grows with the
// life of a register has a row of its own under a number.
import { PROPOSALS_OPEN_MAX } from '../../base/limits/ledger/registers.js';
import type { Hash, Roster, StateView, Validator } from '../../model/register.js';
import { STATE_KEY } from '../state-keys.js';
import type { GovernanceOperation, OperationType } from './operation.js';

/** Pending: votes are missing. Approved: only the target's own acceptance is missing. Recorded: enacted. */
export type ProposalStatus = 'Pending' | 'Approved' | 'Rejected' | 'Expired' | 'Recorded';

export interface GovernanceVote {
  readonly approverDid: string;
  readonly isApproval: boolean;
  /** The transaction that carries the signed vote. */
  readonly txId: string;
  readonly sealedAtMs: number;
  readonly comment?: string;
}

export interface ProposalRow {
  readonly proposalId: Hash;
  readonly operation: GovernanceOperation;
  readonly status: ProposalStatus;
  readonly txId: string;
  readonly openedAtMs: number;
  /** A docket of this time or later takes no vote. */
  readonly expiresAtMs: number;
  readonly votes: readonly GovernanceVote[];
  readonly closedAtMs?: number;
  /** Why it was closed without being enacted. */
  readonly reason?: 'rejected' | 'expired' | 'roster-changed' | 'time-reset';
  /** The transaction whose sealing enacted it. */
  readonly enactedBy?: string;
}

/** Value of the key `gov`. */
export interface GovernanceLedger {
  readonly proposals: number;
  readonly changes: number;
  /** Height of the last docket that enacted a change; 0 before there is one. */
  readonly lastChangeHeight: number;
  /** Proposals that may still take votes, oldest first. */
  readonly open: readonly Hash[];
}

export interface ChangeRow {
  readonly ordinal: number;
  readonly proposalId: Hash;
  readonly operationType: OperationType;
  readonly txId: string;
  readonly height: number;
  readonly timestampMs: number;
  /**
   * The validator roster from the next docket on, where the change gave another one: evidence needs it and the docket
   * of this height.
   */
  readonly roster?: Roster;
}

const NONE: GovernanceLedger = {
  proposals: 0,
  changes: 0,
  lastChangeHeight: 0,
  open: [],
};

export function governanceLedger(view: Pick<StateView, 'state'>): GovernanceLedger {
  return (view.state(STATE_KEY.governance) as unknown as GovernanceLedger | undefined) ?? NONE;
}

export function proposalRow(view: Pick<StateView, 'state'>, proposalId: Hash): ProposalRow | undefined {
  return view.state(STATE_KEY.proposal(proposalId)) as unknown as ProposalRow | undefined;
}

/** The proposal that was sealed as number `ordinal`, from 0. */
export function proposalAt(view: Pick<StateView, 'state'>, ordinal: number): ProposalRow | undefined {
  const id = view.state(STATE_KEY.proposalAt(ordinal))?.proposalId;
  return typeof id === 'string' ? proposalRow(view, id) : undefined;
}

export function changeAt(view: Pick<StateView, 'state'>, ordinal: number): ChangeRow | undefined {
  return view.state(STATE_KEY.changeAt(ordinal)) as unknown as ChangeRow | undefined;
}

/** Approved seats that replicate, do not vote, and are in no count (docs/protocol.md 10). */
export function candidatesOf(view: Pick<StateView, 'state'>): readonly Validator[] {
  return (view.state(STATE_KEY.candidates)?.validators ?? []) as unknown as readonly Validator[];
}

export function isOpen({ status }: ProposalRow): boolean {
  return status === 'Pending' || status === 'Approved';
}

/** The status as of a time: nothing is sealed when a proposal expires, so its row still says Pending then. */
export function statusAt(row: ProposalRow, ms: number): ProposalStatus {
  return isOpen(row) && ms >= row.expiresAtMs ? 'Expired' : row.status;
}

export function isFull({ open }: GovernanceLedger): boolean {
  return open.length >= PROPOSALS_OPEN_MAX;
}
