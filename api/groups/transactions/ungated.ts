// The ledger, for transactions that come signed. The gate of credentials is asked before a transaction is made (actors/workflow/credentials/credential-gate.ts), and a
// signed one shows no credential: so an action that takes one is refused here, and goes through the actions of the surface. So is a plain payload that every reader would suspect,
// and a publication that nobody has rehearsed: each node asks that of its own callers, the rules of a register do not. A genesis founds
// its register, and an operator may have closed his node to those who do not see a register.
import type { Ledger, SubmitOutcome } from '../../../actors/ledger/ledger.js';
import { type Issue, issue } from '../../../core/base/issue.js';
import { planOf } from '../../../core/blueprint/plan/plan.js';
import { GENESIS_ACTION, GENESIS_BLUEPRINT } from '../../../core/register/genesis/payload.js';
import { PUBLISH_ACTION } from '../../../core/transaction/form/encode.js';
import { moveTypeOf } from '../../../core/transaction/form/move-type.js';
import { kindOf } from '../../../core/transaction/kinds/index.js';
import { publishedDefinition } from '../../../core/transaction/kinds/publication.js';
import type { Transaction } from '../../../core/transaction/types.js';
import { fairKey } from '../../auth/fair-key.js';
import { isAllowed } from '../../auth/policy.js';
import type { ApiCall } from '../../define.js';
import type { ApiDeps } from '../../deps.js';
import { closedTo, takesAnyone } from '../actions/closed.js';
import { signedPublicationIssue } from '../blueprints/rehearsal-gate.js';
import { foundFrom } from '../validation/genesis.js';
import { plainProblems } from './plain.js';

export function ungated(
  call: Pick<ApiCall<ApiDeps>, 'caller' | 'deps' | 'address'>,
  ledger: Pick<Ledger, 'submit'>,
): Pick<Ledger, 'submit'> {
  const { deps } = call;
  const from = fairKey(call);
  const isOpen = takesAnyone(call);
  return {
    submit(tx, options) {
      const how = { ...options, from };
      const { actionId, blueprintId, registerId, senderWallet } = tx.header;
      if (blueprintId === GENESIS_BLUEPRINT && actionId === GENESIS_ACTION) return founded(call, tx);
      const gated = actionId === PUBLISH_ACTION ? signedPublicationIssue(call, tx) : gatedIssue(deps, tx);
      const issues = gated ? [gated] : plainProblems(deps, tx);
      if (issues.length > 0) return Promise.resolve({ status: 'refused', issues });
      if (isOpen) return ledger.submit(tx, how);
      return closedTo(call, registerId, senderWallet).then((closed) =>
        closed ? { status: 'refused', issues: [closed] } : ledger.submit(tx, how),
      );
    },
  };
}

/** A genesis founds its register here, where the caller may found one; the one that founded it is known. */
async function founded(call: Pick<ApiCall<ApiDeps>, 'caller' | 'deps'>, tx: Transaction): Promise<SubmitOutcome> {
  const { deps, caller } = call;
  const record = deps.ledger.register(tx.header.registerId);
  const known = record && !record.purging ? deps.chain.transaction(record.reg, tx.txId) : undefined;
  if (known) {
    const { height, index, docketHash, timestampMs } = known;
    return { status: 'sealed', height, index, docketHash, sealedAtMs: timestampMs, known: true };
  }
  if (!isAllowed('CanManageRegisters', caller))
    return {
      status: 'refused',
      issues: [issue('FORBIDDEN', '', 'The caller does not satisfy the policy CanManageRegisters.')],
    };
  const made = await foundFrom(call, tx);
  if ('length' in made) return { status: 'refused', issues: made };
  const { header, hash } = made.sealed.docket;
  return { status: 'sealed', height: header.height, index: 0, docketHash: hash, sealedAtMs: header.timestampMs };
}

/** A rejection passes no gate, but it may bind an open role; a cancellation does neither. What this register does not have is judged by its rules. */
function gatedIssue({ ledger, chain }: Pick<ApiDeps, 'ledger' | 'chain'>, { header }: Transaction): Issue | undefined {
  const { registerId, blueprintId, actionId, publicationTxId } = header;
  if (
    publicationTxId === undefined ||
    kindOf(header).kind !== 'action' ||
    !['Action', 'Rejection', 'Vote'].includes(moveTypeOf(header))
  )
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
