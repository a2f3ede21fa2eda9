// Programs that ask people to be let in, by their client ids (RFC 6749 section 2): the command line of this node, what
// an administrator registered, and what a document at an https address describes (OAuth Client ID Metadata Document).
// Pure: reading of what others wrote, and comparing.
import { nameProblem } from '../../base/hidden.js';
import { type Issue, issue } from '../../base/issue.js';
import { isObject, type Json } from '../../base/json.js';
import { CLIENT_URL_MAX, PROGRAM_NAME_MAX, REDIRECT_URIS_MAX } from '../../base/limits/node/accounts.js';
import { fail, type Result } from '../../base/result.js';
import type { ProgramKey } from './keys.js';
import { isRedirect } from './redirects.js';
import { PROGRAM_SCOPE_WORDS, type ProgramScope } from './scopes.js';

export interface ProgramClient {
  readonly clientId: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  /** The scopes that it may ask for. */
  readonly scopes: readonly ProgramScope[];
  /** SHA-256 of its secret; a public client has none. */
  readonly secretHash?: string;
  /** By one of which it proves itself, instead of by a secret. */
  readonly keys?: readonly ProgramKey[];
  /** The organisation whose people may let it in; those of all where absent. */
  readonly organisationId?: string;
  /** It registered itself, is not vouched for, and its row ends then. */
  readonly endsAtMs?: number;
}

/** A registered program, as it is kept. */
export interface RegisteredClient extends ProgramClient {
  readonly createdAt: string;
  /** Claim `sub` of the administrator; absent where it registered itself. */
  readonly createdBy?: string;
  /** The network that it registered itself from. */
  readonly network?: string;
}

/** Its rights over the account are asked for by this program alone. */
const OF_OWN: readonly ProgramScope[] = ['account:manage'];

/** The scopes that programs of others may ask for. */
export const SCOPES_OF_OTHERS = PROGRAM_SCOPE_WORDS.filter((word) => !OF_OWN.includes(word));

/** The command line of this node. Each program of the computer can say that it is this one: the page tells so. */
export const COMMAND_LINE: ProgramClient = {
  clientId: 'quorate-cli',
  name: 'The command line of Quorate',
  redirectUris: ['http://127.0.0.1/'],
  scopes: PROGRAM_SCOPE_WORDS,
};

const BUILT_IN: readonly ProgramClient[] = [COMMAND_LINE];

export function findBuiltIn(clientId: string): ProgramClient | undefined {
  return BUILT_IN.find((client) => client.clientId === clientId);
}

/** Issues: CLIENT_ID_TAKEN, REDIRECT_URI_INVALID. */
export function redirectsProblem(uris: readonly string[]): Issue | undefined {
  const bad = uris.findIndex((uri, i) => !isRedirect(uri) || uris.indexOf(uri) !== i);
  if (bad < 0) return undefined;
  return issue(
    'REDIRECT_URI_INVALID',
    `/redirectUris/${bad}`,
    'Expected an https address, one of this computer (http://127.0.0.1/...), or one of a scheme of the program, once, without user and fragment.',
  );
}

/**
 * Whether a client id is the address of a document: https, with a path that is written in one way, without user,
 * fragment and query (draft-ietf-oauth-client-id-metadata-document section 3).
 */
export function isDocumentId(clientId: string): boolean {
  if (!clientId.startsWith('https://') || clientId.length > CLIENT_URL_MAX || !URL.canParse(clientId)) return false;
  const { href, username, password, hash, search, pathname } = new URL(clientId);
  // Its one spelling: no dot segments, no port 443, no letters of another case or script in the host.
  return href === clientId && username === '' && password === '' && hash === '' && search === '' && pathname !== '/';
}

const SECRET_METHODS = ['client_secret_basic', 'client_secret_post', 'client_secret_jwt'];

/** The client that a document describes. CLIENT_DOCUMENT_INVALID says which member is at fault. */
export function readClientDocument(document: Json | undefined, clientId: string): Result<ProgramClient> {
  if (!isObject(document)) return invalid('Expected an object.');
  const { client_id: own, client_name: given, redirect_uris: uris, token_endpoint_auth_method: method } = document;
  if (own !== clientId) return invalid('client_id: expected the address of the document itself.');
  if (document.client_secret !== undefined || SECRET_METHODS.some((known) => known === method))
    return invalid('A client that a document describes has no secret.');
  // Its document is not at hand where it would prove itself: nothing is fetched for a stranger.
  if (method !== undefined && method !== 'none')
    return invalid('token_endpoint_auth_method: expected none; an administrator registers a program with keys.');
  const name = given ?? new URL(clientId).host;
  if (typeof name !== 'string' || name.length > PROGRAM_NAME_MAX || nameProblem(name) !== undefined)
    return invalid(`client_name: expected a name of at most ${PROGRAM_NAME_MAX} characters.`);
  const isList = Array.isArray(uris) && uris.length > 0 && uris.length <= REDIRECT_URIS_MAX;
  if (!isList || !uris.every((uri): uri is string => typeof uri === 'string' && isRedirect(uri)))
    return invalid(`redirect_uris: expected 1 to ${REDIRECT_URIS_MAX} addresses that an answer may go to.`);
  return { clientId, name, redirectUris: uris, scopes: SCOPES_OF_OTHERS };
}

function invalid(message: string) {
  return fail(issue('CLIENT_DOCUMENT_INVALID', '/client_id', `The document of the program is not usable. ${message}`));
}
