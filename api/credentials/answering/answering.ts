// Answers the request of a verifier, once its person consented. It signs what is shown, and sends it to the host of the
// request and to no other. The history of the person has what was shown to whom.
import { utf8 } from '../../../core/base/bytes.js';
import { issue } from '../../../core/base/issue.js';
import type { JsonObject } from '../../../core/base/json.js';
import {
  ISSUER_TEXT_MAX,
  PRESENTATION_CLAIM_MAX,
  PRESENTATION_CLAIMS_MAX,
  PRESENTATION_PARTY_MAX,
} from '../../../core/base/limits/node/wallets.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import type { MetRequest } from '../../../core/credentials/answering/met-request.js';
import type { ToShow } from '../../../core/credentials/answering/selection.js';
import { errorName } from '../../../core/credentials/holding/token.js';
import type { PastPresentation } from '../../../core/wallet/citizen/presentation-history.js';
import type { Wallet } from '../../../core/wallet/wallet.js';
import { ownerIdOf } from '../../access/wallet-standing.js';
import type { ApiCall } from '../../define.js';
import type { ApiDeps } from '../../deps/deps.js';
import type { HolderOutcome } from '../../deps/verifier.js';
import type { WaitingRequest } from '../../presenting/met-requests.js';
import { newId } from '../../sign-in/session.js';
import { sealJwe } from '../encryption/jwe.js';
import type { HolderCall } from '../holding/holder-keys.js';
import type { KeepCall } from '../holding/keeping.js';
import { presentHeld } from '../holding/presenting.js';
import { askRemote } from '../holding/remote.js';
import { type HolderChoice, readChosen } from './matching.js';

export type AnswerCall = HolderCall &
  KeepCall &
  ApiCall<Pick<ApiDeps, 'audit' | 'commit' | 'presentationHistory' | 'verifier'>>;

export interface SentAnswer {
  readonly outcome: Exclude<HolderOutcome, 'Refused'>;
  /** Where the browser of the person goes on, if the verifier says so. */
  readonly redirectUri?: string;
}

/**
 * BODY_INVALID for a choice that does not answer the query; CREDENTIAL_REFUSED; VERIFIER_REFUSED where the verifier
 * does not take it; the codes of outgoing requests.
 */
export async function presentTo(
  call: AnswerCall,
  {
    wallet,
    waiting,
    selection,
  }: { readonly wallet: Wallet; readonly waiting: WaitingRequest; readonly selection: HolderChoice },
): Promise<Result<SentAnswer>> {
  const { request } = waiting;
  const shown = await readChosen(call.deps, { wallet, request, selection });
  if (isFailure(shown)) return shown;
  return call.deps.credentials.met.answer(waiting.id, async (): Promise<Attempt> => {
    const made = await tokenOf(call, { wallet, request, shown });
    if (isFailure(made)) return { isOver: false, value: made };
    const fields = await fieldsOf(request, { vp_token: made.token, ...stateOf(request) });
    return send(call, { waiting, fields, names: made.leaving });
  });
}

export interface SubmittedAnswer {
  readonly credentialId?: string | undefined;
  readonly vpToken?: string | undefined;
  readonly disclosedClaims?: readonly string[] | undefined;
}

/** The answer to a request of one query: as `presentTo`, or with a presentation that a device of the person made. */
export async function submitTo(
  call: AnswerCall,
  {
    wallet,
    waiting,
    submitted,
  }: { readonly wallet: Wallet; readonly waiting: WaitingRequest; readonly submitted: SubmittedAnswer },
): Promise<Result<SentAnswer>> {
  const { credentialId, vpToken, disclosedClaims = [] } = submitted;
  const [{ id: queryId } = { id: '' }, ...others] = waiting.request.query.credentials;
  const isOne = (credentialId === undefined) !== (vpToken === undefined);
  if (!isOne || others.length > 0 || waiting.request.encryption !== undefined)
    return fail(
      issue('BODY_INVALID', '', 'Expected either credentialId or vpToken, for a request of one query in the clear.'),
    );
  if (vpToken === undefined)
    return presentTo(call, { wallet, waiting, selection: [{ queryId, credentialId: credentialId as string }] });
  const fields = { vp_token: JSON.stringify({ [queryId]: [vpToken] }), ...stateOf(waiting.request) };
  return call.deps.credentials.met.answer(waiting.id, () => send(call, { waiting, fields, names: disclosedClaims }));
}

/** The verifier hears that its request is denied, and of nothing else. */
export function denyTo(call: AnswerCall, waiting: WaitingRequest): Promise<Result<SentAnswer>> {
  const fields = { error: 'access_denied', ...stateOf(waiting.request) };
  return call.deps.credentials.met.answer(waiting.id, () => send(call, { waiting, fields, names: [] }));
}

interface MadeToken {
  readonly token: JsonObject;
  /** Names of all claims in it. */
  readonly leaving: readonly string[];
}

async function tokenOf(
  call: AnswerCall,
  {
    wallet,
    request,
    shown,
  }: { readonly wallet: Wallet; readonly request: MetRequest; readonly shown: readonly ToShow[] },
): Promise<Result<MadeToken>> {
  const { clientId, nonce, responseUri, encryption } = request;
  const token: Record<string, string[]> = {};
  const leaving: string[] = [];
  for (const { queryId, credentialId, paths, transactionData } of shown) {
    const kept = call.deps.credentials.kept.find(wallet.address, credentialId);
    if (kept === undefined) return fail(issue('CREDENTIAL_REFUSED', '', 'The wallet has the credential no more.'));
    const asked = {
      ...{ clientId, nonce, responseUri, transactionData },
      ...(encryption && { encryptionKey: encryption.thumbprint }),
    };
    const presented = await presentHeld(call, { wallet, kept, paths, asked });
    if (isFailure(presented)) return presented;
    token[queryId] = [...(token[queryId] ?? []), presented.text];
    leaving.push(...presented.leaving);
  }
  return { token, leaving };
}

type Fields = Readonly<Record<string, string>>;

async function fieldsOf({ encryption }: MetRequest, answer: JsonObject): Promise<Fields> {
  if (encryption === undefined) {
    const { vp_token: token, ...rest } = answer;
    return { ...(rest as Fields), vp_token: JSON.stringify(token) };
  }
  return { response: await sealJwe(utf8(JSON.stringify(answer)), encryption) };
}

const stateOf = ({ state }: MetRequest): Fields => (state === undefined ? {} : { state });

interface Attempt {
  readonly isOver: boolean;
  readonly value: Result<SentAnswer>;
}

interface Sending {
  readonly waiting: WaitingRequest;
  readonly fields: Fields;
  /** Of the claims that are shown, for the history. */
  readonly names: readonly string[];
}

async function send(call: AnswerCall, { waiting, fields, names }: Sending): Promise<Attempt> {
  const answer = await askRemote(call, {
    ...{ url: waiting.request.responseUri, method: 'POST', body: new URLSearchParams(fields).toString() },
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
  });
  // The verifier heard nothing: it may be sent once more.
  if (isFailure(answer)) return { isOver: false, value: answer };
  const isTaken = answer.status >= 200 && answer.status < 300;
  const outcome = fields.error === undefined ? 'Submitted' : 'Denied';
  await note(call, { waiting, names, sent: isTaken || outcome === 'Denied' ? outcome : 'Refused' });
  if (!isTaken) {
    const name = errorName(answer.json);
    const message = `The verifier answered ${answer.status}${name === '' ? '' : ` ${name}`}.`;
    return { isOver: true, value: fail(issue('VERIFIER_REFUSED', '', message)) };
  }
  const redirectUri = addressIn(answer.json?.redirect_uri);
  return { isOver: true, value: { outcome, ...(redirectUri !== undefined && { redirectUri }) } };
}

/** A verifier that refused it has seen it none the less. */
async function note(
  { deps, caller, address }: AnswerCall,
  {
    waiting,
    names,
    sent,
  }: { readonly waiting: WaitingRequest; readonly names: readonly string[]; readonly sent: HolderOutcome },
): Promise<void> {
  const { host, clientId: verifier, verdict } = waiting.verifier;
  const past: PastPresentation = {
    ...{ id: newId(deps), requestingParty: host.slice(0, PRESENTATION_PARTY_MAX), presentedAtMs: deps.clock.now() },
    disclosedClaims: keptNames(names),
    outcome: sent === 'Denied' ? 'Denied' : 'Submitted',
  };
  const details = { wallet: waiting.wallet, verifier, verdict, outcome: sent };
  const record = deps.audit.byCaller({ caller, address }, { eventType: 'CredentialPresented', details });
  await deps.commit([deps.presentationHistory.add(ownerIdOf(caller), past), record]);
  deps.verifier.metrics?.countPresented('holder', sent);
}

/** Each once. Where there are more than an entry has, the last of it says so. */
function keptNames(names: readonly string[]): string[] {
  const all = [...new Set(names.map((name) => name.slice(0, PRESENTATION_CLAIM_MAX) || '""'))];
  return all.length <= PRESENTATION_CLAIMS_MAX ? all : [...all.slice(0, PRESENTATION_CLAIMS_MAX - 1), '…'];
}

function addressIn(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > ISSUER_TEXT_MAX || !URL.canParse(value)) return undefined;
  const { protocol } = new URL(value);
  return protocol === 'https:' || protocol === 'http:' ? value : undefined;
}
