// A delivery, or the challenge that asks for one, in evidence: who gave which runs to whom, or said that a run was not
// delivered. Only its receiver can tell the content; everybody can check that a provable one is of its sender.
import { countNoun } from '../../base/counted.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import { readDelivery } from '../../envelope/delivery/delivery-form.js';
import { provableProblem } from '../../envelope/delivery/provable.js';
import { instanceIdOf } from '../../instance/rows.js';
import type { Transaction } from '../../model/transaction.js';
import { readChallenge } from '../../moves/challenge/form.js';
import { moveTypeOf } from '../../transaction/move-type.js';
import { isOfWorkflow } from './timer.js';

/** The statement of a delivery or a challenge. */
export interface DeliverySaid {
  readonly type: 'Delivery' | 'Challenge';
  /** The sender of the delivery, or the challenger. */
  readonly by: string;
  /** The receiver of a delivery. */
  readonly to?: string;
  /** Of the receiver or the challenger. */
  readonly role: string;
  readonly instanceId: string;
  /** TxIds: of what is delivered, or of what was not. */
  readonly runs: readonly string[];
  /** Where it is about the kept evidence of a gate alone. */
  readonly gate?: string;
  /** Of a delivery: its receiver can show others what it holds. */
  readonly isProvable?: boolean;
}

/** Undefined for any other transaction; an issue where no register takes it. */
export function deliveryIn(tx: Transaction): Result<DeliverySaid | undefined> {
  const { header, payload } = tx;
  if (!isOfWorkflow(header) || !header.metadata) return undefined;
  const type = moveTypeOf(header);
  const said = { by: header.senderWallet, instanceId: instanceIdOf(tx) };
  if (type === 'Challenge') {
    const read = readChallenge(payload);
    if (isFailure(read)) return read;
    return { type, ...said, role: read.role, runs: [header.previousTransactionId ?? ''], ...gateOf(read) };
  }
  if (type !== 'Delivery') return undefined;
  const read = readDelivery(payload);
  if (isFailure(read)) return read;
  const problem = provableProblem(tx);
  if (problem) return fail(problem);
  const { role, runs, wallets, proof } = read;
  const to = wallets[0].walletAddress;
  return { type, ...said, to, role, runs, ...gateOf(read), isProvable: proof !== undefined };
}

function gateOf({ gate }: { readonly gate?: string }): Pick<DeliverySaid, 'gate'> {
  return gate === undefined ? {} : { gate };
}

/** A sentence for a person. */
export function deliveryFact({ type, by, to, role, runs, gate, isProvable }: DeliverySaid): string {
  const evidence = gate === undefined ? '' : `the evidence of the gate ${gate} of `;
  if (type === 'Challenge')
    return `The wallet ${by} said as ${role} that it was not given ${evidence}transaction ${runs[0]}.`;
  const shown = isProvable ? ' Its receiver can show what it holds.' : '';
  return `The wallet ${by} delivered ${evidence}${countNoun(runs.length, 'transaction')} to ${to}, the holder of ${role}.${shown}`;
}
