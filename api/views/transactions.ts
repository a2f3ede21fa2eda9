// Transactions, places and receipts as clients see them.
import type { Static } from 'typebox';
import type { Receipt, SealedPlace } from '../../actors/ledger-port.js';
import { canonical, type Json } from '../../core/base/json.js';
import { kindOf } from '../../core/kinds/index.js';
import type { Certificate } from '../../core/model/register.js';
import type { Transaction, TransactionKind } from '../../core/model/transaction.js';
import { transactionDid } from '../../core/register/people/did.js';
import type { SealedTransaction } from '../../storage/chain/chain-read.js';
import type { ReceiptView, TransactionView } from '../schemas/registers/transactions.js';

/** The types of the specification, by kind. */
const TYPE_OF: Readonly<Record<TransactionKind, 'Control' | 'Action' | 'Participant'>> = {
  genesis: 'Control',
  publication: 'Control',
  governance: 'Control',
  participant: 'Participant',
  action: 'Action',
};

export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

export function placeView(place: Omit<SealedPlace, 'status' | 'sealedAtMs'>) {
  return { docketNumber: place.height, docketHash: place.docketHash, index: place.index };
}

export function sealedView({
  transaction,
  height,
  index,
  docketHash,
}: SealedTransaction): Static<typeof TransactionView> {
  return transactionView(transaction, { height, index, docketHash });
}

/** The record of the specification's section 2.3; without a place for a transaction that is not sealed yet. */
export function transactionView(
  tx: Transaction,
  place?: { readonly height: number; readonly index: number; readonly docketHash: string },
): Static<typeof TransactionView> {
  const { header, signatures } = tx;
  const recipients = [...(header.recipients ?? [])];
  return {
    '@id': transactionDid(header.registerId, tx.txId),
    registerId: header.registerId,
    txId: tx.txId,
    ...(header.previousTransactionId === undefined ? {} : { prevTxId: header.previousTransactionId }),
    ...(place === undefined ? {} : placeView(place)),
    version: 1,
    senderWallet: header.senderWallet,
    recipientsWallets: recipients,
    timeStamp: header.createdAt,
    ...(header.expiresAt === undefined ? {} : { expiresAt: header.expiresAt }),
    metaData: metaDataOf(tx),
    payloadHash: header.payloadHash,
    payloadCount: 1,
    payloads: [
      {
        walletAccess: [header.senderWallet, ...recipients],
        payloadSize: payloadSizeOf(tx),
        hash: header.payloadHash,
        data: tx.payload,
        contentType: 'application/json',
        contentEncoding: 'identity',
      },
    ],
    signature: signatures[0]?.signatureValue ?? '',
    signatures: signatures.map(({ publicKey, signatureValue, algorithm }) => ({
      publicKey,
      signatureValue,
      algorithm,
    })),
  };
}

/**
 * Bytes of the canonical payload: what the canonical bytes have beside the rest. A list of short rows writes no payload
 * of 4 MiB for its size.
 */
export function payloadSizeOf({ header, signatures, bytes }: Transaction): number {
  return bytes.length - Buffer.byteLength(canonical({ header, payload: '', signatures } as unknown as Json)) + 2;
}

function metaDataOf({ header }: Transaction): Static<typeof TransactionView>['metaData'] {
  return {
    registerId: header.registerId,
    transactionType: TYPE_OF[kindOf(header).kind],
    blueprintId: header.blueprintId,
    actionId: header.actionId,
    ...(header.instanceId === undefined ? {} : { instanceId: header.instanceId }),
    ...(header.publicationTxId === undefined ? {} : { publicationTxId: header.publicationTxId }),
    ...(header.metadata === undefined ? {} : { trackingData: { ...header.metadata } }),
  };
}

export function receiptView(
  at: { readonly registerId: string; readonly txId: string },
  receipt: Receipt,
  certificate: Certificate | undefined,
): Static<typeof ReceiptView> {
  const about = { transactionId: at.txId, registerId: at.registerId };
  switch (receipt.status) {
    case 'pending':
      return { ...about, status: 'pending', acceptedAt: isoTime(receipt.acceptedAtMs) };
    case 'sealed':
      return {
        ...about,
        status: 'sealed',
        sealedAt: isoTime(receipt.sealedAtMs),
        ...placeView(receipt),
        ...(certificate === undefined ? {} : { certificate: certificateView(certificate) }),
      };
    case 'abandoned':
      return {
        ...about,
        status: 'abandoned',
        abandonedAt: isoTime(receipt.abandonedAtMs),
        definitive: false,
        code: receipt.issue.code,
        message: receipt.issue.message,
        path: receipt.issue.path,
      };
    case 'refused':
      return {
        ...about,
        status: 'refused',
        refusedAt: isoTime(receipt.refusedAtMs),
        definitive: receipt.definitive,
        code: receipt.issue.code,
        message: receipt.issue.message,
        path: receipt.issue.path,
      };
  }
}

export function certificateView(certificate: Certificate) {
  const { kind, height, round, docketHash, rosterHash, signatures } = certificate;
  return { kind, height, round, docketHash, rosterHash, signatures: signatures.map((entry) => ({ ...entry })) };
}
