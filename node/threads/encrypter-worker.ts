// Seals actions in a worker thread: it is most of the work on a move. For a payload of 3 MiB, or for a hundred
// recipients, it would keep the event loop busy for a tenth of a second. The thread gets plain data and public keys and
// no secret of a wallet. A thread that dies is replaced, and callers whose work it had are told to try again.
import type { Worker } from 'node:worker_threads';
import type { EncryptedDraft, Encrypter, EncryptionAsk } from '../../actors/workflow/encryption/encrypter.js';
import { InvariantError } from '../../core/base/assert.js';
import { type Issue, issue } from '../../core/base/issue.js';
import type { Json } from '../../core/base/json.js';
import { ENVELOPE_BYTES_MAX } from '../../core/base/limits/ledger/disclosure.js';
import { SEALER_KEYS_MAX, SEALER_MESSAGE_CHARS_MAX } from '../../core/base/limits/node/sealing.js';
import { fail, type Result } from '../../core/base/result.js';
import {
  type CellEncryption,
  cellEncryptionProblems,
  charactersIn,
  type GroupKeys,
} from '../../core/envelope/cells/encrypt.js';
import type { WalletKey } from '../../core/envelope/sealed-group.js';
import type { TransactionHeader } from '../../core/model/transaction.js';
import { startThread } from '../../storage/engine/thread.js';

/** The questions since the last message. */
export interface EncrypterMessage {
  /** All keys told before are forgotten. */
  readonly forget: boolean;
  readonly keys: readonly (readonly [number, WalletKey])[];
  /** TxIds that registers have sealed. */
  readonly carried: readonly string[];
  /** JSON of a list of WrittenAsk: one text costs less than the objects. */
  readonly asks: string;
}

/** An ask as it is written, with numbers instead of keys. */
export interface WrittenAsk {
  readonly id: number;
  readonly draft: EncryptionAsk['draft'];
  readonly sealing: WrittenCells;
}

type WrittenCells = Omit<CellEncryption, 'entropy' | 'groups'> & {
  readonly groups: readonly (Omit<GroupKeys, 'recipients'> & { readonly recipients: readonly number[] })[];
};

export type EncryptedMessage = { readonly id: number } & (
  | { readonly txId: string; readonly digest: string; readonly headerText: string; readonly payloadText: string }
  | { readonly issues: readonly Issue[] }
  | { readonly failed: true }
);

type Sealed = Result<EncryptedDraft>;

interface Waiting {
  readonly resolve: (result: Sealed) => void;
  readonly reject: (error: Error) => void;
}

/** Decision 0125. */
export class EncrypterWorker implements Encrypter {
  private readonly waitingMax: number;
  private readonly start: () => Worker;
  private readonly waiting = new Map<number, Waiting>();
  private thread: Worker | undefined;
  private next = 0;
  private closed = false;
  /** Numbers of the keys that the thread knows: they come again with each action of their wallets, and are long. */
  private numbers = new WeakMap<WalletKey, number>();
  private numbered = 0;
  /** The keys that go out when the event loop has heard all that there is. */
  private keys: (readonly [number, WalletKey])[] = [];
  private forget = true;
  private asks: string[] = [];
  private askedChars = 0;
  private sealedTxIds: string[] = [];

  /** At most `waitingMax` wait at a time. `start` is for tests: it makes the thread. */
  constructor(waitingMax: number, start: () => Worker = startEncrypter) {
    this.waitingMax = waitingMax;
    this.start = start;
  }

  /**
   * NODE_UNAVAILABLE when too many wait, the node stops or the thread died: the same may be asked again. Throws where
   * sealing does.
   */
  encrypt(ask: EncryptionAsk): Promise<Sealed> {
    if (this.closed || this.waiting.size >= this.waitingMax) return Promise.resolve(fail(busy()));
    this.running();
    const id = this.next++;
    const text = this.writeEnvelope(id, ask);
    if (typeof text !== 'string') return Promise.resolve(text);
    this.asks.push(text);
    this.askedChars += text.length;
    if (this.askedChars > SEALER_MESSAGE_CHARS_MAX) this.flush();
    else this.post();
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  onCarried(txId: string): void {
    // A thread that died has forgotten what it agreed on.
    if (!this.thread) return;
    this.sealedTxIds.push(txId);
    this.post();
  }

  async close(): Promise<void> {
    this.closed = true;
    const { thread } = this;
    this.onGone();
    await thread?.terminate();
  }

  /** Values of cells are canonical texts already. */
  private writeEnvelope(id: number, { draft, sealing }: EncryptionAsk): Result<string> {
    if (this.numbered >= SEALER_KEYS_MAX) {
      // The text that was written before names keys by their old numbers.
      this.flush();
      this.forgetKeys();
    }
    // Content that surely does not fit is not written.
    if (charactersIn(sealing.classes) > ENVELOPE_BYTES_MAX) return fail(cellEncryptionProblems(sealing));
    const groups = sealing.groups.map(({ classes, recipients }) => ({
      classes,
      recipients: recipients.map((key) => this.numberOf(key)),
    }));
    return JSON.stringify({ draft, id, sealing: { ...sealing, groups } });
  }

  private numberOf(key: WalletKey): number {
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const number = this.numbered++;
    this.numbers.set(key, number);
    this.keys.push([number, compact(key)]);
    return number;
  }

  private forgetKeys(): void {
    this.numbers = new WeakMap();
    this.numbered = 0;
    this.forget = true;
  }

  /** A single message for all that is asked in one turn of the event loop. */
  private post(): void {
    if (this.asks.length + this.sealedTxIds.length === 1) setImmediate(() => this.flush());
  }

  private flush(): void {
    const { asks, keys, forget, sealedTxIds: carried } = this;
    if (!this.thread || asks.length + carried.length === 0) return;
    this.clear();
    this.forget = false;
    const message: EncrypterMessage = { forget, keys, carried, asks: `[${asks.join()}]` };
    this.thread.postMessage(message);
  }

  private clear(): void {
    this.asks = [];
    this.askedChars = 0;
    this.keys = [];
    this.sealedTxIds = [];
  }

  private running(): void {
    if (this.thread) return;
    const thread = this.start();
    // An idle thread keeps no process alive.
    thread.unref();
    thread.on('message', (answers: readonly EncryptedMessage[]) => {
      for (const answer of answers) this.hear(answer);
    });
    // Every end is told as an exit; what made it, out of memory or a throw, is told as an error before.
    thread.on('error', () => undefined);
    thread.on('exit', () => {
      if (thread === this.thread) this.onGone();
    });
    this.thread = thread;
  }

  private hear(answer: EncryptedMessage): void {
    const waiting = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    if ('failed' in answer) waiting?.reject(new InvariantError('sealing threw'));
    else waiting?.resolve('issues' in answer ? fail(answer.issues) : moveOf(answer));
  }

  private onGone(): void {
    this.thread = undefined;
    this.forgetKeys();
    this.clear();
    for (const { resolve } of this.waiting.values()) resolve(fail(busy()));
    this.waiting.clear();
  }
}

/** With bytes of its own: a message would carry all of the memory that they are a part of. */
function compact({ agreed, ...key }: WalletKey): WalletKey {
  const { publicKey, encapsulationKey } = key;
  return {
    ...key,
    publicKey: Uint8Array.from(publicKey),
    ...(encapsulationKey && { encapsulationKey: Uint8Array.from(encapsulationKey) }),
  };
}

/** The values are those of the texts, which this code base made. */
function moveOf({
  txId,
  digest,
  headerText,
  payloadText,
}: Extract<EncryptedMessage, { readonly txId: string }>): EncryptedDraft {
  const header = JSON.parse(headerText) as TransactionHeader;
  return { unsigned: { txId, header, headerText, payload: JSON.parse(payloadText) as Json, payloadText }, digest };
}

function startEncrypter(): Worker {
  // Nothing of the node's environment or arguments is the thread's.
  return startThread(new URL('./encrypter-thread.js', import.meta.url), { argv: [], env: {} });
}

function busy(): Issue {
  return issue('NODE_UNAVAILABLE', '', 'The node cannot encrypt this now; try again in a few seconds.');
}
