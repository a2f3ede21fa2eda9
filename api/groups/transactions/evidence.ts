// Gathers what the evidence of a sealed transaction contains. The proof itself is made in core/register/evidence.ts.
import { type Issue, issue } from '../../../core/base/issue.js';
import { buildEvidence, type Evidence, type RosterChange } from '../../../core/register/evidence.js';
import { changeAt, governanceLedger } from '../../../core/register/governance/rows.js';
import type { ApiDeps } from '../../deps.js';

type Chain = Pick<ApiDeps['chain'], 'sealed' | 'docket' | 'view'>;

/** The evidence of a transaction at its place; GOVERNANCE_ROSTER_UNAVAILABLE when a docket that changed the roster cannot be read. */
export async function evidenceAt(
  chain: Chain,
  reg: number,
  place: { readonly height: number; readonly index: number },
): Promise<Evidence | Issue> {
  const genesis = await chain.sealed(reg, 0);
  const sealed = place.height === 0 ? genesis : await chain.sealed(reg, place.height);
  if (!genesis || !sealed) return issue('TRANSACTION_NOT_FOUND', '/txId', 'The transaction is not sealed here.');
  const rosterChanges = rosterChangesBelow(chain, reg, place.height);
  if (!rosterChanges)
    return issue('GOVERNANCE_ROSTER_UNAVAILABLE', '', 'A docket that changed the roster is not readable on this node.');
  return buildEvidence({ sealed, genesis, index: place.index, rosterChanges });
}

/** Every change of the validator roster below a height, oldest first. */
function rosterChangesBelow(chain: Chain, reg: number, height: number): RosterChange[] | undefined {
  const view = chain.view(reg);
  const found: RosterChange[] = [];
  const { changes } = governanceLedger(view);
  for (let ordinal = 0; ordinal < changes; ordinal++) {
    const change = changeAt(view, ordinal);
    if (!change || change.height >= height) break;
    if (!change.roster) continue;
    const docket = chain.docket(reg, change.height);
    if (!docket) return undefined;
    found.push({ header: docket.header, certificate: docket.certificate, roster: change.roster });
  }
  return found;
}
