// Codes of issues about credentials that this node issues, those that it asks wallets for, and those that its wallets
// hold.
import { bad, badGateway, conflict, forbidden, gone, missing, unavailable, unprocessable } from './code-row.js';

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
    'The organisation has issued no credential of this id, the wallet holds none of it, or this node keeps no status list of this id.',
    'List those that there are (quorate credential list, quorate credential held); the address of a status list stands in the claim status.',
  ),
  CREDENTIAL_TYPE_NOT_FOUND: missing(
    'Nothing is told of such a type of credentials',
    'No organisation of this node states a type of this name at this address, and none issued one of this register.',
    'Ask the node of the issuer, at the address that the claim vct of the credential states.',
  ),
  CREDENTIAL_TYPE_IN_USE: conflict(
    'Offers of the type wait',
    'A type is left out, or gets another format, while offers of it wait for their wallets.',
    'Wait for their end, or cancel them: DELETE /api/v1/offers/{id}.',
  ),
  ISSUER_KEY_IN_USE: conflict(
    'The key of the issuer is needed',
    'Offers wait for the wallet, or a credential that its key signed can still be in force.',
    'Leave it out after the time that GET /api/organizations/{orgId}/credential-configurations shows as neededUntil.',
  ),
  CREDENTIAL_REVOKED: conflict(
    'The credential was revoked',
    'A revoked credential is never valid again.',
    'Issue another one.',
  ),
  CERTIFICATE_MISSING: unavailable(
    'There is no certificate to sign with',
    'Verifiers find the key of an issuer by a certificate, and wallets that of a request. None for the use is in force.',
    'Enrol or import a certificate of the wallet for credentials, or of the organisation for requests.',
    3600,
  ),
  ISSUER_REFUSED: unprocessable(
    'The issuer gives no credential for the offer',
    'The issuer answered with an error: the offer was taken before, or is over, or the transaction code is wrong.',
    'The message has the name of the error. Check the transaction code; ask the issuer for another offer.',
  ),
  ISSUER_ANSWER_INVALID: badGateway(
    'The issuer does not answer as OpenID4VCI 1.0 says',
    'A document or an answer of the issuer has another form, names another issuer, or is of a way that is not known here.',
    'The message says which. Tell the issuer; docs/credentials.md, Hold credentials, says what a wallet of this node takes.',
  ),
  REQUEST_OBJECT_INVALID: bad(
    'The request for a presentation is not a good one',
    'The request object was changed, has another signature than of its certificate, is over, or asks for a way that is not known here.',
    'The message says which. Show nothing to it, and ask its verifier for another request.',
  ),
  REQUEST_HOST_MISMATCH: bad(
    'The request is not of the host that it names',
    'The certificate of the request is of another host than its client_id, or the answer would go to another one.',
    'Show nothing to it: somebody may speak for a verifier that he is not.',
  ),
  VERIFIER_UNTRUSTED: forbidden(
    'No trust list vouches for the verifier',
    'The request is signed under a name that no imported list has, or it is not signed.',
    'Look at the host that the answer goes to, and accept with acceptUntrusted (--untrusted) where you know it.',
  ),
  VERIFIER_REFUSED: unprocessable(
    'The verifier did not take the answer',
    'The verifier answered with an error: the request is over, or what was shown does not satisfy it.',
    'Ask the verifier for another request.',
  ),
  STATUS_UNAVAILABLE: unavailable(
    'The status list cannot be signed',
    'The wallet that signs the list does not answer.',
    'Ask again after Retry-After seconds; the operator finds the reason in the log.',
    30,
  ),
  REQUEST_NOT_FOUND: missing(
    'There is no such request for a presentation',
    'The organisation made no request of this id, or it ended more than a day ago. A request object is told three times.',
    'Make another request (quorate credential request).',
  ),
  REQUEST_EXPIRED: gone(
    'The request for a presentation is over',
    'Its time has passed, or a wallet has answered it: a request takes one answer.',
    'Make another request (quorate credential request).',
  ),
  PRESENTATION_INVALID: bad(
    'The answer of the wallet was refused',
    'It cannot be read, it is not for this request, or what it shows was refused: the result of the request says why.',
    'Make another request, and present a credential that is asked for.',
  ),
  DCQL_UNKNOWN_QUERY_ID: bad(
    'The answer names a query that was not asked',
    'A member of vp_token is not the id of a query of the request.',
    'Answer under the ids in dcql_query.',
  ),
  LEGACY_DIALECT: bad(
    'The answer is of a draft of OpenID4VP',
    'It has a presentation_submission, which belongs to a query of drafts; requests here have dcql_query (OpenID4VP 1.0).',
    'Use a wallet of OpenID4VP 1.0.',
  ),
  RESPONSE_CODE_REFUSED: forbidden(
    'The code of the answer is not good',
    'It is not that of this request, it came before or too late, or it came in another session than the one that asked.',
    'Make another request, and bring the code in the session that made it.',
  ),
  GATE_NOT_FOUND: missing(
    'There is no such prepared action',
    'You prepared no action under this id, or it ended and is gone.',
    'Prepare it again: POST /api/instances/{instanceId}/gates, or quorate action submit --present.',
  ),
  GATE_EXPIRED: gone(
    'The prepared action is over',
    'Credentials are shown to a prepared action, and it is submitted, within 15 minutes.',
    'Prepare it again: POST /api/instances/{instanceId}/gates, or quorate action submit --present.',
  ),
  GATE_STALE: conflict(
    'The instance moved on since the action was prepared',
    'A credential is shown for one place and one content. Since then another move took the place, or the data would be others.',
    'Prepare the action again, and show the credentials for it.',
  ),
  GATE_OPEN: conflict(
    'A gate of the action waits for its credential',
    'No credential was shown yet to a requirement of the prepared action, or the one that was shown was refused.',
    'The prepared action says which requirements wait (GET /api/gates/{gateId}): show a credential to each.',
  ),
};
