// The moves that were done in an instance, as the ledger has them, for commands that show them.
import type { Client } from '../../api/client/client.js';
import type { JsonObject } from '../../core/base/json.js';
import { PAGE_SIZE_MAX } from '../../core/base/limits/node/requests.js';
import { type ToldMove, toldMove } from '../../core/transaction/told-move.js';
import { isClientError } from '../remote/remote.js';
import type { ShownInstance } from './place.js';

type Sealed = Awaited<ReturnType<Client['queryBlueprintTransactions']>>['items'][number];

/** A sealed move of an instance. */
export interface PastMove extends ToldMove {
  readonly actionId: string;
  readonly senderWallet: string;
  readonly timestamp: string;
  readonly docketNumber: number;
  readonly transactionId: string;
  /** Of a Handover: its holder keeps the role. */
  readonly isRefusal?: boolean;
}

/** The sealed moves of an instance, oldest first; undefined where the caller may not read the register. */
export async function historyOf(client: Client, instance: ShownInstance): Promise<readonly PastMove[] | undefined> {
  const { id, registerId, blueprintId } = instance;
  const moves: Sealed[] = [];
  try {
    for (let page = 1; ; page++) {
      const query = { registerId, instanceId: id, page, pageSize: PAGE_SIZE_MAX };
      const { items, totalCount } = await client.queryBlueprintTransactions({ params: { blueprintId }, query });
      moves.push(...items);
      if (items.length === 0 || moves.length >= totalCount) break;
    }
  } catch (error) {
    if (isClientError(error) && (error.status === 404 || error.status === 403)) return undefined;
    throw error;
  }
  return moves
    .sort((a, b) => (a.docketNumber ?? 0) - (b.docketNumber ?? 0) || (a.index ?? 0) - (b.index ?? 0))
    .map(({ metaData: { actionId, trackingData }, payloads, senderWallet, timeStamp, docketNumber = 0, txId }) => {
      const parts = toldMove(trackingData === undefined ? {} : { metadata: trackingData as JsonObject });
      const move = { actionId, ...parts, senderWallet, timestamp: timeStamp, docketNumber, transactionId: txId };
      const said = parts.type === 'Handover' ? (payloads?.[0]?.data as JsonObject | undefined) : undefined;
      return said?.refuse === true ? { ...move, isRefusal: true } : move;
    });
}

/** Moves that are about no action, though they name one. */
const BESIDE: ReadonlySet<string> = new Set(['Cancellation', 'Delivery', 'Handover']);

export function isBeside({ type }: Pick<ToldMove, 'type'>): boolean {
  return BESIDE.has(type);
}

/** A move in words: the title of an action that was done, with the kind of what was done to it where it is another. */
export function moveText(move: ToldMove & Pick<PastMove, 'isRefusal'>, title: string): string {
  if (move.type === 'Action') return title;
  if (move.isRefusal) return `${move.type} (refused by the holder)`;
  return isBeside(move) ? move.type : `${title} (${kindText(move)})`.trim();
}

function kindText({ type, vote, role, for: principal, isConfirmed }: ToldMove): string {
  if (isConfirmed !== undefined) return `${isConfirmed ? 'confirmed' : 'not confirmed'} by ${role}`;
  if (vote === undefined) return type;
  return `Vote ${vote} as ${role}${principal === undefined ? '' : `, by a deputy of ${principal}`}`;
}

/**
 * Where the newest move is a rejection, or a confirmation that was declined: how its reason is read, by those who may.
 */
export function describeSentBack({ registerId }: ShownInstance, history: readonly PastMove[] = []): readonly string[] {
  const last = history.at(-1);
  const why = last?.type === 'Rejection' ? 'sent back' : last?.isConfirmed === false ? 'not confirmed' : undefined;
  if (!last || why === undefined) return [];
  return [
    `Why it was ${why}, for who may read it: quorate action show ${registerId} ${last.transactionId} --wallet WALLET`,
  ];
}
