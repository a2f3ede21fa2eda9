// Runs whose disclosure began later (`from`), where others act on them: whoever reads one by a rule has to have been
// given it. Else a sender could act between the opening and the delivery as if the run said nothing. Pure.
import { type Issue, issue } from '../../base/issue.js';
import { canonical } from '../../base/json.js';
import type { Action, Definition } from '../../blueprint/definition/types.js';
import { type RunInForce, runsInForceAt } from '../../blueprint/instance/run-rows.js';
import { actionsRead, type Read, runOfTurn } from '../../blueprint/logic/facts.js';
import { knowledgeOf } from '../../blueprint/names/knowledge.js';
import { resolvedOf } from '../../blueprint/names/resolve.js';
import { planOf } from '../../blueprint/plan/plan.js';
import { isSealedFor } from '../../blueprint/plan/seals.js';
import type { FlowInstance } from '../../blueprint/state/instance.js';
import type { RowOf } from '../../blueprint/state/run-row.js';
import type { StateView } from '../../register/types.js';
import { plannedFor } from '../form/stated-vote.js';
import type { Transaction } from '../types.js';
import { deliveriesIn, isSealedRun, layoutOfRun, wasMissed } from './owed.js';

interface Acting {
  readonly tx: Pick<Transaction, 'header'>;
  readonly definition: Definition;
  readonly instance: FlowInstance;
  readonly rowOf: RowOf;
}

/**
 * VAL_DELIVER_009: a rule of the action reads a run that was sealed for the role of its sender at first, and that has
 * not been delivered to it. Of a name that finds the newest run alone, that one.
 */
export function unreadProblem(view: Pick<StateView, 'state' | 'transaction'>, of: Acting): Issue | undefined {
  const { tx, definition, instance, rowOf } = of;
  const action = plannedFor(planOf(definition), tx.header)?.action;
  if (!action) return undefined;
  const wallet = tx.header.senderWallet;
  for (const read of sealedReads(definition, action)) {
    const runs = runsInForceAt(instance, actionsRead(read), rowOf);
    for (const { txId } of runsOf(read, runs)) {
      const run = view.transaction(txId);
      const role = action.sender;
      const isSealed = run && isSealedRun(run) && layoutOfRun(definition, run)?.seals.has(role);
      if (!isSealed || !wasMissed({ definition, instance, rowOf }, run, { role, wallet })) continue;
      if (deliveriesIn(view)(txId, wallet, role)) continue;
      const message = `A rule of this action reads the run ${txId}, which its sender has not delivered to this wallet yet: wait for that, or challenge it.`;
      return issue('VAL_DELIVER_009', '/header/senderWallet', message);
    }
  }
  return undefined;
}

/** The runs that a name finds, of those in force; the oldest first. */
function runsOf(read: Read, runs: readonly RunInForce[]): readonly RunInForce[] {
  if (read.kind === 'runs') return runs;
  const found = read.kind === 'turn' ? runOfTurn(runs, read) : runs.at(-1);
  return found ? [found] : [];
}

const NONE: readonly Read[] = [];
const known = new WeakMap<Action, { readonly definition: Definition; readonly reads: readonly Read[] }>();

/**
 * The names of its rules that read data of actions which are sealed for who does the action, each once. Found once for
 * as long as the definition is held; nearly always none.
 */
function sealedReads(definition: Definition, action: Action): readonly Read[] {
  const before = known.get(action);
  if (before?.definition === definition) return before.reads;
  const sealed = new Set(
    definition.actions.filter((one) => isSealedFor(definition, one, action.sender)).map(({ id }) => id),
  );
  const { cellsOf } = knowledgeOf(definition);
  const found = new Map<string, Read>();
  for (const { read } of sealed.size === 0 ? [] : resolvedOf(definition, action).rules.flatMap(({ uses }) => uses))
    if (read.kind !== 'in' && read.kind !== 'calc')
      if (cellsOf(action, read).some((cell) => sealed.has(cell.action.id))) found.set(canonical(read as never), read);
  const reads = found.size === 0 ? NONE : [...found.values()];
  known.set(action, { definition, reads });
  return reads;
}
