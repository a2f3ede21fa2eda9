// A wallet before an issuer, from the code to the last notification: a token that is bound to a key of this session
// where the server can (DPoP, RFC 9449), nonces, and the requests. The maker of the wallet attests the same key where
// the server demands it. The key is nowhere else and ends with the session: one that waits for its issuer is kept
// encrypted.
import { fromBase64Url, toBase64Url } from '../../../core/base/bytes.js';
import { issue } from '../../../core/base/issue.js';
import type { JsonObject } from '../../../core/base/json.js';
import { type Failure, fail, isFailure, type Result } from '../../../core/base/result.js';
import type { FoundOffer, MetIssuer, MetServer } from '../../../core/credentials/holding/metadata.js';
import {
  draftDpop,
  errorName,
  isAway,
  type MetToken,
  readToken,
  refreshForm,
  tokenForm,
} from '../../../core/credentials/holding/token.js';
import { JWT_TYPE } from '../../../core/credentials/jose/compact-jwe.js';
import { p256Jwk, p256Thumbprint } from '../../../core/crypto/keys/jwk.js';
import { type KeyPair, keyPairFromPrivate } from '../../../core/crypto/signing/algorithms.js';
import { signFormatted } from '../../../core/crypto/signing/formats.js';
import type { ApiDeps } from '../../deps/deps.js';
import { attestationHeaders } from '../wallet-maker.js';
import type { HoldingCall } from './call.js';
import { serverOf } from './offers.js';
import { answerInvalid, askRemote, away, type RemoteAnswer, readAs } from './remote.js';
import { sealRequest } from './sealed-requests.js';

type Call = HoldingCall<Pick<ApiDeps, 'clock' | 'credentials' | 'random'>>;

interface Post {
  readonly url: string;
  readonly type: string;
  readonly body: string;
}

export type IssuerEndpoints = Pick<
  MetIssuer,
  'issuer' | 'credentialEndpoint' | 'nonceEndpoint' | 'deferredEndpoint' | 'notificationEndpoint' | 'encryption'
>;

type SessionServer = Pick<MetServer, 'issuer' | 'tokenEndpoint' | 'takesDpop' | 'clientAttestation'>;

/** All that a session goes on with, as JSON. It is as secret as its key and its token. */
export interface SessionState {
  readonly endpoints: IssuerEndpoints;
  readonly server: SessionServer;
  /** The private key, base64url. */
  readonly key: string;
  readonly token: Omit<MetToken, 'identifiers'>;
}

interface BegunSession {
  readonly endpoints: IssuerEndpoints;
  readonly server: SessionServer;
  /** The private key. */
  readonly secret: Uint8Array;
}

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const ID_BYTES = 16;
const KEY_BYTES = 32;
const UNAUTHORIZED = 401;
/** A server may ask for an attestation, then for its challenge in that, and for its nonce in DPoP. */
const TRIES_MAX = 4;

export class IssuerSession {
  private token: MetToken | undefined;
  private dpopNonce: string | undefined;
  private challenge: string | undefined;
  private isAttested: boolean;
  private readonly key: KeyPair;

  private constructor(
    private readonly call: Call,
    private readonly begun: BegunSession,
  ) {
    this.key = keyPairFromPrivate('NISTP256', begun.secret);
    this.isAttested = begun.server.clientAttestation === 'demanded';
  }

  /** Of the key that tokens are bound to (RFC 7638); none where the server binds them to none. */
  get thumbprint(): string | undefined {
    return this.begun.server.takesDpop ? p256Thumbprint(this.key.publicKey) : undefined;
  }

  /** As it is known by now: who came with an attestation comes with one again. */
  get server(): SessionServer {
    const { issuer, tokenEndpoint, takesDpop, clientAttestation } = this.begun.server;
    return {
      ...{ issuer, tokenEndpoint, takesDpop },
      clientAttestation: this.isAttested ? 'demanded' : clientAttestation,
    };
  }

  get endpoints(): IssuerEndpoints {
    return this.begun.endpoints;
  }

  /** With the token for the code of the offer. ISSUER_REFUSED, ISSUER_ANSWER_INVALID, codes of outgoing requests. */
  static async open(call: Call, offered: FoundOffer, txCode: string | undefined): Promise<Result<IssuerSession>> {
    const server = await serverOf(call, offered);
    if (isFailure(server)) return server;
    const session = IssuerSession.begin(call, { endpoints: offered.metadata, server, secret: sessionSecret(call) });
    const taken = await session.redeem(tokenForm(offered.offer, txCode));
    return isFailure(taken) ? taken : session;
  }

  /** Without a token yet. */
  static begin(call: Call, begun: BegunSession): IssuerSession {
    return new IssuerSession(call, begun);
  }

  static resume(call: Call, { endpoints, server, key, token }: SessionState): IssuerSession {
    const session = new IssuerSession(call, { endpoints, server, secret: fromBase64Url(key) as Uint8Array });
    session.token = { ...token, identifiers: new Map() };
    return session;
  }

  /** Of a session that has its token. */
  get state(): SessionState {
    const { endpoints, secret } = this.begun;
    const { issuer, credentialEndpoint, nonceEndpoint, deferredEndpoint, notificationEndpoint, encryption } = endpoints;
    const { token, isBound, refreshToken } = this.token as MetToken;
    return {
      endpoints: {
        ...{ issuer, credentialEndpoint },
        ...(nonceEndpoint !== undefined && { nonceEndpoint }),
        ...(deferredEndpoint !== undefined && { deferredEndpoint }),
        ...(notificationEndpoint !== undefined && { notificationEndpoint }),
        ...(encryption !== undefined && { encryption }),
      },
      ...{ server: this.server, key: toBase64Url(secret) },
      token: { token, isBound, ...(refreshToken !== undefined && { refreshToken }) },
    };
  }

  /** The answer to a request that is pushed before its person opens the page (RFC 9126). */
  push(url: string, body: string): Promise<Result<JsonObject>> {
    return this.post({ url, type: FORM, body });
  }

  /** A token for what the form says. */
  async redeem(body: string): Promise<Result<void>> {
    const answer = await this.post({ url: this.begun.server.tokenEndpoint, type: FORM, body });
    const token = isFailure(answer) ? answer : readAs(() => readToken(answer));
    if (isFailure(token)) return token;
    if (token.isBound && !this.begun.server.takesDpop)
      return answerInvalid('The token is bound to a key, and none was shown.');
    this.token = token;
    return;
  }

  /** For the proofs of one request; no text where the issuer has no nonces. */
  async freshNonce(): Promise<Result<{ readonly text?: string }>> {
    const { nonceEndpoint: url } = this.endpoints;
    if (url === undefined) return {};
    const answer = await askRemote(this.call, { url, method: 'POST' });
    if (isFailure(answer)) return answer;
    this.hear(answer);
    const text = answer.json?.c_nonce;
    return answer.status === 200 && typeof text === 'string'
      ? { text }
      : answerInvalid(`The nonce endpoint gave none (${answer.status}).`);
  }

  async requestCredential(configuration: string, proofs: JsonObject): Promise<Result<JsonObject>> {
    const identifier = this.token?.identifiers.get(configuration);
    const named =
      identifier === undefined ? { credential_configuration_id: configuration } : { credential_identifier: identifier };
    const answer = await this.exchange(this.endpoints.credentialEndpoint, { ...named, proofs });
    return isFailure(answer) ? answer : goodAnswer(answer);
  }

  /** Any status is an answer. A token that is over is changed for another one where the server gave the means. */
  async askDeferred(transactionId: string): Promise<Result<RemoteAnswer>> {
    const { deferredEndpoint: url } = this.endpoints;
    if (url === undefined) return answerInvalid('The issuer defers a credential, and has no endpoint for that.');
    const ask = () => this.exchange(url, { transaction_id: transactionId });
    const answer = await ask();
    if (isFailure(answer) || answer.status !== UNAUTHORIZED) return answer;
    const { refreshToken } = this.token as MetToken;
    if (refreshToken === undefined) return answer;
    const refreshed = await this.refresh(refreshToken);
    return isFailure(refreshed) ? refreshed : ask();
  }

  /** The server may give another refresh token, and need not (RFC 6749 section 6). */
  private async refresh(refreshToken: string): Promise<Result<void>> {
    const before = this.token;
    this.token = undefined;
    const taken = await this.redeem(refreshForm(refreshToken));
    if (isFailure(taken)) this.token = before;
    else this.token = { refreshToken, ...(this.token as unknown as MetToken) };
    return taken;
  }

  async notify(notificationId: string, event: 'credential_accepted' | 'credential_failure'): Promise<void> {
    const { notificationEndpoint: url } = this.endpoints;
    if (url === undefined) return;
    const body = JSON.stringify({ notification_id: notificationId, event });
    await this.post({ url, type: JSON_TYPE, body });
  }

  /** Encrypted where the issuer demands it. Any status is an answer. */
  private async exchange(url: string, members: JsonObject): Promise<Result<RemoteAnswer>> {
    const { encryption } = this.endpoints;
    if (encryption === undefined) return this.ask({ url, type: JSON_TYPE, body: JSON.stringify(members) });
    const sealed = await sealRequest(this.call.deps, encryption, members);
    const answer = await this.ask({ url, type: JWT_TYPE, body: sealed.body });
    return isFailure(answer) || !isGood(answer) ? answer : sealed.open(answer);
  }

  /** The object of a good answer. */
  private async post(request: Post): Promise<Result<JsonObject>> {
    const answer = await this.ask(request);
    return isFailure(answer) ? answer : goodAnswer(answer);
  }

  /** Any status. Again where the server asks for what the session had not shown by then. */
  private async ask(request: Post): Promise<Result<RemoteAnswer>> {
    for (let tries = 1; ; tries++) {
      const answer = await this.send(request);
      if (isFailure(answer)) return answer;
      const heard = this.hear(answer);
      if (isGood(answer) || tries === TRIES_MAX || !this.canShowMore(request, answer, heard)) return answer;
    }
  }

  private canShowMore({ type }: Post, answer: RemoteAnswer, heard: HeardValues): boolean {
    if (asksForNonce(answer)) return heard.isNonceNew;
    if (type !== FORM) return false;
    if (answer.json?.error === 'use_attestation_challenge') return this.isAttested && heard.isChallengeNew;
    const isRefused = answer.json?.error === 'invalid_client';
    if (!isRefused || this.isAttested || this.begun.server.clientAttestation === 'none') return false;
    this.isAttested = true;
    return true;
  }

  private async send({ url, type, body }: Post): Promise<Result<RemoteAnswer>> {
    const { token, key, challenge } = this;
    const { issuer: audience, takesDpop, tokenEndpoint: from } = this.begun.server;
    if (token?.isBound === false && !isSameHost(url, from))
      return answerInvalid(
        'Its access token is bound to no key, and it is of another host: a stranger could have named the server of an honest issuer (RFC 9700 section 4.9).',
      );
    const isBound = takesDpop && (token === undefined || token.isBound);
    const proof = isBound ? this.proofFor(url) : undefined;
    if (isFailure(proof)) return proof;
    // Requests for tokens, and those that are pushed before, are the forms among them.
    const isClient = type === FORM && this.isAttested;
    const attested = isClient ? await attestationHeaders(this.call, key, { audience, challenge }) : {};
    if (isFailure(attested)) return attested;
    const authorization = token && `${token.isBound ? 'DPoP' : 'Bearer'} ${token.token}`;
    return askRemote(this.call, {
      ...{ url, method: 'POST', body },
      headers: {
        ...{ 'content-type': type, accept: type === JWT_TYPE ? `${JSON_TYPE}, ${JWT_TYPE}` : JSON_TYPE },
        ...(authorization !== undefined && { authorization }),
        ...(proof !== undefined && { dpop: proof }),
        ...attested,
      },
    });
  }

  private proofFor(url: string): string | Failure {
    const { clock, random } = this.call.deps;
    const { key } = this;
    if (!URL.canParse(url)) return answerInvalid('An endpoint of the issuer is not an address.');
    const { toSign, finish } = draftDpop({
      ...{ jwk: p256Jwk(key.publicKey), method: 'POST', url, id: toBase64Url(random.bytes(ID_BYTES)) },
      ...{ atSeconds: Math.floor(clock.now() / 1000), nonce: this.dpopNonce, token: this.token?.token },
    });
    const signature = signFormatted(key, 'jose', toSign);
    return isFailure(signature) ? signature : finish(signature);
  }

  private hear({ headers }: RemoteAnswer): HeardValues {
    const { dpopNonce, challenge } = this;
    this.dpopNonce = headers['dpop-nonce'] ?? dpopNonce;
    this.challenge = headers['oauth-client-attestation-challenge'] ?? challenge;
    return { isNonceNew: this.dpopNonce !== dpopNonce, isChallengeNew: this.challenge !== challenge };
  }
}

/** Values of an answer that proofs have from then on. */
interface HeardValues {
  readonly isNonceNew: boolean;
  readonly isChallengeNew: boolean;
}

function isSameHost(url: string, other: string): boolean {
  return URL.canParse(url) && URL.canParse(other) && new URL(url).origin === new URL(other).origin;
}

/** Of a token endpoint in the body, of others in the header (RFC 9449 sections 8 and 9). */
function asksForNonce({ json, headers }: RemoteAnswer): boolean {
  return json?.error === 'use_dpop_nonce' || (headers['www-authenticate'] ?? '').includes('use_dpop_nonce');
}

const isGood = ({ status }: RemoteAnswer) => status >= 200 && status < 300;

function goodAnswer(answer: RemoteAnswer): Result<JsonObject> {
  return isGood(answer) ? (answer.json ?? {}) : refuseAnswer(answer);
}

function refuseAnswer({ status, json }: RemoteAnswer) {
  if (isAway(status)) return away(status);
  const name = errorName(json);
  return fail(issue('ISSUER_REFUSED', '', `The issuer answered ${status}${name === '' ? '' : ` ${name}`}.`));
}

/** The private key of a session. */
export function sessionSecret({ deps }: Call): Uint8Array {
  return deps.random.bytes(KEY_BYTES);
}
