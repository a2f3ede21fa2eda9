// Credentials that are shown with an action, in the bodies of requests.
import Type from 'typebox';
import {
  PRESENTATION_CLAIMS_MAX,
  PRESENTATION_PROOF_MAX,
  PRESENTATION_RAW_MAX,
  PRESENTATIONS_MAX,
} from '../../../core/base/limits/ledger/credentials.js';
import { namedObject } from '../base/common.js';

/** Of the reference: a presentation that was made before the action was prepared is bound to nothing. */
export const credentialPresentations = Type.Optional(
  Type.Array(
    namedObject('CredentialPresentation', {
      credentialId: Type.String({ minLength: 1, maxLength: 512 }),
      disclosedClaims: Type.Record(Type.String({ pattern: '^[\\s\\S]{1,256}$' }), Type.Unknown(), {
        maxProperties: PRESENTATION_CLAIMS_MAX,
        description: 'Values by claim name, as the presentation discloses them.',
      }),
      rawPresentation: Type.String({
        minLength: 1,
        maxLength: PRESENTATION_RAW_MAX,
        description: 'SD-JWT VC in its compact form, or a DeviceResponse as base64url.',
      }),
      keyBindingProof: Type.Optional(Type.String({ minLength: 1, maxLength: PRESENTATION_PROOF_MAX })),
    }),
    {
      maxItems: PRESENTATIONS_MAX,
      description:
        'Not read: an action that takes credentials is prepared first, so that holders can sign for it (POST /api/gates).',
    },
  ),
);
