// The answer of a wallet (OpenID4VP 1.0 section 8), read with bounds before anything of it is judged. An answer that
// cannot be read as one to the request changes nothing.
import { type Issue, issue } from '../../base/issue.js';
import { isObject, parseJsonText } from '../../base/json.js';
import { ANSWER_DEPTH_MAX, ANSWERS_OF_QUERY_MAX } from '../../base/limits/node/wallets.js';
import { type Failure, fail, isFailure, type Result } from '../../base/result.js';
import type { DcqlQuery } from '../query/dcql.js';

/** The members of a form, or of an encrypted answer that was opened. */
export interface AnswerFields {
  readonly vp_token?: unknown;
  readonly state?: unknown;
  readonly error?: unknown;
  /** Of drafts, which had another query. */
  readonly presentation_submission?: unknown;
}

export interface WalletAnswer {
  /** Presentations by the id of their query. */
  readonly presentations: ReadonlyMap<string, readonly string[]>;
}

/** The wallet, or its holder, does not answer: by a name of OAuth 2.0. */
export interface WalletDenial {
  readonly denied: string;
}

/** LEGACY_DIALECT, DCQL_UNKNOWN_QUERY_ID or PRESENTATION_INVALID. */
export function readAnswer(
  fields: AnswerFields,
  asked: { readonly state: string; readonly query: DcqlQuery },
): Result<WalletAnswer | WalletDenial> {
  if (fields.state !== undefined && fields.state !== asked.state) return fail(OTHER_STATE);
  if (fields.presentation_submission !== undefined) return fail(LEGACY);
  if (fields.error !== undefined) return { denied: errorName(fields.error) };
  if (fields.state === undefined) return fail(OTHER_STATE);
  const token = tokenOf(fields.vp_token);
  if (!isObject(token)) return invalid('The answer has no vp_token that is an object by query id.');
  const presentations = new Map<string, readonly string[]>();
  for (const [id, list] of Object.entries(token)) {
    if (!asked.query.credentials.some((query) => query.id === id))
      return fail(issue('DCQL_UNKNOWN_QUERY_ID', '/vp_token', 'The answer names a query that was not asked.'));
    const texts = textsOf(list);
    if (isFailure(texts)) return texts;
    presentations.set(id, texts);
  }
  return presentations.size > 0 ? { presentations } : invalid('The vp_token has no presentation.');
}

/** A form carries it as JSON. */
function tokenOf(token: unknown): unknown {
  if (typeof token !== 'string') return token;
  const json = parseJsonText(token, ANSWER_DEPTH_MAX);
  return isFailure(json) ? undefined : json;
}

function textsOf(list: unknown): Result<readonly string[]> {
  if (!Array.isArray(list) || list.length === 0 || list.length > ANSWERS_OF_QUERY_MAX)
    return invalid(`A query is answered by a list of 1 to ${ANSWERS_OF_QUERY_MAX} presentations.`);
  return list.every((text): text is string => typeof text === 'string' && text !== '')
    ? list
    : invalid('A presentation is not a text.');
}

/** Names of errors are of lower-case letters; another text is not told. */
function errorName(error: unknown): string {
  return typeof error === 'string' && /^[a-z_]{1,64}$/.test(error) ? error : 'invalid_request';
}

const OTHER_STATE = issue('PRESENTATION_INVALID', '/state', 'The state of the answer is not that of the request.');
const LEGACY: Issue = issue(
  'LEGACY_DIALECT',
  '/presentation_submission',
  'The answer has a presentation_submission, of drafts of OpenID4VP; answer the dcql_query.',
);

function invalid(message: string): Failure {
  return fail(issue('PRESENTATION_INVALID', '/vp_token', message));
}
