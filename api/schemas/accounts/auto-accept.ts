// Issuers of which a wallet takes credentials by itself, as they are stated and shown.
import Type from 'typebox';
import { ID_LENGTH_MAX } from '../../../core/base/limits/ledger/transactions.js';
import {
  ACCEPTED_ISSUERS_MAX,
  ACCEPTED_TYPES_MAX,
  CREDENTIAL_TYPE_MAX,
} from '../../../core/base/limits/node/wallets.js';
import type { AutoAccept } from '../../../core/credentials/holding/auto-accept.js';
import { namedObject, Timestamp, Uuid } from '../base/common.js';

const Accepted = Type.Object({
  issuer: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2048,
      description:
        'The address by which the issuer names itself, such as https://ledger.example/credentials/northwind.',
    }),
  ),
  registerId: Type.Optional({ ...Uuid, description: 'With participantId, in the place of an address.' }),
  participantId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: ID_LENGTH_MAX,
      description: 'Of the record on that register whose wallet issues.',
    }),
  ),
  types: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: CREDENTIAL_TYPE_MAX }), {
      minItems: 1,
      maxItems: ACCEPTED_TYPES_MAX,
      description: 'vct or doctypes; all where absent.',
    }),
  ),
});
const issuers = Type.Array(Accepted, { maxItems: ACCEPTED_ISSUERS_MAX });

export const SetAutoAccept = namedObject('SetAutoAccept', { issuers });
export const AutoAcceptView = namedObject('AutoAccept', { issuers, changedAt: Type.Optional(Timestamp) });

export function autoAcceptView(autoAccept: AutoAccept | undefined) {
  const issuers = (autoAccept?.issuers ?? []).map(({ types, ...accepted }) => ({
    ...{ ...accepted, ...(types && { types: [...types] }) },
  }));
  return {
    issuers,
    ...(autoAccept && { changedAt: new Date(autoAccept.changedAtMs).toISOString() }),
  };
}
