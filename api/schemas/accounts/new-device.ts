// A device as it names itself when it comes to an account.
import Type from 'typebox';
import { DEVICE_LABEL_MAX, DEVICE_PLATFORM_MAX } from '../../../core/base/limits/node/people.js';
import { PROOF_MAX } from '../../../core/base/limits/node/wallets.js';
import { namedObject } from '../base/common.js';
import { nameSchema } from '../base/names.js';

export const KeyProof = Type.String({
  minLength: 1,
  maxLength: PROOF_MAX,
  description:
    'Of the key of the device: an openid4vci-proof+jwt with a nonce of {publicUrl}/credentials/system-admin/nonce, whose audience is that issuer. The device gets a credential for it.',
});

export const CreateDevice = namedObject('CreateDevice', {
  label: nameSchema(DEVICE_LABEL_MAX, 'A name for its owner.'),
  platform: Type.String({ minLength: 1, maxLength: DEVICE_PLATFORM_MAX, examples: ['ios'] }),
  keyProof: Type.Optional(KeyProof),
});
