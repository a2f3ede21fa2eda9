// The beginning of a sign-in at a provider: where the browser goes, and what is kept of it until it comes back.
import { sha256Hex } from '../../core/base/hash.js';
import { issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { type ProviderSlot, presetOf } from '../../core/tenant/federation/presets.js';
import type { IdentityProvider } from '../../core/tenant/federation/provider.js';
import { returnUrl } from '../../core/tenant/federation/return-url.js';
import type { Organisation } from '../../core/tenant/organisation.js';
import type { Caller } from '../auth/caller.js';
import type { SignInWay } from '../auth/under-way.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { setCookie } from './browser-cookie.js';
import { clientOf } from './documents.js';

type Deps = Pick<ApiDeps, 'clock' | 'log' | 'config' | 'commit' | 'identityProviders' | 'signIns' | 'outgoing'>;

export interface Beginning {
  readonly way: SignInWay;
  readonly organisation: Organisation | undefined;
  readonly slot: ProviderSlot;
  /** The page to come back to, as it was stated. */
  readonly page?: string | undefined;
  readonly isWallet?: boolean | undefined;
  readonly linkFor?: Caller | undefined;
}

export interface SignInStart {
  readonly authorizationUrl: string;
  readonly state: string;
  /** For Set-Cookie. */
  readonly cookie: string;
}

/**
 * The provider that people of the organisation sign in at now. A provider that is off and an organisation that is not
 * there look the same.
 */
export function usableProvider(
  { identityProviders }: Pick<ApiDeps, 'identityProviders'>,
  organisation: Organisation | undefined,
  slot: ProviderSlot,
): Result<{ readonly provider: IdentityProvider; readonly organisation: Organisation }> {
  const provider = organisation?.status === 'Active' ? identityProviders.get(organisation.id, slot) : undefined;
  if (organisation && provider?.isEnabled === true) return { provider, organisation };
  return fail(issue('IDP_NOT_FOUND', '', 'The organisation has no such identity provider that is switched on.'));
}

export async function beginSignIn(
  { deps, address }: ApiCall<Deps>,
  { way, organisation: of, slot, page, isWallet, linkFor }: Beginning,
): Promise<Result<SignInStart>> {
  const { publicUrl, returnOrigins } = deps.config;
  const target = page === undefined ? undefined : returnUrl(page, returnOrigins);
  if (isFailure(target)) return target;
  const usable = usableProvider(deps, of, slot);
  if (isFailure(usable)) return usable;
  const { provider, organisation } = usable;
  const client = await clientOf(deps, provider);
  if (isFailure(client)) return client;
  // A social provider leads to the page itself, which brings the code here; one that posts its answer leads here first.
  const comesHere = slot === 'idp' || target === undefined || presetOf(provider).postsAnswer === true;
  const redirectUri = comesHere ? `${publicUrl}/api/auth/callback/${organisation.subdomain}` : target;
  const { signIns } = deps;
  const [state, nonce, codeVerifier, secret] = [signIns.secret(), signIns.secret(), signIns.secret(), signIns.secret()];
  const authorizationUrl = await client.authorizationUrl({ redirectUri, state, nonce, codeVerifier });
  signIns.begin(state, address, {
    ...{ way, slot, redirectUri, nonce, codeVerifier, isWallet, linkFor },
    organisationId: organisation.id,
    providerId: provider.id,
    providerVersion: provider.version,
    browserHash: sha256Hex(secret),
    returnUrl: target,
  });
  return { authorizationUrl, state, cookie: setCookie({ state, publicUrl }, secret) };
}
