// Registration and verified addresses. Nothing in an answer, and no work before it, depends on whether an address has
// an account.
import { type Issue, issue } from '../../../core/base/issue.js';
import { fail, isFailure } from '../../../core/base/result.js';
import { mailProblem } from '../../../core/outgoing/mail.js';
import {
  knownAddressMail,
  type VerificationText,
  verificationMail,
} from '../../../core/tenant/members/verification-mail.js';
import { homeOf, normaliseEmail, type PlatformUser } from '../../../core/tenant/user.js';
import { strangerTurn } from '../../auth/fair-key.js';
import { changingSignIn, newId } from '../../auth/session.js';
import { type ApiCall, type Handlers, reply } from '../../define.js';
import type { ApiDeps } from '../../deps.js';
import { newAccount, takesAlone } from '../../registration/new-account.js';
import type { PendingAddress } from '../../registration/pending-addresses.js';
import type { RegistrationDeps } from './deps.js';
import type { registrationRoutes } from './routes.js';

export const registrationHandlers: Handlers<typeof registrationRoutes, RegistrationDeps> = {
  async register({ body }, { deps, address }) {
    const email = normaliseEmail(body.email);
    const { displayName } = body;
    const named = deps.tenants.organisationOfSubdomain(body.orgSubdomain);
    const organisation = takesAlone(deps, named, email);
    if (isFailure(organisation)) return organisation;
    const words = { to: email, publicUrl: deps.config.publicUrl, displayName };
    const unsendable = mailProblem(knownAddressMail(words));
    if (unsendable) return fail(unsendable);
    const weak = await deps.passwords.check(body.password, '/password', [email, displayName]);
    if (weak.length > 0) return fail(weak);
    const turn = strangerTurn(address);
    const passwordHash = await deps.passwords.hash(body.password, turn);
    if (isFailure(passwordHash)) return passwordHash;
    const { id: organisationId } = organisation;
    const token = deps.pendingAddresses.open(
      { kind: 'account', email, organisationId, displayName, passwordHash },
      address,
    );
    // Posted later by the mailer: the time of the answer does not tell which mail it is.
    if (deps.pendingAddresses.mailSeconds(email, turn.key) === 0) deps.mailer.post(mailOf(deps, words, token));
    return reply(201, {
      success: true,
      userId: newId(deps),
      message: 'The address gets a mail: the account is there when it was verified.',
    });
  },

  async verifyEmail({ body }, call) {
    const { deps } = call;
    const asked = deps.pendingAddresses.attempt(body.token);
    if (!asked) return fail(NOT_GOOD);
    // The mail is opened by the owner of the address, who has to be the one that began.
    const problem = await strangerProblem(call, asked, body.password);
    if (problem) return fail(problem);
    const pending = deps.pendingAddresses.take(body.token);
    if (!pending) return fail(NOT_GOOD);
    if (deps.tenants.userOfEmail(pending.email))
      return fail(issue('EMAIL_TAKEN', '', 'The address has an account meanwhile: log in with it.'));
    return pending.kind === 'account' ? made(call, pending) : added(call, pending);
  },

  resendVerification: changingSignIn(({ body }, { deps, caller, address }) => {
    const user = deps.tenants.user(caller.platformUserId);
    if (!user) return fail(issue('USER_NOT_FOUND', '', 'The user does not exist any more.'));
    if (user.email !== '')
      return fail(issue('EMAIL_VERIFIED', '/email', 'The account has an address, which is verified.'));
    const email = normaliseEmail(body.email);
    const words = { to: email, publicUrl: deps.config.publicUrl, displayName: user.displayName };
    const unsendable = mailProblem(knownAddressMail(words));
    if (unsendable) return fail(unsendable);
    const seconds = deps.pendingAddresses.mailSeconds(email, `account ${user.id}`);
    if (seconds > 0)
      return fail({
        ...issue('VERIFICATION_LIMIT', '', 'Three such mails were sent in the last hour.'),
        retryAfterSeconds: seconds,
      });
    const token = deps.pendingAddresses.open({ kind: 'address', email, platformUserId: user.id }, address);
    deps.mailer.post(mailOf(deps, words, token));
    return { success: true, message: 'The address gets a mail.' };
  }),
};

/** The mail to an address: with the token, or to the owner of the account that has it. */
function mailOf({ tenants }: Pick<ApiDeps, 'tenants'>, words: VerificationText, token: string) {
  return tenants.userOfEmail(words.to) ? knownAddressMail(words) : verificationMail(words, token);
}

const NOT_GOOD = issue('VERIFICATION_INVALID', '/token', 'The token was used, is over, or never was.');

/**
 * Why the caller is not the one that began it, if so: an account is verified with the password that was chosen for it,
 * and an address is added by a session of the account.
 */
async function strangerProblem(
  { deps, caller, address }: ApiCall<RegistrationDeps>,
  pending: PendingAddress,
  password: string | undefined,
): Promise<Issue | undefined> {
  if (pending.kind === 'address') return pending.platformUserId === caller.platformUserId ? undefined : NOT_SIGNED_IN;
  const matches = await deps.passwords.verify(pending.passwordHash, password ?? '', strangerTurn(address));
  if (isFailure(matches)) return matches.issue;
  return matches ? undefined : NOT_CHOSEN;
}

const NOT_SIGNED_IN = issue('AUTH_REQUIRED', '', 'Sign in to the account that the address is for.');
const NOT_CHOSEN = issue('LOGIN_FAILED', '/password', 'This is not the password of the registration.');

type Pending<K> = Extract<NonNullable<ReturnType<ApiDeps['pendingAddresses']['take']>>, { kind: K }>;

async function made({ deps, address }: ApiCall<RegistrationDeps>, pending: Pending<'account'>) {
  const { email, displayName, passwordHash, organisationId } = pending;
  const organisation = takesAlone(deps, deps.tenants.organisation(organisationId), email);
  if (isFailure(organisation)) return organisation;
  const account = newAccount(deps, organisation, { email, displayName, passwordHash, address });
  await deps.commit(account.ops);
  return { success: true, message: 'The address is verified: log in.' };
}

/** The address becomes that of the account and of its memberships. */
async function added({ deps, address }: ApiCall<RegistrationDeps>, { platformUserId, email }: Pending<'address'>) {
  const user = deps.tenants.user(platformUserId);
  if (user?.email !== '')
    return fail(issue('VERIFICATION_INVALID', '/token', 'The account is gone, or has an address.'));
  const named: PlatformUser = { ...user, email, emailVerifiedAt: new Date(deps.clock.now()).toISOString() };
  const members = user.memberships.flatMap(({ organisationId, membershipId }) => {
    const member = deps.tenants.membership(organisationId, membershipId);
    return member ? deps.tenants.putMembership({ ...member, email }) : [];
  });
  const row = deps.audit.record({
    ...{ eventType: 'EmailVerified', organisationId: homeOf(user) },
    ...{ identityId: user.id, address, success: true },
  });
  await deps.commit([...deps.tenants.putUser(named), ...members, row]);
  return { success: true, message: 'The address is verified.' };
}
