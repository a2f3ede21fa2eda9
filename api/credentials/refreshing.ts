// Offers a credential anew: the same type of the same wallet, to a wallet that takes it in the place of the former one.
import type { Static } from 'typebox';
import { issue } from '../../core/base/issue.js';
import { fail, failIf, isFailure, type Result } from '../../core/base/result.js';
import { type IssuedCredential, refreshProblem } from '../../core/credentials/issuing/issued.js';
import type { SealedOffer } from '../../core/credentials/issuing/offer.js';
import type { RefreshCredential } from '../schemas/accounts/credential.js';
import { type OfferMade, openSealed } from './new-offer.js';
import { makeOffer } from './offering.js';

type Call = Parameters<typeof makeOffer>[0];

/** With the claims that are stated, or those of the former offer while these are kept. */
export function makeRefresh(
  call: Call,
  credential: IssuedCredential,
  asked: Static<typeof RefreshCredential>,
): Result<OfferMade> {
  const problem = failIf(refreshProblem(credential));
  if (problem !== undefined) return problem;
  const kept = asked.claims === undefined ? keptClaims(call, credential) : undefined;
  if (kept !== undefined && isFailure(kept)) return kept;
  const { id: replaces, organisationId: tenantId, issuerWallet, credentialType, format, trustAnchor } = credential;
  const same = { tenantId, issuerWalletAddress: issuerWallet, credentialType, format, trustAnchor };
  const disclosable = asked.disclosablePaths === undefined ? kept?.disclosable : undefined;
  return makeOffer(call, { ...asked, ...same, claims: asked.claims ?? kept?.claims ?? {} }, { replaces, disclosable });
}

function keptClaims({ deps }: Call, { offerId = '' }: IssuedCredential): Result<SealedOffer> {
  const offer = deps.credentials.offers.find(offerId);
  return offer === undefined || offer.sealed === ''
    ? fail(issue('BODY_INVALID', '/claims', 'The claims of the credential are not kept any more: state them.'))
    : openSealed(deps, offer);
}
