// The credential endpoint: the token says which credential, and the proofs for which keys. The form of drafts (one
// proof, a format) is read too (docs/credentials.md).
import { toBase64Url } from '../../../../core/base/bytes.js';
import { sha256Hex } from '../../../../core/base/hash.js';
import { issue } from '../../../../core/base/issue.js';
import { DEFERRED_SECONDS, NONCE_MS } from '../../../../core/base/limits/node/wallets.js';
import { type Failure, isFailure } from '../../../../core/base/result.js';
import { formatRow } from '../../../../core/credentials/issuing/formats.js';
import {
  type HolderKey,
  judgeKeyProofs,
  readKeyProofs,
  type ShownProofs,
} from '../../../../core/credentials/issuing/key-proofs.js';
import type { CredentialOffer, OfferToken } from '../../../../core/credentials/issuing/offer.js';
import { WalletRefusal } from '../../../../core/credentials/issuing/refusal.js';
import { strengthProblem } from '../../../../core/credentials/issuing/type-rules.js';
import type { CompactJwe } from '../../../../core/credentials/jose/compact-jwe.js';
import { attestationView, rulesOf, takesAttestations } from '../../../credentials/attestations.js';
import { openRequest, sealAnswer } from '../../../credentials/encryption/requests.js';
import type { AskedIssuer } from '../../../credentials/issuers.js';
import { issueCopies } from '../../../credentials/issuing.js';
import { type IssuedCopies, NotIssuedYet } from '../../../credentials/runs/copies.js';
import { freshNonce, offerOfToken, resourceRefusal, type WalletHeaders } from '../../../credentials/wallet-access.js';
import { type ApiCall, Refusal } from '../../../define.js';
import type { OpenIdErrorName } from '../../../errors/families/openid4vc.js';
import { openIdRefusal } from '../../../requests/family-refusals.js';
import { partsCheck } from '../../../requests/validation.js';
import type { CredentialDeps } from '../deps.js';
import { CredentialRequest, DeferredRequest } from './routes.js';

type Call = ApiCall<CredentialDeps>;

interface RequestFields {
  readonly credential_configuration_id?: string | undefined;
  readonly credential_identifier?: string | undefined;
  readonly proofs?:
    | { readonly jwt?: readonly string[] | undefined; readonly attestation?: readonly string[] | undefined }
    | undefined;
  readonly credential_response_encryption?: unknown;
  readonly format?: string | undefined;
  readonly vct?: string | undefined;
  readonly doctype?: string | undefined;
  readonly proof?: { readonly proof_type: string; readonly jwt?: string | undefined } | undefined;
}

type OfferOfToken = CredentialOffer & { readonly token: OfferToken };

interface AskedCredential {
  readonly body: RequestFields;
  readonly headers: WalletHeaders;
}

interface AskedDeferred {
  readonly body: { readonly transaction_id?: string | undefined; readonly credential_response_encryption?: unknown };
  readonly headers: WalletHeaders;
}

interface CopiesAnswer {
  readonly credentials?: readonly { readonly credential: string }[];
  readonly notification_id?: string;
  readonly format?: string;
  readonly credential?: string;
  readonly c_nonce?: string;
  readonly c_nonce_expires_in?: number;
}

export type CredentialAnswer =
  | { readonly status: 200; readonly body: CopiesAnswer }
  | { readonly status: 202; readonly body: { readonly transaction_id: string; readonly interval: number } };

const OUTCOMES = { 200: 'issued', 202: 'deferred' } as const;

export interface EncryptedAnswer {
  readonly status: 200 | 202;
  readonly body: CompactJwe;
}

/** Counted by format once its token says which offer it is for. */
export async function answerRequest(
  call: Call,
  issuer: AskedIssuer,
  { body, headers }: AskedCredential,
): Promise<CredentialAnswer | EncryptedAnswer | Failure | Refusal> {
  const offer = offerOfToken(call.deps, issuer, { ...headers, path: '/credential' });
  if (offer instanceof Refusal) return offer;
  const { requestKey, metrics } = call.deps.credentials;
  const opened = await openRequest(body, { key: requestKey, check: CREDENTIAL_CHECK });
  const answer = opened instanceof Refusal ? opened : await answerOffer(call, issuer, { body: opened.fields, offer });
  const isRefused = answer instanceof Refusal || isFailure(answer);
  const outcome = isRefused ? 'refused' : OUTCOMES[answer.status];
  metrics?.countIssued(offer.format, outcome);
  return isRefused || opened instanceof Refusal ? answer : sealAnswer(answer, opened.answerKey);
}

const CREDENTIAL_CHECK = partsCheck({ input: { body: CredentialRequest }, anyQuery: true });
const DEFERRED_CHECK = partsCheck({ input: { body: DeferredRequest }, anyQuery: true });

async function answerOffer(
  call: Call,
  issuer: AskedIssuer,
  { body, offer }: { readonly body: RequestFields; readonly offer: OfferOfToken },
): Promise<CredentialAnswer | Failure | Refusal> {
  const { deps } = call;
  const isOlder = isOlderRequest(body);
  const fault = isOlder ? olderFault(body, offer) : requestFault(body, offer);
  if (fault !== undefined) return fault;
  const { credentials, clock } = deps;
  const rule = rulesOf(deps, issuer, offer.credentialType).keyAttestation;
  const read = readKeyProofs(shownProofs(body, isOlder), {
    takesAttestations: takesAttestations(deps, issuer),
    isGoodNonce: (nonce) => credentials.nonces.isGood(issuer.url, nonce, clock.steady()),
  });
  if (read instanceof WalletRefusal) return resourceRefusal(deps, issuer, read);
  const view = await attestationView(deps, issuer, { chain: read.attestation?.chain ?? [], rule });
  const keys = judgeKeyProofs(read, {
    ...{ ...view, audience: issuer.url },
    spendNonce: (nonce) => credentials.nonces.spend(nonce, clock.steady(), offer.id),
  });
  if (keys instanceof WalletRefusal) return resourceRefusal(deps, issuer, keys);
  const weak = rule && keys.map(({ strength }) => strengthProblem(rule, strength)).find((each) => each !== undefined);
  if (weak !== undefined) return refuseAs('invalid_proof', '/proofs', weak);
  const made = await issueCopies(call, issuer, { offer, keys });
  if (made instanceof NotIssuedYet) return defer(call, { offer, keys });
  if (typeof made === 'string') return refuseAs('credential_request_denied', '', made);
  if (isFailure(made)) return made;
  if (!isOlder) return { status: 200, body: answerOf(made) };
  const nonce = { c_nonce: freshNonce(deps, issuer), c_nonce_expires_in: NONCE_MS / 1000 };
  return { status: 200, body: { format: body.format as string, credential: made.copies[0] as string, ...nonce } };
}

function answerOf({ copies, credential }: IssuedCopies) {
  return { credentials: copies.map((copy) => ({ credential: copy })), notification_id: credential.notificationId };
}

const TRANSACTION_BYTES = 32;

/** OpenID4VCI 1.0 section 8.3: the wallet comes again with the id. The keys of its proofs are kept for then. */
async function defer(
  { deps }: Call,
  { offer, keys }: { readonly offer: OfferOfToken; readonly keys: readonly HolderKey[] },
): Promise<CredentialAnswer> {
  const id = toBase64Url(deps.random.bytes(TRANSACTION_BYTES));
  const { offers } = deps.credentials;
  // As it is by now: it may have ended while lists of anchors were read.
  const now = offers.find(offer.id) ?? offer;
  await deps.commit(offers.put({ ...now, deferred: { hash: sha256Hex(id), keys } }));
  return { status: 202, body: { transaction_id: id, interval: DEFERRED_SECONDS } };
}

/** OpenID4VCI 1.0 section 9. */
export async function answerDeferred(
  call: Call,
  issuer: AskedIssuer,
  { body, headers }: AskedDeferred,
): Promise<CredentialAnswer | EncryptedAnswer | Failure | Refusal> {
  const { deps } = call;
  const offer = offerOfToken(deps, issuer, { ...headers, path: '/deferred' });
  if (offer instanceof Refusal) return offer;
  const opened = await openRequest(body, { key: deps.credentials.requestKey, check: DEFERRED_CHECK });
  if (opened instanceof Refusal) return opened;
  const answer = await answerTransaction(call, issuer, { id: opened.fields.transaction_id ?? '', offer });
  return answer instanceof Refusal || isFailure(answer) ? answer : sealAnswer(answer, opened.answerKey);
}

async function answerTransaction(
  call: Call,
  issuer: AskedIssuer,
  { id, offer }: { readonly id: string; readonly offer: OfferOfToken },
): Promise<CredentialAnswer | Failure | Refusal> {
  if (offer.deferred?.hash !== sha256Hex(id))
    return refuseAs('invalid_transaction_id', '/transaction_id', 'The token has no such request.');
  const { keys } = offer.deferred;
  const made = await issueCopies(call, issuer, { offer, keys });
  if (made instanceof NotIssuedYet) return { status: 202, body: { transaction_id: id, interval: DEFERRED_SECONDS } };
  const isRefused = typeof made === 'string' || isFailure(made);
  call.deps.credentials.metrics?.countIssued(offer.format, isRefused ? 'refused' : 'issued');
  if (typeof made === 'string') return refuseAs('credential_request_denied', '', made);
  if (isFailure(made)) return made;
  // Without its optional notification_id: @openid4vc 0.4.6 takes no deferred answer that has one.
  const { credentials } = answerOf(made);
  return { status: 200, body: { credentials } };
}

/** Wallets state the format beside the configuration too; the final text has no member for it, and forbids none. */
function isOlderRequest({ format, credential_configuration_id: id, credential_identifier: identifier }: RequestFields) {
  return format !== undefined && (id ?? identifier) === undefined;
}

function requestFault(body: RequestFields, { credentialType, token }: OfferOfToken): Refusal | undefined {
  const { credential_configuration_id: id, credential_identifier: identifier, proofs } = body;
  if (identifier !== undefined && (!token.isDetailed || identifier !== credentialType))
    return refuseAs('unknown_credential_identifier', '/credential_identifier', 'The token has no such identifier.');
  if ((id ?? identifier) === undefined)
    return refuseAs('invalid_credential_request', '/credential_configuration_id', 'It is absent.');
  if ((id ?? identifier) !== credentialType)
    return refuseAs(
      'unknown_credential_configuration',
      '/credential_configuration_id',
      'The token is for another one.',
    );
  const [kind = '', ...others] = Object.keys(proofs ?? {});
  return PROOF_TYPES.includes(kind) && others.length === 0
    ? undefined
    : refuseAs('invalid_proof', '/proofs', `Expected proofs of one type: ${PROOF_TYPES.join(' or ')}.`);
}

const PROOF_TYPES = ['jwt', 'attestation'];

function shownProofs({ proof, proofs }: RequestFields, isOlder: boolean): ShownProofs {
  if (isOlder) return { jwt: [proof?.jwt ?? ''] };
  return proofs?.attestation === undefined ? { jwt: proofs?.jwt ?? [] } : { attestation: proofs.attestation };
}

function olderFault(body: RequestFields, offer: CredentialOffer): Refusal | undefined {
  const { format = '', proof } = body;
  const { olderNames, typeMember } = formatRow(offer.format);
  const isFormat = format === offer.format || olderNames.includes(format);
  if (!isFormat) return refuseAs('unsupported_credential_format', '/format', `The offer is of ${offer.format}.`);
  const type = body[typeMember];
  if (type !== undefined && type !== offer.credentialType)
    return refuseAs('unknown_credential_configuration', `/${typeMember}`, 'The token is for another type.');
  return proof?.proof_type === 'jwt'
    ? undefined
    : refuseAs('invalid_proof', '/proof', 'Expected a proof of the type jwt.');
}

function refuseAs(name: OpenIdErrorName, path: string, message: string): Refusal {
  return openIdRefusal(name, issue('BODY_INVALID', path, message));
}
