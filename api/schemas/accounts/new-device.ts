// A device as it names itself when it comes to an account.
import Type from 'typebox';
import { DEVICE_LABEL_MAX, DEVICE_PLATFORM_MAX } from '../../../core/base/limits/node/people.js';
import { namedObject } from '../base/common.js';
import { nameSchema } from '../base/names.js';

export const CreateDevice = namedObject('CreateDevice', {
  label: nameSchema(DEVICE_LABEL_MAX, 'A name for its owner.'),
  platform: Type.String({ minLength: 1, maxLength: DEVICE_PLATFORM_MAX, examples: ['ios'] }),
});
