// Codes of issues about certificates and whom an organisation trusts.
import { conflict, missing, unavailable, unprocessable } from './code-row.js';

export const TRUST_CODES = {
  CERT_KEY_NOT_ELIGIBLE: unprocessable(
    'The organisation has no key that certificates are of',
    'Certificates are of a key of NISTP256. The wallet of the organisation has another algorithm, and no co-key.',
    'Have an administrator make a co-key, or use a wallet of NISTP256.',
  ),
  CERT_KEY_MISMATCH: unprocessable(
    'The certificate is of another key',
    'The public key in the certificate is not the one of the organisation.',
    'Have the authority sign the request that was made for this organisation.',
  ),
  CERT_CHAIN_INVALID: unprocessable(
    'The certificates do not lead to the anchor',
    'A certificate is not of the form that is taken, or a rule between it, its issuer and the anchor does not hold.',
    'The message says which rule; the path of the issue names the certificate by its place, the leaf being 0. Present the chain leaf first, without its anchor.',
  ),
  CERT_EXPIRED: unprocessable(
    'A certificate is not valid at that time',
    'A certificate of the chain has expired, or its time has not come.',
    'Have it issued anew; the path of the issue names it by its place.',
  ),
  CERT_UNSUITABLE: unprocessable(
    'The certificate is not fit for its use',
    'It is one of an authority, is not for digital signatures, states another purpose, or does not name the host of the node.',
    'Ask for one with the key usage digitalSignature, the extended key usage of its use, and the host as an alternative name.',
  ),
  CERT_EXTERNAL_ANCHOR_UNAVAILABLE: unprocessable(
    'No anchor is known that the certificates lead to',
    'The chain holds, and ends in no imported trust list, no configured anchor and none that an administrator confirmed.',
    'Import the trust list of its authority, or confirm its root.',
  ),
  CERTIFICATE_NOT_FOUND: missing(
    'There is no such certificate',
    'The wallet of the organisation has no certificate of this id, or no imported one that is in force.',
    'See which there are with "quorate certificate list".',
  ),
  TRUSTLIST_MALFORMED: unprocessable(
    'The document is not a trust list that can be read',
    'The document is not of the form of ETSI TS 119 612 in XML, passes a bound, or is not the list that was expected.',
    'The message says what was found. Take the XML form of the list from its operator, unchanged.',
  ),
  TRUSTLIST_SIGNATURE_INVALID: unprocessable(
    'The signature of the trust list does not count',
    'The list is not signed by a pinned operator as ETSI TS 119 612 annex B says, or it was changed.',
    'The message says which rule. Take the list from its operator again, and pin the certificate that signs it (operatorCertificates).',
  ),
  TRUSTLIST_SEQUENCE_REGRESSION: conflict(
    'The trust list is older than the one that is kept',
    'The list has a lower sequence number than the snapshot of this node, or the same one with other bytes.',
    'Take the newest list from its operator. Remove the list first if it really begins anew (quorate trust remove).',
  ),
  TRUSTLIST_UNAVAILABLE: missing(
    'There is no such trust list',
    'The organisation has no trust list of this id.',
    'See which there are with "quorate trust list", or import it with "quorate trust import".',
  ),
  TRUSTLIST_STALE: unavailable(
    'The trust list is stale',
    'The list was to be updated by its operator before this time, and trust.strictFreshness takes no stale list.',
    'Import the next list: quorate trust refresh, or quorate trust import.',
    60,
  ),
} as const;
