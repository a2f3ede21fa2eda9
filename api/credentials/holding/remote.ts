// Requests of a wallet to servers that its owner named: through the guard of outgoing requests, in the turn of the
// caller, with JSON as the answer. It says nothing of what the network of the operator looks like.
import { askForTenant, REDIRECTS_MAX } from '../../../actors/tenant-requests.js';
import { fromUtf8 } from '../../../core/base/bytes.js';
import { issue } from '../../../core/base/issue.js';
import { isObject, type JsonObject, parseJsonText } from '../../../core/base/json.js';
import { ISSUER_ANSWER_MAX } from '../../../core/base/limits/node/wallets.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import { FormatFault, faultOr } from '../../../core/credentials/fault.js';
import { isAway } from '../../../core/credentials/holding/token.js';
import type { OutgoingCall } from '../../../core/outgoing/ports.js';
import { turnKey } from '../../../core/tenant/turn-key.js';
import type { ApiDeps } from '../../deps/deps.js';
import type { HoldingCall } from './call.js';

export type RemoteCall = HoldingCall<Pick<ApiDeps, 'clock' | 'credentials'>>;

export interface RemoteAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty where the body is not UTF-8. */
  readonly text: string;
  readonly body: Uint8Array;
  /** Undefined where the text is not an object of JSON. */
  readonly json: JsonObject | undefined;
}

const ANSWER_MS = 10_000;

/** Any status is an answer. The codes of outgoing requests, in the words for tenants. */
export async function askRemote(
  { deps, caller }: RemoteCall,
  request: Pick<OutgoingCall, 'url' | 'method' | 'headers' | 'body' | 'redirectsMax'>,
): Promise<Result<RemoteAnswer>> {
  const { clock, credentials } = deps;
  const ports = { clock, outgoing: credentials.remote };
  const answer = await askForTenant(ports, {
    ...{ purpose: 'credential', from: turnKey(caller), bytesMax: ISSUER_ANSWER_MAX, timeoutMs: ANSWER_MS },
    // A redirect of a POST could carry a code or a token elsewhere.
    ...(request.method === 'POST' ? {} : { redirectsMax: REDIRECTS_MAX }),
    ...request,
  });
  if (isFailure(answer)) return answer;
  const { status, headers, body } = answer;
  return { status, headers, body, ...readBody(body) };
}

export function readBody(body: Uint8Array): Pick<RemoteAnswer, 'text' | 'json'> {
  const text = textIn(body);
  const json = parseJsonText(text);
  return { text, json: !isFailure(json) && isObject(json) ? json : undefined };
}

/**
 * The document at the address, as `read` takes it. ISSUER_REFUSED, ISSUER_ANSWER_INVALID, or the codes of outgoing
 * requests.
 */
export async function readRemote<T>(
  call: RemoteCall,
  asked: Pick<OutgoingCall, 'url' | 'redirectsMax'>,
  read: (json: JsonObject | undefined) => T,
): Promise<Result<T>> {
  const { url } = asked;
  const answer = await askRemote(call, { ...asked, headers: { accept: 'application/json' } });
  if (isFailure(answer)) return answer;
  const { status } = answer;
  if (isAway(status)) return away(status);
  // An offer that is over, and an issuer that is not there, are the issuer's word.
  if (status >= 400) return fail(issue('ISSUER_REFUSED', '', `${nameOf(url)} came with status ${status}.`));
  if (status !== 200) return answerInvalid(`The document ${nameOf(url)} came with status ${status}.`);
  return readAs(() => read(answer.json));
}

/** A server that says nothing now: the one that waits for it asks again. */
export function away(status: number) {
  return fail(issue('OUTGOING_ANSWER_REFUSED', '', `The server answered ${status}, and says nothing of the request.`));
}

/** ISSUER_ANSWER_INVALID in the place of a fault. */
export function readAs<T>(read: () => T): Result<T> {
  const value = faultOr(read);
  return value instanceof FormatFault ? answerInvalid(value.message) : value;
}

export function answerInvalid(message: string) {
  return fail(issue('ISSUER_ANSWER_INVALID', '', message));
}

/** Without its query, which may be a secret. */
const nameOf = (url: string) => new URL(url).pathname.split('/').slice(0, 3).join('/');

function textIn(bytes: Uint8Array): string {
  try {
    return fromUtf8(bytes);
  } catch {
    return '';
  }
}
