// Gathers what the evidence of a sealed transaction contains. The proof itself is made in core/register/evidence.ts.
import { type Issue, issue } from '../../../core/base/issue.js';
import { buildEvidence, type Evidence } from '../../../core/register/evidence.js';
import type { ApiDeps } from '../../deps.js';

/** The evidence of a transaction at its place; GOVERNANCE_ROSTER_UNAVAILABLE when the rosters since genesis cannot be told. */
export async function evidenceAt(
  chain: Pick<ApiDeps['chain'], 'sealed'>,
  reg: number,
  place: { readonly height: number; readonly index: number },
): Promise<Evidence | Issue> {
  const genesis = await chain.sealed(reg, 0);
  const sealed = place.height === 0 ? genesis : await chain.sealed(reg, place.height);
  if (!genesis || !sealed) return issue('TRANSACTION_NOT_FOUND', '/txId', 'The transaction is not sealed here.');
  // The rules know no transaction that changes the validator roster; a register whose roster did change follows rules that this version cannot prove.
  if (sealed.docket.header.rosterHash !== genesis.docket.header.rosterHash)
    return issue(
      'GOVERNANCE_ROSTER_UNAVAILABLE',
      '',
      'The validator roster changed since genesis in a way that is not known here.',
    );
  return buildEvidence({ sealed, genesis, index: place.index, rosterChanges: [] });
}
