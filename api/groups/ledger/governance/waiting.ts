// Open proposals of all registers that the caller sees, with those of its members that have not voted on each. The next
// end comes first.
import { isFailure, type Result } from '../../../../core/base/result.js';
import { electorateOf } from '../../../../core/register/governance/decide.js';
import {
  governanceLedger,
  isOpen,
  type ProposalRow,
  proposalRow,
  statusAt,
} from '../../../../core/register/governance/rows.js';
import { isSandbox, type RegisterRecord } from '../../../../storage/chain/registers.js';
import { membersOfCaller, visibleRegister } from '../../../access/registers.js';
import { type ApiCall, reply } from '../../../define.js';
import { keyedPage } from '../../../requests/keyed-page.js';
import { inPieces } from '../../../requests/work-scheduler.js';
import { type Governed, proposalView } from '../../../views/governance.js';
import type { LedgerDeps } from '../deps.js';
import { findGoverned } from './proposing.js';

/**
 * Registers that are looked at in one turn of the loop: some 5 microseconds each, and 50 where a row is not at hand.
 */
const REGISTERS_AT_ONCE = 64;

export interface ProposalsAsked {
  readonly registerId?: string | undefined;
  readonly which?: 'open' | 'waiting' | undefined;
  readonly page: number;
  readonly pageSize: number;
}

interface OpenProposal {
  readonly record: RegisterRecord;
  readonly row: ProposalRow;
  readonly governed: Governed;
  /** Own members that vote on it and have not. */
  readonly ownVoters: readonly string[];
}

export async function listMyProposals(call: ApiCall<LedgerDeps>, query: ProposalsAsked) {
  const records = recordsOf(call, query.registerId);
  if (isFailure(records)) return records;
  const all = await inPieces(openAmong(call, records));
  const asked = query.which === 'waiting' ? all.filter(({ ownVoters }) => ownVoters.length > 0) : all;
  const page = keyedPage(call, { query }, { items: asked, keyOf: ({ row }) => [row.expiresAtMs, row.proposalId] });
  if (isFailure(page)) return page;
  const { members, headers } = page.next;
  const items = page.items.map(({ record, row, governed, ownVoters }) => ({
    ...{ registerName: record.name, ownVoters: [...ownVoters] },
    proposal: proposalView(row, governed),
  }));
  const { page: number, pageSize } = query;
  return reply(200, { items, totalCount: asked.length, page: number, pageSize, ...members }, headers);
}

function recordsOf(call: ApiCall<LedgerDeps>, registerId: string | undefined): Result<readonly RegisterRecord[]> {
  if (registerId === undefined) return call.deps.ledger.registers().filter((record) => !isSandbox(record));
  const record = visibleRegister(call, registerId);
  return isFailure(record) ? record : [record];
}

/** A node has thousands of registers, and a row of each is read: others have a turn in between. */
function* openAmong(
  call: ApiCall<LedgerDeps>,
  records: readonly RegisterRecord[],
): Generator<undefined, OpenProposal[]> {
  const all: OpenProposal[] = [];
  for (const [i, record] of records.entries()) {
    if (i % REGISTERS_AT_ONCE === REGISTERS_AT_ONCE - 1) yield;
    all.push(...openOn(call, record));
  }
  return all;
}

/** Nearly no register has an open proposal: that is looked at before what the caller sees of it. */
function openOn(call: ApiCall<LedgerDeps>, record: RegisterRecord): readonly OpenProposal[] {
  const { open } = governanceLedger(call.deps.chain.view(record.reg));
  if (open.length === 0) return [];
  const at = findGoverned(call, record.id);
  if (isFailure(at)) return [];
  const { governed } = at;
  return open.flatMap((proposalId) => {
    const row = proposalRow(governed.view, proposalId);
    if (row === undefined || !isOpen({ ...row, status: statusAt(row, governed.nowMs) })) return [];
    const voted = new Set(row.votes.map(({ approverDid }) => approverDid));
    const voters = electorateOf(row.operation, governed.state).voters.filter(({ subject }) => !voted.has(subject));
    return [{ record, row, governed, ownVoters: membersOfCaller(call, voters).map(({ subject }) => subject) }];
  });
}
