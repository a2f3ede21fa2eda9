// Codes of issues about callers, services, signing in and sessions.
import { bad, busy, conflict, forbidden, gone, missing, unauthenticated } from './code-row.js';

export const SIGN_IN_CODES = {
  AUTH_REQUIRED: unauthenticated(
    'A bearer token is required',
    'The request has no bearer token.',
    'Log in (quorate login) and send Authorization: Bearer TOKEN.',
  ),
  TOKEN_INVALID: unauthenticated(
    'The token is not valid',
    'The token is malformed, or not of this installation or of an account that this node has. Or it is dated in the future because a clock was wrong.',
    'Log in again; after a wrong clock see docs/operations.md, Clock.',
  ),
  TOKEN_EXPIRED: unauthenticated(
    'The token has expired',
    'The access token is older than its life, or the session is.',
    'Refresh it; log in again where the refresh token has expired too.',
  ),
  TOKEN_REVOKED: unauthenticated(
    'The token was revoked',
    'The session was ended, the password was changed, or a refresh token was shown twice, which ends its session.',
    'Log in again. If you did not end it yourself, change the password.',
  ),
  DPOP_PROOF_INVALID: unauthenticated(
    'The token is bound to a key that the request does not prove',
    'A program bound its tokens to a key (DPoP, RFC 9449). The request has no proof of that key, or one for another request or time, or one that came before.',
    'Send Authorization: DPoP TOKEN, with a fresh proof in the header DPoP: its htu is the address of http.publicUrl with the path, without query.',
  ),
  DPOP_NONCE_NEEDED: unauthenticated(
    'The proof of the key has no nonce of this node',
    'Proofs carry a nonce of the node, so that none is made in advance. It is good for five minutes, and a restart ends all.',
    'Send a fresh proof with the nonce of the header DPoP-Nonce of this answer.',
  ),
  WORKLOAD_IDENTITY_INVALID: unauthenticated(
    'The client certificate names no service of this installation',
    'The client certificate is missing, has not exactly one URI, or that is not spiffe://INSTALLATION/service/CLIENT.',
    'Issue the service a certificate with that one URI; docs/operations.md, Listeners.',
  ),
  CLIENT_INVALID: unauthenticated(
    'The service is not the one that it names',
    'The client is not known, is suspended or deleted, or the secret is another one. The answer is the same for all of these.',
    'Compare the client id with the list of service principals; an operator rotates the secret or reactivates the principal.',
  ),
  CLIENT_ID_INVALID: bad(
    'The client id is not usable',
    'A client id has 3 to 63 lower-case letters, digits and inner hyphens, begins with a letter, and is not a UUID.',
    'Choose another, or leave it out: the node makes one.',
  ),
  CLIENT_ID_TAKEN: conflict(
    'The client id is taken',
    'Another service principal has this client id, or had it before it was deleted: wallets may belong to it.',
    'Choose another.',
  ),
  SCOPE_INVALID: bad(
    'There is no such scope, or the service does not have it',
    'No part of the node asks for such a scope, it is named twice, or it is not one of the service.',
    'quorate service create --help lists them. Ask for fewer, or let an operator give the service the scope.',
  ),
  SCOPE_MISSING: forbidden(
    'The token has not the scope',
    'A service, and a program of a person, may do what its scopes say and nothing else; the token has not the scope that the message names.',
    'Ask for a token with the scope. Where a service has it not, an operator gives it: quorate service scopes. A program has its person asked once more.',
  ),
  SHARED_SECRETS_DISABLED: conflict(
    'Shared secrets of services are disabled',
    'The setting serviceAuth.disableSharedSecrets is on: a service proves itself by its certificate alone.',
    'Call the workload listener with the certificate of the service and leave client_secret out; docs/operations.md, Services.',
  ),
  SERVICE_PRINCIPAL_NOT_FOUND: missing(
    'There is no such service principal',
    'No service principal has this id or client id.',
    'Compare it with the list of service principals.',
  ),
  SERVICE_PRINCIPAL_REVOKED: conflict(
    'The service principal was deleted',
    'The service principal was deleted, which is for good.',
    'Create another one, with a client id of its own.',
  ),
  SERVICE_PRINCIPALS_FULL: conflict(
    'The node has as many service principals as it may',
    'The node keeps a bounded number of service principals, deleted ones too.',
    'Change the scopes of one that is there, or rotate its secret.',
  ),
  FORBIDDEN: forbidden(
    'The caller may not do this',
    'The role of the caller does not carry this right, or the node of a peer is a guest or has no seat.',
    'Ask an administrator for the role; the operation names the right at /docs.',
  ),
  ROSTER_ROLE_REQUIRED: forbidden(
    'The roster of the register gives the caller no role for this',
    'Publishing takes the role Owner, Admin or Designer on the roster of the register.',
    'Ask a member to give you one: quorate governance propose.',
  ),
  LOGIN_FAILED: unauthenticated(
    'The e-mail address or the password is wrong',
    'Address or password is wrong, or the account is not an active member. The answer is the same for all of these.',
    'Check both. An operator sets a new password with quorate user reset.',
  ),
  LOGIN_LOCKED: busy(
    'The account is locked after failed logins',
    'The account had too many failed logins from this address or in sum.',
    'Wait for Retry-After seconds. A restart of the node ends every such lock.',
    300,
  ),
  LOGIN_TOKEN_INVALID: unauthenticated(
    'The login token is not good any more',
    'A login token serves one sign-in for five minutes and five codes; this one is over, or the sessions of the account were ended.',
    'Log in again with the first factor, and show the second within five minutes.',
  ),
  SECOND_FACTOR_REQUIRED: bad(
    'The account has a second factor, which this way to sign in cannot ask for',
    'The password is right, and the account has a second factor; a password grant has no room for one.',
    'Log in with POST /api/auth/login (quorate login), and refresh that session.',
  ),
  SECOND_FACTOR_FAILED: unauthenticated(
    'The second factor is wrong',
    'The code is wrong, was used before, or is more than half a minute old; or the signature of the passkey is not good.',
    'Wait for the next code, and check the clock of the telephone; a backup code works once.',
  ),
  SECOND_FACTOR_LIMIT: busy(
    'The account takes no one-time code for now',
    'The account had 20 wrong codes within a day from somebody with its password: until that is over no code is judged. The owner was told by mail and in the inbox.',
    'Sign in with a backup code or a passkey. If you did not show them, change the password.',
    3600,
  ),
  TOTP_ENABLED: conflict(
    'The account has one-time codes already',
    'A new secret would replace the one that is in use.',
    'Switch them off first: DELETE /api/totp.',
  ),
  PASSKEY_FAILED: unauthenticated(
    'The passkey did not prove what it was asked for',
    'The signature is not of a passkey of this account and site, or answers a transaction that is over. Or it did not verify its user, or count on.',
    'Begin again with the options. The site has to be that of auth.passkeyRpId, and the page one of auth.passkeyOrigins.',
  ),
  PASSKEY_EXISTS: conflict(
    'The account has this passkey already',
    'The authenticator gave a passkey that the account has.',
    'Use it, or another authenticator.',
  ),
  PASSKEYS_FULL: conflict(
    'The account has as many passkeys as it may',
    'An account has at most ten passkeys.',
    'Revoke one that is not in use any more.',
  ),
  PASSKEY_NOT_FOUND: missing(
    'There is no such passkey',
    'The passkey was revoked, or is not one of this account.',
    'Compare the id with GET /api/passkey/credentials.',
  ),
  PASSKEY_LAST: conflict(
    'The account has nothing else to sign in with',
    'The account has no password: without its last passkey there is no way to sign in to it.',
    'Enrol another passkey first.',
  ),
  TOTP_NOT_SET_UP: conflict(
    'The account has no one-time codes',
    'Nothing was set up, or it is in use and verified already.',
    'Begin with POST /api/totp/setup, and show a first code with POST /api/totp/verify.',
  ),
  SIGN_IN_NOT_RECENT: unauthenticated(
    'The sign-in is too long ago for this',
    'To write rights, secrets, keys or ways in takes a sign-in of the last ten minutes, which no refresh renews; to enter an organisation, one of after your sessions there were ended.',
    'POST /api/auth/step-up with the password, a one-time code or a passkey, and repeat the request with its token. The command line asks at a terminal, or reads QUORATE_PASSWORD.',
  ),
  ACCOUNT_SUSPENDED: forbidden(
    'The account is suspended',
    'An administrator suspended the account, or it has no usable membership.',
    'Ask an administrator of the organisation.',
  ),
  PASSWORD_WEAK: bad(
    'The password is too easy to guess',
    'The password is short, among those that are guessed first, or the current one.',
    'Choose a longer one that is nowhere else in use.',
  ),
  PASSWORD_CHANGE_REQUIRED: forbidden(
    'The first password has to be changed before anything else',
    'The first password was made by somebody else.',
    'Change it: quorate password. Then log in again.',
  ),
  VERIFICATION_INVALID: gone(
    'The token of the mail is not good any more',
    'The token works once, for a day, and not after a restart of the node.',
    'Register again, or ask for another mail.',
  ),
  VERIFICATION_LIMIT: busy(
    'The address got as many mails as it may',
    'An address gets three such mails an hour for one asker, and twelve in all.',
    'Look among unwanted mail, or wait.',
    3600,
  ),
  SESSION_NOT_FOUND: missing(
    'There is no such session',
    'The session is over, or is not one of the account of the caller.',
    'Compare the id with GET /api/auth/sessions (quorate session list).',
  ),
  PASSWORD_RESET_INVALID: gone(
    'The token of the mail is not good any more',
    'The token works once, for an hour, not after a restart of the node, and not after the password was changed.',
    'Ask for another mail at /reset-password.',
  ),
  CONSOLE_LINK_INVALID: gone(
    'The link into the console is not good any more',
    'The link works once, for ten minutes, not after a restart of the node, and not after its session or the first password ended.',
    'Get another one: quorate console. Or sign in.',
  ),
  CONSOLE_NOT_LOCAL: forbidden(
    'Links into the console are for the computer of the node',
    'Others reach this node too, a proxy is before it, or the browser is on another computer.',
    'Open /console and sign in.',
  ),
  PROGRAM_CODE_INVALID: gone(
    'The code for the program is not good any more',
    'The code works once, for a minute, with the verifier of the program that asked, while the session stands that gave it.',
    'Begin again: quorate login --passkey.',
  ),
  USER_CODE_INVALID: gone(
    'No program waits with this code',
    'The code was answered, is older than five minutes, or was mistyped.',
    'Compare it with that of the program, or begin again there: quorate login --device.',
  ),
  USER_CODE_LIMIT: busy(
    'The account tried too many codes that no program waits with',
    'An account tries five such codes in five minutes.',
    'Wait for Retry-After seconds.',
    300,
  ),
  DEVICE_CODE_INVALID: gone(
    'The program waits no more',
    'The program had its session, waited for more than five minutes, or the session ended that let it in.',
    'Begin again: quorate login --device.',
  ),
  PROGRAM_REFUSED: forbidden(
    'The person let the program not in',
    'The person said no.',
    'Begin again, and say yes on the page.',
  ),
};
