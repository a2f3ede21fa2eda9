// Passkeys: begins ceremonies, has their answers judged, commits, shows. Rows are read in the turn in which they are
// written.
import { assert } from '../../../../core/base/assert.js';
import { issue } from '../../../../core/base/issue.js';
import { fail, failIf, isFailure, type Result } from '../../../../core/base/result.js';
import type { Passkey } from '../../../../core/tenant/factors/factors.js';
import { fullProblem, PASSKEYS_MAX, withPasskey } from '../../../../core/tenant/factors/passkeys.js';
import { canSignIn } from '../../../../core/tenant/factors/ways.js';
import { isBoundToOrganisation } from '../../../../core/tenant/federation/bound.js';
import { PUBLIC_ORGANISATION_ID } from '../../../../core/tenant/roles.js';
import { homeOf } from '../../../../core/tenant/user.js';
import { ofWholeAccount } from '../../../access/whole-account.js';
import type { PendingSignIn } from '../../../auth/login-tokens.js';
import { type Handlers, reply } from '../../../define.js';
import { newAccount, takesAlone } from '../../../registration/new-account.js';
import { sessionView } from '../../../sign-in/answer.js';
import {
  askForNew,
  askForSignature,
  newPasskey,
  type Proof,
  proofBy,
  takenProblem,
  useOf,
} from '../../../sign-in/passkeys.js';
import { changingSignIn, endOthers, type LoginSession, newId } from '../../../sign-in/session.js';
import { completeSignIn, isChallenge, type SignInPlace } from '../../../sign-in/sign-in.js';
import type { AccountDeps } from '../deps.js';
import type { passkeyRoutes } from './routes.js';

const NOT_FOUND = issue('PASSKEY_NOT_FOUND', '', 'The account has no such passkey.');

export const passkeyHandlers: Handlers<typeof passkeyRoutes, AccountDeps> = {
  async beginPasskeySignUp({ body: { displayName } }, { deps, address }) {
    const organisation = takesAlone(deps, deps.tenants.organisation(PUBLIC_ORGANISATION_ID), '');
    if (isFailure(organisation)) return organisation;
    const owner = { id: newId(deps), name: displayName, displayName };
    const ceremony = { kind: 'sign-up', platformUserId: owner.id, displayName } as const;
    return askForNew(deps, { ceremony, owner, mustVerify: true }, address);
  },

  async signUpWithPasskey({ body }, { deps, address }) {
    const begun = deps.ceremonies.take(body.transactionId, 'sign-up');
    if (isFailure(begun)) return begun;
    const made = await newPasskey(deps, begun, { response: body.attestationResponse, mustVerify: true });
    if (isFailure(made)) return made;
    const taken = takenProblem(deps, made);
    if (taken) return fail(taken);
    const { platformUserId: id, displayName } = begun;
    const organisation = takesAlone(deps, deps.tenants.organisation(PUBLIC_ORGANISATION_ID), '');
    if (isFailure(organisation)) return organisation;
    const { user, ops } = newAccount(deps, organisation, { id, email: '', displayName, address });
    const passkeys = [{ ...made, displayName }];
    // Queued first: the session is of an account that is there.
    const stored = deps.commit([...ops, deps.factors.put(id, { passkeys })]);
    const session = await completeSignIn(deps, user, 'passkey', { address });
    await stored;
    if (isFailure(session)) return session;
    assert(!isChallenge(session), 'nothing is asked for beside a passkey');
    return { ...sessionView(session), isNewUser: true };
  },

  beginPasskey: changingSignIn(async ({ body }, { deps, caller, address }) => {
    const user = deps.tenants.user(caller.platformUserId);
    if (!user) return fail(issue('USER_NOT_FOUND', '', 'The user does not exist any more.'));
    const full = fullProblem(deps.factors.of(user.id));
    if (full) return fail(full);
    const { platformUserId, sessionId } = caller;
    const displayName = body.displayName ?? user.displayName;
    const ceremony = { kind: 'enrol', platformUserId, sessionId, displayName } as const;
    const name = user.email === '' ? user.displayName : user.email;
    const owner = { id: user.id, name, displayName: user.displayName };
    return askForNew(deps, { ceremony, owner, mustVerify: false }, address);
  }),

  enrolPasskey: changingSignIn(async ({ body }, call) => {
    const { deps, caller } = call;
    const begun = deps.ceremonies.take(body.transactionId, 'enrol');
    if (isFailure(begun)) return begun;
    // Of the session that began it: no other session enrols a passkey of its own here.
    if (begun.platformUserId !== caller.platformUserId || begun.sessionId !== caller.sessionId)
      return fail(issue('PASSKEY_FAILED', '/transactionId', 'Another session began this transaction.'));
    const made = await newPasskey(deps, begun, { response: body.attestationResponse, mustVerify: false });
    if (isFailure(made)) return made;
    // A logout, or a revocation, may have ended the session while the answer was judged.
    const ended = failIf(deps.tokens.standing(caller));
    if (ended) return ended;
    const taken = takenProblem(deps, made);
    if (taken) return fail(taken);
    const passkey = { ...made, displayName: begun.displayName };
    const after = withPasskey(deps.factors.of(caller.platformUserId), passkey);
    if (isFailure(after)) return after;
    await deps.commit([
      deps.factors.put(caller.platformUserId, after),
      ...(body.endOtherSessions === true ? [endOthers(deps, caller)] : []),
      deps.audit.byCaller(call, { eventType: 'PassKeyRegistered', details: { passkeyId: passkey.id } }),
    ]);
    return reply(201, passkeyView(passkey));
  }),

  listPasskeys: ofWholeAccount((_, { deps, caller }) => ({
    credentials: deps.factors.of(caller.platformUserId).passkeys.map(passkeyView),
    maxCredentials: PASSKEYS_MAX,
  })),

  revokePasskey: changingSignIn(async ({ params }, call) => {
    const { deps, caller } = call;
    const user = deps.tenants.user(caller.platformUserId);
    if (!user) return fail(issue('USER_NOT_FOUND', '', 'The user does not exist any more.'));
    const before = deps.factors.of(user.id);
    const passkeys = before.passkeys.filter(({ id }) => id !== params.id);
    if (passkeys.length === before.passkeys.length) return fail(NOT_FOUND);
    if (!canSignIn(user, { passkeys, identities: deps.identities.of(user.id) }))
      return fail(issue('PASSKEY_LAST', '', 'The account has no password: no one could sign in to it any more.'));
    await deps.commit([
      deps.factors.put(user.id, { ...before, passkeys }),
      deps.audit.byCaller(call, { eventType: 'PassKeyRevoked', details: { passkeyId: params.id } }),
    ]);
    return undefined;
  }),

  beginPasskeySignIn: (_, { deps, address }) =>
    askForSignature(deps, { ceremony: { kind: 'sign-in' }, mustVerify: true }, address),

  async signInWithPasskey({ body }, call) {
    const { deps, address } = call;
    const begun = deps.ceremonies.take(body.transactionId, 'sign-in');
    if (isFailure(begun)) return begun;
    const { challenge } = begun;
    const proof = await proofBy(deps, { challenge, mustVerify: true }, body.assertionResponse);
    if (isFailure(proof)) return proof;
    const session = await openPasskeySession(deps, proof, { address, tier: body.tier });
    return isFailure(session) ? session : { ...sessionView(session), isNewUser: false };
  },

  async beginPasskeyFactor({ body }, { deps, address }) {
    const pending = deps.loginTokens.peek(body.loginToken);
    if (isFailure(pending)) return pending;
    const { platformUserId } = pending;
    const { passkeys } = deps.factors.of(platformUserId);
    if (passkeys.length === 0) return fail(NOT_FOUND);
    const ceremony = { kind: 'second-factor', platformUserId } as const;
    return askForSignature(deps, { ceremony, passkeys, mustVerify: liftsBound(pending) }, address);
  },

  async showPasskey({ body }, { deps, address }) {
    const pending = deps.loginTokens.attempt(body.loginToken);
    if (isFailure(pending)) return pending;
    const begun = deps.ceremonies.take(body.transactionId, 'second-factor');
    if (isFailure(begun)) return begun;
    const { platformUserId, subdomain, tier } = pending;
    if (begun.platformUserId !== platformUserId)
      return fail(issue('PASSKEY_FAILED', '/transactionId', 'The transaction is of another sign-in.'));
    const { challenge } = begun;
    const mustVerify = liftsBound(pending);
    const proof = await proofBy(deps, { challenge, userId: platformUserId, mustVerify }, body.assertionResponse);
    if (isFailure(proof)) return proof;
    const ended = deps.loginTokens.use(body.loginToken);
    if (isFailure(ended)) return ended;
    const session = await openPasskeySession(deps, proof, { address, subdomain, tier });
    return isFailure(session) ? session : sessionView(session);
  },
};

/**
 * Whether the passkey makes a session of the whole account of one that the provider of an organisation began. Then it
 * verifies its user as where it opens the account alone: the first factor says nothing of that.
 */
function liftsBound({ method: authMethod, organisationId }: PendingSignIn): boolean {
  return isBoundToOrganisation({ authMethod, organisationId });
}

/** The session of a proof: nothing is awaited between the look at the row and its commit. */
async function openPasskeySession(deps: AccountDeps, proof: Proof, place: SignInPlace): Promise<Result<LoginSession>> {
  const use = useOf(deps, proof);
  if (isFailure(use)) return use;
  const { user, used } = use;
  const row = deps.audit.record({
    eventType: 'PassKeyAuthentication',
    organisationId: homeOf(user),
    identityId: user.id,
    address: place.address,
    success: true,
  });
  const session = await completeSignIn(deps, user, 'passkey', { ...place, with: [used, row] });
  assert(isFailure(session) || !isChallenge(session), 'nothing is asked for beside a passkey');
  return session;
}

function passkeyView({
  id,
  displayName,
  deviceType,
  isBackedUp,
  createdAt,
  lastUsedAt = null,
}: Omit<Passkey, 'lastUsedAt'> & { readonly lastUsedAt?: string | null }) {
  return { id, displayName, deviceType, isBackedUp, status: 'Active' as const, createdAt, lastUsedAt };
}
