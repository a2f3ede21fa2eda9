// A node over all its runs: its disk, its clock's error, and its ups and downs. It does what the cluster says and draws
// nothing but times.

import type { Misbehaviour } from '../../actors/docket/ports.js';
import { UPGRADE_REASON } from '../../actors/ledger/health/rules-stop.js';
import type { ConsensusSigner } from '../../actors/ports.js';
import { consensusKeys } from '../../actors/register-replica/consensus-keys.js';
import { RESTART_POLICY } from '../../actors/supervisor.js';
import { RULES_LATEST } from '../../core/base/version.js';
import type { Message } from '../../core/consensus/types.js';
import type { Peer } from '../../core/mesh/types.js';
import type { Hash, SealedDocket } from '../../core/model/register.js';
import type { Checkpoint } from '../../core/register/checkpoint.js';
import { ChainStore } from '../../storage/chain/chain-store.js';
import { Outbox } from '../../storage/chain/outbox.js';
import type { Kv } from '../../storage/engine/kv.js';
import { type MemoryKv, memoryKv } from '../../storage/engine/memory.js';
import type { Dice } from '../support/base/dice.js';
import { NodeClock, type Scheduler } from './clock.js';
import { SimDisk, type Spoil } from './disk.js';
import { signerOf } from './founding.js';
import type { Held, ObservedNode } from './observer.js';
import type { SimOptions } from './options.js';
import type { Hello, Packet } from './packet.js';
import { ABSENT_MAX, Run } from './run-of-node.js';
import type { RunPorts, Sabotage } from './run-ports.js';
import { peerOf } from './sim-net.js';
import { WallClock } from './wall-clock.js';

/** After a storm others had time to confirm a clock. */
const CALM_MS = 120_000;

export interface NodePorts {
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly options: SimOptions;
  /** Undefined for a node that starts with nothing. */
  readonly image: MemoryKv | undefined;
  /** Registers on the image, in the order of their local numbers. */
  readonly registerIds: readonly string[];
  readonly peers: readonly Peer[];
  readonly sabotage: Sabotage & { readonly spoil?: Spoil };
  /** Faults are on. */
  stormy(): boolean;
  /** False when too much waits for the link. */
  send(from: number, to: number, packet: Packet): boolean;
  isWaiting(from: number, to: number, number?: number): boolean;
  released(node: SimNode, registerId: string, message: Message): void;
  lied(node: SimNode, registerId: string, message: Message): void;
  sealed(node: SimNode, registerId: string, sealed: SealedDocket): void;
  misbehaved(node: SimNode, registerId: string, event: Misbehaviour): void;
  blamed(node: SimNode, peerId: string, why: string): void;
  booted(node: SimNode): void;
  broken(node: SimNode, what: string): void;
  log(node: SimNode, what: string): void;
  reaches(node: SimNode, peerId: string): boolean;
}

export class SimNode implements ObservedNode {
  readonly index: number;
  /** Its identity; a twin is another node. */
  readonly self: number;
  readonly isFalse: boolean;
  knows: number;
  isLost = false;
  isRetired = false;
  /** Its keys, oldest first: they are on another disk, which forgets nothing. */
  readonly signers: ConsensusSigner[];
  readonly lostKeys = new Set<Hash>();
  readonly disk: SimDisk;
  /** The rows that a crash now would leave. */
  private readonly left: Pick<Held, 'chain' | 'outbox'>;
  /** How often its disk had changed when it was asked last. */
  private seen = 0;
  run: Run | undefined;
  private readonly ports: NodePorts;
  readonly wall: WallClock;
  private boots = 0;
  private calmSinceMs: number | undefined;
  private readonly restarts: number[] = [];
  /** Number of the last durable group, as the file beside the database has it. */
  private mark: number | undefined;
  private readonly regs: Map<string, number>;
  /** The last order for each register that is not, or not yet, asked for again. */
  private readonly orders = new Map<string, symbol>();

  constructor(index: number, ports: NodePorts) {
    const { nodes, twin, liars, elder, rules } = ports.options;
    this.index = index;
    // The last one of a cluster with a twin.
    this.self = twin && index === nodes ? 0 : index;
    this.isFalse = (twin && this.self === 0) || liars.includes(this.self);
    this.knows = this.self === elder ? RULES_LATEST : rules;
    this.ports = ports;
    this.wall = new WallClock(ports.scheduler);
    this.signers = [signerOf(this.self)];
    this.regs = new Map(ports.registerIds.map((id, i) => [id, i + 1]));
    this.disk = new SimDisk(
      (ports.image ?? memoryKv()).crash(),
      {
        scheduler: ports.scheduler,
        dice: ports.dice.split('disk'),
        syncMs: () => (ports.stormy() ? ports.options.disk.syncMs : [1, 3]),
        onWrite: () => {
          const { dice, options, scheduler } = ports;
          if (!ports.stormy()) return;
          const { run } = this;
          if (dice.chance(options.crashInWrite))
            scheduler.at(dice.skewed(0.1, 5), () => this.run === run && ports.stormy() && this.crash('in a write'));
          if (dice.chance(options.restartInWrite))
            scheduler.at(dice.skewed(0.1, 1), () => this.run === run && this.restartDriver());
        },
      },
      ports.sabotage.spoil,
    );
    const kv = { getSync: (key: Uint8Array) => this.disk.durable(key) } as Kv;
    this.left = { chain: new ChainStore(kv, kv, { absentMax: ABSENT_MAX }), outbox: new Outbox(kv) };
  }

  start(): void {
    if (this.run || this.isRetired) return;
    const { ports } = this;
    const { scheduler, options, peers, sabotage } = ports;
    const boot = this.boots++;
    ports.log(this, `starts (${boot})`);
    const run: Run = new Run({
      ...{ scheduler, options, peers, sabotage },
      self: peerOf(this.self),
      knows: this.knows,
      clock: new NodeClock(scheduler, this.wall.skewMs),
      dice: ports.dice.split(`run ${boot}`),
      keys: consensusKeys(this.signers, () => Promise.reject(new Error('keys are made by the operator'))),
      kv: this.disk.open(),
      bootId: `${this.index}.${boot}`,
      machine: this.wall.machine({
        ...{ boot, node: this.index, isNew: ports.dice.split(`machine ${boot}`).chance(0.3) },
        isLost: this.isLost,
      }),
      marked: this.mark,
      marks: (seq) => {
        this.mark = seq;
      },
      ...this.mouthOf(() => run),
      ...this.earsOf(() => run),
    });
    this.run = run;
    run.open().then(
      () => run.alive && this.booted(run),
      (error: Error) => this.failed(run, `does not start: ${error.stack}`),
    );
  }

  greeted(from: Peer, hello: Hello): void {
    if (!this.run) return;
    this.wall.told(hello.timeMs);
    this.run.greeted(from, hello);
  }

  /** Everything that leaves the node. */
  private mouthOf(
    run: () => Run,
  ): Pick<RunPorts, 'send' | 'isWaiting' | 'released' | 'lied' | 'deceives' | 'reaches' | 'lies'> {
    const { ports } = this;
    const { options, scheduler } = ports;
    return {
      send: (to, packet) => run().alive && ports.send(this.index, to, packet),
      isWaiting: (to, number) => ports.isWaiting(this.index, to, number),
      released: (registerId, message) => {
        ports.released(this, registerId, message);
        if (ports.stormy() && ports.dice.chance(options.crashAfterSend))
          scheduler.at(0, () => this.run === run() && this.crash('after a send'));
      },
      lied: (registerId, message) => ports.lied(this, registerId, message),
      deceives: () => ports.stormy() && options.liars.includes(this.self),
      reaches: (peerId) => ports.reaches(this, peerId),
      lies: () => options.lies && ports.stormy() && this.self === options.nodes - 1,
    };
  }

  /** Everything that the world hears of it. */
  private earsOf(
    run: () => Run,
  ): Pick<RunPorts, 'sealed' | 'blamed' | 'holds' | 'forgotten' | 'misbehaved' | 'failed' | 'damaged'> {
    const { ports } = this;
    return {
      sealed: (registerId, sealed) => ports.sealed(this, registerId, sealed),
      blamed: (peerId, why) => ports.blamed(this, peerId, why),
      holds: (registerId, reg) => void this.regs.set(registerId, reg),
      forgotten: (reason) => {
        // The other copy has the same key, and a liar says what its record does not have.
        if (!this.isFalse && !this.isLost) ports.broken(this, `forgot a vote: ${reason}`);
      },
      misbehaved: (registerId, event) => ports.misbehaved(this, registerId, event),
      failed: (what) => this.failed(run(), what),
      damaged: (what) => {
        if (this.isLost) ports.log(this, `is damaged: ${what}`);
        else ports.broken(this, what);
      },
    };
  }

  private failed(run: Run, what: string): void {
    if (this.run !== run) return;
    if (this.disk.isFailing) this.crash('of an i/o error');
    else this.ports.broken(this, what);
  }

  /** A loss that was not noticed would let the seat vote against itself. */
  private booted(run: Run): void {
    this.wall.isKept = true;
    if (run.store?.fence && !this.isLost) this.ports.broken(this, `fenced: ${run.store.fence}`);
    if (!run.store?.fence && this.isLost) this.ports.broken(this, 'is not fenced although its disk lost a batch');
    this.ports.booted(this);
  }

  crash(why: string): void {
    const { run } = this;
    if (!run) return;
    this.ports.log(this, `crashes ${why}`);
    this.run = undefined;
    this.disk.crash();
    run.kill();
  }

  /** The power goes, and the disk forgets a batch that it had synced. */
  crashAndForget(which: 'last' | 'middle'): void {
    if (!this.run || this.isLost) return;
    this.crash(`and forgets the ${which} record`);
    if (!this.disk.lose(which)) return;
    this.isLost = true;
    for (const { validatorId } of this.signers) this.lostKeys.add(validatorId);
  }

  /** Its disk writes again what it holds. */
  repair(): void {
    this.crash('to get a sound disk');
    if (this.disk.isFailing) this.disk.crash();
  }

  /** Its operator installs the latest program. */
  upgrade(): void {
    this.crash('to be upgraded');
    this.knows = this.ports.options.rules;
    this.start();
  }

  /** It closed the register because its program knows no such rules, and waits for another one. */
  isStopped(registerId: string): boolean {
    return this.run?.ledger?.register(registerId)?.statusReason?.startsWith(UPGRADE_REASON) === true;
  }

  /** Down for good. */
  retire(): void {
    this.isRetired = true;
    this.crash('for good');
  }

  restartDriver(): void {
    const { run } = this;
    const registerId = this.anyRegister();
    if (!run?.driver(registerId)) return;
    // A register that fails too often goes OFFLINE, and stays so until the storm is over.
    const since = this.ports.scheduler.now - RESTART_POLICY.windowMs;
    while ((this.restarts[0] ?? since) < since) this.restarts.shift();
    if (this.restarts.length >= RESTART_POLICY.restartsMax && !this.ports.dice.chance(0.05)) return;
    this.restarts.push(this.ports.scheduler.now);
    this.ports.log(this, `restarts its driver of ${registerId.slice(0, 1)}`);
    run.restart(registerId);
  }

  order(act: 'start' | 'stop' | 'pause' | 'resume', registerId = this.anyRegister()): void {
    const { run } = this;
    if (!run?.ledger?.register(registerId)) return;
    this.ports.log(this, `its seat of ${registerId.slice(0, 1)} is ordered to ${act}`);
    run.ledger.seating.control(registerId, act).catch((error: Error) => this.failed(run, `${act}: ${error.stack}`));
  }

  switch(status: 'ONLINE' | 'OFFLINE', registerId: string): void {
    const { run } = this;
    if (!run?.ledger?.register(registerId)) return;
    this.ports.log(this, `its register ${registerId.slice(0, 1)} is ordered ${status}`);
    const order = Symbol();
    this.orders.set(registerId, order);
    run.ledger.update(registerId, { status }).then(
      // An operator who was answered, and ordered nothing since, asks no more.
      () => status === 'ONLINE' && this.orders.get(registerId) === order && this.orders.delete(registerId),
      (error: Error) => this.failed(run, `${status}: ${error.stack}`),
    );
  }

  /**
   * The work of an operator once all is well again: a register that failed too often, was taken OFFLINE, or stands
   * still, goes on. Operators tell one another by telephone where a register stands: `known` is the highest docket that
   * an honest node of them has.
   */
  tidy(known: (registerId: string) => Checkpoint | undefined): void {
    for (const registerId of this.regs.keys()) {
      const record = this.run?.ledger?.register(registerId);
      if (this.run?.ledger?.heads.holds(registerId)) this.name(registerId, known(registerId));
      const isWanted = this.orders.has(registerId) || record?.statusReason?.startsWith('halted');
      if (record?.status === 'OFFLINE' && isWanted) this.switch('ONLINE', registerId);
      if (record && record.seat !== 'Running') this.order('start', registerId);
    }
    this.confirmClock();
  }

  /** Others confirm the clock by themselves: an operator has to do so only where there are too few. */
  private confirmClock(): void {
    const { scheduler } = this.ports;
    const { run } = this;
    const guard = run?.guarded?.guard;
    this.calmSinceMs ??= scheduler.now;
    if (!run || !guard || guard.maySeal() || scheduler.now - this.calmSinceMs < CALM_MS) return;
    this.ports.log(this, 'its operator confirms its clock');
    if (this.ports.options.nodes > 2) this.ports.broken(this, 'doubts its clock although all others confirm it');
    this.wall.told(run.ports.clock.now());
    guard.confirm();
  }

  private name(registerId: string, checkpoint: Checkpoint | undefined): void {
    const { run } = this;
    const record = run?.ledger?.register(registerId);
    if (!run?.ledger || !record || !checkpoint) return;
    const { heads } = run.ledger;
    if (heads.checkpoint(record)?.hash === checkpoint.hash) return;
    this.ports.log(this, `its operator names docket ${checkpoint.height} of ${registerId.slice(0, 1)}`);
    run.ports.clock.run(() => {
      heads.setCheckpoint(registerId, checkpoint).then(
        () => run.mesh?.parts.replication.gate.hurry(registerId),
        (error: Error) => this.failed(run, `checkpoint: ${error.stack}`),
      );
    });
  }

  /**
   * Another consensus key, for a seat whose key may have votes out that no record here remembers. Undefined while the
   * node makes none.
   */
  makeKey(): ConsensusSigner | undefined {
    if (!this.run?.isFenceNamed) return undefined;
    const signer = signerOf(this.self, this.signers.length);
    this.signers.push(signer);
    // The node has it after its next start.
    this.crash('to take its new key');
    return signer;
  }

  anyRegister(): string {
    const ids = [...this.regs.keys()];
    return ids.length === 0 ? '' : this.ports.dice.pick(ids);
  }

  pause(): void {
    this.run?.ports.clock.pause();
  }

  resume(): void {
    this.run?.ports.clock.resume();
  }

  skew(ms: number): void {
    this.ports.log(this, `has a clock that is ${ms | 0} ms off`);
    this.wall.set(ms);
    if (this.run) this.run.ports.clock.skewMs = ms;
  }

  hear(from: number, packet: Packet): void {
    const { run } = this;
    run?.ports.clock.run(() => run.hear(from, packet));
  }

  regOf(registerId: string): number | undefined {
    return this.regs.get(registerId);
  }

  held(registerId: string): Held | undefined {
    const reg = this.regs.get(registerId);
    if (reg === undefined) return undefined;
    // It gained rows since the last question, or lost some.
    if (this.seen !== this.disk.changes) this.left.chain.forgetFacts();
    this.seen = this.disk.changes;
    return { reg, ...this.left };
  }

  async promised(registerId: string): Promise<readonly string[]> {
    const { store } = this.run ?? {};
    const found: string[] = [];
    if (store)
      for await (const [txId, row] of new Outbox(store.kv).entries())
        if (row.registerId === registerId) found.push(txId);
    return found;
  }
}
