// Submissions of the crash run: notes that stand alone, and calls that two keys answer in turn without end, each on top
// of the one before. All are built and signed here, as a client outside of the node would.
import { fromHex, toBase64 } from '../../../core/base/bytes.js';
import { isFailure } from '../../../core/base/result.js';
import { addressOf } from '../../../core/crypto/keys/address.js';
import { type KeyPair, sign } from '../../../core/crypto/signing/algorithms.js';
import { prepare } from '../../../core/kinds/build.js';
import type { Submission } from '../../../core/model/transaction.js';

export const CALLS_ID = 'call-and-answer';

/** Two open roles whose actions lead to each other. */
export const CALLS = {
  id: CALLS_ID,
  title: 'Call and answer',
  description: 'One calls and another one answers, in turn and without end.',
  participants: [
    { id: 'caller', name: 'Caller' },
    { id: 'answerer', name: 'Answerer' },
  ],
  actions: ['caller', 'answerer'].map((sender, id) => ({
    id,
    title: id === 0 ? 'Call' : 'Answer',
    sender,
    ...(id === 0 ? { isStartingAction: true } : {}),
    dataSchemas: [{ type: 'object', required: ['turn'], properties: { turn: { type: 'integer', minimum: 0 } } }],
    routes: [{ nextActionIds: [1 - id] }],
  })),
};

export interface Call {
  readonly registerId: string;
  readonly publicationTxId: string;
  readonly instanceId: string;
  readonly turn: number;
  readonly follows: string | undefined;
  readonly key: KeyPair;
  readonly nowMs: number;
}

export function callSubmission({ turn, follows, key, nowMs, ...pinned }: Call): Submission {
  const prepared = prepare({
    ...pinned,
    blueprintId: CALLS_ID,
    actionId: String(turn % 2),
    senderWallet: addressOf(key.algorithm, key.publicKey),
    createdAt: new Date(nowMs).toISOString(),
    payload: { turn },
    ...(follows === undefined ? {} : { previousTransactionId: follows }),
  });
  if (isFailure(prepared)) throw new Error(JSON.stringify(prepared));
  const { submission, digest } = prepared as Exclude<typeof prepared, readonly unknown[]>;
  const signatureValue = toBase64(sign(key.algorithm, key.privateKey, fromHex(digest)));
  return {
    ...submission,
    signatures: [{ publicKey: toBase64(key.publicKey), signatureValue, algorithm: key.algorithm }],
  };
}
