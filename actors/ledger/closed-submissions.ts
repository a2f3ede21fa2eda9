// Submissions for a register that is closed for repair: kept in the outbox after every check that needs no tip, so that
// the submitter has its promise. They are handed to the pool when the register opens. A refusal that needs the tip is
// told then, by a seal or a receipt.
import type { Issue } from '../../core/base/issue.js';
import { Shares } from '../../core/base/queues/shares.js';
import { isFailure } from '../../core/base/result.js';
import type { Transaction } from '../../core/model/transaction.js';
import type { PoolLimits } from '../../core/pool/pool.js';
import { decodeTransaction } from '../../core/transaction/encode.js';
import { validateAlone } from '../../core/validate/alone.js';
import type { OutboxEntry } from '../../storage/chain/outbox.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import { sound } from '../../storage/engine/value.js';
import type {
  PendingTransaction,
  RefusedSubmission,
  SealedPlace,
  SubmitOptions,
  SubmitOutcome,
} from '../ledger-port.js';
import { isForked } from '../misbehaviour/fork-stop.js';
import type { ReplicaDriver } from '../register-replica/driver.js';
import {
  again,
  isExpired,
  NODE_FULL,
  POOL_FULL,
  SHARE_FULL,
  UNAVAILABLE,
  UNSETTLED_SHARE,
} from '../validator-pool/outcomes.js';
import type { LedgerPorts } from './ports.js';

export interface ClosedPorts
  extends Pick<LedgerPorts, 'clock' | 'journal' | 'outbox' | 'verifier' | 'onAccepted' | 'metrics' | 'log'> {
  /** Undefined for a register that is not here, or is about to go. */
  record(registerId: string): RegisterRecord | undefined;
  /** The register, once it is open again. */
  driver(registerId: string): ReplicaDriver | undefined;
  /** Opens a register that nothing is wrong with. */
  activate(registerId: string): Promise<unknown>;
  place(reg: number, txId: string): SealedPlace | undefined;
  limits(): PoolLimits;
}

interface Held {
  readonly tx: Transaction;
  readonly acceptedAtMs: number;
  /** Its row is durable. */
  isPromised: boolean;
  /** False when the disk failed: then it is not known what is on it. */
  readonly written: Promise<boolean>;
}

/** The part of the outbox for one closed register: bounded like a pool that does not seal. */
interface Room {
  readonly held: Map<string, Held>;
  bytes: number;
  /** Held, and bytes, by who brought it since this node runs. */
  readonly shares: Shares;
  readonly byteShares: Shares;
  isLoaded: boolean;
  /** False when the disk could not be read. */
  loaded: Promise<boolean>;
}

interface Brought {
  readonly tx: Transaction;
  readonly from: string | undefined;
}

export class ClosedSubmissions {
  private readonly ports: ClosedPorts;
  private readonly rooms = new Map<string, Room>();
  private stopped = false;

  constructor(ports: ClosedPorts) {
    this.ports = ports;
  }

  /**
   * `why` is what a submitter is told of whom nothing is kept here: another node answers for what it brings, and an
   * OFFLINE register takes nothing.
   */
  async submit(tx: Transaction, options: SubmitOptions, why: Issue): Promise<SubmitOutcome> {
    const { registerId } = tx.header;
    if ((options.relayed && !options.durable) || !this.takes(registerId)) return refusalOf([why]);
    const room = this.room(registerId);
    if (!(await room.loaded)) return refusalOf([why]);
    const known = this.knownOutcome(room, tx);
    if (known) return known;
    const full = this.full(room, tx, options.from);
    if (full) return refusalOf([full]);
    const signaturesOk = await this.ports.verifier.verify(tx, options.from);
    const nowMs = this.ports.clock.now();
    const issues = validateAlone(tx, { signaturesOk, nowMs, relayed: options.relayed === true });
    // No sealed time can be read now: what only the clock refuses is not an end.
    if (issues.length > 0) return { ...refusalOf(issues), definitive: validateAlone(tx, { signaturesOk }).length > 0 };
    return this.keep(tx, options, why);
  }

  /** Promised for a register that is closed, oldest first; undefined while the disk is asked for it. */
  outstanding(registerId: string): readonly { readonly tx: Transaction; readonly acceptedAtMs: number }[] | undefined {
    if (!this.takes(registerId)) this.rooms.delete(registerId);
    const mayHold = this.rooms.has(registerId) || this.ports.record(registerId)?.damage !== undefined;
    if (this.ports.outbox.size === 0 || !mayHold || !this.takes(registerId)) return [];
    const room = this.room(registerId);
    if (!room.isLoaded) return undefined;
    const now = this.ports.clock.now();
    return [...room.held.values()].filter(({ tx, isPromised }) => isPromised && !isExpired(tx, now));
  }

  /** Accepted and not sealed, oldest first, as far as it is known without asking the disk. */
  pending(registerId: string): readonly PendingTransaction[] {
    return [...(this.rooms.get(registerId)?.held.values() ?? [])].filter(({ isPromised }) => isPromised);
  }

  /** The register goes, or has a driver, which is given what the outbox holds: then its pool is the memory. */
  forget(registerId: string): void {
    this.rooms.delete(registerId);
  }

  /** The node stops: nothing more is promised. */
  stop(): void {
    this.stopped = true;
    this.rooms.clear();
  }

  private takes(registerId: string): boolean {
    const record = this.ports.record(registerId);
    return !this.stopped && record !== undefined && record.status !== 'OFFLINE' && !isForked(record);
  }

  private knownOutcome(room: Room, { txId, header }: Transaction): Promise<SubmitOutcome> | SubmitOutcome | undefined {
    const twin = room.held.get(txId);
    const pending = twin && { status: 'pending' as const, acceptedAtMs: twin.acceptedAtMs };
    if (twin && pending) return twin.written.then((isKept) => (isKept ? again(pending) : refusalOf([UNAVAILABLE])));
    const record = this.ports.record(header.registerId);
    // The index may be what is damaged: then the pool finds the seal later.
    return record && again(sound(() => this.ports.place(record.reg, txId)));
  }

  private full(room: Room, tx: Transaction, from: string | undefined): Issue | undefined {
    const { transactionsMax, bytesMax } = this.ports.limits();
    const places = transactionsMax * UNSETTLED_SHARE - room.held.size;
    const left = bytesMax * UNSETTLED_SHARE - room.bytes;
    const bytes = tx.bytes.length;
    if (places < 1 || bytes > left) return POOL_FULL;
    if (!room.shares.fits(from, 1, places) || !room.byteShares.fits(from, bytes, left)) return SHARE_FULL;
    return this.ports.outbox.hasRoomFor(from) ? undefined : NODE_FULL;
  }

  /**
   * Everything may have changed while the signatures were verified, so it is asked once more; then nothing comes
   * between the answers and the write.
   */
  private async keep(tx: Transaction, options: SubmitOptions, why: Issue): Promise<SubmitOutcome> {
    const { registerId } = tx.header;
    const { ports } = this;
    let room: Room;
    do {
      const open = ports.driver(registerId);
      if (open) return open.pool.intake.submit(tx, options);
      if (!this.takes(registerId)) return refusalOf([why]);
      room = this.room(registerId);
      if (!room.isLoaded && !(await room.loaded)) return refusalOf([why]);
    } while (room !== this.rooms.get(registerId));
    const known = this.knownOutcome(room, tx);
    if (known) return known;
    const full = this.full(room, tx, options.from);
    if (full) return refusalOf([full]);
    const acceptedAtMs = ports.clock.now();
    const { priority, from } = options;
    room.shares.count(from, 1);
    room.byteShares.count(from, tx.bytes.length);
    const entry = { registerId, bytes: tx.bytes, priority, acceptedAt: acceptedAtMs };
    const isKept = await this.write(room, { tx, from }, entry);
    if (!isKept) return refusalOf([why]);
    if (!options.relayed) ports.metrics?.onSubmitted();
    ports.onAccepted?.(registerId, tx, options.relayed === true);
    return { status: 'pending', acceptedAtMs };
  }

  private async write(room: Room, { tx, from }: Brought, entry: OutboxEntry): Promise<boolean> {
    const { journal, outbox } = this.ports;
    const written = journal.commit([outbox.put(tx.txId, entry, from), outbox.delRefusal(tx.txId)]).then(
      () => true,
      () => false,
    );
    const held: Held = { tx, acceptedAtMs: entry.acceptedAt, isPromised: false, written };
    room.held.set(tx.txId, held);
    room.bytes += tx.bytes.length;
    if (!(await written)) return false;
    held.isPromised = true;
    this.handOver(tx, entry);
    return true;
  }

  /** A driver that is there by now may have read the outbox before the row was in it; one that comes later reads it. */
  private handOver(tx: Transaction, entry: OutboxEntry): void {
    const { driver, record, activate, log } = this.ports;
    const { registerId } = entry;
    const open = driver(registerId);
    open?.pool.intake.reload(tx.txId, tx, entry);
    // A damaged one opens with the end of its repair.
    if (open || this.stopped || record(registerId)?.damage !== undefined) return;
    activate(registerId).catch((err) => log.error({ registerId, err }, 'A register with promises was not opened.'));
  }

  private room(registerId: string): Room {
    const known = this.rooms.get(registerId);
    if (known) return known;
    const shares = { shares: new Shares(), byteShares: new Shares() };
    const room: Room = { held: new Map(), bytes: 0, ...shares, isLoaded: false, loaded: Promise.resolve(true) };
    this.rooms.set(registerId, room);
    room.loaded = this.load(registerId, room).then(
      () => true,
      (err: unknown) => {
        // The next submission asks the disk again.
        if (this.rooms.get(registerId) === room) this.rooms.delete(registerId);
        this.ports.log.error({ registerId, err }, 'The promises of a closed register could not be read.');
        return false;
      },
    );
    return room;
  }

  /** A submission that was promised before the register closed counts, and is offered to the others with the rest. */
  private async load(registerId: string, room: Room): Promise<void> {
    const { journal, outbox } = this.ports;
    await journal.whenDrained();
    const helds: Held[] = [];
    for await (const [, { bytes, acceptedAt }] of outbox.entries(registerId)) {
      const tx = decodeTransaction(bytes);
      if (!isFailure(tx))
        helds.push({ tx, acceptedAtMs: acceptedAt, isPromised: true, written: Promise.resolve(true) });
    }
    helds.sort((a, b) => a.acceptedAtMs - b.acceptedAtMs);
    for (const held of helds) {
      room.held.set(held.tx.txId, held);
      room.bytes += held.tx.bytes.length;
    }
    room.isLoaded = true;
  }
}

function refusalOf(issues: readonly Issue[]): RefusedSubmission {
  return { status: 'refused', issues };
}
