// Signing in at identity providers: of organisations by OpenID Connect, and the social ones.
import Type from 'typebox';
import {
  CALLBACK_QUERY_BYTES_MAX,
  SIGN_IN_CODE_MAX,
  SIGN_IN_URL_MAX,
} from '../../../../core/base/limits/node/federation.js';
import { route } from '../../../define.js';
import { SocialProviderName } from '../../../schemas/accounts/identity-provider.js';
import { SecondFactorView } from '../../../schemas/accounts/sign-in.js';
import { DisplayName, SessionView } from '../../../schemas/accounts/tenant.js';
import { Email, namedObject, Timestamp, Uuid } from '../../../schemas/base/common.js';
import { COOKIES_MAX } from '../../../sign-in/cookies.js';

const Subdomain = Type.String({ minLength: 1, maxLength: 63 });
const Page = Type.String({
  documented: { pattern: '^https?://' },
  minLength: 1,
  maxLength: SIGN_IN_URL_MAX,
  description: 'Of an origin of http.corsOrigins, or of this node.',
});
const State = Type.String({ minLength: 1, maxLength: 200 });
const Code = Type.String({ minLength: 1, maxLength: SIGN_IN_CODE_MAX });
const Surface = Type.Enum(['wallet'], { description: 'The citizen wallet: consumer tokens, and no new account.' });
/** The browser sends it. */
const Cookies = Type.Object({ cookie: Type.Optional(Type.String({ maxLength: COOKIES_MAX })) });

export const SignInBegun = namedObject('SignInBegun', {
  authorizationUrl: Type.String({ description: 'Where the browser goes now.' }),
  state: Type.String(),
});

const about = {
  userId: Type.String({ description: 'Platform user id.' }),
  requiresProfileCompletion: Type.Boolean(),
  isFirstLogin: Type.Boolean({ description: 'The account was made by this sign-in.' }),
  isNewUser: Type.Boolean({ description: 'The same.' }),
};
const success = Type.Literal(true);
const signedIn = namedObject('FederatedSession', { success, ...SessionView.properties, ...about });
const challenged = namedObject('FederatedSecondFactor', { success, ...SecondFactorView.properties, ...about });
const linked = namedObject('LinkedIdentity', { success, linked: Type.Literal(true) });

export const SignInOutcome = Type.Union([signedIn, challenged, linked], {
  description: 'A session, the second factor that is asked for, or, for one who linked an identity, that this is done.',
});

const callbackQuery = Type.Object(
  {
    state: State,
    code: Type.Optional(Code),
    iss: Type.Optional(Type.String({ maxLength: SIGN_IN_URL_MAX })),
    error: Type.Optional(Type.String({ maxLength: 200 })),
    name: Type.Optional(Type.String({ maxLength: 400, description: 'Of an answer that was posted.' })),
  },
  // Members that are not known are passed over (RFC 6749 section 4.1.2): providers add some.
  { additionalProperties: true },
);

const postedAnswer = Type.Object(
  {
    state: State,
    code: Type.Optional(Code),
    iss: Type.Optional(Type.String({ maxLength: SIGN_IN_URL_MAX })),
    error: Type.Optional(Type.String({ maxLength: 200 })),
    user: Type.Optional(Type.String({ maxLength: 2000, description: 'JSON with a name, the first time.' })),
  },
  { title: 'PostedSignInAnswer', additionalProperties: true },
);

const BEGINNING = [
  'IDP_NOT_FOUND',
  'RETURN_URL_REFUSED',
  'IDP_UNAVAILABLE',
  'IDENTITY_REFUSED',
  'OUTGOING_REFUSED',
  'OUTGOING_FAILED',
  'OUTGOING_ANSWER_REFUSED',
  'OUTGOING_BUSY',
] as const;
const SESSION = ['ACCOUNT_SUSPENDED', 'ORGANISATION_SUSPENDED', 'LOGIN_FAILED', 'USER_NOT_FOUND'] as const;
const ENDING = [
  ...['SIGN_IN_STATE_INVALID', 'IDP_NOT_FOUND', 'IDP_UNAVAILABLE', 'IDENTITY_REFUSED', 'IDENTITY_INVALID'],
  ...['IDENTITY_UNKNOWN', 'IDENTITY_NOT_LINKED', 'IDENTITY_LINKED', 'IDENTITIES_FULL', 'IDENTITY_EMAIL_UNVERIFIED'],
  ...['EMAIL_DOMAIN_REFUSED', 'ACCOUNT_EMAIL_UNVERIFIED', 'QUOTA_EXCEEDED', 'FORBIDDEN'],
  ...['OUTGOING_REFUSED', 'OUTGOING_FAILED', 'OUTGOING_ANSWER_REFUSED', 'OUTGOING_BUSY'],
] as const;

export const OidcRequest = namedObject('OidcSignInRequest', {
  orgSubdomain: Subdomain,
  redirectUrl: Type.Optional(Page),
});
export const SocialRequest = namedObject('SocialSignInRequest', {
  provider: SocialProviderName,
  redirectUrl: Page,
  orgSubdomain: Type.Optional(Subdomain),
});
export const PublicSocialRequest = namedObject('PublicSocialSignInRequest', {
  provider: SocialProviderName,
  redirectUrl: Page,
  surface: Type.Optional(Surface),
});
export const SocialAnswer = namedObject('SocialSignInAnswer', {
  provider: SocialProviderName,
  state: State,
  code: Type.Optional(Code),
  iss: Type.Optional(Type.String({ maxLength: SIGN_IN_URL_MAX })),
  error: Type.Optional(Type.String({ maxLength: 200 })),
  name: Type.Optional(Type.String({ maxLength: 400 })),
});
export const LinkRequest = namedObject('LinkIdentityRequest', {
  provider: Type.Optional(SocialProviderName),
  redirectUrl: Type.Optional(Page),
});
export const HandOverRequest = namedObject('RedeemSignIn', { code: Type.String({ minLength: 1, maxLength: 100 }) });
export const ProfileBody = namedObject('CompleteProfile', {
  displayName: Type.Optional(DisplayName),
  email: Type.Optional(Email),
});
export const ProfileView = namedObject('CompletedProfile', {
  displayName: Type.String(),
  email: Type.String(),
  requiresProfileCompletion: Type.Boolean(),
});
export const ProviderNames = namedObject('SocialProviderNames', { providers: Type.Array(SocialProviderName) });
export const IdentityView = namedObject('ExternalIdentity', {
  id: Uuid,
  organizationId: Uuid,
  provider: Type.String({ description: 'idp, or the kind of the social provider.' }),
  issuer: Type.String(),
  email: Type.Optional(Type.String()),
  displayName: Type.Optional(Type.String()),
  createdAt: Timestamp,
  lastUsedAt: Type.Optional(Timestamp),
});
export const IdentityList = namedObject('ExternalIdentityList', { identities: Type.Array(IdentityView) });

export const federationRoutes = {
  beginOidcSignIn: route({
    method: 'POST',
    url: '/api/auth/oidc/initiate',
    writes: 'account',
    can: 'public',
    summary: 'Begin to sign in at the identity provider of an organisation',
    description:
      'Sets a cookie: the sign-in ends in the browser that began it, within ten minutes. With redirectUrl the browser is led back to that page with #signIn={code}, which ' +
      'oidc/redeem takes for a minute, or #authError={code of the error}; without it the callback answers with the session.',
    input: { body: OidcRequest },
    output: SignInBegun,
    errors: [...BEGINNING],
    secretAnswer: true,
  }),
  endOidcSignIn: route({
    method: 'GET',
    url: '/api/auth/callback/:orgSubdomain',
    writes: 'account',
    can: 'public',
    summary: 'End a sign-in: the provider leads the browser here',
    description:
      'Exchanges the code and gives a session, or leads back to the page that was stated when the sign-in began.',
    input: { params: Type.Object({ orgSubdomain: Subdomain }), query: callbackQuery, headers: Cookies },
    output: { 200: SignInOutcome, 302: null },
    // Of the session that began to link an identity to its account.
    errors: [...ENDING, ...SESSION, 'TOKEN_REVOKED'],
    noHead: true,
    queryBytesMax: CALLBACK_QUERY_BYTES_MAX,
    secretAnswer: true,
  }),
  relaySignIn: route({
    method: 'POST',
    url: '/api/auth/callback/:orgSubdomain',
    writes: 'account',
    can: 'public',
    summary: 'Take the answer of a provider that posts it, and lead the browser on',
    description: 'A posted answer comes from another site, without the cookie: the browser is sent on by GET, with it.',
    input: { params: Type.Object({ orgSubdomain: Subdomain }), body: postedAnswer },
    takes: ['application/x-www-form-urlencoded'],
    output: { 303: null },
    errors: [],
  }),
  redeemSignIn: route({
    method: 'POST',
    url: '/api/auth/oidc/redeem',
    writes: 'account',
    can: 'public',
    summary: 'Get the session of a sign-in that led back to a page',
    description:
      'With the cookie of the browser that began it: a page of another host asks with credentials, and belongs to the same site.',
    input: { body: HandOverRequest, headers: Cookies },
    output: SignInOutcome,
    errors: ['SIGN_IN_STATE_INVALID', ...SESSION],
    secretAnswer: true,
  }),
  completeProfile: route({
    method: 'POST',
    url: '/api/auth/oidc/complete-profile',
    writes: 'account',
    can: 'RequireUser',
    summary: 'State what the provider did not tell',
    description: 'A name, once. The address of an account is that which was verified: another one is refused.',
    input: { body: ProfileBody },
    output: ProfileView,
    errors: ['PROFILE_COMPLETE', 'USER_NOT_FOUND'],
  }),
  beginSocialSignIn: route({
    method: 'POST',
    url: '/api/auth/social/initiate',
    writes: 'account',
    can: 'public',
    summary: 'Begin to sign in at a social provider',
    description: 'Of the organisation, or of the public one where none is named. Sets a cookie as oidc/initiate does.',
    input: { body: SocialRequest },
    output: SignInBegun,
    errors: [...BEGINNING],
    secretAnswer: true,
  }),
  endSocialSignIn: route({
    method: 'POST',
    url: '/api/auth/social/callback',
    writes: 'account',
    can: 'public',
    summary: 'End a sign-in at a social provider with the code that the page got',
    input: { body: SocialAnswer, headers: Cookies },
    output: SignInOutcome,
    errors: [...ENDING, ...SESSION],
    secretAnswer: true,
  }),
  listSocialProviderNames: route({
    method: 'GET',
    url: '/api/auth/social/providers',
    rate: 'auth',
    uncached: true,
    can: 'public',
    summary: 'List the social providers that one can sign in at',
    input: { query: Type.Object({ orgSubdomain: Type.Optional(Subdomain) }) },
    output: ProviderNames,
    errors: [],
    bucket: 'social-providers',
  }),
  beginPublicSocialSignIn: route({
    method: 'POST',
    url: '/api/auth/public/social/initiate',
    writes: 'account',
    can: 'public',
    summary: 'Begin to sign in at a social provider as a citizen',
    input: { body: PublicSocialRequest },
    output: SignInBegun,
    errors: [...BEGINNING],
    secretAnswer: true,
  }),
  endPublicSocialSignIn: route({
    method: 'POST',
    url: '/api/auth/public/social/callback',
    writes: 'account',
    can: 'public',
    summary: 'End a sign-in of a citizen at a social provider',
    description:
      'Gives consumer tokens. For the wallet an identity without an account is refused with authError no_account; without it one gets an account where the operator lets newcomers in.',
    input: { body: SocialAnswer, headers: Cookies },
    output: SignInOutcome,
    errors: [...ENDING, ...SESSION],
    secretAnswer: true,
  }),
  listIdentities: route({
    method: 'GET',
    url: '/api/auth/identities',
    uncached: true,
    can: 'RequireUser',
    summary: 'List the external identities of the own account',
    output: IdentityList,
    errors: [],
    rate: 'api',
  }),
  linkIdentity: route({
    method: 'POST',
    url: '/api/auth/identities/link',
    writes: 'account',
    can: 'RequireAccount',
    takesRecentSignIn: true,
    summary: 'Link an external identity to the own account',
    description:
      'Of a social provider, or of the identity provider of the organisation that the caller acts for. Its owner says by this that who is signed in there acts as them in this organisation.',
    input: { body: LinkRequest },
    output: SignInBegun,
    errors: [...BEGINNING],
    secretAnswer: true,
  }),
  unlinkIdentity: route({
    method: 'DELETE',
    url: '/api/auth/identities/:identityId',
    writes: 'account',
    can: 'RequireAccount',
    takesRecentSignIn: true,
    summary: 'Unlink an external identity from the own account',
    description: 'Ends the sessions of the account in the organisation where the identity counts.',
    input: { params: Type.Object({ identityId: Uuid }) },
    output: { 204: null },
    errors: ['IDENTITY_NOT_FOUND', 'IDENTITY_LAST', 'USER_NOT_FOUND'],
  }),
};
