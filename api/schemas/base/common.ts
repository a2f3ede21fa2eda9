// Named schemas that several groups share. A `title` names the component in the OpenAPI document: one title, one
// schema.
import Type, { type Static, type TProperties, type TSchema } from 'typebox';
import { CURSOR_LENGTH_MAX, PAGE_SIZE_MAX } from '../../../core/base/limits/node/requests.js';
import { SIGNATURE_ALGORITHMS } from '../../../core/crypto/signing/algorithms.js';

/** An object with a name. Closed: unknown members are refused in requests and stripped from answers. */
export function namedObject<P extends TProperties>(title: string, properties: P, description?: string) {
  return Type.Object(properties, { title, ...(description === undefined ? {} : { description }) });
}

export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()]);
}

export const UUID_PATTERN = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';

export const Uuid = Type.String({
  pattern: UUID_PATTERN,
  description: 'Lower-case UUID.',
  examples: ['6f1b1c8e-4a55-4c0b-9a52-0d1b7ad7a001'],
});
export const RegisterId = Uuid;
export const HASH_PATTERN = '^[0-9a-f]{64}$';
export const Hash = Type.String({ pattern: HASH_PATTERN, description: 'SHA-256 as 64 lower-case hex digits.' });
export const Timestamp = Type.String({ maxLength: 40, description: 'ISO 8601, UTC with milliseconds.' });
/** A time that a request states, in any zone. */
export const StatedTime = Type.String({ format: 'date-time', maxLength: 40 });
/** Of a key that signs. */
export const SignatureAlgorithmName = Type.Enum([...SIGNATURE_ALGORITHMS], { title: 'SignatureAlgorithm' });
export const Email = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: '^[^\\s@]+@[^\\s@]+$',
  description: 'E-mail address.',
});
/** Of an account that is shown: one that signed up with a passkey has no address, nor has one that gave its own way. */
export const ShownEmail = Type.String({
  maxLength: 254,
  pattern: '^([^\\s@]+@[^\\s@]+)?$',
  description: 'E-mail address; empty where the account has none.',
});
/** The one spelling of its bytes, as `fromBase64` of core/base/bytes.ts takes it. */
const CANONICAL_BASE64 =
  '^(?:(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?|' +
  '(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-][AQgw]|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048])?)$';
/** For the document, in a schema of base64 that is judged where it is decoded. */
export const canonicalBase64 = { documented: { pattern: CANONICAL_BASE64 } } as const;
export const Base64 = Type.String({
  ...canonicalBase64,
  pattern: '^[A-Za-z0-9+/_-]*={0,2}$',
  description: 'Canonical base64 or base64url.',
});
/** A bech32m wallet address; the checksum is checked in core. */
export const Address = Type.String({
  pattern: '^qr1[0-9a-z]{10,90}$',
  description: 'Wallet address (Bech32m, prefix qr).',
});
/** Any JSON object: user payloads and metadata. */
export const OpenObject = Type.Record(Type.String(), Type.Unknown(), { description: 'Any JSON object.' });

export const IfMatchHeader = Type.Object({ 'if-match': Type.Optional(Type.String({ maxLength: 1024 })) });

export const RegisterParams = Type.Object({ registerId: RegisterId });

/** In place of page or $skip. */
export const Cursor = Type.Optional(
  Type.String({
    maxLength: CURSOR_LENGTH_MAX,
    pattern: '^[A-Za-z0-9_-]{22,}$',
    description:
      'nextCursor of the page before, or the cursor of its Link header: the page after that, whatever came to the list since. It is for the same path and filters.',
  }),
);
export const NextCursor = Type.Optional(
  Type.String({ description: 'Where the next page begins, for `cursor`; absent on the last one.' }),
);

/** page and pageSize, counted from 1. */
export const PageQuery = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
  pageSize: Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: 20 }),
});

export const CursorPageQuery = Type.Object({ ...PageQuery.properties, cursor: Cursor });

/** The page shape of the specification's platform lists, with the cursor of the next one. */
export function cursorPageOf<T extends TSchema>(title: string, item: T) {
  return namedObject(title, {
    items: Type.Array(item),
    totalCount: Type.Integer(),
    page: Type.Integer(),
    pageSize: Type.Integer(),
    nextCursor: NextCursor,
  });
}

export const Acknowledgement = namedObject('Acknowledgement', { success: Type.Boolean(), message: Type.String() });
export type Acknowledgement = Static<typeof Acknowledgement>;
