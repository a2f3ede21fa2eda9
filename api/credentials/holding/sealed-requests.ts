// Requests to an issuer that demands to have them encrypted, and its answers (OpenID4VCI 1.0 section 10). The key of an
// answer is of one request, and stands in memory alone.
import { toBase64Url, utf8 } from '../../../core/base/bytes.js';
import type { JsonObject } from '../../../core/base/json.js';
import type { Random } from '../../../core/base/ports.js';
import type { Result } from '../../../core/base/result.js';
import type { IssuerEncryption } from '../../../core/credentials/holding/encryption.js';
import { type Encryption, KEY_AGREEMENT } from '../../../core/credentials/jose/encryption.js';
import { p256Jwk, p256Thumbprint } from '../../../core/crypto/keys/jwk.js';
import { keyPairFromPrivate } from '../../../core/crypto/signing/algorithms.js';
import { openJwe, sealJwe } from '../encryption/jwe.js';
import { answerInvalid, type RemoteAnswer, readBody } from './remote.js';

export interface SealedRequest {
  /** Of the type application/jwt. */
  readonly body: string;
  /** A good answer with the members that were encrypted. ISSUER_ANSWER_INVALID. */
  readonly open: (answer: RemoteAnswer) => Promise<Result<RemoteAnswer>>;
}

interface AnswerKey {
  readonly kid: string;
  readonly jwk: ReturnType<typeof p256Jwk>;
  readonly enc: Encryption;
  readonly secret: Uint8Array;
}

const KEY_BYTES = 32;

export async function sealRequest(
  { random }: { readonly random: Pick<Random, 'bytes'> },
  { requestKey, answerEnc }: IssuerEncryption,
  members: JsonObject,
): Promise<SealedRequest> {
  const key = answerEnc === undefined ? undefined : answerKey(random.bytes(KEY_BYTES), answerEnc);
  const json = { ...members, ...(key !== undefined && { credential_response_encryption: statedKey(key) }) };
  const body = await sealJwe(utf8(JSON.stringify(json)), requestKey);
  return { body, open: async (answer) => (key === undefined ? answer : openAnswer(answer, key)) };
}

function answerKey(secret: Uint8Array, enc: Encryption): AnswerKey {
  const { publicKey } = keyPairFromPrivate('NISTP256', secret);
  return { kid: p256Thumbprint(publicKey), jwk: p256Jwk(publicKey), enc, secret };
}

function statedKey({ kid, jwk, enc }: AnswerKey): JsonObject {
  return { jwk: { ...jwk, alg: KEY_AGREEMENT, use: 'enc', kid }, enc };
}

/** An answer in the clear is refused: its claims were not to be read on the way. */
async function openAnswer(answer: RemoteAnswer, { kid, jwk, secret }: AnswerKey): Promise<Result<RemoteAnswer>> {
  const body = await openJwe(answer.text, { kid, jwk: { ...jwk, d: toBase64Url(secret) } });
  return typeof body === 'string'
    ? answerInvalid('The issuer demands encryption, and its answer is not encrypted to the key of the request.')
    : { ...answer, body, ...readBody(body) };
}
