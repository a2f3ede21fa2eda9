// The credential endpoint: the token says which credential, and the proofs for which keys. The form of drafts (one
// proof, a format) is read too (docs/credentials.md).
import { issue } from '../../../../core/base/issue.js';
import { NONCE_MS } from '../../../../core/base/limits/node/wallets.js';
import { isFailure } from '../../../../core/base/result.js';
import { formatRow } from '../../../../core/credentials/issuing/formats.js';
import { judgeKeyProofs } from '../../../../core/credentials/issuing/key-proofs.js';
import type { CredentialOffer, OfferToken } from '../../../../core/credentials/issuing/offer.js';
import { WalletRefusal } from '../../../../core/credentials/issuing/refusal.js';
import type { AskedIssuer } from '../../../credentials/issuers.js';
import { issueCopies } from '../../../credentials/issuing.js';
import { freshNonce, offerOfToken, resourceRefusal, type WalletHeaders } from '../../../credentials/wallet-access.js';
import { type ApiCall, Refusal } from '../../../define.js';
import type { OpenIdErrorName } from '../../../errors/families/openid4vc.js';
import { openIdRefusal } from '../../../requests/family-refusals.js';
import type { CredentialDeps } from '../deps.js';

type Call = ApiCall<CredentialDeps>;

interface RequestFields {
  readonly credential_configuration_id?: string | undefined;
  readonly credential_identifier?: string | undefined;
  readonly proofs?: { readonly jwt?: readonly string[] | undefined } | undefined;
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

/** Counted by format once its token says which offer it is for. */
export async function answerRequest(call: Call, issuer: AskedIssuer, { body, headers }: AskedCredential) {
  const offer = offerOfToken(call.deps, issuer, { ...headers, path: '/credential' });
  if (offer instanceof Refusal) return offer;
  const answer = await answerOffer(call, issuer, { body, offer });
  const isRefused = answer instanceof Refusal || isFailure(answer);
  call.deps.credentials.metrics?.countIssued(offer.format, isRefused ? 'refused' : 'issued');
  return answer;
}

async function answerOffer(
  call: Call,
  issuer: AskedIssuer,
  { body, offer }: { readonly body: RequestFields; readonly offer: OfferOfToken },
) {
  const { deps } = call;
  const isOlder = body.format !== undefined;
  const fault = isOlder ? olderFault(body, offer) : requestFault(body, offer);
  if (fault !== undefined) return fault;
  const { credentials, clock } = deps;
  const proofs = isOlder ? [body.proof?.jwt ?? ''] : (body.proofs?.jwt ?? []);
  const keys = judgeKeyProofs(proofs, {
    ...{ audience: issuer.url, atMs: clock.now() },
    isGoodNonce: (nonce) => credentials.nonces.isGood(issuer.url, nonce, clock.steady()),
    spendNonce: (nonce) => credentials.nonces.spend(nonce, clock.steady()),
  });
  if (keys instanceof WalletRefusal) return resourceRefusal(deps, issuer, keys);
  const made = await issueCopies(call, issuer, { offer, keys });
  if (typeof made === 'string') return refuseAs('credential_request_denied', '', made);
  if (isFailure(made)) return made;
  const { copies, credential } = made;
  if (!isOlder)
    return { credentials: copies.map((copy) => ({ credential: copy })), notification_id: credential.notificationId };
  const nonce = { c_nonce: freshNonce(deps, issuer), c_nonce_expires_in: NONCE_MS / 1000 };
  return { format: body.format as string, credential: copies[0] as string, ...nonce };
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
  if (body.credential_response_encryption !== undefined)
    return refuseAs(
      'invalid_encryption_parameters',
      '/credential_response_encryption',
      'Answers are not encrypted here.',
    );
  const kinds = Object.keys(proofs ?? {});
  return kinds.length === 1 && kinds[0] === 'jwt'
    ? undefined
    : refuseAs('invalid_proof', '/proofs', 'Expected proofs of the one type jwt.');
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
