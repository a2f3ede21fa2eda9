// Broken versions of signing in at identity providers: whose word is taken, for which account, and where a browser is
// led.
import type { Mutant } from './mutant.js';

const OIDC = 'contract/federation/oidc';
const PROVIDERS = 'contract/federation/providers';
const ADMISSION = 'unit/core/tenant/federation/admission';
const CONFIGURED = 'unit/core/tenant/federation/provider';

const one = (
  name: string,
  edit: { readonly file: string; readonly from: string; readonly to: string },
  [test, caught]: readonly [test: string, caught: string],
): Mutant => ({ name, edits: [edit], test, caught });

export const FEDERATION: readonly Mutant[] = [
  one(
    'an ID token is taken that its provider did not sign',
    {
      file: 'api/federation/provider-client',
      from: 'execute: [oidc.enableNonRepudiationChecks, ...insecureOptions(issuerUrl)]',
      to: 'execute: insecureOptions(issuerUrl)',
    },
    [OIDC, 'takes no ID token that is not as it has to be'],
  ),
  one(
    'the provider of an organisation proves the address of a stranger',
    { file: 'core/tenant/members/address', from: '&& user.managedBy === undefined', to: '' },
    [OIDC, 'proves no address'],
  ),
  one(
    'a sign-in ends in a browser that did not begin it',
    { file: 'api/federation/finish', from: '&& hasCookie(flow, cookie, underWay.browserHash)', to: '' },
    [OIDC, 'takes a state once, in its browser'],
  ),
  one(
    'a link with the code of a stranger signs somebody in as that stranger',
    {
      file: 'api/groups/accounts/federation/sign-in',
      from: ' || !hasCookie(flow, cookie, handOver.browserHash)',
      to: '',
    },
    [OIDC, 'leads back to pages of configured origins alone'],
  ),
  one('a state is good twice', { file: 'api/auth/under-way', from: 'this.states.take(', to: 'this.states.attempt(' }, [
    OIDC,
    'takes a state once, in its browser',
  ]),
  one(
    'a sign-in ends at a provider that was configured anew',
    { file: 'api/federation/finish', from: '&& usable.provider.version === providerVersion', to: '' },
    [PROVIDERS, 'end their sessions and sign-ins under way'],
  ),
  one(
    'a provider that is switched off keeps its people signed in',
    {
      file: 'api/groups/accounts/identity-providers/handlers',
      from: 'const ends = enabled ?',
      to: 'const ends = true ?',
    },
    [PROVIDERS, 'end their sessions and sign-ins under way'],
  ),
  one(
    'a browser is led to any page',
    { file: 'core/tenant/federation/return-url', from: 'if (!origins.has(url.origin))', to: 'if (false)' },
    [CONFIGURED, 'lead back to origins'],
  ),
  one(
    'the provider of an organisation gets a second account of an address of its members',
    {
      file: 'core/tenant/federation/admission',
      from: 'if (isMember || managedOfEmail !== undefined)',
      to: 'if (false)',
    },
    [ADMISSION, 'makes accounts of its own, and links none'],
  ),
  one(
    'an account with rights in an organisation is linked by its address',
    { file: 'core/tenant/federation/admission', from: 'return isCitizen ?', to: 'return true ?' },
    [ADMISSION, 'links an account of nothing but that'],
  ),
  one(
    'an account is linked whose address nobody verified',
    { file: 'core/tenant/federation/admission', from: 'if (ofEmail.emailVerifiedAt === undefined)', to: 'if (false)' },
    [ADMISSION, 'links an account of nothing but that'],
  ),
  one(
    'an address is taken that the provider did not verify',
    {
      file: 'core/tenant/federation/admission',
      from: 'if (email === undefined || !isVouched)',
      to: 'if (email === undefined)',
    },
    [ADMISSION, 'makes accounts of its own, and links none'],
  ),
  one(
    'a newcomer has an address of any domain',
    {
      file: 'core/tenant/federation/admission',
      from: "return failIf(joinProblem(organisation, email)) ?? { kind: 'managed', email };",
      to: "return { kind: 'managed', email };",
    },
    [ADMISSION, 'is for its domains'],
  ),
  one(
    'a session of the provider of an organisation speaks for the whole account',
    { file: 'api/auth/policy', from: '!isBoundToOrganisation(c)', to: 'true' },
    [OIDC, 'acts in its organisation alone'],
  ),
  one(
    'an account that an organisation made takes the address of a person',
    { file: 'storage/tables/accounts/tenants', from: 'managedBy === undefined ?', to: 'true ?' },
    ['unit/storage/tables/accounts/external-identities', 'out of the addresses of the node'],
  ),
  one(
    'an old document of a provider is used while the provider is down',
    { file: 'core/tenant/federation/provider', from: '|| nowMs - fetchedAtMs >= DISCOVERY_MS)', to: ')' },
    [CONFIGURED, 'are believed for 24 hours'],
  ),
  one(
    'secrets and browsers are sent to an endpoint without TLS',
    {
      file: 'core/tenant/federation/provider',
      from: "if (protocol !== 'https:' && !(isPlain",
      to: 'if (false && !(isPlain',
    },
    [CONFIGURED, 'over TLS where their issuer has it'],
  ),
];
