// Which action a rejection means that names the transaction before it: one that follows and that the wallet may do. It
// does so in its own role, in place of another, or for a participant that it stands in for.
import { issue } from '../../../../core/base/issue.js';
import { fail, type Result } from '../../../../core/base/result.js';
import { openBranches } from '../../../../core/blueprint/instance/branches.js';
import { planOf } from '../../../../core/blueprint/plan/plan.js';
import type { PlannedAction } from '../../../../core/blueprint/plan/planned.js';
import { standingIn } from '../../../../core/instance/people/deputies.js';
import { holderNow, holdersNow } from '../../../../core/instance/people/holders.js';
import { publishedDefinition } from '../../../../core/instance/publications.js';
import { instanceAt, instanceIdOf } from '../../../../core/instance/rows.js';
import { kindOf } from '../../../../core/kinds/index.js';
import type { ChainStore } from '../../../../storage/chain/chain-store.js';

export interface RejectedAsk {
  readonly transactionHash: string;
  readonly senderWallet: string;
  /** An action of several that follow. */
  readonly actionId?: string | undefined;
  readonly nowMs: number;
}

/**
 * TRANSACTION_NOT_FOUND for what is not an action here; VAL_BP_003 where nothing of the wallet follows; BODY_INVALID
 * where several actions do.
 */
export function rejectedPlace(
  { chain }: { readonly chain: Pick<ChainStore, 'transaction' | 'view'> },
  { reg }: { readonly reg: number },
  { transactionHash, senderWallet, actionId, nowMs }: RejectedAsk,
): Result<{ readonly instanceId: string; readonly actionId: string }> {
  const sealed = chain.transaction(reg, transactionHash);
  if (!sealed || kindOf(sealed.transaction.header).kind !== 'action')
    return fail(
      issue('TRANSACTION_NOT_FOUND', '/transactionHash', 'There is no such action, or it is not for this wallet.'),
    );
  const instanceId = instanceIdOf(sealed.transaction);
  const view = chain.view(reg);
  const row = instanceAt(view, instanceId);
  const branches = row ? openBranches(row).filter(({ txId }) => txId === transactionHash) : [];
  const { blueprintId, publicationTxId = '' } = sealed.transaction.header;
  const definition = publishedDefinition(view, blueprintId, publicationTxId);
  const now = holdersNow(view, instanceId);
  const mayReject = (planned: PlannedAction): boolean => {
    const holder = holderNow(now, planned.sender, row?.participants);
    if (holder === undefined || holder === senderWallet) return true;
    if (!definition) return false;
    const place = { definition, blueprintId, instanceId, atMs: nowMs };
    return standingIn(view, place, { planned, wallet: senderWallet }).length > 0;
  };
  const own = branches.flatMap(({ actionId: id }) => {
    const planned = definition && planOf(definition).actions.get(String(id));
    // Whether a role may act in place of another one yet is told by the place.
    const doings = planned ? [planned, ...planned.standIns.values()] : [];
    const isMeant = actionId === undefined || actionId === String(id);
    return isMeant && doings.some(mayReject) ? [id] : [];
  });
  const [first] = own;
  if (first === undefined)
    return fail(issue('VAL_BP_003', '/transactionHash', 'No action of this wallet follows the transaction now.'));
  if (own.length > 1)
    return fail(issue('BODY_INVALID', '/actionId', 'Several actions of this wallet follow the transaction: name one.'));
  return { instanceId, actionId: String(first) };
}
