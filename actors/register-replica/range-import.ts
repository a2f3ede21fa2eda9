// Many dockets in a row, as replication brings them: signatures are verified ahead on other threads. Dockets are judged
// one after the other on the state in memory, and the disk follows a bounded way behind. The first docket that does not
// hold ends it; nothing after it is stored.
import { assert } from '../../core/base/assert.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { ADOPT_AHEAD_BYTES_MAX, ADOPT_AHEAD_MAX } from '../../core/base/limits/node/replication.js';
import { isFailure } from '../../core/base/result.js';
import type { DocketEffect } from '../../core/chain/state.js';
import { isReadAsSealed } from '../../core/kinds/as-sealed.js';
import type { SealedDocket } from '../../core/model/register.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import type { Journal } from '../../storage/engine/journal.js';
import type { Clock } from '../ports.js';
import { type AdoptMode, type DocketImport, notStored, type Verified } from './docket-import.js';
import type { ReplicaDriver } from './driver.js';

/** A long range must not keep timers and sockets waiting: after this much work in one go others have a turn. */
const TURN_MS = 8;

export interface RangeImportPorts {
  readonly docketImport: DocketImport;
  readonly chain: Pick<ChainStore, 'docketAt'>;
  readonly journal: Pick<Journal, 'backlogBytes' | 'isFull'>;
  readonly clock: Clock;
  readonly backlogBytesMax: number;
}

export interface RangeResult {
  /** Dockets that are durable because of this range. */
  readonly adopted: number;
  /** Durable height of the register. */
  readonly height: number;
  /** Why it ended early; the pointers begin with the height of the docket at fault. */
  readonly issues: readonly Issue[];
}

interface Ahead {
  readonly sealed: SealedDocket;
  readonly verified: Promise<Verified>;
  readonly bytes: number;
}

export class RangeImport {
  private readonly ports: RangeImportPorts;
  private readonly record: RegisterRecord;
  private readonly driver: ReplicaDriver;
  private readonly mode: AdoptMode;
  private readonly ahead: Ahead[] = [];
  private aheadBytes = 0;
  private ended = false;
  private broken: Issue | undefined;
  private wakeReader: (() => void) | undefined;
  private wakeJudge: (() => void) | undefined;
  private unsettled = 0;
  /** The highest docket that this range gave to be sealed: the votes of the seat may have sealed others since. */
  private given = 0;
  private turnSinceMs: number;

  constructor(
    ports: RangeImportPorts,
    { record, driver, mode }: { record: RegisterRecord; driver: ReplicaDriver; mode: AdoptMode },
  ) {
    this.ports = ports;
    this.record = record;
    this.driver = driver;
    this.mode = mode;
    this.turnSinceMs = ports.clock.steady();
  }

  /** Resolves when everything that was sealed is durable. */
  async run(dockets: AsyncIterable<SealedDocket>): Promise<RangeResult> {
    const first = this.driver.state().height;
    const reading = this.read(dockets);
    const issues = await this.judgeAll();
    this.ended = true;
    this.wakeReader?.();
    await this.driver.docket.driver?.settled;
    void reading;
    const height = this.durableHeight(first);
    const lost = height < this.given && issues.length === 0 ? [notStored(height + 1)] : [];
    return { adopted: Math.max(0, height - first), height, issues: [...issues, ...lost] };
  }

  /** Reads as far ahead as the bounds allow and has verified what it reads. */
  private async read(dockets: AsyncIterable<SealedDocket>): Promise<void> {
    try {
      for await (const sealed of dockets) {
        if (this.ended) break;
        assert(
          this.mode === 'certified' || !sealed.docket.transactions.some(isReadAsSealed),
          'a docket that is judged whole was decoded whole',
        );
        const verified = this.ports.docketImport.verify(this.record, sealed, {
          before: this.driver.state(),
          mode: this.mode,
        });
        const bytes = sealed.docket.transactions.reduce((sum, tx) => sum + tx.bytes.length, 0);
        this.ahead.push({ sealed, verified, bytes });
        this.aheadBytes += bytes;
        this.wakeJudge?.();
        while (!this.ended && this.isFarAhead) await new Promise<void>((resolve) => (this.wakeReader = resolve));
        if (this.ended) break;
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.broken = issue('NODE_UNAVAILABLE', '', `The dockets stopped coming: ${message.slice(0, 200)}`);
    }
    this.ended = true;
    this.wakeJudge?.();
  }

  private get isFarAhead(): boolean {
    return this.ahead.length >= ADOPT_AHEAD_MAX || this.aheadBytes >= ADOPT_AHEAD_BYTES_MAX;
  }

  private async judgeAll(): Promise<readonly Issue[]> {
    for (;;) {
      const next = this.ahead.shift();
      if (!next) {
        if (this.ended) return this.broken ? [this.broken] : [];
        await new Promise<void>((resolve) => (this.wakeJudge = resolve));
        continue;
      }
      this.aheadBytes -= next.bytes;
      this.wakeReader?.();
      const issues = await this.judge(next);
      if (issues.length > 0)
        return issues.map((problem) => ({ ...problem, path: `/${next.sealed.docket.header.height}${problem.path}` }));
      await this.keepPace();
    }
  }

  private async judge({ sealed, verified }: Ahead): Promise<readonly Issue[]> {
    const { docketImport } = this.ports;
    let known = await verified;
    if (this.ports.journal.isFull) return [issue('STORE_FULL', '', 'The disk of this node is nearly full.')];
    for (;;) {
      if (this.driver.isClosed) return [notStored(sealed.docket.header.height)];
      const state = this.driver.state();
      const value = docketImport.settle({ record: this.record, state, sealed, verified: known });
      if (value === 'already-sealed') return [];
      if (isFailure(value)) return value.issues;
      if (value !== 'again') return this.seal(sealed, value.effect);
      // Read ahead of a docket that changed the roster.
      known = await docketImport.verify(this.record, sealed, { before: state, mode: this.mode });
    }
  }

  private seal(sealed: SealedDocket, effect: DocketEffect) {
    const docket = this.driver.docket.driver;
    if (!docket?.adopt(sealed, effect)) {
      const value = this.ports.docketImport.onLost(this.record, this.driver, sealed);
      return isFailure(value) ? value.issues : [];
    }
    this.given = sealed.docket.header.height;
    this.unsettled++;
    void docket.settled.then(() => void this.unsettled--);
    return [];
  }

  /** Never more than the bounds ahead of the disk, and never longer in one go than others may wait. */
  private async keepPace(): Promise<void> {
    const { journal, clock, backlogBytesMax } = this.ports;
    if (this.unsettled >= ADOPT_AHEAD_MAX || journal.backlogBytes > backlogBytesMax)
      await this.driver.docket.driver?.settled;
    else if (clock.steady() - this.turnSinceMs >= TURN_MS)
      await new Promise<void>((resolve) => clock.setTimer(resolve, 0));
    else return;
    this.turnSinceMs = clock.steady();
  }

  private durableHeight(from: number): number {
    let height = from;
    const target = this.driver.state().height;
    while (height < target && this.ports.chain.docketAt(this.record.reg, height + 1)) height++;
    return height;
  }
}
