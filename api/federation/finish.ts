// The end of a sign-in at a provider: the state is good once, in the browser that began it; the provider is the one
// that was asked; the identity that it vouches for has an account. A fault in any of them ends the sign-in.
import { issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import type { ProviderSlot } from '../../core/tenant/federation/presets.js';
import type { ExternalProfile } from '../../core/tenant/federation/profile.js';
import { PUBLIC_ORGANISATION_ID } from '../../core/tenant/roles.js';
import type { BrowserMark, HandOver, SignInUnderWay, SignInWay } from '../auth/under-way.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import type { LoginSession } from '../sign-in/session.js';
import { completeSignIn, type SecondFactorChallenge, type SignInDeps } from '../sign-in/sign-in.js';
import { type Arrival, admitArrival, linkIdentity } from './admit.js';
import { usableProvider } from './begin.js';
import { hasCookie } from './browser-cookie.js';
import { clientOf } from './documents.js';

export type FinishDeps = SignInDeps &
  Pick<
    ApiDeps,
    'log' | 'config' | 'usage' | 'invitations' | 'identityProviders' | 'identities' | 'signIns' | 'isFull' | 'outgoing'
  >;

export interface ProviderAnswer {
  readonly state: string;
  /** Given to the browser by the provider: code or error, and the issuer. */
  readonly parameters: Readonly<Record<string, string | undefined>>;
  readonly cookie: string | undefined;
  /** Ways that end at this operation. */
  readonly ways: readonly SignInWay[];
  /** Where the operation names them. */
  readonly subdomain?: string | undefined;
  readonly slot?: ProviderSlot | undefined;
  /** A name that was posted beside the answer. */
  readonly postedName?: string | undefined;
}

export interface Finished {
  /** The page to lead back to; only of a sign-in that is this browser's own. */
  readonly returnUrl?: string | undefined;
  readonly mark?: BrowserMark;
  readonly outcome: Result<HandOver | 'linked'>;
}

export async function finishSignIn(call: ApiCall<FinishDeps>, answer: ProviderAnswer): Promise<Finished> {
  const { deps } = call;
  // Taken before anything is looked at: a state that was shown once is over.
  const underWay = deps.signIns.take(answer.state);
  if (underWay === undefined || !isOwn(deps, underWay, answer))
    return { outcome: fail(stateInvalid('The sign-in is not under way in this browser, is over, or has expired.')) };
  const outcome = await finishArrival(call, underWay, answer);
  if (isFailure(outcome) && deps.isFull?.() !== true)
    await deps.commit([
      deps.audit.record({
        eventType: 'LoginFailed',
        organisationId: underWay.organisationId,
        identityId: '',
        address: call.address,
        success: false,
        details: { provider: underWay.slot, reason: outcome.issue.code },
      }),
    ]);
  const { returnUrl, browserHash } = underWay;
  return { returnUrl, mark: { state: answer.state, browserHash }, outcome };
}

function isOwn({ config, tenants }: FinishDeps, underWay: SignInUnderWay, answer: ProviderAnswer): boolean {
  const { state, cookie, ways, subdomain, slot } = answer;
  const isNamed =
    (slot === undefined || slot === underWay.slot) &&
    (subdomain === undefined || tenants.organisation(underWay.organisationId)?.subdomain === subdomain);
  const flow = { state, publicUrl: config.publicUrl };
  return ways.includes(underWay.way) && isNamed && hasCookie(flow, cookie, underWay.browserHash);
}

async function finishArrival(
  call: ApiCall<FinishDeps>,
  underWay: SignInUnderWay,
  answer: ProviderAnswer,
): Promise<Result<HandOver | 'linked'>> {
  const { deps } = call;
  const { slot, way, linkFor } = underWay;
  const profile = await profileOf(deps, underWay, answer);
  if (isFailure(profile)) return profile;
  // Again, in the turn in which the account is read: all of it may have changed while the provider was asked.
  const usable = providerOf(deps, underWay);
  if (isFailure(usable)) return usable;
  const { displayName = answer.postedName } = profile;
  const arrival: Arrival = { ...usable, profile: { ...profile, displayName }, loginOnly: underWay.isWallet === true };
  if (way === 'link') {
    const standing = linkFor && deps.tokens.standing(linkFor);
    if (linkFor === undefined || standing !== undefined)
      return fail(standing ?? stateInvalid('The account to link is not known.'));
    const done = await linkIdentity(call, arrival, linkFor);
    return isFailure(done) ? done : 'linked';
  }
  const account = await admitArrival(call, arrival);
  if (isFailure(account)) return account;
  const isConsumer = way === 'public' || usable.organisation.id === PUBLIC_ORGANISATION_ID;
  return {
    ...account,
    organisationId: usable.organisation.id,
    method: slot === 'idp' ? 'oidc' : 'social',
    ...(isConsumer && { tier: 'consumer' }),
  };
}

async function profileOf(
  deps: FinishDeps,
  underWay: SignInUnderWay,
  { state, parameters }: ProviderAnswer,
): Promise<Result<ExternalProfile>> {
  const usable = providerOf(deps, underWay);
  if (isFailure(usable)) return usable;
  const client = await clientOf(deps, usable.provider);
  if (isFailure(client)) return client;
  const { redirectUri, nonce, codeVerifier } = underWay;
  const facts = Object.entries({ ...parameters, state }).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  return client.profile(new URLSearchParams(facts), { redirectUri, state, nonce, codeVerifier });
}

/** The provider as it was when the sign-in began. */
function providerOf(deps: FinishDeps, { organisationId, slot, providerId, providerVersion }: SignInUnderWay) {
  const usable = usableProvider(deps, deps.tenants.organisation(organisationId), slot);
  if (isFailure(usable)) return usable;
  return usable.provider.id === providerId && usable.provider.version === providerVersion
    ? usable
    : fail(stateInvalid('The provider was configured anew since the sign-in began.'));
}

/** The session of who signed in, or what else is asked for. It acts in the organisation whose provider vouched. */
export async function sessionOf(
  { deps, address }: ApiCall<FinishDeps>,
  { platformUserId, organisationId, method, tier }: HandOver,
): Promise<Result<LoginSession | SecondFactorChallenge>> {
  const user = deps.tenants.user(platformUserId);
  const subdomain = deps.tenants.organisation(organisationId)?.subdomain;
  if (user === undefined || subdomain === undefined)
    return fail(issue('USER_NOT_FOUND', '', 'The user does not exist any more.'));
  return completeSignIn(deps, user, method, { address, subdomain, tier });
}

function stateInvalid(message: string) {
  return issue('SIGN_IN_STATE_INVALID', '/state', message);
}
