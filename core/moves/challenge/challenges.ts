// A Challenge says that a run which its sender has to have given the challenger was not delivered: who may send one,
// what the state keeps of it, and what proves that it was not answered. It cannot be shown to anybody that a group does
// not open, so the sender, who knows everything, delivers again in time or loses. Pure.
import { isHex } from '../../base/bytes.js';
import { type Issue, issue } from '../../base/issue.js';
import type { JsonObject } from '../../base/json.js';
import { INSTANCE_CHALLENGES_MAX } from '../../base/limits/ledger/disputes.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import { disputeTermsOf, pauseAt } from '../../blueprint/disputes/disputes.js';
import type { RunRow } from '../../blueprint/state/run-row.js';
import { wrapOf } from '../../crypto/encryption/key-wrap.js';
import { isShownWrap } from '../../crypto/encryption/shown-agreement.js';
import { parseAddress } from '../../crypto/keys/address.js';
import type { Delivery } from '../../envelope/delivery/delivery-form.js';
import { type Delivering, runOf } from '../../instance/deliveries/delivering.js';
import {
  deliveriesIn,
  findSealNow,
  type Holder,
  type PartDue,
  readSince,
  receiverNow,
} from '../../instance/deliveries/owed.js';
import { stillSealed } from '../../instance/deliveries/sealed-runs.js';
import { classesDue, type KeptPart, keptPart, wasReaderAtSeal } from '../../instance/runs/kept-evidence.js';
import type { StateChange, StateView } from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import { isSameOwner } from '../../register/people/party.js';
import { STATE_KEY } from '../../register/state-keys.js';
import { type Challenge, readChallenge } from './form.js';

type View = Pick<StateView, 'state' | 'transaction'>;

/** Value of the state keys `challenge` and `evidenceChallenge`. Members stand in canonical order. */
export interface ChallengeRow {
  /** The delivery that answered it. */
  readonly answeredBy?: string;
  readonly txId: string;
  /** In a docket after this time, a run that was not delivered is proven so. */
  readonly untilMs: number;
}

/** The challenge of a part of a run by a holder of a role. */
export function challengeOf(view: Pick<StateView, 'state'>, run: string, part: PartDue): ChallengeRow | undefined {
  return view.state(challengeKey(run, part)) as unknown as ChallengeRow | undefined;
}

function challengeKey(run: string, { wallet, role, gate }: PartDue): string {
  return gate === undefined
    ? STATE_KEY.challenge(run, wallet, role)
    : STATE_KEY.evidenceChallenge(run, gate, { wallet, role });
}

/**
 * VAL_DELIVER_005 the run is not one in force that the role reads, or the sender does not hold the role or sent the run
 * itself; 008 the run is not open to the role yet; 006 it challenged the run before, or the role has all the challenges
 * that it may have; VAL_OBJ_002 the time in which the run can be objected to has passed. Where it names a gate, the
 * role reads its kept evidence, and was to get it at the seal; VAL_OBJ_002 as well where the term of that evidence ends
 * too soon.
 */
export function judgeChallenge(view: View, of: Delivering & { readonly atMs: number }): Result<Challenge> {
  const { tx, definition, instance, rowOf, atMs } = of;
  const read = readChallenge(tx.payload);
  if (isFailure(read)) return read;
  const { role, gate } = read;
  const wallet = tx.header.senderWallet;
  const txId = tx.header.previousTransactionId ?? '';
  const [run, row] = [runOf(view, of, txId), rowOf(txId)];
  const isRead = run && row && !row.undone && String(row.action) === tx.header.actionId;
  if (!isRead || classesDue(definition, run, { role, gate }).length === 0)
    return fail(challengeIssue('/header/previousTransactionId', notRead(gate)));
  if (receiverNow(view, of, role) !== wallet)
    return fail(challengeIssue('/header/senderWallet', 'The holder of the role challenges: this wallet is not it.'));
  if (isOfSender(view, run, wallet))
    return fail(challengeIssue('/header/senderWallet', 'The run is of this party itself.'));
  const late = gate === undefined ? undefined : evidenceProblem(view, of, { run, row, part: { wallet, role, gate } });
  if (late) return fail(late);
  const sealed = findSealNow(of, run, { role, atMs });
  if (sealed !== undefined) return fail(stillSealed('/header/previousTransactionId', sealed));
  if (challengeOf(view, txId, { wallet, role, gate }))
    return fail(budgetIssue('/header/previousTransactionId', 'This wallet challenged the run before.'));
  const share = Math.floor(INSTANCE_CHALLENGES_MAX / definition.participants.length);
  if ((instance.challenges?.[role]?.count ?? 0) >= share)
    return fail(budgetIssue('/payload/role', 'The role has all the challenges that it may have in an instance.'));
  const { windowMs } = disputeTermsOf(definition);
  const atLeast = Math.max(row.at, readSince(of, run, role) ?? 0);
  if (atMs > windowStart(view, { run: txId, at: atLeast, wallet, role }) + windowMs + pauseAt(instance, atMs))
    return fail(
      issue('VAL_OBJ_002', '/header/previousTransactionId', 'The time in which the run can be objected to has passed.'),
    );
  return read;
}

/**
 * Evidence is due to who was to get it at the seal. A sender that keeps it for its term has it until the end of the
 * term of its answer.
 */
function evidenceProblem(
  view: View,
  of: Delivering & { readonly atMs: number },
  { run, row, part }: { readonly run: Transaction; readonly row: RunRow; readonly part: PartDue },
): Issue | undefined {
  const { definition, atMs } = of;
  const { place, keptForMs } = keptPart(definition, run, part) as KeptPart;
  if (!wasReaderAtSeal(view, of, { run, wallet: part.wallet, place }))
    return challengeIssue('/header/senderWallet', 'The wallet did not read the evidence of the gate at the seal.');
  const untilMs = row.at + keptForMs - disputeTermsOf(definition).deliverWithinMs;
  if (atMs <= untilMs) return undefined;
  const until = new Date(untilMs).toISOString();
  const message = `The evidence of the gate is kept for a time, and could be challenged until ${until}.`;
  return issue('VAL_OBJ_002', '/header/previousTransactionId', message);
}

function notRead(gate: string | undefined): string {
  return gate === undefined
    ? 'This is not a run in force that the role reads.'
    : `This is not a run in force with kept evidence of a gate ${gate} that the role reads.`;
}

function challengeIssue(path: string, message: string): Issue {
  return issue('VAL_DELIVER_005', path, message);
}

function budgetIssue(path: string, message: string): Issue {
  return issue('VAL_DELIVER_006', path, message);
}

/** A wallet that is delivered to later has the window from then on; `at` is since when the role reads the run. */
function windowStart(
  view: Pick<StateView, 'state'>,
  { run, at, wallet, role }: Holder & { readonly run: string; readonly at: number },
): number {
  return Math.max(at, ...(deliveriesIn(view)(run, wallet, role)?.by ?? []).map((item) => item.at));
}

/** The wallet that sent the run, or another key of its owner: a sender that changed its key answers for it as well. */
export function isOfSender(view: View, run: Pick<Transaction, 'header'>, wallet: string): boolean {
  return isSameOwner(view, wallet, run.header.senderWallet);
}

/** The row of an open challenge of the run that a delivery of the wallet may answer, if it is as asked for. */
export function openChallenge(
  view: View,
  run: Transaction,
  by: { readonly sender: string; readonly to: PartDue },
): ChallengeRow | undefined {
  const row = challengeOf(view, run.txId, by.to);
  return row && row.answeredBy === undefined && isOfSender(view, run, by.sender) ? row : undefined;
}

/**
 * True where a delivery to the wallet has the form of an answer: a provable one, which its receiver can show where it
 * gives nothing. Nothing that is encrypted to a key of RSA or ML-DSA-65 alone can be shown: any delivery answers there.
 */
export function isAnswerFor(wallet: string, { proof }: Pick<Delivery, 'proof'>): boolean {
  return proof !== undefined || !canShow(wallet);
}

/** True for a wallet that can show what is sealed to it. */
export function canShow(wallet: string): boolean {
  const address = parseAddress(wallet);
  const wrap = isFailure(address) ? undefined : wrapOf(address.algorithm, false);
  return wrap !== undefined && isShownWrap(wrap);
}

/** The row after a Challenge that was judged. */
export function challengeChanges(
  { tx, definition }: Pick<Delivering, 'tx' | 'definition'>,
  atMs: number,
): readonly StateChange[] {
  const { role, gate } = tx.payload as unknown as Challenge;
  const { previousTransactionId = '', senderWallet: wallet } = tx.header;
  const untilMs = atMs + disputeTermsOf(definition).deliverWithinMs;
  const row: ChallengeRow = { txId: tx.txId, untilMs };
  const key = challengeKey(previousTransactionId, { wallet, role, gate });
  return [{ key, value: row as unknown as JsonObject }];
}

/** Rows of the challenges that a delivery answers. */
export function answeredChanges(
  view: View,
  tx: Pick<Transaction, 'txId' | 'header' | 'payload'>,
  to: PartDue,
): readonly StateChange[] {
  const delivery = tx.payload as unknown as Delivery;
  return delivery.runs.flatMap((txId): readonly StateChange[] => {
    const run = view.transaction(txId);
    const row = run && openChallenge(view, run, { sender: tx.header.senderWallet, to });
    if (!row || !isAnswerFor(to.wallet, delivery)) return [];
    const value = { answeredBy: tx.txId, ...row };
    return [{ key: challengeKey(txId, to), value }];
  });
}

/** The challenge that an objection with ground `undelivered` names. */
export interface NamedChallenge extends PartDue {
  readonly row: ChallengeRow;
}

/** VAL_OBJ_004 where `at` is not a challenge of the run. */
export function challengeAt(
  view: View,
  { run, at }: { readonly run: string; readonly at: string },
): Result<NamedChallenge> {
  // A place is any text, and a store is asked for TxIds only.
  const challenge = isHex(at, 32) ? view.transaction(at) : undefined;
  const stated = challenge ? readChallenge(challenge.payload) : undefined;
  const isOfRun = challenge?.header.metadata?.type === 'Challenge' && challenge.header.previousTransactionId === run;
  if (!challenge || !stated || isFailure(stated) || !isOfRun)
    return fail(unproven('its place is the TxId of a challenge of the run.'));
  const of = { wallet: challenge.header.senderWallet, role: stated.role, gate: stated.gate };
  const row = challengeOf(view, run, of);
  return row?.txId === at ? { ...of, row } : fail(unproven('the run was not challenged so.'));
}

/**
 * Why an objection with ground `undelivered` and without a proof is not proven: VAL_OBJ_004; undefined where it is. The
 * challenge was not answered in its term: it shows nothing, and needs no opening.
 */
export function silenceProblem({ row }: NamedChallenge, atMs: number): Issue | undefined {
  if (row.answeredBy !== undefined) return unproven(`${row.answeredBy} delivered it.`);
  if (atMs > row.untilMs) return undefined;
  return unproven(`its sender may deliver it until ${new Date(row.untilMs).toISOString()}.`);
}

export function unproven(why: string): Issue {
  return issue('VAL_OBJ_004', '/payload', `Not proven: ${why}`);
}
