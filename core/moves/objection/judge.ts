// The step about objections: whether somebody may object to this run now, and whether the objection proves what it
// says. Every validator executes again, so an objection is sealed or refused everywhere alike.
import { type Issue, issue } from '../../base/issue.js';
import { isFailure, type Result } from '../../base/result.js';
import type { Definition } from '../../blueprint/definition/types.js';
import { disputeTermsOf, pauseAt } from '../../blueprint/disputes/disputes.js';
import type { Instance } from '../../blueprint/state/instance.js';
import { countOf } from '../../blueprint/state/member-order.js';
import type { DeputyAnswer, RunRow } from '../../blueprint/state/run-row.js';
import { type JudgedObjection, judge } from '../../disputes/judge.js';
import { readObjection } from '../../disputes/objection-form.js';
import { resolverFor } from '../../disputes/parties.js';
import { deliveriesIn, deliveriesOf } from '../../instance/deliveries/owed.js';
import { confirmingRole } from '../../instance/people/amounts.js';
import { holderNow, holdersNow } from '../../instance/people/holders.js';
import { instanceBefore, instanceIdOf, rowsIn } from '../../instance/rows.js';
import { deliveriesTo } from '../../instance/runs/delivered.js';
import type { Transaction } from '../../model/transaction.js';
import { isSameOwner } from '../../register/people/party.js';
import { gateViewOf } from '../../register/trust/gate-view.js';
import { isEncrypted } from '../../transaction/action-metadata.js';
import { isDoing } from '../../transaction/move-type.js';
import { challengeAt, type NamedChallenge, silenceProblem } from '../challenge/challenges.js';
import type { ChainSubject } from '../parts/chain-subject.js';
import type { Subject } from '../parts/context.js';
import { chargeInPlace } from '../parts/memo.js';
import { NONE } from '../parts/none.js';
import { timeOf } from '../parts/times.js';
import { judgeReceipt } from './receipts.js';

const PREVIOUS = '/header/previousTransactionId';

/**
 * VAL_OBJ_001 what it is about is not a run in force of an instance; 002 the window has passed; 003, 004 and 005 those
 * of `judge`; 006 the sender holds no role and was not sent the run; 007 the run was proven false before.
 */
export function objection(subject: Subject): readonly Issue[] {
  const { tx, ctx, definition } = subject;
  if (!definition) return NONE;
  if (isEncrypted(tx.header)) return privateObjection(subject, definition);
  const read = readObjection(tx.payload);
  // The step of forms said what is wrong.
  if (isFailure(read)) return NONE;
  const instance = subject.instance ?? instanceBefore(ctx.view, tx);
  const txId = tx.header.previousTransactionId as string;
  if (!instance)
    return [issue('VAL_OBJ_001', PREVIOUS, 'There is no such instance, to whose runs a party could object.')];
  const row = rowsIn(ctx.view)(txId);
  const run = ctx.view.transaction(txId);
  const atMs = ctx.docketMs ?? ctx.nowMs ?? ctx.state.timestampMs;
  const held = Object.values(holdersNow(ctx.view, instanceIdOf(tx)).roles);
  if (run && instanceIdOf(run) !== instanceIdOf(tx))
    return [issue('VAL_OBJ_001', PREVIOUS, 'The run is of another instance.')];
  const named = read.ground === 'undelivered' ? challengeAt(ctx.view, { run: txId, at: read.at }) : undefined;
  const since = sinceOf(subject, { definition, run, named, isShown: read.proof !== undefined });
  const untilMs = againUntil(subject, instance, definition);
  const role = confirmingRole(read);
  const answer = role === undefined ? undefined : answerOf(row, role);
  const given = answer && since !== undefined ? Math.max(since, answer.at) : since;
  const problem = admission({ tx, instance: instance, definition, row, run, atMs, held, since: given, untilMs, role });
  if (problem || !row || !run) return problem ? [problem] : NONE;
  if (isFailure(named)) return [named.issue];
  if (named && read.proof === undefined) {
    const unproven = silenceProblem(named, atMs);
    return unproven ? [unproven] : NONE;
  }
  // A quorum has judged it, on rows that stay as they are.
  if (ctx.certified) return NONE;
  if (named && read.proof !== undefined) {
    const shown = { tx, receipt: read.proof, named, run, definition };
    // Another docket may have another answer in the place of one that is not sealed.
    const once = isSealedIn(ctx, named.row.answeredBy ?? '') ? judgeOnce : judgeHere;
    const { problem: unproven, steps } = judgeReceipt(ctx.view, shown, (find) => once(ctx.known ?? tx, find));
    chargeInPlace(ctx.known ?? tx, steps);
    return unproven ? [unproven] : NONE;
  }
  const rows = { rowOf: rowsIn(ctx.view), deliveredTo: deliveriesIn(ctx.view) };
  const gateViewAt = (asOf: number) => gateViewOf(ctx.view, asOf);
  const of = { definition, instance: instance, run, row, gateViewAt, ...rows };
  const find = (): JudgedObjection => judge({ ...of, transactionOf: (id) => ctx.view.transaction(id) }, read);
  // In the docket that seals the run, another order of it gives the run another place; so it is with a confirmation,
  // and one that is not there yet may come.
  const rests = role === undefined ? txId : (answer?.txId ?? '');
  const { problem: unproven, steps } = isSealedIn(ctx, rests) ? judgeOnce(ctx.known ?? tx, find) : find();
  chargeInPlace(ctx.known ?? tx, steps);
  if (!unproven) return NONE;
  // Rows of runs stay as they are.
  return [isSealedIn(ctx, rests) ? { ...unproven, stands: true } : unproven];
}

/**
 * VAL_OBJ_009 the definition names no resolver who can judge it, the wallet does not hold the role that it says, or the
 * instance has ended; 009 as well where a private objection of this role was not proven, or is not yet. Others as in
 * public.
 */
export function privateObjection({ tx, ctx, ...subject }: ChainSubject, definition: Definition): readonly Issue[] {
  const instance = subject.instance ?? instanceBefore(ctx.view, tx);
  const txId = tx.header.previousTransactionId as string;
  const run = ctx.view.transaction(txId);
  if (!instance || (run && instanceIdOf(run) !== instanceIdOf(tx)))
    return [issue('VAL_OBJ_001', PREVIOUS, 'Only runs of this instance can be objected to.')];
  const row = rowsIn(ctx.view)(txId);
  const now = holdersNow(ctx.view, instanceIdOf(tx));
  const since = deliveryTime({ tx, ctx }, definition, run);
  const atMs = timeOf({ ctx });
  const problem = admission({ tx, instance, definition, row, run, atMs, held: Object.values(now.roles), since });
  if (problem || !run) return problem ? [problem] : NONE;
  const publicly = (why: string): readonly Issue[] => [issue('VAL_OBJ_009', '/header/metadata/role', why)];
  const { senderWallet: wallet, metadata } = tx.header;
  const role = definition.participants.find(({ id }) => id === metadata?.role);
  if (!role || holderNow(now, role, instance.participants) !== wallet)
    return publicly('The wallet does not hold the role that it says: object to it in public.');
  if (!['Active', 'Disputed'].includes(instance.state))
    return publicly('The instance has ended, so nothing waits for the resolver: object to it in public.');
  if (instance.privately && Object.hasOwn(instance.privately, role.id))
    return publicly('A private objection of this role was not proven, or is not yet: object to it in public.');
  const of = { definition, instanceId: instanceIdOf(tx), instance };
  if (countOf(instance.judging, role.id) >= disputeTermsOf(definition).judgeWithinMs)
    return publicly('Private objections of this role have paused the instance long enough: object to it in public.');
  const resolver = resolverFor(ctx.view, of, { run: txId, parties: [run.header.senderWallet, wallet] });
  if (!resolver)
    return publicly('There is no resolver who is, and was, neither accused nor objects: object to it in public.');
  return NONE;
}

interface Admitting {
  readonly tx: Pick<Transaction, 'header'>;
  readonly instance: Instance;
  readonly definition: Definition;
  readonly row: RunRow | undefined;
  readonly run: Transaction | undefined;
  /** Time of the docket that would hold it. */
  readonly atMs: number;
  /** Wallets that hold roles by their records. */
  readonly held: readonly string[];
  /**
   * When the run came to the sender at the latest, whose time runs from then; undefined where the ground has its own.
   */
  readonly since: number | undefined;
  /** Until then the sender objects in any case. */
  readonly untilMs?: number;
  /** The role whose confirmation by a deputy it is about. */
  readonly role?: string | undefined;
}

function answerOf(row: RunRow | undefined, role: string): DeputyAnswer | undefined {
  return row?.answers && Object.hasOwn(row.answers, role) ? row.answers[role] : undefined;
}

/**
 * A role that objected to the run in private, and was not heard, has the time of the resolver once more to object in
 * public: else a silent resolver would take the last days of the window.
 */
export function againUntil(
  { tx, ctx }: Pick<ChainSubject, 'tx' | 'ctx'>,
  instance: Instance,
  definition: Definition,
): number {
  const { senderWallet, previousTransactionId } = tx.header;
  const own = Object.values(instance.privately ?? {}).find((txId) => {
    const before = ctx.view.transaction(txId)?.header;
    const isOfRun = before?.previousTransactionId === previousTransactionId;
    return before !== undefined && isOfRun && isSameOwner(ctx.view, before.senderWallet, senderWallet);
  });
  const row = own === undefined ? undefined : rowsIn(ctx.view)(own);
  return row ? row.at + 2 * disputeTermsOf(definition).judgeWithinMs : 0;
}

interface Since {
  readonly definition: Definition;
  readonly run: Transaction | undefined;
  readonly named: Result<NamedChallenge | undefined>;
  readonly isShown: boolean;
}

/**
 * The receiver of a delivery shows it within the window from it on. A challenge was in time, and its term is behind the
 * window: so is an objection that rests on it.
 */
function sinceOf(subject: Subject, { definition, run, named, isShown }: Since): number | undefined {
  if (named === undefined) return deliveryTime(subject, definition, run);
  if (!isShown || isFailure(named) || !run) return undefined;
  const given = deliveriesOf(subject.ctx.view, run.txId, named)?.by ?? [];
  return given.find((item) => item.txId === named.row.answeredBy)?.at ?? 0;
}

/** A role that gets cells by delivery has the window from that delivery on. */
function deliveryTime(
  { tx, ctx }: Pick<ChainSubject, 'tx' | 'ctx'>,
  definition: Definition,
  run: Transaction | undefined,
): number {
  const of = { definition, deliveredTo: deliveriesIn(ctx.view) };
  return Math.max(0, ...(run ? deliveriesTo(of, run, tx.header.senderWallet) : []).map(({ at }) => at));
}

/** The right to object to a run, and until when: VAL_OBJ_001, 002, 006 and 007. */
export function admission(of: Admitting): Issue | undefined {
  const { tx, instance, definition, row, run, atMs, held, since, untilMs = 0, role } = of;
  const { header } = tx;
  const faults = (instance.faults ?? []).filter(({ txId }) => txId === header.previousTransactionId);
  // A run that was kept although a deputy confirmed too much can be false itself, and the other way round.
  if (faults.some((fault) => confirmingRole(fault) === role))
    return issue('VAL_OBJ_007', PREVIOUS, 'The run was proven false before, by another objection.');
  // The definition has what a timer states: no wallet is at fault for it.
  const isRun = run !== undefined && isDoing(run.header) && row?.kind === undefined;
  if (!row || !run || !isRun || row.undone || String(row.action) !== header.actionId)
    return issue('VAL_OBJ_001', PREVIOUS, 'This is not a run of this action that is in force: nothing reads it.');
  const { windowMs } = disputeTermsOf(definition);
  const endMs = Math.max(row.at, since ?? 0) + windowMs + pauseAt(instance, atMs);
  if (since !== undefined && atMs > Math.max(endMs, untilMs))
    return issue('VAL_OBJ_002', PREVIOUS, 'The time in which the run can be objected to has passed.');
  if (!hasPart(header.senderWallet, { instance, definition, run, held }))
    return issue('VAL_OBJ_006', '/header/senderWallet', 'The wallet holds no role here, and was not sent the run.');
  return undefined;
}

function hasPart(
  wallet: string,
  {
    instance,
    definition,
    run,
    held,
  }: Pick<Admitting, 'instance' | 'definition' | 'held'> & { readonly run: Transaction },
): boolean {
  return (
    (run.header.recipients ?? []).includes(wallet) ||
    held.includes(wallet) ||
    definition.participants.some(({ walletAddress }) => walletAddress === wallet) ||
    Object.values(instance.participants).includes(wallet)
  );
}

/** False for what only the docket holds that is judged now. */
function isSealedIn({ view, state }: Subject['ctx'], txId: string): boolean {
  return (view.sealOf(txId)?.height ?? Number.POSITIVE_INFINITY) <= state.height;
}

function judgeHere(_: Transaction, find: () => JudgedObjection): JudgedObjection {
  return find();
}

/** The judgement on a sealed run is kept with the objection: the rows that it rests on never change. */
const judgements = new WeakMap<Transaction, JudgedObjection>();

function judgeOnce(tx: Transaction, find: () => JudgedObjection): JudgedObjection {
  const known = judgements.get(tx);
  if (known) return known;
  const value = find();
  judgements.set(tx, value);
  return value;
}
