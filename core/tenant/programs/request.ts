// A request of a program for the session of a person (OAuth 2.1 section 4.1.1), with PKCE always (RFC 7636). Pure.
import { WALLET_STATE_MAX } from '../../base/limits/node/wallets.js';
import type { ProgramClient } from './clients.js';
import { DIGEST, isRegistered, VISIBLE } from './redirects.js';
import { readResource } from './resources.js';
import { isProgramScope, type ProgramResource, type ProgramScope } from './scopes.js';

/** The names of RFC 6749 section 4.1.2.1 and RFC 8707 section 2. */
export type ProgramError =
  | 'invalid_request'
  | 'unauthorized_client'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'access_denied';

/** Why a program gets nothing. It names members, and no value of one. */
export class ProgramRefusal {
  constructor(
    readonly error: ProgramError,
    readonly message: string,
  ) {}
}

/** As the browser brought it, or as it was pushed. */
export type RequestForm = Readonly<Record<string, unknown>>;

export interface ProgramRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly codeChallenge: string;
  readonly state?: string;
  readonly scopes: readonly ProgramScope[];
  readonly resource?: ProgramResource;
  /** Of the key that the code is for (RFC 9449 section 10); of any key, or of none, where absent. */
  readonly thumbprint?: string;
}

const text = (form: RequestForm, name: string): string | undefined =>
  typeof form[name] === 'string' ? (form[name] as string) : undefined;

/**
 * Where the answer goes. A request without it is answered on the page alone: sent anywhere else, this node would lead
 * browsers to whatever address a stranger names (RFC 9700 section 4.11).
 */
export function redirectOf(form: RequestForm, client: ProgramClient): string | ProgramRefusal {
  const uri = text(form, 'redirect_uri');
  if (uri !== undefined && isRegistered(uri, client.redirectUris)) return uri;
  return new ProgramRefusal('invalid_request', 'redirect_uri: expected an address that the program registered.');
}

/** The rights that a program asks for, beside where the answer goes. */
export interface AskedAccess {
  readonly scopes: readonly ProgramScope[];
  readonly resource?: ProgramResource;
}

/** The scopes and the resource of a request: `invalid_scope`, `invalid_target`. */
export function accessOf(
  form: RequestForm,
  client: Pick<ProgramClient, 'scopes'>,
  publicUrl: string,
): AskedAccess | ProgramRefusal {
  const words = [...new Set((text(form, 'scope') ?? '').split(' ').filter((word) => word !== ''))];
  const scopes = words.filter(isProgramScope);
  if (scopes.length === 0 || scopes.length < words.length)
    return new ProgramRefusal('invalid_scope', 'scope: expected scopes that this node has.');
  if (scopes.some((word) => !client.scopes.includes(word)))
    return new ProgramRefusal('invalid_scope', 'scope: the program may not ask for all of these.');
  const resource = readResource(publicUrl, form.resource);
  if (resource === 'unknown')
    return new ProgramRefusal('invalid_target', 'resource: expected this node, or its MCP server.');
  return { scopes, ...(resource !== 'api' && { resource }) };
}

/** The rest of a request whose answer has a place to go to. */
export function readRequest(
  form: RequestForm,
  { client, redirectUri, publicUrl }: { client: ProgramClient; redirectUri: string; publicUrl: string },
): ProgramRequest | ProgramRefusal {
  if (text(form, 'response_type') !== 'code')
    return new ProgramRefusal('unsupported_response_type', 'response_type: expected code.');
  const codeChallenge = text(form, 'code_challenge') ?? '';
  // The method plain, which is meant where none is named, would send the verifier itself (RFC 7636 section 4.2).
  if (!DIGEST.test(codeChallenge) || text(form, 'code_challenge_method') !== 'S256')
    return new ProgramRefusal('invalid_request', 'code_challenge: expected a challenge of the method S256.');
  if (form.request !== undefined)
    return new ProgramRefusal('invalid_request', 'request: send the members of the request themselves.');
  const state = stateOf(form);
  if (state instanceof ProgramRefusal) return state;
  const { dpop_jkt: thumbprint } = form;
  if (thumbprint !== undefined && !(typeof thumbprint === 'string' && DIGEST.test(thumbprint)))
    return new ProgramRefusal('invalid_request', 'dpop_jkt: expected the thumbprint of a key (RFC 7638).');
  const access = accessOf(form, client, publicUrl);
  if (access instanceof ProgramRefusal) return access;
  const bounds = { ...(state !== undefined && { state }), ...(thumbprint !== undefined && { thumbprint }) };
  return { clientId: client.clientId, redirectUri, codeChallenge, ...bounds, ...access };
}

/** The state of the program, which comes back with the answer as it came. */
export function stateOf(form: RequestForm): string | undefined | ProgramRefusal {
  const { state } = form;
  if (state === undefined) return undefined;
  return typeof state === 'string' && state.length <= WALLET_STATE_MAX && VISIBLE.test(state)
    ? state
    : new ProgramRefusal('invalid_request', `state: expected at most ${WALLET_STATE_MAX} visible characters.`);
}
