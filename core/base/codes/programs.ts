// Codes of issues about programs that people let in.
import { bad, conflict, forbidden, gone, missing } from './code-row.js';

export const PROGRAM_CODES = {
  PROGRAM_REQUEST_INVALID: bad(
    'The request of the program cannot be answered',
    'The program is not known here, names an address that it did not register, or left out what a request has to say.',
    'Tell the maker of the program, with the message. An administrator registers a program: quorate program add.',
  ),
  PROGRAM_REQUEST_NOT_FOUND: gone(
    'The request of the program is not there any more',
    'The request was answered, waited for more than ten minutes, or the node started again.',
    'Begin again in the program.',
  ),
  CLIENT_DOCUMENT_INVALID: bad(
    'The document that describes the program is not usable',
    'The client id is an https address, and the document there does not say who the program is: it was not had in five seconds, is larger than 64 KiB, or a member is at fault.',
    'Tell the maker of the program, with the message.',
  ),
  REDIRECT_URI_INVALID: bad(
    'The address is not one that an answer may go to',
    'An answer goes to an https address, to one of the own computer, or to one of a scheme that a program answers; never to one with a user or a fragment.',
    'Correct the address. A program on the own computer has http://127.0.0.1/ with any path, and any port counts.',
  ),
  PROGRAM_KEYS_INVALID: bad(
    'The keys of the program are not usable',
    'A program has at most five public keys, of P-256, Ed25519 or RSA of 2048 to 4096 bits, each with a kid of its own. A program has keys or a secret.',
    'Give a JWK set of public keys: quorate program add --keys FILE. A key whose private part was given to somebody is replaced.',
  ),
  PROGRAM_NOT_FOUND: missing(
    'There is no such program',
    'No program with this client id is registered, or it is one of another organisation.',
    'Compare it with the list: quorate program list.',
  ),
  PROGRAM_REGISTRATION_OFF: forbidden(
    'Programs do not register themselves here',
    'The operator of the node did not allow it (auth.dynamicRegistration).',
    'Give the program a document at an https address as its client id, or have an administrator register it: quorate program add.',
  ),
  PROGRAMS_FULL: conflict(
    'The node has as many programs as it may',
    'The node keeps a bounded number of programs that administrators registered, and of those that registered themselves.',
    'Remove one that is not in use any more: quorate program remove.',
  ),
  CONSENT_NOT_FOUND: missing(
    'The account did not let such a program in',
    'The word of the person was ended, or is of another account.',
    'Compare the id with GET /api/auth/program-consents (quorate session programs).',
  ),
  STANDING_GRANT_NEEDED: forbidden(
    'No standing grant covers the act',
    'A standing grant names action, version, register and wallet of the act, has acts left today, has not ended, and its rule is true. Else the person is asked.',
    'The person is asked. To let the program act alone, the person states a standing grant: quorate program grant.',
  ),
  STANDING_GRANT_INVALID: bad(
    'The standing grant is not one that may be stated',
    'It is for a program that may act by the MCP server and for actions without a vote, and lasts at most 31 days. Its rule reads what their senders see.',
    'Correct the member at the path of the message. POST /api/execution/rule tries a rule on data.',
  ),
  STANDING_GRANT_OVERLAPS: conflict(
    'Another standing grant is for the same act',
    'A program has a single standing grant for an action, version and wallet, so that one count holds.',
    'End the other one first: quorate session programs shows it, and quorate program grant --end ends it.',
  ),
  STANDING_GRANTS_FULL: conflict(
    'The person has as many standing grants as it may',
    'A person has at most twenty standing grants that last.',
    'End one that is not needed any more: quorate program grant --end.',
  ),
  STANDING_GRANT_NOT_FOUND: missing(
    'There is no such standing grant',
    'The grant was ended, is over, or is one of another consent.',
    'Compare the id with GET /api/auth/program-consents (quorate session programs).',
  ),
};
