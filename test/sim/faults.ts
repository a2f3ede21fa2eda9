// The storm: draws when what goes wrong, and ends it. Every fault has an undo, so that a healed cluster has no reason
// left not to converge.

import type { Dice } from '../support/base/dice.js';
import type { Scheduler } from './clock.js';
import { moveClock, moveClocks } from './clock-faults.js';
import type { Network } from './network.js';
import type { SimNode } from './node.js';
import type { SimOptions } from './options.js';
import type { Packet } from './packet.js';

export interface StormPorts {
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly options: SimOptions;
  readonly nodes: readonly SimNode[];
  readonly network: Network<Packet>;
  log(what: string): void;
  /** Links of the node that broke are up again. */
  relink(node: SimNode): void;
  /** Without the node the registers still go on. */
  canLose(node: SimNode): boolean;
}

type Kind = keyof SimOptions['meanMs'];

export class Storm {
  private readonly ports: StormPorts;
  private over = false;

  constructor(ports: StormPorts) {
    this.ports = ports;
    for (const kind of Object.keys(ports.options.meanMs) as Kind[]) this.plan(kind);
  }

  get blows(): boolean {
    return !this.over;
  }

  /** No faults from now on; everybody is up and reaches everybody. */
  end(): void {
    this.over = true;
    const { nodes, network, log } = this.ports;
    log('the storm is over');
    network.heal();
    for (const node of nodes) {
      node.skew(0);
      node.resume();
      node.disk.stall(0);
      // Its next write would fail: somebody puts in another disk.
      if (node.disk.isFailing) node.repair();
      node.start();
      this.ports.relink(node);
    }
  }

  /** A node that went down comes back after a while. */
  revive(node: SimNode): void {
    this.later(this.ports.dice.skewed(10, 5000), () => node.start());
  }

  private plan(kind: Kind): void {
    const mean = this.ports.options.meanMs[kind];
    if (!Number.isFinite(mean)) return;
    this.later(-Math.log(1 - this.ports.dice.number()) * mean, () => {
      this.strike(kind);
      this.plan(kind);
    });
  }

  private strike(kind: Kind): void {
    const { dice, nodes, options, log } = this.ports;
    const node = dice.pick(nodes);
    const ms = dice.skewed(20, 8000);
    switch (kind) {
      case 'crash':
        node.crash('');
        return;
      case 'powerLoss':
        for (const one of nodes) one.crash('with all');
        return;
      case 'restart':
        node.restartDriver();
        return;
      case 'partition':
        this.partition(ms);
        return;
      case 'pause':
        log(`${node.index} pauses for ${ms | 0} ms`);
        node.pause();
        this.later(ms, () => node.resume());
        return;
      case 'skew':
        node.skew(dice.integer(-options.skewMs, options.skewMs));
        return;
      case 'clock':
        moveClock(node, { dice, log, later: (delayMs, run) => this.later(delayMs, run) });
        return;
      case 'epoch':
        moveClocks(nodes, { dice, log, later: (delayMs, run) => this.later(delayMs, run) });
        return;
      case 'stall':
        node.disk.stall(ms);
        return;
      case 'ioError':
        log(`${node.index} has a failing disk`);
        node.disk.fail();
        return;
      case 'lostRecord':
        if (this.ports.canLose(node)) node.crashAndForget(dice.chance(0.5) ? 'last' : 'middle');
        return;
      case 'seatOrder':
        node.order(dice.pick(['pause', 'resume', 'stop', 'start']));
        return;
      case 'registerOrder':
        this.switchOff(node);
    }
  }

  /** The second order may come while the first one is on its way to the disk. */
  private switchOff(node: SimNode): void {
    const registerId = node.anyRegister();
    node.switch('OFFLINE', registerId);
    this.later(this.ports.dice.skewed(0.1, 8000), () => node.switch('ONLINE', registerId));
  }

  /** Two sides, or one link, or one direction of it. */
  private partition(ms: number): void {
    const { dice, nodes, network, log } = this.ports;
    const pairs: (readonly [number, number])[] = [];
    if (dice.chance(0.5)) {
      const side = new Set(nodes.filter(() => dice.chance(0.4)).map((node) => node.index));
      for (const a of side)
        for (const { index: b } of nodes)
          if (!side.has(b)) pairs.push([a, b], ...(dice.chance(0.7) ? [[b, a] as const] : []));
    } else pairs.push([dice.integer(0, nodes.length - 1), dice.integer(0, nodes.length - 1)]);
    log(`cut ${pairs.map(([a, b]) => `${a}>${b}`).join(' ')} for ${ms | 0} ms`);
    for (const [a, b] of pairs) network.cut(a, b);
    this.later(ms, () => {
      for (const [a, b] of pairs) network.mend(a, b);
      for (const end of new Set(pairs.flat())) this.ports.relink(nodes[end]!);
    });
  }

  private later(ms: number, run: () => void): void {
    this.ports.scheduler.at(ms, () => {
      if (!this.over) run();
    });
  }
}
