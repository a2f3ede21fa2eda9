// Makes, lists, revokes and checks access grants. The rules of who may do so are in core/wallet/access.ts; each change
// has its audit row in the same commit.
import { type Issue, issue } from '../../../../core/base/issue.js';
import { GRANTS_PER_WALLET_MAX } from '../../../../core/base/limits/node/wallets.js';
import { fail, failIf, isFailure, type Result } from '../../../../core/base/result.js';
import {
  accessDenied,
  canManage,
  canSee,
  grantingProblem,
  manageProblem,
  type WalletStanding,
} from '../../../../core/wallet/access.js';
import { covers, type Grant, type GrantRequest, isActive, revokeGrant } from '../../../../core/wallet/grants.js';
import { walletNotFound } from '../../../../core/wallet/wallet.js';
import type { KvOp } from '../../../../storage/engine/kv.js';
import { newId } from '../../../../storage/secrets/new-wallet.js';
import { SERVICE_OWNER, standingOf } from '../../../access/wallet-standing.js';
import type { ApiCall, Handlers } from '../../../define.js';
import { grantView } from '../../../views/wallets.js';
import type { WalletDeps } from '../deps.js';
import type { accessGrantRoutes } from './routes.js';

export const accessGrantHandlers: Handlers<typeof accessGrantRoutes, WalletDeps> = {
  async grantWalletAccess({ params, body }, call) {
    const { deps } = call;
    const request: GrantRequest = {
      subject: body.subject,
      accessRight: body.accessRight,
      reason: body.reason,
      expiresAt: body.expiresAt === undefined ? undefined : Date.parse(body.expiresAt),
      allowedDerivationContexts: body.allowedDerivationContexts ?? [],
    };
    const first = standing(call, params.address);
    if (isFailure(first)) return first;
    const problem = grantingProblem(first, request) ?? subjectProblem(call, body.subject);
    if (problem) return fail(problem);
    const room = await roomFor(call, first, body.subject);
    if (isFailure(room)) return room;
    // Rights and the absence of an active grant are looked at again without a wait before the commit.
    const now = standing(call, params.address);
    if (isFailure(now)) return now;
    const changed = grantingProblem(now, request);
    if (changed) return fail(changed);
    if (isActive(deps.wallets.grant(now.wallet, body.subject), now.now))
      return fail(issue('GRANT_EXISTS', '/subject', 'The subject has an active grant; revoke it first.'));
    const grant = newGrant(call, now, request);
    const op = record(call, 'WalletAccessGranted', now, grant);
    await deps.commit([...room, ...deps.wallets.putGrant(now.wallet, grant), op]);
    return grantView(grant, now.now);
  },

  async listWalletAccess({ params }, call) {
    const asked = findManaged(call, params.address);
    if (isFailure(asked)) return asked;
    const grants = await call.deps.wallets.grantsOf(asked.wallet);
    return grants.map((grant) => grantView(grant, asked.now));
  },

  async revokeWalletAccess({ params }, call) {
    const asked = findManaged(call, params.address);
    if (isFailure(asked)) return asked;
    const { wallets } = call.deps;
    const grant = wallets.grant(asked.wallet, params.subject);
    if (!isActive(grant, asked.now))
      return fail(issue('GRANT_NOT_FOUND', '', 'The subject has no active grant on the wallet.'));
    const op = record(call, 'WalletAccessRevoked', asked, grant);
    await call.deps.commit([...wallets.endGrant(asked.wallet, revokeGrant(grant, asked.now)), op]);
    return undefined;
  },

  checkWalletAccess({ params, query }, call) {
    const asked = standing(call, params.address);
    if (isFailure(asked)) return asked;
    const { wallet, actor, now } = asked;
    if (!canManage(asked) && params.subject !== actor.id) return fail(accessDenied());
    const owns = wallet.owner.kind === 'person' && wallet.owner.id === params.subject;
    const hasAccess = owns || covers(call.deps.wallets.grant(wallet, params.subject), query.requiredRight, now);
    return { walletAddress: wallet.address, subject: params.subject, requiredRight: query.requiredRight, hasAccess };
  },
};

/**
 * GRANT_INVALID for a subject that is not a user: with a slip in an id the owner would share with no user, and not know
 * of it. Services are named by their client, not by a row.
 */
function subjectProblem({ deps }: ApiCall<WalletDeps>, subject: string): Issue | undefined {
  if (deps.tenants.user(subject) !== undefined || subject.startsWith(SERVICE_OWNER)) return undefined;
  return issue('GRANT_INVALID', '/subject', 'This node has no user of this id: state the platformUserId of one.');
}

/** The caller before the wallet of the path, if the caller may know of it. */
function standing(call: ApiCall<WalletDeps>, name: string): Result<WalletStanding> {
  const wallet = call.deps.wallets.find(name);
  if (!wallet) return fail(walletNotFound());
  const value = standingOf(call, wallet);
  return canSee(value) ? value : fail(walletNotFound());
}

function findManaged(call: ApiCall<WalletDeps>, name: string): Result<WalletStanding> {
  const value = standing(call, name);
  return isFailure(value) ? value : (failIf(manageProblem(value)) ?? value);
}

/**
 * Operations that make room for one more subject: grants that ended are forgotten when the wallet has as many as it
 * may.
 */
async function roomFor(
  { deps }: ApiCall<WalletDeps>,
  { wallet, now }: WalletStanding,
  subject: string,
): Promise<Result<readonly KvOp[]>> {
  const grants = await deps.wallets.grantsOf(wallet);
  const others = grants.filter((grant) => grant.subject !== subject);
  if (others.length < GRANTS_PER_WALLET_MAX) return [];
  const ended = others.filter((grant) => !isActive(grant, now));
  if (ended.length > 0) return deps.wallets.dropGrants(wallet, ended);
  return fail(issue('GRANT_INVALID', '/subject', `A wallet has at most ${GRANTS_PER_WALLET_MAX} active grants.`));
}

function newGrant({ deps }: ApiCall<WalletDeps>, { wallet, actor, now }: WalletStanding, request: GrantRequest): Grant {
  const { reason, expiresAt, ...rest } = request;
  return {
    ...rest,
    id: newId(deps.random),
    walletId: wallet.id,
    grantedBy: actor.id,
    grantedAt: now,
    ...(reason === undefined ? {} : { reason }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}

function record(
  { caller, deps, address }: ApiCall<WalletDeps>,
  eventType: 'WalletAccessGranted' | 'WalletAccessRevoked',
  { wallet, actor }: WalletStanding,
  grant: Grant,
): KvOp {
  return deps.audit.record({
    eventType,
    organisationId: caller.organisationId,
    identityId: actor.id,
    address,
    success: true,
    details: { wallet: wallet.address, subject: grant.subject, accessRight: grant.accessRight, grantId: grant.id },
  });
}
