// The client id under which this node asks for credentials at gates: one that a record of the register names. Else a
// shop could pass the nonce of its own action to a customer, and use the answer.
import type { PreparedGate } from '../../actors/workflow/credentials/shown-gates.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { CLIENT_ID_PREFIXES, clientIdOf } from '../../core/credentials/presenting/request.js';
import { factsOfWallet, isVerifierAsOf } from '../../core/register/people/credential-facts.js';
import type { ApiDeps } from '../deps/deps.js';

type Deps = Pick<ApiDeps, 'chain' | 'config' | 'ledger' | 'verifier'>;

/** Whether a record names the client id; of a gate that is verified, whether that of its verifier does. */
export function isVerifierNow(
  deps: Pick<Deps, 'chain' | 'ledger'>,
  registerId: string,
  { clientId, gate }: { readonly clientId: string; readonly gate?: Verified },
): boolean {
  if (gate?.rule.verifiedBy !== undefined) return verifierIds(deps, registerId, gate).includes(clientId);
  const { chain, ledger } = deps;
  const reg = ledger.register(registerId)?.reg;
  return reg !== undefined && isVerifierAsOf(chain.view(reg), clientId, chain.head(reg)?.height ?? 0);
}

type Verified = Pick<PreparedGate, 'id' | 'rule' | 'verifier'>;

function verifierIds({ chain, ledger }: Pick<Deps, 'chain' | 'ledger'>, registerId: string, gate: Verified) {
  const reg = ledger.register(registerId)?.reg;
  if (reg === undefined || gate.verifier === undefined) return [];
  const facts = factsOfWallet(chain.view(reg), gate.verifier, chain.head(reg)?.height ?? 0);
  return facts?.isActive ? facts.verifierIds : [];
}

/**
 * The client id that a presentation at the gate names: `own`, or where the gate is verified one of its verifier, which
 * may be the same. CREDENTIAL_REFUSED where there is none.
 */
export function audienceOfGate(
  deps: Pick<Deps, 'chain' | 'ledger'>,
  registerId: string,
  { gate, own }: { readonly gate: Verified; readonly own: Result<string> },
): Result<string> {
  const { verifiedBy: role } = gate.rule;
  if (role === undefined) return own;
  const [first, ...others] = verifierIds(deps, registerId, gate);
  if (first === undefined) {
    const message = `No active record of the holder of the role ${role} names a client id among its verifierIds, so nobody can verify the gate.`;
    return fail(issue('CREDENTIAL_REFUSED', `/gates/${gate.id}`, message));
  }
  return !isFailure(own) && others.includes(own) ? own : first;
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
  return ids.find((clientId) => isVerifierNow(deps, registerId, { clientId })) ?? fail(audienceIssue(ids));
}

function audienceIssue(ids: readonly string[]): Issue {
  const message = `No active record of the register names a client id of this node among its verifierIds: publish a participant with ${ids.join(' or ')}.`;
  return issue('CREDENTIAL_REFUSED', '/registerId', message);
}
