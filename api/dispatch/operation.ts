// An operation as the dispatcher runs it: its definition worked out once, so that a call costs no look at a schema or a
// rule that it does not have.
import { isFailure } from '../../core/base/result.js';
import { CompactJwe, JWT_TYPE } from '../../core/credentials/jose/compact-jwe.js';
import type { AnyRoute, ApiCall, ApiRoute, RawReply } from '../define.js';
import { defaultStatus, isIdempotent, isUncached, Refusal, Reply, statusMap } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { isVersionTag } from '../requests/etags.js';
import type { IncomingCall } from '../requests/incoming.js';
import { negotiation } from '../requests/negotiation.js';
import { type CallOutcome, JSON_TYPE } from '../requests/outcome.js';
import type { Limiters } from '../requests/rate.js';
import { partsCheck, writerOf } from '../requests/validation.js';
import { type Admission, admissionOf } from './admission.js';
import { type BodyRules, bodyRules } from './body.js';
import { writesNothing } from './effects.js';
import { profileOf, type Writer, writerFor } from './representations.js';

type Check = (call: IncomingCall) => Refusal | undefined;

/** A form that one value has not is refused. Most are written at once; the others take turns. */
export type WriteAnswer = (result: unknown) => Written | Promise<Written>;
type Written = CallOutcome | Refusal;

export interface ApiOperation {
  readonly id: string;
  readonly admission: Admission;
  readonly body: BodyRules;
  /** The faults of the parts of the call. */
  readonly validate: Check;
  /** Charges for the work that the body brings. */
  readonly charge: Check | undefined;
  readonly run: (incoming: IncomingCall, call: ApiCall<ApiDeps>) => unknown;
  /** The answer as it is sent, of a result that is not a refusal. */
  readonly write: WriteAnswer;
  /**
   * The form that the call accepts, or the refusal of one that accepts none; undefined where the answer has one form.
   */
  readonly negotiate: ((call: IncomingCall) => WriteAnswer | Refusal) | undefined;
  /** Answers that were waited for go out in slices: a docket ends the wait of a thousand at once. */
  readonly answersInTurn: boolean;
  /** Reads what is sealed in the register that it names. */
  readonly reads: boolean;
  /** May commit nothing but entries of the audit trail. */
  readonly writesNothing: boolean;
  /** Takes submissions into a pool, which may be full. */
  readonly submits: boolean;
  /** Honours Idempotency-Key. */
  readonly repeatable: boolean;
  /** The answer shows a secret once. */
  readonly secret: boolean;
  /** No cache keeps the answer. */
  readonly noStore: boolean;
}

export type AnyHandler = (input: never, call: ApiCall<ApiDeps>, request?: never) => unknown;

interface Row {
  readonly id: string;
  readonly definition: AnyRoute;
  readonly handler: AnyHandler;
  /** Where clients find this node. */
  readonly publicUrl: string;
}

export function operationOf(
  { id, definition, handler, publicUrl }: Row,
  limiters: Pick<Limiters, 'get' | 'signatures' | 'values'>,
): ApiOperation {
  const check = partsCheck(definition);
  const isRoute = definition.kind === 'route';
  return {
    id,
    admission: admissionOf({ ...definition, id }, limiters),
    body: bodyRules(definition, limiters),
    validate: (call) => {
      const issues = check(call);
      return issues && new Refusal(issues);
    },
    charge: definition.chargesSignatures === true ? limiters.signatures : undefined,
    run: isRoute ? running(handler) : runningRaw(handler),
    ...(isRoute ? answering(definition, publicUrl) : { write: writeRaw, negotiate: undefined }),
    answersInTurn: isRoute,
    reads: definition.reads === 'sealed',
    writesNothing: writesNothing(definition),
    submits: definition.writes === 'register',
    repeatable: isRoute && isIdempotent(definition),
    secret: isRoute && definition.secretAnswer === true,
    noStore: isUncached(definition),
  };
}

function running(handler: AnyHandler): ApiOperation['run'] {
  const handle = handler as (input: unknown, call: ApiCall<ApiDeps>) => unknown;
  return ({ params, query, body, headers }, call) => handle({ params, query, body, headers }, call);
}

function runningRaw(handler: AnyHandler): ApiOperation['run'] {
  const handle = handler as unknown as (input: unknown, call: ApiCall<ApiDeps>, request: unknown) => unknown;
  return ({ params, query, headers, rawBody }, call) => handle({ params, query }, call, { headers, body: rawBody });
}

type Writers = ReadonlyMap<number, Writer>;

function writersOf(definition: ApiRoute): Writers {
  const writers = new Map<number, (value: unknown) => string>();
  for (const [at, schema] of Object.entries(statusMap(definition)))
    if (schema !== null) writers.set(Number(at), writerOf(schema));
  return writers;
}

function writingWith(definition: ApiRoute, writers: Writers, type: { readonly 'content-type': string }): WriteAnswer {
  const status = defaultStatus(definition);
  return (result) => writeAnswer(result instanceof Reply ? result : { status, body: result }, writers, type);
}

function writeAnswer(
  { status, body, headers }: Pick<Reply, 'status' | 'body' | 'headers'>,
  writers: Writers,
  type: { readonly 'content-type': string },
): Written | Promise<Written> {
  if (body === undefined || body === null) return { status, headers: headers ?? NO_HEADERS, body: undefined };
  // Its members are its handler's alone.
  if (body instanceof CompactJwe) return { status, headers: { ...headers, 'content-type': JWT_TYPE }, body: body.text };
  const write: Writer = writers.get(status) ?? JSON.stringify;
  return after(write(body), (text) => {
    if (isFailure(text)) return new Refusal(text.issues);
    return { status, headers: headers === undefined ? type : { ...type, ...headers }, body: text };
  });
}

/** At once where the value is there: no promise is made. */
export function after<T, U>(value: T | Promise<T>, next: (value: T) => U): U | Promise<U> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** The answer in JSON, and the choice of a form where there are others. */
function answering(definition: ApiRoute, publicUrl: string): Pick<ApiOperation, 'write' | 'negotiate'> {
  const json = writersOf(definition);
  const write = writingWith(definition, json, JSON_HEADERS);
  const { representations } = definition;
  if (representations === undefined) return { write, negotiate: undefined };
  // A refusal in a body of an answer (501) is not a representation.
  const shown = [...json].filter(([status]) => status < 300);
  const forms: Record<string, WriteAnswer> = { 'application/json': write };
  const profiles: Record<string, string | undefined> = {};
  for (const [type, representation] of Object.entries(representations)) {
    const writeForm = writerFor(representation, publicUrl);
    const own = new Map(shown.map(([status]) => [status, writeForm]));
    profiles[type] = profileOf(representation);
    forms[type] = withoutJsonTag(writingWith(definition, own, { 'content-type': `${type}; charset=utf-8` }));
  }
  return { write, negotiate: negotiation(forms, profiles) };
}

/** A tag that the handler states for an answer as a whole is that of its JSON: another form is known by its bytes. */
function withoutJsonTag(write: WriteAnswer): WriteAnswer {
  return (result) =>
    after(write(result), (outcome) => {
      if (outcome instanceof Refusal) return outcome;
      const { etag, ...headers } = outcome.headers;
      return etag === undefined || isVersionTag(String(etag)) ? outcome : { ...outcome, headers };
    });
}

const NO_HEADERS = {};
const JSON_HEADERS = { 'content-type': JSON_TYPE };

function writeRaw(result: unknown): CallOutcome {
  const { status, headers, body } = result as RawReply;
  return { status, headers, body };
}
