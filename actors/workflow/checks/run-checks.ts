// Follows the sealed dockets of every register and has each run checked for the wallets of this node that
// have a part in it. A fault is kept, so that it is told once, and announced when it is durable. It works behind the
// seals and never in their way, and decides nothing.
import { issue } from '../../../core/base/issue.js';
import { INBOX_WAIT_MS } from '../../../core/base/limits/node/inbox.js';
import {
  CHECK_BATCH_TRANSACTIONS,
  CHECK_CURSOR_DOCKETS,
  CHECK_DELAY_MS,
  CHECK_LOCKED_MS,
  CHECK_REGISTERS_MAX,
} from '../../../core/base/limits/node/reading.js';
import type { Clock, Log, Timer } from '../../../core/base/ports.js';
import { MUTEX, TaskScheduler } from '../../../core/base/queues/task-scheduler.js';
import { fail, type Result } from '../../../core/base/result.js';
import { instanceIdOf } from '../../../core/instance/rows.js';
import type { Transaction } from '../../../core/model/transaction.js';
import type { ChainStore } from '../../../storage/chain/chain-store.js';
import { isSandbox } from '../../../storage/chain/registers.js';
import type { KvOp } from '../../../storage/engine/kv.js';
import { type CheckCursor, FoundRowsDamage, type RunChecks } from '../../../storage/tables/workflow/run-checks.js';
import type { AnnouncementHub } from '../../announcements.js';
import { awaitWithin } from '../../background/await-within.js';
import { KeptDockets } from '../../background/kept-dockets.js';
import { RegisterFollower } from '../../background/register-follower.js';
import type { SealedDocketFacts } from '../../background/sealed-docket-facts.js';
import type { Ledger } from '../../ledger-port.js';
import type { RegisterPlace } from '../instance/instance-record.js';
import { AwayDockets } from './away-dockets.js';
import { LateChecks } from './late-checks.js';
import { runsGiven } from './looked-runs.js';
import { type VerdictPorts, verdictsOf, type WalletVerdict } from './run-verdicts.js';
import { type SuspectRun, type SuspectRunReads, suspectRunsOf } from './suspect-runs.js';

export interface RunCheckPorts extends VerdictPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly chain: VerdictPorts['chain'] &
    Pick<ChainStore, 'head' | 'docketAt' | 'durableState' | 'sealedDocket' | 'location'>;
  readonly rows: RunChecks;
  readonly ledger: Pick<Ledger, 'register' | 'registers'>;
  readonly announcements: AnnouncementHub;
  readonly commit: (ops: readonly KvOp[]) => Promise<void>;
}

const START: CheckCursor = { height: -1, hash: '' };
const LATE = issue('NODE_UNAVAILABLE', '', 'The register is being checked on this node. Try again soon.');

export class RunCheckDriver implements SuspectRunReads {
  private readonly ports: RunCheckPorts;
  private readonly mutex = new TaskScheduler(MUTEX);
  private readonly kept = new KeptDockets();
  /** By local number: how far each register was looked at, which is on the disk from time to time. */
  private readonly cursors = new Map<number, CheckCursor>();
  private readonly follower: RegisterFollower;
  private readonly late: LateChecks;
  private readonly away: AwayDockets;
  private timer: Timer | undefined;
  private unlisten: (() => void) | undefined;
  private stopped = false;

  constructor(ports: RunCheckPorts) {
    this.ports = ports;
    this.late = new LateChecks(ports);
    this.away = new AwayDockets(ports.rows);
    this.follower = new RegisterFollower({
      clock: ports.clock,
      delayMs: CHECK_DELAY_MS,
      most: CHECK_REGISTERS_MAX,
      run: (id) => this.mutex.run(id, () => this.run(id)),
      onFailed: (registerId, err) => this.onUnchecked(registerId, err),
    });
  }

  start(): void {
    this.unlisten = this.ports.announcements.listen((fact) => {
      if (fact.type === 'docket-sealed') {
        this.kept.add(fact.registerId, fact);
        this.follow(fact.registerId);
      } else if (fact.type === 'register-deleted') this.forget(fact.registerId);
    });
    for (const { id } of this.ports.ledger.registers()) this.follow(id);
    this.dropSoon('');
  }

  /** Ends what is under way, and writes down how far it came. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.unlisten?.();
    this.timer?.cancel();
    this.follower.stop();
    await this.mutex.idle();
    const { rows, commit, accepted } = this.ports;
    accepted.close();
    const isMoved = ([reg, { height }]: readonly [number, CheckCursor]): boolean => {
      try {
        return rows.cursor(reg)?.height !== height;
      } catch {
        return true;
      }
    };
    const moved = [...this.cursors].filter(isMoved);
    if (moved.length > 0) await commit(moved.map(([reg, cursor]) => rows.cursorOp(reg, cursor)));
  }

  async suspectRuns(at: RegisterPlace, wallet: string): Promise<Result<readonly SuspectRun[]>> {
    const { chain, clock } = this.ports;
    if (await this.isBehind(at, chain.head(at.reg)?.height ?? -1)) {
      const checked = this.mutex
        .run(at.registerId, () => this.run(at.registerId))
        .catch((err: unknown): 'late' => {
          this.onUnchecked(at.registerId, err);
          return 'late';
        });
      const end = await awaitWithin(clock, { work: checked, ms: INBOX_WAIT_MS, late: () => 'late' as const });
      if (end === 'late') return fail(LATE);
    }
    try {
      return await suspectRunsOf(this.ports, at, wallet);
    } catch (error) {
      if (!(error instanceof FoundRowsDamage)) throw error;
      await this.mutex.run(at.registerId, () => this.again(at, error));
      this.follow(at.registerId);
      return fail(LATE);
    }
  }

  /** Something of the register can be judged that could not be before. */
  follow(registerId: string): void {
    this.follower.follow(registerId);
  }

  /** Evidence of a gate of a sealed run is here, for which somebody was asked. */
  onEvidence(registerId: string, txId: string): void {
    const record = this.ports.ledger.register(registerId);
    if (record) this.noteCame(record.reg, txId);
    this.follow(registerId);
  }

  private noteCame(reg: number, txId: string): void {
    const place = this.ports.chain.location(reg, txId);
    if (place) this.away.came(reg, place.height);
  }

  private onUnchecked(registerId: string, err: unknown): void {
    this.ports.log.warn({ registerId, err }, 'The sealed actions of a register were not checked.');
  }

  private async run(registerId: string): Promise<void> {
    for (let more = true; more; ) {
      const record = this.ports.ledger.register(registerId);
      // A rehearsal has no other sender than this node.
      if (this.stopped || !record || record.purging || isSandbox(record)) return;
      const at = { registerId, reg: record.reg };
      try {
        more = await this.step(at);
      } catch (error) {
        if (!(error instanceof FoundRowsDamage)) throw error;
        await this.again(at, error);
      }
    }
  }

  /** A finding follows from the ledger: it is found again, and told again. */
  private async again({ registerId, reg }: RegisterPlace, err?: unknown): Promise<void> {
    this.ports.log.warn({ registerId, err }, 'The sealed actions of a register are checked again.');
    await this.ports.rows.drop(reg, this.ports.commit);
    this.late.forget(reg);
    this.away.forget(reg);
    this.cursors.set(reg, START);
  }

  private async isBehind(at: RegisterPlace, height: number): Promise<boolean> {
    try {
      await this.load(at.reg);
      return height > this.cursorOf(at).height || this.isLate(at.reg);
    } catch (error) {
      if (error instanceof FoundRowsDamage) return true;
      throw error;
    }
  }

  /** A round. False at the head. */
  private async step(at: RegisterPlace): Promise<boolean> {
    const { chain } = this.ports;
    if (this.isOfOther(at)) await this.again(at);
    const cursor = this.cursorOf(at);
    const head = chain.head(at.reg);
    this.kept.forget(at.registerId, cursor.height);
    await this.load(at.reg);
    this.arm();
    if (!head || head.height <= cursor.height)
      return (await this.checkLate(at, cursor)) || (await this.checkAway(at, cursor));
    const dockets = await this.gather(at, cursor.height + 1, head.height);
    const missed = new Map<string, number>();
    const onLocked = (address: string, { height }: SealedAt) =>
      void (missed.has(address) || missed.set(address, height - 1));
    const away = new Set<number>();
    const onAway = (sealed: SealedAt) => void away.add(sealed.height);
    const verdicts = await verdictsOf(this.ports, { at, onLocked, onAway }, listSealed(dockets));
    const { height, hash } = dockets.at(-1) as SealedDocketFacts;
    if (!this.isHere(at)) return false;
    const ops = [...missed].flatMap(([address, before]) => {
      const behind = { height: before, hash: chain.docketAt(at.reg, before)?.hash ?? '' };
      return this.late.misses(at.reg, { address, cursor: behind });
    });
    await this.keep(at, {
      ...{ cursor: { height, hash }, found: verdicts },
      ops: [...ops, ...this.away.note(at.reg, away)],
    });
    this.cursors.set(at.reg, { height, hash });
    this.kept.forget(at.registerId, height);
    this.arm();
    for (const txId of dockets.flatMap(({ transactions }) => transactions.flatMap(runsGiven)))
      this.noteCame(at.reg, txId);
    return height < head.height || this.away.isReady(at.reg);
  }

  /**
   * The runs that were encrypted to a wallet while it was locked, some dockets a round, up to where the register was
   * checked. False where no such wallet is unlocked, and where it was locked again.
   */
  private async checkLate(at: RegisterPlace, end: CheckCursor): Promise<boolean> {
    const { chain, wallets } = this.ports;
    const due = this.late.next(at.reg);
    if (!due) return false;
    const { address, cursor } = due;
    const isThere = cursor.height < 0 || chain.docketAt(at.reg, cursor.height)?.hash === cursor.hash;
    const from = isThere ? cursor.height + 1 : 0;
    const dockets = wallets.find(address) && from <= end.height ? await this.gather(at, from, end.height) : [];
    let isLocked = false;
    const noteLocked = () => {
      isLocked = true;
    };
    const away = new Set<number>();
    const verdicts = await verdictsOf(
      this.ports,
      { at, only: address, onLocked: noteLocked, onAway: ({ height }) => void away.add(height) },
      listSealed(dockets),
    );
    if (isLocked) this.late.passOver(at.reg, address);
    if (isLocked || !this.isHere(at)) return false;
    const last = dockets.at(-1);
    const isOver = !last || last.height >= end.height;
    const row = this.late.came(at.reg, address, isOver ? undefined : { height: last.height, hash: last.hash });
    await this.keep(at, { found: verdicts, ops: [row, ...this.away.note(at.reg, away)] });
    return true;
  }

  /** The dockets whose evidence was away, some a round. A docket stays away until its evidence comes or is over. */
  private async checkAway(at: RegisterPlace, end: CheckCursor): Promise<boolean> {
    const heights = await this.away.next(at.reg);
    if (heights.length === 0) return this.away.isReady(at.reg);
    const here = heights.filter((height) => height <= end.height);
    const dockets = await Promise.all(here.map((height) => this.fromDisk(at, height)));
    const still = new Set<number>();
    const note = ({ height }: SealedAt) => void still.add(height);
    const onLocked = (_: string, sealed: SealedAt) => note(sealed);
    const verdicts = await verdictsOf(this.ports, { at, onLocked, onAway: note }, listSealed(dockets));
    if (!this.isHere(at)) return false;
    await this.keep(at, { found: verdicts, ops: this.away.drop(at.reg, heights, still) });
    return this.away.isReady(at.reg);
  }

  private async load(reg: number): Promise<void> {
    await this.late.load(reg);
    await this.away.load(reg);
  }

  private isHere({ registerId, reg }: RegisterPlace): boolean {
    return this.ports.ledger.register(registerId)?.reg === reg;
  }

  /** Looks from time to time whether a wallet that missed something was unlocked, and for what is still to come. */
  private arm(): void {
    const waiting = this.late.registers().length + this.away.registers().length;
    if (this.stopped || this.timer || waiting === 0) return;
    this.timer = this.ports.clock.setTimer(() => {
      this.timer = undefined;
      this.away.wake();
      for (const { id, reg } of this.ports.ledger.registers()) if (this.isLate(reg)) this.follow(id);
      this.arm();
    }, CHECK_LOCKED_MS);
  }

  private isLate(reg: number): boolean {
    return this.late.next(reg) !== undefined || this.away.isReady(reg);
  }

  /** Writes down what was found, with how far it came, and tells it then. */
  private async keep(
    at: RegisterPlace,
    {
      cursor,
      found: verdicts,
      ops: more,
    }: { cursor?: CheckCursor; found: readonly WalletVerdict[]; ops: readonly KvOp[] },
  ): Promise<void> {
    const { rows, commit, announcements, clock } = this.ports;
    const fresh = verdicts.filter(({ address, run }) => !rows.has(address, at.reg, run.txId));
    const before = rows.cursor(at.reg)?.height ?? -1;
    const isFar = cursor !== undefined && cursor.height - before >= CHECK_CURSOR_DOCKETS;
    if (fresh.length === 0 && more.length === 0 && !isFar) return;
    const foundMs = clock.now();
    const ops = fresh.map(({ address, run, atMs: sealedMs, faults }) => {
      const { header, txId } = run;
      const of = { instanceId: instanceIdOf(run), actionId: Number(header.actionId), sender: header.senderWallet };
      return rows.foundOp([address, at.reg, txId], { ...of, faults, sealedMs, foundMs });
    });
    await commit([...ops, ...more, ...(cursor ? [rows.cursorOp(at.reg, cursor)] : [])]);
    for (const { address, run, atMs } of fresh)
      announcements.announce({
        type: 'action-suspect',
        registerId: at.registerId,
        instanceId: instanceIdOf(run),
        actionId: Number(run.header.actionId),
        txId: run.txId,
        wallets: [address],
        atMs,
      });
  }

  /** Found in another history: the register was taken back, and the same run may be right where it is sealed now. */
  private isOfOther({ reg }: RegisterPlace): boolean {
    const { rows, chain } = this.ports;
    const { dropping, height, hash } = this.cursors.get(reg) ?? rows.cursor(reg) ?? START;
    const sealed = height < 0 ? undefined : chain.docketAt(reg, height);
    return dropping === true || (sealed !== undefined && sealed.hash !== hash);
  }

  /** From the beginning where that docket is not there: the register is being repaired. */
  private cursorOf({ reg }: RegisterPlace): CheckCursor {
    const { rows, chain } = this.ports;
    const cursor = this.cursors.get(reg) ?? rows.cursor(reg) ?? START;
    if (cursor.height < 0) return cursor;
    return chain.docketAt(reg, cursor.height)?.hash === cursor.hash ? cursor : START;
  }

  private async gather(at: RegisterPlace, from: number, head: number): Promise<readonly SealedDocketFacts[]> {
    const rows: SealedDocketFacts[] = [];
    for (let height = from, transactions = 0; height <= head && transactions < CHECK_BATCH_TRANSACTIONS; height++) {
      const docket = this.kept.at(at.registerId, height) ?? (await this.fromDisk(at, height));
      rows.push(docket);
      transactions += docket.transactions.length;
    }
    return rows;
  }

  private async fromDisk({ reg }: RegisterPlace, height: number): Promise<SealedDocketFacts> {
    const sealed = await this.ports.chain.sealedDocket(reg, height);
    if (!sealed) throw new Error('a docket below the head is not there');
    const { hash, header, transactions } = sealed.docket;
    return { height, hash, timestampMs: header.timestampMs, transactions };
  }

  private forget(registerId: string): void {
    this.kept.forget(registerId, Number.POSITIVE_INFINITY);
    this.follower.forget(registerId);
    this.dropSoon(registerId);
  }

  /** Rows of registers that are gone: their local numbers are never given again. */
  private dropSoon(registerId: string): void {
    const { ledger, rows, commit, log } = this.ports;
    const drop = async () => {
      const known = new Set(ledger.registers().map(({ reg }) => reg));
      for (const reg of await rows.registers()) {
        if (known.has(reg) || this.stopped) continue;
        await rows.drop(reg, commit);
        this.cursors.delete(reg);
        this.late.forget(reg);
        this.away.forget(reg);
      }
    };
    void this.mutex
      .run(registerId, drop)
      .catch((err: unknown) =>
        log.error({ registerId, err }, 'The rows that were found in deleted registers were not deleted.'),
      );
  }
}

interface SealedAt {
  readonly transaction: Transaction;
  readonly timestampMs: number;
  readonly height: number;
}

function listSealed(dockets: readonly SealedDocketFacts[]): readonly SealedAt[] {
  return dockets.flatMap(({ height, transactions, timestampMs }) =>
    transactions.map((transaction) => ({ transaction, timestampMs, height })),
  );
}
