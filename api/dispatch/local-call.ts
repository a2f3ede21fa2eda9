// A call of a program in this process, made as a client makes it: the same path, headers and bytes, so that the rules
// of operations find what they find over HTTP; and the value of its answer as a client reads it.
import { utf8 } from '../../core/base/bytes.js';
import type { Caller, UnaskedActs } from '../auth/caller.js';
import { looksAtTokens } from '../auth/policy.js';
import type { CallOptions } from '../client/call-options.js';
import type { ClientCall } from '../client/calls.js';
import { ANSWER_BYTES_MAX, readAnswer } from '../client/reading.js';
import { type LooseRequest, pathOf, requestOf } from '../client/sending.js';
import { type AnyRoute, bodyTypes } from '../define.js';
import type { CallHeaders, LocalRequest } from '../requests/incoming.js';
import { type CallOutcome, JSON_TYPE } from '../requests/outcome.js';

/** The caller of a program in this process: by a token, or known to the program that calls for it. */
export interface LocalCaller extends CallOptions {
  readonly caller?: Caller;
  readonly traceId: string;
  /** The address that its calls count for. */
  readonly address: string;
  /** The person of a program is not asked about the call. */
  readonly unasked?: UnaskedActs | undefined;
}

/** Media types of files: of the node's own making, and of whatever a sender named. */
const FILES: ReadonlySet<string> = new Set(['application/octet-stream', '*/*']);

/** The facts of an operation by which it is called. */
export function callFacts(
  definition: AnyRoute,
): Pick<ClientCall, 'method' | 'url' | 'isPublic' | 'isForm' | 'isBytes'> {
  const { method, url } = definition;
  return {
    ...{ method, url, isPublic: !looksAtTokens(definition) },
    isForm: bodyTypes(definition)[0] === 'application/x-www-form-urlencoded',
    isBytes: definition.kind === 'raw' && FILES.has(definition.answers.type),
  };
}

export function localRequest(definition: AnyRoute, input: LooseRequest, from: LocalCaller): LocalRequest {
  const facts = callFacts(definition);
  const { headers, body } = requestOf({ definition: facts, input, call: from, token: from.token, headers: undefined });
  const { caller, traceId, address, unasked } = from;
  return {
    ...{ traceId, address, url: pathOf(facts, input), headers: inSmallLetters(headers) },
    ...{ params: texts(input.params), query: texts(input.query) },
    ...(caller !== undefined && { caller }),
    ...{ unasked, ...(body !== undefined && { rawBody: utf8(body) }) },
    bodyType: facts.isForm ? 'application/x-www-form-urlencoded' : 'application/json',
  };
}

/** Node takes a stream of its own too. */
type ResponseBody = ConstructorParameters<typeof Response>[0];

/** Throws ClientError where the answer is too large to be held, or leads elsewhere. */
export async function valueIn(definition: AnyRoute, { status, headers, body }: CallOutcome): Promise<unknown> {
  const { isBytes } = callFacts(definition);
  // A text that is whole needs no stream, which costs more than the operation.
  if (typeof body === 'string' && headers['content-type'] === JSON_TYPE && status < 300) return JSON.parse(body);
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  const answer = new Response((body ?? null) as ResponseBody, { status, headers: pairs });
  return (await readAnswer(answer, { isBytes, bytesMax: ANSWER_BYTES_MAX })).body;
}

/** As a path and a query carry them. */
function texts(part: object | undefined): Readonly<Record<string, string>> {
  const stated = Object.entries(part ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(stated.map(([name, value]) => [name, String(value)]));
}

function inSmallLetters(headers: Readonly<Record<string, string>>): CallHeaders {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
