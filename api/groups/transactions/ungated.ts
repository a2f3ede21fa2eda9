// The ledger, for transactions that come signed. The gate of credentials is asked before a transaction is made (actors/workflow/credential-gate.ts), and a
// signed one shows no credential: so an action that takes one is refused here, and goes through the actions of the surface. So is a plain payload that every reader would suspect,
// and a publication that nobody has rehearsed: each node asks that of its own callers, the rules of a register do not.
import type { Ledger } from '../../../actors/ledger.js';
import { type Issue, issue } from '../../../core/base/issue.js';
import { planOf } from '../../../core/blueprint/plan.js';
import { moveTypeOf } from '../../../core/transaction/action-metadata.js';
import { PUBLISH_ACTION } from '../../../core/transaction/encode.js';
import { kindOf } from '../../../core/transaction/kinds/index.js';
import { publishedDefinition } from '../../../core/transaction/kinds/publication.js';
import type { Transaction } from '../../../core/transaction/types.js';
import type { Call } from '../../define.js';
import type { ApiDeps } from '../../deps.js';
import { signedPublicationIssue } from '../blueprints/rehearsal-gate.js';
import { plainProblems } from './plain.js';

export function ungated(
  call: Pick<Call<ApiDeps>, 'caller' | 'deps'>,
  ledger: Pick<Ledger, 'submit'>,
): Pick<Ledger, 'submit'> {
  const { deps } = call;
  return {
    submit(tx, how) {
      const isPublication = tx.header.actionId === PUBLISH_ACTION;
      const gated = isPublication ? signedPublicationIssue(call, tx) : gatedIssue(deps, tx);
      const issues = gated ? [gated] : plainProblems(deps, tx);
      return issues.length > 0 ? Promise.resolve({ status: 'refused', issues }) : ledger.submit(tx, how);
    },
  };
}

/** A rejection passes no gate, but it may bind an open role; a cancellation does neither. What this register does not have is judged by its rules. */
function gatedIssue({ ledger, chain }: Pick<ApiDeps, 'ledger' | 'chain'>, { header }: Transaction): Issue | undefined {
  const { registerId, blueprintId, actionId, publicationTxId } = header;
  if (publicationTxId === undefined || kindOf(header).kind !== 'action' || moveTypeOf(header) === 'Cancellation')
    return undefined;
  const register = ledger.register(registerId);
  const definition = register && publishedDefinition(chain.view(register.reg), blueprintId, publicationTxId);
  const action = definition && planOf(definition).actions.get(actionId)?.action;
  if (!action || (action.credentialRequirements ?? []).length === 0) return undefined;
  return issue(
    'CREDENTIAL_REFUSED',
    '/header/actionId',
    'The action takes a credential: submit it at /api/actions with credentialPresentations.',
  );
}
