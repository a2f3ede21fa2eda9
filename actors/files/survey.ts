// Looks through the sealed dockets of registers for actions with files, each docket once: as it is sealed where nothing
// was missed, and else from the disk, from where it left off. An action with files becomes a claim, and a task where
// chunks are missing. It fetches nothing.
import { FILE_CURSOR_DOCKETS } from '../../core/base/limits/node/files.js';
import { isFailure } from '../../core/base/result.js';
import { filesOf } from '../../core/envelope/envelope.js';
import type { Transaction } from '../../core/model/transaction.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { ClaimState, ClaimTask } from '../../storage/tables/workflow/file-claims.js';
import type { Announcement } from '../ports.js';
import type { FileKeeperPorts } from './keeper-ports.js';

export type FileSurveyPorts = Pick<
  FileKeeperPorts,
  'clock' | 'log' | 'ledger' | 'chain' | 'chunks' | 'claims' | 'commit' | 'isKept'
> & {
  /** The peer that sent the action, where it was a node without a seat. */
  senderOf(at: Pick<ClaimTask, 'registerId' | 'txId'>): string | undefined;
};

type Sealed = Extract<Announcement, { readonly type: 'docket-sealed' }>;

/** Dockets that are read without a pause: some milliseconds. */
const DOCKETS_AT_ONCE = 64;
const PAUSE_MS = 20;

export class FileSurvey {
  private readonly ports: FileSurveyPorts;
  private readonly on: { hurry(): void; isStopped(): boolean };
  /** Heights looked through, and those that are written down. */
  private readonly heights = new Map<string, number>();
  private readonly written = new Map<string, number>();
  /** Registers of which dockets were missed. */
  private readonly behind = new Set<string>();

  constructor(ports: FileSurveyPorts, on: { hurry(): void; isStopped(): boolean }) {
    this.ports = ports;
    this.on = on;
  }

  start(): void {
    for (const { id } of this.ports.ledger.registers()) if (this.ports.isKept(id)) this.behind.add(id);
  }

  async stop(): Promise<void> {
    const ops = [...this.heights].flatMap(([id, height]) =>
      height > (this.written.get(id) ?? 0) ? [this.ports.claims.advance(id, height)] : [],
    );
    if (ops.length > 0) await this.ports.commit(ops);
  }

  forget(registerId: string): void {
    for (const known of [this.heights, this.written, this.behind]) known.delete(registerId);
  }

  /** A docket is durable. Cheap without files: every docket of the node comes by. */
  onSealed({ registerId, height, transactions }: Sealed): void {
    if (!this.ports.isKept(registerId)) {
      for (const tx of transactions) this.confirm(tx);
      return;
    }
    if (!this.behind.has(registerId) && height === this.heightOf(registerId) + 1) {
      this.take(registerId, height, transactions);
      return;
    }
    this.behind.add(registerId);
    this.on.hurry();
  }

  /** Catches up with the registers of which dockets were missed. */
  async work(): Promise<void> {
    for (const registerId of [...this.behind]) {
      if (this.on.isStopped()) return;
      await this.catchUp(registerId);
    }
  }

  private async catchUp(registerId: string): Promise<void> {
    const { ledger, chain, claims, commit } = this.ports;
    const record = ledger.register(registerId);
    while (record && !this.on.isStopped()) {
      const state = ledger.state(registerId);
      if (isFailure(state) || state.height <= this.heightOf(registerId)) break;
      const from = this.heightOf(registerId);
      for await (const { docket } of chain.iterate(record.reg, from + 1)) {
        if (this.on.isStopped()) return;
        const { height } = docket.header;
        this.take(registerId, height, docket.transactions);
        if (height % DOCKETS_AT_ONCE === 0) await this.pause();
      }
      // A damaged docket is repaired and read with the next round.
      if (this.heightOf(registerId) === from) return;
    }
    this.behind.delete(registerId);
    const height = this.heightOf(registerId);
    if (height <= (this.written.get(registerId) ?? 0)) return;
    this.written.set(registerId, height);
    await commit([claims.advance(registerId, height)]);
  }

  private take(registerId: string, height: number, transactions: readonly Transaction[]): void {
    const isFound = transactions.map((tx) => this.note(tx)).includes(true);
    this.heights.set(registerId, height);
    if (!isFound && height - (this.written.get(registerId) ?? 0) < FILE_CURSOR_DOCKETS) return;
    this.written.set(registerId, height);
    // Behind the claims in the journal: they are durable when it is.
    this.send([this.ports.claims.advance(registerId, height)], isFound);
  }

  /** True for an action with files. */
  private note(tx: Transaction): boolean {
    const files = filesOf(tx);
    if (files.length === 0) return false;
    const { chunks, claims, clock } = this.ports;
    const hashes = files.flatMap((file) => file.chunks);
    const at = { registerId: tx.header.registerId, txId: tx.txId };
    const state: ClaimState | undefined = hashes.every((hash) => chunks.has(hash)) ? undefined : 'wanted';
    const given = { nowMs: clock.now(), senderId: this.ports.senderOf(at), ...(state && { state }) };
    this.send(claims.find(at.registerId, at.txId) ? claims.turn(at, state) : claims.add(at, hashes, given), false);
    return true;
  }

  /** An action that was submitted here is sealed: its claim is for good. */
  private confirm(tx: Transaction): void {
    if (filesOf(tx).length === 0) return;
    const at = { registerId: tx.header.registerId, txId: tx.txId };
    this.send(this.ports.claims.turn(at, undefined), false);
  }

  private send(ops: readonly KvOp[], isNews: boolean): void {
    if (ops.length === 0) return;
    this.ports
      .commit(ops)
      .then(() => isNews && this.on.hurry())
      .catch((error) =>
        this.ports.log.error({ err: error }, 'The statement of a docket about files could not be kept.'),
      );
  }

  private heightOf(registerId: string): number {
    const known = this.heights.get(registerId);
    if (known !== undefined) return known;
    const height = this.ports.claims.cursor(registerId);
    this.heights.set(registerId, height);
    this.written.set(registerId, height);
    return height;
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => void this.ports.clock.setTimer(() => resolve(), PAUSE_MS));
  }
}
