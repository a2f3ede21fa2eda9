// A wallet before an issuer, from the code to the last notification: a token that is bound to a key of this session
// where the server can (DPoP, RFC 9449), nonces, and the requests. The key is nowhere else and ends with the session.
import { toBase64Url } from '../../../core/base/bytes.js';
import { issue } from '../../../core/base/issue.js';
import type { JsonObject } from '../../../core/base/json.js';
import { type Failure, fail, isFailure, type Result } from '../../../core/base/result.js';
import { readServerMetadata, wellKnown } from '../../../core/credentials/holding/metadata.js';
import { draftDpop, type MetToken, readToken, tokenForm } from '../../../core/credentials/holding/token.js';
import { p256Jwk } from '../../../core/crypto/keys/jwk.js';
import { type KeyPair, keyPairFromPrivate } from '../../../core/crypto/signing/algorithms.js';
import { signFormatted } from '../../../core/crypto/signing/formats.js';
import type { ApiCall } from '../../define.js';
import type { ApiDeps } from '../../deps/deps.js';
import type { FoundOffer } from './offers.js';
import { answerInvalid, askRemote, type RemoteAnswer, readAs, readRemote } from './remote.js';

type Call = ApiCall<Pick<ApiDeps, 'clock' | 'credentials' | 'random'>>;

interface Post {
  readonly url: string;
  readonly type: string;
  readonly body: string;
}

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
/** Names of errors as OAuth has them (RFC 6749 section 5.2): nothing else of an answer is passed on. */
const ERROR_NAME = /^[a-z_]{1,64}$/;
const ID_BYTES = 16;
const KEY_BYTES = 32;

export class IssuerSession {
  private token: MetToken | undefined;
  private dpopNonce: string | undefined;

  private constructor(
    private readonly call: Call,
    private readonly offered: FoundOffer,
    private readonly key: KeyPair | undefined,
  ) {}

  /** With the token for the code of the offer. ISSUER_REFUSED, ISSUER_ANSWER_INVALID, codes of outgoing requests. */
  static async open(call: Call, offered: FoundOffer, txCode: string | undefined): Promise<Result<IssuerSession>> {
    const { offer, metadata } = offered;
    const server = offer.server ?? metadata.servers[0] ?? metadata.issuer;
    if (metadata.servers.length > 0 && !metadata.servers.includes(server))
      return answerInvalid('The offer names a server that the metadata of the issuer do not have.');
    const url = wellKnown(server, 'oauth-authorization-server');
    if (url === undefined) return answerInvalid('The authorization server is not an address.');
    const document = await readRemote(call, url, (json) => readServerMetadata(json, server));
    if (isFailure(document)) return document;
    const { random } = call.deps;
    const key = document.takesDpop ? keyPairFromPrivate('NISTP256', random.bytes(KEY_BYTES)) : undefined;
    const session = new IssuerSession(call, offered, key);
    const answer = await session.post({ url: document.tokenEndpoint, type: FORM, body: tokenForm(offer, txCode) });
    const token = isFailure(answer) ? answer : readAs(() => readToken(answer));
    if (isFailure(token)) return token;
    if (token.isBound && key === undefined) return answerInvalid('The token is bound to a key, and none was shown.');
    session.token = token;
    return session;
  }

  /** For the proofs of one request; no text where the issuer has no nonces. */
  async freshNonce(): Promise<Result<{ readonly text?: string }>> {
    const { nonceEndpoint: url } = this.offered.metadata;
    if (url === undefined) return {};
    const answer = await askRemote(this.call, { url, method: 'POST' });
    if (isFailure(answer)) return answer;
    this.noteNonce(answer);
    const text = answer.json?.c_nonce;
    return answer.status === 200 && typeof text === 'string'
      ? { text }
      : answerInvalid(`The nonce endpoint gave none (${answer.status}).`);
  }

  requestCredential(configuration: string, proofs: JsonObject): Promise<Result<JsonObject>> {
    const identifier = this.token?.identifiers.get(configuration);
    const named =
      identifier === undefined ? { credential_configuration_id: configuration } : { credential_identifier: identifier };
    const body = JSON.stringify({ ...named, proofs });
    return this.post({ url: this.offered.metadata.credentialEndpoint, type: JSON_TYPE, body });
  }

  async notify(notificationId: string, event: 'credential_accepted' | 'credential_failure'): Promise<void> {
    const { notificationEndpoint: url } = this.offered.metadata;
    if (url === undefined) return;
    const body = JSON.stringify({ notification_id: notificationId, event });
    await this.post({ url, type: JSON_TYPE, body });
  }

  /** The object of a good answer. Once more with a nonce of DPoP where the server asks for one. */
  private async post(request: Post): Promise<Result<JsonObject>> {
    for (let tries = 0; ; tries++) {
      const before = this.dpopNonce;
      const answer = await this.send(request);
      if (isFailure(answer)) return answer;
      this.noteNonce(answer);
      if (answer.status >= 200 && answer.status < 300) return answer.json ?? {};
      if (tries > 0 || this.dpopNonce === before || !asksForNonce(answer)) return refuseAnswer(answer);
    }
  }

  private async send({ url, type, body }: Post): Promise<Result<RemoteAnswer>> {
    const { token } = this;
    const isBound = this.key !== undefined && (token === undefined || token.isBound);
    const proof = isBound ? this.proofFor(url) : undefined;
    if (isFailure(proof)) return proof;
    const authorization = token && `${token.isBound ? 'DPoP' : 'Bearer'} ${token.token}`;
    return askRemote(this.call, {
      ...{ url, method: 'POST', body },
      headers: {
        ...{ 'content-type': type, accept: JSON_TYPE },
        ...(authorization !== undefined && { authorization }),
        ...(proof !== undefined && { dpop: proof }),
      },
    });
  }

  private proofFor(url: string): string | Failure {
    const { clock, random } = this.call.deps;
    const key = this.key as KeyPair;
    if (!URL.canParse(url)) return answerInvalid('An endpoint of the issuer is not an address.');
    const { toSign, finish } = draftDpop({
      ...{ jwk: p256Jwk(key.publicKey), method: 'POST', url, id: toBase64Url(random.bytes(ID_BYTES)) },
      ...{ atSeconds: Math.floor(clock.now() / 1000), nonce: this.dpopNonce, token: this.token?.token },
    });
    const signature = signFormatted(key, 'jose', toSign);
    return isFailure(signature) ? signature : finish(signature);
  }

  private noteNonce({ headers }: RemoteAnswer): void {
    this.dpopNonce = headers['dpop-nonce'] ?? this.dpopNonce;
  }
}

/** Of a token endpoint in the body, of others in the header (RFC 9449 sections 8 and 9). */
function asksForNonce({ json, headers }: RemoteAnswer): boolean {
  return json?.error === 'use_dpop_nonce' || (headers['www-authenticate'] ?? '').includes('use_dpop_nonce');
}

function refuseAnswer({ status, json }: RemoteAnswer) {
  const { error } = json ?? {};
  const name = typeof error === 'string' && ERROR_NAME.test(error) ? ` ${error}` : '';
  return fail(issue('ISSUER_REFUSED', '', `The issuer answered ${status}${name}.`));
}
