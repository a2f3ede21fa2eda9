// Codes of issues about organisations, their people and invitations.
import { bad, conflict, forbidden, gone, missing } from './code-row.js';

export const ACCOUNT_CODES = {
  ORGANISATION_NOT_FOUND: missing(
    'There is no such organisation',
    'No such organisation exists, or it is not yours to see.',
    'Compare the id with quorate org list.',
  ),
  ORGANISATION_SUSPENDED: forbidden(
    'The organisation is suspended',
    'The operator suspended the organisation.',
    'Ask the operator of the platform.',
  ),
  ORGANISATION_PROTECTED: forbidden(
    'A platform organisation cannot be suspended',
    'The platform organisation has no quotas and cannot be suspended.',
    'Choose another organisation.',
  ),
  ORGANISATION_CHANGED: {
    status: 412,
    title: 'The organisation changed since it was read',
    cause: 'The organisation is at another version than If-Match names: somebody else changed it.',
    remedy: 'Read it again, compare, and send If-Match of the new version.',
  },
  SETTINGS_INVALID: bad(
    'The settings do not fit each other',
    'A setting of the organisation is not of its form, or does not fit its type.',
    'The path names the member at fault; the message says what it takes.',
  ),
  BOOTSTRAP_DONE: conflict(
    'The first organisation was made before',
    'The platform was bootstrapped with another organisation or administrator; that happens once.',
    'Found further organisations with quorate org create.',
  ),
  SUBDOMAIN_TAKEN: conflict('The subdomain is taken', 'Another organisation has this subdomain.', 'Choose another.'),
  SUBDOMAIN_INVALID: bad(
    'The subdomain is not usable',
    'A subdomain has 3 to 63 lower-case letters, digits and inner hyphens, and some are reserved.',
    'Choose another.',
  ),
  USER_NOT_FOUND: missing(
    'There is no such user',
    'The user or the membership does not exist, or not any more.',
    'Compare the id with quorate user list.',
  ),
  EMAIL_TAKEN: conflict(
    'The e-mail address is taken',
    'The address has a member in the organisation, or an account on the installation.',
    'Log in with it and accept the invitation by quorate invitation accept.',
  ),
  EMAIL_NOT_PROVEN: conflict(
    'An account has the e-mail address and never verified it',
    'The account was made with a code that its inviter saw, and there is no proof that the address is its own.',
    'If it is yours, log in with it and accept. If not, accept with takesAddress (quorate invitation accept --new --take-address).',
  ),
  EMAIL_VERIFIED: conflict(
    'The account has a verified address',
    'The account has an address, which is verified.',
    'Nothing is left to verify.',
  ),
  SELF_REGISTRATION_OFF: forbidden(
    'The organisation takes no one without an invitation',
    'No such organisation exists, it is not public, or its administrators do not let people register by themselves.',
    'Ask for an invitation; an administrator changes it with quorate org settings --self-registration on, which is selfRegistrationEnabled of the settings of the organisation.',
  ),
  EMAIL_DOMAIN_REFUSED: forbidden(
    'The organisation takes no members of this e-mail domain',
    'The settings of the organisation list the e-mail domains of its members, and this one is not among them.',
    'Use an address of the organisation, or ask its administrator to list the domain (quorate org settings).',
  ),
  ROLE_INVALID: bad(
    'The role cannot be given',
    'The role does not exist, is named twice, or cannot be given in this organisation.',
    'The message lists the roles.',
  ),
  LAST_ADMINISTRATOR: conflict(
    'The member is the last that can administer its organisation',
    'The member is the only active Administrator of its organisation, or the only SystemAdmin of the platform.',
    'Give another member the role first; an operator suspends a whole organisation with quorate org suspend.',
  ),
  INVITATION_NOT_FOUND: missing(
    'There is no such invitation',
    'No invitation has this code or id, or the code was tried too often.',
    'Ask the inviter for a new one.',
  ),
  INVITATION_USED: conflict(
    'The invitation was answered before',
    'A code works once.',
    'Log in with the account that was made; otherwise ask for a new invitation.',
  ),
  INVITATION_REVOKED: gone(
    'The invitation was revoked',
    'An administrator took it back, or the inviter may not invite any more.',
    'Ask for a new one.',
  ),
  INVITATION_EXPIRED: gone('The invitation has expired', 'It is older than auth.invitationMs.', 'Ask for a new one.'),
  INVITATION_NOT_YOURS: forbidden(
    'The invitation is for another address',
    'The account that is logged in has another address than the one that was invited.',
    'Log in with the invited address.',
  ),
  INVITATIONS_FULL: conflict(
    'The organisation has as many open invitations as it may',
    'The organisation has as many open invitations as it may.',
    'Revoke some: quorate invitation list, quorate invitation revoke.',
  ),
  QUOTA_EXCEEDED: conflict(
    'The organisation has as many of these as it may',
    'The organisation has as many registers, members, wallets or bytes as it may.',
    'Use fewer (quorate org show), or ask the operator for more (quorate org quota).',
  ),
};
