// The credentials of a wallet that answer the query of a verifier, in bounded steps, and the choice of their holder.
import { issue } from '../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import type { MetRequest } from '../../../core/credentials/answering/met-request.js';
import { choose, type Selected, selectionOf, type ToShow } from '../../../core/credentials/answering/selection.js';
import { FormatFault, faultOr } from '../../../core/credentials/fault.js';
import { type DcqlMatch, matchDcql } from '../../../core/credentials/query/match.js';
import type { Wallet } from '../../../core/wallet/wallet.js';
import type { ApiDeps } from '../../deps/deps.js';
import { presentableCredentials } from '../holding/matching.js';

/** REQUEST_OBJECT_INVALID for a query that takes more steps than a match may. */
export async function matchRequest(
  deps: Pick<ApiDeps, 'clock' | 'credentials'>,
  wallet: Wallet,
  { query }: Pick<MetRequest, 'query'>,
): Promise<Result<DcqlMatch>> {
  const held = await presentableCredentials(deps, wallet);
  const match = faultOr(() => matchDcql(query, held));
  return match instanceof FormatFault ? fail(issue('REQUEST_OBJECT_INVALID', '/request', match.message)) : match;
}

/** Which credential answers which query; undefined for the ones that the request was shown with. */
export type HolderChoice = readonly Selected[] | undefined;

/** The chosen credentials, each with what is shown of it. BODY_INVALID for a choice that does not answer the query. */
export async function readChosen(
  deps: Pick<ApiDeps, 'clock' | 'credentials'>,
  {
    wallet,
    request,
    selection,
  }: { readonly wallet: Wallet; readonly request: MetRequest; readonly selection: HolderChoice },
): Promise<Result<readonly ToShow[]>> {
  const match = await matchRequest(deps, wallet, request);
  if (isFailure(match)) return match;
  const { query, transactionData: data } = request;
  const shown = faultOr(() => choose(selection ?? selectionOf(match), { query, match, data }));
  return shown instanceof FormatFault ? fail(issue('BODY_INVALID', '/selection', shown.message)) : shown;
}
