// Whether who asked for an operation may still use the wallet, when its turn comes: minutes or a restart later. It
// fails closed: an asker that is gone, suspended or without the grant by now is refused, and the operation with it.
import { type Issue, issue } from '../../../core/base/issue.js';
import { fail, failIf, isFailure, type Result } from '../../../core/base/result.js';
import { DEFAULT_PATH } from '../../../core/crypto/derivation/hd.js';
import { standsFor } from '../../../core/tenant/services/principal.js';
import { turnKey } from '../../../core/tenant/turn-key.js';
import { accessDenied, keyVerdict, type WalletActor } from '../../../core/wallet/access.js';
import { useProblem, type Wallet } from '../../../core/wallet/wallet.js';
import type { ServicePrincipals } from '../../../storage/tables/accounts/service-principals.js';
import type { Tenants } from '../../../storage/tables/accounts/tenants.js';
import type { WalletStore } from '../../../storage/tables/accounts/wallets.js';
import type { Asker } from '../../../storage/tables/workflow/operations.js';
import type { Acting } from '../encryption/acting.js';

export interface RightsPorts {
  readonly wallets: Pick<WalletStore, 'find' | 'grant'>;
  readonly tenants: Pick<Tenants, 'organisation' | 'membership'>;
  readonly services: Pick<ServicePrincipals, 'ofClient'>;
  readonly clock: { now(): number };
}

/**
 * The wallet of the address, if the asker may sign with it now, under the roles that it has now. Issues:
 * ACCOUNT_SUSPENDED, ORGANISATION_SUSPENDED, WALLET_ACCESS_DENIED, WALLET_LOCKED.
 */
export function walletNow(ports: RightsPorts, asker: Asker, address: string): Result<Wallet> {
  const actor = actorNow(ports, asker);
  if (isFailure(actor)) return actor;
  const wallet = ports.wallets.find(address);
  if (!wallet) return fail(accessDenied());
  const standing = { wallet, actor, grant: ports.wallets.grant(wallet, asker.id), now: ports.clock.now() };
  const verdict = keyVerdict(standing, DEFAULT_PATH, wallet.hybridAddress === address);
  return verdict.allowed ? (failIf(useProblem(wallet, 'sign')) ?? wallet) : fail(accessDenied());
}

/** Why the asker of a move may not sign with its wallet now; undefined where it may, and for a move of the node. */
export function lostRight(ports: RightsPorts, { asker, address }: Acting): Issue | undefined {
  const wallet = asker && walletNow(ports, asker, address);
  return isFailure<unknown>(wallet) ? wallet.issue : undefined;
}

const SERVICE_GONE = issue('ACCOUNT_SUSPENDED', '', 'The service that asked for the operation may not any more.');

/** In whose turn an operation goes on: that of its asker. */
export function turnOf({ id, membership, token }: Asker): string {
  if (membership) return turnKey({ organisationId: membership.organisationId, subject: membership.membershipId });
  return turnKey(token ?? { organisationId: '', subject: id });
}

/** May execute workflows (CanExecuteBlueprints): every member that is Active has that right, and every service. */
function actorNow(
  { tenants, services }: RightsPorts,
  { id, membership: at, token, service }: Asker,
): Result<WalletActor> {
  const organisationId = at?.organisationId ?? token?.organisationId ?? '';
  const membership = at && tenants.membership(at.organisationId, at.membershipId);
  if (at && membership?.status !== 'Active')
    return fail(issue('ACCOUNT_SUSPENDED', '', 'The account that asked for the operation is suspended or gone.'));
  if (organisationId !== '' && tenants.organisation(organisationId)?.status !== 'Active')
    return fail(
      issue('ORGANISATION_SUSPENDED', '', 'The organisation that asked for the operation is suspended or gone.'),
    );
  if (service !== undefined && !standsFor(services.ofClient(service), at?.organisationId)) return fail(SERVICE_GONE);
  // For a member it acts as its token did: in that organisation alone, and without the roles.
  if (service !== undefined && at) return { id, roles: [], orgId: organisationId, boundTo: organisationId };
  // Without a membership there is no role to lose: a service, or a person without an organisation, uses what it owns.
  return { id, roles: membership?.roles ?? [], ...(organisationId !== '' && { orgId: organisationId }) };
}
