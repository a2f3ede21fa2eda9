// Credentials that wait to be taken: the schemas of their lists.
import Type from 'typebox';
import { Address, Hash, NextCursor, namedObject, RegisterId, Timestamp, Uuid } from '../base/common.js';
import { Id } from '../base/ids.js';
import { CredentialFormat, CredentialType, OfferId } from './credential.js';

const type = { credentialType: CredentialType, format: CredentialFormat };

const AvailableCredential = namedObject('AvailableCredential', {
  credentialId: { ...Uuid, description: 'For the offer of it: POST /api/v1/credentials/{credentialId}/offer.' },
  ...type,
  ...{ registerId: RegisterId, instanceId: Id, issuanceTxId: Hash },
  walletAddress: { ...Address, description: 'The wallet that holds the role of its recipient now.' },
  issuerWalletAddress: Address,
  sealedAt: Timestamp,
  expiresAt: Type.Optional(Timestamp),
  txCode: Type.Enum(['none', 'inbox', 'mail'], {
    title: 'AvailableTxCode',
    description: 'Whether its offer takes a code, which is in the answer that opens it or goes by mail.',
  }),
  entryId: Type.Optional({ ...Uuid, description: 'The entry of the personal inbox that told of it.' }),
  isDismissed: Type.Optional(Type.Boolean({ description: 'True: the caller dismissed that entry.' })),
});

const OfferByName = namedObject('OfferByName', {
  offerId: OfferId,
  ...type,
  issuer: Type.Object({ url: Type.String(), name: Type.String() }),
  credentialOfferUri: Type.String({ description: 'For a wallet. The caller signs in at the issuer to take it.' }),
  expiresAt: Timestamp,
});

export const AvailableCredentials = namedObject('AvailableCredentials', {
  credentials: Type.Array(AvailableCredential, { description: 'Of workflows, by the instances, the newest first.' }),
  nextCursor: NextCursor,
});
export const OffersByName = namedObject('OffersByName', { offers: Type.Array(OfferByName) });
