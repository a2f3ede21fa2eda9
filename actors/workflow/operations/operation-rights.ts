// Whether who asked for an operation may still use the wallet, when its turn comes: minutes or a restart later. It
// fails closed: whoever is gone, suspended or without the grant by now is refused, and the operation with it.
import { issue } from '../../../core/base/issue.js';
import { fail, failIf, isFailure, type Result } from '../../../core/base/result.js';
import { DEFAULT_PATH } from '../../../core/crypto/derivation/hd.js';
import { turnKey } from '../../../core/tenant/turn-key.js';
import { accessDenied, keyVerdict, type WalletActor } from '../../../core/wallet/access.js';
import { useProblem, type Wallet } from '../../../core/wallet/wallet.js';
import type { Tenants } from '../../../storage/tables/accounts/tenants.js';
import type { WalletStore } from '../../../storage/tables/accounts/wallets.js';
import type { Asker } from '../../../storage/tables/workflow/operations.js';

export interface RightsPorts {
  readonly wallets: Pick<WalletStore, 'find' | 'grant'>;
  readonly tenants: Pick<Tenants, 'organisation' | 'membership'>;
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

/** In whose turn an operation goes on: that of whoever asked for it. */
export function turnOf({ id, membership, token }: Asker): string {
  if (membership) return turnKey({ organisationId: membership.organisationId, subject: membership.membershipId });
  return turnKey(token ?? { organisationId: '', subject: id });
}

/** May execute workflows (CanExecuteBlueprints): every member that is Active has that right, and every service. */
function actorNow({ tenants }: RightsPorts, { id, membership: at, token }: Asker): Result<WalletActor> {
  const organisationId = at?.organisationId ?? token?.organisationId ?? '';
  const membership = at && tenants.membership(at.organisationId, at.membershipId);
  if (at && membership?.status !== 'Active')
    return fail(issue('ACCOUNT_SUSPENDED', '', 'The account that asked for the operation is suspended or gone.'));
  if (organisationId !== '' && tenants.organisation(organisationId)?.status !== 'Active')
    return fail(
      issue('ORGANISATION_SUSPENDED', '', 'The organisation that asked for the operation is suspended or gone.'),
    );
  // Without a membership there is no role to lose: a service, or a person without an organisation, uses what it owns.
  return { id, roles: membership?.roles ?? [], ...(organisationId !== '' && { orgId: organisationId }) };
}
