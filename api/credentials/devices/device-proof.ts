// Whether a request comes from a device of its caller: a proof of RFC 9449 by the key of an active one, over the token
// that the request has. So a copied token alone does nothing that asks for it.
import { issue } from '../../../core/base/issue.js';
import { WalletRefusal } from '../../../core/credentials/issuing/refusal.js';
import { isInForce } from '../../../core/tenant/devices/delegation.js';
import type { Caller } from '../../auth/caller.js';
import { type Refusal, refuse } from '../../define.js';
import type { ApiDeps } from '../../deps/deps.js';
import { bearerOf } from '../../requests/guard.js';
import { dpopHeaders, proofOf, spendProof, type WalletHeaders } from '../wallet-access.js';

type Deps = Pick<ApiDeps, 'clock' | 'config' | 'credentials' | 'devices' | 'random'>;

/** Why the request does not come from one, where `credentials.deviceProof` asks for it. */
export function deviceProblem(
  deps: Deps,
  { caller, headers, path }: { readonly caller: Caller; readonly headers: WalletHeaders; readonly path: string },
): Refusal | undefined {
  const { credentials, config, clock, devices } = deps;
  if (credentials.settings.deviceProof === 'optional') return undefined;
  const node = { url: config.publicUrl };
  const { dpop, authorization = '' } = headers;
  const refuseAs = (message: string) => refuse(issue('DEVICE_PROOF_NEEDED', '', message), {}, dpopHeaders(deps, node));
  const proof = proofOf(deps, node, { dpop, path, token: bearerOf(authorization) ?? '' });
  if (proof === undefined) return refuseAs('The request has no header DPoP.');
  if (proof instanceof WalletRefusal) return refuseAs(proof.message);
  const isOfDevice = devices
    .of(caller.platformUserId)
    .some(
      ({ status, delegation }) =>
        status === 'Active' && delegation?.thumbprint === proof.thumbprint && isInForce(delegation, clock.now()),
    );
  if (!isOfDevice) return refuseAs('The proof is of a key that no active device of the caller has.');
  const spent = spendProof(deps, proof);
  return spent && refuseAs(spent.message);
}
