// The key of a program before the authorization server (DPoP, RFC 9449): tokens that are bound to it are of no use to
// one who has the tokens alone.
import { issue } from '../../core/base/issue.js';
import type { DpopProof } from '../../core/credentials/issuing/dpop.js';
import { WalletRefusal } from '../../core/credentials/issuing/refusal.js';
import { turnKey } from '../../core/tenant/turn-key.js';
import type { Refusal } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { oauthRefusal } from '../requests/family-refusals.js';

type Deps = Pick<ApiDeps, 'config' | 'programs'>;

/** The proof of a request, unspent; undefined where there is none. `path` is that of the endpoint. */
export function proofOfProgram(
  { config: { publicUrl: server }, programs }: Deps,
  { dpop, path }: { readonly dpop: string | undefined; readonly path: string },
): DpopProof | WalletRefusal | undefined {
  return dpop === undefined ? undefined : programs.proofs.judge(dpop, { server, method: 'POST', url: server + path });
}

/** Spends it for the session that it gets; why it cannot be spent. */
export function spendForSession(
  deps: Deps,
  proof: DpopProof | undefined,
  session: { readonly organisationId: string; readonly subject: string },
): Refusal | undefined {
  const refused = proof && deps.programs.proofs.spend(proof, turnKey(session));
  return refused && proofRefusal(deps, refused);
}

export function proofRefusal(deps: Deps, { error, message }: WalletRefusal): Refusal {
  const name = error === 'use_dpop_nonce' ? error : 'invalid_dpop_proof';
  return oauthRefusal(name, issue('BODY_INVALID', '', message), proofHeaders(deps));
}

export function proofHeaders({ config, programs }: Deps) {
  return programs.proofs.headers(config.publicUrl);
}

/** The form of a pushed request with the key of its proof: the code is for that key alone (RFC 9449 section 10.1). */
export function boundForm<F extends { readonly dpop_jkt?: unknown }>(
  form: F,
  proof: DpopProof | undefined,
): (F & { readonly dpop_jkt?: unknown }) | WalletRefusal {
  if (proof === undefined) return form;
  if ((form.dpop_jkt ?? proof.thumbprint) === proof.thumbprint) return { ...form, dpop_jkt: proof.thumbprint };
  return new WalletRefusal('invalid_dpop_proof', 'The DPoP proof is of another key than dpop_jkt.');
}
