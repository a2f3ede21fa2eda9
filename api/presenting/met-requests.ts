// Requests of verifiers that wait for the consent of a person. They live some minutes, in memory: a restart ends them,
// and a person asks its wallet to read the request anew.
import { LRUCache } from 'lru-cache';
import { issue } from '../../core/base/issue.js';
import { MET_REQUESTS_BYTES_MAX, MET_REQUESTS_OF_PERSON_MAX, REQUEST_MS } from '../../core/base/limits/node/wallets.js';
import type { Clock } from '../../core/base/ports.js';
import { fail, type Result } from '../../core/base/result.js';
import { isRequestOver, type MetRequest } from '../../core/credentials/answering/met-request.js';
import type { MetVerifier } from '../../core/credentials/answering/verifier.js';

export interface WaitingRequest {
  readonly id: string;
  /** The name under which its person owns wallets. */
  readonly ownerId: string;
  /** Address of the wallet that answers. */
  readonly wallet: string;
  readonly request: MetRequest;
  readonly verifier: MetVerifier;
}

const FRAME_BYTES = 1024;

export class MetRequests {
  private readonly waiting: LRUCache<string, WaitingRequest>;
  private readonly answering = new Set<string>();

  constructor(private readonly clock: Pick<Clock, 'now' | 'steady'>) {
    this.waiting = new LRUCache({
      ...{ maxSize: MET_REQUESTS_BYTES_MAX, ttl: REQUEST_MS, perf: { now: () => clock.steady() } },
      sizeCalculation: ({ request }) => FRAME_BYTES + 4 * JSON.stringify(request.dcql).length,
    });
  }

  /** QUOTA_EXCEEDED where as many wait for the person as may. */
  add(waiting: WaitingRequest): Result<WaitingRequest> {
    if (this.of(waiting.ownerId).length >= MET_REQUESTS_OF_PERSON_MAX)
      return fail(
        issue(
          'QUOTA_EXCEEDED',
          '',
          `${MET_REQUESTS_OF_PERSON_MAX} requests wait for you: answer some, or let them end.`,
        ),
      );
    this.waiting.set(waiting.id, waiting);
    return waiting;
  }

  /** The requests of a person that are not over, the newest first. */
  of(ownerId: string): readonly WaitingRequest[] {
    return [...this.waiting.values()].filter((each) => each.ownerId === ownerId && !this.isOver(each));
  }

  /** REQUEST_NOT_FOUND for one of another person too; REQUEST_EXPIRED. */
  find(id: string, ownerId: string): Result<WaitingRequest> {
    const waiting = this.waiting.get(id);
    if (waiting?.ownerId !== ownerId)
      return fail(issue('REQUEST_NOT_FOUND', '/presentationId', 'No such request waits for you: read it anew.'));
    return this.isOver(waiting)
      ? fail(issue('REQUEST_EXPIRED', '/presentationId', 'The time of the request is over.'))
      : waiting;
  }

  private isOver({ request }: WaitingRequest): boolean {
    return isRequestOver(request, this.clock.now());
  }

  /**
   * The answer that `send` gives. A request takes one at a time; it goes with the first that reached its verifier.
   * REQUEST_EXPIRED while another one is under way.
   */
  async answer<T>(
    id: string,
    send: () => Promise<{ readonly isOver: boolean; readonly value: Result<T> }>,
  ): Promise<Result<T>> {
    if (this.answering.has(id))
      return fail(issue('REQUEST_EXPIRED', '/presentationId', 'The request is being answered.'));
    this.answering.add(id);
    try {
      const { isOver, value } = await send();
      if (isOver) this.waiting.delete(id);
      return value;
    } finally {
      this.answering.delete(id);
    }
  }
}
