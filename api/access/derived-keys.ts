// The end of keys that an organisation derived for its members, with that of their wallets.
import type { Membership } from '../../core/tenant/user.js';
import { type DerivedKey, keysOfLeaver, WALLET_STATUS } from '../../core/wallet/organisation/derived-key.js';
import { withManagedStatus } from '../../core/wallet/wallet.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';

type Deps = Pick<ApiDeps, 'clock' | 'audit' | 'wallets' | 'organisationKeys'>;

/** The wallet of a key that ended does no more than its key. */
export function endOps({ deps }: ApiCall<Deps>, { walletAddress, status }: DerivedKey): readonly KvOp[] {
  const wallet = deps.wallets.byAddress(walletAddress);
  return wallet ? deps.wallets.put(withManagedStatus(wallet, WALLET_STATUS[status], deps.clock.now())) : [];
}

/** The keys end with the membership: a former member owns their wallets still, and may be a member elsewhere. */
export function leavingOps(call: ApiCall<Deps>, { organisationId, id }: Membership): readonly KvOp[] {
  const { deps } = call;
  const at = new Date(deps.clock.now()).toISOString();
  const ended = keysOfLeaver(deps.organisationKeys.of(organisationId), id, at);
  return ended.length === 0 ? [] : revocationOps(call, organisationId, ended);
}

/** Keys of the organisation that are revoked now, with their wallets and the lines in the trail. */
export function revocationOps(
  call: ApiCall<Deps>,
  organisationId: string,
  revoked: readonly DerivedKey[],
): readonly KvOp[] {
  const { deps, caller, address } = call;
  return [
    deps.organisationKeys.put(organisationId, ...revoked),
    ...revoked.flatMap((key) => [
      ...endOps(call, key),
      deps.audit.byCaller(
        { caller, address },
        {
          eventType: key.usage === 'Identity' ? 'IdentityKeyRevoked' : 'OrganizationKeyRevoked',
          organisationId,
          details: { derivedKeyId: key.id, walletAddress: key.walletAddress, userId: key.userId },
        },
      ),
    ]),
  ];
}
