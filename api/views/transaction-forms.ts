// Lists of transactions in the forms that programs for data read: a table for spreadsheets, and one transaction a line
// for pipes and loaders. Payloads are in the lines only: a table has one cell for each member that all transactions
// have.
import type { Static, TSchema } from 'typebox';
import type { Representation, RowValue } from '../define.js';
import { TransactionView } from '../schemas/registers/transactions.js';

type Transaction = Static<typeof TransactionView>;

const COLUMNS: Readonly<Record<string, (tx: Transaction) => RowValue>> = {
  registerId: (tx) => tx.registerId,
  docketNumber: (tx) => tx.docketNumber,
  index: (tx) => tx.index,
  txId: (tx) => tx.txId,
  prevTxId: (tx) => tx.prevTxId,
  timeStamp: (tx) => tx.timeStamp,
  transactionType: ({ metaData }) => metaData.transactionType,
  blueprintId: ({ metaData }) => metaData.blueprintId,
  actionId: ({ metaData }) => metaData.actionId,
  instanceId: ({ metaData }) => metaData.instanceId,
  publicationTxId: ({ metaData }) => metaData.publicationTxId,
  senderWallet: (tx) => tx.senderWallet,
  recipientsWallets: (tx) => tx.recipientsWallets.join(' '),
  payloadHash: (tx) => tx.payloadHash,
  payloadSize: ({ payloads }) => payloads[0]?.payloadSize,
};

/** `items` of an answer, each by `schema`; `transaction` finds the transaction in one. */
export function listForms<Item>(
  schema: TSchema,
  items: (value: never) => readonly Item[],
  transaction: (item: Item) => Transaction,
): Readonly<Record<string, Representation>> {
  const columns = Object.entries(COLUMNS).map(([name, cell]) => [name, (item: Item) => cell(transaction(item))]);
  return {
    'text/csv': { kind: 'table', items, columns: Object.fromEntries(columns) },
    'application/x-ndjson': { kind: 'lines', items, schema },
  };
}

/** Of a page of transactions. */
export const TRANSACTION_FORMS = listForms(
  TransactionView,
  ({ items }: { readonly items: readonly Transaction[] }) => items,
  (tx) => tx,
);
