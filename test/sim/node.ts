// A node over all its runs: its disk, its clock's error, and its ups and downs. It does what the cluster says and draws nothing but times.
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
  booted(node: SimNode): void;
  broken(node: SimNode, what: string): void;
  log(node: SimNode, what: string): void;
}

export class SimNode implements ObservedNode {
  readonly index: number;
  readonly signer: ConsensusSigner;
  readonly disk: SimDisk;
  run: Run | undefined;
  private readonly ports: NodePorts;
  private skewMs = 0;
  private boots = 0;

  constructor(index: number, ports: NodePorts) {
    this.index = index;
    this.ports = ports;
    this.signer = signerOf(index);
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
    if (this.run) return;
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
      send: (to, packet) => {
        if (run.alive) ports.send(this.index, to, packet);
      },
      released: (message) => {
        ports.released(this, message);
        if (ports.stormy() && ports.dice.chance(options.crashAfterSend))
          scheduler.at(0, () => this.run === run && this.crash('after a send'));
      },
      sealed: (sealed) => ports.sealed(this, sealed),
      broken: (what) => ports.broken(this, what),
    });
    this.run = run;
    run.open().then(
      () => run.alive && ports.booted(this),
      (error: Error) => run.alive && ports.broken(this, `does not start: ${error.stack}`),
    );
  }

  crash(why: string): void {
    const { run } = this;
    if (!run) return;
    this.ports.log(this, `crashes ${why}`);
    this.run = undefined;
    this.disk.crash();
    run.kill();
  }

  restartDriver(): void {
    const { run } = this;
    if (!run?.driver) return;
    this.ports.log(this, 'restarts its driver');
    run.restart().catch((error: Error) => run.alive && this.ports.broken(this, `does not restart: ${error.stack}`));
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
