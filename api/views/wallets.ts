// Wallets and grants as clients see them.
import type { Static } from 'typebox';
import { type Grant, isActive } from '../../core/wallet/grants.js';
import { keyTypeOf, type Wallet } from '../../core/wallet/wallet.js';
import type { GrantView, WalletView } from '../schemas/accounts/wallet.js';
import { isoTime } from './transactions.js';

export function walletView(wallet: Wallet): Static<typeof WalletView> {
  return {
    id: wallet.id,
    address: wallet.address,
    walletAddress: wallet.address,
    name: wallet.name,
    title: wallet.name,
    description: wallet.description,
    algorithm: wallet.algorithm,
    keyType: keyTypeOf(wallet.algorithm),
    publicKey: wallet.publicKey,
    status: wallet.status,
    owner: wallet.owner.id,
    ownerKind: wallet.owner.kind === 'organisation' ? 'organisation' : 'person',
    ...(wallet.tenant === undefined ? {} : { tenant: wallet.tenant }),
    ...(wallet.hybridAddress === undefined ? {} : { hybridAddress: wallet.hybridAddress }),
    ...(wallet.pqcAddress === undefined ? {} : { pqcWalletAddress: wallet.pqcAddress }),
    createdAt: isoTime(wallet.createdAt),
    updatedAt: isoTime(wallet.updatedAt),
    metadata: { ...wallet.tags },
  };
}

export function grantView(grant: Grant, now: number): Static<typeof GrantView> {
  return {
    id: grant.id,
    subject: grant.subject,
    accessRight: grant.accessRight,
    grantedBy: grant.grantedBy,
    ...(grant.reason === undefined ? {} : { reason: grant.reason }),
    grantedAt: isoTime(grant.grantedAt),
    ...(grant.expiresAt === undefined ? {} : { expiresAt: isoTime(grant.expiresAt) }),
    ...(grant.revokedAt === undefined ? {} : { revokedAt: isoTime(grant.revokedAt) }),
    allowedDerivationContexts: [...grant.allowedDerivationContexts],
    isActive: isActive(grant, now),
  };
}
