// The address of a register page says which rows it shows; its field leads to a docket or a transaction.
import { node } from '../session/node.js';
import type { RowFilter } from './row-window.js';

export const KINDS = ['action', 'publication', 'participant', 'governance', 'genesis'] as const;

/** From the query of the address. Anything else in it is left out. */
export function filterIn(search: Readonly<Record<string, unknown>>): RowFilter {
  const text = (name: string) => {
    const value = search[name];
    return typeof value === 'string' || typeof value === 'number' ? { [name]: String(value) } : {};
  };
  const { kind, at } = search;
  return {
    ...(KINDS.some((each) => each === kind) ? { kind: kind as (typeof KINDS)[number] } : {}),
    ...text('sender'),
    ...text('instanceId'),
    ...text('blueprintId'),
    ...(Number.isSafeInteger(at) && Number(at) >= 0 ? { at: Number(at) } : {}),
  };
}

/** A docket to begin with, or a transaction; undefined for what is neither a number nor a TxId nor a time. */
export async function placeOf(
  registerId: string,
  said: string,
): Promise<{ readonly at: number } | { readonly txId: string } | undefined> {
  if (/^\d{1,15}$/.test(said)) return { at: Number(said) };
  if (/^[0-9a-f]{64}$/i.test(said)) return { txId: said.toLowerCase() };
  const time = Date.parse(said);
  if (Number.isNaN(time)) return undefined;
  const until = new Date(time + 1).toISOString();
  const { dockets } = await node.summaries.listDocketSummaries({
    params: { registerId },
    query: { until, pageSize: 1 },
  });
  return { at: dockets[0]?.number ?? 0 };
}
