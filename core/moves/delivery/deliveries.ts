// A Delivery gives the holder of a role, or a deputy of it, runs that were sealed before it held the role or stood
// in: who may send it, who receives it, and what the state keeps of it. Pure; whether it opens and gives the roots,
// its receiver alone can tell.

import { type Issue, issue } from '../../base/issue.js';
import type { JsonObject } from '../../base/json.js';
import { DELIVERERS_MAX, DEPUTIES_PART } from '../../base/limits/ledger/disputes.js';
import { OPEN_ROLE_CLAIMS_MAX } from '../../base/limits/ledger/people.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import { type Delivery, readDelivery } from '../../envelope/delivery/delivery-form.js';
import { type Delivering, runOf, shareOf } from '../../instance/deliveries/delivering.js';
import type { LastDelivery } from '../../instance/deliveries/known-deliveries.js';
import {
  classesGiven,
  type DeliveredRow,
  deliveriesIn,
  deliveriesOf,
  deliveryKey,
  deputiesReceiving,
  findSealNow,
  type Holder,
  type PartDue,
  receiverNow,
  wasMissed,
} from '../../instance/deliveries/owed.js';
import { stillSealed } from '../../instance/deliveries/sealed-runs.js';
import { claimsWhileOpen } from '../../instance/people/claims.js';
import { classesDue } from '../../instance/runs/kept-evidence.js';
import type { StateChange, StateView } from '../../model/register.js';
import { STATE_KEY } from '../../register/state-keys.js';
import { answeredChanges, isAnswerFor, isOfSender, openChallenge } from '../challenge/challenges.js';

type View = Pick<StateView, 'state' | 'transaction'>;

/**
 * VAL_DELIVER_001 the receiver does not hold the role, is not a deputy of its holder, and has no open challenge that
 * this answers; 001 as well where the role reads no such run of this instance, it was encrypted to the wallet, or the
 * sender gave it before. 001 for kept evidence that no challenge asks for; 002 it is not provable and has to be; 003
 * the sender was not given all of it, or is one too many; 004 the role has all the deliveries that it may have; 008 the
 * run is not open to the role yet; VAL_CHAIN_002 it follows another transaction than its first run.
 */
export function judgeDelivery(view: View, of: Delivering & { readonly atMs: number }): Result<Delivery> {
  const { tx, instance } = of;
  const read = readDelivery(tx.payload);
  if (isFailure(read)) return read;
  const { gate, role, runs, wallets } = read;
  const [{ walletAddress: wallet }] = wallets;
  const isAnswering = (): boolean => runs.every((txId) => isAnswer(view, of, { txId, role, wallet, gate }));
  const isHolder = receiverNow(view, of, role) === wallet;
  if (!isHolder && !isDeputy(view, of, { role, wallet }) && !isAnswering())
    return fail(
      deliveryIssue(
        '/payload/wallets/0/walletAddress',
        `The wallet ${wallet} does not hold the role ${roleText(role)} now, and is not a deputy of its holder.`,
      ),
    );
  if (tx.header.previousTransactionId !== runs[0])
    return fail(
      issue('VAL_CHAIN_002', '/header/previousTransactionId', 'A Delivery follows the first run that it names.'),
    );
  const room = roomNow(view, of, role);
  const isFull = (instance.deliveries?.[role] ?? 0) >= (isHolder ? room : Math.floor(room * DEPUTIES_PART));
  if (isFull && !isAnswering())
    return fail(
      issue('VAL_DELIVER_004', '/payload/role', 'The role has all the deliveries that it may have in an instance now.'),
    );
  for (const [i, txId] of runs.entries()) {
    const problem = runProblem(view, of, { txId, role, wallet, gate });
    if (problem) return fail({ ...problem, path: `/payload/runs/${i}` });
  }
  return read;
}

/** True for who stands in for the holder of the role in a docket of this time. */
function isDeputy(view: View, of: Delivering & { readonly atMs: number }, { role, wallet }: Holder): boolean {
  const { blueprintId } = of.instance;
  return deputiesReceiving(view, { ...of, blueprintId }, role).includes(wallet);
}

/**
 * Deliveries that a role may have had by now. A role that is claimed and not held has a part of its share, with each
 * claim another one: else strangers that claim it, and a party that delivers run by run, use up those of the later
 * holder.
 */
function roomNow(view: View, of: Delivering, role: string): number {
  const share = shareOf(of.definition);
  const claims = Math.min(claimsWhileOpen(view, of, role), OPEN_ROLE_CLAIMS_MAX);
  return claims === 0 ? share : Math.floor((share * claims) / (OPEN_ROLE_CLAIMS_MAX + 1));
}

/**
 * A party that is challenged may always answer, also when its challenger has given the role away, or changed its key,
 * since: else a challenger that does so would put an honest sender at fault.
 */
function isAnswer(view: View, of: Delivering, { txId, ...to }: PartDue & { readonly txId: string }): boolean {
  const run = runOf(view, of, txId);
  const row = run && openChallenge(view, run, { sender: of.tx.header.senderWallet, to });
  return row !== undefined && isAnswerFor(to.wallet, of.tx.payload as unknown as Delivery);
}

function runProblem(
  view: View,
  of: Delivering & { readonly atMs: number },
  to: PartDue & { readonly txId: string },
): Issue | undefined {
  const { tx, definition, rowOf } = of;
  const { senderWallet } = tx.header;
  const { txId, role, wallet, gate } = to;
  const run = runOf(view, of, txId);
  if (!run) return deliveryIssue('', `The transaction ${txId} is not a sealed run of this instance.`);
  const classes = classesDue(definition, run, to);
  // The definition says so, for good.
  if (classes.length === 0)
    return { ...deliveryIssue('', `The role ${roleText(role)} reads nothing of the run ${txId}.`), stands: true };
  const giving = { ...of, rowOf, deliveredTo: deliveriesIn(view) };
  const before = giving.deliveredTo(txId, wallet, role)?.by ?? [];
  const asked = openChallenge(view, run, { sender: senderWallet, to });
  if (asked && !isAnswerFor(wallet, tx.payload as unknown as Delivery))
    return issue(
      'VAL_DELIVER_002',
      '',
      `The run ${txId} is challenged: its sender answers by a provable delivery of it alone.`,
    );
  const isAsked = asked !== undefined;
  // On the ledger it stays: only a challenge has it put there.
  if (gate !== undefined)
    return isAsked ? undefined : deliveryIssue('', `No open challenge of this party asks for the evidence of ${gate}.`);
  // A sender that was asked while it was open answers, whatever became of the opening since.
  const sealed = isAsked ? undefined : findSealNow(of, run, { role, atMs: of.atMs });
  if (sealed !== undefined) return stillSealed('', sealed);
  if (!isAsked && !wasMissed(giving, run, to)) return deliveryIssue('', `The run ${txId} was encrypted to the wallet.`);
  if (!isAsked && before.some(({ sender }) => sender === senderWallet))
    return deliveryIssue('', `This wallet delivered the run ${txId} to it before.`);
  const roles = definition.participants.map(({ id }) => id);
  const has = classesGiven(giving, run, { wallet: senderWallet, roles });
  if (!classes.every((at) => has.has(at)))
    return issue('VAL_DELIVER_003', '', `The sender was not given all that the role reads of the run ${txId}.`);
  const others = before.filter(({ sender }) => !isOfSender(view, run, sender));
  if (!isOfSender(view, run, senderWallet) && others.length >= DELIVERERS_MAX)
    return issue('VAL_DELIVER_003', '', `As many wallets as may have delivered the run ${txId} to it.`);
  return undefined;
}

function deliveryIssue(path: string, message: string): Issue {
  return issue('VAL_DELIVER_001', path, message);
}

function roleText(role: string): string {
  return JSON.stringify(role);
}

/** The rows after a Delivery that was judged. */
export function deliveryChanges(
  view: View,
  { tx, instance, instanceId }: Pick<Delivering, 'tx' | 'instance' | 'instanceId'>,
  atMs: number,
): readonly StateChange[] {
  const { gate, role, runs, wallets } = tx.payload as unknown as Delivery;
  const [{ walletAddress: wallet }] = wallets;
  const to: PartDue = { role, wallet, gate };
  const entry = { at: atMs, n: instance.moves, sender: tx.header.senderWallet, txId: tx.txId };
  const given = runs.map((run) => {
    const before = deliveriesOf(view, run, to)?.by ?? [];
    const after: DeliveredRow = { by: [...before, entry] };
    return { key: deliveryKey(run, to), value: after as unknown as JsonObject };
  });
  const answered = answeredChanges(view, tx, to);
  // No rule reads evidence: who acts after it calculates with nothing new.
  if (gate !== undefined) return [...given, ...answered];
  const last: LastDelivery = { n: entry.n, txId: tx.txId };
  const newest = { key: STATE_KEY.receipt(wallet, instanceId), value: last as unknown as JsonObject };
  return [...given, newest, ...answered];
}
