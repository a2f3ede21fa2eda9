// Reads a transaction, its evidence and its readers, with the names that people know it by.
import { node } from '../session/node.js';
import type { EvidenceFile } from '../verify/use-check.js';
import { readNames } from './participant-names.js';

const ROWS_MAX = 100;

type Transaction = Awaited<ReturnType<typeof node.transactions.getTransaction>>;

interface Place {
  readonly params: { readonly registerId: string; readonly txId: string };
}

export async function readTransaction({ params }: Place) {
  const [transaction, evidence, readers, register, names] = await Promise.all([
    node.transactions.getTransaction({ params }),
    node.transactions.getEvidence({ params }),
    // A node without the definition cannot say it; the page is whole without.
    node.transactions.getTransactionReaders({ params }).catch(() => undefined),
    node.registers.getRegister({ params }),
    readNames(params.registerId),
  ]);
  const bytes = new TextEncoder().encode(`${JSON.stringify(evidence, null, 2)}\n`);
  const file: EvidenceFile = { name: `evidence-${params.txId.slice(0, 8)}.json`, bytes };
  return { transaction, file, readers, register, names, row: await rowOf(transaction) };
}

export type TransactionRead = Awaited<ReturnType<typeof readTransaction>>;

/** The row of its docket has its title. Undefined where it is one of very many there, or in none yet. */
async function rowOf({ registerId, txId, docketNumber, metaData }: Transaction) {
  if (docketNumber === undefined) return undefined;
  const { instanceId } = metaData;
  const narrow = instanceId === undefined ? {} : { instanceId };
  const query = { fromDocket: docketNumber, toDocket: docketNumber, pageSize: ROWS_MAX, ...narrow };
  const { transactions } = await node.summaries.listTransactionSummaries({ params: { registerId }, query });
  return transactions.find((row) => row.txId === txId);
}
