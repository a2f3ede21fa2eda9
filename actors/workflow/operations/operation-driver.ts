// Runs the operations of this node: a few encrypt at a time. The signed transaction of each is stored before it is
// sent, and what is sent is followed to its end. Work that is cut off goes on from the stored rows. Of an operation it
// lets one transaction be sealed: another one is made where others have to read it by now, and both take the same
// place. It keeps nothing that was asked in memory.
import { InvariantError } from '../../../core/base/assert.js';
import { type Issue, issue } from '../../../core/base/issue.js';
import { TRANSACTION_AGE_MAX_MS } from '../../../core/base/limits/ledger/transactions.js';
import {
  OPERATION_LOOK_MS,
  OPERATION_RETRY_MAX_MS,
  OPERATION_RETRY_MS,
  OPERATIONS_AT_ONCE,
} from '../../../core/base/limits/node/operations.js';
import type { Timer } from '../../../core/base/ports.js';
import { isFailure, type Result } from '../../../core/base/result.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { decodeTransaction } from '../../../core/transaction/encode.js';
import type { KvOp } from '../../../storage/engine/kv.js';
import type { OperationRecord } from '../../../storage/tables/workflow/operations.js';
import type { SupervisedDriver } from '../../supervisor.js';
import type { ActionOutcome, Deferred } from '../moves/action/ask.js';
import type { OperationPorts } from './driver-ports.js';
import { askOf } from './operation-ask.js';
import { OperationPlaces } from './operation-places.js';
import { earlierOf, isBusy, isSealedAnew, mayBeWithOthers } from './operation-refusals.js';
import { turnOf, walletNow } from './operation-rights.js';
import { STEP, stepAt } from './operation-steps.js';

/** An operation that has not ended. */
interface Held {
  record: OperationRecord;
  step: number;
  /** Durable: its asker may be told of it. */
  readonly stored: Promise<void>;
  running: boolean;
  /** When this driver began it. */
  sinceMs: number | undefined;
  /** How often it was told that something is busy. */
  tries: number;
  /** When it is tried again, unless the ledger knows it by then. */
  retryAtMs: number | undefined;
}

const ENDS = issue('NODE_DRAINING', '', 'The node stops; the operation goes on when it is started again.');

export class OperationDriver implements SupervisedDriver {
  private readonly ports: OperationPorts;
  private readonly fail: (error: unknown) => void;
  private readonly held = new Map<string, Held>();
  /** Ids by what was asked. */
  private readonly asked = new Map<string, string>();
  private readonly places: OperationPlaces;
  private timer: Timer | undefined;
  private stopped = false;
  /** Resolves when everything that a run before this one left is known. */
  readonly ready: Promise<void>;

  constructor(ports: OperationPorts, fail: (error: unknown) => void) {
    this.ports = ports;
    this.fail = (error) => {
      this.discard();
      fail(error);
    };
    this.places = new OperationPlaces(OPERATIONS_AT_ONCE, (id, free) => this.begin(id, free));
    this.ready = this.load();
    this.ready.catch(this.fail);
  }

  /** Operations that have not ended. */
  get records(): readonly OperationRecord[] {
    return [...this.held.values()].map(({ record }) => record);
  }

  /** The operation that was asked the same and has not ended; it may be told of once it is stored. */
  same(digest: string): Pick<Held, 'record' | 'stored'> | undefined {
    return this.held.get(this.asked.get(digest) ?? '');
  }

  /**
   * Stores a new operation and queues it, with a claim of the chunks that it names. It is durable when this resolves.
   */
  async add(
    record: OperationRecord,
    asked: { readonly text: string; readonly chunks: readonly string[] },
  ): Promise<void> {
    const { registerId, operationId: txId, createdAtMs: nowMs } = record;
    // An upload lasts a day, and the node may be down for longer: in the same commit, so that no crash comes between
    // them.
    const claim = asked.chunks.length === 0 ? [] : this.ports.claims.add({ registerId, txId }, asked.chunks, { nowMs });
    const stored = this.commit([...this.ports.store.add(record, asked.text), ...claim]);
    this.hold(record, stored);
    await stored;
    this.places.enqueue(record.operationId);
  }

  /** Where an operation that has not ended stands; undefined for any other. */
  progress(operationId: string): Pick<Held, 'step' | 'running' | 'record'> | undefined {
    return this.held.get(operationId);
  }

  async stop(): Promise<void> {
    this.discard();
    await this.places.idle();
  }

  discard(): void {
    this.stopped = true;
    this.places.close();
    this.timer?.cancel();
  }

  private async load(): Promise<void> {
    for (const record of await this.ports.store.openOperations()) {
      if (this.held.has(record.operationId)) continue;
      this.hold(record, Promise.resolve());
      this.places.enqueue(record.operationId);
    }
  }

  private hold(record: OperationRecord, stored: Promise<void>): void {
    const step = record.state === 'Signed' ? STEP.submitting : STEP.preparing;
    const idle = { running: false, sinceMs: undefined, tries: 0, retryAtMs: undefined };
    this.held.set(record.operationId, { record, step, stored, ...idle });
    this.asked.set(record.digest, record.operationId);
  }

  /** An operation keeps its place until it is signed, or has nothing to do for a while. */
  private begin(operationId: string, free: () => void): Promise<void> | undefined {
    const held = this.held.get(operationId);
    if (!held) return undefined;
    held.running = true;
    held.sinceMs ??= this.ports.clock.steady();
    held.retryAtMs = undefined;
    return this.run(held, free).catch((error) => this.broke(held, error));
  }

  private async run(held: Held, free: () => void): Promise<void> {
    const { record } = held;
    const isSigned = record.state === 'Signed';
    if (isSigned ? this.look(held) !== undefined : this.giveWay(held)) return;
    // Minutes or a restart lie between the ask and this: nothing is opened, signed or sent again without the right of
    // now.
    const wallet = this.walletOf(record);
    if (isFailure(wallet)) await this.refuse(held, [wallet.issue]);
    else if (isSigned) await this.submit(held);
    else
      await this.encrypt(
        held,
        { wallet, address: record.sender, from: turnOf(record.asker), trace: record.trace },
        free,
      );
  }

  /**
   * A place is for encrypting, not for waiting until others who move the instance are done: that could be many, for as
   * long as their seals take.
   */
  private giveWay(held: Held): boolean {
    const { registerId, instanceId, operationId } = held.record;
    const moving = this.isOld(held) ? undefined : this.ports.workflow.moving(registerId, instanceId);
    moving?.then(() => this.places.enqueue(operationId));
    return moving !== undefined;
  }

  /** Beyond that age no register takes a transaction for the first time, and no caller waits any more. */
  private isOld({ sinceMs = 0 }: Held): boolean {
    return this.ports.clock.steady() - sinceMs > TRANSACTION_AGE_MAX_MS;
  }

  private walletOf({ asker, sender }: OperationRecord) {
    return walletNow({ ...this.ports.rights, clock: this.ports.clock }, asker, sender);
  }

  private async encrypt(held: Held, by: Parameters<typeof askOf>[2], free: () => void): Promise<void> {
    const text = this.ports.store.ask(held.record.operationId);
    if (text === undefined) throw new InvariantError('a queued operation has its ask');
    this.tell(held, STEP.preparing);
    const outcome = await this.ports.workflow.carry(askOf(text, held.record, by), {
      proceed: () => {
        if (!this.stopped) this.tell(held, STEP.encrypting);
        return !this.stopped;
      },
      encrypt: this.ports.seal,
      mayStill: () => this.signing(held),
      keep: async (tx) => {
        if (this.stopped) return [ENDS];
        await this.keep(held, tx);
        free();
        return this.stopped ? [ENDS] : [];
      },
    });
    await this.came(held, outcome);
  }

  /** Encrypting took a while, in which the asker may have lost the right. */
  private signing(held: Held): readonly Issue[] {
    if (this.stopped) return [ENDS];
    const wallet = this.walletOf(held.record);
    if (isFailure(wallet)) return [wallet.issue];
    this.tell(held, STEP.signing);
    return [];
  }

  /** The transaction of the operation is on the disk before anybody sees it, with those that it takes the place of. */
  private async keep(held: Held, tx: Transaction): Promise<void> {
    const earlier = earlierOf(held.record);
    const signed = { ...held.record, ...(earlier.length > 0 && { earlier }) };
    const record: OperationRecord = { ...signed, state: 'Signed', transactionId: tx.txId };
    await this.commit(this.ports.store.sign(record, tx.bytes));
    held.record = record;
    this.tell(held, STEP.submitting);
  }

  /** Sends what is stored, again. */
  private async submit(held: Held): Promise<void> {
    const bytes = this.ports.store.signedBytes(held.record.operationId);
    const tx = bytes && decodeTransaction(bytes);
    if (!tx || isFailure(tx)) throw new InvariantError('a signed operation has its transaction');
    this.tell(held, STEP.submitting);
    const how = { priority: 'Normal', waitMs: 0, from: turnOf(held.record.asker), trace: held.record.trace } as const;
    const outcome = await this.ports.ledger.submit(tx, how);
    if (outcome.status === 'refused') await this.refuse(held, outcome.issues);
    else if (outcome.status === 'sealed') await this.end(held, {});
    else this.wait(held);
  }

  private async came(held: Held, outcome: Result<ActionOutcome | Deferred>): Promise<void> {
    if (isFailure(outcome)) return this.refuse(held, outcome.issues);
    // It was let go because the driver stops.
    if (outcome.status === 'deferred' || this.stopped) return;
    const { transactionId } = outcome;
    // Sealed: by this operation, or by another submission of the same before it.
    if (outcome.status === 'sealed') await this.end(held, { transactionId });
    else this.wait(held);
  }

  private async refuse(held: Held, issues: readonly Issue[]): Promise<void> {
    if (this.stopped) return;
    if (isBusy(issues) ? this.isSigned(held) || !this.isOld(held) : this.mayBeSealed(held, issues))
      this.wait(held, Math.min(OPERATION_RETRY_MS * 2 ** held.tries++, OPERATION_RETRY_MAX_MS));
    else await this.over(held, issues);
  }

  /** It fails, unless it is sealed anew for other readers, or one that was sealed before was taken after all. */
  private async over(held: Held, issues: readonly Issue[]): Promise<void> {
    const { clock, ledger, store } = this.ports;
    const { transactionId: _, ...record } = held.record;
    const { operationId, registerId, earlier = [] } = record;
    const transactionId = earlier.find((txId) => ledger.receipt(registerId, txId)?.status === 'sealed');
    if (transactionId !== undefined) return this.end(held, { transactionId });
    if (!isSealedAnew(issues, held.record, clock.now()) || !store.hasAsk(operationId))
      return this.end(held, { issues });
    const again: OperationRecord = { ...record, state: 'Queued', earlier: earlierOf(held.record) };
    await this.commit(store.again(again));
    held.record = again;
    // By then the node may have the docket that changed its readers.
    this.wait(held);
  }

  private isSigned({ record }: Held): boolean {
    return record.state === 'Signed';
  }

  /**
   * It may have left this node before a restart, so that only the ledger says how it ends. Where this node alone
   * decides, no other node has it.
   */
  private mayBeSealed(held: Held, issues: readonly Issue[]): boolean {
    const { record } = held;
    if (!this.isSigned(held) || !mayBeWithOthers(issues, record, this.ports.clock.now())) return false;
    return !this.decidesAlone(record.registerId);
  }

  private decidesAlone(registerId: string): boolean {
    const { ledger } = this.ports;
    const [state, seat] = [ledger.state(registerId), ledger.seat(registerId)];
    return !isFailure(state) && state.roster.validators.length === 1 && !isFailure(seat) && seat.state !== 'Stopped';
  }

  /** A run that threw. A signed transaction may be on its way, so only the ledger says how that ends. */
  private async broke(held: Held, error: unknown): Promise<void> {
    if (this.stopped) return;
    const { operationId, state } = held.record;
    this.ports.log.error({ operationId, state, err: error }, 'An operation broke.');
    if (state === 'Signed') return this.refuse(held, [issue('NODE_UNAVAILABLE', '', 'The node failed inside.')]);
    await this.end(held, { issues: [issue('INTERNAL', '', 'The node failed inside; nothing was submitted.')] }).catch(
      this.fail,
    );
  }

  /** Looks again later, and tries again after `retryMs` where the ledger knows nothing by then. */
  private wait(held: Held, retryMs = OPERATION_RETRY_MS): void {
    held.retryAtMs = this.ports.clock.steady() + retryMs;
    this.arm();
  }

  private tick(): void {
    this.timer = undefined;
    if (this.stopped) return;
    const now = this.ports.clock.steady();
    for (const held of this.held.values()) {
      if (held.retryAtMs === undefined) continue;
      const isKnown = held.record.state === 'Signed' && this.look(held) !== undefined;
      if (isKnown || now < held.retryAtMs) continue;
      held.retryAtMs = undefined;
      this.places.enqueue(held.record.operationId);
    }
    this.arm();
  }

  /** A timer for all that wait: for what was sent it looks often, for what is busy when its time has come. */
  private arm(): void {
    this.timer?.cancel();
    this.timer = undefined;
    const waiting = [...this.held.values()].filter(({ retryAtMs }) => retryAtMs !== undefined);
    if (waiting.length === 0 || this.stopped) return;
    const isSent = waiting.some(({ record }) => record.state === 'Signed');
    const first = Math.min(...waiting.map(({ retryAtMs = 0 }) => retryAtMs)) - this.ports.clock.steady();
    this.timer = this.ports.clock.setTimer(() => this.tick(), isSent ? OPERATION_LOOK_MS : Math.max(first, 0));
  }

  /** The state of a signed transaction on the ledger, with its end if there is one; undefined where it must be sent. */
  private look(held: Held): 'pending' | 'ended' | undefined {
    const { registerId, transactionId = '' } = held.record;
    const receipt = this.ports.ledger.receipt(registerId, transactionId);
    if (!receipt || (receipt.status === 'refused' && !receipt.definitive)) return undefined;
    if (receipt.status === 'pending') {
      this.wait(held);
      return 'pending';
    }
    held.retryAtMs = undefined;
    const ended = receipt.status === 'sealed' ? this.end(held, {}) : this.over(held, [receipt.issue]);
    ended.catch(this.fail);
    return 'ended';
  }

  private async end(held: Held, came: Pick<OperationRecord, 'transactionId' | 'issues'>): Promise<void> {
    const completedAtMs = this.ports.clock.now();
    const state = came.issues ? 'Failed' : 'Completed';
    const record: OperationRecord = { ...held.record, ...came, state, step: held.step, completedAtMs };
    const { operationId, registerId, digest, sender, createdAtMs, trace } = record;
    await this.commit([...this.ports.store.end(record), ...this.ports.claims.release(registerId, operationId)]);
    this.held.delete(operationId);
    if (this.asked.get(digest) === operationId) this.asked.delete(digest);
    this.ports.metrics?.onFinished(
      came.issues ? 'failed' : 'completed',
      Math.max(0, completedAtMs - createdAtMs) / 1000,
    );
    const reason = came.issues?.[0]?.code;
    if (reason) this.ports.log.info({ operationId, reason }, 'An operation failed.');
    this.ports.announcements.announce({
      type: came.issues ? 'operation-failed' : 'operation-completed',
      operationId,
      wallet: sender,
      percentComplete: came.issues ? stepAt(held.step).percentComplete : 100,
      atMs: completedAtMs,
      ...{ cause: operationId, trace },
    });
  }

  private tell(held: Held, step: number): void {
    held.step = step;
    const { operationId, sender, trace } = held.record;
    const { percentComplete } = stepAt(step);
    const atMs = this.ports.clock.now();
    this.ports.announcements.announce({
      type: 'operation-progress',
      operationId,
      wallet: sender,
      percentComplete,
      atMs,
      ...{ cause: operationId, trace },
    });
  }

  /** A write that fails is the end of this driver: another one goes on from the disk. */
  private commit(ops: readonly KvOp[]): Promise<void> {
    const done = this.ports.journal.commit(ops);
    done.catch(this.fail);
    return done;
  }
}
