// Errors of identity, organisations, invitations and wallets, explained.
import type { ACCOUNT_CODES } from '../../core/base/codes/accounts.js';
import type { Explanation } from './explanation.js';

export const ACCOUNTS = {
  AUTH_REQUIRED: ['The request has no bearer token.', 'Log in (quorate login) and send Authorization: Bearer TOKEN.'],
  TOKEN_INVALID: [
    'The token is not of this installation or of an account that this node has, is malformed, or is dated in the future because a clock was wrong.',
    'Log in again; after a wrong clock see docs/operations.md, Clock.',
  ],
  TOKEN_EXPIRED: [
    'The access token is older than its life, or the session is.',
    'Refresh it; log in again where the refresh token has expired too.',
  ],
  TOKEN_REVOKED: [
    'The session was ended, the password was changed, or a refresh token was shown twice, which ends its session.',
    'Log in again. If you did not end it yourself, change the password.',
  ],
  WORKLOAD_IDENTITY_INVALID: [
    'The client certificate is missing, has not exactly one URI, or that is not spiffe://INSTALLATION/service/CLIENT.',
    'Issue the service a certificate with that one URI; docs/operations.md, Listeners.',
  ],
  CLIENT_INVALID: [
    'The client is not known, is suspended or deleted, or the secret is another one. The answer is the same for all of these.',
    'Compare the client id with the list of service principals; an operator rotates the secret or reactivates the principal.',
  ],
  CLIENT_ID_INVALID: [
    'A client id has 3 to 63 lower-case letters, digits and inner hyphens, begins with a letter, and is no UUID.',
    'Choose another, or leave it out: the node makes one.',
  ],
  CLIENT_ID_TAKEN: [
    'Another service principal has this client id, or had it before it was deleted: wallets may belong to it.',
    'Choose another.',
  ],
  SCOPE_INVALID: [
    'No part of the node asks for such a scope, it is named twice, or it is not one of the service.',
    'quorate service create --help lists them. Ask for fewer, or let an operator give the service the scope.',
  ],
  SCOPE_MISSING: [
    'A service may do what its scopes say and nothing else; the token has not the scope that the message names.',
    'Ask for a token with the scope. Where the service has it not, an operator gives it: quorate service scopes.',
  ],
  SHARED_SECRETS_DISABLED: [
    'The setting serviceAuth.disableSharedSecrets is on: a service proves itself by its certificate alone.',
    'Call the workload listener with the certificate of the service and leave client_secret out; docs/operations.md, Services.',
  ],
  SERVICE_PRINCIPAL_NOT_FOUND: [
    'No service principal has this id or client id.',
    'Compare it with the list of service principals.',
  ],
  SERVICE_PRINCIPAL_REVOKED: [
    'The service principal was deleted, which is for good.',
    'Create another one, with a client id of its own.',
  ],
  SERVICE_PRINCIPALS_FULL: [
    'The node keeps a bounded number of service principals, deleted ones too.',
    'Change the scopes of one that is there, or rotate its secret.',
  ],
  FORBIDDEN: [
    'The role of the caller does not carry this right, or the node of a peer is a guest or has no seat.',
    'Ask an administrator for the role; the operation names the right at /docs.',
  ],
  ROSTER_ROLE_REQUIRED: [
    'Publishing takes the role Owner, Admin or Designer on the roster of the register.',
    'Ask a member to give you one: quorate governance propose.',
  ],
  LOGIN_FAILED: [
    'Address or password is wrong, or the account is no active member. The answer is the same for all of these.',
    'Check both. An operator sets a new password with quorate user reset.',
  ],
  LOGIN_LOCKED: [
    'The account had too many failed logins from this address or in sum.',
    'Wait for Retry-After seconds. A restart of the node ends every such lock.',
  ],
  LOGIN_TOKEN_INVALID: [
    'A login token serves one sign-in for five minutes and five codes; this one is over, or the sessions of the account were ended.',
    'Log in again with the first factor, and show the second within five minutes.',
  ],
  SECOND_FACTOR_REQUIRED: [
    'The password is right, and the account has a second factor; a password grant has no room for one.',
    'Log in with POST /api/auth/login (quorate login), and refresh that session.',
  ],
  SECOND_FACTOR_FAILED: [
    'The code is wrong, was used before, or is more than half a minute old; or the signature of the passkey is not good.',
    'Wait for the next code, and check the clock of the telephone; a backup code works once.',
  ],
  SECOND_FACTOR_LIMIT: [
    'The account had 20 wrong codes within a day from somebody with its password: until that is over no code is judged. The owner was told by mail and in the inbox.',
    'Sign in with a backup code or a passkey. If you did not show them, change the password.',
  ],
  PASSKEY_FAILED: [
    'The signature is not of a passkey of this account and site, did not verify its user, did not count on, or answers a transaction that is over.',
    'Begin again with the options. The site has to be that of auth.passkeyRpId, and the page one of auth.passkeyOrigins.',
  ],
  PASSKEY_EXISTS: ['The authenticator gave a passkey that the account has.', 'Use it, or another authenticator.'],
  PASSKEYS_FULL: ['An account has at most ten passkeys.', 'Revoke one that is not in use any more.'],
  PASSKEY_NOT_FOUND: [
    'The passkey was revoked, or is not one of this account.',
    'Compare the id with GET /api/passkey/credentials.',
  ],
  PASSKEY_LAST: [
    'The account has no password: without its last passkey there is no way to sign in to it.',
    'Enrol another passkey first.',
  ],
  TOTP_ENABLED: ['A new secret would replace the one that is in use.', 'Switch them off first: DELETE /api/totp.'],
  TOTP_NOT_SET_UP: [
    'Nothing was set up, or it is in use and verified already.',
    'Begin with POST /api/totp/setup, and show a first code with POST /api/totp/verify.',
  ],
  SIGN_IN_NOT_RECENT: [
    'To write rights, secrets, keys or ways in takes a sign-in of the last ten minutes, which no refresh renews; to enter an organisation, one of after your sessions there were ended.',
    'POST /api/auth/step-up with the password, a one-time code or a passkey, and repeat the request with its token. The command line asks at a terminal, or reads QUORATE_PASSWORD.',
  ],
  ACCOUNT_SUSPENDED: [
    'An administrator suspended the account, or it has no usable membership.',
    'Ask an administrator of the organisation.',
  ],
  PASSWORD_WEAK: [
    'The password is short, among those that are guessed first, or the current one.',
    'Choose a longer one that is nowhere else in use.',
  ],
  PASSWORD_CHANGE_REQUIRED: [
    'The first password was made by somebody else.',
    'Change it: quorate password. Then log in again.',
  ],
  ORGANISATION_NOT_FOUND: [
    'No such organisation exists, or it is not yours to see.',
    'Compare the id with quorate org list.',
  ],
  ORGANISATION_SUSPENDED: ['The operator suspended the organisation.', 'Ask the operator of the platform.'],
  ORGANISATION_PROTECTED: [
    'The platform organisation has no quotas and cannot be suspended.',
    'Choose another organisation.',
  ],
  ORGANISATION_CHANGED: [
    'The organisation is at another version than If-Match names: somebody else changed it.',
    'Read it again, compare, and send If-Match of the new version.',
  ],
  SETTINGS_INVALID: [
    'A setting of the organisation is not of its form, or does not fit its type.',
    'The path names the member at fault; the message says what it takes.',
  ],
  BOOTSTRAP_DONE: [
    'The platform was bootstrapped with another organisation or administrator; that happens once.',
    'Found further organisations with quorate org create.',
  ],
  SUBDOMAIN_TAKEN: ['Another organisation has this subdomain.', 'Choose another.'],
  SUBDOMAIN_INVALID: [
    'A subdomain has 3 to 63 lower-case letters, digits and inner hyphens, and some are reserved.',
    'Choose another.',
  ],
  USER_NOT_FOUND: [
    'The user or the membership does not exist, or not any more.',
    'Compare the id with quorate user list.',
  ],
  EMAIL_VERIFIED: ['The account has an address, which is verified.', 'Nothing is left to verify.'],
  SELF_REGISTRATION_OFF: [
    'No such organisation exists, it is not public, or its administrators do not let people register by themselves.',
    'Ask for an invitation; an administrator changes it with quorate org settings --self-registration on, which is selfRegistrationEnabled of the settings of the organisation.',
  ],
  VERIFICATION_INVALID: [
    'The token works once, for a day, and not after a restart of the node.',
    'Register again, or ask for another mail.',
  ],
  VERIFICATION_LIMIT: [
    'An address gets three such mails an hour for one asker, and twelve in all.',
    'Look among unwanted mail, or wait.',
  ],
  SESSION_NOT_FOUND: [
    'The session is over, or is not one of the account of the caller.',
    'Compare the id with GET /api/auth/sessions (quorate session list).',
  ],
  PASSWORD_RESET_INVALID: [
    'The token works once, for an hour, not after a restart of the node, and not after the password was changed.',
    'Ask for another mail at /reset-password.',
  ],
  PROGRAM_CODE_INVALID: [
    'The code works once, for a minute, with the verifier of the program that asked, while the session stands that gave it.',
    'Begin again: quorate login --passkey.',
  ],
  USER_CODE_INVALID: [
    'The code was answered, is older than five minutes, or was mistyped.',
    'Compare it with that of the program, or begin again there: quorate login --device.',
  ],
  USER_CODE_LIMIT: ['An account tries five such codes in five minutes.', 'Wait for Retry-After seconds.'],
  DEVICE_CODE_INVALID: [
    'The program had its session, waited for more than five minutes, or the session ended that let it in.',
    'Begin again: quorate login --device.',
  ],
  PROGRAM_REFUSED: ['The person said no.', 'Begin again, and say yes on the page.'],
  EMAIL_TAKEN: [
    'The address has a member in the organisation, or an account on the installation.',
    'Log in with it and accept the invitation by quorate invitation accept.',
  ],
  EMAIL_NOT_PROVEN: [
    'The account was made with a code that its inviter saw, and there is no proof that the address is its own.',
    'If it is yours, log in with it and accept. If not, accept with takesAddress (quorate invitation accept --new --take-address).',
  ],
  EMAIL_DOMAIN_REFUSED: [
    'The settings of the organisation list the e-mail domains of its members, and this one is not among them.',
    'Use an address of the organisation, or ask its administrator to list the domain (quorate org settings).',
  ],
  ROLE_INVALID: [
    'The role does not exist, is named twice, or cannot be given in this organisation.',
    'The message lists the roles.',
  ],
  LAST_ADMINISTRATOR: [
    'The member is the only active Administrator of its organisation, or the only SystemAdmin of the platform.',
    'Give another member the role first; an operator suspends a whole organisation with quorate org suspend.',
  ],
  INVITATION_NOT_FOUND: [
    'No invitation has this code or id, or the code was tried too often.',
    'Ask the inviter for a new one.',
  ],
  INVITATION_USED: ['A code works once.', 'Log in with the account that was made; otherwise ask for a new invitation.'],
  INVITATION_REVOKED: ['An administrator took it back, or the inviter may not invite any more.', 'Ask for a new one.'],
  INVITATION_EXPIRED: ['It is older than auth.invitationMs.', 'Ask for a new one.'],
  INVITATION_NOT_YOURS: [
    'The account that is logged in has another address than the one that was invited.',
    'Log in with the invited address.',
  ],
  INVITATIONS_FULL: [
    'The organisation has as many open invitations as it may.',
    'Revoke some: quorate invitation list, quorate invitation revoke.',
  ],
  INBOX_ENTRY_NOT_FOUND: [
    'No such entry is in the inbox of the caller: it never was, or it went for newer ones.',
    'Read the list again: GET /api/me/inbox.',
  ],
  DEVICE_NOT_FOUND: [
    'The caller has no such device. A device of somebody else looks the same.',
    'Compare the id with GET /api/v1/me/devices.',
  ],
  DEVICES_FULL: [
    'The account has as many active devices as it may, or revoked ones still owe a status.',
    'Revoke a device that is not used any more, then enrol again.',
  ],
  DEVICE_FLIP_FAILED: [
    'The device is revoked and its session is ended, but the status list of its credential was not reached.',
    'Revoke it again, which completes it; the node goes on trying by itself.',
  ],
  ENROL_TOKEN_MALFORMED: ['The text is no token in its one spelling.', 'Scan the code again, whole.'],
  ENROL_TOKEN_INVALID: [
    'The token is signed by another installation, or was changed.',
    'Ask for a new code at the node that you enrol at.',
  ],
  ENROL_TOKEN_SCOPE: ['The token is one of another tier: it enrols no device.', 'Use the token of an enrol session.'],
  ENROL_TOKEN_USED: ['A device was enrolled with the token; it works once.', 'Ask for a new enrol session.'],
  ENROL_TOKEN_EXPIRED: [
    'The token is older than 10 minutes, or the session that made it has ended.',
    'Ask for a new enrol session.',
  ],
  MalformedCode: ['The code is missing or is not 6 digits.', 'Type the 6 digits as they are shown.'],
  AlreadyUsedCode: ['The code was redeemed a moment ago; it works once.', 'Ask for a new code.'],
  ExpiredCode: [
    'The code is older than 5 minutes, was replaced by a newer one, never was, or too many wrong codes were tried since it was made.',
    'Ask for a new code, or scan the code of an enrol session.',
  ],
  RateLimited: [
    'The same code was tried more than 5 times, or a caller redeemed more often than it may.',
    'Wait for Retry-After seconds, and ask for a new code where this one was tried too often.',
  ],
  QUOTA_EXCEEDED: [
    'The organisation has as many registers, members, wallets or bytes as it may.',
    'Use fewer (quorate org show), or ask the operator for more (quorate org quota).',
  ],
  LINK_CHALLENGE_INVALID: [
    'The challenge is older than five minutes, was answered, was tried five times, or is that of somebody else.',
    'Ask for another challenge and sign that.',
  ],
  WALLET_PROOF_INVALID: [
    'The public key is not that of the address, or the signature is not over the challenge.',
    'Sign the SHA-256 of the decoded challenge with that very wallet.',
  ],
  WALLET_LINKED: [
    'The wallet belongs to this participant already, or to another one of the organisation.',
    'Use another wallet, or unlink this one there first.',
  ],
  WALLET_LINKS_FULL: ['A participant links ten wallets at most.', 'Unlink one that is not in use.'],
  WALLET_LINK_NOT_FOUND: [
    'The participant has no linked wallet of this address.',
    'Read its linked wallets and compare the address.',
  ],
  WALLET_NOT_FOUND: ['This node has no such wallet, or it is not yours to see.', 'Compare with quorate wallet list.'],
  WALLET_EXISTS: [
    'The node has the wallet of these recovery words.',
    'Use it; its owner sees it in quorate wallet list.',
  ],
  WALLET_LOCKED: [
    'The wallet is locked, archived or deleted, and does not do this.',
    'See its status with quorate wallet show; its owner unlocks it where that is possible.',
  ],
  WALLET_ACCESS_DENIED: [
    'Neither ownership nor a grant gives you this use of the wallet.',
    'Ask its owner: quorate wallet grant.',
  ],
  WALLET_ADDRESS_INVALID: [
    'The text is no address of this program: Bech32m that begins with qr1.',
    'Copy the address again; its checksum finds a mistyped character.',
  ],
  MNEMONIC_INVALID: [
    'A word is not in the English list of BIP39, the number of words is not 12 or 24, or the checksum is wrong.',
    'Compare with what was written down.',
  ],
  ALGORITHM_UNSUPPORTED: [
    'The name is no algorithm of this program, or the key of it does not do this.',
    'The message lists the algorithms.',
  ],
  DERIVATION_PATH_INVALID: [
    'The path is not m and indexes below 2^31, is too deep, or the wallet has as many keys as it may.',
    'Write it like the example in the message.',
  ],
  ORGANISATION_KEY_EXISTS: [
    'The master key of an organisation is made once, and its words were shown then.',
    'Use it; the user who made it has the words.',
  ],
  ORGANISATION_KEY_MISSING: [
    'Keys of members follow from the master key of their organisation, which was not made yet.',
    'An administrator of the organisation makes it (createOrganizationMasterKey).',
  ],
  DERIVED_KEY_NOT_FOUND: [
    'The organisation has no derived key of this id.',
    'Compare the id with the answer of the derivation.',
  ],
  DERIVED_KEY_INACTIVE: ['A key that was rotated or revoked stays so.', 'Derive another one for the member.'],
  DERIVED_KEYS_FULL: [
    'An organisation has a bounded number of derived keys, rotated and revoked ones too.',
    'Use the keys that are there.',
  ],
  GRANT_EXISTS: ['The subject has an active grant on the wallet.', 'Revoke it first: quorate wallet revoke.'],
  GRANT_NOT_FOUND: ['The subject has no active grant on the wallet.', 'See quorate wallet grants.'],
  GRANT_INVALID: [
    'The grant is for its owner, is over before it begins, or its scope is not of its form.',
    'Follow the message.',
  ],
  SIGNING_PURPOSE_REFUSED: [
    'The system wallet of the node signs for the purposes that are listed, and no other.',
    'Sign with a wallet of yours.',
  ],
  SIGNING_RATE_EXCEEDED: [
    'The system wallet has signed for this register as often as it may in a minute.',
    'Wait a minute, or raise limits.systemSigningsPerMinute.',
  ],
  CIPHERTEXT_INVALID: [
    'The key or the context is not the one that it was encrypted for, or the bytes were changed.',
    'Ask the sender; where an action is concerned, challenge it (quorate instance challenge).',
  ],
  RECIPIENT_KEY_UNKNOWN: [
    'A recipient has no participant record and never signed on the register, so its key is not known here.',
    'The recipient publishes one (quorate participant publish), or the request gives its key.',
  ],
} as const satisfies Readonly<Record<(typeof ACCOUNT_CODES)[number], Explanation>>;
