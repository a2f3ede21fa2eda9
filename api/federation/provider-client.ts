// A provider as a client of it sees it: its document, the address that a browser is sent to, the exchange of a code,
// and the person that was signed in. It fails closed: an ID token is refused unless its signature, issuer, audience,
// time and nonce are as they have to be.
import * as oidc from 'openid-client';
import { issue } from '../../core/base/issue.js';
import { PROVIDER_AHEAD_S } from '../../core/base/limits/node/federation.js';
import type { Clock } from '../../core/base/ports.js';
import { type Failure, fail, isFailure, type Result } from '../../core/base/result.js';
import type { Outgoing } from '../../core/outgoing/ports.js';
import { presetOf } from '../../core/tenant/federation/presets.js';
import { type ExternalProfile, profileOfClaims, profileOfUser } from '../../core/tenant/federation/profile.js';
import {
  type DiscoveryDocument,
  type IdentityProvider,
  readDocument,
  secretGoesInBody,
} from '../../core/tenant/federation/provider.js';
import { turnKey } from '../../core/tenant/turn-key.js';
import { guardedFetch, RequestRefused } from './guarded-fetch.js';

export interface ClientPorts {
  readonly outgoing: Pick<Outgoing, 'request'>;
  readonly clock: Pick<Clock, 'now' | 'steady'>;
}

/** The organisation for which a provider is asked. */
type Asker = Pick<IdentityProvider, 'organisationId'>;

function fetchFor({ outgoing, clock }: ClientPorts, { organisationId }: Asker) {
  return guardedFetch({ outgoing, clock, from: turnKey({ organisationId, subject: '' }) });
}

/**
 * The document of the issuer as it is now. Issues: those of the outgoing guard, IDP_UNAVAILABLE, IDP_DOCUMENT_INVALID.
 */
export async function discover(
  ports: ClientPorts,
  asker: Asker,
  issuerUrl: string,
): Promise<Result<DiscoveryDocument>> {
  try {
    const configuration = await oidc.discovery(new URL(issuerUrl), 'discovery', undefined, oidc.None(), {
      execute: insecureOptions(issuerUrl),
      [oidc.customFetch]: fetchFor(ports, asker),
    });
    return readDocument(configuration.serverMetadata());
  } catch (error) {
    return refusal(error);
  }
}

export interface ProviderAccess {
  readonly provider: IdentityProvider;
  /** Undefined for OAuth 2.0, which has none. */
  readonly document: DiscoveryDocument | undefined;
  readonly clientSecret: string;
}

/** Where the browser goes, and what has to be kept of it for the answer. */
export interface AuthorizationRequest {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export class ProviderClient {
  private constructor(
    private readonly configuration: oidc.Configuration,
    private readonly access: ProviderAccess,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  static async open(ports: ClientPorts, access: ProviderAccess): Promise<Result<ProviderClient>> {
    const { provider, document } = access;
    const fetch = fetchFor(ports, provider);
    try {
      const configuration = document === undefined ? withoutDocument(access) : await withDocument(access, document);
      configuration[oidc.customFetch] = fetch;
      return new ProviderClient(configuration, access, ports.clock);
    } catch (error) {
      return refusal(error);
    }
  }

  async authorizationUrl({ redirectUri, state, nonce, codeVerifier }: AuthorizationRequest): Promise<string> {
    const { provider } = this.access;
    const { protocol, postsAnswer } = presetOf(provider);
    const url = oidc.buildAuthorizationUrl(this.configuration, {
      redirect_uri: redirectUri,
      scope: provider.scopes.join(' '),
      state,
      code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...(protocol === 'oidc' && { nonce }),
      ...(postsAnswer && { response_mode: 'form_post' }),
    });
    return url.href;
  }

  /**
   * The person that was signed in, by the answer of the provider. Issues: those of `discover`, IDENTITY_REFUSED,
   * IDENTITY_INVALID.
   */
  async profile(answer: URLSearchParams, asked: AuthorizationRequest): Promise<Result<ExternalProfile>> {
    const url = new URL(asked.redirectUri);
    for (const [name, value] of answer) url.searchParams.append(name, value);
    const isOidc = presetOf(this.access.provider).protocol === 'oidc';
    try {
      const tokens = await oidc.authorizationCodeGrant(this.configuration, url, {
        expectedState: asked.state,
        pkceCodeVerifier: asked.codeVerifier,
        ...(isOidc && { expectedNonce: asked.nonce, idTokenExpected: true }),
      });
      return isOidc ? await this.ofClaims(tokens) : await this.ofUser(tokens.access_token);
    } catch (error) {
      return refusal(error);
    }
  }

  /**
   * Undefined where the provider gives the client a token of its own; else why it could not be tried, or was refused.
   */
  async trySecret(): Promise<string | undefined> {
    try {
      await oidc.clientCredentialsGrant(this.configuration);
      return undefined;
    } catch (error) {
      if (error instanceof oidc.ResponseBodyError) {
        // RFC 6749 section 5.2: the client was known by then.
        if (error.error === 'unauthorized_client' || error.error === 'invalid_scope') return undefined;
        return error.error === 'unsupported_grant_type'
          ? 'The provider does not serve client_credentials, so that the secret could not be tried; people may sign in all the same.'
          : `The provider refused the client (${cleanText(error.error)}).`;
      }
      return refusal(error).issue.message;
    }
  }

  private async ofClaims(tokens: Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>) {
    const claims = tokens.claims();
    if (claims === undefined) return fail(issue('IDENTITY_REFUSED', '', 'The provider gave no ID token.'));
    if (claims.iat > this.clock.now() / 1000 + PROVIDER_AHEAD_S)
      return fail(
        issue('IDENTITY_REFUSED', '', 'The ID token was issued in the future: a clock is wrong, here or there.'),
      );
    const { verifiedClaim } = presetOf(this.access.provider);
    // Of the token, which names its tenant: a document for all tenants has a template.
    const profile = profileOfClaims(claims, { issuer: claims.iss, verifiedClaim });
    if (isFailure(profile) || profile.email !== undefined) return profile;
    if (this.access.document?.userinfo_endpoint === undefined) return profile;
    // Some providers put the address there alone. The subject has to be that of the ID token.
    const more = await oidc.fetchUserInfo(this.configuration, tokens.access_token, claims.sub);
    return profileOfClaims({ ...more, ...claims }, { issuer: claims.iss, verifiedClaim });
  }

  private async ofUser(accessToken: string): Promise<Result<ExternalProfile>> {
    const { issuerUrl } = this.access.provider;
    const headers = new Headers({ accept: 'application/vnd.github+json' });
    const read = async (path: string): Promise<unknown> => {
      const url = new URL(`${userInterfaceOf(issuerUrl)}${path}`);
      const answer = await oidc.fetchProtectedResource(this.configuration, accessToken, url, 'GET', undefined, headers);
      return answer.status === 200 ? await answer.json() : undefined;
    };
    return profileOfUser(await read('/user'), await read('/user/emails'), issuerUrl);
  }
}

/**
 * The library reads the document that was kept, by its own way of reading one: it knows of issuers that are templates.
 */
async function withDocument(access: ProviderAccess, document: DiscoveryDocument): Promise<oidc.Configuration> {
  const { provider, clientSecret } = access;
  const { issuerUrl, clientId } = provider;
  const inBody = secretGoesInBody(document);
  return oidc.discovery(
    new URL(issuerUrl),
    clientId,
    clientSecret,
    inBody ? oidc.ClientSecretPost(clientSecret) : oidc.ClientSecretBasic(clientSecret),
    {
      execute: [oidc.enableNonRepudiationChecks, ...insecureOptions(issuerUrl)],
      [oidc.customFetch]: async () => Response.json(document),
    },
  );
}

function withoutDocument({ provider, clientSecret }: ProviderAccess): oidc.Configuration {
  const { issuerUrl, clientId } = provider;
  const server = {
    issuer: issuerUrl,
    authorization_endpoint: `${issuerUrl}/login/oauth/authorize`,
    token_endpoint: `${issuerUrl}/login/oauth/access_token`,
  };
  const configuration = new oidc.Configuration(server, clientId, clientSecret, oidc.ClientSecretPost(clientSecret));
  for (const execute of insecureOptions(issuerUrl)) execute(configuration);
  return configuration;
}

/** The host of everybody has an interface at a name of its own, a server of an organisation at a path. */
function userInterfaceOf(issuerUrl: string): string {
  return issuerUrl === 'https://github.com' ? 'https://api.github.com' : `${issuerUrl}/api/v3`;
}

/** Without TLS the guard lets only hosts of this machine through, by the word of the operator. */
function insecureOptions(issuerUrl: string): ((configuration: oidc.Configuration) => void)[] {
  return issuerUrl.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
}

/**
 * Errors of the library say in words of the protocol what was wrong; only their code is told, which holds no part of a
 * token.
 */
function refusal(error: unknown): Failure {
  const refused = requestRefused(error);
  if (refused !== undefined) return fail(refused.problem);
  if (error instanceof oidc.AuthorizationResponseError)
    return fail(issue('IDENTITY_REFUSED', '', `The provider did not sign the user in (${cleanText(error.error)}).`));
  if (error instanceof oidc.ResponseBodyError)
    return fail(
      issue('IDENTITY_REFUSED', '', `The provider refused the code or the client (${cleanText(error.error)}).`),
    );
  const { code } = error as { readonly code?: unknown };
  if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' || code === 'OAUTH_RESPONSE_IS_NOT_JSON' || code === 'OAUTH_PARSE_ERROR')
    return fail(issue('IDP_UNAVAILABLE', '', `The provider answers in a form that is not taken (${cleanText(code)}).`));
  if (typeof code !== 'string') throw error;
  return fail(issue('IDENTITY_REFUSED', '', `The answer of the provider is not to be trusted (${cleanText(code)}).`));
}

function requestRefused(error: unknown): RequestRefused | undefined {
  for (let item: unknown = error, depth = 0; item instanceof Error && depth < 5; item = item.cause, depth++)
    if (item instanceof RequestRefused) return item;
  return undefined;
}

function cleanText(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_.-]/g, '').slice(0, 60);
}
