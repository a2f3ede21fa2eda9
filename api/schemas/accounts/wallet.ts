// Schemas of wallets, keys and access grants as clients see them. No schema here has a member for a seed or a private
// key.
import Type from 'typebox';
import { ID_LENGTH_MAX } from '../../../core/base/limits/ledger/transactions.js';
import {
  GRANT_CONTEXTS_MAX,
  WALLET_DESCRIPTION_MAX,
  WALLET_NAME_MAX,
  WALLET_TAGS_MAX,
} from '../../../core/base/limits/node/wallets.js';
import { SIGNATURE_ALGORITHMS } from '../../../core/crypto/signing/algorithms.js';
import { ALGORITHM_SPELLINGS } from '../../../core/wallet/wallet.js';
import { Address, Base64, namedObject, StatedTime, Timestamp, Uuid } from '../base/common.js';
import { nameSchema } from '../base/names.js';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

/** Every path takes either name of a wallet, so that no client has to look one up to get the other. */
export const WalletRef = Type.String({
  pattern: `^(qr1[0-9a-z]{10,90}|${UUID})$`,
  description: 'Wallet id (UUID) or wallet address.',
});
export const WalletName = nameSchema(WALLET_NAME_MAX);
export const WalletDescription = Type.String({ maxLength: WALLET_DESCRIPTION_MAX });
export const KeyType = Type.Enum([...ALGORITHM_SPELLINGS], {
  title: 'WalletKeyType',
  description: 'ED25519, NISTP256, RSA (RSA-4096) or ML-DSA-65. RSA4096, RSA-4096 and NIST-P256 are other spellings.',
});
export const Tags = Type.Record(Type.String({ pattern: '^[\\s\\S]{1,64}$' }), Type.String({ maxLength: 256 }), {
  maxProperties: WALLET_TAGS_MAX,
  description: 'Texts by name, for the owner.',
});
export const Passphrase = Type.String({
  maxLength: 256,
  description: 'Optional BIP39 passphrase: needed again to recover.',
});
export const DerivationPath = Type.String({
  minLength: 1,
  maxLength: 160,
  description: "Purpose (quorate:register-attestation) or path (m/44'/0'/0'/0/0, the default).",
});
/** Signature algorithms in the spelling of the ledger, and the spellings of wallets. */
export const AnyAlgorithm = Type.Enum([...new Set([...SIGNATURE_ALGORITHMS, ...ALGORITHM_SPELLINGS])], {
  title: 'AnyAlgorithm',
});

export const WalletParams = Type.Object({ id: WalletRef });
export const AddressParams = Type.Object({ address: WalletRef });

export const WalletStatus = Type.Enum(['Active', 'Archived', 'Locked', 'Deleted']);

/**
 * Both spellings of a member where the specification's wallet (2.4) and the v1 form differ, so that a client of either
 * reads it.
 */
export const WalletView = namedObject('Wallet', {
  id: Uuid,
  address: Address,
  walletAddress: Address,
  name: Type.String(),
  title: Type.String(),
  description: Type.String(),
  algorithm: Type.String(),
  keyType: Type.String(),
  publicKey: Base64,
  status: WalletStatus,
  owner: Type.String({ description: 'Platform user id, or the id of the organisation that owns the wallet.' }),
  ownerKind: Type.Enum(['person', 'organisation']),
  tenant: Type.Optional(Type.String({ description: 'Organisation under which the wallet was created.' })),
  hybridAddress: Type.Optional(Address),
  pqcWalletAddress: Type.Optional(Address),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  metadata: Type.Record(Type.String(), Type.String(), { description: 'The tags.' }),
});

export const CreateWalletBody = namedObject('CreateWallet', {
  title: WalletName,
  description: Type.Optional(WalletDescription),
  keyType: KeyType,
  organizationId: Type.Optional(Uuid),
});
export const CreatedWallet = namedObject('CreatedWallet', {
  id: Uuid,
  walletAddress: Address,
  title: Type.String(),
  keyType: Type.String(),
  createdAt: Timestamp,
});

export const CreateHdWalletBody = namedObject('CreateHdWallet', {
  name: WalletName,
  algorithm: KeyType,
  wordCount: Type.Optional(Type.Enum([12, 24], { description: 'Default 24.' })),
  passphrase: Type.Optional(Passphrase),
  enableHybrid: Type.Optional(Type.Boolean()),
  pqcAlgorithm: Type.Optional(Type.Enum(['ML-DSA-65'], { description: 'The post-quantum half of a hybrid wallet.' })),
  description: Type.Optional(WalletDescription),
  tags: Type.Optional(Tags),
});
export const CreatedHdWallet = namedObject('CreatedHdWallet', {
  wallet: WalletView,
  mnemonicWords: Type.Array(Type.String(), { description: 'Shown once, and never again.' }),
  pqcWalletAddress: Type.Optional(Address),
  pqcAlgorithm: Type.Optional(Type.String()),
  warning: Type.String(),
});
export const RecoverWalletBody = namedObject('RecoverWallet', {
  mnemonicWords: Type.Array(Type.String({ pattern: '^[a-z]{3,8}$' }), { minItems: 12, maxItems: 24 }),
  name: WalletName,
  algorithm: KeyType,
  passphrase: Type.Optional(Passphrase),
  enableHybrid: Type.Optional(Type.Boolean()),
  description: Type.Optional(WalletDescription),
  tags: Type.Optional(Tags),
});
export const ChangeWalletBody = Type.Object(
  {
    title: Type.Optional(WalletName),
    name: Type.Optional(Type.Unsafe<string>({ ...WalletName, description: 'The same as title.' })),
    description: Type.Optional(WalletDescription),
    tags: Type.Optional(Tags),
    status: Type.Optional(
      Type.Enum(['Active', 'Archived', 'Locked'], {
        description: 'Locked: no use at all. Archived: decrypts only.',
      }),
    ),
  },
  { title: 'ChangeWallet', minProperties: 1 },
);

const Data = Type.String({ ...Base64, description: 'Base64.' });

export const SignatureFormat = Type.Enum(['jose', 'cose'], {
  title: 'SignRequestFormat',
  description:
    'The data is the signing input of a JWS (RFC 7515 5.1) or the Sig_structure of a COSE_Sign1 (RFC 9052 4.4). Its header has the algorithm of the key, and the signature is as these want it.',
});

export const BoundKeySource = Type.Enum(['Primary', 'HaipCoKey'], {
  title: 'BoundKeySource',
  description: 'The key of the wallet itself, or one of P-256 that was derived beside it.',
});

export const SignBody = Type.Object(
  {
    data: Type.Optional(Data),
    transactionData: Type.Optional(Data),
    algorithm: Type.Optional(AnyAlgorithm),
    derivationPath: Type.Optional(DerivationPath),
    isPreHashed: Type.Optional(Type.Boolean()),
    format: Type.Optional(SignatureFormat),
    hybridMode: Type.Optional(Type.Boolean()),
    pqcWalletAddress: Type.Optional(Address),
  },
  {
    title: 'SignRequest',
    documented: { oneOf: [{ required: ['data'] }, { required: ['transactionData'] }] },
    description:
      'Exactly one of data and transactionData: they mean the same. The signed bytes are its SHA-256, or with isPreHashed its 32 bytes themselves.',
  },
);
export const SignatureView = namedObject('WalletSignature', {
  signature: Base64,
  algorithm: Type.String(),
  timestamp: Timestamp,
  signedBy: Type.String({ description: 'Address of the wallet.' }),
  signedAt: Timestamp,
  publicKey: Base64,
  keyAddress: Type.String({
    description: 'Address of the key that signed: senderWallet of a transaction with this signature.',
  }),
});

export const EncryptBody = namedObject('EncryptRequest', { data: Data, recipientWalletId: WalletRef });
export const Encrypted = namedObject('Encrypted', {
  encryptedData: Base64,
  recipientWalletId: Type.String(),
  algorithm: Type.String(),
});
export const DecryptBody = namedObject('DecryptRequest', { encryptedData: Data });
export const Decrypted = namedObject('Decrypted', { data: Base64, timestamp: Timestamp });

export const EncryptPayloadBody = namedObject('EncryptPayloadRequest', {
  payload: Data,
  recipientAddress: Type.Optional(WalletRef),
});
export const EncryptedPayload = namedObject('EncryptedPayload', {
  encryptedPayload: Base64,
  recipientAddress: Type.String(),
  encryptedAt: Timestamp,
});
export const DecryptPayloadBody = namedObject('DecryptPayloadRequest', { encryptedPayload: Data });
export const DecryptedPayload = namedObject('DecryptedPayload', {
  decryptedPayload: Base64,
  decryptedBy: Type.String(),
  decryptedAt: Timestamp,
});

export const VerifyBody = namedObject('VerifyRequest', {
  publicKey: Data,
  data: Data,
  signature: Data,
  algorithm: AnyAlgorithm,
  isPreHashed: Type.Optional(Type.Boolean()),
});
export const Verified = namedObject('Verified', { isValid: Type.Boolean() });

export const AccessRight = Type.Enum(['ReadOnly', 'ReadWrite', 'Owner'], { title: 'AccessRight' });
export const Subject = Type.String({
  minLength: 1,
  maxLength: ID_LENGTH_MAX,
  pattern: '^[\\x21-\\x7e]+$',
  description: 'Platform user id.',
});
export const GrantParams = Type.Object({ address: WalletRef, subject: Subject });
export const GrantBody = namedObject('GrantAccess', {
  subject: Subject,
  accessRight: AccessRight,
  reason: Type.Optional(Type.String({ maxLength: 500 })),
  expiresAt: Type.Optional(StatedTime),
  allowedDerivationContexts: Type.Optional(Type.Array(DerivationPath, { maxItems: GRANT_CONTEXTS_MAX })),
});
export const GrantView = namedObject('AccessGrant', {
  id: Uuid,
  subject: Type.String(),
  accessRight: AccessRight,
  grantedBy: Type.String(),
  reason: Type.Optional(Type.String()),
  grantedAt: Timestamp,
  expiresAt: Type.Optional(Timestamp),
  revokedAt: Type.Optional(Timestamp),
  allowedDerivationContexts: Type.Array(Type.String()),
  isActive: Type.Boolean(),
});
export const AccessCheck = namedObject('AccessCheck', {
  walletAddress: Address,
  subject: Type.String(),
  requiredRight: AccessRight,
  hasAccess: Type.Boolean(),
});
