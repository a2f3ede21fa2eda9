// Faults of a chaos run: nodes killed, frozen and cut off, links that delay, lose a direction or lead nowhere.
// Each fault ends by itself after a while; `calm` ends all. It looks at no answer and judges nothing.
import { setTimeout as pause } from 'node:timers/promises';
import type { ClusterMember, MeshCluster } from '../../cli/harness/mesh-cluster.js';
import type { Dice } from '../support/base/dice.js';
import type { FaultProxy, LinkFault } from '../tools/fault-proxy.js';

export interface StormOptions {
  readonly cluster: MeshCluster<FaultProxy>;
  readonly dice: Dice;
  /** The first so many members validate; the others only follow. */
  readonly seats: number;
  /** Validators that may be down at the same time; one more now and then. */
  readonly tolerated: number;
  readonly log: (sentence: string) => void;
  /** The member that proposes now, as far as one can tell from outside. */
  proposer(): Promise<ClusterMember | undefined>;
}

type FaultName =
  | 'kill'
  | 'freeze'
  | 'freeze-proposer'
  | 'cut'
  | 'cut-pair'
  | 'one-way'
  | 'half-open'
  | 'delay'
  | 'refuse'
  | 'slow';

const NAMES: readonly FaultName[] = [
  'kill',
  'kill',
  'freeze',
  'freeze-proposer',
  'cut',
  'cut-pair',
  'one-way',
  'half-open',
  'delay',
  'refuse',
  'slow',
];
const GAP_MS = { least: 300, most: 4000 };
/** Now and then nothing new happens for a while, so that broken parts are repaired under load. */
const LULL_SHARE = 0.06;
const LULL_MS = { least: 6000, most: 16_000 };
const LENGTH_MS = { least: 500, most: 12_000 };
/** Chance that a validator falls although as many are down as the register bears: then it waits. */
const BEYOND_SHARE = 0.3;
/** Share of the nodes that are killed again while they catch up. */
const AGAIN_SHARE = 0.3;
const AGAIN_MS_MAX = 800;
/** Share of the kills that take the whole mesh down. */
const BLACKOUT_SHARE = 0.06;

export class Storm {
  readonly counts = new Map<string, number>();
  /** Nodes that did not come back, or came back afraid of their own disk, as sentences. */
  readonly faults: string[] = [];
  private readonly options: StormOptions;
  private readonly ill = new Map<number, () => Promise<void>>();
  private readonly buried = new Set<number>();
  /** Members that were put back to a backup: their seats are fenced until they get other keys. */
  private readonly restored = new Set<number>();
  private readonly links = new Map<string, () => void>();
  private killed = 0;
  private blows = true;
  private done: Promise<void> = Promise.resolve();

  /** Processes that were ended with SIGKILL. */
  get kills(): number {
    return this.killed;
  }

  constructor(options: StormOptions) {
    this.options = options;
  }

  start(): void {
    this.done = this.blow();
  }

  /** Ends every fault: all nodes run and all links work. */
  async calm(): Promise<void> {
    this.blows = false;
    await this.done;
    for (const heal of [...this.links.values()]) heal();
    for (const heal of [...this.ill.values()]) await heal();
    for (const member of this.options.cluster.members) if (!member.node.isRunning) await this.wake(member);
    for (const proxy of this.options.cluster.proxies.values()) proxy.set({});
  }

  private async blow(): Promise<void> {
    const { dice } = this.options;
    while (this.blows) {
      await this.still(dice.chance(LULL_SHARE) ? LULL_MS : GAP_MS);
      if (!this.blows) return;
      const name = dice.pick(NAMES);
      this.count(name);
      await this.strike(name, dice.between(LENGTH_MS.least, LENGTH_MS.most));
    }
  }

  /** Waits, and no longer than the storm is to last. */
  private async still({ least, most }: typeof GAP_MS): Promise<void> {
    const until = performance.now() + this.options.dice.between(least, most);
    while (this.blows && performance.now() < until) await pause(Math.min(500, until - performance.now()));
  }

  private count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  /** Takes a member away for good: no fault may touch it again. */
  async bury(member: ClusterMember): Promise<void> {
    this.buried.add(member.index);
    await this.ill.get(member.index)?.();
    this.ill.set(member.index, async () => undefined);
    this.options.log(`${member.name} and its data are gone for good`);
    this.count('bury');
    await this.options.cluster.bury(member);
  }

  /** Takes a member out of the storm, so that something else can be done to it; false while it is ill. */
  hold(member: ClusterMember): boolean {
    if (this.ill.has(member.index) || !member.node.isRunning) return false;
    this.restored.add(member.index);
    this.ill.set(member.index, async () => undefined);
    return true;
  }

  release({ index }: ClusterMember): void {
    this.ill.delete(index);
  }

  private async strike(name: FaultName, lengthMs: number): Promise<void> {
    const { dice, cluster } = this.options;
    const well = cluster.members.filter(({ index }) => !this.ill.has(index));
    if (name === 'kill' && dice.chance(BLACKOUT_SHARE)) {
      for (const member of well) await this.kill(member, lengthMs);
      return;
    }
    const one = dice.pick(cluster.members);
    const other = dice.pick(cluster.members.filter((member) => member !== one));
    switch (name) {
      case 'kill':
        await this.fell(dice.pick(well), (member) => this.kill(member, lengthMs));
        return;
      case 'freeze':
        await this.fell(dice.pick(well), (member) => this.freeze(member, lengthMs));
        return;
      case 'freeze-proposer': {
        const proposer = await this.options.proposer();
        // One that sleeps through a change of proposers wakes up with the view of before.
        if (proposer && !this.ill.has(proposer.index))
          await this.fell(proposer, (member) => this.freeze(member, lengthMs));
        return;
      }
      case 'cut':
        this.options.log(`${one.name} is cut off`);
        for (const member of cluster.members) if (member !== one) this.spoil(one, member, { drop: 'both' }, lengthMs);
        return;
      case 'cut-pair':
        this.options.log(`${one.name} and ${other.name} lose each other`);
        this.spoil(one, other, { drop: 'both' }, lengthMs);
        return;
      case 'one-way':
        this.options.log(`${one.name} > ${other.name} loses a direction`);
        this.spoilOne(one, other, { drop: dice.chance(0.5) ? 'in' : 'out' }, lengthMs);
        return;
      case 'half-open':
        this.options.log(`${one.name} and ${other.name} are half open`);
        this.spoil(one, other, { halfOpen: true }, lengthMs);
        return;
      case 'refuse':
        this.options.log(`${one.name} and all others refuse each other`);
        for (const member of cluster.members) if (member !== one) this.spoil(one, member, { refuse: true }, lengthMs);
        return;
      case 'delay':
        this.options.log('every link delays');
        for (const a of cluster.members)
          for (const b of cluster.members)
            if (a !== b) this.spoilOne(a, b, { delayMs: dice.between(5, 120) }, lengthMs);
        return;
      case 'slow':
        this.options.log(`${one.name} and ${other.name} are slow`);
        this.spoil(one, other, { bytesPerSecond: dice.between(20_000, 200_000) }, lengthMs);
        return;
    }
  }

  /** Takes the member down, unless too many of the validators are. */
  private async fell(
    member: ClusterMember | undefined,
    how: (member: ClusterMember) => Promise<void> | void,
  ): Promise<void> {
    if (!member) return;
    const { seats, tolerated, dice } = this.options;
    const down = [...this.ill.keys()].filter((index) => index < seats).length;
    const mayFall = member.index >= seats || down < tolerated || (down === tolerated && dice.chance(BEYOND_SHARE));
    if (mayFall) await how(member);
  }

  private async kill(member: ClusterMember, lengthMs: number): Promise<void> {
    const { node, name, index } = member;
    if (!node.isRunning) return;
    this.options.log(`SIGKILL ${name}`);
    this.killed++;
    await node.kill();
    this.ail(index, lengthMs, async () => {
      if (node.isRunning || this.buried.has(index)) return;
      await this.wake(member);
      if (!this.blows || !this.options.dice.chance(AGAIN_SHARE)) return;
      await pause(this.options.dice.between(0, AGAIN_MS_MAX));
      this.options.log(`SIGKILL ${name} again`);
      this.count('kill-again');
      if (this.buried.has(index)) return;
      this.killed++;
      await node.kill();
      await this.wake(member);
    });
  }

  /** Starts a node on the folder that it left; what a SIGKILL leaves behind must always do. */
  private async wake({ node, name, index }: ClusterMember): Promise<void> {
    try {
      const ms = await node.start();
      this.options.log(`${name} is back after ${Math.round(ms)} ms`);
      if (node.fence !== undefined && !this.restored.has(index))
        this.faults.push(`${name} fenced its seats after a SIGKILL: ${node.fence}.`);
    } catch (error) {
      this.faults.push(`${name} does not start again: ${error}`);
    }
  }

  private freeze({ node, name, index }: ClusterMember, lengthMs: number): void {
    this.options.log(`SIGSTOP ${name}`);
    node.freeze();
    this.ail(index, lengthMs, async () => {
      if (node.isRunning) node.thaw();
      this.options.log(`${name} goes on`);
    });
  }

  private ail(index: number, lengthMs: number, heal: () => Promise<void>): void {
    if (this.buried.has(index)) return;
    let healing: Promise<void> | undefined;
    const over = () => {
      healing ??= heal().finally(() => this.ill.delete(index));
      return healing;
    };
    this.ill.set(index, over);
    setTimeout(() => void over().catch((error) => this.options.log(`${error}`)), lengthMs);
  }

  private spoil(a: ClusterMember, b: ClusterMember, fault: LinkFault, lengthMs: number): void {
    this.spoilOne(a, b, fault, lengthMs);
    this.spoilOne(b, a, fault, lengthMs);
  }

  private spoilOne(from: ClusterMember, to: ClusterMember, fault: LinkFault, lengthMs: number): void {
    const key = `${from.index}>${to.index}`;
    const proxy = this.options.cluster.proxy(from.index, to.index);
    this.links.get(key)?.();
    proxy.set(fault);
    const heal = () => {
      if (this.links.get(key) !== heal) return;
      this.links.delete(key);
      proxy.set({});
    };
    this.links.set(key, heal);
    setTimeout(heal, lengthMs);
  }
}
