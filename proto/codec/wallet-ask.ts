// The call that asks the node of a wallet for something, between bytes and core. The content is encrypted to the
// wallet: it is bounded here, and nothing of it is read.
import { uuidToBytes } from '../../core/base/bytes.js';
import type { Issue } from '../../core/base/issue.js';
import { ADDRESS_LENGTH_MAX } from '../../core/base/limits/ledger/transactions.js';
import { WALLET_SUBJECT_MAX } from '../../core/base/limits/node/wallets.js';
import type { Result } from '../../core/base/result.js';
import type { WalletAsk } from '../../core/mesh/frames.js';
import { AskWalletRequest, AskWalletResponse } from '../gen/peer/v1/peer.js';
import { readMessage } from './field-reader.js';
import { CALL_BYTES_MAX } from './limits.js';
import { issueToWire, readIssue } from './refusal.js';
import { walletAnswerShape, walletAskShape } from './shapes.js';

/** The answer, or why there is none. */
export type AskedAnswer =
  | { readonly type: 'done'; readonly done: Uint8Array }
  | { readonly type: 'refused'; readonly issue: Issue };

export function encodeWalletAsk({ registerId, wallet, subject, sealed }: WalletAsk): Uint8Array {
  const wire = { registerId: uuidToBytes(registerId) as Buffer, wallet, subject, sealed: sealed as Buffer };
  return AskWalletRequest.encode(wire).finish();
}

/** Issues as `readMessage`. */
export function decodeWalletAsk(bytes: Uint8Array): Result<WalletAsk> {
  return readMessage(bytes, {
    shape: walletAskShape,
    bytesMax: CALL_BYTES_MAX.walletAsk,
    parse: AskWalletRequest.decode,
    read: (reader, { registerId, wallet, subject, sealed }): WalletAsk => ({
      registerId: reader.registerId(registerId, ''),
      wallet: reader.text(wallet, { at: '', name: 'wallet' }, { max: ADDRESS_LENGTH_MAX }),
      subject: reader.text(subject, { at: '', name: 'subject' }, { max: WALLET_SUBJECT_MAX }),
      sealed,
    }),
  });
}

export function encodeWalletAnswer(answer: AskedAnswer): Uint8Array {
  return AskWalletResponse.encode({
    answer:
      answer.type === 'done'
        ? { $case: 'done', value: answer.done as Buffer }
        : { $case: 'refusal', value: issueToWire(answer.issue) },
  }).finish();
}

/** Issues as `readMessage`. */
export function decodeWalletAnswer(bytes: Uint8Array): Result<AskedAnswer> {
  return readMessage(bytes, {
    shape: walletAnswerShape,
    bytesMax: CALL_BYTES_MAX.walletAnswer,
    parse: AskWalletResponse.decode,
    read: (reader, { answer }): AskedAnswer | undefined => {
      if (answer?.$case === 'done') return { type: 'done', done: answer.value };
      const refusal = readIssue(reader, answer?.value, '/refusal');
      return refusal && { type: 'refused', issue: refusal };
    },
  });
}
