// The wallet that the examples name, put into a world.
import type { ApiDeps } from '../../../api/deps/deps.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { toBase64 } from '../../../core/base/bytes.js';
import { isFailure } from '../../../core/base/result.js';
import { seedOf } from '../../../core/crypto/derivation/mnemonic.js';
import type { Wallet } from '../../../core/wallet/wallet.js';

/** The administrator's example wallet, as new; the example user has an active grant on it, or none. */
export async function seedExampleWallet(deps: ApiDeps, granted = false): Promise<Wallet> {
  const minted = await deps.keystore.mint(seedOf(EXAMPLE.walletWords), { algorithm: 'ED25519', hybrid: false });
  if (isFailure(minted)) throw new Error(minted.issue.message);
  const now = Date.parse(EXAMPLE.time);
  const wallet: Wallet = {
    id: EXAMPLE.walletId,
    address: minted.address,
    name: 'Procurement',
    description: 'Signs purchase orders.',
    algorithm: 'ED25519',
    publicKey: toBase64(minted.publicKey),
    owner: { kind: 'person', id: EXAMPLE.administratorPlatformId },
    tenant: EXAMPLE.organisationId,
    status: 'Active',
    tags: {},
    createdAt: now,
    updatedAt: now,
  };
  const old = await deps.wallets.grantsOf(wallet);
  await deps.commit([...deps.wallets.dropGrants(wallet, old), ...deps.wallets.add(wallet), ...minted.ops]);
  if (granted)
    await deps.commit(
      deps.wallets.putGrant(wallet, {
        id: '6f1b1c8e-4a55-4c0b-9a52-0d1b7ad7a002',
        walletId: wallet.id,
        subject: EXAMPLE.userPlatformId,
        accessRight: 'ReadWrite',
        grantedBy: EXAMPLE.administratorPlatformId,
        grantedAt: now,
        allowedDerivationContexts: ['quorate:register-attestation'],
      }),
    );
  return wallet;
}
