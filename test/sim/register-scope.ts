// One register of a simulated cluster: its clients, its governor, its checkers, and whether it is at rest. It judges
// nothing itself.
import type { Misbehaviour } from '../../actors/docket/ports.js';
import type { SubmitOutcome } from '../../actors/ledger-port.js';
import { isFailure } from '../../core/base/result.js';
import type { ConsensusRecord } from '../../core/consensus/types.js';
import type { Hash, Roster } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import type { Checkpoint } from '../../core/register/checkpoint.js';
import { candidatesOf } from '../../core/register/governance/rows.js';
import { lastSeatedUntil, rosterNamed } from '../../core/register/past-rosters.js';
import { quorum, rosterHashOf } from '../../core/register/roster.js';
import type { Dice } from '../support/base/dice.js';
import type { Scheduler } from './clock.js';
import { type FoundedRegister, isHidden, signerOf } from './founding.js';
import { Governor } from './governor.js';
import type { SimNode } from './node.js';
import type { Checker, ObservedNode, World } from './observer.js';
import type { SimOptions } from './options.js';
import type { Wish } from './wish.js';
import { AFTER_STORM, datedAt, wishesOf } from './workload.js';

/** How long clients wait for a seal: less than the time after which a promise is written, about that long, and more. */
const WAITS_MS = [300, 1900, 2100, 5000, 30_000] as const;

/** Of a docket that no clock in order passes. */
const AHEAD_MS = 3_600_000;

export interface ScopePorts {
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly options: SimOptions;
  readonly nodes: readonly SimNode[];
  stormy(): boolean;
  fork(what: string): void;
  violation(checker: string, what: string): void;
  log(what: string): void;
}

export class RegisterScope implements World {
  readonly options: SimOptions;
  readonly registerId: string;
  readonly genesisHash: Hash;
  readonly nodes: readonly SimNode[];
  readonly falseKeys: ReadonlySet<Hash>;
  readonly isHidden: boolean;
  readonly governor: Governor;
  readonly submitted = new Map<string, Transaction>();
  private readonly checkers: readonly Checker[];
  private readonly ports: ScopePorts;
  private readonly founded: FoundedRegister;
  private readonly rosters = new Map<Hash, Roster>();

  constructor(founded: FoundedRegister, ports: ScopePorts, checkers: (world: World) => readonly Checker[]) {
    const { options, nodes, dice } = ports;
    this.options = options;
    this.nodes = nodes;
    this.ports = ports;
    this.founded = founded;
    this.registerId = founded.registerId;
    this.genesisHash = founded.genesisHash;
    const falseSeats = [...(options.twin ? [0] : []), ...options.liars];
    this.falseKeys = new Set(falseSeats.map((seat) => signerOf(seat).validatorId));
    this.rosters.set(rosterHashOf(founded.roster), founded.roster);
    const { registerId, genesisHash } = founded;
    this.isHidden = isHidden(registerId, options);
    this.governor = new Governor({
      ...ports,
      ...{ registerId, genesisHash },
      isHidden: this.isHidden,
      isReader: (node) => this.readableUntil(node) === Number.POSITIVE_INFINITY,
      dice: dice.split('governor'),
      answered: (node, txId, outcome) => this.answered(node, txId, { outcome, uncertain: true }),
    });
    this.checkers = checkers(this);
    this.tell((checker) => checker.founded?.(founded.dockets));
  }

  // ---- What checkers ask.

  get nowMs(): number {
    return this.ports.scheduler.now;
  }

  rosterNamed(node: ObservedNode, rosterHash: Hash): Roster | undefined {
    const known = this.rosters.get(rosterHash);
    if (known) return known;
    const held = node.held(this.registerId);
    const state = held?.chain.durableState(held.reg);
    const found = held && state && rosterNamed(rosterHash, state, held.chain.view(held.reg));
    if (found) this.rosters.set(rosterHash, found);
    return found;
  }

  readableUntil({ self }: ObservedNode): number {
    if (!this.isHidden) return Number.POSITIVE_INFINITY;
    const { held, state } = this.governor.latest();
    const view = held.chain.view(held.reg);
    const peerId = `peer ${self}`;
    const isReader = [...state.roster.validators, ...candidatesOf(view)].some((seat) => seat.peerId === peerId);
    return isReader ? Number.POSITIVE_INFINITY : (lastSeatedUntil(peerId, view) ?? -1);
  }

  fork(what: string): void {
    this.ports.fork(what);
  }

  violation(checker: string, what: string): void {
    this.ports.violation(checker, what);
  }

  // ---- What they are told.

  tell(act: (checker: Checker) => void): void {
    for (const checker of this.checkers) act(checker);
  }

  misbehaved(node: SimNode, event: Misbehaviour): void {
    this.tell((checker) => checker.misbehaved?.(node, event));
  }

  /** A checker would find fault now with what may still change. */
  get waits(): boolean {
    return this.checkers.some((checker) => checker.waits?.() === true);
  }

  async finished(stop: () => boolean): Promise<void> {
    for (const checker of this.checkers) if (!stop()) await checker.finished?.();
  }

  private answered(node: SimNode, txId: string, answer: { outcome: SubmitOutcome; uncertain: boolean }): void {
    this.ports.log(`${node.index} answers ${txId.slice(0, 6)} ${answer.outcome.status}`);
    this.tell((checker) => checker.answered?.(node, txId, answer));
  }

  // ---- Its clients.

  /** One instance: its transactions, one after the other. */
  client(sequence: number): void {
    const dice = this.ports.dice.split(`client ${sequence}`);
    let ms = dice.number() * this.options.faultMs;
    const how = { expiring: this.options.expiring, atMs: datedAt(this.nowMs + ms) };
    for (const wish of wishesOf(this.founded, sequence, how)) {
      this.wish(wish, ms, dice.split(wish.tx.txId));
      ms += dice.skewed(1, 3000);
    }
  }

  /** Submits something that moves the sealed time on, another one each `turn`; its TxId. */
  late(turn: number): string {
    // Neither an instance of a fork nor one with rivals.
    const [wish] = wishesOf(this.founded, AFTER_STORM + 15 * turn, {
      expiring: false,
      atMs: datedAt(this.nowMs),
    }) as [Wish];
    this.wish(wish, 0, this.ports.dice.split(turn === 0 ? 'late' : `late ${turn}`));
    return wish.tx.txId;
  }

  /** One transaction, given to one node or two, and again until somebody promised it. */
  private wish({ tx, uncertain, needs, insists }: Wish, atMs: number, dice: Dice): void {
    const { scheduler, stormy, log } = this.ports;
    const { waiting } = this.options;
    const waits = dice.split('waits');
    const promised: SimNode[] = [];
    // A node that forgot, is no more, or hears no more of the register keeps no promise.
    const isKnown = () =>
      promised.some((node) => !node.isLost && !node.isRetired && this.readableUntil(node) === Number.POSITIVE_INFINITY);
    const give = (to: SimNode) => {
      const { run } = to;
      if (!run) return;
      log(`${to.index} gets ${tx.txId.slice(0, 6)}`);
      this.submitted.set(tx.txId, tx);
      void run.submit(tx, waits.chance(waiting) ? waits.pick(WAITS_MS) : 0).then((outcome) => {
        if (!run.alive) return;
        if (outcome.status === 'pending' && waits.chance(this.options.spread)) this.spread(to, tx);
        const isEnd = insists ? outcome.status === 'refused' && outcome.definitive === true : uncertain;
        if (outcome.status !== 'refused' || (isEnd && to.held(this.registerId))) promised.push(to);
        this.answered(to, tx.txId, { outcome, uncertain });
      });
    };
    const insist = () => {
      if (isKnown() && !stormy()) return;
      if (!isKnown() && needs.every((txId) => this.isSealed(txId)))
        for (let copies = dice.chance(0.3) ? 2 : 1; copies > 0; copies--) give(dice.pick(this.nodes));
      scheduler.at(dice.integer(2000, 6000), insist);
    };
    scheduler.at(atMs, insist);
  }

  /** On any disk. */
  isSealed(txId: string): boolean {
    return this.nodes.some((node) => {
      const held = node.held(this.registerId);
      return held?.chain.location(held.reg, txId) !== undefined;
    });
  }

  /** The client wants a quorum to have it. */
  private spread(node: SimNode, tx: Transaction): void {
    const { run } = node;
    const state = run?.ledger?.state(this.registerId);
    if (!run || !state || isFailure(state)) return;
    const needed = quorum(this.options.mode, state.roster.validators.length).commit;
    void run.spread(tx).then((isSpread) => {
      if (!run.alive || !isSpread) return;
      this.ports.log(`${node.index} says that ${needed} have ${tx.txId.slice(0, 6)}`);
      this.tell((checker) => checker.spread?.(node, tx.txId, needed));
    });
  }

  // ---- Its chains.

  /**
   * Hashes of the heads on the disks of the nodes that are not gone. One that may read no further has come to rest with
   * the docket that took its seat.
   */
  get heads(): ReadonlySet<Hash | undefined> {
    const standing = this.nodes.filter((node) => !node.isRetired);
    return new Set(
      standing.flatMap((node) => {
        const held = node.held(this.registerId);
        const state = held?.chain.durableState(held.reg);
        // A node that may read no more stops at the docket that took its seat; a candidate that never got one stops
        // anywhere.
        const until = this.readableUntil(node);
        return held && until >= 0 && state?.height !== until ? [state?.hash] : [];
      }),
    );
  }

  /** The highest head that the disk of an honest node has. */
  get highest(): Checkpoint | undefined {
    const states = this.nodes.flatMap((node) => {
      const held = node.isFalse ? undefined : node.held(this.registerId);
      return held?.chain.durableState(held.reg) ?? [];
    });
    return states.sort((a, b) => b.height - a.height)[0];
  }

  /**
   * Promised by a node that may read the register, and behind a transaction that no such node has sealed or promised or
   * waits with: the node that promised that one was shut out before it handed it over, is gone for good, or forgot it
   * with its disk.
   */
  get orphans(): ReadonlySet<string> {
    const readers = this.nodes.filter(
      (node) => !node.isRetired && this.readableUntil(node) === Number.POSITIVE_INFINITY,
    );
    const pending = readers.flatMap(({ run }) => run?.driver(this.registerId)?.pool.pending() ?? []);
    const here = new Set(pending.map(({ tx }) => tx.txId));
    const isLost = (txId: string) =>
      !here.has(txId) &&
      readers.every((node) => {
        const held = node.held(this.registerId);
        return !held?.chain.location(held.reg, txId) && !held?.outbox.get(this.registerId, txId);
      });
    const lost = pending.filter(
      ({ tx: { header } }) => header.previousTransactionId && isLost(header.previousTransactionId),
    );
    return new Set(lost.map(({ tx }) => tx.txId));
  }

  /** The register follows rules that the node does not know, and the node has not stopped at them yet. */
  isAheadOf(node: SimNode): boolean {
    const isReader = this.readableUntil(node) === Number.POSITIVE_INFINITY;
    const { rules } = this.governor.latest().state;
    return (
      rules > node.knows && isReader && node.held(this.registerId) !== undefined && !node.isStopped(this.registerId)
    );
  }

  /** Two members or more voted, above every head, for a docket of the future. Only where all clocks were wrong. */
  get isVotedAhead(): boolean {
    const { options, scheduler } = this.ports;
    if (!Number.isFinite(options.meanMs.epoch)) return false;
    const { height } = this.governor.latest().state;
    const voters = this.nodes.filter((node) => {
      const held = node.held(this.registerId);
      const record = held?.chain.loadRecord<ConsensusRecord>(held.reg);
      const hash = record?.height === height + 1 ? (record.commitVote ?? record.prepared)?.docketHash : undefined;
      const docket = hash === undefined ? undefined : held?.chain.loadBody(held.reg, height + 1, hash);
      return docket !== undefined && docket.header.timestampMs > scheduler.now + AHEAD_MS;
    });
    return voters.length > 1;
  }

  /** Two disks hold different dockets at one height. */
  get isSplit(): boolean {
    const all = this.nodes.flatMap((node) => node.held(this.registerId) ?? []);
    const height = Math.max(...all.map(({ reg, chain }) => chain.durableState(reg)?.height ?? 0));
    for (let h = 1; h <= height; h++)
      if (new Set(all.flatMap(({ reg, chain }) => chain.docketAt(reg, h)?.hash ?? [])).size > 1) return true;
    return false;
  }
}
