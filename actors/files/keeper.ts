// The files that a node keeps: chunks that sealed actions name, with a claim for each action. A validator looks through
// every docket and fetches what it lacks, at a bounded rate and from where it left off; any other node keeps what was
// uploaded to it and what its readers asked for. It opens nothing, and deletes a chunk only when no action can name it
// any more.

import type { Issue } from '../../core/base/issue.js';
import { ACTION_FILES_MAX } from '../../core/base/limits/ledger/disclosure.js';
import {
  FILE_FETCH_BYTES_PER_SECOND,
  FILE_RETRIES_KEPT,
  FILE_RETRY_MAX_MS,
  FILE_RETRY_MS,
  FILE_TASKS_MAX,
  UPLOAD_KEEP_MS,
} from '../../core/base/limits/node/files.js';
import type { Timer } from '../../core/base/ports.js';
import { isFailure, type Result } from '../../core/base/result.js';
import { isFar } from '../../core/base/time/elapsed.js';
import { filesOf } from '../../core/envelope/envelope.js';
import type { ChunkAsk } from '../../core/mesh/frames.js';
import type { Transaction } from '../../core/model/transaction.js';
import type { ClaimTask } from '../../storage/tables/workflow/file-claims.js';
import { ChunkFetcher } from './fetching.js';
import type { FileKeeperPorts } from './keeper-ports.js';
import type { FileFigures, FileLibrary, NamedFile, SharedFiles } from './ports.js';
import { Senders } from './senders.js';
import { FileSurvey } from './survey.js';

/**
 * Between the attempts for a chunk that a reader waits for: a link that broke is back by then, and no reader takes it
 * for dead.
 */
const PASSING_WAITS_MS: readonly number[] = [1000, 2000, 4000, 8000];

interface Retry {
  readonly atMs: number;
  readonly waitMs: number;
  readonly senderId: string | undefined;
  /** Every node that may have the chunks was asked, and none has them. */
  readonly isNowhere: boolean;
}

type Action = Pick<NamedFile, 'registerId' | 'txId'>;

export class FileKeeper implements FileLibrary, SharedFiles {
  private readonly ports: FileKeeperPorts;
  private readonly room: { readonly bytesMax: number };
  private readonly fetching: ChunkFetcher;
  private readonly survey: FileSurvey;
  private readonly senders = new Senders();
  private readonly gone = new Set<string>();
  private readonly retries = new Map<string, Retry>();
  private readonly counts = { fetched: 0, missed: 0 };
  private deafen: (() => void) | undefined;
  private timer: Timer | undefined;
  private dueMs = Number.POSITIVE_INFINITY;
  private round: Promise<void> | undefined;
  private again = false;
  private stopped = false;

  /** `bytesMax`: bytes of chunks, with uploads, beyond which nothing is fetched from other nodes; asked each time. */
  constructor(ports: FileKeeperPorts, room: { readonly bytesMax: number }) {
    this.ports = ports;
    this.room = room;
    const senderOf = (at: Action) => this.senderOf(at);
    this.fetching = new ChunkFetcher({ ...ports, senderOf });
    this.survey = new FileSurvey({ ...ports, senderOf }, { hurry: () => this.wake(0), isStopped: () => this.stopped });
  }

  get figures(): FileFigures {
    return { storedBytes: this.ports.chunks.storedBytes, isFull: this.isFull, ...this.counts };
  }

  /** Begins to look through sealed dockets, where it left off. */
  async start(): Promise<void> {
    this.deafen = this.ports.announcements.listen((fact) => {
      if (fact.type === 'docket-sealed') this.survey.onSealed(fact);
      if (fact.type !== 'register-deleted') return;
      this.gone.add(fact.registerId);
      this.wake(0);
    });
    this.survey.start();
    for (const registerId of await this.ports.claims.registers())
      if (!this.ports.ledger.register(registerId)) this.gone.add(registerId);
    this.wake(0);
  }

  /** Resolves when nothing of it runs any more. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.deafen?.();
    this.timer?.cancel();
    await this.round;
    await this.survey.stop();
  }

  async claim(tx: Transaction): Promise<void> {
    const hashes = filesOf(tx).flatMap(({ chunks }) => chunks);
    // A chunk that is not here cannot be lost here: it is looked for once the action is sealed.
    if (!hashes.some((hash) => this.ports.chunks.has(hash))) return;
    const { registerId } = tx.header;
    const { claims, clock, commit } = this.ports;
    const nowMs = clock.now();
    await commit(claims.add({ registerId, txId: tx.txId }, hashes, { state: 'submitted', nowMs }));
    this.wake(FILE_RETRY_MS);
  }

  async bring({ registerId, txId, reference }: NamedFile): Promise<Issue | undefined> {
    const { ledger, chain, chunks, claims, clock, commit } = this.ports;
    const record = ledger.register(registerId);
    const sealed = record && chain.transaction(record.reg, txId);
    if (!sealed) return undefined;
    const hashes = filesOf(sealed.transaction).flatMap((file) => file.chunks);
    const senderId = this.senderOf({ registerId, txId });
    await commit(claims.add({ registerId, txId }, hashes, { nowMs: clock.now(), senderId }));
    for (const hash of reference.chunks) {
      // A chunk that does not fit is passed on to the reader.
      if (chunks.has(hash) || this.isFull) continue;
      const value = await this.obtain({ registerId, txId, hash });
      if (isFailure(value)) return value.issue;
    }
    return undefined;
  }

  own(hash: string): Promise<Uint8Array | undefined> {
    return this.ports.chunks.chunk(hash);
  }

  async chunk(ask: ChunkAsk): Promise<Uint8Array | undefined> {
    const own = await this.ports.chunks.chunk(ask.hash);
    if (own) return own;
    let value = await this.obtain(ask);
    // A chunk that did not fit passes through while its reader waits, who has the beginning already: a peer that is
    // busy or just gone is worth some retries.
    for (const waitMs of PASSING_WAITS_MS) {
      if (!isFailure(value) || value.issue.code !== 'NODE_UNAVAILABLE' || this.stopped) break;
      await this.pause(waitMs);
      value = await this.obtain(ask);
    }
    return isFailure(value) ? undefined : value;
  }

  isClaimed({ registerId, txId, hash }: ChunkAsk): boolean {
    return this.ports.claims.find(registerId, txId)?.chunks.includes(hash) === true;
  }

  isAwaited(at: Action): boolean {
    // A node without a seat looks for nothing, unless somebody asks it.
    const isSought = this.ports.isKept(at.registerId) && this.senderOf(at) !== undefined;
    return isSought && this.retries.get(at.txId)?.isNowhere !== true;
  }

  onOffered(registerId: string, peerId: string, transactions: readonly Transaction[]): void {
    // Members are asked anyway, and pass on what others sent.
    if (!this.ports.isKept(registerId, peerId)) this.senders.note(peerId, transactions);
  }

  onLinked(peerId: string): void {
    const due = [...this.retries].filter(([, { senderId }]) => senderId === peerId);
    for (const [txId] of due) this.retries.delete(txId);
    if (due.length > 0) this.wake(0);
  }

  private senderOf({ registerId, txId }: Action): string | undefined {
    return this.ports.claims.find(registerId, txId)?.senderId ?? this.senders.of(txId);
  }

  private get isFull(): boolean {
    return this.ports.chunks.storedBytes >= this.room.bytesMax;
  }

  /** From another node, and kept where there is room. */
  private async obtain(ask: ChunkAsk): Promise<Result<Uint8Array>> {
    const value = await this.fetching.fetch(ask);
    if (isFailure(value)) return value;
    this.counts.fetched++;
    if (!this.isFull) await this.ports.commit(this.ports.chunks.change(new Map(), new Map([[ask.hash, value]])));
    return value;
  }

  // ---- Rounds: one at a time, none while there is nothing to do.

  private wake(delayMs: number): void {
    if (this.stopped) return;
    if (this.round) {
      this.again ||= delayMs === 0;
      return;
    }
    const dueMs = this.ports.clock.steady() + delayMs;
    if (dueMs >= this.dueMs) return;
    this.timer?.cancel();
    this.dueMs = dueMs;
    this.timer = this.ports.clock.setTimer(() => {
      this.dueMs = Number.POSITIVE_INFINITY;
      this.round = this.work()
        .catch((error) => {
          this.ports.log.error({ err: error }, 'Files could not be looked after.');
          return true;
        })
        .then((isOpen) => {
          this.round = undefined;
          if (this.again) this.wake(0);
          else if (isOpen) this.wake(FILE_RETRY_MS);
          this.again = false;
        });
    }, delayMs);
  }

  /** True if something is left for later. */
  private async work(): Promise<boolean> {
    for (const registerId of [...this.gone]) {
      await this.ports.claims.purge(registerId, (ops) => this.ports.commit(ops));
      this.survey.forget(registerId);
      this.gone.delete(registerId);
    }
    await this.survey.work();
    let isOpen = false;
    for (let after: ClaimTask | undefined; !this.stopped; ) {
      const tasks: ClaimTask[] = [];
      for await (const task of this.ports.claims.open({ after, limit: FILE_TASKS_MAX })) tasks.push(task);
      for (const task of tasks) if (!this.stopped && !(await this.tend(task))) isOpen = true;
      if (tasks.length < FILE_TASKS_MAX) break;
      after = tasks.at(-1);
    }
    return isOpen;
  }

  /** True when nothing is left to do for the claim. */
  private async tend(task: ClaimTask): Promise<boolean> {
    const { registerId, txId } = task;
    const { claims, ledger, commit } = this.ports;
    // Its register is being deleted, or not open yet.
    if (!ledger.register(registerId)) return false;
    // A listed task may have been done since.
    const state = claims.state(registerId, txId);
    if (state === undefined) return true;
    const isDone = state === 'submitted' ? await this.judge(task) : await this.complete(task);
    if (isDone) await commit(claims.turn(task, undefined));
    return isDone;
  }

  /**
   * The end of an action that was submitted here. Its chunks go only when it is refused for good, or was never
   * accepted.
   */
  private async judge({ registerId, txId }: ClaimTask): Promise<boolean> {
    const { claims, ledger, clock, commit } = this.ports;
    const receipt = ledger.receipt(registerId, txId);
    if (receipt?.status === 'sealed') return true;
    if (receipt?.status === 'pending') return false;
    const claimedAtMs = claims.find(registerId, txId)?.claimedAtMs ?? 0;
    const isOver = receipt?.status === 'refused' ? receipt.definitive : isFar(claimedAtMs, clock.now(), UPLOAD_KEEP_MS);
    if (isOver) await commit(claims.release(registerId, txId));
    return isOver;
  }

  private async complete(task: ClaimTask): Promise<boolean> {
    const { registerId, txId } = task;
    const { chunks, claims, clock } = this.ports;
    const missing = (claims.find(registerId, txId)?.chunks ?? []).filter((hash) => !chunks.has(hash));
    // A node that lost its seat keeps what it has and looks for nothing more.
    if (missing.length === 0 || !this.ports.isKept(registerId)) return this.retries.delete(txId) || true;
    const retry = this.retries.get(txId);
    if (this.isFull || (retry && retry.atMs > clock.steady())) return false;
    let failures = 0;
    let isNowhere = true;
    for (const hash of missing) {
      if (this.stopped || this.isFull || failures >= ACTION_FILES_MAX) break;
      const value = await this.obtain({ registerId, txId, hash });
      if (isFailure(value)) {
        failures++;
        isNowhere &&= value.issue.code === 'FILE_CHUNK_UNAVAILABLE';
      } else await this.pause((value.length * 1000) / FILE_FETCH_BYTES_PER_SECOND);
    }
    if (failures === 0) return missing.every((hash) => chunks.has(hash));
    this.counts.missed++;
    this.postpone(task, isNowhere, retry);
    return false;
  }

  private postpone(task: ClaimTask, isNowhere: boolean, before: Retry | undefined): void {
    const { txId } = task;
    const waitMs = before ? Math.min(before.waitMs * 2, FILE_RETRY_MAX_MS) : FILE_RETRY_MS;
    const [oldest] = this.retries.keys();
    if (this.retries.size >= FILE_RETRIES_KEPT && oldest !== undefined) this.retries.delete(oldest);
    const atMs = this.ports.clock.steady() + waitMs;
    this.retries.set(txId, { atMs, waitMs, senderId: this.senderOf(task), isNowhere });
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.ports.clock.setTimer(() => resolve(), ms));
  }
}
