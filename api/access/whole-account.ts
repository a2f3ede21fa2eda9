// Whether a session speaks for the account of its person as a whole. A session that began at the provider of an
// organisation speaks for a member of that organisation (docs/decisions/0132): what people keep beside their
// memberships may tell of others, and is shown to it only where there are no others.
import { type Issue, issue } from '../../core/base/issue.js';
import { type Failure, fail } from '../../core/base/result.js';
import { isBoundToOrganisation } from '../../core/tenant/federation/bound.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';

type Deps = Pick<ApiDeps, 'tenants'>;

/** FORBIDDEN for a session of an organisation's provider where the account is a member of another organisation too. */
export function wholeAccountProblem({ deps, caller }: Pick<ApiCall<Deps>, 'deps' | 'caller'>): Issue | undefined {
  if (!isBoundToOrganisation(caller)) return undefined;
  const { memberships = [] } = deps.tenants.user(caller.platformUserId) ?? {};
  const hasOthers = memberships.some(({ organisationId }) => organisationId !== caller.organisationId);
  const message = 'The session began at the provider of one organisation: sign in by your own means for this.';
  return hasOthers ? issue('FORBIDDEN', '', message) : undefined;
}

/** The handler, for a session that speaks for its account as a whole: FORBIDDEN before anything is looked up. */
export function ofWholeAccount<I, R, D extends Deps>(
  handler: (input: I, call: ApiCall<D>) => R,
): (input: I, call: ApiCall<D>) => R | Failure {
  return (input, call) => {
    const problem = wholeAccountProblem(call);
    return problem ? fail(problem) : handler(input, call);
  };
}
