// Publications: what is sent for one at the door of a register, and members that several answers show: who signed what
// is said of author and time. Schemas only.
import Type from 'typebox';
import { ID_LENGTH_MAX } from '../../../core/base/limits/ledger/transactions.js';
import { named } from './common.js';

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
export const PublishBody = named('PublishBlueprint', {
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
