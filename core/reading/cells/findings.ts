// Faults in the runs that a wallet reads, in the words in which a person is told, and why it may build nothing on them.
// A suspicion is not a proof to others.
import { type Issue, issue } from '../../base/issue.js';
import { SUSPICIONS_MAX, SUSPICIONS_TOLD_MAX } from '../../base/limits/node/reading.js';
import { parsePointer, pointerText, readPointer } from '../../blueprint/definition/pointer.js';
import { shownName } from '../../blueprint/definition/shown-name.js';
import type { Action, Definition } from '../../blueprint/definition/types.js';
import { type ResolvedRule, resolveNames } from '../../blueprint/names/resolve.js';
import { isOfGate } from '../../credentials/gate/fault-place.js';
import { GATE_MEMBER } from '../../credentials/gate/rule.js';
import { ROUTE_MEMBER } from '../../envelope/layout/layout.js';
import { isDelegation } from '../../instance/people/amounts.js';
import type { RuleVerdict } from '../../instance/runs/check-run.js';
import type { ReadRun } from './run-fold.js';
import type { Suspicion, SuspicionReason } from './suspicion.js';

/**
 * Rules that are violated and cells that were not delivered, in ledger order: of each run some, of very many runs one
 * each. `role`: as they count for who acts in it; else all that the wallet was told.
 */
export function suspicionsIn(runs: readonly ReadRun[], role?: string): readonly Suspicion[] {
  const rows: Suspicion[] = [];
  for (const run of runs) {
    const own = suspicionsOf(run, role);
    rows.push(...own.slice(0, rows.length < SUSPICIONS_TOLD_MAX ? SUSPICIONS_MAX : 1));
  }
  return rows;
}

/**
 * True where the wallet was not given what the role that it acts in reads. The holder of another role may make it its
 * deputy, and seal or deliver nothing to it as such: that takes nothing from its own role.
 */
function isMissing({ undelivered, missedBy = [] }: ReadRun, role: string | undefined): boolean {
  return undelivered !== undefined && (role === undefined || missedBy.length === 0 || missedBy.includes(role));
}

function suspicionsOf(run: ReadRun, role: string | undefined): readonly Suspicion[] {
  const report = (member: string, reason: SuspicionReason): Suspicion => ({
    txId: run.txId,
    actionId: String(run.action),
    sender: run.sender,
    member: shownName(member),
    reason,
    ...(!run.isInForce && !run.waits && { undone: true }),
  });
  const missing = isMissing(run, role) ? [report('', 'undelivered')] : [];
  const violated = run.verdicts.filter(({ verdict }) => verdict === 'violated');
  const wrong = violated.flatMap((verdict) =>
    membersOf(verdict).map((member) => report(member, reasonOf(verdict, run, member))),
  );
  return [...missing, ...wrong];
}

function membersOf({ rule, cells }: RuleVerdict): readonly string[] {
  if (isOfGate(rule)) return [pointerText([GATE_MEMBER, parsePointer(rule)?.[1] ?? ''])];
  return rule === '/routes' ? [pointerText([ROUTE_MEMBER])] : cells;
}

function reasonOf({ rule }: RuleVerdict, { data }: ReadRun, member: string): SuspicionReason {
  if (rule === 'shape') return 'shape';
  if (rule === '/routes') return 'route';
  if (isDelegation(rule)) return 'delegation';
  if (isOfGate(rule)) return 'credential';
  if (rule !== 'schema') return 'calculation';
  return readPointer(data, parsePointer(member) ?? []) === undefined ? 'missing' : 'schema';
}

/** An action that a wallet is about to state. */
export interface Building {
  readonly definition: Definition;
  readonly action: Action;
  /** The role in which it is done. */
  readonly role: string;
  readonly runs: readonly ReadRun[];
  /** TxIds of runs on which it is built all the same. */
  readonly accepted: readonly string[];
  /** TxIds of runs that the wallet is owed: they were sealed before it held its role. */
  readonly owed?: ReadonlySet<string>;
}

/**
 * FACT_VIOLATED or FACT_UNDELIVERED for the first run in force that is neither in order nor accepted. Of one that was
 * not delivered, and that a rule of the action reads, also where it is accepted: what is calculated without it is
 * wrong.
 */
export function refusedBuilding({ definition, action, role, runs, accepted, owed }: Building): Issue | undefined {
  const named = new Set(accepted);
  const inForce = runs.filter((run) => run.isInForce);
  const wrong = suspicionsIn(inForce, role).filter(({ txId }) => !named.has(txId));
  const [first] = wrong;
  if (first) return findingIssue(first, new Set(wrong.map(({ txId }) => txId)).size - 1);
  const isRead = (run: ReadRun) => resolveNames(definition, action).rules.some((rule) => reads(rule, run.action));
  const needed = inForce.find((run) => isMissing(run, role) && isRead(run));
  const missed = inForce.find(({ txId, ...run }) => owed?.has(txId) && !named.has(txId) && isRead({ txId, ...run }));
  if (!needed) return missed && owedProblem(missed);
  return issue(
    'FACT_UNDELIVERED',
    '/acceptSuspect',
    `A rule of this action reads action ${needed.action}, of which transaction ${needed.txId} was not delivered to you: ` +
      'without it the result would be false. Challenge it (quorate instance challenge), reject or cancel.',
  );
}

function owedProblem({ action, txId }: ReadRun): Issue {
  return issue(
    'FACT_UNDELIVERED',
    '/acceptSuspect',
    `A rule of this action reads action ${action}. Its transaction ${txId} was sealed before this wallet held its role or stood in for it, and is not ` +
      'delivered yet. An open role is claimed first (quorate action claim), where no other wallet holds a claim; then any wallet that was given it gives it on ' +
      '(quorate instance deliver). To act as if it were not there, name the transaction in acceptSuspect (--accept-suspect).',
  );
}

/**
 * The same of who is about to confirm a run: that it is in order as far as this wallet sees, and that it was given what
 * it has to see of it.
 */
export function refusedConfirming(
  runs: readonly ReadRun[],
  { txId, role, accepted }: { readonly txId: string; readonly role: string; readonly accepted: readonly string[] },
): Issue | undefined {
  const run = runs.find((item) => item.txId === txId);
  const named = new Set(accepted);
  if (named.has(txId)) return undefined;
  if (!run || run.members.size === 0)
    return issue(
      'FACT_UNDELIVERED',
      '/transactionHash',
      `Nothing of transaction ${txId} was given to this wallet, so it cannot say that it is in order: name it in acceptSuspect (--accept-suspect) to confirm it all the same.`,
    );
  const [absent] = run.absentGates ?? [];
  if (absent !== undefined)
    return issue(
      'FACT_UNDELIVERED',
      '/transactionHash',
      `The evidence of the gate ${absent} of transaction ${txId} is not on this node yet, so the wallet cannot say that it is in order: try again soon, challenge its sender by the gate, or name it in acceptSuspect (--accept-suspect).`,
    );
  const wrong = suspicionsIn(
    runs.filter((item) => item === run || item.isInForce),
    role,
  ).filter((item) => !named.has(item.txId));
  const [first] = wrong;
  return first && findingIssue(first, new Set(wrong.map((item) => item.txId)).size - 1);
}

function reads({ uses }: ResolvedRule, action: number): boolean {
  return uses.some(({ read }) => {
    if (read.kind === 'fact') return read.actions.includes(action);
    return ['act', 'turn', 'runs'].includes(read.kind) && 'action' in read && read.action === action;
  });
}

function findingIssue({ txId, actionId, sender, member, reason }: Suspicion, others: number): Issue {
  const where = `In action ${actionId}, transaction ${txId} of wallet ${sender}, `;
  const more = others > 0 ? ` (and in ${others} more transactions)` : '';
  const todo =
    'Reject or cancel, or ask its sender; to act all the same, name the transaction in acceptSuspect (--accept-suspect).';
  if (reason === 'undelivered')
    return issue(
      'FACT_UNDELIVERED',
      '/instanceId',
      `${where}the data for you does not open, or is not what was committed${more}. Challenge it (quorate instance challenge), and its sender has to deliver it in time. ${todo}`,
    );
  const message = `${where}${member} ${VIOLATED[reason] ?? 'breaks the rules of the action'}${more}. `;
  return issue(
    'FACT_VIOLATED',
    '/instanceId',
    `${message}Everybody calculates with it as it was stated. Object to it (quorate instance object), and it is void. ${todo}`,
  );
}

const VIOLATED: Partial<Record<SuspicionReason, string>> = {
  schema: 'breaks the schema of the action',
  missing: 'is missing',
  shape: 'stands in no object',
  calculation: 'is not what the calculation gives',
  route: 'is not the way that the data gives',
  credential: 'is not what its gate asks for',
  delegation: 'is more than the deputy that sent or confirmed it may do',
};
