// Cancellation of an instance, in the bodies of answers.
import Type from 'typebox';
import { Address, namedObject, Timestamp } from '../base/common.js';

export const CancellationBody = namedObject('CancellationTerms', {
  by: Type.Array(Type.String(), { description: 'Roles that ask for it; opener is who opened the instance.' }),
  until: Type.Array(Type.Integer(), {
    description: 'The instance cannot be cancelled after one of these actions is complete.',
  }),
  endedBy: Type.Optional(Type.Integer({ description: 'The action after which the instance cannot be cancelled.' })),
  askedAt: Type.Optional(Timestamp),
  consent: Type.Optional(
    Type.Object({
      need: Type.Integer(),
      of: Type.Array(Type.String()),
      given: Type.Array(Type.Object({ role: Type.String(), wallet: Address, at: Timestamp, until: Timestamp })),
    }),
  ),
});
