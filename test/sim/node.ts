// A node over all its runs: its disk, its clock's error, and its ups and downs. It does what the cluster says and draws nothing but times.
import type { Misbehaviour } from '../../actors/docket/ports.js';
import type { ConsensusSigner } from '../../actors/ports.js';
import type { Message } from '../../core/consensus/types.js';
import type { Hash, SealedDocket } from '../../core/register/types.js';
import { ChainStore } from '../../storage/chain-store.js';
import type { Kv } from '../../storage/kv.js';
import type { MemoryKv } from '../../storage/memory.js';
import { Outbox } from '../../storage/outbox.js';
import { NodeClock, type Scheduler } from './clock.js';
import { SimDisk, type Spoil } from './disk.js';
import { signerOf } from './founding.js';
import type { ObservedNode } from './observer.js';
import type { SimOptions } from './options.js';
import type { Packet } from './packet.js';
import type { Dice } from './random.js';
import { Run, type Sabotage } from './run-of-node.js';

export interface NodePorts {
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly options: SimOptions;
  readonly image: MemoryKv;
  readonly validators: readonly Hash[];
  readonly sabotage: Sabotage & { readonly spoil?: Spoil };
  /** Faults are on. */
  stormy(): boolean;
  send(from: number, to: number, packet: Packet): void;
  released(node: SimNode, message: Message): void;
  sealed(node: SimNode, sealed: SealedDocket): void;
  misbehaved(node: SimNode, event: Misbehaviour): void;
  blamed(node: SimNode, peerId: string, why: string): void;
  booted(node: SimNode): void;
  broken(node: SimNode, what: string): void;
  log(node: SimNode, what: string): void;
}

export class SimNode implements ObservedNode {
  readonly index: number;
  /** Its seat; a twin has that of another node. */
  readonly seat: number;
  readonly isTwin: boolean;
  isLost = false;
  /** Its rows contradict each other: it stays down until somebody restores it. */
  isDamaged = false;
  isRetired = false;
  readonly signer: ConsensusSigner;
  readonly disk: SimDisk;
  run: Run | undefined;
  private readonly ports: NodePorts;
  private skewMs = 0;
  private boots = 0;
  /** Number of the last durable group, as the file beside the database has it. */
  private mark: number | undefined;

  constructor(index: number, ports: NodePorts) {
    const { nodes, twin } = ports.options;
    this.index = index;
    this.seat = index < nodes ? index : 0;
    this.isTwin = twin && this.seat === 0;
    this.ports = ports;
    this.signer = signerOf(this.seat);
    this.disk = new SimDisk(
      ports.image.crash(),
      {
        scheduler: ports.scheduler,
        dice: ports.dice.split('disk'),
        syncMs: () => (ports.stormy() ? ports.options.disk.syncMs : [1, 3]),
        onWrite: () => {
          const { dice, options, scheduler } = ports;
          if (!ports.stormy()) return;
          const { run } = this;
          if (dice.chance(options.crashInWrite))
            scheduler.at(dice.skewed(0.1, 5), () => this.run === run && this.crash('in a write'));
          if (dice.chance(options.restartInWrite))
            scheduler.at(dice.skewed(0.1, 1), () => this.run === run && this.restartDriver());
        },
      },
      ports.sabotage.spoil,
    );
  }

  get validatorId(): Hash {
    return this.signer.validatorId;
  }

  start(): void {
    if (this.run || this.isDamaged || this.isRetired) return;
    const { ports } = this;
    const { scheduler, options, validators, sabotage } = ports;
    const boot = this.boots++;
    ports.log(this, `starts (${boot})`);
    const run: Run = new Run({
      scheduler,
      options,
      validators,
      sabotage,
      clock: new NodeClock(scheduler, this.skewMs),
      dice: ports.dice.split(`run ${boot}`),
      signer: this.signer,
      kv: this.disk.open(),
      bootId: `${this.index}.${boot}`,
      marked: this.mark,
      marks: (seq) => {
        this.mark = seq;
      },
      send: (to, packet) => {
        if (run.alive) ports.send(this.index, to, packet);
      },
      released: (message) => {
        ports.released(this, message);
        if (ports.stormy() && ports.dice.chance(options.crashAfterSend))
          scheduler.at(0, () => this.run === run && this.crash('after a send'));
      },
      sealed: (sealed) => ports.sealed(this, sealed),
      blamed: (peerId, why) => ports.blamed(this, peerId, why),
      forgotten: (reason) => {
        // The other copy has the same key.
        if (!this.isTwin && !this.isLost) ports.broken(this, `forgot a vote: ${reason}`);
      },
      lies: () => options.lies && ports.stormy() && this.seat === options.nodes - 1,
      misbehaved: (event) => ports.misbehaved(this, event),
      failed: (what) => {
        if (this.disk.isFailing) this.crash('of an i/o error');
        else ports.broken(this, what);
      },
      damaged: (what) => this.onDamage(run, what),
    });
    this.run = run;
    run.open().then(
      () => run.alive && this.booted(run),
      (error: Error) => run.alive && this.onDamage(run, `does not start: ${error.stack}`),
    );
  }

  /** A loss that was not noticed would let the seat vote against itself. */
  private booted(run: Run): void {
    if (run.store?.fence && !this.isLost) this.ports.broken(this, `fenced: ${run.store.fence}`);
    if (!run.store?.fence && this.isLost) this.ports.broken(this, 'is not fenced although its disk lost a batch');
    this.ports.booted(this);
  }

  private onDamage(run: Run, what: string): void {
    if (!this.isLost) {
      this.ports.broken(this, what);
      return;
    }
    this.ports.log(this, `stays down: ${what}`);
    this.isDamaged = true;
    this.run = undefined;
    run.kill();
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
    this.isLost = this.disk.lose(which);
  }

  /** Its disk writes again what it holds. */
  repair(): void {
    this.crash('to get a sound disk');
    if (this.disk.isFailing) this.disk.crash();
  }

  /** Down for good. */
  retire(): void {
    this.isRetired = true;
    this.crash('for good');
  }

  restartDriver(): void {
    const { run } = this;
    if (!run?.driver) return;
    this.ports.log(this, 'restarts its driver');
    run.restart().catch((error: Error) => run.alive && this.ports.broken(this, `does not restart: ${error.stack}`));
  }

  order(type: 'START' | 'STOP' | 'PAUSE' | 'RESUME'): void {
    const { run } = this;
    if (!run?.driver) return;
    this.ports.log(this, `its seat is ordered to ${type}`);
    run.driver.order({ type }).catch((error: Error) => run.alive && this.ports.broken(this, `${type}: ${error.stack}`));
  }

  pause(): void {
    this.run?.ports.clock.pause();
  }

  resume(): void {
    this.run?.ports.clock.resume();
  }

  skew(ms: number): void {
    this.skewMs = ms;
    if (this.run) this.run.ports.clock.skewMs = ms;
  }

  hear(from: number, packet: Packet): void {
    const { run } = this;
    run?.ports.clock.run(() => run.hear(from, packet));
  }

  durable(): { readonly kv: Pick<Kv, 'getSync'>; readonly chain: ChainStore; readonly outbox: Outbox } {
    const kv = { getSync: (key: Uint8Array) => this.disk.durable(key) } as Kv;
    return { kv, chain: new ChainStore(kv, kv), outbox: new Outbox(kv) };
  }
}
