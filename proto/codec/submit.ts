// The calls that hand something over, between bytes and core: transactions to a register, and a docket 0 to be
// attested. Whether they are taken is never decided here.
import { fromHex, uuidToBytes } from '../../core/base/bytes.js';
import type { Issue } from '../../core/base/issue.js';
import type { Result } from '../../core/base/result.js';
import type { SubmitAnswer } from '../../core/mesh/frames.js';
import type { Docket } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import { decodeTransaction } from '../../core/transaction/encode.js';
import {
  AttestGenesisRequest,
  AttestGenesisResponse,
  SubmitTransactionsRequest,
  SubmitTransactionsResponse,
  type SubmitAnswer as WireAnswer,
} from '../gen/peer/v1/peer.js';
import { bytesOf, type DecodeTransaction, docketReader, docketToWire, readTransactions } from './docket.js';
import { type FieldReader, readMessage } from './field-reader.js';
import { CALL_BYTES_MAX } from './limits.js';
import { issueToWire, readIssue } from './refusal.js';
import { genesisAnswerShape, genesisAskShape, submitAnswersShape, submitAskShape } from './shapes.js';

export interface SubmitAsk {
  readonly registerId: string;
  readonly transactions: readonly Transaction[];
  readonly durable: boolean;
}

/** At most OFFER_TRANSACTIONS_MAX transactions and CALL_BYTES_MAX.submit bytes: the caller splits what is more. */
export function encodeSubmitAsk({ registerId, transactions, durable }: SubmitAsk): Uint8Array {
  return SubmitTransactionsRequest.encode({
    registerId: uuidToBytes(registerId) as Buffer,
    transactions: transactions.map(bytesOf),
    durable,
  }).finish();
}

/** Issues as `readMessage`. */
export function decodeSubmitAsk(bytes: Uint8Array, decode: DecodeTransaction = decodeTransaction): Result<SubmitAsk> {
  return readMessage(bytes, {
    shape: submitAskShape,
    bytesMax: CALL_BYTES_MAX.submit,
    parse: SubmitTransactionsRequest.decode,
    read: (reader, wire) => {
      const registerId = reader.registerId(wire.registerId, '');
      const transactions = reader.problem ? undefined : readTransactions(reader, wire.transactions, { at: '', decode });
      return transactions && { registerId, transactions, durable: wire.durable };
    },
  });
}

export function encodeSubmitAnswers(answers: readonly SubmitAnswer[]): Uint8Array {
  return SubmitTransactionsResponse.encode({ answers: answers.map(answerToWire) }).finish();
}

/** Issues as `readMessage`. Whether every transaction is answered is for the caller. */
export function decodeSubmitAnswers(bytes: Uint8Array): Result<readonly SubmitAnswer[]> {
  return readMessage(bytes, {
    shape: submitAnswersShape,
    bytesMax: CALL_BYTES_MAX.submitAnswer,
    parse: SubmitTransactionsResponse.decode,
    read: (reader, { answers }) => answers.flatMap((answer, i) => readAnswer(reader, answer, `/answers/${i}`) ?? []),
  });
}

function answerToWire(answer: SubmitAnswer): WireAnswer {
  const txId = fromHex(answer.txId) as Buffer;
  switch (answer.status) {
    case 'accepted':
      return { txId, status: { $case: 'accepted', value: {} } };
    case 'sealed':
      return { txId, status: { $case: 'sealed', value: { height: BigInt(answer.height), index: answer.index } } };
    case 'refused':
      return { txId, status: { $case: 'refused', value: issueToWire(answer.issue) } };
  }
}

function readAnswer(reader: FieldReader, wire: WireAnswer, at: string): SubmitAnswer | undefined {
  const txId = reader.hash(wire.txId, at, 'txId');
  switch (wire.status?.$case) {
    case 'accepted':
      return { txId, status: 'accepted' };
    case 'sealed': {
      const { height, index } = wire.status.value;
      return { txId, status: 'sealed', height: reader.safe(height, at, 'height'), index };
    }
    case 'refused': {
      const refusal = readIssue(reader, wire.status.value, `${at}/refused`);
      return refusal && { txId, status: 'refused', issue: refusal };
    }
    default:
      return reader.missing(at, 'status');
  }
}

export function encodeGenesisAsk(genesis: Docket): Uint8Array {
  return AttestGenesisRequest.encode({ genesis: docketToWire(genesis) }).finish();
}

/** Issues as `readMessage`. */
export function decodeGenesisAsk(bytes: Uint8Array, decode: DecodeTransaction = decodeTransaction): Result<Docket> {
  return readMessage(bytes, {
    shape: genesisAskShape,
    bytesMax: CALL_BYTES_MAX.genesis,
    parse: AttestGenesisRequest.decode,
    read: (reader, { genesis }) => docketReader(reader, decode)(genesis, '/genesis'),
  });
}

/** The attestation, 128 hex digits, or why there is none. */
export type GenesisAnswer =
  | { readonly type: 'attested'; readonly signature: string }
  | { readonly type: 'refused'; readonly issue: Issue };

export function encodeGenesisAnswer(answer: GenesisAnswer): Uint8Array {
  return AttestGenesisResponse.encode({
    answer:
      answer.type === 'attested'
        ? { $case: 'signature', value: fromHex(answer.signature) as Buffer }
        : { $case: 'refusal', value: issueToWire(answer.issue) },
  }).finish();
}

/** Issues as `readMessage`. */
export function decodeGenesisAnswer(bytes: Uint8Array): Result<GenesisAnswer> {
  return readMessage(bytes, {
    shape: genesisAnswerShape,
    bytesMax: CALL_BYTES_MAX.genesisAnswer,
    parse: AttestGenesisResponse.decode,
    read: (reader, { answer }): GenesisAnswer | undefined => {
      if (answer?.$case === 'signature')
        return { type: 'attested', signature: reader.signature(answer.value, '', 'signature') };
      const refusal = readIssue(reader, answer?.value, '/refusal');
      return refusal && { type: 'refused', issue: refusal };
    },
  });
}
