// The credentials of a wallet that answer the query of a verifier, in bounded steps.
import { issue } from '../../../core/base/issue.js';
import { fail, type Result } from '../../../core/base/result.js';
import type { MetRequest } from '../../../core/credentials/answering/met-request.js';
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
