// Steps about the transaction itself: the form of its kind, its register, size, replay, signatures and sender.

import { fromBase64 } from '../../base/bytes.js';
import { type Issue, issue } from '../../base/issue.js';
import { TRANSACTION_BYTES_MAX } from '../../base/limits/ledger/transactions.js';
import { publicKeyProblem } from '../../crypto/signing/algorithms.js';
import type { LoneSubject, Subject } from '../../moves/parts/context.js';
import { NONE } from '../../moves/parts/none.js';
import { senderOf } from '../../transaction/encode.js';

/** VAL_STRUCT_011 and 012: members that this kind needs or does not have. */
export function form({ tx, row }: LoneSubject): readonly Issue[] {
  return row.check(tx);
}

/** VAL_STRUCT_002: made for another register. */
export function belongs({ tx, ctx }: Subject): readonly Issue[] {
  if (tx.header.registerId === ctx.state.registerId) return NONE;
  return [issue('VAL_STRUCT_002', '/header/registerId', 'The transaction is for another register.')];
}

/** VAL_SIZE_001. */
export function size({ tx }: LoneSubject): readonly Issue[] {
  if (tx.bytes.length <= TRANSACTION_BYTES_MAX) return NONE;
  return [issue('VAL_SIZE_001', '', `A transaction has at most ${TRANSACTION_BYTES_MAX} bytes.`)];
}

/** VAL_REPLAY_001: sealed already. */
export function replay({ tx, ctx }: Subject): readonly Issue[] {
  if (ctx.view.sealOf(tx.txId) === undefined) return NONE;
  return [issue('VAL_REPLAY_001', '', 'The transaction is sealed already.')];
}

/**
 * VAL_SIG_003: a public key that every node refuses before it verifies anything (docs/specification.md C8). Under a
 * small-order Ed25519 key, for example, a signature fits many messages.
 */
export function keys({ tx }: LoneSubject): readonly Issue[] {
  for (let i = 0; i < tx.signatures.length; i++) {
    const { algorithm, publicKey } = tx.signatures[i]!;
    const bytes = fromBase64(publicKey);
    if (!bytes || publicKeyProblem(algorithm, bytes))
      return [
        issue('VAL_SIG_003', `/signatures/${i}/publicKey`, 'The public key is not a sound key of its algorithm.'),
      ];
  }
  return NONE;
}

/** VAL_SIG_002. A transaction without signatures is refused by the steps that say who must sign. */
export function signature({ tx, ctx }: LoneSubject): readonly Issue[] {
  if (ctx.signaturesOk || tx.signatures.length === 0) return NONE;
  return [issue('VAL_SIG_002', '/signatures', 'A signature does not verify.')];
}

/**
 * VAL_SIG_004: the sender is the wallet of the first signature, or else one wallet could act in the name of another.
 */
export function senderBinding({ tx }: LoneSubject): readonly Issue[] {
  if (tx.signatures.length === 0 || senderOf(tx.signatures) === tx.header.senderWallet) return NONE;
  return [issue('VAL_SIG_004', '/header/senderWallet', 'The sender is not the wallet of the first signature.')];
}
