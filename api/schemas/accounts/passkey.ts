// The options for a passkey of a browser, and its answers (Web Authentication).
import Type from 'typebox';
import { namedObject, OpenObject } from '../base/common.js';

const Encoded = Type.String({ maxLength: 8192 });
/** Browsers add members of their own. */
const open = { additionalProperties: true } as const;

export const PasskeyOptions = namedObject('PasskeyOptions', {
  transactionId: Type.String({ description: 'For one answer within five minutes.' }),
  options: OpenObject,
});

const Answer = {
  id: Type.String({ minLength: 1, maxLength: 1400 }),
  rawId: Type.String({ maxLength: 1400 }),
  type: Type.Literal('public-key'),
};

export const AttestationResponse = Type.Object(
  {
    ...Answer,
    response: Type.Object(
      {
        clientDataJSON: Encoded,
        attestationObject: Encoded,
        transports: Type.Optional(Type.Array(Type.String(), { maxItems: 20 })),
      },
      open,
    ),
    clientExtensionResults: Type.Object({}, open),
  },
  {
    ...open,
    title: 'AttestationResponse',
    description: 'PublicKeyCredential.toJSON() of navigator.credentials.create.',
  },
);

export const AssertionResponse = Type.Object(
  {
    ...Answer,
    response: Type.Object(
      {
        clientDataJSON: Encoded,
        authenticatorData: Encoded,
        signature: Encoded,
        userHandle: Type.Optional(Type.String({ maxLength: 200 })),
      },
      open,
    ),
    clientExtensionResults: Type.Object({}, open),
  },
  { ...open, title: 'AssertionResponse', description: 'PublicKeyCredential.toJSON() of navigator.credentials.get.' },
);
