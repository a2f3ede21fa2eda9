// Codes of issues about inboxes, devices, wallets and their keys.
import {
  bad,
  badGateway,
  busy,
  conflict,
  forbidden,
  gone,
  missing,
  unauthenticated,
  unavailable,
  unprocessable,
} from './code-row.js';

export const WALLET_CODES = {
  INBOX_ENTRY_NOT_FOUND: missing(
    'There is no such entry',
    'No such entry is in the inbox of the caller: it never was, or it went for newer ones.',
    'Read the list again: GET /api/me/inbox.',
  ),
  DEVICE_NOT_FOUND: missing(
    'There is no such device',
    'The caller has no such device. A device of somebody else looks the same.',
    'Compare the id with GET /api/v1/me/devices.',
  ),
  DEVICES_FULL: conflict(
    'The account has as many devices as it may',
    'The account has as many active devices as it may, or revoked ones still owe a status.',
    'Revoke a device that is not used any more, then enrol again.',
  ),
  DEVICE_FLIP_FAILED: badGateway(
    'The device is revoked, and the status of its credential is not yet',
    'The device is revoked and its session is ended, but the status list of its credential was not reached.',
    'Revoke it again, which completes it; the node goes on trying by itself.',
  ),
  DEVICE_KEY_PROOF_INVALID: bad(
    'The proof of the key of a device is not good',
    'The text does not prove a key of P-256 to the platform organisation, its nonce is over, or the key is another one.',
    'Get a nonce at {publicUrl}/credentials/system-admin/nonce, and sign the proof as docs/credentials.md says.',
  ),
  DEVICE_KEY_MISSING: conflict(
    'The device has no key',
    'The device was enrolled without a proof of a key, or it is revoked: it has no credential to renew.',
    'Enrol it again, with keyProof.',
  ),
  DEVICE_DELEGATION_CURRENT: conflict(
    'The delegation of the device is not renewed yet',
    'The credential of a device is renewed in the last 30 days before its end.',
    'Ask again at the time that the message names.',
  ),
  DEVICE_DELEGATION_ENDED: gone(
    'The delegation of the device has ended',
    'The credential of the device ended before it was renewed: its key proves nothing any more.',
    'Enrol the device again.',
  ),
  DEVICE_PROOF_NEEDED: unauthenticated(
    'The request has no good proof of a device',
    'The holder key signs for enrolled devices alone here (credentials.deviceProof). The header DPoP is absent, is not good, or is of a key that no active device of the caller has.',
    'Send a proof of RFC 9449 by the key of the device, with the nonce of the header DPoP-Nonce of this answer.',
  ),
  ENROL_TOKEN_MALFORMED: bad(
    'The text is not an enrolment token',
    'The text is not a token in its one spelling.',
    'Scan the code again, whole.',
  ),
  ENROL_TOKEN_INVALID: bad(
    'The enrolment token is not of this installation',
    'The token is signed by another installation, or was changed.',
    'Ask for a new code at the node that you enrol at.',
  ),
  ENROL_TOKEN_SCOPE: bad(
    'The token is good for something else',
    'The token is one of another tier: it enrols no device.',
    'Use the token of an enrol session.',
  ),
  ENROL_TOKEN_USED: conflict(
    'The enrolment token was used before',
    'A device was enrolled with the token; it works once.',
    'Ask for a new enrol session.',
  ),
  ENROL_TOKEN_EXPIRED: gone(
    'The enrolment token has expired',
    'The token is older than 10 minutes, or the session that made it has ended.',
    'Ask for a new enrol session.',
  ),
  MalformedCode: bad(
    'The text is not a short code',
    'The code is missing or is not 6 digits.',
    'Type the 6 digits as they are shown.',
  ),
  AlreadyUsedCode: conflict(
    'The short code was used before',
    'The code was redeemed a moment ago; it works once.',
    'Ask for a new code.',
  ),
  ExpiredCode: gone(
    'The short code is not good any more',
    'The code is older than 5 minutes, was replaced by a newer one, or never was. Or too many wrong codes were tried since it was made.',
    'Ask for a new code, or scan the code of an enrol session.',
  ),
  RateLimited: busy(
    'Codes were redeemed too often',
    'The same code was tried more than 5 times, or a caller redeemed more often than it may.',
    'Wait for Retry-After seconds, and ask for a new code where this one was tried too often.',
    300,
  ),
  LINK_CHALLENGE_INVALID: gone(
    'The challenge is not good any more',
    'The challenge is older than five minutes, was answered, was tried five times, or is that of somebody else.',
    'Ask for another challenge and sign that.',
  ),
  WALLET_PROOF_INVALID: bad(
    'The proof is not that of the wallet',
    'The public key is not that of the address, or the signature is not over the challenge.',
    'Sign the SHA-256 of the decoded challenge with that very wallet.',
  ),
  WALLET_LINKED: conflict(
    'The wallet is linked to a participant already',
    'The wallet belongs to this participant already, or to another one of the organisation.',
    'Use another wallet, or unlink this one there first.',
  ),
  WALLET_LINKS_FULL: conflict(
    'The participant has as many linked wallets as it may',
    'A participant links ten wallets at most.',
    'Unlink one that is not in use.',
  ),
  WALLET_LINK_NOT_FOUND: missing(
    'There is no such linked wallet',
    'The participant has no linked wallet of this address.',
    'Read its linked wallets and compare the address.',
  ),
  WALLET_NOT_FOUND: missing(
    'There is no such wallet',
    'This node has no such wallet, or it is not yours to see.',
    'Compare with quorate wallet list.',
  ),
  WALLET_NODE_AWAY: unavailable(
    'The node of a wallet was not reached',
    'Something was asked of a wallet of another node, such as to verify a credential, and no node that has the wallet answered.',
    'See that its node is up, has the register and is linked (quorate mesh status), and ask again.',
  ),
  WALLET_EXISTS: conflict(
    'The wallet exists already',
    'The node has the wallet of these recovery words.',
    'Use it; its owner sees it in quorate wallet list.',
  ),
  WALLET_LOCKED: conflict(
    'The wallet is locked',
    'The wallet is locked, archived or deleted, and does not do this.',
    'See its status with quorate wallet show; its owner unlocks it where that is possible.',
  ),
  WALLET_ACCESS_DENIED: forbidden(
    'The caller has no access to the wallet',
    'Neither ownership nor a grant gives you this use of the wallet.',
    'Ask its owner: quorate wallet grant.',
  ),
  WALLET_ADDRESS_INVALID: bad(
    'The text is not a wallet address',
    'The text is not an address of this program: Bech32m that begins with qr1.',
    'Copy the address again; its checksum finds a mistyped character.',
  ),
  MNEMONIC_INVALID: bad(
    'The words are not a valid mnemonic',
    'A word is not in the English list of BIP39, the number of words is not 12 or 24, or the checksum is wrong.',
    'Compare with what was written down.',
  ),
  ALGORITHM_UNSUPPORTED: bad(
    'The algorithm is not supported',
    'The name is not an algorithm of this program, or the key of it does not do this.',
    'The message lists the algorithms.',
  ),
  DERIVATION_PATH_INVALID: bad(
    'The derivation path is not valid',
    'The path is not m and indexes below 2^31, is too deep, or the wallet has as many keys as it may.',
    'Write it like the example in the message.',
  ),
  ORGANISATION_KEY_EXISTS: conflict(
    'The organisation has its master key already',
    'The master key of an organisation is made once, and its words were shown then.',
    'Use it; the user who made it has the words.',
  ),
  ORGANISATION_KEY_MISSING: conflict(
    'The organisation has no master key yet',
    'Keys of members follow from the master key of their organisation, which was not made yet.',
    'An administrator of the organisation makes it (createOrganizationMasterKey).',
  ),
  DERIVED_KEY_NOT_FOUND: missing(
    'There is no such derived key',
    'The organisation has no derived key of this id.',
    'Compare the id with the answer of the derivation.',
  ),
  DERIVED_KEY_INACTIVE: conflict(
    'The derived key was rotated or revoked',
    'A key that was rotated or revoked stays so.',
    'Derive another one for the member.',
  ),
  DERIVED_KEYS_FULL: conflict(
    'The organisation has as many derived keys as it may',
    'An organisation has a bounded number of derived keys, rotated and revoked ones too.',
    'Use the keys that are there.',
  ),
  GRANT_EXISTS: conflict(
    'The grant exists already',
    'The subject has an active grant on the wallet.',
    'Revoke it first: quorate wallet revoke.',
  ),
  GRANT_NOT_FOUND: missing(
    'There is no such grant',
    'The subject has no active grant on the wallet.',
    'See quorate wallet grants.',
  ),
  GRANT_INVALID: bad(
    'The grant is not valid',
    'The grant is for its owner, is over before it begins, or its scope is not of its form.',
    'Follow the message.',
  ),
  SIGNING_PURPOSE_REFUSED: forbidden(
    'The system wallet does not sign for this purpose',
    'The system wallet of the node signs for the purposes that are listed, and no other.',
    'Sign with a wallet of yours.',
  ),
  SIGNING_RATE_EXCEEDED: busy(
    'The system wallet signed too often for this register',
    'The system wallet has signed for this register as often as it may in a minute.',
    'Wait a minute, or raise limits.systemSigningsPerMinute.',
    60,
  ),
  CIPHERTEXT_INVALID: bad(
    'The ciphertext cannot be opened',
    'The key or the context is not the one that it was encrypted for, or the bytes were changed.',
    'Ask the sender; where an action is concerned, challenge it (quorate instance challenge).',
  ),
  RECIPIENT_KEY_UNKNOWN: unprocessable(
    'The key of a recipient is not known',
    'A recipient has no participant record and never signed on the register, so its key is not known here.',
    'The recipient publishes one (quorate participant publish), or the request gives its key.',
  ),
};
