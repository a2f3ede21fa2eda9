// The ledger as the judge of gates asks it, as of a height: whom the register trusts, and what its records say of
// verifiers and holders. Nothing that is sealed above the height changes an answer. Pure.
import type { GateView } from '../../credentials/gate/judge.js';
import type { StateView } from '../../model/register.js';
import { type CredentialFacts, factsOfWallet, isVerifierAsOf } from '../people/credential-facts.js';
import { trustAsOf } from './as-of.js';

/** The answers as of the docket of the height. */
export function gateViewOf(view: Pick<StateView, 'state'>, asOf: number): GateView {
  const factsAt = (wallet: string): CredentialFacts | undefined => {
    const facts = factsOfWallet(view, wallet, asOf);
    return facts?.isActive ? facts : undefined;
  };
  return {
    // Lists of a tenant are those of one node, and so is its word about stale ones: neither has a part here.
    trust: { ...trustAsOf(view, asOf), tenantList: undefined, isStrict: false },
    isVerifier: (clientId, wallet) =>
      wallet === undefined
        ? isVerifierAsOf(view, clientId, asOf)
        : factsAt(wallet)?.verifierIds.includes(clientId) === true,
    holderKeysOf: (wallet) => factsAt(wallet)?.holderKeys ?? [],
  };
}
