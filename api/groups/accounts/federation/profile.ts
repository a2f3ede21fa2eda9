// A person states the name that the provider did not tell: once, and for the own account.
import { issue } from '../../../../core/base/issue.js';
import { fail } from '../../../../core/base/result.js';
import { normaliseEmail } from '../../../../core/tenant/user.js';
import type { ApiCall } from '../../../define.js';
import type { AccountDeps } from '../deps.js';

export async function completedProfile(
  { deps, caller, address }: ApiCall<AccountDeps>,
  { displayName, email }: { readonly displayName?: string; readonly email?: string },
) {
  const user = deps.tenants.user(caller.platformUserId);
  const member = deps.tenants.membership(caller.organisationId, caller.subject);
  if (!user || !member) return fail(issue('USER_NOT_FOUND', '', 'The user does not exist any more.'));
  if (email !== undefined && normaliseEmail(email) !== user.email)
    return fail(
      issue('PROFILE_COMPLETE', '/email', 'The account has an address, which its provider or its owner verified.'),
    );
  if (displayName !== undefined) {
    if (user.isNameless !== true) return fail(issue('PROFILE_COMPLETE', '/displayName', 'The account has a name.'));
    const { isNameless: _, ...named } = user;
    await deps.commit([
      ...deps.tenants.putUser({ ...named, displayName }),
      ...deps.tenants.putMembership({ ...member, displayName }),
      deps.audit.byCaller({ caller, address }, { eventType: 'ProfileCompleted' }),
    ]);
  }
  const shown = displayName ?? user.displayName;
  return {
    displayName: shown,
    email: user.email,
    requiresProfileCompletion: displayName === undefined && user.isNameless === true,
  };
}
