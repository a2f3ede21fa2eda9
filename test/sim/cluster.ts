// A simulated cluster of one register: nodes, network, storm and clients, wired to the checkers. It runs the storm, then calm, and says what was
// violated first; it judges nothing itself but that the cluster comes to rest.
import type { SubmitOutcome } from '../../actors/ledger.js';
import type { Message } from '../../core/consensus/types.js';
import { Scheduler } from './clock.js';
import type { Spoil } from './disk.js';
import { Storm } from './faults.js';
import { type Founded, REG, START_MS, seatsOf, type Wish, wishesOf } from './founding.js';
import { Network } from './network.js';
import { SimNode } from './node.js';
import type { Checker, World } from './observer.js';
import type { SimOptions } from './options.js';
import type { Packet } from './packet.js';
import { Dice } from './random.js';
import type { Sabotage } from './run-of-node.js';

const HEAD_MS = 5000;
const SWEEP_MS = 60_000;
const LOOK_MS = 1000;
const LOG_MAX = 4000;

export interface Violation {
  readonly checker: string;
  readonly what: string;
}

export class Cluster implements World {
  readonly options: SimOptions;
  readonly scheduler = new Scheduler(START_MS + 10_000);
  readonly nodes: SimNode[];
  readonly roster;
  readonly genesisHash;
  readonly events: string[] = [];
  broken: Violation | undefined;
  /** A majority with a twin may fork: found, attributed to the twin, and the end of the run. */
  forked = false;
  readonly misbehaviour = { Evidence: 0, Fork: 0, Diverged: 0 };
  private readonly checkers: readonly Checker[];
  private readonly dice: Dice;
  private readonly network: Network<Packet>;
  private readonly storm: Storm;
  private readonly founded: Founded;

  constructor(
    options: SimOptions,
    founded: Founded,
    given: {
      readonly sabotage: Sabotage & { readonly spoil?: Spoil };
      checkers(world: World): readonly Checker[];
    },
  ) {
    this.options = options;
    this.founded = founded;
    this.dice = new Dice(`cluster ${options.seed}`);
    this.roster = { validators: seatsOf(options.nodes) };
    this.genesisHash = founded.genesisHash;
    const { scheduler } = this;
    this.network = new Network({
      scheduler,
      dice: this.dice.split('network'),
      quality: options.net,
      deliver: (to, from, packet) => this.nodes[to]?.hear(this.nodes[from]!.seat, packet),
    });
    const count = options.nodes + (options.twin ? 1 : 0);
    this.nodes = Array.from({ length: count }, (_, index) => this.node(index, given.sabotage));
    const { nodes, network } = this;
    this.storm = new Storm({
      scheduler,
      dice: this.dice.split('storm'),
      options,
      nodes,
      network,
      log: (what) => this.log(what),
    });
    this.checkers = given.checkers(this);
  }

  /** Storm, then calm until the cluster rests or its time is over. */
  async simulate(): Promise<void> {
    const { options, scheduler } = this;
    for (const node of this.nodes) node.start();
    for (let i = 0; i < options.transactions; i++) this.client(i);
    if (!options.mesh) this.every(HEAD_MS, () => this.tellHeads());
    this.every(SWEEP_MS, () => {
      for (const { run } of this.nodes) if (run?.driver) run.driver.pool.sweep(run.ports.clock.now());
    });
    const stop = () => this.broken !== undefined || this.forked;
    await scheduler.run(scheduler.now + options.faultMs, stop);
    if (this.forked) for (const checker of this.checkers) checker.forked?.();
    if (stop()) return;
    this.storm.end();
    // The operator finds the second copy and switches it off.
    if (options.twin) this.nodes.at(-1)!.retire();
    const end = scheduler.now + options.healMs;
    const calm = async (rests: () => boolean) => {
      while (!stop() && !rests()) {
        if (scheduler.now >= end) this.violation('convergence', this.unrest());
        else await scheduler.run(scheduler.now + LOOK_MS, stop);
      }
    };
    await calm(() => this.rests(true));
    // A promise that expired ends with the next sealed time, and no sooner: another docket may hold it until then.
    if (!stop() && !this.rests(false))
      this.wish(wishesOf(this.founded.pin, 1000, false)[0] as Wish, 0, this.dice.split('late'));
    await calm(() => this.rests(false));
    if (this.forked) for (const checker of this.checkers) checker.forked?.();
    for (const checker of this.checkers) if (!stop()) await checker.finished?.();
  }

  violation(checker: string, what: string): void {
    if (this.broken || this.forked) return;
    // A split that no seal told of, because its node died, shows in what follows from it.
    if (this.options.twin && this.options.mode === 'majority' && this.isSplit()) {
      this.fork(what);
      return;
    }
    this.log(`VIOLATION ${checker}: ${what}`);
    this.broken = { checker, what };
  }

  /** Two disks hold different dockets at one height. */
  private isSplit(): boolean {
    const chains = this.nodes.map((node) => node.durable().chain);
    const height = Math.max(...chains.map((chain) => chain.loadState(REG)?.height ?? 0));
    for (let h = 1; h <= height; h++)
      if (new Set(chains.flatMap((chain) => chain.docketAt(REG, h)?.hash ?? [])).size > 1) return true;
    return false;
  }

  fork(what: string): void {
    this.log(`FORK ${what}`);
    this.forked = true;
  }

  log(what: string): void {
    if (this.events.length >= LOG_MAX) this.events.shift();
    this.events.push(`${(this.scheduler.now - START_MS).toFixed(1)} ${what}`);
  }

  private node(index: number, sabotage: Sabotage & { readonly spoil?: Spoil }): SimNode {
    const tell = (act: (checker: Checker) => void) => {
      for (const checker of this.checkers) act(checker);
    };
    return new SimNode(index, {
      scheduler: this.scheduler,
      dice: this.dice.split(`node ${index}`),
      options: this.options,
      image: this.founded.image,
      validators: this.roster.validators.map((seat) => seat.validatorId),
      sabotage,
      stormy: () => this.storm.blows,
      send: (from, to, packet) => {
        for (const { seat, index: other } of this.nodes)
          if (seat === to && other !== from) this.network.send(from, other, packet);
      },
      released: (node, message) => {
        this.log(`${node.index} says ${digest(message)}`);
        tell((checker) => checker.released?.(node, message));
      },
      sealed: (node, sealed) => {
        const { height, txCount } = sealed.docket.header;
        this.log(`${node.index} sealed ${height} ${sealed.docket.hash.slice(0, 6)} (${txCount})`);
        tell((checker) => checker.sealed?.(node, sealed));
      },
      booted: (node) => {
        tell((checker) => checker.booted?.(node));
        if (!this.options.mesh) this.tellHeads(node);
      },
      blamed: (node, peerId, why) => {
        this.log(`${node.index} blames ${peerId} for ${why}`);
        tell((checker) => checker.blamed?.(node, peerId, why));
      },
      misbehaved: (node, event) => {
        this.log(`${node.index} meets ${event.name}`);
        this.misbehaviour[event.name]++;
        tell((checker) => checker.misbehaved?.(node, event));
      },
      broken: (node, what) => this.violation('node', `${node.index} ${what}`),
      log: (node, what) => {
        this.log(`${node.index} ${what}`);
        if (what.startsWith('crashes')) this.storm.revive(node);
      },
    });
  }

  /** One transaction, given to one node or two, forwarded by each as the mesh does, and again until somebody promised it. */
  private client(sequence: number): void {
    const dice = this.dice.split(`client ${sequence}`);
    let ms = dice.number() * this.options.faultMs;
    for (const wish of wishesOf(this.founded.pin, sequence, this.options.expiring)) {
      this.wish(wish, ms, dice.split(wish.tx.txId));
      ms += dice.skewed(1, 3000);
    }
  }

  private wish({ tx, uncertain }: Wish, atMs: number, dice: Dice): void {
    const promised: SimNode[] = [];
    // Who forgot, or is no more, keeps no promise.
    const isKnown = () => promised.some((node) => !node.isLost && !node.isRetired);
    const give = (to: SimNode) => {
      const { run } = to;
      const submitted = run?.submit(tx);
      if (!submitted || !run) return;
      this.log(`${to.index} gets ${tx.txId.slice(0, 6)}`);
      void submitted.then((outcome: SubmitOutcome) => {
        if (!run.alive) return;
        if (outcome.status !== 'refused' || uncertain) promised.push(to);
        this.log(`${to.index} answers ${tx.txId.slice(0, 6)} ${outcome.status}`);
        for (const checker of this.checkers) checker.answered?.(to, tx.txId, { outcome, uncertain });
      });
    };
    const insist = () => {
      if (isKnown() && !this.storm.blows) return;
      if (!isKnown()) for (let copies = dice.chance(0.3) ? 2 : 1; copies > 0; copies--) give(dice.pick(this.nodes));
      this.scheduler.at(dice.integer(2000, 6000), insist);
    };
    this.scheduler.at(atMs, insist);
  }

  private tellHeads(only?: SimNode): void {
    for (const { run, index } of only ? [only] : this.nodes)
      if (run?.driver)
        for (const { index: to } of this.nodes)
          if (to !== index) this.network.send(index, to, { type: 'head', height: run.height });
  }

  private every(ms: number, act: () => void): void {
    this.scheduler.at(ms, () => {
      act();
      this.every(ms, act);
    });
  }

  private rests(lenient: boolean): boolean {
    return this.unrest(lenient) === '';
  }

  /**
   * Why the cluster does not rest: '' when all heads are equal, nothing is promised any more and no timer runs. Leniently, what has expired may wait to be
   * refused, with the one timer that offers it again.
   */
  private unrest(lenient = false): string {
    const standing = this.nodes.filter((node) => !node.isDamaged && !node.isRetired);
    const heads = new Set(standing.map((node) => node.durable().chain.loadState(REG)?.hash));
    const busy = standing.map(({ run }) =>
      run?.driver
        ? lenient
          ? run.unrest
          : { unsettled: run.driver.pool.unsettled, outbox: run.outbox?.size ?? 0, timers: run.timers }
        : 'down',
    );
    const quiet = busy.every((one) => one !== 'down' && one.unsettled === 0 && one.outbox === 0 && one.timers === 0);
    return quiet && heads.size === 1 ? '' : `${heads.size} heads, ${JSON.stringify(busy)}`;
  }
}

function digest(message: Message): string {
  const short = (hash: string | null) => hash?.slice(0, 6) ?? '-';
  switch (message.type) {
    case 'proposal':
      return `proposal ${message.proposal.docket.header.height}/${message.proposal.round} ${short(message.proposal.docket.hash)}`;
    case 'vote': {
      const { kind, height, round, docketHash, approve, code } = message.vote;
      return `${kind} ${height}/${round} ${short(docketHash)} ${approve ? '' : code}`;
    }
    case 'round-change': {
      const { height, round, preparedRound, preparedHash } = message.change;
      return `round change ${height}/${round} (${preparedRound} ${short(preparedHash)})`;
    }
    default: {
      const { height, round, docketHash } = message.certificate;
      return `${message.type} ${height}/${round} ${short(docketHash)}`;
    }
  }
}
