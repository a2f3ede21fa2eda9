// Keeps a node busy until it dies: single submissions, batches and chains, all at once, with what was answered
// remembered beside what was asked. A request that got no answer is asked again first in the next round, with the same
// bytes. It never counts as acknowledged what the node did not answer for.

import { HttpPipe, postBytes } from '../../../cli/bench/http-pipe.js';
import type { AuditedPlace } from '../../../cli/harness/chain-audit.js';
import { benchSubmission } from '../../../cli/harness/workload.js';
import type { KeyPair } from '../../../core/crypto/signing/algorithms.js';
import type { Submission } from '../../../core/model/transaction.js';
import { callSubmission } from './workflow.js';

export interface Target {
  readonly host: string;
  readonly port: number;
  readonly token: string;
}

export interface Ledger {
  readonly registerId: string;
  readonly notesTxId: string;
  readonly callsTxId: string;
  readonly keys: readonly KeyPair[];
}

/** Answers over all rounds. A place is undefined while the node only promised to seal. */
export interface Record {
  readonly acknowledged: Map<string, AuditedPlace | undefined>;
  /**
   * Refusals by code: some are right in a node that is dying or paused, none may be of an honest transaction's content.
   */
  readonly refusals: Map<string, number>;
  /** TxIds that were under way at a kill. */
  readonly unanswered: Set<string>;
  /** Asked again after a restart, and answered. */
  repeated: number;
}

const SINGLES = 6;
const CHAINS = 4;
const BATCHERS = 2;
const PER_BATCH = 25;

interface Sender {
  readonly path: string;
  /** Bodies of the next request; the same again until it is answered. */
  next(): readonly Submission[];
  answered(): void;
}

export class Load {
  readonly record: Record = {
    acknowledged: new Map(),
    refusals: new Map(),
    unanswered: new Set(),
    repeated: 0,
  };
  private readonly ledger: Ledger;
  private readonly senders: readonly Sender[];
  private sequence = 0;

  constructor(ledger: Ledger) {
    this.ledger = ledger;
    this.senders = [
      ...Array.from({ length: SINGLES }, () => this.notes(1)),
      ...Array.from({ length: BATCHERS }, () => this.notes(PER_BATCH)),
      ...Array.from({ length: CHAINS }, (_, i) => this.calls(`line-${i}`)),
    ];
  }

  /** Every sender, until its connection breaks. */
  async run(target: Target): Promise<void> {
    await Promise.all(this.senders.map((sender) => this.drive(sender, target)));
  }

  private async drive(sender: Sender, target: Target): Promise<void> {
    const { host, token } = target;
    let pipe: HttpPipe | undefined;
    try {
      pipe = await HttpPipe.open(host, target.port);
      for (;;) {
        const bodies = sender.next();
        const json = sender.path.endsWith('/batch') ? { transactions: bodies } : bodies[0];
        const request = postBytes({ host, path: sender.path, token }, Buffer.from(JSON.stringify(json)));
        for (const { transactionId } of bodies) this.record.unanswered.add(transactionId);
        const { status, body } = await pipe.send(request);
        this.note(bodies, status, JSON.parse(body.toString('utf8')));
        sender.answered();
      }
    } catch (error) {
      // The node died, which is what this is about. Anything else is a bug.
      if (!(error instanceof Error) || !isBroken(error)) throw error;
    } finally {
      pipe?.close();
    }
  }

  private note(bodies: readonly Submission[], status: number, answer: Answer): void {
    const results = answer.results ?? [{ ...answer, transactionId: bodies[0]?.transactionId ?? '' }];
    for (const [i, { transactionId }] of bodies.entries()) {
      const result = results[i];
      if (this.record.unanswered.delete(transactionId) && this.again.delete(transactionId)) this.record.repeated++;
      if (result?.transactionId !== transactionId) this.refused('ANSWER_OF_ANOTHER');
      else if (result.status === 'sealed')
        this.record.acknowledged.set(transactionId, { height: result.docketNumber ?? -1, index: result.index ?? -1 });
      else if (result.status === 'pending') this.record.acknowledged.set(transactionId, undefined);
      else this.refused(result.code ?? `STATUS_${status}`);
    }
  }

  /** The requests without an answer at the last kill. */
  private again = new Set<string>();

  /** Call it after each kill. */
  settle(): void {
    this.again = new Set(this.record.unanswered);
  }

  private refused(code: string): void {
    this.record.refusals.set(code, (this.record.refusals.get(code) ?? 0) + 1);
  }

  private notes(perRequest: number): Sender {
    const { registerId, notesTxId: publicationTxId, keys } = this.ledger;
    let waiting: readonly Submission[] | undefined;
    return {
      path: perRequest === 1 ? `/api/registers/${registerId}/transactions` : '/api/v1/transactions/batch',
      next: () => {
        waiting ??= Array.from({ length: perRequest }, () =>
          benchSubmission({ registerId, publicationTxId, keys }, this.sequence++),
        );
        return waiting;
      },
      answered: () => {
        waiting = undefined;
      },
    };
  }

  /** Two keys that answer each other; a step is asked until it is answered, because the next one stands on it. */
  private calls(instanceId: string): Sender {
    const { registerId, callsTxId: publicationTxId, keys } = this.ledger;
    let turn = 0;
    let follows: string | undefined;
    let waiting: Submission | undefined;
    return {
      path: `/api/registers/${registerId}/transactions`,
      next: () => {
        const key = keys[turn % 2] as KeyPair;
        const call = { registerId, publicationTxId, instanceId, turn, follows, key, nowMs: Date.now() };
        waiting ??= callSubmission(call);
        return [waiting];
      },
      answered: () => {
        if (waiting && this.record.acknowledged.has(waiting.transactionId)) {
          follows = waiting.transactionId;
          turn++;
        }
        waiting = undefined;
      },
    };
  }
}

interface Result {
  readonly transactionId: string;
  readonly status?: string | number;
  readonly docketNumber?: number;
  readonly index?: number;
  readonly code?: string;
}

type Answer = Result & { readonly results?: readonly Result[] };

const BROKEN = new Set(['ECONNRESET', 'ECONNREFUSED', 'EPIPE']);

function isBroken(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return (code !== undefined && BROKEN.has(code)) || error.message.includes('closed the connection');
}
