// The operations that scripts of pages call: the address of each, what it takes, and the members of its answer that a
// script reads. test/unit/api/pages/web/parts/operations.test.ts compares them with the program's own, types included.

export interface Session {
  readonly accessToken: string;
  readonly refreshToken: string;
}

export interface FactorChallenge {
  readonly requiresTwoFactor: true;
  readonly loginToken: string;
  readonly availableMethods: readonly ('totp' | 'passkey')[];
}

/** Of a sign-in at a provider. */
interface Federated {
  readonly requiresProfileCompletion: boolean;
}

export type SignedIn = Session | FactorChallenge;
export type FederatedSignIn = (Session & Federated) | (FactorChallenge & Federated) | { readonly linked: true };

export type Provider = 'google' | 'github' | 'microsoft' | 'apple';

export interface SignInOptions {
  readonly organizationName: string | null;
  readonly tagline: string | null;
  readonly identityProvider: string | null;
  readonly socialProviders: readonly Provider[];
  readonly takesPeople: boolean;
  readonly passkeyOrigins: readonly string[];
  readonly publicHost: string;
}

export interface OwnOrganisation {
  readonly organizationId: string;
  readonly name: string;
  readonly subdomain: string;
  readonly status: string;
  readonly isCurrent: boolean;
}

export interface OwnPasskey {
  readonly id: string;
  readonly displayName: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

export interface PasskeyOptions {
  readonly transactionId: string;
  /** For the browser, in JSON. */
  readonly options: object;
}

interface Credential {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly clientExtensionResults: Record<string, unknown>;
}

export interface PasskeyAttestation extends Credential {
  readonly response: { clientDataJSON: string; attestationObject: string; transports: string[] };
}

export interface PasskeyAssertion extends Credential {
  readonly response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string };
}

interface Offer {
  readonly organizationName: string;
  readonly organizationSubdomain: string;
  readonly email: string;
  readonly displayName: string;
  readonly invitedBy: string;
  readonly roles: readonly string[];
  readonly expiresAt: string;
}

export interface ProgramRequestShown {
  readonly name: string;
  readonly clientId: string;
  readonly describedBy?: string | undefined;
  readonly isRegistered: boolean;
  readonly isSelfRegistered: boolean;
  readonly isCommandLine: boolean;
  readonly redirectsTo: string;
  readonly isOwnComputer: boolean;
  readonly organizationName: string;
  readonly scopes: readonly ScopeShown[];
  readonly isForMcp: boolean;
  readonly comparison: string;
  readonly isKnown: boolean;
  readonly standingGrants: readonly string[];
  readonly isVouchedFor: boolean;
}

export interface ScopeShown {
  readonly scope: string;
  readonly does: string;
}

/** Method and address, with parameters in Fastify's spelling; `types` is there for the compiler alone. */
interface Operation<Input, Answer> {
  readonly address: string;
  readonly types?: { readonly input: Input; readonly answer: Answer };
}
type Nothing = Readonly<Record<string, never>>;

const operation = <Input, Answer = unknown>(address: string): Operation<Input, Answer> => ({ address });
const taking = <Body, Answer = unknown>(address: string) => operation<{ readonly body: Body }, Answer>(address);
const asking = <Answer>(address: string) => operation<Nothing, Answer>(address);

type Code = { code: string };
type Email = { email: string };
type LoginToken = { loginToken: string };
type Asserted = { transactionId: string; assertionResponse: PasskeyAssertion };
type Attested = { transactionId: string; attestationResponse: PasskeyAttestation };
type Device = { label: string; platform: string };

interface SignInBegun {
  readonly authorizationUrl: string;
  readonly state: string;
}

export const OPERATIONS = {
  getSignInOptions: operation<{ readonly query: { orgSubdomain?: string } }, SignInOptions>(
    'GET /api/auth/sign-in-options',
  ),
  login: taking<Email & { password: string; organizationSubdomain?: string; code?: string }, SignedIn>(
    'POST /api/auth/login',
  ),
  logout: asking<unknown>('POST /api/auth/logout'),
  openConsoleSession: taking<{ refreshToken: string }>('POST /api/auth/console/session'),
  verifyTwoFactor: taking<LoginToken & Code & { isBackupCode: boolean }, Session>('POST /api/auth/verify-2fa'),
  beginPasskeyFactor: taking<LoginToken, PasskeyOptions>('POST /api/auth/verify-passkey/options'),
  showPasskey: taking<LoginToken & Asserted, Session>('POST /api/auth/verify-passkey'),
  beginPasskeySignIn: taking<Nothing, PasskeyOptions>('POST /api/auth/passkey/assertion/options'),
  signInWithPasskey: taking<Asserted, Session>('POST /api/auth/passkey/assertion/verify'),
  beginPasskeySignUp: taking<{ displayName: string }, PasskeyOptions>('POST /api/auth/public/passkey/register/options'),
  signUpWithPasskey: taking<Attested, Session>('POST /api/auth/public/passkey/register/verify'),
  register: taking<Email & { orgSubdomain: string; displayName: string; password: string }>('POST /api/auth/register'),
  changePassword: taking<{ currentPassword: string; newPassword: string }>('POST /api/auth/password/change'),
  beginStepUp: asking<PasskeyOptions>('POST /api/auth/step-up/options'),
  stepUp: taking<Asserted | { password: string } | Code, Session>('POST /api/auth/step-up'),
  beginOidcSignIn: taking<{ orgSubdomain: string; redirectUrl: string }, SignInBegun>('POST /api/auth/oidc/initiate'),
  beginSocialSignIn: taking<{ provider: Provider; redirectUrl: string; orgSubdomain?: string }, SignInBegun>(
    'POST /api/auth/social/initiate',
  ),
  redeemSignIn: taking<Code, FederatedSignIn>('POST /api/auth/oidc/redeem'),
  endSocialSignIn: taking<{ provider: Provider; state: string; code?: string }, FederatedSignIn>(
    'POST /api/auth/social/callback',
  ),
  completeProfile: taking<{ displayName: string }>('POST /api/auth/oidc/complete-profile'),
  getMe: asking<{
    readonly email: string;
    readonly emailVerified?: boolean | undefined;
    readonly displayName: string;
    readonly organizationName: string;
  }>('GET /api/auth/me'),
  listMyOrganizations: asking<{ readonly organizations: readonly OwnOrganisation[] }>('GET /api/auth/me/organizations'),
  switchOrganization: taking<{ organizationId: string }, Session>('POST /api/auth/switch-org'),
  listPasskeys: asking<{ readonly credentials: readonly OwnPasskey[]; readonly maxCredentials: number }>(
    'GET /api/passkey/credentials',
  ),
  beginPasskey: taking<{ displayName?: string }, PasskeyOptions>('POST /api/passkey/register/options'),
  enrolPasskey: taking<Attested & { endOtherSessions: boolean }>('POST /api/passkey/register/verify'),
  revokePasskey: operation<{ readonly params: { id: string } }>('DELETE /api/passkey/credentials/:id'),
  getTotpStatus: asking<{ readonly isEnabled: boolean; readonly backupCodesLeft: number }>('GET /api/totp/status'),
  setUpTotp: asking<{
    readonly secret: string;
    readonly qrUri: string;
    readonly backupCodes: readonly string[];
  }>('POST /api/totp/setup'),
  verifyTotp: taking<Code & { endOtherSessions: boolean }>('POST /api/totp/verify'),
  disableTotp: asking<unknown>('DELETE /api/totp'),
  endAllSessions: operation<{ readonly query: { which: 'others' } }>('DELETE /api/auth/sessions'),
  resendVerification: taking<Email>('POST /api/auth/resend-verification'),
  createEnrolSession: asking<{ readonly qrUrl: string }>('POST /api/auth/enrol-session'),
  redeemEnrolSession: taking<{ sessionToken: string; device: Device }, Session>('POST /api/auth/enrol-session/redeem'),
  grantProgram: taking<{ codeChallenge: string; program: string }, Code>('POST /api/auth/program/grant'),
  readDeviceCode: taking<
    { userCode: string },
    {
      readonly program: string;
      readonly address: string;
      readonly askedAt: string;
      readonly device?: Device | undefined;
      readonly scopes?: readonly ScopeShown[] | undefined;
    }
  >('POST /api/auth/device-code/read'),
  readCredentialAuthorization: taking<
    { requestUri: string },
    {
      readonly issuerName: string;
      readonly credentialType: string;
      readonly claims: readonly string[];
      readonly clientId: string;
      readonly redirectsTo: string;
    }
  >('POST /api/v1/credential-authorizations/read'),
  answerCredentialAuthorization: taking<{ requestUri: string; isAllowed: boolean }, { readonly location: string }>(
    'POST /api/v1/credential-authorizations/answer',
  ),
  answerCredentialReceipt: taking<
    { state: string; code?: string; iss?: string; error?: string },
    {
      readonly credentials: readonly { readonly type: string }[];
      readonly pending?: readonly { readonly type: string }[] | undefined;
    }
  >('POST /api/v1/credential-receipts/answer'),
  readProgramRequest: taking<
    { query: Readonly<Record<string, string>> },
    {
      readonly location?: string | undefined;
      readonly requestUri?: string | undefined;
      readonly request?: ProgramRequestShown | undefined;
    }
  >('POST /api/auth/program-requests/read'),
  answerProgramRequest: taking<{ requestUri: string; isAllowed: boolean }, { readonly location: string }>(
    'POST /api/auth/program-requests/answer',
  ),
  answerDeviceCode: taking<{ userCode: string; isAllowed: boolean }>('POST /api/auth/device-code/answer'),
  readInvitation: taking<Code, Offer>('POST /api/invitations/read'),
  acceptInvitation: taking<Code, { readonly organizationId: string }>('POST /api/invitations/accept'),
  registerInvited: taking<Code & { displayName: string; password: string; takesAddress?: boolean }>(
    'POST /api/invitations/register',
  ),
  declineInvitation: taking<Code>('POST /api/invitations/decline'),
  verifyEmail: taking<{ token: string; password?: string }>('POST /api/auth/verify-email'),
  forgotPassword: taking<Email>('POST /api/auth/password/forgot'),
  resetPassword: taking<{ token: string; newPassword: string }>('POST /api/auth/password/reset'),
};

/** Input and answer of each. */
export type PageOperations = {
  readonly [Id in keyof typeof OPERATIONS]: NonNullable<(typeof OPERATIONS)[Id]['types']>;
};
