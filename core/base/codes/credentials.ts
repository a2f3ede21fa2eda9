// Codes of issues about credentials that this node issues.
import { conflict, gone, missing, unavailable } from './code-row.js';

export const CREDENTIAL_CODES = {
  AUTHORIZATION_NOT_FOUND: missing(
    'No request of a wallet waits',
    'The request that the page was opened for was answered, or is older than ten minutes, or the node was started anew.',
    'Ask once more in the wallet.',
  ),
  OFFER_NOT_FOUND: missing(
    'There is no such offer',
    'No offer of the organisation has this id, or it was cancelled, or it ended more than a day ago.',
    'Make another offer (quorate credential offer).',
  ),
  OFFER_USED: conflict(
    'A wallet has taken the offer',
    'The code of the offer was exchanged: it is good once.',
    'Make another offer; to take the credential back, revoke it (quorate credential revoke).',
  ),
  OFFER_EXPIRED: gone(
    'The offer is over',
    'The time of the offer has passed before a wallet took it.',
    'Make another offer, with a longer expiresIn where that is needed.',
  ),
  CREDENTIAL_NOT_FOUND: missing(
    'There is no such credential, or no such status list',
    'The organisation has issued no credential of this id, or this node keeps no status list of this id.',
    'List those that there are (quorate credential list); the address of a status list stands in the claim status.',
  ),
  CREDENTIAL_REVOKED: conflict(
    'The credential was revoked',
    'A revoked credential is never valid again.',
    'Issue another one.',
  ),
  CERTIFICATE_MISSING: unavailable(
    'The wallet has no certificate',
    'Verifiers find the key of the issuer by a certificate under this trust anchor, and none of the wallet is in force.',
    'Enrol or import a certificate of the wallet for credentials, or take another format or trust anchor.',
    3600,
  ),
  STATUS_UNAVAILABLE: unavailable(
    'The status list cannot be signed',
    'The wallet that signs the list does not answer.',
    'Ask again after Retry-After seconds; the operator finds the reason in the log.',
    30,
  ),
};
