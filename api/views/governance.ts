// Proposals and changes as clients see them, from the rows of the sealed state.

import type { Static } from 'typebox';
import type { Mesh } from '../../actors/mesh/mesh.js';
import { RULES_LATEST } from '../../core/base/version.js';
import { electorateOf } from '../../core/register/governance/decide.js';
import {
  type ChangeRow,
  candidatesOf,
  governanceLedger,
  isOpen,
  type ProposalRow,
  type ProposalStatus,
  proposalAt,
  statusAt,
} from '../../core/register/governance/rows.js';
import type { RegisterState, StateView } from '../../core/register/types.js';
import type { ChangePage, ProposalView, RulesView } from '../schemas/registers/governance.js';
import { isoTime } from './transactions.js';

/** Proposals that are looked through for a status. */
const LOOKED_MAX = 1000;

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

/** A page of proposals, newest first, and how many there are of that status among those looked through. */
export function proposalPage(
  governed: Governed,
  page: { readonly page: number; readonly pageSize: number; readonly status?: ProposalStatus | undefined },
) {
  const { view, nowMs } = governed;
  const total = governanceLedger(view).proposals;
  const skip = (page.page - 1) * page.pageSize;
  const numbers =
    page.status === undefined
      ? newest(total).slice(skip, skip + page.pageSize)
      : newest(Math.min(total, LOOKED_MAX)).map((n) => n + total - Math.min(total, LOOKED_MAX));
  const rows = numbers.flatMap((n) => proposalAt(view, n) ?? []);
  const matching = page.status === undefined ? rows : rows.filter((row) => statusAt(row, nowMs) === page.status);
  const shown = page.status === undefined ? matching : matching.slice(skip, skip + page.pageSize);
  return {
    items: shown.map((row) => proposalView(row, governed)),
    totalCount: page.status === undefined ? total : matching.length,
    page: page.page,
    pageSize: page.pageSize,
  };
}

export function changeView({
  height,
  timestampMs,
  roster,
  ...rest
}: ChangeRow): Static<typeof ChangePage>['items'][number] {
  return { ...rest, docketNumber: height, sealedAt: isoTime(timestampMs), rosterChanged: roster !== undefined };
}

/** count - 1 down to 0. */
export function newest(count: number): number[] {
  return Array.from({ length: count }, (_, i) => count - 1 - i);
}

/** Candidates as the roster shows them. */
export function candidateViews(view: StateView) {
  return candidatesOf(view).map((seat) => ({ ...seat }));
}
