// Follows the sealed dockets of the registers of organisations that have webhooks, and tells what they hold. The cursor
// of a register moves in the commit that stores its events, so that neither a kill nor a crash leaves a docket out. It
// works behind the seals and never in their way, and decides nothing.
import {
  WEBHOOK_BACK_DOCKETS,
  WEBHOOK_BATCH_DOCKETS,
  WEBHOOK_BATCH_TRANSACTIONS,
  WEBHOOK_CLOCKS_MS,
  WEBHOOK_NEWS_MS,
  WEBHOOK_REGISTERS_AT_ONCE,
  WEBHOOK_TRANSACTIONS_MAX,
  WEBHOOK_WAKE_MS,
} from '../../core/base/limits/node/hubs.js';
import type { Clock, Log } from '../../core/base/ports.js';
import { MUTEX, TaskScheduler } from '../../core/base/queues/task-scheduler.js';
import type { WebhookFact } from '../../core/webhooks/event.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import { isSandbox, type RegisterRecord, tenantHere } from '../../storage/chain/registers.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { WebhookCursor, WebhookCursors } from '../../storage/tables/webhooks/cursors.js';
import type { WebhookTargets } from '../../storage/tables/webhooks/targets.js';
import type { AnnouncementHub } from '../announcements.js';
import { KeptDockets } from '../background/kept-dockets.js';
import { RegisterFollower } from '../background/register-follower.js';
import type { SealedDocketFacts } from '../background/sealed-docket-facts.js';
import type { Ledger } from '../ledger-port.js';
import { passingFact } from './announced.js';
import type { WebhookEvents } from './events.js';

export interface RegisterEventPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly chain: Pick<ChainStore, 'head' | 'docketAt' | 'sealedDocket' | 'heightAt'>;
  readonly ledger: Pick<Ledger, 'register' | 'registers'>;
  readonly announcements: AnnouncementHub;
  readonly cursors: WebhookCursors;
  readonly targets: Pick<WebhookTargets, 'has' | 'of'>;
  readonly events: WebhookEvents;
  readonly commit: (ops: readonly KvOp[]) => Promise<void>;
}

export class RegisterEvents {
  private readonly mutex = new TaskScheduler(MUTEX);
  private readonly kept = new KeptDockets();
  private readonly follower: RegisterFollower;
  private unlisten: (() => void) | undefined;
  private stopped = false;

  constructor(private readonly ports: RegisterEventPorts) {
    const { clock, log } = ports;
    this.follower = new RegisterFollower({
      clock,
      delayMs: WEBHOOK_WAKE_MS,
      most: WEBHOOK_REGISTERS_AT_ONCE,
      run: (id) => this.mutex.run(id, () => this.run(id)),
      onFailed: (registerId, err) => log.warn({ registerId, err }, 'Dockets of a register were not told to webhooks.'),
    });
  }

  start(): void {
    const { announcements, ledger, targets } = this.ports;
    this.unlisten = announcements.listen((fact) => {
      if (fact.type === 'docket-sealed') {
        const record = ledger.register(fact.registerId);
        if (record === undefined || !targets.has(tenantHere(record))) return;
        this.kept.add(fact.registerId, fact);
        this.follower.follow(fact.registerId);
        return;
      }
      if (fact.type === 'register-deleted') this.forget(fact.registerId);
      const passing = passingFact(fact, this.ports.clock.now());
      if (passing) this.tell(this.ports.events.ofRegisters([passing]));
    });
    for (const record of ledger.registers()) if (targets.has(tenantHere(record))) this.follower.follow(record.id);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.unlisten?.();
    this.follower.stop();
    await this.mutex.idle();
  }

  /**
   * The operations by which an organisation that had no webhook is told from now on, and nothing that is sealed by now.
   */
  begin(organisationId: string): readonly KvOp[] {
    const { ledger, cursors } = this.ports;
    return ledger
      .registers()
      .filter((record) => tenantHere(record) === organisationId && !record.purging)
      .flatMap(({ reg }) => {
        const head = this.headOf(reg);
        return head === undefined ? [] : [cursors.put(reg, { height: head.height, hash: head.hash })];
      });
  }

  private headOf(reg: number): WebhookCursor | undefined {
    try {
      return this.ports.chain.head(reg);
    } catch {
      // A damaged head is repaired: what is sealed by then is told by its time.
      return undefined;
    }
  }

  private tell(ops: readonly KvOp[]): void {
    if (ops.length === 0) return;
    this.ports.commit(ops).catch((err: unknown) => this.ports.log.warn({ err }, 'An event was not told to webhooks.'));
  }

  private async run(registerId: string): Promise<void> {
    for (let more = true; more; ) {
      const record = this.ports.ledger.register(registerId);
      if (this.stopped || !record || record.purging || isSandbox(record)) return;
      if (!this.ports.targets.has(tenantHere(record))) {
        this.kept.forget(registerId, Number.POSITIVE_INFINITY);
        return;
      }
      more = await this.step(record);
    }
  }

  /** A commit's worth. False at the head. */
  private async step(record: RegisterRecord): Promise<boolean> {
    const { chain, cursors, events, ledger } = this.ports;
    const { id: registerId, reg } = record;
    const head = chain.head(reg);
    const { height: done } = this.place(record);
    this.kept.forget(registerId, done);
    if (head === undefined || head.height <= done) return false;
    const dockets = await this.gather(record, done + 1, head.height);
    const last = dockets.at(-1) as SealedDocketFacts;
    // Deleted meanwhile: nothing may be written behind the deletion.
    if (this.stopped || ledger.register(registerId)?.reg !== reg || ledger.register(registerId)?.purging) return false;
    const facts = dockets.flatMap((docket) => factsOf(registerId, docket)).map((fact) => ({ registerId, fact }));
    await this.ports.commit([...events.ofRegisters(facts), cursors.put(reg, { height: last.height, hash: last.hash })]);
    this.kept.forget(registerId, last.height);
    return last.height < head.height;
  }

  /**
   * The docket behind which it goes on. A register that came while the organisation had webhooks begins with what is
   * news; where another docket is sealed than was told, what was told last is told again, under the same ids.
   */
  private place(record: RegisterRecord): { readonly height: number } {
    const { chain, cursors, clock, targets } = this.ports;
    const { reg } = record;
    const cursor = cursors.get(reg);
    if (cursor !== undefined) {
      const sealed = chain.docketAt(reg, cursor.height);
      const head = chain.head(reg)?.height ?? -1;
      if (sealed === undefined ? head >= cursor.height || head < 0 : sealed.hash === cursor.hash) return cursor;
      this.ports.log.warn({ registerId: record.id }, 'Another docket is sealed than was told to webhooks.');
      return { height: Math.max(-1, Math.min(cursor.height, head) - WEBHOOK_BACK_DOCKETS) };
    }
    const [oldest] = targets.of(tenantHere(record));
    const sinceMs = Math.max(clock.now() - WEBHOOK_NEWS_MS, (oldest?.createdAtMs ?? 0) - WEBHOOK_CLOCKS_MS);
    return { height: chain.heightAt(reg, sinceMs) - 1 };
  }

  private async gather({ id, reg }: RegisterRecord, from: number, head: number): Promise<readonly SealedDocketFacts[]> {
    const rows: SealedDocketFacts[] = [];
    let transactions = 0;
    for (let height = from; height <= head && rows.length < WEBHOOK_BATCH_DOCKETS; height++) {
      const docket = this.kept.at(id, height) ?? (await this.fromDisk(reg, height));
      rows.push(docket);
      transactions += docket.transactions.length;
      if (transactions >= WEBHOOK_BATCH_TRANSACTIONS) break;
    }
    return rows;
  }

  private async fromDisk(reg: number, height: number): Promise<SealedDocketFacts> {
    const sealed = await this.ports.chain.sealedDocket(reg, height);
    if (!sealed) throw new Error('a docket below the head is not there');
    const { hash, header, transactions } = sealed.docket;
    return { height, hash, timestampMs: header.timestampMs, transactions };
  }

  /** Its local number is never given again, so that a row that stays behind does no harm. */
  private forget(registerId: string): void {
    this.kept.forget(registerId, Number.POSITIVE_INFINITY);
    this.follower.forget(registerId);
  }
}

function factsOf(
  registerId: string,
  { height, hash, timestampMs: atMs, transactions }: SealedDocketFacts,
): WebhookFact[] {
  const transactionCount = transactions.length;
  const facts: WebhookFact[] = [];
  if (height === 0) facts.push({ type: 'register.created', atMs, data: { registerId }, mark: hash });
  facts.push({ type: 'docket.sealed', atMs, data: { registerId, height, docketHash: hash, transactionCount } });
  for (let from = 0; from < transactionCount; from += WEBHOOK_TRANSACTIONS_MAX) {
    const transactionIds = transactions.slice(from, from + WEBHOOK_TRANSACTIONS_MAX).map(({ txId }) => txId);
    facts.push({ type: 'transactions.confirmed', atMs, data: { registerId, height, transactionIds }, mark: hash });
  }
  return facts;
}
