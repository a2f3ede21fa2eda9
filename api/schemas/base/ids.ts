// Named schemas of ids, heights and pages, which all others use.
import Type, { type TSchema } from 'typebox';
import { ID_LENGTH_MAX } from '../../../core/base/limits/ledger/transactions.js';
import { Hash, NextCursor, namedObject, RegisterId } from './common.js';

/** Identifiers of blueprints, instances, users and tenants: printable text. */
export const Id = Type.String({
  minLength: 1,
  maxLength: ID_LENGTH_MAX,
  pattern: '^[^\\x00-\\x1f\\x7f]+$',
  description: 'Printable text.',
});
export const Height = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Docket number.' });
export const TxParams = Type.Object({ registerId: RegisterId, txId: Hash });
export const Count = Type.Integer({ minimum: 0 });
export const Metadata = Type.Record(Type.String({ pattern: '^[\\s\\S]{1,64}$' }), Type.String({ maxLength: 1024 }), {
  maxProperties: 32,
  description: 'Texts by name.',
});

/** The page shape of queries (reference-facts 4.2.6). */
export function pageSchemaOf<T extends TSchema>(title: string, item: T) {
  return namedObject(title, {
    items: Type.Array(item),
    page: Type.Integer(),
    pageSize: Type.Integer(),
    totalCount: Count,
    totalPages: Count,
    hasPreviousPage: Type.Boolean(),
    hasNextPage: Type.Boolean(),
    nextCursor: NextCursor,
  });
}
