// Random lives of one ledger host on a virtual clock and a disk that can lose power: what it does to the host, what the
// host acknowledged meanwhile, and whether every acknowledgement was kept. It judges only what a client could see and
// what is on the disk.
import type { SubmitOutcome } from '../../../actors/ledger-port.js';
import type { ReplicaDriver } from '../../../actors/register-replica/driver.js';
import { certificateIssues, foldDocket } from '../../../cli/disk/chain-rules.js';
import type { Json } from '../../../core/base/json.js';
import { isFailure } from '../../../core/base/result.js';
import type { Transaction } from '../../../core/model/transaction.js';
import type { KvOp } from '../../../storage/engine/kv.js';
import { type MemoryKv, memoryKv } from '../../../storage/engine/memory.js';
import { deepCheck } from '../../../storage/repair/check.js';
import { VirtualClock } from '../base/virtual-clock.js';
import {
  anAction,
  foundedRegister,
  keyOf,
  type LedgerWorld,
  type LedgerWorldOptions,
  ledgerWorld,
  REGISTER_ID,
  signedTransaction,
  submitted,
} from './ledger-world.js';

const START_MS = Date.UTC(2026, 0, 1);
/** Refusals that say nothing about the transaction: it may be sent again. */
const TRANSIENT = new Set(['NODE_UNAVAILABLE', 'NODE_DRAINING', 'REGISTER_OFFLINE', 'POOL_FULL', 'POOL_SENDER_FULL']);

export type Act =
  | { readonly act: 'submit'; readonly index: number; readonly waitMs: number }
  | { readonly act: 'order'; readonly order: 'pause' | 'resume' | 'stop' | 'start' }
  | { readonly act: 'advance'; readonly ms: number }
  | { readonly act: 'sync' | 'crash'; readonly count: number }
  | { readonly act: 'sweep' | 'hold' | 'release' | 'settle' | 'turn' | 'fail' | 'restart' };

/**
 * A founded register as rows, and transactions for it: independent ones, lines of three, two rivals and two that
 * expire.
 */
export interface Ground {
  readonly rows: readonly KvOp[];
  readonly transactions: readonly Transaction[];
}

export async function ground(): Promise<Ground> {
  const kv = memoryKv();
  const world = await ledgerWorld({ kv, clock: new VirtualClock(START_MS) });
  const pin = await foundedRegister(world);
  const line = await publishedLine(world);
  const transactions = Array.from({ length: 5 }, (_, i) => anAction(world, pin, i));
  for (const expiresInMs of [5_000, 20_000]) transactions.push(action(world, { pin, note: 'short', expiresInMs }));
  for (const instanceId of ['one', 'two']) {
    const start = action(world, { pin: line, blueprintId: 'line', instanceId, note: 'start' });
    const next = { pin: line, blueprintId: 'line', instanceId, actionId: '1', previous: start.txId };
    const middle = action(world, { ...next, note: 'middle' });
    const end = action(world, { ...next, actionId: '2', previous: middle.txId, note: 'end' });
    transactions.push(start, middle, end);
    if (instanceId === 'one') transactions.push(action(world, { ...next, note: 'rival of middle' }));
  }
  await world.ledger.stop();
  await world.store.journal.whenDrained();
  const rows: KvOp[] = [];
  for await (const [key, value] of kv.range({ gte: Buffer.alloc(0), lt: Buffer.alloc(40, 0xff) }))
    rows.push({ key, value });
  return { rows, transactions };
}

/** One life: the acts in their order, then quiet. Gives what was broken; empty when every promise was kept. */
export async function live(from: Ground, acts: readonly Act[], alter?: LedgerWorldOptions['alter']): Promise<string[]> {
  const life = await Life.begin(from, alter);
  for (const act of acts) await life.carryOut(act);
  return life.end();
}

class Life {
  private readonly transactions: readonly Transaction[];
  private readonly alter: LedgerWorldOptions['alter'];
  private kv: MemoryKv;
  private world!: LedgerWorld;
  /** The acknowledgement of each transaction: the last one counts, and a place is permanent. */
  private readonly pending = new Set<string>();
  private readonly sealed = new Map<string, string>();
  private readonly refused = new Map<string, string>();
  private readonly submittedOnce = new Set<string>();
  private readonly broken: string[] = [];
  /** Calls of this opening that have no answer. A crash answers none; everything else has to. */
  private unanswered = new Set<string>();
  private orders: Promise<unknown>[] = [];
  private calls = 0;

  private constructor(from: Ground, kv: MemoryKv, alter: LedgerWorldOptions['alter']) {
    this.transactions = from.transactions;
    this.kv = kv;
    this.alter = alter;
  }

  static async begin(from: Ground, alter: LedgerWorldOptions['alter']): Promise<Life> {
    const kv = memoryKv();
    await kv.write(from.rows);
    const life = new Life(from, kv, alter);
    await life.open(new VirtualClock(START_MS));
    return life;
  }

  async carryOut(act: Act): Promise<void> {
    const { ledger, clock } = this.world;
    switch (act.act) {
      case 'submit':
        return this.submit(this.transactions[act.index % this.transactions.length]!, act.waitMs);
      case 'order':
        return this.call(act.order, ledger.seating.control(REGISTER_ID, act.order));
      case 'advance':
        return clock.advance(act.ms);
      case 'sync':
        return this.kv.sync(act.count);
      case 'sweep':
        return this.call('sweep', ledger.sweep());
      case 'hold':
        return this.kv.hold();
      case 'release':
        return this.kv.release();
      case 'settle':
        return clock.settle();
      case 'turn':
        return new Promise((resolve) => setImmediate(resolve));
      case 'fail':
        return this.driver()?.pool.fail(new Error('a failure of this test'));
      case 'restart':
        return this.restart();
      case 'crash':
        return this.crash(act.count);
    }
  }

  /** Lets everything come to rest and compares what was said with what is there. */
  async end(): Promise<string[]> {
    this.kv.release();
    await this.world.clock.settle();
    await this.running();
    for (let minute = 0; minute < 3; minute++) {
      await this.world.clock.advance(61_000);
      this.call('sweep', this.world.ledger.sweep());
      await this.world.clock.settle();
    }
    await this.judgeChain();
    for (const tx of this.transactions) this.judgeReceipt(tx);
    await this.judgeRest();
    return this.broken;
  }

  private async open(clock: VirtualClock): Promise<void> {
    this.world = await ledgerWorld({ kv: this.kv, clock, ...(this.alter && { alter: this.alter }) });
    await clock.settle();
  }

  private submit(tx: Transaction, waitMs: number): void {
    this.submittedOnce.add(tx.txId);
    const { world } = this;
    const priority = tx.header.expiresAt === undefined ? 'Normal' : 'High';
    this.call(
      'submit',
      world.ledger.submit(tx, { priority, waitMs }).then((outcome) => {
        if (world === this.world) this.note(tx, outcome);
      }),
    );
  }

  private note(tx: Transaction, outcome: SubmitOutcome): void {
    const { txId } = tx;
    if (outcome.status === 'pending') this.pending.add(txId);
    else if (outcome.status === 'sealed') {
      const place = `${outcome.height} ${outcome.index} ${outcome.docketHash}`;
      const before = this.sealed.get(txId);
      if (before !== undefined && before !== place) this.broken.push(`moved: sealed at ${before}, then at ${place}`);
      this.sealed.set(txId, place);
    } else if (!TRANSIENT.has(outcome.issues[0]!.code)) this.refused.set(txId, outcome.issues[0]!.code);
  }

  private call(name: string, call: Promise<unknown>): void {
    const { unanswered } = this;
    const id = `${name} ${this.calls++}`;
    unanswered.add(id);
    const answered = () => void unanswered.delete(id);
    this.orders.push(call.then(answered, answered));
  }

  private async restart(): Promise<void> {
    this.kv.release();
    let stopped = false;
    void this.world.ledger.stop().then(() => (stopped = true));
    await this.world.clock.settle();
    if (!stopped) this.broken.push('hangs: the ledger does not stop');
    await this.world.store.journal.whenDrained();
    await this.world.clock.settle();
    this.answered();
    if (this.world.clock.armed > 0) this.broken.push(`armed: ${this.world.clock.armed} timer(s) after a stop`);
    await this.open(this.world.clock);
  }

  private async crash(keep: number): Promise<void> {
    const now = this.world.clock.now();
    this.kv = this.kv.crash(keep);
    this.unanswered = new Set();
    await this.open(new VirtualClock(now));
  }

  private async running(): Promise<void> {
    const { ledger, clock } = this.world;
    await clock.advance(20_000);
    if (ledger.register(REGISTER_ID)?.status === 'OFFLINE')
      this.call('online', ledger.update(REGISTER_ID, { status: 'ONLINE' }));
    await clock.settle();
    const seat = ledger.seat(REGISTER_ID);
    const state = !isFailure(seat) ? seat.state : seat.issue.code;
    if (state !== 'Running')
      this.call('start', ledger.seating.control(REGISTER_ID, state === 'Paused' ? 'resume' : 'start'));
    await clock.advance(1_000);
    this.answered();
  }

  private answered(): void {
    if (this.unanswered.size > 0) this.broken.push(`unanswered: ${[...this.unanswered].join(', ')}`);
    this.unanswered = new Set();
  }

  private async judgeChain(): Promise<void> {
    const reg = 1;
    const places = new Map<string, string>();
    for await (const { docket } of this.world.chain.iterate(reg, 0))
      for (const [index, { txId }] of docket.transactions.entries()) {
        if (places.has(txId)) this.broken.push(`twice: ${this.nameOf(txId)} is sealed twice`);
        places.set(txId, `${docket.header.height} ${index} ${docket.hash}`);
      }
    for (const [txId, place] of this.sealed)
      if (places.get(txId) !== place)
        this.broken.push(`lost: ${this.nameOf(txId)} was sealed at ${place}, is ${places.get(txId)}`);
    for (const txId of places.keys()) this.sealed.set(txId, places.get(txId)!);
    const issues = await deepCheck({ kv: this.kv, reg, verify: certificateIssues, apply: foldDocket });
    for (const { message } of issues) this.broken.push(`chain: ${message}`);
  }

  private judgeReceipt(tx: Transaction): void {
    const { txId } = tx;
    const receipt = this.world.ledger.receipt(REGISTER_ID, txId);
    const name = this.nameOf(txId);
    if (this.sealed.has(txId) && receipt?.status !== 'sealed') this.broken.push(`receipt: ${name} is sealed`);
    if (receipt?.status === 'sealed') return;
    if (receipt === undefined) {
      if (this.pending.has(txId)) this.broken.push(`lost: ${name} was pending and is unknown`);
    } else if (receipt.status === 'refused' && !receipt.definitive) this.broken.push(`open: ${name} has no end`);
    else if (receipt.status === 'pending' && !this.waitsForParent(tx))
      this.broken.push(`asleep: ${name} waits for nothing and is not sealed`);
  }

  private waitsForParent(tx: Transaction): boolean {
    const parent = tx.header.previousTransactionId;
    return parent !== undefined && !this.sealed.has(parent);
  }

  private async judgeRest(): Promise<void> {
    const { outbox, clock, ledger } = this.world;
    let rows = 0;
    for await (const [txId] of outbox.entries()) {
      rows++;
      const receipt = ledger.receipt(REGISTER_ID, txId);
      if (receipt?.status !== 'pending')
        this.broken.push(`left: ${this.nameOf(txId)} is ${receipt?.status} and stored`);
    }
    if (outbox.size !== rows) this.broken.push(`count: the outbox counts ${outbox.size} and holds ${rows}`);
    if (clock.armed > 0) this.broken.push(`armed: ${clock.armed} timer(s) while nothing is to do`);
    if (rows > 0) return;
    if (ledger.figures().activeRegisters > 0) this.broken.push('awake: an idle register stays open');
    const bytes = Reflect.get(Reflect.get(ledger, 'opening'), 'pooledBytes') as number;
    if (bytes !== 0) this.broken.push(`budget: ${bytes} bytes are held for nothing`);
  }

  private driver(): ReplicaDriver | undefined {
    const registry = Reflect.get(this.world.ledger, 'registry') as {
      peek(id: string): { driver: ReplicaDriver | undefined } | undefined;
    };
    return registry.peek(REGISTER_ID)?.driver;
  }

  private nameOf(txId: string): string {
    return `transaction ${this.transactions.findIndex((tx) => tx.txId === txId)}`;
  }
}

interface Wanted {
  readonly pin: string;
  readonly note: string;
  readonly blueprintId?: string;
  readonly actionId?: string;
  readonly instanceId?: string;
  readonly previous?: string;
  readonly expiresInMs?: number;
}

function action(world: LedgerWorld, wanted: Wanted): Transaction {
  const now = world.clock.now();
  const { pin, note, blueprintId = 'bench-record', actionId = '0', instanceId, previous, expiresInMs } = wanted;
  const isLine = blueprintId === 'line';
  return signedTransaction(
    keyOf('sender'),
    {
      registerId: REGISTER_ID,
      blueprintId,
      actionId,
      publicationTxId: pin,
      createdAt: new Date(now).toISOString(),
      ...(instanceId !== undefined && { instanceId }),
      ...(previous !== undefined && { previousTransactionId: previous }),
      ...(expiresInMs !== undefined && { expiresAt: new Date(now + expiresInMs).toISOString() }),
    },
    isLine ? { note } : { sequence: expiresInMs ?? 0, note },
  );
}

async function publishedLine(world: LedgerWorld): Promise<string> {
  const to = (id: number) => [{ id: `to ${id}`, nextActionIds: [id], isDefault: true }];
  const noted = { dataSchemas: [{ type: 'object', properties: { note: { type: 'string' } } }] };
  const definition = {
    id: 'line',
    language: 2,
    title: 'Line',
    description: 'Three actions, one after the other.',
    participants: [
      { id: 'a', name: 'A' },
      { id: 'b', name: 'B' },
    ],
    actions: [
      { ...noted, id: 0, title: 'Start', sender: 'a', isStartingAction: true, routes: to(1) },
      { ...noted, id: 1, title: 'Middle', sender: 'b', routes: to(2) },
      { ...noted, id: 2, title: 'End', sender: 'a' },
    ],
  };
  const publication = signedTransaction(
    keyOf('owner'),
    {
      registerId: REGISTER_ID,
      blueprintId: 'line',
      actionId: 'blueprint-publish',
      createdAt: new Date(world.clock.now()).toISOString(),
      metadata: { Type: 'Control', transactionType: 'BlueprintPublish', publishedBy: 'owner' },
    },
    definition as unknown as Json,
  );
  const outcome = await submitted(world, publication);
  if (outcome.status !== 'sealed') throw new Error(JSON.stringify(outcome));
  return publication.txId;
}
