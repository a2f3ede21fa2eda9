// Takes credentials with the word of a person at the issuer (OpenID4VCI 1.0 section 5): asks the authorization server,
// and goes on with the answer that the browser of that person brings back.
import { issue } from '../../../core/base/issue.js';
import { type Failure, fail, failIf, isFailure, type Result } from '../../../core/base/result.js';
import {
  codeOf,
  type PersonAnswer,
  type PersonAsk,
  personAddress,
  personRequest,
  personTokenForm,
  type RequestMembers,
  readPushed,
} from '../../../core/credentials/holding/authorizing.js';
import type { FoundOffer, MetServer } from '../../../core/credentials/holding/metadata.js';
import type { ReceivedOffer } from '../../../core/credentials/holding/pending.js';
import type { Wallet } from '../../../core/wallet/wallet.js';
import { ownerIdOf } from '../../access/wallet-standing.js';
import type { ApiCall } from '../../define.js';
import type { ApiDeps } from '../../deps/deps.js';
import type { IssuerReceipt } from '../../presenting/receipts.js';
import { type HolderCall, holdingWallet } from './holder-keys.js';
import { IssuerSession, sessionSecret } from './issuer-session.js';
import { serverOf } from './offers.js';
import { type ReceiveCall, takeOffered } from './receiving.js';
import { answerInvalid, readAs } from './remote.js';

export type AskCall = ApiCall<Pick<ApiDeps, 'clock' | 'config' | 'credentials' | 'random'>>;

/** The page to which issuers send the person back. */
export const RECEIVED_PATH = '/wallet/receive';

export interface AskedPerson {
  readonly receipt: IssuerReceipt;
  /** The address that the person opens. */
  readonly url: string;
}

/** ISSUER_REFUSED, ISSUER_ANSWER_INVALID, QUOTA_EXCEEDED, and the codes of outgoing requests. */
export async function askPerson(
  call: AskCall,
  { address: wallet }: Wallet,
  offered: FoundOffer,
): Promise<Result<AskedPerson>> {
  const { config, credentials } = call.deps;
  const ownerId = ownerIdOf(call.caller);
  const full = failIf(credentials.receipts.roomProblem(ownerId));
  if (full) return full;
  const server = await serverOf(call, offered);
  if (isFailure(server)) return server;
  const endpoint = personEndpoint(server);
  if (isFailure(endpoint)) return endpoint;
  const secret = sessionSecret(call);
  const session = IssuerSession.begin(call, { endpoints: offered.metadata, server, secret });
  const [state, verifier] = [credentials.receipts.draw(), credentials.receipts.draw()];
  const client = { clientId: config.publicUrl, redirectUri: config.publicUrl + RECEIVED_PATH };
  const { types, offer } = offered;
  const members = await statedMembers(session, server, {
    ...{ ...client, types, issuerState: offer.issuerState, state, verifier },
  });
  if (isFailure(members)) return members;
  const url = readAs(() => personAddress(endpoint, members));
  if (isFailure(url)) return url;
  const asked = { ...client, ownerId, wallet, offered, secret, verifier, server: session.server };
  const receipt = credentials.receipts.open(asked, state);
  return isFailure(receipt) ? receipt : { receipt, url };
}

/** ISSUER_ANSWER_INVALID for a server to which no person is sent. */
function personEndpoint(server: MetServer): Result<string> {
  const { authorizationEndpoint: endpoint, takesChallenges, namesItself, requiresPush, pushEndpoint } = server;
  if (endpoint === undefined) return answerInvalid('Its authorization server has no page for a person.');
  if (!takesChallenges) return answerInvalid('Its authorization server takes no challenges of S256 (RFC 7636).');
  if (!namesItself)
    return answerInvalid('Its authorization server does not name itself in its answers (iss, RFC 9207).');
  return requiresPush && pushEndpoint === undefined
    ? answerInvalid('Its authorization server requires pushed requests (RFC 9126), and has no endpoint for them.')
    : endpoint;
}

/**
 * Of the address that the person opens: a reference to what was pushed, or all where the server takes no pushed one.
 */
async function statedMembers(
  session: IssuerSession,
  { pushEndpoint }: MetServer,
  ask: PersonAsk,
): Promise<Result<RequestMembers>> {
  const { thumbprint } = session;
  if (pushEndpoint === undefined) return personRequest({ ...ask, thumbprint });
  const pushed = await session.push(pushEndpoint, new URLSearchParams(personRequest(ask)).toString());
  if (isFailure(pushed)) return pushed;
  return readAs(() => ({ client_id: ask.clientId, request_uri: readPushed(pushed) }));
}

export interface BroughtAnswer extends PersonAnswer {
  readonly state: string;
}

/**
 * AUTHORIZATION_NOT_FOUND; all else that goes wrong is the outcome of the receipt too. In the session of the person who
 * asked, with the right to the keys of the wallet as it is by then.
 */
export async function takeAnswer(
  call: HolderCall & ReceiveCall,
  { state, ...answer }: BroughtAnswer,
): Promise<Result<ReceivedOffer>> {
  const { receipts } = call.deps.credentials;
  const receipt = receipts.take(state, ownerIdOf(call.caller));
  if (isFailure(receipt)) return receipt;
  const received = await redeemAnswer(call, receipt, answer);
  receipts.settle(receipt, isFailure(received) ? { refused: received.issue } : { received });
  return received;
}

async function redeemAnswer(
  call: HolderCall & ReceiveCall,
  receipt: IssuerReceipt,
  answer: PersonAnswer,
): Promise<Result<ReceivedOffer>> {
  const { offered, server, secret, verifier } = receipt;
  const word = readAs(() => codeOf(answer, server.issuer));
  if (isFailure(word)) return word;
  if ('error' in word) return refuseBy(word.error);
  const wallet = await holdingWallet(call, receipt.wallet);
  if (isFailure(wallet)) return wallet;
  const session = IssuerSession.begin(call, { endpoints: offered.metadata, server, secret });
  const taken = await session.redeem(personTokenForm(receipt, { code: word.code, verifier }));
  return isFailure(taken) ? taken : takeOffered(call, wallet, { offered, session });
}

function refuseBy(error: string): Failure {
  return fail(issue('ISSUER_REFUSED', '', `The issuer sent the answer ${error === '' ? 'without a code' : error}.`));
}
