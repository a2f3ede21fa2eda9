// The identity provider of an organisation, and what it says of itself: which documents are taken, and how long one is
// believed. Pure: the document was fetched elsewhere, and the clock is an argument.
import { type Issue, issue } from '../../base/issue.js';
import { DISCOVERY_EARLY_MS, DISCOVERY_MS, SCOPES_MAX } from '../../base/limits/node/federation.js';
import { fail, type Result } from '../../base/result.js';
import type { PresetName, ProviderSlot } from './presets.js';

/** The members of a discovery document (OpenID Connect Discovery 1.0 section 3) that a sign-in reads. */
export interface DiscoveryDocument {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly jwks_uri: string;
  readonly userinfo_endpoint?: string;
  readonly scopes_supported?: readonly string[];
  readonly id_token_signing_alg_values_supported?: readonly string[];
  readonly token_endpoint_auth_methods_supported?: readonly string[];
  readonly authorization_response_iss_parameter_supported?: boolean;
}

export interface IdentityProvider {
  readonly id: string;
  readonly organisationId: string;
  readonly slot: ProviderSlot;
  readonly preset: PresetName;
  readonly displayName: string;
  readonly issuerUrl: string;
  readonly clientId: string;
  /** Encrypted under a key of the node, base64url. Never leaves the node. */
  readonly sealedSecret: string;
  readonly scopes: readonly string[];
  readonly isEnabled: boolean;
  /**
   * The organisation vouches for the addresses of its provider, which does not say itself whether it verified them.
   */
  readonly vouchesForEmails: boolean;
  /** People without an account get one by signing in, if their addresses are of the domains of the organisation. */
  readonly admitsNewcomers: boolean;
  readonly createdAt: string;
  /** Another one means other settings: a sign-in that began before them is refused. */
  readonly version: number;
  readonly discovery?: { readonly document: DiscoveryDocument; readonly fetchedAtMs: number };
}

/**
 * Whether the stored secret may go to where `after` says: it was stated for one issuer, one origin of the token
 * endpoint and one client. Another one would learn it.
 */
export function keepsSecret(
  before: Pick<IdentityProvider, 'issuerUrl' | 'clientId' | 'discovery'>,
  after: {
    readonly issuerUrl: string;
    readonly clientId: string;
    readonly document: Pick<DiscoveryDocument, 'token_endpoint'> | undefined;
  },
): boolean {
  return (
    before.issuerUrl === after.issuerUrl &&
    before.clientId === after.clientId &&
    tokenOrigin(before.discovery?.document) === tokenOrigin(after.document)
  );
}

/** Empty for a provider of OAuth 2.0: its endpoint stands under its issuer. */
function tokenOrigin(document: Pick<DiscoveryDocument, 'token_endpoint'> | undefined): string {
  return document === undefined ? '' : new URL(document.token_endpoint).origin;
}

/** A scope of RFC 6749 section 3.3. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/;

/** Issue: IDP_INVALID. A provider of OpenID Connect is asked for openid, or it gives no ID token. */
export function checkScopes(scopes: readonly string[], needsOpenid: boolean): Issue | undefined {
  const path = '/scopes';
  if (scopes.length > SCOPES_MAX) return issue('IDP_INVALID', path, `There are ${SCOPES_MAX} scopes at most.`);
  if (!scopes.every((scope) => SCOPE.test(scope))) return issue('IDP_INVALID', path, 'A scope is one word of ASCII.');
  if (new Set(scopes).size < scopes.length) return issue('IDP_INVALID', path, 'A scope is stated twice.');
  if (needsOpenid && !scopes.includes('openid')) return issue('IDP_INVALID', path, 'The scope openid is needed.');
  return undefined;
}

const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'] as const;
/** Texts of a document that are kept, and how many there are in one of its lists. */
const TEXT_MAX = 1000;
const LIST_MAX = 100;

/**
 * The document of an issuer, without what no sign-in reads. Issue: IDP_DOCUMENT_INVALID where a member is missing or
 * has another form, or an endpoint is without TLS although the issuer has it: browsers and secrets are sent there.
 */
export function readDocument(value: unknown): Result<DiscoveryDocument> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong('', 'is not an object');
  const members = value as Readonly<Record<string, unknown>>;
  const { issuer, authorization_response_iss_parameter_supported: sendsIssuer } = members;
  if (!isText(issuer) || !URL.canParse(issuer)) return wrong('issuer', 'is not a URL');
  const isPlain = issuer.startsWith('http:');
  const outcome: Record<string, string> = {};
  for (const name of ENDPOINTS) {
    const url = members[name];
    if (url === undefined && name === 'userinfo_endpoint') continue;
    if (!isText(url) || !URL.canParse(url)) return wrong(name, 'is not a URL');
    const { protocol } = new URL(url);
    if (protocol !== 'https:' && !(isPlain && protocol === 'http:')) return wrong(name, 'does not begin with https://');
    outcome[name] = url;
  }
  return {
    ...(outcome as unknown as Pick<DiscoveryDocument, (typeof ENDPOINTS)[number]>),
    issuer,
    ...listOf(members, 'scopes_supported'),
    ...listOf(members, 'id_token_signing_alg_values_supported'),
    ...listOf(members, 'token_endpoint_auth_methods_supported'),
    ...(sendsIssuer === true && { authorization_response_iss_parameter_supported: true }),
  };
}

function listOf(members: Readonly<Record<string, unknown>>, name: string): Partial<DiscoveryDocument> {
  const list = members[name];
  return Array.isArray(list) ? { [name]: list.filter(isText).slice(0, LIST_MAX) } : {};
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= TEXT_MAX;
}

function wrong(name: string, why: string): Result<never> {
  const what = name === '' ? 'It' : `Its member ${name}`;
  return fail(
    issue('IDP_DOCUMENT_INVALID', '', `The provider tells of itself in a form that is not taken: ${what} ${why}.`),
  );
}

/**
 * The treatment of a document of that age: `use` it, `renew` it and use it where that fails, or `need` a new one. An
 * old one is not used: a provider that changed its endpoints or keys for a reason is asked, or no sign-in goes on.
 */
export function documentState(fetchedAtMs: number | undefined, nowMs: number): 'use' | 'renew' | 'need' {
  // A clock that was set back makes no document young.
  if (fetchedAtMs === undefined || fetchedAtMs > nowMs || nowMs - fetchedAtMs >= DISCOVERY_MS) return 'need';
  return nowMs - fetchedAtMs >= DISCOVERY_MS - DISCOVERY_EARLY_MS ? 'renew' : 'use';
}

/** How a client shows its secret at the token endpoint: RFC 6749 section 2.3.1, as far as the provider takes it. */
export function secretGoesInBody({ token_endpoint_auth_methods_supported: methods }: DiscoveryDocument): boolean {
  return methods?.includes('client_secret_post') ?? false;
}
