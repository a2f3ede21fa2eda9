// Access grants of wallets (specification 4.4): who else may see or use one.
import Type from 'typebox';
import { route } from '../../../define.js';
import { AccessCheck, AddressParams, GrantBody, GrantParams, GrantView } from '../../../schemas/accounts/wallet.js';

const CheckQuery = Type.Object({
  requiredRight: Type.Enum(['ReadOnly', 'ReadWrite', 'Owner'], { title: 'AccessRight', default: 'ReadOnly' }),
});

export const accessGrantRoutes = {
  grantWalletAccess: route({
    method: 'POST',
    url: '/api/v1/wallets/:address/access',
    writes: 'node',
    can: 'CanUseWallet',
    takesRecentSignIn: true,
    summary: 'Grant access to a wallet',
    description:
      'By an owner, or by an Administrator of the owning organisation, who must name allowedDerivationContexts and may not grant Owner. A single active ' +
      'grant a subject: revoke it first to change it.',
    input: { params: AddressParams, body: GrantBody },
    output: { 201: GrantView },
    errors: [
      'PATH_INVALID',
      'BODY_INVALID',
      'WALLET_NOT_FOUND',
      'WALLET_ACCESS_DENIED',
      'GRANT_INVALID',
      'GRANT_EXISTS',
    ],
  }),
  listWalletAccess: route({
    method: 'GET',
    url: '/api/v1/wallets/:address/access',
    can: 'CanUseWallet',
    summary: 'List the grants of a wallet, ended ones included',
    input: { params: AddressParams },
    output: Type.Array(GrantView),
    errors: ['PATH_INVALID', 'WALLET_NOT_FOUND', 'WALLET_ACCESS_DENIED'],
  }),
  revokeWalletAccess: route({
    method: 'DELETE',
    url: '/api/v1/wallets/:address/access/:subject',
    writes: 'node',
    can: 'CanUseWallet',
    summary: 'Revoke the active grant of a subject',
    input: { params: GrantParams },
    output: { 204: null },
    errors: ['PATH_INVALID', 'WALLET_NOT_FOUND', 'WALLET_ACCESS_DENIED', 'GRANT_NOT_FOUND'],
  }),
  checkWalletAccess: route({
    method: 'GET',
    url: '/api/v1/wallets/:address/access/:subject/check',
    can: 'CanUseWallet',
    summary: 'Tell whether a subject has a right on a wallet',
    description: 'Asked by who may manage the wallet, or by the subject itself.',
    input: { params: GrantParams, query: CheckQuery },
    output: AccessCheck,
    errors: ['PATH_INVALID', 'QUERY_INVALID', 'WALLET_NOT_FOUND', 'WALLET_ACCESS_DENIED'],
  }),
};
