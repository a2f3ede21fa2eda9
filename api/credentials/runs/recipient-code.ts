// The transaction code of an offer for its recipient, by mail: to the verified address of the account that opens it.
import { issue } from '../../../core/base/issue.js';
import { fail, failIf, type Result } from '../../../core/base/result.js';
import { isVerified } from '../../../core/tenant/members/address.js';
import type { ApiCall } from '../../define.js';
import type { ApiDeps } from '../../deps/deps.js';

type Call = ApiCall<Pick<ApiDeps, 'config' | 'mailer' | 'tenants'>>;

/** The verified address of the caller; FORBIDDEN. */
export function mailAddressOf({ deps, caller }: Call): Result<string> {
  const user = deps.tenants.user(caller.platformUserId);
  if (user !== undefined && isVerified(user)) return user.email;
  return fail(
    issue('FORBIDDEN', '', 'The code of this credential is sent by mail: verify the address of your account.'),
  );
}

/** MAIL_REFUSED, MAIL_QUEUE_FULL. */
export function mailCode(
  { deps: { config, mailer } }: Call,
  { address, code, issuer }: { readonly address: string; readonly code: string; readonly issuer: string },
) {
  const text = [
    `Your wallet asks for this code to take a credential of ${issuer}: ${code}`,
    'It is good for ten minutes. Tell it to your wallet and to nobody else.',
  ].join('\n\n');
  const subject = `Code for a credential on ${config.installation}`;
  return failIf(mailer.post({ kind: 'credential-code', to: address, subject, text }));
}
