// Takes the answer of a wallet to a request: opens it, has it judged, and keeps what came of it. Of two answers at once
// the first that is kept counts.
import { setImmediate as turn } from 'node:timers/promises';
import type { JWK } from 'jose';
import { fromBase64Url, toBase64Url } from '../../core/base/bytes.js';
import { sha256Hex } from '../../core/base/hash.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { FormatFault, faultOr } from '../../core/credentials/fault.js';
import type { StatedIssuer } from '../../core/credentials/jose/jws.js';
import { type AnswerFields, readAnswer, type WalletAnswer } from '../../core/credentials/presenting/answer.js';
import { FORMAT_JUDGES, type JudgedBy } from '../../core/credentials/presenting/formats.js';
import { judgePresentation, type PresentationVerdict } from '../../core/credentials/presenting/judge.js';
import { type PresentedFormat, queryOf } from '../../core/credentials/presenting/question.js';
import {
  closedProblem,
  dataOfQuery,
  type PresentationRequest,
  type RequestOutcome,
  toldRequestId,
} from '../../core/credentials/presenting/request.js';
import { type PresentationResult, resultOf } from '../../core/credentials/presenting/result.js';
import type { CredentialQuery, DcqlQuery } from '../../core/credentials/query/dcql.js';
import { turnKey } from '../../core/tenant/turn-key.js';
import type { TrustPolicy } from '../../core/trust/policy-form.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { listReaderOf } from '../presenting/inflated-lists.js';
import { keyName, resultName } from './asking.js';
import { openAnswer } from './decrypting.js';
import { issuerDocumentsOf, knownIssuers } from './known-issuers.js';

type Deps = Pick<
  ApiDeps,
  | 'announcements'
  | 'audit'
  | 'clock'
  | 'commit'
  | 'config'
  | 'credentials'
  | 'random'
  | 'tenants'
  | 'trustLists'
  | 'verifier'
>;
type Call = ApiCall<Deps>;

/** The form that a wallet posts. */
export interface AnswerForm extends AnswerFields {
  readonly response?: string | undefined;
}

/** The kept part of an answer, encrypted. */
export interface KeptAnswer {
  readonly result?: PresentationResult;
  /** By query, where the request says so. */
  readonly vpToken?: Readonly<Record<string, readonly string[]>>;
  /** Why there is none: a name of OAuth 2.0. */
  readonly denied?: string;
}

export interface TakenAnswer {
  readonly state: RequestOutcome['state'];
  /** Where the browser of the holder goes on. */
  readonly redirectUri?: string;
}

const CODE_BYTES = 16;

/** The outcome of an answer. */
export interface JudgedAnswer {
  readonly isValid: boolean;
  readonly kept: KeptAnswer;
}

/** The one that an answer is for: a request by itself, or one for a gate. */
export interface AnswerTaker {
  judge(request: PresentationRequest, answered: AnsweredQuery): Promise<JudgedAnswer>;
  /** Rows that change in the same commit, as of its turn. */
  opsOf?(request: PresentationRequest): readonly KvOp[];
}

export interface AnsweredQuery {
  readonly query: DcqlQuery;
  readonly answer: WalletAnswer;
}

/** REQUEST_EXPIRED; an answer that cannot be read as one to the request changes nothing. */
export async function takeAnswer(
  call: Call,
  {
    request,
    form,
    taker,
  }: { readonly request: PresentationRequest; readonly form: AnswerForm; readonly taker: AnswerTaker },
): Promise<Result<TakenAnswer>> {
  const closed = closedProblem(request, call.deps.clock.now());
  if (closed !== undefined) return fail(closed);
  const fields = await fieldsOf(call.deps, request, form);
  if (isFailure(fields)) return fields;
  const query = queryOf(request.dcql);
  if (isFailure(query)) return query;
  const answer = readAnswer(fields, { state: request.id, query });
  if (isFailure(answer)) return answer;
  if ('denied' in answer) return keep(call, request, { state: 'Declined', kept: answer, taker });
  const { isValid, kept } = await taker.judge(request, { query, answer });
  return keep(call, request, { state: isValid ? 'Verified' : 'Refused', kept, taker });
}

/** Of a request that an organisation made by itself: judged by its policy and by what its node knows. */
export function verifierTaker(deps: Deps): AnswerTaker {
  return {
    async judge(request, { query, answer }) {
      const result = await judgeAnswer(deps, request, { query, answer });
      const vpToken = request.isPresentationKept && { vpToken: Object.fromEntries(answer.presentations) };
      return { isValid: result.isValid, kept: { result, ...vpToken } };
    },
  };
}

/** That the holder denies may be told in the clear (section 8.3): there is nothing to hide. */
async function fieldsOf(
  { verifier }: Deps,
  { id, key }: PresentationRequest,
  form: AnswerForm,
): Promise<Result<AnswerFields>> {
  const { response, ...plain } = form;
  if (key === undefined) return response === undefined ? plain : fail(ENCRYPTED);
  if (response === undefined) return plain.error === undefined ? fail(IN_THE_CLEAR) : plain;
  const jwk = JSON.parse(verifier.secrets.decrypt(keyName(id), key.sealed)) as JWK;
  return openAnswer(response, { kid: key.jwk.kid, jwk });
}

const ENCRYPTED: Issue = issue('PRESENTATION_INVALID', '/response', 'The request asks for an answer in the clear.');
const IN_THE_CLEAR: Issue = issue('PRESENTATION_INVALID', '/response', 'The request asks for an encrypted answer.');

async function judgeAnswer(
  deps: Deps,
  request: PresentationRequest,
  { query, answer }: AnsweredQuery,
): Promise<PresentationResult> {
  const { organisationId, policy = NO_POLICY, key, clientId, nonce, responseUri } = request;
  const thumbprint = key && fromBase64Url(key.jwk.kid);
  const documents = await issuerDocumentsOf(deps, readIssuers({ query, answer }), { policy, organisationId });
  const by: Omit<JudgedBy, 'transactionData'> = {
    ...{ clientId, nonce, responseUri, policy, atMs: deps.clock.now() },
    ...(thumbprint && { encryptionKey: thumbprint }),
    known: await knownIssuers(deps, organisationId, { policy, documents }),
  };
  const verdicts = new Map<string, readonly PresentationVerdict[]>();
  for (const asked of query.credentials) {
    const texts = answer.presentations.get(asked.id);
    if (texts === undefined) continue;
    const transactionData = dataOfQuery(request.transactionData, asked.id);
    // More than the query takes are refused as they are, and none of them is judged.
    const judged = asked.isMultiple ? texts : texts.slice(0, 2);
    const own: PresentationVerdict[] = [];
    for (const text of judged) {
      // Each costs some ten milliseconds of signatures, and an answer has many: other work has its turn between them.
      await turn();
      own.push(await judgeOne(deps, { asked, text, organisationId }, { ...by, transactionData }));
    }
    verdicts.set(asked.id, own);
  }
  return resultOf(query, verdicts);
}

/** The issuers of the presentations that could be read; of others the judge says what is wrong. */
function readIssuers({ query, answer }: AnsweredQuery): readonly StatedIssuer[] {
  return query.credentials.flatMap(({ id, format, isMultiple }) => {
    const judge = FORMAT_JUDGES[format as PresentedFormat];
    const texts = answer.presentations.get(id) ?? [];
    return (isMultiple ? texts : texts.slice(0, 1)).flatMap((text) => {
      const stated = faultOr(() => judge.readStated(judge.read(text)));
      return stated instanceof FormatFault ? [] : [stated];
    });
  });
}

/** By it no issuer is trusted. */
const NO_POLICY: TrustPolicy = { sources: [], combinator: 'anyOf', minAssuranceLevel: 'Low', isStrict: false };

async function judgeOne(
  { clock, verifier }: Deps,
  {
    asked,
    text,
    organisationId,
  }: { readonly asked: CredentialQuery; readonly text: string; readonly organisationId: string },
  by: JudgedBy,
): Promise<PresentationVerdict> {
  const judged = judgePresentation(asked, text, by);
  if (!('place' in judged)) return judged;
  const from = turnKey({ organisationId, subject: '' });
  const token = await verifier.statusTokens.tokenOf({ uri: judged.place.uri, format: judged.format, from });
  const readList = token === undefined ? undefined : await listReaderOf(judged.format, token);
  return judged.judge(token, clock.now(), readList);
}

/** In one turn, up to the commit. */
async function keep(
  { deps, address, trace }: Call,
  asked: PresentationRequest,
  {
    state,
    kept,
    taker,
  }: { readonly state: RequestOutcome['state']; readonly kept: KeptAnswer; readonly taker: AnswerTaker },
): Promise<Result<TakenAnswer>> {
  const { verifier, clock, random, audit, commit } = deps;
  const request = verifier.requests.find(asked.id);
  const answeredAtMs = clock.now();
  const closed = request === undefined ? undefined : closedProblem(request, answeredAtMs);
  if (request === undefined || closed !== undefined) return fail(closed ?? requestNotFound());
  const { id, organisationId, redirectUri } = request;
  // The browser goes on where the wallet has something to tell: a refused answer ends in the wallet.
  const code = redirectUri === undefined || state === 'Refused' ? undefined : toBase64Url(random.bytes(CODE_BYTES));
  const sealed = verifier.secrets.encrypt(resultName(id), JSON.stringify(kept));
  const outcome: RequestOutcome = {
    state,
    answeredAtMs,
    sealed,
    ...(code !== undefined && { codeHash: sha256Hex(code) }),
  };
  // The key has opened what it was for.
  const { key: _, ...rest } = request;
  const codes = [...new Set(kept.result?.errors.map((error) => error.code) ?? [])];
  const record = audit.record({
    ...{ eventType: 'PresentationJudged', organisationId, identityId: '', address, trace },
    ...{
      success: state === 'Verified',
      details: { request: toldRequestId(id), state, ...(codes.length > 0 && { codes: codes.join(' ') }) },
    },
  });
  const answered = { ...rest, outcome };
  await commit([verifier.requests.put(answered), record, ...(taker.opsOf?.(answered) ?? [])]);
  verifier.open.end(organisationId, id);
  verifier.metrics?.countPresented('verifier', state);
  const wallet = request.target && { wallet: request.target.wallet };
  deps.announcements.announce({
    type: 'presentation-outcome',
    presentationRequestId: id,
    ...wallet,
    atMs: answeredAtMs,
    trace,
  });
  return { state, ...(code !== undefined && { redirectUri: `${redirectUri}#response_code=${code}` }) };
}

export function requestNotFound(): Issue {
  return issue('REQUEST_NOT_FOUND', '/requestId', 'The organisation has no such request.');
}

/** Throws StoreError for a row that was changed on the disk. */
export function openResult(
  { verifier }: Pick<ApiDeps, 'verifier'>,
  id: string,
  { sealed }: RequestOutcome,
): KeptAnswer {
  return JSON.parse(verifier.secrets.decrypt(resultName(id), sealed)) as KeptAnswer;
}
