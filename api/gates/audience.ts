// The client id under which this node asks for credentials at gates: one that a record of the register names. Else a
// shop could pass the nonce of its own action to a customer, and use the answer.
import { type Issue, issue } from '../../core/base/issue.js';
import { fail, type Result } from '../../core/base/result.js';
import { CLIENT_ID_PREFIXES, clientIdOf } from '../../core/credentials/presenting/request.js';
import { isVerifierAsOf } from '../../core/register/people/credential-facts.js';
import type { ApiDeps } from '../deps/deps.js';

type Deps = Pick<ApiDeps, 'chain' | 'config' | 'ledger' | 'verifier'>;

export function isVerifierNow({ chain, ledger }: Deps, registerId: string, clientId: string): boolean {
  const reg = ledger.register(registerId)?.reg;
  return reg !== undefined && isVerifierAsOf(chain.view(reg), clientId, chain.head(reg)?.height ?? 0);
}

/** The usual client id first. CREDENTIAL_REFUSED where no record names one of this node. */
export function audienceFor(
  deps: Deps,
  { registerId, organisationId }: { readonly registerId: string; readonly organisationId: string },
): Result<string> {
  const host = new URL(deps.config.publicUrl).hostname;
  const leaf = deps.verifier.certificates.of(organisationId)?.chain[0];
  const usual = deps.verifier.settings.clientIdPrefix;
  const prefixes = [usual, ...CLIENT_ID_PREFIXES.filter((prefix) => prefix !== usual)];
  const ids = prefixes.flatMap((prefix) =>
    prefix === 'x509_san_dns' || leaf ? [clientIdOf(prefix, { host, leaf: leaf ?? new Uint8Array(0) })] : [],
  );
  return ids.find((id) => isVerifierNow(deps, registerId, id)) ?? fail(audienceIssue(ids));
}

function audienceIssue(ids: readonly string[]): Issue {
  const message = `No active record of the register names a client id of this node among its verifierIds: publish a participant with ${ids.join(' or ')}.`;
  return issue('CREDENTIAL_REFUSED', '/registerId', message);
}
