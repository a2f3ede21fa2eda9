// The ledger, for transactions that come signed. The gate of credentials is asked before a transaction is made (actors/workflow/credential-gate.ts), and a
// signed one shows no credential: so an action that takes one is refused here, and goes through the actions of the surface. So is a plain payload that every reader would suspect.
import type { Ledger } from '../../../actors/ledger.js';
import { type Issue, issue } from '../../../core/base/issue.js';
import { planOf } from '../../../core/blueprint/plan.js';
import { moveTypeOf } from '../../../core/transaction/action-metadata.js';
import { kindOf } from '../../../core/transaction/kinds/index.js';
import { publishedDefinition } from '../../../core/transaction/kinds/publication.js';
import type { Transaction } from '../../../core/transaction/types.js';
import type { ApiDeps } from '../../deps.js';
import { plainProblems } from './plain.js';

export function ungated(
  deps: Pick<ApiDeps, 'ledger' | 'chain'>,
  ledger: Pick<Ledger, 'submit'>,
): Pick<Ledger, 'submit'> {
  return {
    submit(tx, how) {
      const gated = gatedIssue(deps, tx);
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
