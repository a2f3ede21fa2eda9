// A transaction with a plain payload that a caller is about to sign: its payload states no member of another action,
// and its calculated members are those that the calculations give, as far as the payload alone tells.
import type { Issue } from '../../core/base/issue.js';
import { isObject } from '../../core/base/json.js';
import { planOf } from '../../core/blueprint/plan/plan.js';
import { publishedDefinition } from '../../core/instance/publications.js';
import { kindOf } from '../../core/kinds/index.js';
import type { Transaction } from '../../core/model/transaction.js';
import { planFor } from '../../core/transaction/stated-vote.js';
import { checkStated } from '../../core/validate/data/plain.js';
import type { ApiDeps } from '../deps/deps.js';

/**
 * VAL_SCHEMA_007 and VAL_CALC_001 with pointers under `/payload`, as a register refuses it later. [] for any other
 * transaction than a plain action, and where this node lacks the definition.
 */
export function plainProblems(
  { ledger, chain }: Pick<ApiDeps, 'ledger' | 'chain'>,
  tx: Pick<Transaction, 'txId' | 'header' | 'payload'>,
): readonly Issue[] {
  const { header, payload } = tx;
  const { registerId, blueprintId, publicationTxId } = header;
  if (publicationTxId === undefined || !isObject(payload) || kindOf(header).kind !== 'action') return [];
  const register = ledger.register(registerId);
  const view = register && chain.view(register.reg);
  const definition = view && publishedDefinition(view, blueprintId, publicationTxId);
  const planned = definition && planFor(planOf(definition), header);
  if (!view || !definition || !planned) return [];
  return checkStated({ tx, ctx: { view }, definition, planned });
}
