// The inbox of this node: follows the sealed dockets of every register, keeps its rows as far as they are folded, and
// tells what is new once it is durable. It works behind the seals and never in their way; who reads waits until the
// register is folded up to its head. It decides nothing: its rows can be deleted.

import { type Issue, issue } from '../../../core/base/issue.js';
import {
  INBOX_BATCH_BYTES,
  INBOX_BATCH_DOCKETS,
  INBOX_BATCH_TRANSACTIONS,
  INBOX_DELAY_MS,
  INBOX_LISTS_AGAIN_MAX,
  INBOX_NEWS_MS,
  INBOX_REMAKE_MS,
  INBOX_RUNS_MAX,
  INBOX_SWEEP,
  INBOX_WAIT_MS,
} from '../../../core/base/limits/node/inbox.js';
import type { Clock, Log } from '../../../core/base/ports.js';
import { MUTEX, TaskScheduler } from '../../../core/base/queues/task-scheduler.js';
import { fail, failIf, type Result } from '../../../core/base/result.js';
import type { ChainStore } from '../../../storage/chain/chain-store.js';
import { isSandbox, type RegisterRecord } from '../../../storage/chain/registers.js';
import type { KvOp } from '../../../storage/engine/kv.js';
import type { InboxCursor, InboxRows } from '../../../storage/tables/workflow/inbox.js';
import type { AnnouncementHub } from '../../announcements.js';
import { awaitWithin } from '../../background/await-within.js';
import { KeptDockets, weightOf } from '../../background/kept-dockets.js';
import { RegisterFollower } from '../../background/register-follower.js';
import type { SealedDocketFacts } from '../../background/sealed-docket-facts.js';
import type { Ledger } from '../../ledger-port.js';
import type { ActionNotices } from '../../people/action-notices.js';
import { definitionAt } from '../instance/definition-at.js';
import type { RegisterPlace } from '../instance/instance-record.js';
import { foldAgain } from './inbox-again.js';
import { foldDockets } from './inbox-fold.js';
import { instancesPage, type ListPorts, tooManyLists } from './inbox-lists.js';
import { pendingPage } from './inbox-pending.js';
import type { InboxReads, InstancesWanted, PageWanted, WaitingEntry } from './inbox-ports.js';
import { waitingEntries, waitingItems } from './inbox-waiting.js';
import { Reminders } from './reminders.js';
import { watchedRows } from './watched-rows.js';

export interface InboxPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly chain: ListPorts['chain'] & Pick<ChainStore, 'head' | 'docketAt' | 'sealedDocket'>;
  readonly rows: InboxRows;
  readonly ledger: Pick<Ledger, 'register' | 'registers'>;
  readonly announcements: AnnouncementHub;
  readonly commit: (ops: readonly KvOp[]) => Promise<void>;
  /** A definition of the register is not there: what leads to it is damaged, and is to be looked for and repaired. */
  readonly onDamaged?: (reg: number) => void;
  /** Tells people what waits for them, and organisations what happened, in the commit that lists it. */
  readonly notices?: Pick<ActionNotices, 'commit' | 'isTold'>;
}
const UNLISTED = 'The sealed actions of a register were not listed.';
const START: InboxCursor = { height: -1, hash: '', instances: 0, active: 0 };

export class Inbox implements InboxReads {
  private readonly ports: InboxPorts;
  private readonly mutex = new TaskScheduler(MUTEX);
  private readonly kept = new KeptDockets();
  /** By local number: what is durable. */
  private cursors = new Map<number, InboxCursor>();
  private readonly follower: RegisterFollower;
  private readonly reminders: Reminders;
  /** When the rows of a register were last made again because they did not fit. */
  private readonly remade = new Map<number, number>();
  /** Registers whose lost definitions were looked for since anything was repaired there: they are not back. */
  private readonly missed = new Set<number>();
  /** Not every register was looked at since the start. */
  private isSweeping = false;
  /** By the clock that cannot be set: a node whose time of day was ahead when it started tells news all the same. */
  private readonly startedMs: number;
  private unlisten: (() => void) | undefined;
  private stopped = false;

  constructor(ports: InboxPorts) {
    this.ports = ports;
    this.follower = new RegisterFollower({
      clock: ports.clock,
      delayMs: INBOX_DELAY_MS,
      most: INBOX_RUNS_MAX,
      run: (id) => this.mutex.run(id, () => this.run(id)),
      onFailed: (registerId, err) => ports.log.warn({ registerId, err }, UNLISTED),
    });
    this.startedMs = ports.clock.steady();
    this.reminders = new Reminders({
      ...ports,
      registerOf: (reg) => ports.ledger.registers().find((item) => item.reg === reg && !item.purging)?.id,
      turn: (id, work) => this.mutex.run(id, work),
      onDamaged: (at, error) => void this.remake(at, error),
    });
  }

  /**
   * Reads how far it came, and follows from there. Dockets that were sealed before the start are folded and not told.
   */
  async start(): Promise<void> {
    this.cursors = new Map(await this.ports.rows.allCursors());
    this.unlisten = this.ports.announcements.listen((fact) => {
      if (fact.type === 'docket-sealed') {
        this.kept.add(fact.registerId, fact);
        this.follow(fact.registerId);
      } else if (fact.type === 'register-deleted') this.forget(fact.registerId);
      else if (fact.type === 'register-status') this.onRepaired(fact.registerId);
    });
    const ids = this.ports.ledger.registers().map(({ id }) => id);
    this.sweep(ids, 0);
    this.dropSoon('');
    this.reminders.look();
  }

  /** Ends what is under way; what is not folded yet is folded after the next start. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.unlisten?.();
    this.follower.stop();
    await this.reminders.stop();
    await this.mutex.idle();
  }

  figures(): { readonly instances: number; readonly active: number } {
    let instances = 0;
    let active = 0;
    for (const record of this.ports.ledger.registers()) {
      const cursor = isSandbox(record) ? undefined : this.cursors.get(record.reg);
      instances += cursor?.instances ?? 0;
      active += cursor?.active ?? 0;
    }
    return { instances, active };
  }

  async pending(at: RegisterPlace, wallet: string, page: PageWanted): ReturnType<InboxReads['pending']> {
    return failIf(await this.upToHead([at])) ?? this.read([at], (ports) => pendingPage(ports, { at, wallet, ...page }));
  }

  async instances(wanted: InstancesWanted): ReturnType<InboxReads['instances']> {
    const places = wanted.scopes.map(({ at }) => at);
    const late = await this.upToHead(places);
    if (late) return fail(late);
    // Most registers hold no instance, and their lists need not be read to know that.
    const filled = { ...wanted, scopes: wanted.scopes.filter(({ at }) => this.cursorOf(at.reg).instances > 0) };
    return failIf(tooManyLists(filled)) ?? this.read(places, (ports) => instancesPage(ports, filled));
  }

  async waitingFor(wallets: readonly string[]): Promise<Result<readonly WaitingEntry[]>> {
    const late = await this.allUpToHead();
    if (late) return fail(late);
    const places = this.placesOf((record) => !isSandbox(record));
    return this.read([...places.values()], (ports) => waitingEntries(ports, { wallets, places }));
  }

  itemsOf(entries: readonly WaitingEntry[]): ReturnType<InboxReads['itemsOf']> {
    const places = entries.map(({ at }) => at);
    return this.read(places, (ports) => waitingItems(ports, entries));
  }

  async registersOf(wallet: string): Promise<Result<readonly string[]>> {
    const late = await this.allUpToHead();
    if (late) return fail(late);
    const places = this.placesOf();
    const regs = await this.ports.rows.registersOf(wallet, this.cursors.size + 1);
    return regs.flatMap((reg) => places.get(reg)?.registerId ?? []);
  }

  /** The registers that are not being deleted, by their local number. */
  private placesOf(isWanted: (record: RegisterRecord) => boolean = () => true): ReadonlyMap<number, RegisterPlace> {
    const records = this.ports.ledger.registers().filter((record) => !record.purging && isWanted(record));
    return new Map(records.map(({ id, reg }) => [reg, { registerId: id, reg }]));
  }

  private async allUpToHead(): Promise<Issue | undefined> {
    if (this.isSweeping) return unavailable();
    const places = this.follower.behind.flatMap((registerId) => {
      const record = this.ports.ledger.register(registerId);
      return record ? [{ registerId, reg: record.reg }] : [];
    });
    return this.upToHead(places);
  }

  /**
   * Folds the registers up to their heads of now. NODE_UNAVAILABLE when that takes too long; it goes on all the same.
   */
  private async upToHead(places: readonly RegisterPlace[]): Promise<Issue | undefined> {
    const late = places.filter(({ reg }) => this.isBehind(reg));
    if (late.length === 0) return undefined;
    const ids = [...new Set(late.map(({ registerId }) => registerId))];
    const folded = Promise.all(ids.map((id) => this.mutex.run(id, () => this.run(id)))).then(
      () => undefined,
      (err: unknown) => {
        this.ports.log.warn({ err }, UNLISTED);
        return unavailable();
      },
    );
    return awaitWithin(this.ports.clock, { work: folded, ms: INBOX_WAIT_MS, late: unavailable });
  }

  /** An answer from the rows. Where some of them are damaged they are made again, and the caller comes again. */
  private async read<T>(
    places: readonly RegisterPlace[],
    answer: (ports: ListPorts) => Promise<Result<T>>,
  ): Promise<Result<T>> {
    const { chain, clock } = this.ports;
    const { rows: reads, damaged } = watchedRows(this.ports.rows);
    try {
      return await answer({ chain, clock, rows: reads });
    } catch (error) {
      const broken = places.filter(({ reg }) => damaged.has(reg));
      if (broken.length === 0) throw error;
      for (const at of broken) this.remake(at, error);
      return fail(unavailable());
    }
  }

  /**
   * True when the rows of the register are to be deleted and made again from the ledger; false where that was done a
   * while ago.
   */
  private remake({ registerId, reg }: RegisterPlace, err: unknown): boolean {
    const nowMs = this.ports.clock.steady();
    if (nowMs - (this.remade.get(reg) ?? Number.NEGATIVE_INFINITY) < INBOX_REMAKE_MS) return false;
    this.remade.set(reg, nowMs);
    this.ports.log.warn({ registerId, err }, 'The lists of instances of a register are made again.');
    this.cursors.set(reg, { ...START, dropping: true });
    this.follow(registerId);
    return true;
  }

  private cursorOf(reg: number): InboxCursor {
    return this.cursors.get(reg) ?? START;
  }

  private follow(registerId: string): void {
    this.follower.follow(registerId);
  }

  /** Folds until the head; one run of a register at a time. */
  private async run(registerId: string): Promise<void> {
    for (let more = true; more; ) {
      const record = this.ports.ledger.register(registerId);
      if (this.stopped || !record || record.purging) return;
      const at = { registerId, reg: record.reg };
      if (!this.fits(at)) await this.drop(at.reg);
      try {
        more = await this.step(at);
      } catch (error) {
        // Rows that do not fit the ledger are made again: what fails then again is the ledger itself.
        if (!this.remake(at, error)) throw error;
      }
    }
  }

  /** The register was looked at, and a definition that was lost may be back. */
  private onRepaired(registerId: string): void {
    const reg = this.ports.ledger.register(registerId)?.reg;
    if (reg === undefined) return;
    this.missed.delete(reg);
    if (this.hasFound(reg)) this.follow(registerId);
  }

  /**
   * A definition is back under which moves were left out. Only a repair brings one back, and the register tells of its
   * end: between two of them one look is enough.
   */
  private hasFound(reg: number): boolean {
    const { lost } = this.cursorOf(reg);
    if (!lost || this.missed.has(reg)) return false;
    const view = this.ports.chain.view(reg);
    const isBack = lost.some((pin) => definitionAt(view, pin) !== undefined);
    if (!isBack) this.missed.add(reg);
    return isBack;
  }

  /**
   * False where another docket than the folded one is sealed, where left-out moves can be folded, and while rows are
   * being deleted.
   */
  private fits({ reg }: RegisterPlace): boolean {
    const { height, hash, dropping } = this.cursorOf(reg);
    if (dropping || this.hasFound(reg)) return false;
    const sealed = height < 0 ? undefined : this.ports.chain.docketAt(reg, height);
    return sealed === undefined || sealed.hash === hash;
  }

  /** A commit's worth. False at the head. */
  private async step(at: RegisterPlace): Promise<boolean> {
    const { chain, clock, rows, ledger, announcements, commit, notices } = this.ports;
    const cursor = this.cursorOf(at.reg);
    const head = chain.head(at.reg)?.height ?? -1;
    // A docket that was read from the disk before it was announced is kept for nothing.
    this.kept.forget(at.registerId, cursor.height);
    const { again = [] } = cursor;
    if (head <= cursor.height && again.length === 0) return false;
    const pause = () => new Promise<void>((resolve) => void clock.setTimer(resolve, 0));
    const isNews = (atMs: number) => this.isNews(atMs) || notices?.isTold(atMs) === true;
    const fresh = { chain, rows, pause, isNews };
    const isAgain = head <= cursor.height || again.length >= INBOX_LISTS_AGAIN_MAX;
    const folded = isAgain
      ? await foldAgain(fresh, at, cursor)
      : await foldDockets(fresh, at, { cursor, dockets: await this.gather(at, cursor.height + 1, head) });
    // Deleted meanwhile: nothing may be written behind the deletion.
    if (ledger.register(at.registerId)?.reg !== at.reg || ledger.register(at.registerId)?.purging) return false;
    await (notices === undefined ? commit(folded.ops) : notices.commit(folded.ops, folded.facts));
    this.cursors.set(at.reg, folded.cursor);
    if ((folded.cursor.lost?.length ?? 0) > (cursor.lost?.length ?? 0)) {
      // It may have been repaired while this was written.
      this.missed.delete(at.reg);
      this.ports.onDamaged?.(at.reg);
    }
    this.kept.forget(at.registerId, folded.cursor.height);
    for (const fact of folded.facts) if (!('atMs' in fact) || this.isNews(fact.atMs)) announcements.announce(fact);
    if (folded.reminds) this.reminders.look();
    if (folded.cursor.height < head) return true;
    // A reader waits for the newest instances that are looked at again, and for no others.
    if (isAgain && folded.cursor.again) this.follow(at.registerId);
    return !isAgain && folded.cursor.again !== undefined;
  }

  private async gather(at: RegisterPlace, from: number, head: number): Promise<readonly SealedDocketFacts[]> {
    const rows: SealedDocketFacts[] = [];
    let [transactions, bytes] = [0, 0];
    for (let height = from; height <= head; height++) {
      const docket = this.kept.at(at.registerId, height) ?? (await this.fromDisk(at, height));
      rows.push(docket);
      transactions += docket.transactions.length;
      bytes += weightOf(docket.transactions);
      if (rows.length >= INBOX_BATCH_DOCKETS || transactions >= INBOX_BATCH_TRANSACTIONS) break;
      if (bytes >= INBOX_BATCH_BYTES) break;
    }
    return rows;
  }

  private async fromDisk({ reg }: RegisterPlace, height: number): Promise<SealedDocketFacts> {
    const sealed = await this.ports.chain.sealedDocket(reg, height);
    if (!sealed) throw new Error('a docket below the head is not there');
    const { hash, header, transactions } = sealed.docket;
    return { height, hash, timestampMs: header.timestampMs, transactions };
  }

  /** Neither from before this node ran nor from long ago: replicas fold thousands of old dockets. */
  private isNews(atMs: number): boolean {
    const { clock } = this.ports;
    return clock.now() - atMs <= Math.min(INBOX_NEWS_MS, clock.steady() - this.startedMs);
  }

  private async drop(reg: number): Promise<void> {
    await this.ports.rows.drop(reg, this.ports.commit);
    this.cursors.delete(reg);
    this.missed.delete(reg);
  }

  private forget(registerId: string): void {
    this.kept.forget(registerId, Number.POSITIVE_INFINITY);
    this.follower.forget(registerId);
    this.dropSoon(registerId);
  }

  private dropSoon(registerId: string): void {
    void this.mutex
      .run(registerId, () => this.dropOrphans())
      .catch((err: unknown) =>
        this.ports.log.error({ registerId, err }, 'Lists of deleted registers were not deleted.'),
      );
  }

  /** Rows of registers that are gone: their local numbers are never given again. */
  private async dropOrphans(): Promise<void> {
    const known = new Set(this.ports.ledger.registers().map(({ reg }) => reg));
    for (const reg of [...this.cursors.keys()]) if (!known.has(reg) && !this.stopped) await this.drop(reg);
  }

  /** After a start: looks, a few at a time, which registers are not folded up to their heads. */
  private sweep(ids: readonly string[], from: number): void {
    this.isSweeping = from < ids.length;
    if (this.stopped || !this.isSweeping) return;
    for (const id of ids.slice(from, from + INBOX_SWEEP)) {
      const record = this.ports.ledger.register(id);
      if (record && (this.isBehind(record.reg) || this.cursorOf(record.reg).again)) this.follow(id);
    }
    if (from + INBOX_SWEEP >= ids.length) this.isSweeping = false;
    else this.ports.clock.setTimer(() => this.sweep(ids, from + INBOX_SWEEP), INBOX_DELAY_MS);
  }

  private isBehind(reg: number): boolean {
    try {
      const { height, dropping } = this.cursorOf(reg);
      return dropping === true || (this.ports.chain.head(reg)?.height ?? -1) > height || this.hasFound(reg);
    } catch {
      // A head that cannot be read is repaired, and its register then tells of its next docket.
      return false;
    }
  }
}

function unavailable(): Issue {
  return issue('NODE_UNAVAILABLE', '', 'The instances of the register are being listed on this node. Try again soon.');
}
