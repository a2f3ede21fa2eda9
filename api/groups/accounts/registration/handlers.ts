// Registration and verified addresses. Nothing in an answer, and no work before it, depends on whether an address has
// an account.
import { type Issue, issue } from '../../../../core/base/issue.js';
import { fail, isFailure } from '../../../../core/base/result.js';
import { mailProblem } from '../../../../core/outgoing/mail.js';
import { isVerified, verifyAddress, yields } from '../../../../core/tenant/members/address.js';
import {
  knownAddressMail,
  type VerificationText,
  verificationMail,
} from '../../../../core/tenant/members/verification-mail.js';
import { homeOf, normaliseEmail } from '../../../../core/tenant/user.js';
import { strangerTurn } from '../../../auth/fair-key.js';
import type { PendingAddress } from '../../../auth/pending-addresses.js';
import { type ApiCall, type Handlers, reply } from '../../../define.js';
import type { ApiDeps } from '../../../deps/deps.js';
import { addressOfMembers, releaseAddressOps } from '../../../registration/address-moves.js';
import { newAccount, takesAlone } from '../../../registration/new-account.js';
import { changingSignIn, newId } from '../../../sign-in/session.js';
import type { AccountDeps } from '../deps.js';
import type { registrationRoutes } from './routes.js';

export const registrationHandlers: Handlers<typeof registrationRoutes, AccountDeps> = {
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
    if (deps.pendingAddresses.mailSeconds(email, turn.key) === 0) deps.mailer.post(mailOf(deps, words, { token }));
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
    const holder = deps.tenants.userOfEmail(pending.email);
    if (holder && !yields(holder))
      return fail(issue('EMAIL_TAKEN', '', 'The address has an account meanwhile: log in with it.'));
    return pending.kind === 'account' ? createAccount(call, pending) : changeAddress(call, pending);
  },

  resendVerification: changingSignIn(({ body }, { deps, caller, address }) => {
    const user = deps.tenants.user(caller.platformUserId);
    if (!user) return fail(issue('USER_NOT_FOUND', '', 'The user does not exist any more.'));
    if (isVerified(user))
      return fail(issue('EMAIL_VERIFIED', '/email', 'The account has an address, which is verified.'));
    const email = normaliseEmail(body.email);
    if (user.email !== '' && email !== user.email)
      return fail(issue('BODY_INVALID', '/email', `The account has the address ${user.email}: verify that one.`));
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
    deps.mailer.post(mailOf(deps, words, { token, for: user.id }));
    return { success: true, message: 'The address gets a mail.' };
  }),
};

/** The mail to an address: with the token, or to the owner of the account that verified it. */
function mailOf(
  { tenants }: Pick<ApiDeps, 'tenants'>,
  words: VerificationText,
  { token, for: id }: { readonly token: string; readonly for?: string },
) {
  const holder = tenants.userOfEmail(words.to);
  if (holder && !yields(holder)) return knownAddressMail(words);
  return verificationMail(words, { token, isTaken: holder !== undefined && holder.id !== id });
}

const NOT_GOOD = issue('VERIFICATION_INVALID', '/token', 'The token was used, is over, or never was.');

/**
 * Why the caller is not the one that began it, if so: an account is verified with the password that was chosen for it;
 * an address of an account by a session of the account, or with its password.
 */
async function strangerProblem(
  { deps, caller, address }: ApiCall<AccountDeps>,
  pending: PendingAddress,
  password: string | undefined,
): Promise<Issue | undefined> {
  if (pending.kind === 'address' && pending.platformUserId === caller.platformUserId) return undefined;
  const { passwordHash } = pending.kind === 'account' ? pending : (deps.tenants.user(pending.platformUserId) ?? {});
  if (pending.kind === 'address' && (password === undefined || passwordHash === undefined)) return NOT_SIGNED_IN;
  if (password === undefined) return NOT_STATED;
  const matches = await deps.passwords.verify(passwordHash, password ?? '', strangerTurn(address));
  if (isFailure(matches)) return matches.issue;
  return matches ? undefined : NOT_CHOSEN;
}

const NOT_SIGNED_IN = issue('AUTH_REQUIRED', '', 'Sign in to the account that the address is for.');
const NOT_STATED = issue('BODY_INVALID', '/password', 'State the password of the registration beside the token.');
const NOT_CHOSEN = issue('LOGIN_FAILED', '/password', 'This is not the password of the account.');

type Pending<K> = Extract<NonNullable<ReturnType<ApiDeps['pendingAddresses']['take']>>, { kind: K }>;

async function createAccount({ deps, address }: ApiCall<AccountDeps>, pending: Pending<'account'>) {
  const { email, displayName, passwordHash, organisationId } = pending;
  const organisation = takesAlone(deps, deps.tenants.organisation(organisationId), email);
  if (isFailure(organisation)) return organisation;
  const account = newAccount(deps, organisation, { email, displayName, passwordHash, address });
  await deps.commit([...releaseAddressOps(deps, account.user, address), ...account.ops]);
  return { success: true, message: 'The address is verified: log in.' };
}

/** The address becomes that of the account and of its memberships. */
async function changeAddress({ deps, address }: ApiCall<AccountDeps>, { platformUserId, email }: Pending<'address'>) {
  const user = deps.tenants.user(platformUserId);
  if (!user || (user.email !== '' && user.email !== email))
    return fail(issue('VERIFICATION_INVALID', '/token', 'The account is gone, or has another address.'));
  const named = verifyAddress({ ...user, email }, new Date(deps.clock.now()).toISOString());
  const row = deps.audit.record({
    ...{ eventType: 'EmailVerified', organisationId: homeOf(user) },
    ...{ identityId: user.id, address, success: true },
  });
  await deps.commit([
    ...releaseAddressOps(deps, named, address),
    ...deps.tenants.putUser(named),
    ...addressOfMembers(deps, user, email),
    row,
  ]);
  return { success: true, message: 'The address is verified.' };
}
