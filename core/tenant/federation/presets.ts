// Kinds of identity providers, as they are before anybody configures one: the presets of an organisation's provider,
// and the four social kinds (specification section 4.5). Pure data and its checks.
import { issue } from '../../base/issue.js';
import { type Failure, fail, type Result } from '../../base/result.js';

/** OpenID Connect, or OAuth 2.0 with an interface of users of its own (a code-hosting provider has no ID tokens). */
export type Protocol = 'oidc' | 'oauth2';

export interface Preset {
  readonly protocol: Protocol;
  /** Where all its customers have one. */
  readonly issuer?: string;
  /** Which issuers it can have; anything where absent. */
  readonly issuers?: RegExp;
  /** Such as an administrator has to state it. */
  readonly form?: string;
  readonly scopes: readonly string[];
  /** The provider posts its answer where a name or an address is asked for. */
  readonly postsAnswer?: true;
  /** A claim other than email_verified that says the same of an address. */
  readonly verifiedClaim?: string;
}

const OPENID = ['openid', 'email', 'profile'] as const;
/** The owner of the domain of an address was verified; the address itself is what its administrator typed. */
const DIRECTORY_VERIFIED = 'xms_edov';

/** Specification 4.5: six presets and an issuer of the organisation's own, of which nothing is assumed. */
const PRESETS = {
  MicrosoftEntra: {
    protocol: 'oidc',
    issuers: /^https:\/\/login\.microsoftonline\.(?:com|us)\/[0-9a-f-]{36}\/v2\.0$/,
    form: 'https://login.microsoftonline.com/{tenant id}/v2.0',
    scopes: OPENID,
    verifiedClaim: DIRECTORY_VERIFIED,
  },
  Google: { protocol: 'oidc', issuer: 'https://accounts.google.com', scopes: OPENID },
  Okta: {
    protocol: 'oidc',
    issuers: /^https:\/\/[a-z0-9-]+\.(?:okta|oktapreview|okta-emea)\.com(?:\/oauth2\/[A-Za-z0-9]+)?$/,
    form: 'https://{domain}.okta.com',
    scopes: OPENID,
  },
  Apple: {
    protocol: 'oidc',
    issuer: 'https://appleid.apple.com',
    scopes: ['openid', 'email', 'name'],
    postsAnswer: true,
  },
  AmazonCognito: {
    protocol: 'oidc',
    issuers: /^https:\/\/cognito-idp\.[a-z0-9-]+\.amazonaws\.com\/[A-Za-z0-9_-]+$/,
    form: 'https://cognito-idp.{region}.amazonaws.com/{pool id}',
    scopes: OPENID,
  },
  GenericOidc: { protocol: 'oidc', scopes: OPENID },
  Custom: { protocol: 'oidc', scopes: ['openid'] },
} as const satisfies Readonly<Record<string, Preset>>;

export type PresetName = keyof typeof PRESETS;
export const PRESET_NAMES = Object.keys(PRESETS) as readonly PresetName[];

/** The four social kinds. Each may have another issuer: a sovereign cloud, or a server of the organisation's own. */
const SOCIAL = {
  google: PRESETS.Google,
  github: { protocol: 'oauth2', issuer: 'https://github.com', scopes: ['user:email'] },
  microsoft: {
    protocol: 'oidc',
    issuer: 'https://login.microsoftonline.com/common/v2.0',
    scopes: OPENID,
    verifiedClaim: DIRECTORY_VERIFIED,
  },
  apple: PRESETS.Apple,
} as const satisfies Readonly<Record<string, Preset>>;

export type SocialKind = keyof typeof SOCIAL;
/** Each kind once at the most: four of an organisation (specification section 8). */
export const SOCIAL_KINDS = Object.keys(SOCIAL) as readonly SocialKind[];

/** The place of a provider in its organisation. */
export type ProviderSlot = 'idp' | SocialKind;

/** The preset of a provider. */
export function presetOf({ slot, preset }: { readonly slot: ProviderSlot; readonly preset: PresetName }): Preset {
  return slot === 'idp' ? PRESETS[preset] : SOCIAL[slot];
}

/**
 * The issuer that a provider has: the stated one, else that of its preset. Issue: IDP_INVALID where there is none, or
 * where the preset has others.
 */
export function issuerFor(preset: Preset, stated: string | undefined): Result<string> {
  const issuer = stated ?? preset.issuer;
  if (issuer === undefined) return invalid('State the URL of the issuer.');
  const { issuers, form } = preset;
  if (issuers !== undefined && !issuers.test(issuer)) return invalid(`The issuer of this preset has the form ${form}.`);
  const problem = issuerProblem(issuer);
  return problem === undefined ? issuer : invalid(problem);
}

/** OpenID Connect Discovery 1.0 section 3: a URL without query and fragment. */
function issuerProblem(issuer: string): string | undefined {
  if (!URL.canParse(issuer)) return 'The issuer is not a URL. Expected one such as https://idp.example.';
  const { protocol, search, hash, username, password } = new URL(issuer);
  if (protocol !== 'https:' && protocol !== 'http:') return 'The issuer has to begin with https://.';
  if (search !== '' || hash !== '' || issuer.includes('?') || issuer.includes('#'))
    return 'The issuer has no query and no fragment.';
  return username === '' && password === '' ? undefined : 'The issuer has no user and no password in it.';
}

function invalid(message: string): Failure {
  return fail(issue('IDP_INVALID', '/issuerUrl', message));
}
