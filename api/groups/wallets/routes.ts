// Wallets: both create forms, recovery, records, and the use of their keys (specification 4.4).
import Type from 'typebox';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../../../core/base/limits.js';
import { route } from '../../define.js';
import { OpenObject } from '../../schemas/common.js';
import {
  AddressParams,
  ChangeWalletBody,
  CreatedHdWallet,
  CreatedWallet,
  CreateHdWalletBody,
  CreateWalletBody,
  DecryptBody,
  Decrypted,
  DecryptedPayload,
  DecryptPayloadBody,
  EncryptBody,
  Encrypted,
  EncryptedPayload,
  EncryptPayloadBody,
  RecoverWalletBody,
  SignatureView,
  SignBody,
  Verified,
  VerifyBody,
  WalletParams,
  WalletView,
} from '../../schemas/wallet.js';

const ListQuery = Type.Object({
  top: Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT }),
  after: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,15}-qr1[0-9a-z]{10,90}$',
      description: 'From the Link header of the page before.',
    }),
  ),
});

const SIGN_RULE =
  'With a wallet that the caller does not own this succeeds only for an Administrator of the owning organisation who holds an active ReadWrite ' +
  'grant whose allowedDerivationContexts contain the derivation path, and never in hybrid mode. Anything else, an unknown wallet included, is a ' +
  '403 and a line in the audit log. A hash (isPreHashed) does not tell what it is of, so who may sign with the main key can sign whatever the wallet can: ' +
  'transactions, participant records and the proof of a key to receive with. A grant for another path signs with the key of another address.';

const SIGN_ERRORS = [
  'BODY_INVALID',
  'BODY_TOO_LARGE',
  'DERIVATION_PATH_INVALID',
  'ALGORITHM_UNSUPPORTED',
  'WALLET_ACCESS_DENIED',
  'WALLET_NOT_FOUND',
  'WALLET_LOCKED',
  'NODE_UNAVAILABLE',
] as const;
const ENCRYPT_ERRORS = [
  'BODY_INVALID',
  'BODY_TOO_LARGE',
  'WALLET_NOT_FOUND',
  'WALLET_ACCESS_DENIED',
  'WALLET_LOCKED',
  'RECIPIENT_KEY_UNKNOWN',
  'ALGORITHM_UNSUPPORTED',
] as const;
const DECRYPT_ERRORS = [
  'BODY_INVALID',
  'BODY_TOO_LARGE',
  'WALLET_NOT_FOUND',
  'WALLET_ACCESS_DENIED',
  'WALLET_LOCKED',
  'CIPHERTEXT_INVALID',
  'NODE_UNAVAILABLE',
] as const;

export const walletRoutes = {
  createWallet: route({
    method: 'POST',
    url: '/api/wallets',
    can: 'CanManageWallets',
    summary: 'Create a wallet that the node keeps',
    description:
      'The seed is made and kept sealed by the node; no words are shown. With organizationId, which must be that of the token, the wallet belongs ' +
      'to the organisation, and the creator gets a ReadWrite grant scoped to quorate:register-attestation for 90 days. An RSA key takes seconds.',
    bodySize: 'form',
    input: { body: CreateWalletBody },
    output: { 201: CreatedWallet },
    errors: ['BODY_INVALID', 'FORBIDDEN', 'ALGORITHM_UNSUPPORTED', 'NODE_UNAVAILABLE'],
    rate: 'heavy',
  }),
  createHdWallet: route({
    method: 'POST',
    url: '/api/v1/wallets',
    can: 'CanUseWallet',
    summary: 'Create a wallet and show its recovery words once',
    description:
      'BIP39 words, 24 unless wordCount is 12. With enableHybrid an ML-DSA-65 key of the same seed stands beside the classical one.',
    bodySize: 'form',
    input: { body: CreateHdWalletBody },
    output: { 201: CreatedHdWallet },
    errors: ['BODY_INVALID', 'ALGORITHM_UNSUPPORTED', 'NODE_UNAVAILABLE'],
    rate: 'heavy',
    secretAnswer: true,
  }),
  recoverWallet: route({
    method: 'POST',
    url: '/api/v1/wallets/recover',
    can: 'CanUseWallet',
    summary: 'Recover a wallet from its words',
    description: 'The same words, passphrase and algorithm give the same address. 409 while this node has that wallet.',
    bodySize: 'form',
    input: { body: RecoverWalletBody },
    output: WalletView,
    errors: ['BODY_INVALID', 'MNEMONIC_INVALID', 'WALLET_EXISTS', 'ALGORITHM_UNSUPPORTED', 'NODE_UNAVAILABLE'],
    rate: 'heavy',
  }),
  listWallets: route({
    method: 'GET',
    url: '/api/v1/wallets',
    can: 'CanUseWallet',
    summary: 'List wallets, oldest first',
    description:
      'Own wallets, those granted to the caller and, for an Administrator, those of the organisation. A Link header names the next page.',
    input: { query: ListQuery },
    output: Type.Array(WalletView),
    errors: ['QUERY_INVALID'],
  }),
  getWallet: route({
    method: 'GET',
    url: '/api/v1/wallets/:address',
    can: 'CanUseWallet',
    summary: 'Read one wallet',
    input: { params: AddressParams },
    output: WalletView,
    errors: ['PATH_INVALID', 'WALLET_NOT_FOUND'],
  }),
  updateWallet: route({
    method: 'PATCH',
    url: '/api/v1/wallets/:address',
    can: 'CanUseWallet',
    summary: 'Rename, tag, lock, archive or reactivate a wallet',
    bodySize: 'form',
    input: { params: AddressParams, body: ChangeWalletBody },
    output: WalletView,
    errors: ['PATH_INVALID', 'BODY_INVALID', 'WALLET_NOT_FOUND', 'WALLET_ACCESS_DENIED'],
  }),
  deleteWallet: route({
    method: 'DELETE',
    url: '/api/v1/wallets/:address',
    can: 'CanUseWallet',
    summary: 'Delete a wallet',
    description: 'Soft: its grants end and nobody sees or uses it any more, but its words recover it.',
    input: { params: AddressParams },
    output: { 204: null },
    errors: ['PATH_INVALID', 'WALLET_NOT_FOUND', 'WALLET_ACCESS_DENIED'],
  }),
  generateWalletAddress: route({
    method: 'POST',
    url: '/api/v1/wallets/:address/addresses',
    can: 'CanUseWallet',
    summary: 'Answer 501: the node derives no further addresses',
    input: { params: AddressParams },
    output: { 501: OpenObject },
    errors: ['NOT_IMPLEMENTED'],
  }),
  signWithWallet: route({
    method: 'POST',
    url: '/api/wallets/:id/sign',
    can: 'CanUseWallet',
    summary: 'Sign with a wallet, named by id',
    description: SIGN_RULE,
    bodySize: 'data',
    input: { params: WalletParams, body: SignBody },
    output: SignatureView,
    errors: SIGN_ERRORS,
  }),
  signWithAddress: route({
    method: 'POST',
    url: '/api/v1/wallets/:address/sign',
    can: 'CanUseWallet',
    summary: 'Sign with a wallet, named by address',
    description: SIGN_RULE,
    bodySize: 'data',
    input: { params: AddressParams, body: SignBody },
    output: SignatureView,
    errors: SIGN_ERRORS,
  }),
  encryptWithWallet: route({
    method: 'POST',
    url: '/api/wallets/:id/encrypt',
    can: 'CanUseWallet',
    summary: 'Encrypt data to a wallet of this node',
    bodySize: 'data',
    input: { params: WalletParams, body: EncryptBody },
    output: Encrypted,
    errors: ENCRYPT_ERRORS,
  }),
  decryptWithWallet: route({
    method: 'POST',
    url: '/api/wallets/:id/decrypt',
    can: 'CanUseWallet',
    summary: 'Decrypt what was encrypted to the wallet',
    bodySize: 'data',
    input: { params: WalletParams, body: DecryptBody },
    output: Decrypted,
    errors: DECRYPT_ERRORS,
  }),
  encryptWithAddress: route({
    method: 'POST',
    url: '/api/v1/wallets/:address/encrypt',
    can: 'CanUseWallet',
    summary: 'Encrypt a payload to a wallet of this node, by default to this one',
    bodySize: 'data',
    input: { params: AddressParams, body: EncryptPayloadBody },
    output: EncryptedPayload,
    errors: ENCRYPT_ERRORS,
  }),
  decryptWithAddress: route({
    method: 'POST',
    url: '/api/v1/wallets/:address/decrypt',
    can: 'CanUseWallet',
    summary: 'Decrypt a payload that was encrypted to the wallet',
    bodySize: 'data',
    input: { params: AddressParams, body: DecryptPayloadBody },
    output: DecryptedPayload,
    errors: DECRYPT_ERRORS,
  }),
  verifyWalletSignature: route({
    method: 'POST',
    url: '/api/v1/wallets/verify',
    can: 'CanUseWallet',
    summary: 'Check a signature under a public key',
    description: 'The data is hashed with SHA-256 first, unless isPreHashed says that it is such a hash.',
    chargesSignatures: true,
    bodySize: 'data',
    input: { body: VerifyBody },
    output: Verified,
    errors: ['BODY_INVALID', 'BODY_TOO_LARGE', 'ALGORITHM_UNSUPPORTED'],
  }),
};
