// Signing in at identity providers: begins, ends, and shows what came of it.
import { issue } from '../../../../core/base/issue.js';
import { fail } from '../../../../core/base/result.js';
import { canSignIn } from '../../../../core/tenant/factors/ways.js';
import type { ExternalIdentity } from '../../../../core/tenant/federation/identity.js';
import { SOCIAL_KINDS } from '../../../../core/tenant/federation/presets.js';
import { nameOfPosted } from '../../../../core/tenant/federation/profile.js';
import { PUBLIC_ORGANISATION_ID } from '../../../../core/tenant/roles.js';
import { ofWholeAccount } from '../../../access/whole-account.js';
import type { Handlers } from '../../../define.js';
import type { ApiDeps } from '../../../deps/deps.js';
import { finishSignIn } from '../../../federation/finish.js';
import { changingSignIn } from '../../../sign-in/session.js';
import type { AccountDeps } from '../deps.js';
import { completedProfile } from './profile.js';
import type { federationRoutes } from './routes.js';
import { beginFederatedSignIn, endInBrowser, endSignIn, redeemCode, redirectTo } from './sign-in.js';

export const federationHandlers: Handlers<typeof federationRoutes, AccountDeps> = {
  beginOidcSignIn({ body }, call) {
    const organisation = call.deps.tenants.organisationOfSubdomain(body.orgSubdomain);
    return beginFederatedSignIn(call, { way: 'oidc', organisation, slot: 'idp', page: body.redirectUrl });
  },

  async endOidcSignIn({ params, query, headers }, call) {
    const { state, name, code, iss, error } = query;
    const page = call.deps.signIns.pageOf(state);
    if (page !== undefined) return redirectTo(302, page, { state, code, iss, error, name });
    const finished = await finishSignIn(call, {
      ...{
        state,
        parameters: { code, iss, error },
        cookie: headers.cookie,
        ways: ['oidc', 'link'],
        subdomain: params.orgSubdomain,
      },
      postedName: name,
    });
    return endInBrowser(call, state, finished);
  },

  relaySignIn({ params, body }, { deps }) {
    const { state, code, iss, error, user } = body;
    const url = `${deps.config.publicUrl}/api/auth/callback/${encodeURIComponent(params.orgSubdomain)}`;
    return redirectTo(303, url, { state, code, iss, error, name: nameOfPosted(user) });
  },

  redeemSignIn: ({ body, headers }, call) => redeemCode(call, body.code, headers.cookie),

  completeProfile: ({ body }, call) => completedProfile(call, body),

  beginSocialSignIn({ body }, call) {
    const { provider: slot, redirectUrl: page, orgSubdomain } = body;
    const organisation = namedOrPublic(call.deps, orgSubdomain);
    return beginFederatedSignIn(call, { way: 'social', organisation, slot, page });
  },

  async endSocialSignIn({ body, headers }, call) {
    const { provider: slot, state, name, ...parameters } = body;
    const answer = { state, parameters, cookie: headers.cookie, slot, postedName: name };
    return endSignIn(call, state, await finishSignIn(call, { ...answer, ways: ['social', 'link'] }));
  },

  listSocialProviderNames({ query: { orgSubdomain } }, { deps }) {
    const organisation = namedOrPublic(deps, orgSubdomain);
    // An organisation that is not there has none, as most have.
    if (organisation?.status !== 'Active') return { providers: [] };
    return {
      providers: SOCIAL_KINDS.filter((kind) => deps.identityProviders.get(organisation.id, kind)?.isEnabled === true),
    };
  },

  beginPublicSocialSignIn({ body }, call) {
    const { provider: slot, redirectUrl: page, surface } = body;
    const organisation = call.deps.tenants.organisation(PUBLIC_ORGANISATION_ID);
    return beginFederatedSignIn(call, { way: 'public', organisation, slot, page, isWallet: surface === 'wallet' });
  },

  async endPublicSocialSignIn({ body, headers }, call) {
    const { provider: slot, state, name, ...parameters } = body;
    const answer = { state, parameters, cookie: headers.cookie, slot, postedName: name };
    return endSignIn(call, state, await finishSignIn(call, { ...answer, ways: ['public'] }));
  },

  listIdentities: ofWholeAccount((_, { deps, caller }) => ({
    identities: deps.identities.of(caller.platformUserId).map(identityView),
  })),

  linkIdentity: changingSignIn(({ body }, call) => {
    const { deps, caller } = call;
    const organisation = deps.tenants.organisation(caller.organisationId);
    const { provider: slot = 'idp', redirectUrl: page } = body;
    return beginFederatedSignIn(call, { way: 'link', organisation, slot, page, linkFor: caller });
  }),

  unlinkIdentity: changingSignIn(async ({ params }, { deps, caller, address }) => {
    const list = deps.identities.of(caller.platformUserId);
    const identity = list.find(({ id }) => id === params.identityId);
    if (!identity) return fail(issue('IDENTITY_NOT_FOUND', '/identityId', 'The account has no such identity.'));
    const { organisationId } = identity;
    const user = deps.tenants.user(caller.platformUserId);
    const identities = list.filter((item) => item !== identity);
    if (user && !canSignIn(user, { passkeys: deps.factors.of(user.id).passkeys, identities })) return fail(LAST);
    const member = user?.memberships.find((item) => item.organisationId === organisationId);
    const nowMs = deps.clock.now();
    await deps.commit([
      ...deps.identities.put(caller.platformUserId, identities),
      // Sessions that began with it end.
      ...(member ? [deps.sessions.revoke(`sub:${member.membershipId}`, nowMs)] : []),
      deps.audit.byCaller(
        { caller, address },
        {
          eventType: 'ExternalIdentityUnlinked',
          organisationId,
          details: { provider: identity.slot, issuer: identity.issuer, subject: identity.subject },
        },
      ),
    ]);
    return undefined;
  }),
};

const LAST = issue('IDENTITY_LAST', '/identityId', 'No one could sign in to the account any more.');

function namedOrPublic({ tenants }: Pick<ApiDeps, 'tenants'>, subdomain: string | undefined) {
  return subdomain === undefined
    ? tenants.organisation(PUBLIC_ORGANISATION_ID)
    : tenants.organisationOfSubdomain(subdomain);
}

function identityView({ organisationId, slot, ...rest }: ExternalIdentity) {
  const { id, issuer, email, displayName, createdAt, lastUsedAt } = rest;
  return { id, organizationId: organisationId, provider: slot, issuer, email, displayName, createdAt, lastUsedAt };
}
