// A transaction with a plain payload that a caller made or signed himself: its payload states no member of another
// action, and its calculated members are what the calculations give, as far as the payload alone tells. The rules of
// the ledger look at that in language 2 alone; every reader does.
import type { Issue } from '../../core/base/issue.js';
import { isObject } from '../../core/base/json.js';
import { statementsOf } from '../../core/blueprint/names/statements.js';
import { planOf } from '../../core/blueprint/plan/plan.js';
import { publishedDefinition } from '../../core/instance/publications.js';
import { kindOf } from '../../core/kinds/index.js';
import type { Transaction } from '../../core/model/transaction.js';
import { visibleData } from '../../core/reading/cells/visible.js';
import { plainIssues } from '../../core/reading/envelopes/suspicion.js';
import { isEncrypted } from '../../core/transaction/action-metadata.js';
import { isDoing } from '../../core/transaction/move-type.js';
import type { ApiDeps } from '../deps/deps.js';

/**
 * VAL_SCHEMA_007 and VAL_CALC_001 with pointers under `/payload`. [] for any other transaction than a plain action, and
 * where this node lacks the definition. `isJudged`: a register judges it next, and refuses such a payload of language 2
 * for good, as its answer then says; one of language 1 it may have sealed elsewhere.
 */
export function plainProblems(
  { ledger, chain }: Pick<ApiDeps, 'ledger' | 'chain'>,
  tx: Pick<Transaction, 'txId' | 'header' | 'payload'>,
  isJudged = false,
): readonly Issue[] {
  const { header, payload } = tx;
  const { registerId, blueprintId, actionId, publicationTxId, senderWallet: walletAddress } = header;
  if (publicationTxId === undefined || !isObject(payload) || kindOf(header).kind !== 'action') return [];
  if (isEncrypted(header) || !isDoing(header)) return [];
  const register = ledger.register(registerId);
  const definition = register && publishedDefinition(chain.view(register.reg), blueprintId, publicationTxId);
  const plan = definition && planOf(definition);
  const action = plan?.actions.get(actionId)?.action;
  if (!definition || !plan || !action || (isJudged && plan.language === 2)) return [];
  const { standingOf } = statementsOf(definition, action);
  const isCalculated = Object.keys(action.calculations ?? {}).length > 0;
  if (!isCalculated && !Object.keys(payload).some((name) => ['foreign', 'alien'].includes(standingOf(name)))) return [];
  const part = header.previousTransactionId === undefined ? {} : { partOf: {} };
  const whole: Transaction = { signatures: [], bytes: new Uint8Array(0), ...tx };
  const { suspect } = visibleData([whole], () => [], { definition, plan, walletAddress, ...part });
  // A payload that breaks the schema is refused by the ledger, in its own words.
  const own = ({ member }: { readonly member: string }) => Object.hasOwn(action.calculations ?? {}, member.slice(1));
  return plainIssues(suspect.filter((one) => one.reason !== 'schema' && (one.reason !== 'missing' || own(one))));
}
