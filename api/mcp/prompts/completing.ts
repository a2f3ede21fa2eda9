// Completes ids and names as a person types them, from what lists of operations show that person. An argument of a
// prompt and a variable of an address have the same names, so one table serves both.
import { COMPLETIONS_LOOKED_MAX, COMPLETIONS_MAX } from '../../../core/base/limits/node/requests.js';
import { isFailure, type Result } from '../../../core/base/result.js';
import type { OperationId } from '../../client/published/operation-calls.js';
import type { Dispatcher } from '../../dispatch/dispatcher.js';
import { operationsFor, type RowOfOperations, type RowOperations, type ToolCaller } from '../operations.js';

interface Candidate {
  readonly value: string;
  /** By which a person knows it. */
  readonly title?: string;
}

/** Other arguments that the client has already. */
type Known = Readonly<Record<string, string>>;

interface CompletionRow extends RowOfOperations {
  /** At most COMPLETIONS_LOOKED_MAX, of one answer. */
  candidates(known: Known, ports: RowOperations<OperationId>): Promise<Result<readonly Candidate[]>>;
}

const SIZE = COMPLETIONS_LOOKED_MAX;

function completion<const K extends OperationId>(
  name: string,
  operation: K,
  candidates: (known: Known, ports: RowOperations<K>) => Promise<Result<readonly Candidate[]>>,
): CompletionRow {
  return { name, operations: [operation], candidates } as unknown as CompletionRow;
}

export const completions: readonly CompletionRow[] = [
  completion('registerId', 'listRegisters', async (_known, { call }) => {
    const registers = await call('listRegisters', { query: { pageSize: SIZE } });
    return isFailure(registers) ? registers : registers.map(({ id, name }) => ({ value: id, title: name }));
  }),
  completion('blueprintId', 'listBlueprints', async (_known, { call }) => {
    const drafts = await call('listBlueprints', { query: { pageSize: SIZE } });
    return isFailure(drafts) ? drafts : drafts.items.map(({ id, title }) => ({ value: id, title }));
  }),
  completion('instanceId', 'listInstances', async ({ registerId }, { call }) => {
    const query = { pageSize: SIZE, ...(registerId !== undefined && { registerId }) };
    const instances = await call('listInstances', { query });
    if (isFailure(instances)) return instances;
    return instances.items.map(({ id, blueprintId }) => ({ value: id, title: blueprintId }));
  }),
  completion('docketId', 'listDockets', async ({ registerId = '' }, { call }) => {
    const dockets = await call('listDockets', { params: { registerId }, query: { pageSize: SIZE } });
    return isFailure(dockets) ? dockets : dockets.map(({ id }) => ({ value: String(id) }));
  }),
  completion('txId', 'listTransactions', async ({ registerId = '' }, { call }) => {
    const list = await call('listTransactions', { params: { registerId }, query: { $top: SIZE } });
    return isFailure(list) ? list : list.transactions.map(({ txId }) => ({ value: txId }));
  }),
  completion('page', 'listDocuments', async (_known, { call }) => {
    const documents = await call('listDocuments');
    return isFailure(documents) ? documents : documents.map(({ name, title }) => ({ value: name, title }));
  }),
];

export interface Completion {
  readonly values: readonly string[];
  readonly hasMore: boolean;
}

const NONE: Completion = { values: [], hasMore: false };

/**
 * Values that begin with what was typed, or whose title holds it. None where the caller may not list them: a completion
 * is a help, and does not tell why there is none.
 */
export async function complete(
  asked: { readonly name: string; readonly typed: string; readonly known: Known },
  from: ToolCaller,
  dispatcher: Pick<Dispatcher, 'call'>,
): Promise<Completion> {
  const row = completions.find(({ name }) => name === asked.name);
  if (row === undefined) return NONE;
  const all = await row.candidates(asked.known, operationsFor(row, from, dispatcher));
  if (isFailure(all)) return NONE;
  const typed = asked.typed.toLowerCase();
  const fits = ({ value, title = '' }: Candidate): boolean =>
    value.toLowerCase().startsWith(typed) || title.toLowerCase().includes(typed);
  const values = all.filter(fits).map(({ value }) => value);
  return { values: values.slice(0, COMPLETIONS_MAX), hasMore: all.length === SIZE || values.length > COMPLETIONS_MAX };
}
