// Offers of credentials: loads, asks core/credentials/issuing, commits, shows.
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { type CredentialOffer, cancelOffer, offerNotFound } from '../../../../core/credentials/issuing/offer.js';
import { worksForOperator } from '../../../auth/policy.js';
import { offerRecord } from '../../../credentials/offer-record.js';
import { makeOffer } from '../../../credentials/offering.js';
import { type ApiCall, type Handlers, reply } from '../../../define.js';
import { offerView } from '../../../schemas/accounts/credential.js';
import type { CredentialDeps } from '../deps.js';
import type { credentialOfferRoutes } from './routes.js';

type Call = ApiCall<CredentialDeps>;

export const credentialOfferHandlers: Handlers<typeof credentialOfferRoutes, CredentialDeps> = {
  async createCredentialOffer({ body }, call) {
    const { deps } = call;
    const made = makeOffer(call, body);
    if (isFailure(made)) return made;
    const { offer, ops, ...shown } = made;
    await deps.commit([...ops, offerRecord(call, offer, 'CredentialOffered')]);
    return reply(201, { ...offerView(offer, deps.clock.now()), ...shown });
  },

  getCredentialOffer({ params }, call) {
    const offer = findOffer(call, params.offerId);
    return isFailure(offer) ? offer : offerView(offer, call.deps.clock.now());
  },

  async cancelCredentialOffer({ params }, call) {
    const { commit, credentials } = call.deps;
    const offer = findOffer(call, params.offerId);
    const cancelled = isFailure(offer) ? offer : cancelOffer(offer);
    if (isFailure(cancelled)) return cancelled;
    await commit([...credentials.offers.put(cancelled), offerRecord(call, cancelled, 'CredentialOfferCancelled')]);
    return undefined;
  },
};

/** An offer of another organisation looks as one that is not there. */
function findOffer({ deps, caller }: Call, id: string): Result<CredentialOffer> {
  const offer = deps.credentials.offers.find(id);
  const isOwn = offer?.organisationId === caller.organisationId || worksForOperator(caller);
  return offer !== undefined && isOwn ? offer : fail(offerNotFound());
}
