// Gathers what the evidence of a sealed transaction contains. The document itself is made in
// core/register/evidence/evidence.ts. It reads O(log n) of the chain for each docket that is proven, and gives the loop
// back in between.
import { setImmediate as turn } from 'node:timers/promises';
import { fromHex } from '../../../core/base/bytes.js';
import { type Issue, issue } from '../../../core/base/issue.js';
import { EVIDENCE_ROSTER_CHANGES_MAX } from '../../../core/base/limits/ledger/consensus.js';
import { pathBy, verifyInclusion } from '../../../core/base/merkle.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import { buildEvidence, type Evidence, type RosterChange } from '../../../core/register/evidence/evidence.js';
import { changeAt, governanceLedger } from '../../../core/register/governance/rows.js';
import type { StoredDocket } from '../../../storage/chain/chain-read.js';
import { StoreError } from '../../../storage/engine/fault.js';
import type { ApiDeps } from '../../deps.js';

type Chain = Pick<ApiDeps['chain'], 'sealed' | 'docket' | 'view' | 'head' | 'history'>;

/** Changes gathered before others have a turn. */
const TURN_CHANGES = 32;

export interface EvidenceWanted {
  /**
   * Height of the docket that the reader knows: the tip of the evidence, or below the transaction its anchor. The
   * newest docket unless told.
   */
  readonly head?: number | undefined;
  /** First height of which the branches of a split chain may say different things. */
  readonly forkedFrom?: number | undefined;
}

/**
 * The evidence of a transaction at its place. DOCKET_NOT_FOUND for a tip that is not sealed here;
 * GOVERNANCE_ROSTER_UNAVAILABLE when a docket that changed the roster cannot be read, or there are more of them than
 * evidence holds.
 */
export async function evidenceAt(
  chain: Chain,
  reg: number,
  at: EvidenceWanted & { readonly height: number; readonly index: number },
): Promise<Result<Evidence>> {
  const last = Math.min(chain.head(reg)?.height ?? -1, (at.forkedFrom ?? Number.POSITIVE_INFINITY) - 1);
  if (at.head !== undefined && at.head > last)
    return fail(
      issue('DOCKET_NOT_FOUND', '/head', `Docket ${at.head} is not sealed here; the newest is docket ${last}.`),
    );
  const isHead = at.head !== undefined && at.head >= at.height;
  const head = chain.docket(reg, isHead ? (at.head as number) : last);
  const anchor = isHead || at.head === undefined ? undefined : chain.docket(reg, at.head);
  const genesis = await chain.sealed(reg, 0);
  const sealed = at.height === 0 ? genesis : await chain.sealed(reg, at.height);
  if (!genesis || !sealed || !head)
    return fail(issue('TRANSACTION_NOT_FOUND', '/txId', 'The transaction is not sealed here.'));
  const rosterChanges = await rosterChangesBelow(chain, reg, head.header.height);
  if (isFailure(rosterChanges)) return rosterChanges;
  const heights = [at.height, 0, ...rosterChanges.map(({ header }) => header.height)];
  const paths = await pathsTo(chain, reg, { head, heights: [...heights, ...(anchor ? [anchor.header.height] : [])] });
  return buildEvidence({
    sealed,
    genesis,
    index: at.index,
    rosterChanges,
    head: { header: head.header, certificate: head.certificate },
    pathOf: (height) => paths.get(height) as Uint8Array[],
    ...(anchor ? { anchor: anchor.header } : {}),
  });
}

/** Every change of the validator roster below a height, oldest first. */
async function rosterChangesBelow(chain: Chain, reg: number, height: number): Promise<Result<RosterChange[]>> {
  const view = chain.view(reg);
  const found: RosterChange[] = [];
  const { changes } = governanceLedger(view);
  for (let ordinal = 0; ordinal < changes; ordinal++) {
    if (ordinal % TURN_CHANGES === TURN_CHANGES - 1) await turn();
    const change = changeAt(view, ordinal);
    if (!change || change.height >= height) break;
    if (!change.roster) continue;
    const docket = chain.docket(reg, change.height);
    if (!docket) return fail(unavailable('A docket that changed the roster is not readable on this node.'));
    const { header, certificate } = docket;
    if (header.rosterHash === header.nextRosterHash) continue;
    if (found.length === EVIDENCE_ROSTER_CHANGES_MAX)
      return fail(
        unavailable(`Evidence holds ${EVIDENCE_ROSTER_CHANGES_MAX} changes of the roster, and there are more.`),
      );
    found.push({ header, certificate, roster: change.roster });
  }
  return found;
}

/**
 * The audit paths of these heights in the history of the head. A row that the disk has spoilt is found here and not
 * given away.
 */
async function pathsTo(
  chain: Chain,
  reg: number,
  { head, heights }: { readonly head: StoredDocket; readonly heights: readonly number[] },
): Promise<ReadonlyMap<number, Uint8Array[]>> {
  const { height: size, historyRoot } = head.header;
  const nodes = chain.history(reg);
  const paths = new Map<number, Uint8Array[]>();
  for (const [i, height] of heights.entries()) {
    if (i % TURN_CHANGES === TURN_CHANGES - 1) await turn();
    if (height === size) continue;
    const path = pathBy(nodes, height, size);
    const docket = chain.docket(reg, height);
    if (!docket || !verifyInclusion(fromHex(docket.hash), height, size, path, fromHex(historyRoot)))
      throw new StoreError('STORE_DAMAGED', `The stored history of register ${head.header.registerId} is damaged.`);
    paths.set(height, path);
  }
  return paths;
}

function unavailable(message: string): Issue {
  return issue('GOVERNANCE_ROSTER_UNAVAILABLE', '', message);
}
