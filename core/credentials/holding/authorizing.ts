// A wallet sends its person to the issuer (OpenID4VCI 1.0 section 5): a request with PKCE, pushed where that is taken
// (RFC 9126), the address that the person opens, and the answer that comes back. Pure.
import { toBase64Url } from '../../base/bytes.js';
import { sha256 } from '../../base/hash.js';
import { isObject, type Json } from '../../base/json.js';
import { need } from '../fault.js';
import type { OfferedType } from './metadata.js';
import { textOf } from './offer.js';
import { errorName } from './token.js';

/** The wallet in the words of OAuth: a public client, whose name is its address. */
export interface WalletClient {
  readonly clientId: string;
  readonly redirectUri: string;
}

export interface PersonAsk extends WalletClient {
  /** By the names of their configurations. */
  readonly types: ReadonlyMap<string, OfferedType>;
  /** Of the offer. */
  readonly issuerState?: string | undefined;
  readonly state: string;
  readonly verifier: string;
  /** Of the key that the token is to be bound to, where no proof of it comes with the request (RFC 9449 section 10). */
  readonly thumbprint?: string | undefined;
}

/** Members of a request, by name. */
export type RequestMembers = Readonly<Record<string, string>>;

/** The request to the issuer: by scope where each type has one, as HAIP 1.0 asks; else by details. */
export function personRequest(ask: PersonAsk): RequestMembers {
  const { clientId, redirectUri, types, issuerState, state, verifier, thumbprint } = ask;
  const scopes = [...types.values()].map(({ scope }) => scope);
  const isScoped = scopes.every((scope) => scope !== undefined);
  const details = [...types.keys()].map((id) => ({ type: 'openid_credential', credential_configuration_id: id }));
  return {
    ...{ response_type: 'code', client_id: clientId, redirect_uri: redirectUri, state },
    ...{ code_challenge: toBase64Url(sha256(verifier)), code_challenge_method: 'S256' },
    ...(isScoped ? { scope: scopes.join(' ') } : { authorization_details: JSON.stringify(details) }),
    ...(issuerState !== undefined && { issuer_state: issuerState }),
    ...(thumbprint !== undefined && { dpop_jkt: thumbprint }),
  };
}

/** The reference to what was pushed. Throws a fault on anything else. */
export function readPushed(json: Json | undefined): string {
  need(isObject(json), 'The answer to the pushed request is not an object.');
  return textOf(json.request_uri, 'The request_uri');
}

/**
 * Where the person signs in: with a reference to what was pushed, or with the request itself. Throws a fault for an
 * endpoint that is not an address of the web.
 */
export function personAddress(endpoint: string, members: RequestMembers): string {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  need(url !== undefined && isWeb && url.hash === '', 'The authorization_endpoint is not an address.');
  for (const [name, value] of Object.entries(members)) url.searchParams.set(name, value);
  return url.href;
}

/** The answer that the browser of the person brings. */
export interface PersonAnswer {
  readonly code?: string | undefined;
  readonly error?: string | undefined;
  readonly iss?: string | undefined;
}

/**
 * The code of the answer, or the name of an error. Throws a fault for one that is not of its form, and for one of
 * another server than `issuer`: that could have the code of this one redeemed at its own endpoint. A server that names
 * itself in no answer is asked nothing (RFC 9700 section 4.4).
 */
export function codeOf(
  { code, error, iss }: PersonAnswer,
  issuer: string,
): { readonly code: string } | { readonly error: string } {
  need(iss === issuer, `The answer ${iss === undefined ? 'names no' : 'is of another'} authorization server (iss).`);
  return error === undefined ? { code: textOf(code, 'The code') } : { error: errorName({ error }) };
}

/** The form that exchanges the code. */
export function personTokenForm(
  { clientId, redirectUri }: WalletClient,
  { code, verifier }: { readonly code: string; readonly verifier: string },
): string {
  return new URLSearchParams({
    ...{ grant_type: 'authorization_code', code, code_verifier: verifier },
    ...{ redirect_uri: redirectUri, client_id: clientId },
  }).toString();
}
