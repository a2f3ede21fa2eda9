// A simulated cluster: nodes that share registers, network, storm and clients, wired to the checkers. It runs the
// storm, then calm, and says what was violated first; it judges nothing itself but that the cluster comes to rest.
import { FOLLOWED_COMES_MS } from '../../actors/validator-pool/orphans.js';
import type { Message } from '../../core/consensus/types.js';
import { Dice } from '../support/base/dice.js';
import { Scheduler } from './clock.js';
import type { Spoil } from './disk.js';
import { Storm } from './faults.js';
import { type Founded, START_MS } from './founding.js';
import { Network } from './network.js';
import { SimNode } from './node.js';
import type { Checker, World } from './observer.js';
import type { SimOptions } from './options.js';
import { bytesOf, largeOf, type Packet, tellsOf } from './packet.js';
import { RegisterScope } from './register-scope.js';
import type { Sabotage } from './run-ports.js';
import { peerOf } from './sim-net.js';

const SWEEP_MS = 60_000;
const LIE_MS = 700;
const LOOK_MS = 1000;
/** Each is for a client that brought something too late again; there are at most as many as wishes that insist. */
const LATE_TURNS_MAX = 50;
const LOG_MAX = 4000;

export interface Violation {
  readonly checker: string;
  readonly what: string;
}

export interface ClusterGiven {
  readonly sabotage: Sabotage & { readonly spoil?: Spoil };
  checkers(world: World): readonly Checker[];
}

export class Cluster {
  readonly options: SimOptions;
  readonly scheduler = new Scheduler(START_MS + 10_000);
  readonly nodes: readonly SimNode[];
  readonly scopes: readonly RegisterScope[];
  readonly events: string[] = [];
  broken: Violation | undefined;
  /** A majority with a false member may fork: found, attributed to it, and the end of the run. */
  forked = false;
  /**
   * A docket of the future has votes of several members, and may be decided: the register waits for its time
   * (core/consensus/algorithm.md, Liveness).
   */
  waitsForTime = false;
  readonly misbehaviour = { Evidence: 0, Fork: 0, Diverged: 0 };
  private isWaiting = false;
  private readonly dice: Dice;
  readonly network: Network<Packet>;
  private readonly storm: Storm;

  constructor(options: SimOptions, founded: Founded, given: ClusterGiven) {
    this.options = options;
    this.dice = new Dice(`cluster ${options.seed}`);
    const { scheduler } = this;
    this.network = new Network({
      scheduler,
      dice: this.dice.split('network'),
      quality: options.net,
      ...{ bytesOf, largeOf },
      deliver: (to, from, packet) => this.nodes[to]?.hear(this.nodes[from]!.self, packet),
    });
    const count = options.nodes + options.joiners + (options.twin ? 1 : 0);
    const peers = Array.from({ length: options.nodes + options.joiners }, (_, index) => peerOf(index));
    this.nodes = Array.from({ length: count }, (_, index) => this.node(index, { ...given, founded, peers }));
    const { nodes, network } = this;
    this.storm = new Storm({
      scheduler,
      dice: this.dice.split('storm'),
      options,
      nodes,
      network,
      log: (what) => this.log(what),
      relink: (node) => this.link(node),
      canLose: (node) => this.scopes.every((scope) => scope.governor.canLose(node)),
    });
    this.scopes = founded.registers.map(
      (register) =>
        new RegisterScope(
          register,
          {
            ...{ scheduler, options, nodes },
            dice: this.dice.split(`register ${register.registerId}`),
            stormy: () => this.storm.blows,
            fork: (what) => this.fork(what),
            violation: (checker, what) => this.violation(checker, what),
            log: (what) => this.log(what),
          },
          given.checkers,
        ),
    );
  }

  /** Storm, then calm until the cluster rests or its time is over. */
  async simulate(): Promise<void> {
    const { options, scheduler, scopes } = this;
    for (const node of this.nodes) node.start();
    for (let i = 0; i < options.transactions; i++) scopes[i % scopes.length]?.client(i);
    this.every(SWEEP_MS, () => {
      for (const { run } of this.nodes) run?.sweep();
    });
    if (options.lies) this.every(LIE_MS, () => this.lie());
    const stop = () => this.broken !== undefined || this.forked || this.waitsForTime;
    await scheduler.run(scheduler.now + options.faultMs, stop);
    if (this.forked) this.tell((checker) => checker.forked?.());
    if (stop()) return;
    this.storm.end();
    // The operator finds the second copy and switches it off.
    if (options.twin) this.nodes.at(-1)!.retire();
    await this.upgrade(stop);
    let end = scheduler.now + options.healMs;
    const calm = async (rests: () => boolean) => {
      while (!stop() && !rests()) {
        if (scheduler.now < end) await scheduler.run(scheduler.now + LOOK_MS, stop);
        else if (this.scopes.some((scope) => scope.isVotedAhead)) this.waitsForTime = true;
        // The checker of a part says what is missing.
        else if (this.unrest(false) === '') return;
        else if (!this.waits()) this.violation('convergence', this.unrest(false));
        else end += FOLLOWED_COMES_MS + options.skewMs;
        this.tidy(this.nodes);
      }
    };
    await calm(() => this.unrest(true) === '');
    // A promise that expired ends with the next sealed time, and no sooner: another docket may hold it until then. A
    // client that insists may bring one more after it.
    for (let turn = 0; turn < LATE_TURNS_MAX && !stop() && this.unrest(false) !== ''; turn++) {
      const movers = scopes.map((scope) => ({ scope, txId: scope.late(turn) }));
      const moved = () => movers.every(({ scope, txId }) => scope.isSealed(txId)) && this.unrest(true) === '';
      await calm(() => this.unrest(false) === '' || moved());
    }
    await calm(() => this.unrest(false) === '' && !scopes.some((scope) => scope.waits));
    if (this.forked) this.tell((checker) => checker.forked?.());
    for (const scope of scopes) if (!stop()) await scope.finished(stop);
  }

  /** Nodes that stand before rules that they do not know come to their end, say so, and get the latest program. */
  private async upgrade(stop: () => boolean): Promise<void> {
    const { scheduler, scopes, options } = this;
    const elders = this.nodes.filter(({ knows, isRetired }) => knows < options.rules && !isRetired);
    const running = () => elders.flatMap((node) => scopes.filter((scope) => scope.isAheadOf(node)));
    const end = scheduler.now + options.healMs;
    while (!stop() && running().length > 0) {
      if (scheduler.now >= end) this.violation('rules', 'a node does not come to the end of what its program knows');
      await scheduler.run(scheduler.now + LOOK_MS, stop);
      this.tidy(elders);
    }
    for (const node of elders) {
      for (const scope of scopes) if (!stop()) scope.tell((checker) => checker.upgrading?.(node));
      node.upgrade();
    }
  }

  private tidy(nodes: readonly SimNode[]): void {
    const scopeOf = new Map(this.scopes.map((scope) => [scope.registerId, scope]));
    for (const node of nodes) node.tidy((registerId) => scopeOf.get(registerId)?.highest);
  }

  violation(checker: string, what: string): void {
    if (this.broken || this.forked) return;
    // A split that no seal told of, because its node died, shows in what follows from it.
    const isForkable = this.options.mode === 'majority' && this.nodes.some(({ isFalse }) => isFalse);
    if (isForkable && this.scopes.some((scope) => scope.isSplit)) {
      this.fork(what);
      return;
    }
    this.log(`VIOLATION ${checker}: ${what}`);
    this.broken = { checker, what };
  }

  private fork(what: string): void {
    this.log(`FORK ${what}`);
    this.forked = true;
  }

  private log(what: string): void {
    if (this.events.length >= LOG_MAX) this.events.shift();
    this.events.push(`${(this.scheduler.now - START_MS).toFixed(1)} ${what}`);
  }

  private tell(act: (checker: Checker) => void, registerId?: string): void {
    for (const scope of this.scopes) if (registerId === undefined || scope.registerId === registerId) scope.tell(act);
  }

  private node(index: number, given: ClusterGiven & Pick<NodeGiven, 'founded' | 'peers'>): SimNode {
    const { options } = this;
    const { founded, peers, sabotage } = given;
    const isJoiner = index >= options.nodes && !options.twin;
    return new SimNode(index, {
      scheduler: this.scheduler,
      dice: this.dice.split(`node ${index}`),
      ...{ options, sabotage, peers },
      image: isJoiner ? undefined : founded.image,
      registerIds: isJoiner ? [] : founded.registers.map(({ registerId }) => registerId),
      stormy: () => this.storm.blows,
      isWaiting: (from, to, number) => this.network.isWaiting(from, to, number),
      send: (from, to, packet) => {
        for (const scope of this.scopes)
          if (scope.isHidden && tellsOf(packet, scope.registerId))
            scope.tell((checker) => checker.sent?.(this.nodes[from]!, to));
        // A twin gets a copy of all that the seat gets.
        return this.nodes
          .filter(({ self, index: other }) => self === to && other !== from)
          .map(({ index: other }) => this.network.send(from, other, packet))
          .every(Boolean);
      },
      reaches: (_, peerId) => this.nodes.some(({ self, run }) => run !== undefined && `peer ${self}` === peerId),
      released: (node, registerId, message) => {
        this.log(`${node.index} says ${registerId.slice(0, 1)} ${digest(message)}`);
        this.tell((checker) => checker.released?.(node, message), registerId);
      },
      lied: (node, registerId, message) => {
        this.log(`${node.index} lies in ${registerId.slice(0, 1)} ${digest(message)}`);
        this.tell((checker) => checker.lied?.(node, message), registerId);
      },
      sealed: (node, registerId, sealed) => {
        const { height, txCount } = sealed.docket.header;
        this.log(
          `${node.index} sealed ${registerId.slice(0, 1)} ${height} ${sealed.docket.hash.slice(0, 6)} (${txCount})`,
        );
        this.tell((checker) => checker.sealed?.(node, sealed), registerId);
      },
      booted: (node) => {
        this.tell((checker) => checker.booted?.(node));
        this.link(node);
      },
      blamed: (node, peerId, why) => {
        this.log(`${node.index} blames ${peerId} for ${why}`);
        this.scopes[0]?.tell((checker) => checker.blamed?.(node, peerId, why));
      },
      misbehaved: (node, registerId, event) => {
        this.log(`${node.index} meets ${event.name}`);
        this.misbehaviour[event.name]++;
        this.tell((checker) => checker.misbehaved?.(node, event), registerId);
      },
      broken: (node, what) => this.violation('node', `${node.index} ${what}`),
      log: (node, what) => {
        this.log(`${node.index} ${what}`);
        if (what.startsWith('crashes')) this.storm.revive(node);
      },
    });
  }

  /** The node has links again: both ends notice a little later. */
  private link(node: SimNode): void {
    for (const other of this.nodes)
      if (other.self !== node.self)
        this.scheduler.at(this.dice.integer(5, 200), () => {
          const [a, b] = [node.run, other.run];
          const [toA, toB] = [b?.greeting(`peer ${node.self}`), a?.greeting(`peer ${other.self}`)];
          a?.linked(peerOf(other.self));
          b?.linked(peerOf(node.self));
          if (toA) node.greeted(peerOf(other.self), toA);
          if (toB) other.greeted(peerOf(node.self), toB);
        });
  }

  /** The last member of the first roster tells of heads that no quorum decided. */
  private lie(): void {
    const scope = this.dice.pick(this.scopes);
    const liar = this.nodes[this.options.nodes - 1];
    if (this.storm.blows && liar) liar.run?.lie(scope.registerId, this.dice);
  }

  /** Registers that the node had and may not read any further. */
  private closedTo(node: SimNode): readonly string[] {
    const closed = this.scopes.filter((scope) => Number.isFinite(scope.readableUntil(node)));
    return closed.map(({ registerId }) => registerId);
  }

  /** Once, and where everything else rests: orphans get the time after which a node has to end them. */
  private waits(): boolean {
    const orphans = new Set(this.scopes.flatMap((scope) => [...scope.orphans]));
    if (this.isWaiting || orphans.size === 0 || this.unrest(true, orphans) !== '') return false;
    this.isWaiting = true;
    this.log(`${orphans.size} wait for what was lost`);
    return true;
  }

  private every(ms: number, act: () => void): void {
    this.scheduler.at(ms, () => {
      act();
      this.every(ms, act);
    });
  }

  /**
   * Why the cluster does not rest: '' when the heads of each register are equal, nothing is promised any more and no
   * timer runs. Leniently, what has expired may wait to be refused, and `orphans` for their end.
   */
  private unrest(lenient: boolean, orphans: ReadonlySet<string> = new Set()): string {
    const standing = this.nodes.filter((node) => !node.isRetired);
    const busy = standing.flatMap((node) => {
      const { index, run } = node;
      if (!run?.ledger) return [`${index} is down`];
      const { unsettled, outbox, timers, waiting } = run.unrest(this.closedTo(node), orphans);
      const spared = lenient ? waiting : 0;
      const left = [unsettled - spared, outbox - spared, Math.max(0, timers - Math.min(1, spared))];
      return left.every((one) => one <= 0) ? [] : [`${index} has ${left} (unsettled, outbox, timers)`];
    });
    const apart = this.scopes.flatMap(({ registerId, heads, governor }) => [
      ...(heads.size > 1 ? [`${registerId.slice(0, 1)} has ${heads.size} heads`] : []),
      ...(governor.isIdle ? [] : [`${registerId.slice(0, 1)} is being governed`]),
    ]);
    return [...busy, ...apart].join(', ');
  }
}

interface NodeGiven {
  readonly founded: Founded;
  readonly peers: readonly ReturnType<typeof peerOf>[];
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
