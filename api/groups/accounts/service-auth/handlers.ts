// Tokens of services: asks whether the client is the one that it names, and issues. Everything is read in the turn in
// which the token is dated, so that a suspension after it ends the token.
import { sha256Hex } from '../../../../core/base/hash.js';
import { type Issue, issue } from '../../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { PLATFORM_ORGANISATION_ID } from '../../../../core/tenant/roles.js';
import { provenClient } from '../../../../core/tenant/services/client.js';
import { grantedScopes, type Principal, SCOPES } from '../../../../core/tenant/services/principal.js';
import type { Membership } from '../../../../core/tenant/user.js';
import { changePrincipal, freshSecret, SECRET_WARNING } from '../../../access/service-principals.js';
import type { IssuedToken } from '../../../auth/tokens.js';
import { type ApiCall, type Handlers, type Refusal, reply } from '../../../define.js';
import type { OAuthErrorName } from '../../../errors/families/oauth.js';
import { clientFields } from '../../../oauth/client-fields.js';
import { oauthRefusal } from '../../../requests/family-refusals.js';
import { activeIdentity } from '../../../sign-in/session.js';
import type { AccountDeps } from '../deps.js';
import { clientOf, refusedClient } from './client.js';
import type { serviceAuthRoutes } from './routes.js';
import { signForService } from './system-signing.js';

export const serviceAuthHandlers: Handlers<typeof serviceAuthRoutes, AccountDeps> = {
  async createServiceToken({ body, headers }, call) {
    const { grant_type: grant = '', scope } = body;
    if (grant === '') return oauthRefusalOf(missingGrant());
    if (grant !== 'client_credentials') return oauthRefusal('unsupported_grant_type', otherGrant());
    const fields = clientFields(body, headers.authorization);
    if (isFailure(fields)) return oauthRefusalOf(fields.issue);
    const principal = clientOf(call, fields);
    if (isFailure(principal)) return refuseClient(call, fields.clientId, principal.issue);
    const granted = grantedScopes(principal, scope);
    if (isFailure(granted)) return oauthRefusalOf(granted.issue);
    const service = serviceOf(principal, granted);
    return issuing(call, { principal, granted }, () => call.deps.tokens.issueService(service));
  },

  async createDelegatedToken({ body }, call) {
    const { clientId, clientSecret, scope } = body;
    const principal = clientOf(call, { clientId, clientSecret });
    if (isFailure(principal)) return refuseClient(call, clientId, principal.issue);
    if (!principal.scopes.includes(SCOPES.delegate))
      return refuseClient(call, clientId, issue('FORBIDDEN', '', `The service has not the scope ${SCOPES.delegate}.`));
    const granted = grantedScopes(principal, scope);
    if (isFailure(granted)) return oauthRefusalOf(granted.issue);
    const member = memberToActFor(call.deps, principal, body);
    if (isFailure(member)) return refuseClient(call, clientId, member.issue);
    const service = serviceOf(principal, granted);
    const make = () => call.deps.tokens.issueDelegated(service, member);
    return issuing(call, { principal, granted, member }, make);
  },

  async rotateOwnSecret({ body }, call) {
    const { deps, caller } = call;
    const { disableSharedSecrets: secretsDisabled } = deps.config;
    const value = provenClient(deps.services.ofClient(caller.clientId), {
      ...{ clientId: caller.clientId, secretsDisabled, workload: undefined },
      secretHash: sha256Hex(body.currentSecret),
    });
    if (isFailure(value)) return value.mapIssues((problem) => ({ ...problem, path: '/currentSecret' }));
    const { secret, secretHash } = freshSecret(deps);
    const at = new Date(deps.clock.now()).toISOString();
    const changed = await changePrincipal(call, value, { kind: 'secret', secretHash, at });
    return isFailure(changed) ? changed : { newClientSecret: secret, warning: SECRET_WARNING };
  },

  signAsSystem: ({ params, body }, call) => signForService(call, params.address, body),
};

interface Grant {
  readonly principal: Principal;
  readonly granted: readonly string[];
  readonly member?: Membership;
}

/** The token, with its line in the audit trail. Both begin before anything is awaited. */
async function issuing(
  { deps, address }: ApiCall<AccountDeps>,
  { principal, granted, member }: Grant,
  make: () => Promise<IssuedToken>,
) {
  const organisationId = member?.organisationId ?? principal.organisationId ?? PLATFORM_ORGANISATION_ID;
  const scope = granted.join(' ');
  const stored = deps.commit([
    deps.audit.record({
      ...{ eventType: 'TokenIssued', organisationId, identityId: principal.clientId, address, success: true },
      details: { scope, ...(member && { delegatedUserId: member.id }) },
    }),
  ]);
  const issued = make();
  await stored;
  const { token, expiresInSeconds } = await issued;
  const body = { access_token: token, token_type: 'Bearer', expires_in: expiresInSeconds, scope } as const;
  // RFC 6749 section 5.1, for caches of HTTP/1.0.
  return reply(200, body, { pragma: 'no-cache' });
}

function serviceOf({ clientId, serviceName, organisationId }: Principal, scope: readonly string[]) {
  return { clientId, serviceName, scope, ...(organisationId !== undefined && { organisationId }) };
}

interface ActedFor {
  readonly delegatedUserId: string;
  readonly delegatedOrganizationId?: string | undefined;
}

/**
 * The first usable membership of the user, or that of the organisation; for a service of an organisation, in that
 * alone. USER_NOT_FOUND alike for every reason why there is none.
 */
function memberToActFor(
  deps: AccountDeps,
  { organisationId: own }: Pick<Principal, 'organisationId'>,
  { delegatedUserId, delegatedOrganizationId: wanted }: ActedFor,
): Result<Membership> {
  const user = deps.tenants.user(delegatedUserId);
  for (const { organisationId, membershipId } of user?.memberships ?? []) {
    if (wanted !== undefined && wanted !== organisationId) continue;
    if (own !== undefined && own !== organisationId) continue;
    const identity = activeIdentity(deps, organisationId, membershipId);
    // A password that another person made lets its session do nothing but change it.
    if (!isFailure(identity) && identity.mustChangePassword !== true) return identity.membership;
  }
  return fail(issue('USER_NOT_FOUND', '/delegatedUserId', 'There is no such user that the service could act for.'));
}

async function refuseClient(call: ApiCall<AccountDeps>, clientId: string, problem: Issue): Promise<Refusal> {
  await refusedClient(call, clientId, problem);
  return oauthRefusalOf(problem);
}

const NAMES: Readonly<Partial<Record<Issue['code'], OAuthErrorName>>> = {
  CLIENT_INVALID: 'invalid_client',
  WORKLOAD_IDENTITY_INVALID: 'invalid_client',
  SHARED_SECRETS_DISABLED: 'invalid_client',
  FORBIDDEN: 'unauthorized_client',
  SCOPE_INVALID: 'invalid_scope',
  USER_NOT_FOUND: 'invalid_grant',
};

/** The name that RFC 6749 section 5.2 has for it. */
function oauthRefusalOf(problem: Issue): Refusal {
  return oauthRefusal(NAMES[problem.code] ?? 'invalid_request', problem);
}

function missingGrant(): Issue {
  return issue('BODY_INVALID', '/grant_type', 'The field grant_type is missing.');
}

function otherGrant(): Issue {
  return issue(
    'BODY_INVALID',
    '/grant_type',
    'This endpoint serves client_credentials; users get tokens at /api/service-auth/token.',
  );
}
