// Proposals and changes as clients see them, from the rows of the sealed state.

import type { Static } from 'typebox';
import type { Mesh } from '../../actors/mesh/mesh.js';
import { GOVERNANCE_LOOKED_MAX } from '../../core/base/limits/node/requests.js';
import { RULES_LATEST } from '../../core/base/version.js';
import { addressOfBase64 } from '../../core/crypto/keys/address.js';
import type { RegisterState, StateView } from '../../core/model/register.js';
import { electorateOf } from '../../core/register/governance/decide.js';
import type { GovernanceOperation } from '../../core/register/governance/operation.js';
import {
  type ChangeRow,
  candidatesOf,
  changeAt,
  governanceLedger,
  isOpen,
  type ProposalRow,
  type ProposalStatus,
  proposalAt,
  proposalRow,
  statusAt,
} from '../../core/register/governance/rows.js';
import { addressAt } from '../../core/register/people/participants.js';
import type { ChangePage, ParticipantAct, ProposalView, RulesView } from '../schemas/registers/governance.js';
import { isoTime } from './transactions.js';

export interface Governed {
  readonly state: RegisterState;
  readonly view: StateView;
  readonly nowMs: number;
}

/** The rules in force, those that this program knows, and the seats; `own` are the keys of this node. */
export function rulesView(
  { state }: Governed,
  own: readonly { readonly publicKey: string }[],
  peers: Pick<Mesh, 'peer'>,
): Static<typeof RulesView> {
  const keys = new Set(own.map(({ publicKey }) => publicKey));
  return {
    registerId: state.registerId,
    rules: state.rules,
    known: Array.from({ length: RULES_LATEST }, (_, n) => n + 1),
    validators: state.roster.validators.map(({ validatorId, orgId, consensusKey, peerId }) => {
      const knows = peers.peer(peerId)?.rules;
      const seat = { validatorId, orgId, consensusKey, isOwn: keys.has(consensusKey) };
      return { ...seat, ...(knows !== undefined && { knows }) };
    }),
  };
}

export function proposalView(row: ProposalRow, { state, nowMs }: Governed): Static<typeof ProposalView> {
  const { openedAtMs, expiresAtMs, closedAtMs, votes, operation, ...rest } = row;
  const electorate = electorateOf(operation, state);
  const status = statusAt(row, nowMs);
  const approvals = votes.filter((vote) => vote.isApproval).length;
  return {
    ...rest,
    registerId: state.registerId,
    status,
    operation: { ...operation },
    openedAt: isoTime(openedAtMs),
    expiresAt: isoTime(expiresAtMs),
    votes: votes.map(({ sealedAtMs, ...vote }) => ({ ...vote, sealedAt: isoTime(sealedAtMs) })),
    ...(closedAtMs === undefined ? {} : { closedAt: isoTime(closedAtMs) }),
    ...(isOpen({ ...row, status }) && {
      quorum: {
        voters: electorate.voters.length,
        needed: electorate.needed,
        approvals,
        refusals: votes.length - approvals,
      },
    }),
  };
}

/**
 * A page of proposals, newest first, and how many there are of that status among those looked through. `below` leaves
 * out newer ones, by number. `next` is the `below` of the page after; undefined on the last one.
 */
export function proposalPage(
  governed: Governed,
  page: {
    readonly skip: number;
    readonly top: number;
    readonly below: number | undefined;
    readonly status?: ProposalStatus | undefined;
  },
) {
  const { view, nowMs } = governed;
  const { skip, top, status } = page;
  const total = governanceLedger(view).proposals;
  const below = Math.min(page.below ?? total, total);
  const matching =
    status === undefined
      ? newest(total)
      : newest(total)
          .slice(0, GOVERNANCE_LOOKED_MAX)
          .filter((n) => isOfStatus(proposalAt(view, n), status, nowMs));
  const left = matching.filter((n) => n < below).slice(skip);
  const shown = left.slice(0, top);
  return {
    items: shown.flatMap((n) => proposalAt(view, n) ?? []).map((row) => proposalView(row, governed)),
    totalCount: matching.length,
    next: left.length > top ? shown.at(-1) : undefined,
  };
}

function isOfStatus(row: ProposalRow | undefined, status: ProposalStatus, nowMs: number): boolean {
  return row !== undefined && statusAt(row, nowMs) === status;
}

export function changeView({
  height,
  timestampMs,
  roster,
  ...rest
}: ChangeRow): Static<typeof ChangePage>['items'][number] {
  return { ...rest, docketNumber: height, sealedAt: isoTime(timestampMs), rosterChanged: roster !== undefined };
}

/**
 * Acts on the record of a participant from a height on, newest first, of the GOVERNANCE_LOOKED_MAX newest of the
 * register: the key that took the place of another one, or that the record was revoked.
 */
export function actsOnRecord(
  view: StateView,
  { participantId, fromHeight }: { readonly participantId: string; readonly fromHeight: number },
) {
  const acts: Static<typeof ParticipantAct>[] = [];
  for (const n of newest(governanceLedger(view).changes).slice(0, GOVERNANCE_LOOKED_MAX)) {
    const change = changeAt(view, n);
    if (!change || change.height < fromHeight) break;
    const { operationType, proposalId, txId: transactionId } = change;
    if (operationType !== 'replace-wallet' && operationType !== 'revoke-participant') continue;
    const operation = proposalRow(view, proposalId)?.operation;
    if (operation?.participantId !== participantId) continue;
    const act = { transactionId, proposalId, sealedAt: isoTime(change.timestampMs) };
    acts.push({ operationType, ...act, ...keysOf(view, operation) });
  }
  return acts;
}

function keysOf(view: StateView, { replaces = '', publicKey = '', algorithm }: GovernanceOperation) {
  const before = addressAt(view, replaces);
  const walletAddress = algorithm && addressOfBase64(algorithm, publicKey);
  if (!before || !walletAddress) return {};
  const oldKey = { walletAddress: replaces, publicKey: before.publicKey, algorithm: before.algorithm };
  return { oldKey, newKey: { walletAddress, publicKey, algorithm } };
}

/** count - 1 down to 0. */
export function newest(count: number): number[] {
  return Array.from({ length: count }, (_, i) => count - 1 - i);
}

/** Candidates as the roster shows them. */
export function candidateViews(view: StateView) {
  return candidatesOf(view).map((seat) => ({ ...seat }));
}
