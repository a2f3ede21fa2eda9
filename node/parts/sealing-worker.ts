// Encrypts large actions in a worker thread: a payload of 3 MiB, or a hundred recipients, would keep the event loop busy for a tenth of a second. The thread
// gets the plain data and public keys and no secret of a wallet. One that dies is replaced, and what it had is told to try again.
import type { Worker } from 'node:worker_threads';
import { InvariantError } from '../../core/base/assert.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { SEALINGS_WAITING_MAX } from '../../core/base/limits.js';
import type { Envelope } from '../../core/disclosure/envelope.js';
import type { Sealing } from '../../core/disclosure/seal.js';
import { startThread } from '../../storage/thread.js';

export interface SealingMessage {
  readonly id: number;
  readonly sealing: Sealing;
}

type Sealed = Envelope | readonly Issue[];

export type SealedMessage =
  | { readonly id: number; readonly result: Sealed }
  | { readonly id: number; readonly failed: true };

interface Waiting {
  readonly resolve: (result: Sealed) => void;
  readonly reject: (error: Error) => void;
}

export class SealingWorker {
  private readonly start: () => Worker;
  private readonly waiting = new Map<number, Waiting>();
  private thread: Worker | undefined;
  private next = 0;
  private closed = false;

  /** `start` is for tests: it makes the thread. */
  constructor(start: () => Worker = startSealing) {
    this.start = start;
  }

  /**
   * The envelope, or the issues of sealEnvelope. NODE_UNAVAILABLE when too many wait, the node stops or the thread died: the same may be asked again. What the
   * sender has agreed on with a recipient before is not used: it is a secret, and it may end while the work waits.
   */
  seal(sealing: Sealing): Promise<Sealed> {
    if (this.closed || this.waiting.size >= SEALINGS_WAITING_MAX) return Promise.resolve([busy()]);
    const thread = this.running();
    const id = this.next++;
    const groups = sealing.groups.map((group) => ({
      ...group,
      recipients: group.recipients.map(({ agreed, ...recipient }) => recipient),
    }));
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      const message: SealingMessage = { id, sealing: { ...sealing, groups } };
      thread.postMessage(message);
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    const { thread } = this;
    this.gone();
    await thread?.terminate();
  }

  private running(): Worker {
    if (this.thread) return this.thread;
    const thread = this.start();
    // An idle thread keeps no process alive.
    thread.unref();
    thread.on('message', (message: SealedMessage) => this.hear(message));
    // Every end is told as an exit; what made it, out of memory or a throw, is told as an error before.
    thread.on('error', () => undefined);
    thread.on('exit', () => {
      if (thread === this.thread) this.gone();
    });
    this.thread = thread;
    return thread;
  }

  private hear(message: SealedMessage): void {
    const waiting = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if ('result' in message) waiting?.resolve(message.result);
    else waiting?.reject(new InvariantError('sealing threw'));
  }

  private gone(): void {
    this.thread = undefined;
    for (const { resolve } of this.waiting.values()) resolve([busy()]);
    this.waiting.clear();
  }
}

function startSealing(): Worker {
  // Nothing of the node's environment or arguments is the thread's.
  return startThread(new URL('./sealing-thread.js', import.meta.url), { argv: [], env: {} });
}

function busy(): Issue {
  return issue('NODE_UNAVAILABLE', '', 'The node cannot encrypt this now; try again in a few seconds.');
}
