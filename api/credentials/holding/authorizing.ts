// Takes credentials with the word of a person at the issuer (OpenID4VCI 1.0 section 5): asks the authorization server,
// and goes on with the answer that the browser of that person brings back.
import { issue } from '../../../core/base/issue.js';
import { type Failure, fail, failIf, isFailure, type Result } from '../../../core/base/result.js';
import {
  codeOf,
  type PersonAnswer,
  personAddress,
  personTokenForm,
  pushedForm,
  readPushed,
} from '../../../core/credentials/holding/authorizing.js';
import type { FoundOffer } from '../../../core/credentials/holding/metadata.js';
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
  const { pushEndpoint, authorizationEndpoint, takesChallenges, namesItself } = server;
  if (pushEndpoint === undefined || authorizationEndpoint === undefined || !takesChallenges)
    return answerInvalid('Its authorization server takes no pushed requests (RFC 9126) with challenges (S256).');
  if (!namesItself)
    return answerInvalid('Its authorization server does not name itself in its answers (iss, RFC 9207).');
  const secret = sessionSecret(call, server);
  const session = IssuerSession.begin(call, {
    endpoints: offered.metadata,
    tokenEndpoint: server.tokenEndpoint,
    secret,
  });
  const [state, verifier] = [credentials.receipts.draw(), credentials.receipts.draw()];
  const client = { clientId: config.publicUrl, redirectUri: config.publicUrl + RECEIVED_PATH };
  const { types, offer } = offered;
  const form = pushedForm({ ...client, types, issuerState: offer.issuerState, state, verifier });
  const pushed = await session.push(pushEndpoint, form);
  if (isFailure(pushed)) return pushed;
  const url = readAs(() => personAddress(authorizationEndpoint, client.clientId, readPushed(pushed)));
  if (isFailure(url)) return url;
  const receipt = credentials.receipts.open({ ...client, ownerId, wallet, offered, server, secret, verifier }, state);
  return isFailure(receipt) ? receipt : { receipt, url };
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
  const session = IssuerSession.begin(call, {
    endpoints: offered.metadata,
    tokenEndpoint: server.tokenEndpoint,
    secret,
  });
  const taken = await session.redeem(personTokenForm(receipt, { code: word.code, verifier }));
  return isFailure(taken) ? taken : takeOffered(call, wallet, { offered, session });
}

function refuseBy(error: string): Failure {
  return fail(issue('ISSUER_REFUSED', '', `The issuer sent the answer ${error === '' ? 'without a code' : error}.`));
}
