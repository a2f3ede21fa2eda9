// The changes of the validator roster that one evidence file carries: from genesis or a later docket on, as many as it
// has room for. It reads the rows of governance and the dockets that made the changes, and gives the loop back in
// between.
import { setImmediate as turn } from 'node:timers/promises';
import { firstHolding } from '../../../../core/base/bisect.js';
import { utf8 } from '../../../../core/base/bytes.js';
import { type Issue, issue } from '../../../../core/base/issue.js';
import {
  EVIDENCE_CHANGES_BYTES_MAX,
  EVIDENCE_ROSTER_CHANGES_MAX,
} from '../../../../core/base/limits/ledger/consensus.js';
import { fail, type Result } from '../../../../core/base/result.js';
import type { RosterChange } from '../../../../core/chain/evidence/evidence.js';
import { genesisRoster } from '../../../../core/chain/genesis/docket.js';
import type { Roster, StateView } from '../../../../core/model/register.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { changeAt, governanceLedger } from '../../../../core/register/governance/rows.js';
import type { ApiDeps } from '../../../deps/deps.js';

type Chain = Pick<ApiDeps['chain'], 'sealedDocket' | 'docket' | 'view'>;

/** Rows read before others have a turn. */
const TURN_CHANGES = 32;

/** The changes that fit one file. */
export interface Room {
  readonly changes: number;
  /** Of their JSON, without their paths. */
  readonly bytes: number;
}

const ROOM: Room = { changes: EVIDENCE_ROSTER_CHANGES_MAX, bytes: EVIDENCE_CHANGES_BYTES_MAX };

export interface RosterWay {
  /** Oldest first. */
  readonly changes: readonly Omit<RosterChange, 'historyPath'>[];
  /** A file with these changes has its head here at the latest: infinite where all of them fit. */
  readonly until: number;
}

/**
 * The changes between two heights, without these; GOVERNANCE_ROSTER_UNAVAILABLE where the docket of one cannot be read.
 */
export async function rosterWay(
  chain: Chain,
  reg: number,
  { above, below, room = ROOM }: { readonly above: number; readonly below: number; readonly room?: Room | undefined },
): Promise<Result<RosterWay>> {
  const view = chain.view(reg);
  const rows: Omit<RosterChange, 'historyPath'>[] = [];
  const { changes } = governanceLedger(view);
  let bytes = 0;
  for (let ordinal = firstAbove(view, above); ordinal < changes; ordinal++) {
    if (ordinal % TURN_CHANGES === TURN_CHANGES - 1) await turn();
    const change = changeAt(view, ordinal);
    if (!change || change.height >= below) break;
    if (!change.roster) continue;
    const docket = chain.docket(reg, change.height);
    if (!docket) return fail(unavailable('A docket that changed the roster is not readable on this node.'));
    const { header, certificate } = docket;
    if (header.rosterHash === header.nextRosterHash) continue;
    const item = { header, certificate, roster: change.roster };
    bytes += utf8(JSON.stringify(item)).length;
    if (rows.length === room.changes || bytes > room.bytes) return { changes: rows, until: header.height };
    rows.push(item);
  }
  return { changes: rows, until: Number.POSITIVE_INFINITY };
}

/** The roster that decides the docket above this height. */
export async function rosterAfter(chain: Chain, reg: number, height: number): Promise<Roster> {
  const view = chain.view(reg);
  for (let ordinal = firstAbove(view, height) - 1; ordinal >= 0; ordinal--) {
    if (ordinal % TURN_CHANGES === 0) await turn();
    const roster = changeAt(view, ordinal)?.roster;
    if (roster) return roster;
  }
  const genesis = await chain.sealedDocket(reg, 0);
  return genesisRoster(genesis?.docket.transactions[0] as Transaction);
}

/** The first change above a height; their number where there is none. */
function firstAbove(view: Pick<StateView, 'state'>, height: number): number {
  const { changes, lastChangeHeight } = governanceLedger(view);
  if (changes === 0 || lastChangeHeight <= height) return changes;
  return firstHolding(changes, (ordinal) => (changeAt(view, ordinal)?.height ?? 0) > height);
}

function unavailable(message: string): Issue {
  return issue('GOVERNANCE_ROSTER_UNAVAILABLE', '', message);
}
