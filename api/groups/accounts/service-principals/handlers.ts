// Service principals: loads, asks core/tenant/services, commits, shows.

import { type Issue, issue } from '../../../../core/base/issue.js';
import { SERVICE_PRINCIPALS_MAX } from '../../../../core/base/limits/node/accounts.js';
import { fail, failIf, isFailure, type Result } from '../../../../core/base/result.js';
import { SECRETS_DISABLED } from '../../../../core/tenant/services/client.js';
import { clientIdProblem, type Principal, scopesProblem } from '../../../../core/tenant/services/principal.js';
import { organisationNotFound } from '../../../access/organisations.js';
import {
  changePrincipal,
  freshClientId,
  freshSecret,
  newPrincipal,
  SECRET_WARNING,
} from '../../../access/service-principals.js';
import { type ApiCall, type Handlers, reply } from '../../../define.js';
import type { ApiDeps } from '../../../deps/deps.js';
import { failIfChanged, withVersion } from '../../../requests/etags.js';
import { keyedPage } from '../../../requests/keyed-page.js';
import type { AccountDeps } from '../deps.js';
import type { servicePrincipalRoutes } from './routes.js';

export const servicePrincipalHandlers: Handlers<typeof servicePrincipalRoutes, AccountDeps> = {
  async createServicePrincipal({ body }, call) {
    const { deps } = call;
    const { serviceName, scopes, organizationId } = body;
    const clientId = body.clientId ?? freshClientId(deps);
    const problem =
      clientIdProblem(clientId) ??
      scopesProblem(scopes) ??
      roomProblem(deps, clientId) ??
      organisationProblem(call, organizationId);
    if (problem) return fail(problem);
    const createdAt = new Date(deps.clock.now()).toISOString();
    const { principal, secret, ops } = newPrincipal(call, {
      ...{ clientId, serviceName, scopes, createdAt },
      ...(organizationId !== undefined && { organisationId: organizationId }),
    });
    await deps.commit(ops);
    return {
      ...{ id: principal.id, serviceName, clientId, scopes },
      ...(secret === undefined
        ? { warning: SECRETS_DISABLED.message }
        : { clientSecret: secret, warning: SECRET_WARNING }),
    };
  },

  listServicePrincipals({ query }, call) {
    const { status } = query;
    const all = call.deps.services.all().filter((item) => status === undefined || item.status === status);
    const keyOf = ({ createdAt, id }: Principal) => [Date.parse(createdAt), id];
    const page = keyedPage(call, { query }, { items: all, keyOf });
    if (isFailure(page)) return page;
    const { items, next } = page;
    const body = { servicePrincipals: items.map(principalView), totalCount: all.length, ...next.members };
    return reply(200, body, next.headers);
  },

  getServicePrincipal({ params }, { deps }) {
    const value = principalOf(deps, params.id);
    return isFailure(value) ? value : principalReply(value);
  },

  getServicePrincipalByClient({ params }, { deps }) {
    const value = deps.services.ofClient(params.clientId);
    return value ? principalReply(value) : fail(missing('/clientId'));
  },

  async setServiceScopes({ params, body, headers }, call) {
    const value = failIf(scopesProblem(body.scopes)) ?? principalOf(call.deps, params.id);
    if (isFailure(value)) return value;
    const late = failIfChanged(headers['if-match'], versionOf(value));
    if (late) return late;
    const changed = await changePrincipal(call, value, { kind: 'scopes', scopes: body.scopes });
    return isFailure(changed) ? changed : principalReply(changed);
  },

  suspendServicePrincipal: ({ params }, call) => changeStanding(call, params.id, 'suspend'),
  reactivateServicePrincipal: ({ params }, call) => changeStanding(call, params.id, 'reactivate'),
  deleteServicePrincipal: ({ params }, call) => changeStanding(call, params.id, 'revoke'),

  async rotateServicePrincipalSecret({ params }, call) {
    const { deps } = call;
    const value = principalOf(deps, params.id);
    if (isFailure(value)) return value;
    if (deps.config.disableSharedSecrets) return fail(SECRETS_DISABLED);
    const { secret, secretHash } = freshSecret(deps);
    const at = new Date(deps.clock.now()).toISOString();
    const changed = await changePrincipal(call, value, { kind: 'secret', secretHash, at });
    if (isFailure(changed)) return changed;
    return { clientId: changed.clientId, clientSecret: secret, warning: SECRET_WARNING };
  },
};

async function changeStanding(call: ApiCall<AccountDeps>, id: string, kind: 'suspend' | 'reactivate' | 'revoke') {
  const value = principalOf(call.deps, id);
  if (isFailure(value)) return value;
  const changed = await changePrincipal(call, value, { kind });
  return isFailure(changed) ? changed : undefined;
}

function principalOf({ services }: Pick<ApiDeps, 'services'>, id: string): Result<Principal> {
  return services.find(id) ?? fail(missing('/id'));
}

function missing(path: string): Issue {
  return issue('SERVICE_PRINCIPAL_NOT_FOUND', path, 'There is no such service principal.');
}

function roomProblem({ services }: Pick<ApiDeps, 'services'>, clientId: string): Issue | undefined {
  if (services.ofClient(clientId))
    return issue('CLIENT_ID_TAKEN', '/clientId', 'Another service principal has or had this client id.');
  if (services.count < SERVICE_PRINCIPALS_MAX) return undefined;
  const message = `The node keeps at most ${SERVICE_PRINCIPALS_MAX} service principals, deleted ones too.`;
  return issue('SERVICE_PRINCIPALS_FULL', '', message);
}

function organisationProblem({ deps }: ApiCall<AccountDeps>, organisationId: string | undefined): Issue | undefined {
  if (organisationId === undefined || deps.tenants.organisation(organisationId)) return undefined;
  return organisationNotFound('/organizationId');
}

function principalReply(principal: Principal) {
  return withVersion(principalView(principal), versionOf(principal));
}

function versionOf({ scopes, status }: Principal): unknown {
  return [scopes, status];
}

function principalView(principal: Principal) {
  const { id, serviceName, clientId, scopes, organisationId, status, secretHash, secretSetAt, ...made } = principal;
  return {
    ...{ id, serviceName, clientId, scopes, hasRights: scopes.length > 0, organizationId: organisationId, status },
    ...{ hasSecret: secretHash !== undefined, secretSetAt, createdAt: made.createdAt, createdBy: made.createdBy },
  };
}
