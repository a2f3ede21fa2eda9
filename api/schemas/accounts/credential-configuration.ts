// The types of credentials that an organisation issues, with its rules for each, as they are stated and shown.
import Type from 'typebox';
import {
  CREDENTIAL_TYPES_MAX,
  DISPLAY_TEXT_MAX,
  DISPLAYS_MAX,
  ISSUER_KEYS_MAX,
  LEVEL_NAME_MAX,
  LEVELS_MAX,
  LOGO_URI_MAX,
} from '../../../core/base/limits/node/wallets.js';
import { COLOUR } from '../../../core/credentials/issuing/type-rules.js';
import { Address, namedObject, nullable, Timestamp } from '../base/common.js';
import { nameSchema } from '../base/names.js';
import { CredentialFormat, CredentialType } from './credential.js';

const text = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: DISPLAY_TEXT_MAX, description }));
const colour = Type.Optional(Type.String({ pattern: COLOUR }));
const levels = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: LEVEL_NAME_MAX }), { maxItems: LEVELS_MAX, description }),
  );

const Display = namedObject('CredentialDisplay', {
  name: nameSchema(DISPLAY_TEXT_MAX),
  locale: Type.Optional(Type.String({ pattern: '^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,4}$' })),
  description: text('The use of the credential.'),
  logoUri: Type.Optional(Type.String({ format: 'uri', maxLength: LOGO_URI_MAX })),
  backgroundColor: colour,
  textColor: colour,
});
const trustListId = Type.Optional(
  Type.String({
    pattern: '^[a-z0-9][a-z0-9._-]{0,63}(/[A-Z]{2})?$',
    description: 'The list that has to certify the maker; any list of the organisation or the platform when absent.',
  }),
);
const stated = {
  credentialType: CredentialType,
  format: CredentialFormat,
  display: Type.Optional(
    Type.Array(Display, { maxItems: DISPLAYS_MAX, description: 'In several languages; the type itself when absent.' }),
  ),
  keyAttestation: Type.Optional(
    Type.Object(
      {
        trustListId,
        keyStorage: levels('At one of these levels of OpenID4VCI 1.0 appendix D.2.'),
        userAuthentication: levels('At one of these levels.'),
      },
      { title: 'KeyAttestationRule', description: 'The maker of the wallet has to attest the keys.' },
    ),
  ),
  clientAttestation: Type.Optional(
    Type.Object(
      { trustListId },
      { title: 'ClientAttestationRule', description: 'The maker of the wallet has to attest the wallet.' },
    ),
  ),
};

export const StatedConfigurations = namedObject('CredentialConfigurations', {
  configurations: Type.Array(namedObject('CredentialConfiguration', stated), {
    maxItems: CREDENTIAL_TYPES_MAX,
    description: 'All types: one that is left out is issued no more.',
  }),
  keys: Type.Optional(
    Type.Array(Address, {
      maxItems: ISSUER_KEYS_MAX,
      description: 'Wallets whose keys stay published; all when absent.',
    }),
  ),
});

export const ConfigurationsView = namedObject('CredentialConfigurationList', {
  configurations: Type.Array(
    namedObject('ShownCredentialConfiguration', {
      ...stated,
      waitingOffers: Type.Integer({ description: 'A type with some is not left out.' }),
    }),
  ),
  keys: Type.Array(
    namedObject('IssuerKey', {
      walletAddress: Address,
      keyId: Type.String({ description: 'Header kid of what it signs.' }),
      waitingOffers: Type.Integer(),
      neededUntil: nullable({ ...Timestamp, description: 'Verifiers ask for it until then; null: for nothing.' }),
    }),
  ),
});
