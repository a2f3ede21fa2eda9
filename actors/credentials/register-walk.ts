// Walks over what registers seal, each docket once and in order, and writes down how far it came with what it found. A
// docket that is of no interest is passed over where it is announced. It works behind the seals and never in their way.
import {
  ISSUING_BATCH_DOCKETS,
  ISSUING_CURSOR_DOCKETS,
  ISSUING_DELAY_MS,
  ISSUING_REGISTERS_MAX,
} from '../../core/base/limits/node/wallets.js';
import type { Clock, Log } from '../../core/base/ports.js';
import { MUTEX, TaskScheduler } from '../../core/base/queues/task-scheduler.js';
import type { SealedDocket } from '../../core/model/register.js';
import type { InboxNotice } from '../../core/tenant/inbox/entry.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import { isSandbox } from '../../storage/chain/registers.js';
import type { KvOp } from '../../storage/engine/kv.js';
import { sound } from '../../storage/engine/value.js';
import type { IssuingCursor, RunIssuances } from '../../storage/tables/credentials/run-issuances.js';
import type { AnnouncementHub } from '../announcements.js';
import { KeptDockets } from '../background/kept-dockets.js';
import { RegisterFollower } from '../background/register-follower.js';
import type { SealedDocketFacts } from '../background/sealed-docket-facts.js';
import type { Ledger } from '../ledger-port.js';
import type { RegisterPlace } from '../workflow/instance/instance-record.js';

export interface WalkPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly chain: Pick<ChainStore, 'head' | 'docketAt' | 'sealedDocket'>;
  readonly ledger: Pick<Ledger, 'register' | 'registers'>;
  readonly announcements: Pick<AnnouncementHub, 'listen'>;
  readonly rows: Pick<RunIssuances, 'cursor' | 'putCursor'>;
  /** With what people are told. */
  readonly commit: (ops: readonly KvOp[], notices: readonly InboxNotice[]) => Promise<void>;
  readonly take: TakeDockets;
}

export interface TakeDockets {
  /** Whether anything in it may matter. Asked for each docket: it looks into memory. */
  isOfInterest(at: RegisterPlace, docket: SealedDocketFacts): boolean;
  /** Findings of dockets in their order; `onDurable` is called once the operations are durable. */
  find(at: RegisterPlace, dockets: readonly SealedDocketFacts[]): Promise<FoundInDockets>;
}

export interface FoundInDockets {
  readonly ops: readonly KvOp[];
  readonly notices: readonly InboxNotice[];
  readonly onDurable: () => void;
}

const START: IssuingCursor = { height: -1, hash: '' };

export class RegisterWalk {
  private readonly ports: WalkPorts;
  private readonly mutex = new TaskScheduler(MUTEX);
  private readonly kept = new KeptDockets();
  private readonly follower: RegisterFollower;
  /** By local number: how far each register was looked at, which is on the disk from time to time. */
  private readonly cursors = new Map<number, IssuingCursor>();
  private unlisten: (() => void) | undefined;
  private stopped = false;

  constructor(ports: WalkPorts) {
    this.ports = ports;
    this.follower = new RegisterFollower({
      ...{ clock: ports.clock, delayMs: ISSUING_DELAY_MS, most: ISSUING_REGISTERS_MAX },
      run: (id) => this.mutex.run(id, () => this.run(id)),
      onFailed: (registerId, err) =>
        ports.log.warn({ registerId, err }, 'A register was not looked at for credentials to be issued.'),
    });
  }

  start(): void {
    this.unlisten = this.ports.announcements.listen((fact) => {
      if (fact.type === 'docket-sealed') this.onSealed(fact.registerId, fact);
      else if (fact.type === 'register-deleted') {
        this.follower.forget(fact.registerId);
        this.kept.forget(fact.registerId, Number.POSITIVE_INFINITY);
      }
    });
    for (const { id } of this.ports.ledger.registers()) this.follower.follow(id);
  }

  /** Ends what is under way, and writes down how far it came. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.unlisten?.();
    this.follower.stop();
    await this.mutex.idle();
    const { rows, commit } = this.ports;
    const moved = [...this.cursors].filter(([reg, { height }]) => this.readCursor(reg).height !== height);
    if (moved.length > 0)
      await commit(
        moved.map(([reg, cursor]) => rows.putCursor(reg, cursor)),
        [],
      );
  }

  private onSealed(registerId: string, docket: SealedDocketFacts): void {
    const record = this.ports.ledger.register(registerId);
    if (record === undefined || isSandbox(record)) return;
    const cursor = this.cursors.get(record.reg);
    const isNext = cursor?.height === docket.height - 1;
    if (isNext && !this.ports.take.isOfInterest({ registerId, reg: record.reg }, docket)) {
      this.cursors.set(record.reg, { height: docket.height, hash: docket.hash });
      return;
    }
    this.kept.add(registerId, docket);
    this.follower.follow(registerId);
  }

  /** Up to the head. */
  private async run(registerId: string): Promise<void> {
    for (let isMore = true; isMore && !this.stopped; ) {
      const record = this.ports.ledger.register(registerId);
      // A rehearsal issues nothing.
      if (!record || record.purging || isSandbox(record)) return;
      isMore = await this.step({ registerId, reg: record.reg });
    }
  }

  /** Some dockets. False at the head. */
  private async step(at: RegisterPlace): Promise<boolean> {
    const { chain, take, commit, rows } = this.ports;
    const cursor = this.cursorOf(at.reg);
    this.cursors.set(at.reg, cursor);
    this.kept.forget(at.registerId, cursor.height);
    const head = chain.head(at.reg)?.height ?? -1;
    if (head <= cursor.height) return false;
    const dockets = await this.gather(at, cursor.height + 1, Math.min(head, cursor.height + ISSUING_BATCH_DOCKETS));
    const { ops, notices, onDurable } = await take.find(at, dockets);
    const { height, hash } = dockets.at(-1) as SealedDocketFacts;
    const isFar = height - this.readCursor(at.reg).height >= ISSUING_CURSOR_DOCKETS;
    if (this.ports.ledger.register(at.registerId)?.reg !== at.reg) return false;
    const isNews = ops.length > 0 || notices.length > 0;
    if (isNews || isFar) await commit([...ops, rows.putCursor(at.reg, { height, hash })], notices);
    this.cursors.set(at.reg, { height, hash });
    this.kept.forget(at.registerId, height);
    onDurable();
    return height < head;
  }

  /** From the beginning where that docket is not there: what is found again changes nothing. */
  private cursorOf(reg: number): IssuingCursor {
    const cursor = this.cursors.get(reg) ?? this.readCursor(reg);
    if (cursor.height < 0) return cursor;
    return this.ports.chain.docketAt(reg, cursor.height)?.hash === cursor.hash ? cursor : START;
  }

  /** As far as it is durable. A damaged row is written anew. */
  private readCursor(reg: number): IssuingCursor {
    return sound(() => this.ports.rows.cursor(reg)) ?? START;
  }

  private async gather(at: RegisterPlace, from: number, to: number): Promise<readonly SealedDocketFacts[]> {
    const dockets: SealedDocketFacts[] = [];
    for (let height = from; height <= to; height++) {
      const known = this.kept.at(at.registerId, height);
      const sealed = known ? undefined : await this.ports.chain.sealedDocket(at.reg, height);
      if (!known && !sealed) break;
      dockets.push(known ?? factsOf(height, sealed as NonNullable<typeof sealed>));
    }
    if (dockets.length === 0) throw new Error('a docket below the head is not there');
    return dockets;
  }
}

function factsOf(height: number, { docket }: SealedDocket): SealedDocketFacts {
  const { hash, header, transactions } = docket;
  return { height, hash, timestampMs: header.timestampMs, transactions };
}
