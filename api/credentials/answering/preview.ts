// The claims of a choice that a verifier would read. They come by the rule by which the choice is presented, so that
// the two never differ.
import { issue } from '../../../core/base/issue.js';
import type { JsonObject } from '../../../core/base/json.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import type { Selected } from '../../../core/credentials/answering/selection.js';
import { FormatFault } from '../../../core/credentials/fault.js';
import { shownClaims } from '../../../core/credentials/holding/presenting.js';
import type { Wallet } from '../../../core/wallet/wallet.js';
import type { ApiDeps } from '../../deps/deps.js';
import type { WaitingRequest } from '../../presenting/met-requests.js';
import { openCopies } from '../holding/keeping.js';
import { type HolderChoice, readChosen } from './matching.js';

export interface PreviewedCredential extends Selected {
  readonly claims: JsonObject;
}

/** BODY_INVALID for a choice that does not answer the query; CREDENTIAL_REFUSED where one is gone. */
export async function previewOf(
  deps: Pick<ApiDeps, 'clock' | 'credentials'>,
  {
    wallet,
    waiting: { request },
    selection,
  }: { readonly wallet: Wallet; readonly waiting: WaitingRequest; readonly selection: HolderChoice },
): Promise<Result<readonly PreviewedCredential[]>> {
  const chosen = await readChosen(deps, { wallet, request, selection });
  if (isFailure(chosen)) return chosen;
  const previewed: PreviewedCredential[] = [];
  for (const { queryId, credentialId, paths } of chosen) {
    const kept = deps.credentials.kept.find(wallet.address, credentialId);
    const [copy] = kept === undefined ? [] : openCopies(deps, kept);
    const claims = copy && shownClaims(copy.text, paths);
    if (claims === undefined || claims instanceof FormatFault)
      return fail(issue('CREDENTIAL_REFUSED', '', 'The wallet has the credential no more, or it cannot be read.'));
    previewed.push({ queryId, credentialId, claims });
  }
  return previewed;
}
