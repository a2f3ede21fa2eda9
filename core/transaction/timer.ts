// The transaction of a timer that is due: no wallet makes or signs it, and every byte of it follows from the sealed
// state, so that every node builds the same one. Validators build it too and take no other. Pure.
import { assert } from '../base/assert.js';
import { canonical, type JsonObject } from '../base/json.js';
import { isFailure } from '../base/result.js';
import type { DueTimer } from '../blueprint/instance/open-timers.js';
import type { Transaction, TransactionHeader } from '../model/transaction.js';
import { headerOf, payloadHashOf, signedTransaction, txIdOf } from './encode.js';

/** Stands where others name their wallet. It is the address of none. */
const TIMER_SENDER = 'timer';

/** The instance that a timer belongs to. */
export interface TimedInstance {
  readonly registerId: string;
  readonly instanceId: string;
  readonly blueprintId: string;
  readonly publicationTxId: string;
}

/** True for the header of a timer's transaction, by what it says of itself. */
export function isTimer({ metadata }: Pick<TransactionHeader, 'metadata'>): boolean {
  return metadata?.type === 'Timer';
}

/**
 * True for what can be a timer's as far as the transaction alone says: it has no signature, and its header the members
 * of a timer's and no others. Whether it is the one that the state gives takes the state.
 */
export function hasTimerForm({ header, signatures }: Pick<Transaction, 'header' | 'signatures'>): boolean {
  const { registerId, blueprintId, actionId, instanceId, publicationTxId, previousTransactionId, payloadHash } = header;
  const timer = header.metadata?.timer;
  const names = [instanceId, publicationTxId, previousTransactionId, timer];
  if (signatures.length > 0 || !names.every((name) => typeof name === 'string')) return false;
  const place = { registerId, blueprintId, actionId, instanceId, publicationTxId, previousTransactionId };
  const made = { ...place, payloadHash, createdAt: header.createdAt, metadata: { timer, type: 'Timer' } };
  return (
    canonical({ ...made, senderWallet: TIMER_SENDER } as JsonObject) === canonical(header as unknown as JsonObject)
  );
}

/** The only transaction that the timer has in this state. */
export function timerTransaction(of: TimedInstance, { action, timer, txId, dueMs }: DueTimer): Transaction {
  const payload: JsonObject = timer.data ?? {};
  const payloadText = canonical(payload);
  const { registerId, instanceId, blueprintId, publicationTxId } = of;
  const header = headerOf(
    {
      registerId,
      blueprintId,
      actionId: String(action),
      instanceId,
      publicationTxId,
      previousTransactionId: txId,
      payloadHash: payloadHashOf(payload, payloadText),
      createdAt: new Date(dueMs).toISOString(),
      metadata: { timer: timer.id, type: 'Timer' },
    },
    TIMER_SENDER,
  );
  const headerText = canonical(header);
  const made = signedTransaction(
    { txId: txIdOf(header, payloadText, headerText), header, headerText, payload, payloadText },
    [],
  );
  assert(!isFailure(made), 'the data of a timer has its bound');
  return made;
}
