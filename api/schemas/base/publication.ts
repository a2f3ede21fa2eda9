// Publications: what is sent for one at the door of a register, and members that several answers show: who signed what
// is said of author and time. Schemas only.
import Type from 'typebox';
import { ID_LENGTH_MAX } from '../../../core/base/limits/ledger/transactions.js';
import { namedObject } from './common.js';

export const IsPublisherSigned = Type.Boolean({
  description: 'The sender signed the header, with publishedBy and the time.',
});
export const StatementDigest = Type.String({
  description:
    'Of a publication: 32 bytes, hex, that its sender signs as well; the signature in base64 is metadata.statement.',
});
/** Of those who publish a blueprint without a rehearsal. */
export const PublishOverride = Type.Object({
  confirm: Type.Boolean({ description: 'Publishes without a rehearsal; an audit row says who did.' }),
  reason: Type.Optional(Type.String({ maxLength: 1000 })),
});
const LiftNote = namedObject('LiftNote', {
  location: Type.String({ description: 'JSON Pointer into the definition of language 2.' }),
  message: Type.String(),
});
/** Of answers about a blueprint of language 1. */
export const Lift = Type.Optional(
  namedObject(
    'BlueprintLift',
    {
      changes: Type.Array(LiftNote, { description: 'The changes, in this order.' }),
      questions: Type.Array(LiftNote, {
        description:
          'Places that the author decides: errors that are left, which keep it from being published, and members that several actions state.',
      }),
    },
    'Of a blueprint without "language": 2, which is published in language 2 and kept as it was written. Absent while its form is wrong.',
  ),
);
export const PublishBody = namedObject('PublishBlueprint', {
  blueprintId: Type.Optional(
    Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX, description: 'Default: the id of the definition.' }),
  ),
  blueprintJson: Type.Record(Type.String(), Type.Unknown(), { description: 'The workflow definition.' }),
  publishedBy: Type.Optional(
    Type.String({
      maxLength: ID_LENGTH_MAX,
      description: "Address of the roster wallet that answers for it; default: the caller's.",
    }),
  ),
  override: Type.Optional(PublishOverride),
});
