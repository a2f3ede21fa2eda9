// The moves that were done in an instance, as the ledger has them, for commands that show them.
import type { Client } from '../../api/client/client.js';
import { PAGE_SIZE_MAX } from '../../core/base/limits/node/requests.js';
import { isClientError } from '../remote/remote.js';
import type { ShownInstance } from './place.js';

type Sealed = Awaited<ReturnType<Client['queryBlueprintTransactions']>>['items'][number];

/** A sealed move of an instance. */
export interface PastMove {
  readonly actionId: string;
  readonly type: string;
  /** The timer that fired, where it was one. */
  readonly timer?: string;
  /** The choice of a vote, and the role as which it is cast. */
  readonly vote?: string;
  /** Of a Confirmation: whether it agrees, and as whom. */
  readonly answer?: string;
  readonly isDeclined?: true;
  readonly senderWallet: string;
  readonly timestamp: string;
  readonly docketNumber: number;
  readonly transactionId: string;
}

/** The sealed moves of an instance, oldest first; undefined where the caller may not read the register. */
export async function historyOf(client: Client, instance: ShownInstance): Promise<readonly PastMove[] | undefined> {
  const { id, registerId, blueprintId } = instance;
  const found: Sealed[] = [];
  try {
    for (let page = 1; ; page++) {
      const query = { registerId, instanceId: id, page, pageSize: PAGE_SIZE_MAX };
      const { items, totalCount } = await client.queryBlueprintTransactions({ params: { blueprintId }, query });
      found.push(...items);
      if (items.length === 0 || found.length >= totalCount) break;
    }
  } catch (error) {
    if (isClientError(error) && (error.status === 404 || error.status === 403)) return undefined;
    throw error;
  }
  return found
    .sort((a, b) => (a.docketNumber ?? 0) - (b.docketNumber ?? 0) || (a.index ?? 0) - (b.index ?? 0))
    .map(({ metaData, senderWallet, timeStamp, docketNumber = 0, txId }) => {
      const type = String(metaData.trackingData?.type ?? 'Action');
      const { actionId } = metaData;
      const timer = type === 'Timer' ? { timer: String(metaData.trackingData?.timer) } : {};
      const { vote, role, answer, for: principal } = metaData.trackingData ?? {};
      const answered = type === 'Confirmation' && isAnswer(answer) ? answerOf(answer) : {};
      const cast =
        type === 'Vote' ? { vote: `${vote} as ${role}${principal === undefined ? '' : ` for ${principal}`}` } : {};
      return {
        actionId,
        type,
        ...timer,
        ...cast,
        ...answered,
        senderWallet,
        timestamp: timeStamp,
        docketNumber,
        transactionId: txId,
      };
    });
}

interface Answer {
  readonly accept: boolean;
  readonly role: string;
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && 'accept' in value && 'role' in value;
}

function answerOf({ accept, role }: Answer): Pick<PastMove, 'answer' | 'isDeclined'> {
  return accept ? { answer: `confirmed by ${role}` } : { answer: `not confirmed by ${role}`, isDeclined: true };
}

/**
 * Where the newest move is a rejection, or a confirmation that was declined: how its reason is read, by those who may.
 */
export function sentBack({ registerId }: ShownInstance, history: readonly PastMove[] = []): readonly string[] {
  const last = history.at(-1);
  const why = last?.type === 'Rejection' ? 'sent back' : last?.isDeclined ? 'not confirmed' : undefined;
  if (!last || why === undefined) return [];
  return [
    `Why it was ${why}, for who may read it: quorate action show ${registerId} ${last.transactionId} --wallet WALLET`,
  ];
}
