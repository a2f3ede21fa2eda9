// Passwords that are set anew. Nothing in an answer depends on whether an address has an account.
import { issue } from '../../../../core/base/issue.js';
import { fail, isFailure } from '../../../../core/base/result.js';
import { mailProblem } from '../../../../core/outgoing/mail.js';
import { passwordChangedMail, resetMail } from '../../../../core/tenant/members/reset-mail.js';
import { attemptName, homeOf, normaliseEmail } from '../../../../core/tenant/user.js';
import { strangerTurn } from '../../../auth/fair-key.js';
import { type Handlers, reply } from '../../../define.js';
import type { AccountDeps } from '../deps.js';
import type { passwordResetRoutes } from './routes.js';

const NOT_GOOD = issue('PASSWORD_RESET_INVALID', '/token', 'The token was used, is over, or never was.');

export const passwordResetHandlers: Handlers<typeof passwordResetRoutes, AccountDeps> = {
  forgotPassword({ body }, { deps, address }) {
    const { passwordResets, tenants, mailer, config } = deps;
    const email = normaliseEmail(body.email);
    const token = passwordResets.draw();
    const mail = resetMail({ to: email, publicUrl: config.publicUrl }, token);
    const unsendable = mailProblem(mail);
    if (unsendable) return fail(unsendable);
    const user = tenants.userOfEmail(email);
    // An address that was never verified may be that of another person.
    if (user?.emailVerifiedAt !== undefined) {
      const { id: platformUserId, passwordHash } = user;
      // Posted later by the mailer: the time of the answer does not tell of it.
      if (passwordResets.open(token, { email, platformUserId, passwordHash }, address)) mailer.post(mail);
    }
    return reply(202, { success: true, message: 'If an account has that address, a mail goes to it.' });
  },

  async resetPassword({ body }, { deps, address, trace }) {
    const { passwordResets, tenants, passwords } = deps;
    const waiting = passwordResets.peek(body.token);
    const user = waiting && tenants.user(waiting.platformUserId);
    if (!user) return fail(NOT_GOOD);
    const weak = await passwords.check(body.newPassword, '/newPassword', [user.email, user.displayName]);
    if (weak.length > 0) return fail(weak);
    const passwordHash = await passwords.hash(body.newPassword, strangerTurn(address));
    if (isFailure(passwordHash)) return passwordHash;
    // Both are read in the turn of the commit: of two answers one wins, and a password that was changed meanwhile
    // stays.
    const reset = passwordResets.take(body.token);
    const stored = tenants.user(user.id);
    if (!reset || !stored || stored.passwordHash !== reset.passwordHash) return fail(NOT_GOOD);
    const { mustChangePassword: wasFirst, ...rest } = stored;
    await deps.commit([
      ...tenants.putUser({ ...rest, passwordHash }),
      deps.sessions.revoke(`user:${stored.id}`, deps.clock.now()),
      deps.audit.record({
        ...{ eventType: 'PasswordReset', organisationId: homeOf(stored), identityId: stored.id },
        ...{ address, success: true, trace },
      }),
    ]);
    // The owner of the mailbox is not a stranger who guesses.
    deps.attempts.forget(attemptName(stored));
    if (wasFirst) deps.forgetFirstPassword?.();
    deps.mailer.post(passwordChangedMail({ to: stored.email, publicUrl: deps.config.publicUrl }));
    return { success: true, message: 'The password is set: log in with it.' };
  },
};
