// Where an action stands: which definition it follows, which transaction, and who holds the roles. The checks here only
// spare a caller the work of sealing what the ledger would refuse: the rules themselves are core/validate/.
import { type Issue, issue } from '../../../../core/base/issue.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { fail, failIf, isFailure, type Result } from '../../../../core/base/result.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import { isPaused } from '../../../../core/blueprint/disputes/disputes.js';
import {
  awaitedText,
  isPausedAt,
  openBranches,
  waitingRuns,
  waitsFor,
} from '../../../../core/blueprint/instance/branches.js';
import { isClosedAt, openingOf } from '../../../../core/blueprint/instance/not-before.js';
import { CONFIRM_TIMER } from '../../../../core/blueprint/plan/confirm.js';
import { planOf } from '../../../../core/blueprint/plan/plan.js';
import type { Plan, PlannedAction } from '../../../../core/blueprint/plan/planned.js';
import type { Instance } from '../../../../core/blueprint/state/instance.js';
import { isFreeNow } from '../../../../core/instance/people/acting-now.js';
import { takingRefusal } from '../../../../core/instance/people/claims.js';
import { type Deputy, reachProblem, standingIn } from '../../../../core/instance/people/deputies.js';
import { type Doing, fourEyesProblem } from '../../../../core/instance/people/four-eyes.js';
import { type HeldNow, holderNow, holdersAtStart } from '../../../../core/instance/people/holders.js';
import { latestPublication, publishedDefinition } from '../../../../core/instance/publications.js';
import type { StateView } from '../../../../core/model/register.js';
import { escalationTo } from '../../../../core/transaction/acting.js';
import type { StatedVote } from '../../../../core/transaction/stated-vote.js';
import { isTimer } from '../../../../core/transaction/timer.js';
import { type InstanceRecord, isGoing } from '../../instance/instance-record.js';
import { type ActionVote, votingAs } from '../../instance/voting.js';

export interface PlannedPlace {
  /** Of an action that several roles decide; `planned` is as this role does it. */
  readonly vote?: StatedVote;
  readonly definition: Definition;
  readonly plan: Plan;
  readonly planned: PlannedAction;
  readonly publicationTxId: string;
  /** Undefined for a starting action. */
  readonly previousTransactionId: string | undefined;
  /** The delegations by which the sender acts for the holder of the role; empty where it acts for itself. */
  readonly deputies: readonly Deputy[];
  /** The role that stands in for that of the action, after a timer: `planned` is the action as it does it. */
  readonly as?: string | undefined;
}

export interface OpeningAsk {
  readonly blueprintId: string;
  readonly publicationTxId?: string | undefined;
  readonly actionId: string;
  readonly vote?: ActionVote | undefined;
  readonly sender: string;
  readonly nowMs: number;
}

/**
 * The place of a starting action. Issues: PUBLICATION_NOT_FOUND, VAL_BP_VERSION_001 a pin that this register has not,
 * VAL_SCHEMA_003 no such action, VAL_BP_001 not a starting one, VAL_BP_002 another wallet holds the role.
 */
export function startingPlace(view: StateView, ask: OpeningAsk): Result<PlannedPlace> {
  const pin = ask.publicationTxId ?? latestPublication(view, ask.blueprintId);
  if (pin === undefined)
    return fail(issue('PUBLICATION_NOT_FOUND', '/blueprintId', 'The register has no publication of this blueprint.'));
  const definition = publishedDefinition(view, ask.blueprintId, pin);
  if (!definition)
    return fail(
      issue('VAL_BP_VERSION_001', '/publicationTxId', 'The pin is not a sealed publication of this blueprint.'),
    );
  const planned = plannedAction(definition, ask.actionId);
  if (isFailure(planned)) return planned;
  if (!planned.isStarting || planned.isJoin)
    return fail(issue('VAL_BP_001', '/actionId', 'Only a starting action opens an instance.'));
  if (ask.vote) return fail(issue('VAL_FLOW_008', '/vote', 'There is no vote on an action that opens an instance.'));
  const plan = planOf(definition);
  const { held, records } = holdersAtStart(view, definition);
  const at = { definition, blueprintId: ask.blueprintId, instanceId: undefined, atMs: ask.nowMs, records };
  const deputies = standingIn(view, at, { planned, wallet: ask.sender });
  const wrong = senderProblem(planned, { held, taken: undefined, deputies }, ask.sender);
  return (
    failIf(wrong) ?? { definition, plan, planned, publicationTxId: pin, previousTransactionId: undefined, deputies }
  );
}

interface Following extends OpeningAsk {
  readonly previousTransactionId?: string | undefined;
}

/**
 * The place of an action in an instance that runs. Issues: INSTANCE_PIN_MISMATCH; VAL_BP_VERSION_001 the definition is
 * not on this node; VAL_SCHEMA_003; VAL_BP_011 the instance has ended; VAL_BP_003 the action is not current;
 * VAL_CHAIN_FORK the stated transaction awaits no successor; VAL_BP_012 too late; VAL_FLOW_010 too early; VAL_BP_013
 * others come first; VAL_BP_017 a dispute pauses it; VAL_CONF_001 others confirm the run before it first; VAL_BP_002;
 * those of `votingAs`.
 */
export function followingPlace(record: InstanceRecord, ask: Following): Result<PlannedPlace> {
  const { row, definition, plan } = record;
  if (row.blueprintId !== ask.blueprintId)
    return fail(issue('INSTANCE_PIN_MISMATCH', '/blueprintId', 'The instance follows another blueprint.'));
  if (ask.publicationTxId !== undefined && ask.publicationTxId !== row.publicationTxId)
    return fail(
      issue('INSTANCE_PIN_MISMATCH', '/publicationTxId', 'An instance keeps the definition that it began with.'),
    );
  if (!definition || !plan)
    return fail(issue('VAL_BP_VERSION_001', '/instanceId', 'This node does not have the definition of the instance.'));
  const action = plannedAction(definition, ask.actionId);
  if (isFailure(action)) return action;
  if (!isGoing(row)) return fail(issue('VAL_BP_011', '/instanceId', `The instance has ended: it is ${row.state}.`));
  const previous = previousOf(record, { plan, planned: action }, ask);
  if (typeof previous === 'object') return previous;
  const { sender, nowMs } = ask;
  const standsIn = (planned: PlannedAction) => record.standsIn?.(planned, { wallet: sender, atMs: nowMs }) ?? [];
  const voting = votingAs(action, { row, held: record.held, standsIn }, ask);
  if (isFailure(voting)) return voting;
  const done = actingAs(record, { plan, ...voting }, ask);
  if (isFailure(done)) return done;
  const { publicationTxId } = row;
  const as = done.planned === voting.planned ? undefined : done.planned.sender.id;
  const { vote } = voting;
  return { definition, plan, ...done, publicationTxId, previousTransactionId: previous, as, ...(vote && { vote }) };
}

/**
 * The action as the wallet does it now: in its own role, or after a timer in one that it holds, or for who holds it. An
 * open one is taken where it acts in none. VAL_BP_002; VAL_FLOW_007 before the timer is due.
 */
function actingAs(
  { row, held, standsIn }: InstanceRecord,
  { plan, planned, vote }: Pick<PlannedPlace, 'plan' | 'planned' | 'vote'>,
  { sender, nowMs }: Pick<Following, 'sender' | 'nowMs'>,
): Result<Pick<PlannedPlace, 'planned' | 'deputies'>> {
  const taken = row.participants;
  const asOne = (action: PlannedAction) => {
    const holder = holderNow(held, action.sender, taken);
    // A vote says whose it is.
    const isOwn = vote !== undefined && vote.for === undefined;
    const deputies = isOwn ? [] : (standsIn?.(action, { wallet: sender, atMs: nowMs }) ?? []);
    return { planned: action, deputies, holder, acts: holder === sender || deputies.length > 0 };
  };
  const own = asOne(planned);
  if (own.acts || planned.standIns.size === 0)
    return failIf(senderProblem(planned, { held, taken, deputies: own.deputies }, sender)) ?? own;
  const others = [...planned.standIns].map(([role, action]) => ({
    ...asOne(action),
    dueMs: escalationTo(row, plan, { action: planned.action.id, role })?.dueMs ?? Number.POSITIVE_INFINITY,
  }));
  const due = others.filter(({ dueMs }) => nowMs > dueMs);
  const value = due.find(({ acts }) => acts) ?? (own.holder === undefined ? own : undefined);
  const chosen = value ?? due.find(({ holder }) => holder === undefined);
  if (chosen) return { planned: chosen.planned, deputies: chosen.deputies };
  const later = others.find(({ acts, dueMs }) => acts && Number.isFinite(dueMs));
  if (!later) return failIf(senderProblem(planned, { held, taken, deputies: [] }, sender)) ?? own;
  const from = new Date(later.dueMs).toISOString();
  const message = `The role ${JSON.stringify(later.planned.sender.id)} may do this action after ${from}.`;
  return fail(issue('VAL_FLOW_007', '/senderWallet', message));
}

/** Actions that a refusal names: an instance with hundreds of branches has its list. */
const NAMED_MAX = 8;

/** A timer or another party may have led on since the caller looked: so it says where open branches lead now. */
function openText(row: Instance): string {
  const ids = [...new Set(openBranches(row).map(({ actionId }) => actionId))].sort((a, b) => a - b);
  const named = ids.slice(0, NAMED_MAX).join(', ');
  const lead = ids.length === 0 ? '' : ` Open branches lead to: ${named}${ids.length > NAMED_MAX ? ', …' : ''}.`;
  return `no open branch leads to it.${lead}`;
}

/** The timer that ended the last branch at the action, of the moves that were read already; empty for none. */
function endedText({ transactions }: Pick<InstanceRecord, 'transactions'>, actionId: number): string {
  const last = transactions.findLast(({ transaction: { header } }) => header.actionId === String(actionId));
  const header = last?.transaction.header;
  const timer = header?.metadata?.timer;
  // The one of a confirmation gives the branch again, or lets the run count.
  if (!header || !isTimer(header) || typeof timer !== 'string' || timer === CONFIRM_TIMER) return '';
  return ` Its timer ${JSON.stringify(timer)} was due at ${header.createdAt} and ended the branch.`;
}

function previousOf(
  record: InstanceRecord,
  { plan, planned }: Pick<PlannedPlace, 'plan' | 'planned'>,
  ask: Following,
): Result<string> {
  const { row } = record;
  const { id } = planned.action;
  const open = openBranches(row).filter(({ actionId }) => actionId === id);
  const stated = ask.previousTransactionId;
  const chosen = stated === undefined ? open : open.filter(({ txId }) => txId === stated);
  const waiting = waitingRuns(row).find(({ txId, leads }) => leads.includes(id) && (stated ?? txId) === txId);
  if (chosen.length === 0 && waiting) {
    const missing = waiting.missing.join(', ');
    const message = `Action ${waiting.actionId} was done and counts when it is confirmed, by: ${missing}.`;
    return fail(issue('VAL_CONF_001', '/previousTransactionId', message));
  }
  if (stated !== undefined && chosen.length === 0)
    return fail(
      issue(
        'VAL_CHAIN_FORK',
        '/previousTransactionId',
        'No action of this kind can follow this transaction any more: the instance has moved on.',
      ),
    );
  if (open.length === 0) {
    const message = `The action is not current: ${openText(row)}${endedText(record, id)}`;
    return fail(issue('VAL_BP_003', '/actionId', message));
  }
  const complete = chosen.filter((branch) => waitsFor(row, plan, branch).length === 0);
  const ready = complete.filter((branch) => !isPausedAt(branch, ask.nowMs));
  const [first] = ready;
  const paused = complete.length > 0 && !first && pauseProblem(row, ask.nowMs);
  if (paused) return fail(paused);
  if (!first) {
    const missing = chosen.flatMap((branch) => waitsFor(row, plan, branch));
    return fail(issue('VAL_BP_013', '/actionId', awaitedText(row, missing)));
  }
  if (ready.length > 1 && !planned.isJoin)
    return fail(
      issue(
        'BODY_INVALID',
        '/previousTransactionId',
        'Several branches lead to this action: name the transaction to follow.',
      ),
    );
  if (ready.some(({ dueMs }) => dueMs !== undefined && ask.nowMs > dueMs))
    return fail(issue('VAL_BP_012', '/previousTransactionId', 'The deadline of the branch has passed.'));
  const opening = openingOf(row, plan, first);
  if (opening && isClosedAt(opening, ask.nowMs))
    return fail(
      issue('VAL_FLOW_010', '/actionId', `This action is done after ${new Date(opening.afterMs).toISOString()}.`),
    );
  return first.txId;
}

/** VAL_BP_017: a dispute pauses the instance, but for the action that has to be done again. */
export function pauseProblem(row: Instance, nowMs: number): Issue | undefined {
  if (!row.dispute || !isPaused(row, nowMs)) return undefined;
  const { action, unproven, untilMs } = row.dispute;
  if (untilMs === undefined)
    return issue(
      'VAL_BP_017',
      '/instanceId',
      'A dispute stops the instance until it is resolved (quorate instance resolve).',
    );
  const until = new Date(untilMs).toISOString();
  const sooner = unproven ? 'the resolver says whether the objection is proven' : `action ${action} is done again`;
  const message = `A dispute pauses the instance until ${until}, or until ${sooner}.`;
  return issue('VAL_BP_017', '/instanceId', message);
}

function plannedAction(definition: Definition, actionId: string): Result<PlannedAction> {
  return (
    planOf(definition).actions.get(actionId) ??
    fail(issue('VAL_SCHEMA_003', '/actionId', 'The definition has no such action.'))
  );
}

function senderProblem(
  { action, sender: role, candidacy }: PlannedAction,
  {
    held,
    taken,
    deputies,
  }: {
    readonly held: HeldNow;
    readonly taken: Instance['participants'] | undefined;
    readonly deputies: readonly Deputy[];
  },
  sender: string,
): Issue | undefined {
  const holder = holderNow(held, role, taken);
  if (holder === undefined || holder === sender || deputies.length > 0) return undefined;
  // Another candidate may take a role whose participant left: the ledger says which.
  if (holder === '' && candidacy) return undefined;
  const message =
    holder === ''
      ? 'The role that sends this action is vacant: the record of its participant is not Active.'
      : `Action ${action.id}${action.title === undefined ? '' : ` ${JSON.stringify(action.title)}`} waits for the role ${JSON.stringify(role.id)}, which another wallet holds.`;
  return issue('VAL_BP_002', '/senderWallet', message);
}

/** VAL_FLOW_005: another party has to do the action. */
export function apartProblem(
  view: StateView,
  { definition, planned, deputies }: Pick<PlannedPlace, 'definition' | 'planned' | 'deputies'>,
  of: Pick<Doing, 'instanceId' | 'wallet'> & { readonly instance: Instance | undefined },
): Issue | undefined {
  const problem = fourEyesProblem(view, {
    ...{ definition, planned, ...of, standsFor: deputies[0]?.standsFor, isRejection: false },
  });
  return problem && { ...problem, path: '/senderWallet' };
}

/** VAL_BP_002: the role is free, and another wallet takes it: a candidate, or who has reserved it. */
export function takingProblem(
  view: StateView,
  { planned }: Pick<PlannedPlace, 'planned'>,
  of: Pick<Doing, 'instanceId' | 'wallet'> & { readonly instance: Instance; readonly atMs: number },
): Issue | undefined {
  if (!isFreeNow(view, of, planned)) return undefined;
  const { sender: role, candidacy } = planned;
  const refused = takingRefusal(view, { role, candidacy, ...of });
  return refused === undefined ? undefined : issue('VAL_BP_002', '/senderWallet', refused);
}

/**
 * VAL_FLOW_009: the deputy acts for more than it may. Here the data is at hand, also where validators do not see it.
 */
export function beyondProblem(
  { deputies, vote }: Pick<PlannedPlace, 'deputies' | 'vote'>,
  data: JsonObject,
): Issue | undefined {
  const problem = vote && vote.vote !== 'yes' ? undefined : reachProblem(deputies, data);
  return problem && { ...problem, path: '/senderWallet' };
}
