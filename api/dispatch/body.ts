// The body of a call, whatever carries it: bytes to plain data, counted and charged before they are made. A parser for
// each media type that some operation takes.
import { type Issue, issue } from '../../core/base/issue.js';
import { type Json, parseJson } from '../../core/base/json.js';
import { budgetIssue, valuesIn } from '../../core/base/json-budget.js';
import { DOCUMENT_DEPTH_MAX } from '../../core/base/limits/ledger/transactions.js';
import type { BodyLimit } from '../../core/base/limits/node/bodies.js';
import { isFailure, type Result } from '../../core/base/result.js';
import { compactJwe, JWT_TYPE } from '../../core/credentials/jose/compact-jwe.js';
import { type AnyRoute, type BodyType, bodyLimit, bodyTypes, Refusal } from '../define.js';
import { formFields, multipartFields, type ReadingRules } from '../requests/form.js';
import type { IncomingCall } from '../requests/incoming.js';
import type { Limiters } from '../requests/rate.js';

/** `count` charges the caller for so many values; an issue of it ends the parsing. */
type Parse = (
  bytes: Uint8Array,
  count: (values: number) => Issue | undefined,
  rules: ReadingRules,
) => Result<object | Json>;

const PARSERS: Readonly<Record<BodyType, Parse>> = {
  'application/json': (bytes, count, { valuesMax }) =>
    parseJson(bytes, { budget: (source) => count(valuesIn(source, valuesMax)), levels: DOCUMENT_DEPTH_MAX }),
  'application/x-www-form-urlencoded': formFields,
  'multipart/form-data': multipartFields,
  [JWT_TYPE]: compactJwe,
};

/** The media types that some operation takes. */
export const BODY_TYPES = Object.keys(PARSERS) as readonly BodyType[];

export interface BodyRules extends Pick<ReadingRules, 'lists'> {
  readonly limit: BodyLimit;
  /** The types that are parsed; none where the bytes are for the handler. */
  readonly takes: readonly BodyType[];
  readonly charge: Limiters['values'] | undefined;
}

export function bodyRules(definition: AnyRoute, limiters: Pick<Limiters, 'values'>): BodyRules {
  const limit = bodyLimit(definition);
  const charge = limit.isFree === true ? undefined : limiters.values;
  return { limit, takes: typesRead(definition), lists: listsOf(definition), charge };
}

function listsOf(definition: AnyRoute): ReadonlySet<string> {
  const body = definition.kind === 'raw' ? undefined : definition.input?.body;
  const { properties = {} } = (body ?? {}) as {
    readonly properties?: Readonly<Record<string, { readonly type?: string }>>;
  };
  return new Set(Object.keys(properties).filter((name) => properties[name]?.type === 'array'));
}

/** Sets the body of the call from its bytes, or says why it is not read. */
export function readBody({ limit, takes, lists, charge }: BodyRules, call: IncomingCall): Refusal | undefined {
  const { rawBody, bodyType } = call;
  if (rawBody.length > limit.bytes) return new Refusal([TOO_LARGE]);
  if (rawBody.length === 0 || takes.length === 0) return undefined;
  if (!takes.includes(bodyType)) return new Refusal([unsupportedTypeIssue(takes)]);
  const count = (values: number) => budgetIssue(values, limit.values) ?? charge?.(call, values);
  const parsed = PARSERS[bodyType](rawBody, count, { valuesMax: limit.values, lists });
  if (isFailure(parsed)) return new Refusal([parsed.issue]);
  call.body = parsed;
  return undefined;
}

/** For a body of a type that the operation does not take. */
export function unsupportedTypeIssue(takes: readonly BodyType[]): Issue {
  return issue('MEDIA_TYPE_UNSUPPORTED', '', `This operation takes ${takes.join(' or ')}.`);
}

export const TOO_LARGE = issue('BODY_TOO_LARGE', '', 'The body is larger than this operation takes.');

/** An operation without a body reads one of JSON and leaves it. */
function typesRead(definition: AnyRoute): readonly BodyType[] {
  if (definition.kind === 'raw') return [];
  const types = bodyTypes(definition);
  return types.length === 0 ? ['application/json'] : types;
}
