// Encrypted requests for credentials, and their answers (OpenID4VCI 1.0 section 10). A wallet that asks for
// an encrypted answer encrypts the request too: else another one could put its key there (section 8.2).
import { toBase64Url, utf8 } from '../../../core/base/bytes.js';
import { issue } from '../../../core/base/issue.js';
import { type JsonObject, parseJson } from '../../../core/base/json.js';
import { budgetIssue, valuesIn } from '../../../core/base/json-budget.js';
import { DOCUMENT_DEPTH_MAX } from '../../../core/base/limits/ledger/transactions.js';
import { BODY_LIMITS } from '../../../core/base/limits/node/bodies.js';
import { isFailure } from '../../../core/base/result.js';
import { FormatFault, faultOr } from '../../../core/credentials/fault.js';
import { CompactJwe } from '../../../core/credentials/jose/compact-jwe.js';
import { type EncryptionKey, responseKeyIn } from '../../../core/credentials/jose/encryption.js';
import { p256Jwk, p256Thumbprint } from '../../../core/crypto/keys/jwk.js';
import { keyPairFromPrivate } from '../../../core/crypto/signing/algorithms.js';
import { Refusal } from '../../define.js';
import type { RequestOpener } from '../../deps/credentials.js';
import { openIdRefusal } from '../../requests/family-refusals.js';
import type { PartsCheck } from '../../requests/validation.js';
import { openJwe, sealJwe } from './jwe.js';

/**
 * The key that requests are encrypted to, of this start of the node: what was sent before cannot be opened later.
 * Wallets read a new one with the metadata, which caches keep for minutes.
 */
export class RequestKey implements RequestOpener {
  readonly jwk: ReturnType<typeof p256Jwk> & { readonly kid: string };

  constructor(private readonly secret: Uint8Array) {
    const { publicKey } = keyPairFromPrivate('NISTP256', secret);
    this.jwk = { ...p256Jwk(publicKey), kid: p256Thumbprint(publicKey) };
  }

  /** The bytes that were encrypted; a text says why they are not to be had. */
  open({ text }: CompactJwe): Promise<Uint8Array | string> {
    return openJwe(text, { kid: this.jwk.kid, jwk: { ...this.jwk, d: toBase64Url(this.secret) } });
  }
}

export interface OpenedRequest<T> {
  readonly fields: T;
  /** Where the answer is to be encrypted. */
  readonly answerKey?: EncryptionKey;
}

interface Asking {
  readonly credential_response_encryption?: unknown;
}

/** The members of a request, encrypted or not. */
export async function openRequest<T extends Asking>(
  body: T,
  { key, check }: { readonly key: RequestOpener; readonly check: PartsCheck },
): Promise<OpenedRequest<T> | Refusal> {
  const isEncrypted = body instanceof CompactJwe;
  const fields = isEncrypted ? await decryptFields<T>(body, key, check) : body;
  if (fields instanceof Refusal) return fields;
  const { credential_response_encryption: stated } = fields;
  if (stated === undefined) return { fields };
  if (!isEncrypted) return refuse('An encrypted request alone may ask for an encrypted answer.', STATED);
  const answerKey = faultOr(() => responseKeyIn(stated as JsonObject));
  return answerKey instanceof FormatFault ? refuse(answerKey.message, STATED) : { fields, answerKey };
}

const STATED = '/credential_response_encryption';
const { values: VALUES_MAX } = BODY_LIMITS.answer;

async function decryptFields<T>(body: CompactJwe, key: RequestOpener, check: PartsCheck): Promise<T | Refusal> {
  const bytes = await key.open(body);
  if (typeof bytes === 'string') return refuse(bytes);
  const budget = (source: string) => budgetIssue(valuesIn(source, VALUES_MAX), VALUES_MAX);
  const json = parseJson(bytes, { budget, levels: DOCUMENT_DEPTH_MAX });
  if (isFailure(json)) return new Refusal([json.issue]);
  const issues = check({ body: json, params: {}, query: {}, headers: {} });
  return issues === undefined ? (json as T) : new Refusal(issues);
}

/** A good answer as its request wants it. */
export async function sealAnswer<A extends { readonly status: number; readonly body: object }>(
  answer: A,
  answerKey: EncryptionKey | undefined,
): Promise<A | { readonly status: A['status']; readonly body: CompactJwe }> {
  if (answerKey === undefined) return answer;
  return { status: answer.status, body: new CompactJwe(await sealJwe(utf8(JSON.stringify(answer.body)), answerKey)) };
}

function refuse(message: string, path = ''): Refusal {
  return openIdRefusal('invalid_encryption_parameters', issue('BODY_INVALID', path, message));
}
