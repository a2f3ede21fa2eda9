// Whether the challenger of a run proves that a provable delivery did not give it the run: it shows what it shares with
// the sender, and everybody opens the delivery. An honest receiver shows only bytes that mean nothing. Pure.
import { fromBase64 } from '../../base/bytes.js';
import type { Issue } from '../../base/issue.js';
import { POINT_PROOF_STEPS } from '../../base/limits/ledger/work.js';
import { isFailure } from '../../base/result.js';
import type { Definition } from '../../blueprint/definition/types.js';
import type { JudgedObjection } from '../../disputes/judge.js';
import { readEnvelope } from '../../envelope/cells/envelope.js';
import type { Delivery } from '../../envelope/delivery/delivery-form.js';
import { openByReceipt, type ReceiptText } from '../../envelope/delivery/provable.js';
import { layoutOfRun } from '../../instance/deliveries/owed.js';
import { classesDue } from '../../instance/runs/kept-evidence.js';
import type { StateView } from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import { type NamedChallenge, unproven } from '../challenge/challenges.js';

export interface ShownReceipt {
  /** The objection. */
  readonly tx: Pick<Transaction, 'header' | 'signatures'>;
  readonly receipt: ReceiptText;
  readonly named: NamedChallenge;
  readonly run: Transaction;
  readonly definition: Definition;
}

/**
 * No problem where it is proven. VAL_OBJ_004: nothing provable answered the challenge, another wallet shows it, the
 * proof does not hold, or the delivery gives the run. `once` keeps what is found: what it rests on is sealed for good.
 */
export function judgeReceipt(
  view: Pick<StateView, 'transaction'>,
  of: ShownReceipt,
  once: (find: () => JudgedObjection) => JudgedObjection,
): JudgedObjection {
  const { named, tx } = of;
  const refusal = (why: string): JudgedObjection => ({ problem: unproven(why), steps: 0 });
  const delivery = named.row.answeredBy === undefined ? undefined : view.transaction(named.row.answeredBy);
  if (!delivery) return refusal('no delivery answered the challenge.');
  if ((delivery.payload as unknown as Delivery).proof === undefined)
    return refusal('nothing that is sealed to this wallet can be shown.');
  if (tx.header.senderWallet !== named.wallet) return refusal('the wallet that was delivered to shows what it got.');
  return once(() => {
    // A byte is decrypted, parsed and hashed in about the time of a step.
    const { ciphertext } = (delivery.payload as unknown as Delivery).groups[0];
    return { problem: receiptProblem(delivery, of), steps: POINT_PROOF_STEPS + ciphertext.length };
  });
}

function receiptProblem(
  delivery: Transaction,
  { tx, receipt, named, run, definition }: ShownReceipt,
): Issue | undefined {
  const [signature] = tx.signatures;
  const publicKey = signature && fromBase64(signature.publicKey);
  const layout = layoutOfRun(definition, run);
  const envelope = readEnvelope(run.payload);
  if (!signature || !publicKey || !layout || isFailure(envelope))
    return unproven('the run is not one that is delivered.');
  const given = openByReceipt(delivery, {
    key: { algorithm: signature.algorithm, publicKey },
    receipt,
    envelope,
    expected: { run: run.header, layout, classes: classesDue(definition, run, named) },
  });
  if (!given) return unproven('this does not show what the wallet shares with the sender of the delivery.');
  return 'undelivered' in given ? undefined : unproven(`${delivery.txId} gives the run.`);
}
