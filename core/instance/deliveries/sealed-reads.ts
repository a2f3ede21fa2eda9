// Runs whose disclosure began later (`from`), where others act on them: a party that reads one by a rule was given it.
// Else a sender could act between the opening and the delivery as if the run said nothing. Pure.
import { type Issue, issue } from '../../base/issue.js';
import { canonical } from '../../base/json.js';
import { ROW_STEPS } from '../../base/limits/ledger/work.js';
import type { Action, Definition } from '../../blueprint/definition/types.js';
import { lastInForceAt, type RunInForce, runsInForceAt } from '../../blueprint/instance/run-rows.js';
import { actionsRead, type Read, runOfTurn } from '../../blueprint/logic/facts.js';
import { knowledgeOf } from '../../blueprint/names/knowledge.js';
import { resolveNames } from '../../blueprint/names/resolve.js';
import { variantsOf } from '../../blueprint/plan/approval.js';
import { planOf } from '../../blueprint/plan/plan.js';
import { isSealedFor } from '../../blueprint/plan/seals.js';
import { standInsOf } from '../../blueprint/plan/stand-ins.js';
import type { Instance } from '../../blueprint/state/instance.js';
import type { RowOf } from '../../blueprint/state/run-row.js';
import type { StateView } from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import { planFor } from '../../transaction/stated-vote.js';
import { deliveriesIn, wasMissedBy } from './owed.js';

interface Acting {
  readonly tx: Pick<Transaction, 'header'>;
  readonly definition: Definition;
  readonly instance: Instance;
  readonly rowOf: RowOf;
}

export interface JudgedReads {
  readonly problem: Issue | undefined;
  /** Steps that it took: of the rows that were read. */
  readonly steps: number;
}

const READS_NOTHING: JudgedReads = { problem: undefined, steps: 0 };

/**
 * VAL_DELIVER_009: a rule of the action reads a run that was sealed for the role of its sender at first and is not
 * delivered to it. Of a name that finds the newest run alone, that one. It reads rows, each once, and no transaction: a
 * run may be as large as one, and all of an instance may be read.
 */
export function unreadProblem(view: Pick<StateView, 'state'>, of: Acting): JudgedReads {
  const { tx, definition, instance } = of;
  const action = planFor(planOf(definition), tx.header)?.action;
  const reads = action ? sealedReads(definition, action) : NONE;
  if (!action || reads.length === 0) return READS_NOTHING;
  const rows = new Map<string, ReturnType<RowOf>>();
  const rowOf: RowOf = (txId) => {
    if (!rows.has(txId)) rows.set(txId, of.rowOf(txId));
    return rows.get(txId);
  };
  const deliveredTo = deliveriesIn(view);
  const holder = { role: action.sender, wallet: tx.header.senderWallet };
  const isUnread = (txId: string): boolean => {
    const row = rowOf(txId);
    return (
      row !== undefined &&
      wasMissedBy({ definition, instance }, row, holder) &&
      deliveredTo(txId, holder.wallet, holder.role) === undefined
    );
  };
  const names = new Set(reads.flatMap((read) => runsOf(read, { instance, rowOf }).map(({ txId }) => txId)));
  const unread = [...names].find(isUnread);
  const steps = (rows.size + names.size) * ROW_STEPS;
  if (unread === undefined) return { problem: undefined, steps };
  const message = `A rule of this action reads the run ${unread}, which its sender has not delivered to this wallet yet: wait for that, or challenge it.`;
  return { problem: issue('VAL_DELIVER_009', '/header/senderWallet', message), steps };
}

/** The runs in force that a name finds. */
function runsOf(
  read: Read,
  { instance, rowOf }: { readonly instance: Instance; readonly rowOf: RowOf },
): readonly RunInForce[] {
  const actions = actionsRead(read);
  if (read.kind === 'runs') return runsInForceAt(instance, actions, rowOf);
  const lasts = actions.flatMap((action) => lastInForceAt(instance, action, rowOf) ?? []).sort((a, b) => a.n - b.n);
  const value = read.kind === 'turn' ? runOfTurn(lasts, read) : lasts.at(-1);
  return value ? [value] : [];
}

const NONE: readonly Read[] = [];
const known = new WeakMap<Action, { readonly definition: Definition; readonly reads: readonly Read[] }>();

/**
 * The names of its rules that read data of actions which are sealed for who does the action, each once, whatever member
 * it names. Found once for as long as the definition is held; nearly always none.
 */
function sealedReads(definition: Definition, action: Action): readonly Read[] {
  const before = known.get(action);
  if (before?.definition === definition) return before.reads;
  const sealed = new Set(
    definition.actions.filter((item) => isSealedFor(definition, item, action.sender)).map(({ id }) => id),
  );
  const { cellsOf } = knowledgeOf(definition);
  const byKey = new Map<string, Read>();
  for (const { read } of sealed.size === 0 ? [] : resolveNames(definition, action).rules.flatMap(({ uses }) => uses))
    if (read.kind !== 'in' && read.kind !== 'calc')
      if (cellsOf(action, read).some((cell) => sealed.has(cell.action.id)))
        byKey.set(canonical({ ...read, path: [] } as never), read);
  const reads = byKey.size === 0 ? NONE : [...byKey.values()];
  known.set(action, { definition, reads });
  return reads;
}

const readers = new WeakMap<Action, { readonly definition: Definition; readonly found: ReadonlySet<number> }>();

/**
 * Ids of the other actions whose rules read runs of this one that are sealed for who does them. The action is as the
 * definition has it. Found once for as long as that is held.
 */
export function readersOf(definition: Definition, action: Action): ReadonlySet<number> {
  const before = readers.get(action);
  if (before?.definition === definition) return before.found;
  const isReading = (item: Action): boolean =>
    isSealedFor(definition, action, item.sender) &&
    sealedReads(definition, item).some((read) => actionsRead(read).includes(action.id));
  const names = new Set(
    definition.actions
      .filter((written) => [...variantsOf(written), ...standInsOf(written).values()].some(isReading))
      .map(({ id }) => id)
      .filter((id) => id !== action.id),
  );
  readers.set(action, { definition, found: names });
  return names;
}
