// The first organisation of a platform with its administrator, in one commit, once. The same request again gives what
// was made; the password of the administrator is checked and hashed as any other.
import { issue } from '../../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { join, type NewMember } from '../../../../core/tenant/members/joining.js';
import { checkSubdomain, type Organisation } from '../../../../core/tenant/organisation.js';
import { normaliseEmail, type PlatformUser } from '../../../../core/tenant/user.js';
import type { BootstrapRow } from '../../../../storage/tables/accounts/platform.js';
import { freshClientId, newPrincipal } from '../../../access/service-principals.js';
import type { ApiCall, InputOf, Output } from '../../../define.js';
import { newId, openSession } from '../../../sign-in/session.js';
import type { PeopleDeps } from '../deps.js';
import type { platformRoutes } from './routes.js';

type Asked = InputOf<typeof platformRoutes.bootstrapTenant>['body'];
type Answer = Output<typeof platformRoutes.bootstrapTenant>;

export async function bootstrap(call: ApiCall<PeopleDeps>, body: Asked): Promise<Result<Answer>> {
  const { deps, caller, address } = call;
  const before = earlier(deps, body);
  if (before) return before;
  const email = normaliseEmail(body.adminEmail);
  const weak = await deps.passwords.check(body.adminPassword, '/adminPassword', [email, body.adminName]);
  if (weak.length > 0) return fail(weak);
  const turn = { key: `account ${caller.platformUserId}`, isKnown: true };
  const passwordHash = await deps.passwords.hash(body.adminPassword, turn);
  if (isFailure(passwordHash)) return passwordHash;
  // Read again in the turn in which it is written: another request may have been the first.
  const meanwhile = earlier(deps, body);
  if (meanwhile) return meanwhile;
  const made = makePlatform(deps, body, passwordHash);
  const service = body.createServicePrincipal === true ? serviceFor(call, body, made) : undefined;
  const { row } = made;
  const { organisation, member: membership } = made.joined;
  const signIn = { method: 'pwd' as const, signedInAtMs: deps.sessions.signInDate(deps.clock.now()) };
  const ops = [
    ...deps.tenants.join(made.joined),
    deps.platform.putBootstrap(row),
    ...(service?.ops ?? []),
    deps.audit.byCaller({ caller, address }, { eventType: 'OrganizationCreated', organisationId: organisation.id }),
  ];
  const session = await openSession(deps, { identity: { membership, organisation }, signIn, address, with: ops });
  return {
    ...viewOf(row),
    ...{ adminAccessToken: session.accessToken, adminRefreshToken: session.refreshToken },
    ...service?.shown,
  };
}

/** The answer of before to this very request, or why nothing can be made. */
function earlier({ platform, tenants }: PeopleDeps, body: Asked): Result<Answer> | undefined {
  const done = platform.bootstrap;
  const email = normaliseEmail(body.adminEmail);
  if (done) {
    const isSame = done.subdomain === body.organizationSubdomain && done.adminEmail === email;
    return isSame ? viewOf(done) : fail(issue('BOOTSTRAP_DONE', '', 'The first organisation was made before.'));
  }
  const invalid = checkSubdomain(body.organizationSubdomain).map((problem) => ({
    ...problem,
    path: '/organizationSubdomain',
  }));
  if (invalid.length > 0) return fail(invalid);
  if (tenants.organisationOfSubdomain(body.organizationSubdomain))
    return fail(issue('SUBDOMAIN_TAKEN', '/organizationSubdomain', 'Another organisation has this subdomain.'));
  return tenants.userOfEmail(email)
    ? fail(issue('EMAIL_TAKEN', '/adminEmail', 'The address has an account on this installation.'))
    : undefined;
}

interface Made {
  readonly joined: NewMember;
  readonly row: BootstrapRow;
}

function makePlatform(deps: PeopleDeps, body: Asked, passwordHash: string): Made {
  const createdAt = new Date(deps.clock.now()).toISOString();
  const [organisationId, membershipId, userId] = [newId(deps), newId(deps), newId(deps)];
  const { organizationName: name, organizationSubdomain: subdomain, organizationDescription, adminName } = body;
  const email = normaliseEmail(body.adminEmail);
  const organisation: Organisation = {
    ...{ id: organisationId, name, subdomain, status: 'Active', createdAt, orgType: 'Standard' },
    ...{ isPlatformOrg: false, userCount: 0 },
    ...(organizationDescription !== undefined && { branding: { companyTagline: organizationDescription } }),
  };
  const user: PlatformUser = {
    ...{ id: userId, email, displayName: adminName, passwordHash, createdAt, emailVerifiedAt: createdAt },
    memberships: [],
  };
  return {
    joined: join({ user, organisation }, { id: membershipId, roles: ['Administrator'], createdAt }),
    row: { organisationId, subdomain, adminUserId: membershipId, adminEmail: email, at: createdAt },
  };
}

/** A principal of the organisation without scopes: its administrator asks the operator for those that it needs. */
function serviceFor(call: ApiCall<PeopleDeps>, body: Asked, { joined: { organisation }, row }: Made) {
  const { principal, secret, ops } = newPrincipal(call, {
    ...{ clientId: freshClientId(call.deps), scopes: [], createdAt: row.at, organisationId: organisation.id },
    serviceName: body.servicePrincipalName ?? organisation.name,
  });
  const shown = {
    servicePrincipalId: principal.id,
    servicePrincipalClientId: principal.clientId,
    ...(secret !== undefined && { servicePrincipalClientSecret: secret }),
  };
  return { ops, shown };
}

function viewOf({ organisationId, subdomain, adminUserId, adminEmail, at }: BootstrapRow): Answer {
  return { organizationId: organisationId, organizationSubdomain: subdomain, adminUserId, adminEmail, createdAt: at };
}
