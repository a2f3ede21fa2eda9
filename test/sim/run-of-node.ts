// One run of a node, from start to crash: the production store, ledger and mesh on simulated ports. After its end
// nothing of it reaches the world any more.
import { type AnnouncementHub, announcementHub } from '../../actors/announcements.js';
import type { ConsensusTransport } from '../../actors/docket/ports.js';
import { LedgerHost } from '../../actors/ledger/host.js';
import type { LedgerPorts } from '../../actors/ledger/ports.js';
import type { SubmitOutcome } from '../../actors/ledger-port.js';
import { MeshDriver } from '../../actors/mesh/driver.js';
import { isExcluded } from '../../actors/mesh/exclusion.js';
import { toldTip } from '../../actors/mesh/gossip/told-tip.js';
import { hearsMost, reachableIn } from '../../actors/mesh/reach.js';
import type { Announcement, SignatureVerifier } from '../../actors/ports.js';
import { isExpired } from '../../actors/validator-pool/outcomes.js';
import { isFailure } from '../../core/base/result.js';
import type { SignedClaim } from '../../core/consensus/certificate.js';
import type { Message } from '../../core/consensus/types.js';
import type { Peer } from '../../core/mesh/types.js';
import type { Hash } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import { hasRow } from '../../core/pool/life.js';
import { POOL_LIMITS } from '../../core/pool/pool.js';
import { decodeTransaction } from '../../core/transaction/encode.js';
import { validate } from '../../core/validate/validate.js';
import { ChainStore } from '../../storage/chain/chain-store.js';
import { Outbox } from '../../storage/chain/outbox.js';
import { Registers } from '../../storage/chain/registers.js';
import { openStoreOn, type Store } from '../../storage/open.js';
import type { Dice } from '../support/base/dice.js';
import { noFiles } from '../support/mesh/no-files.js';
import { QUIET } from '../support/node/ledger-world.js';
import { Deceiver } from './deceiver.js';
import { Forger } from './forger.js';
import { holds, verifiedOnce } from './founding.js';
import { GuardedClock } from './guarded-clock.js';
import { falseHead } from './liar.js';
import type { Hello, Packet } from './packet.js';
import { replaced } from './replaced.js';
import type { RunPorts } from './run-ports.js';
import { SimNet } from './sim-net.js';

/** TxIds that a node remembers as not sealed: few, so that a short run forgets some again and again. */
export const ABSENT_MAX = 8;
const DAY_MS = 24 * 3_600_000;
/** The shifts that a liar makes to its time. */
const FALSE_MS = [0, 10 * DAY_MS, -10 * DAY_MS];

export class Run {
  readonly ports: RunPorts;
  alive = true;
  ledger: LedgerHost | undefined;
  mesh: MeshDriver | undefined;
  store: Store | undefined;
  /** Which keys may have lost votes is durable: a key that is made from now on is none of them. */
  isFenceNamed = false;
  private chain: ChainStore | undefined;
  private outbox: Outbox | undefined;
  private registers: Registers | undefined;
  private net: SimNet | undefined;
  /** Watches the clock, where nodes do. */
  guarded: GuardedClock | undefined;
  /** Added to the time that a liar tells of. */
  private readonly falseMs: number;
  private readonly deceiver: Deceiver | undefined;
  private readonly forger: Forger | undefined;

  constructor(ports: RunPorts) {
    this.ports = ports;
    const { options, self, dice, keys, clock } = ports;
    this.falseMs = dice.split('false time').pick(FALSE_MS);
    if (!options.liars.some((seat) => self.peerId === `peer ${seat}`)) return;
    const lying = {
      keys,
      lies: () => this.alive && ports.deceives(),
      state: (registerId: string) => {
        const state = this.ledger?.state(registerId);
        return state && !isFailure(state) ? state : undefined;
      },
      send: (registerId: string, to: readonly Hash[], message: Message) => {
        if (!this.alive || to.length === 0) return;
        ports.lied(registerId, message);
        this.mesh?.parts.consensus.transport(registerId).send(to, message);
      },
    };
    const nowMs = () => clock.now();
    this.deceiver = new Deceiver({ ...lying, nowMs, dice: dice.split('lies'), deceits: options.deceits });
    if (options.forges) this.forger = new Forger({ ...lying, dice: dice.split('far lies') });
  }

  async open(): Promise<void> {
    const { kv, bootId, clock, sabotage, marked } = this.ports;
    const mark = { write: ({ seq }: { readonly seq: number }) => this.ports.marks(seq), close: () => undefined };
    const onFatal = (error: Error) => this.fail(error);
    const named = marked === undefined ? undefined : { seq: marked };
    const store = await openStoreOn(kv, { nowMs: clock.now(), bootId, onFatal, marked: named, mark });
    const registers = await Registers.load(kv);
    if (this.ports.options.guards) this.guarded = await this.openGuard(store);
    if (!this.alive) return;
    for (const { id, reg } of registers.all()) this.ports.holds(id, reg);
    const journal = sabotage.journal?.(store.journal) ?? store.journal;
    const plain = new ChainStore(kv, store.journal, { absentMax: ABSENT_MAX, clock });
    const chain = sabotage.chain?.(plain) ?? plain;
    const announcements = announcementHub(QUIET);
    Object.assign(this, { store, registers, chain, outbox: new Outbox(kv) });
    const sound = this.openLedger({ journal, chain, registers, announcements });
    const ledger = sabotage.ledger?.(sound, clock) ?? sound;
    this.ledger = ledger;
    announcements.listen((fact) => this.told(fact));
    this.openMesh(ledger, chain, announcements);
    await ledger.start();
  }

  kill(): void {
    this.alive = false;
    this.ports.clock.kill();
  }

  /** The effect of a failure in a rule: the register is opened again from disk, by its supervisor. */
  restart(registerId: string): void {
    this.driver(registerId)?.pool.fail(new Error('planted'));
  }

  /** Never settles when the process ends before the answer. */
  submit(given: Transaction, waitMs = 0): Promise<SubmitOutcome> {
    const tx = ownCopy(given);
    return new Promise((resolve) => {
      this.ports.clock.run(() =>
        this.ledger?.submit(tx, { priority: 'Normal', waitMs }).then(resolve, (error) => this.fail(error)),
      );
    });
  }

  /** True when a quorum has it on disk, as far as this node was told. Never settles when the process ends before. */
  spread(given: Transaction): Promise<boolean> {
    const tx = ownCopy(given);
    return new Promise((resolve) => {
      this.ports.clock.run(() => void this.mesh?.spread(tx.header.registerId, [tx]).then(resolve));
    });
  }

  driver(registerId: string) {
    return this.registry?.peek(registerId)?.driver;
  }

  sweep(): void {
    const swept = () => Promise.all([this.ledger?.sweep(), this.guarded?.keep()]);
    this.ports.clock.run(() => void swept().catch((error) => this.fail(error)));
  }

  /** A link to the peer is up. */
  linked(peer: Peer): void {
    this.ports.clock.run(() => {
      this.net?.lost(peer.peerId);
      this.mesh?.onUnlinked(peer.peerId);
      this.mesh?.onLinked(peer);
    });
  }

  /** The message of this node when it is linked. */
  greeting(peerId: string): Hello {
    const votesSeen = structuredClone(this.mesh?.parts.votes.seenVotes(peerId) ?? []);
    return { votesSeen, timeMs: this.ports.clock.now() + (this.ports.deceives() ? this.falseMs : 0) };
  }

  greeted(from: Peer, { votesSeen, timeMs }: Hello): void {
    if (!this.alive) return;
    this.guarded?.heard(from, timeMs);
    if (votesSeen.length > 0) this.ports.clock.run(() => this.mesh?.parts.votes.onTold(from, votesSeen));
  }

  /** Tells one peer a head that no quorum decided. */
  lie(registerId: string, dice: Dice): void {
    const { chain, ledger, registers, net } = this;
    const reg = registers?.byId(registerId)?.reg;
    if (!this.alive || !chain || !ledger || !net || reg === undefined) return;
    const pending = ledger.pending(registerId)[0]?.tx;
    const head = falseHead({ reg, chain, pending, nowMs: this.ports.clock.now() }, dice);
    const { peerId } = dice.pick(net.net.peers());
    if (head) net.net.send(peerId, { type: 'head', head });
  }

  /** Something came from a peer. */
  hear(from: number, packet: Packet): void {
    if (this.alive && this.mesh) this.net?.hear(from, packet, this.mesh);
  }

  /**
   * The work under way; `waiting` of it has expired and only waits for the next docket to be refused, or is one of the
   * `orphans`. The timer by which nodes compare their heads does not count as work. A promise for the `closed`
   * registers, of which this node hears no more, has no end here.
   */
  unrest(closed: readonly string[], orphans: ReadonlySet<string>) {
    const now = this.ports.clock.now();
    const all = [...(this.registry?.values() ?? [])];
    const pools = all.flatMap(({ driver }) => driver?.pool ?? []);
    const left = closed.flatMap((id) => this.driver(id)?.pool.pending() ?? []);
    const open = pools.flatMap((pool) => pool.pending()).filter((one) => !left.includes(one));
    return {
      unsettled: pools.reduce((sum, pool) => sum + pool.unsettled, 0) - left.length,
      outbox: (this.outbox?.size ?? 0) - left.filter(({ life }) => hasRow(life)).length,
      timers: this.ports.clock.armed - 1 - (left.length > 0 ? 1 : 0),
      waiting: open.filter(({ tx }) => isExpired(tx, now) || orphans.has(tx.txId) || this.isLate(tx)).length,
    };
  }

  /** A docket of now would be too late for it. */
  private isLate(tx: Transaction): boolean {
    const driver = this.driver(tx.header.registerId);
    if (!driver || !this.chain || !tx.header.previousTransactionId) return false;
    const reg = this.registers?.byId(tx.header.registerId)?.reg ?? 0;
    const ground = { state: driver.state(), view: this.chain.view(reg), docketMs: this.ports.clock.now() };
    const verdict = validate(tx, { ...ground, signaturesOk: true });
    return !verdict.ok && verdict.issues.some(({ code }) => code === 'VAL_BP_012');
  }

  private get registry() {
    // The hot registers are private, and failures and timers have no public way in.
    return this.ledger?.['registry'];
  }

  private openGuard(store: Store): Promise<GuardedClock> {
    const { clock, scheduler, machine, self, options } = this.ports;
    const others = options.nodes + options.joiners - 1;
    return GuardedClock.open({ clock, scheduler, machine, orgId: self.orgId, others, store });
  }

  private openLedger(parts: Pick<LedgerPorts, 'journal' | 'chain' | 'registers' | 'announcements'>): LedgerHost {
    const { ports, outbox, store } = this;
    const { clock, dice, keys, kv, options, sabotage } = ports;
    const guard = this.guarded?.guard;
    if (!outbox || !store) throw new Error('the store is open');
    const reason = store.fence;
    const all = () => keys.all().map(({ validatorId }) => validatorId);
    store.nameFenced(store.fencedKeys ?? all()).then(
      () => {
        this.isFenceNamed = true;
      },
      (error: Error) => this.fail(error),
    );
    const ledger = new LedgerHost(
      {
        ...parts,
        ...{ clock, kv, outbox, keys, log: QUIET, metrics: null },
        random: dice.split('ledger'),
        verifier: this.verifier(),
        verifyClaims: (claims) => this.verifyClaims(claims),
        transport: (registerId) => this.transport(registerId),
        onAccepted: (registerId, tx, relayed) => this.mesh?.onAccepted(registerId, tx, relayed),
        toldHeight: (registerId) => this.mesh && toldTip(this.mesh.parts, registerId),
        isLeft: (registerId) => this.mesh !== undefined && isExcluded(this.mesh.parts, registerId),
        hearsMost: (registerId) => this.mesh !== undefined && hearsMost(this.mesh.parts, registerId),
        ...(guard && !sabotage.ignoresDoubt && { mayBuild: () => guard.maySeal() }),
        ...(guard && { judgeNow: () => guard.judgeNow() }),
        reachable: (roster) =>
          reachableIn(roster, keys, { peer: (id) => (ports.reaches(id) ? this.net?.net.peer(id) : undefined) }),
      },
      {
        fence: reason === undefined ? undefined : { reason, validatorIds: store.fencedKeys ?? all() },
        acceptLoss: () => store.acceptLoss(),
        timers: options.timers,
        rulesLatest: ports.knows,
        trustingPeriodMs: 14 * 24 * 60 * 60 * 1000,
        confirmsHeads: this.ports.options.confirms,
        backlogBytesMax: 8 * 1024 * 1024,
        poolNodeBytesMax: 512 * 1024 * 1024,
        poolLimits: () => POOL_LIMITS,
        docketTransactionsMax: () => 1000,
      },
    );
    this.overhear(ledger);
    return ledger;
  }

  /** Events that the ledger keeps to itself: lies that it met, and damage that it found. */
  private overhear(ledger: LedgerHost): void {
    // As above.
    const watch = ledger['watch'];
    const met = watch.onMisbehaviour.bind(watch);
    watch.onMisbehaviour = (registerId, event) => {
      if (this.alive) this.ports.misbehaved(registerId, event);
      met(registerId, event);
    };
    const { damage } = ledger;
    const found = damage.onDamage.bind(damage);
    damage.onDamage = (registerId, reason, pauseMs) => {
      if (this.alive) this.ports.damaged(reason);
      return found(registerId, reason, pauseMs);
    };
  }

  private openMesh(ledger: LedgerHost, chain: ChainStore, announcements: AnnouncementHub): void {
    const { ports } = this;
    const { clock, keys, self, peers } = ports;
    const dice = ports.dice.split('mesh');
    const net = new SimNet({
      ...{ clock, dice, peers, self },
      pieces: ports.options.pieces,
      send: (to, packet) => ports.send(to, packet),
      isWaiting: (to, number) => ports.isWaiting(to, number),
      blamed: (peerId, offence, detail) => ports.blamed(peerId, `${offence}: ${detail}`),
      lies: () => ports.lies(),
    });
    this.net = net;
    const overheard = replaced(ledger, {
      handle: (registerId) => {
        const handle = ledger.handle(registerId);
        if (!handle) return undefined;
        return replaced(handle, {
          receive: (envelope, verify) => {
            this.deceiver?.hear(registerId, envelope.message);
            this.forger?.passed(registerId, envelope.message);
            return handle.receive(envelope, verify);
          },
        });
      },
      seating: replaced(ledger.seating, {
        raise: (registerId, reason) => {
          if (this.alive) ports.forgotten(reason);
          return ledger.seating.raise(registerId, reason);
        },
      }),
    });
    this.mesh = new MeshDriver(
      {
        ...{ clock, chain, keys, announcements, log: QUIET, random: dice, ledger: overheard },
        verifyClaims: (claims) => this.verifyClaims(claims),
        files: noFiles,
      },
      { peerId: self.peerId, attests: false, sync: Number(self.peerId.slice(-1)) % 2 === 0 ? 'all' : 'certified' },
    );
    this.mesh.start(net.net);
  }

  private told(fact: Announcement): void {
    const { chain, registers, ports } = this;
    if (!this.alive || !chain || !('registerId' in fact)) return;
    const reg = registers?.byId(fact.registerId)?.reg;
    if (reg === undefined) return;
    if (fact.type === 'register-created') ports.holds(fact.registerId, reg);
    if (fact.type !== 'docket-sealed') return;
    this.net?.sealed(fact.transactions);
    if (fact.height === 0) return;
    const docket = chain.loadBody(reg, fact.height, fact.hash);
    const certificate = chain.loadCertificate(reg, fact.height);
    if (docket && certificate) ports.sealed(fact.registerId, { docket, certificate });
    else ports.failed(`announced docket ${fact.height}, which is not there`);
  }

  private fail(error: unknown): void {
    if (this.alive) this.ports.failed(`failed: ${error instanceof Error ? error.stack : String(error)}`);
  }

  private transport(registerId: string): ConsensusTransport {
    const way = () => (this.alive ? this.mesh?.parts.consensus.transport(registerId) : undefined);
    return {
      send: (to, message) => {
        if (this.alive) this.forger?.passed(registerId, message);
        if (!this.alive || this.deceiver?.twists(registerId, to, message)) return;
        this.ports.released(registerId, message);
        way()?.send(to, message);
      },
      fetch: (wanted) => way()?.fetch(wanted),
      serve: (owed) => way()?.serve(owed),
      offer: (to, transactions) => way()?.offer(to, transactions),
    };
  }

  /** Verification takes a while, on threads whose results come in any order. */
  private later<T>(result: () => T): Promise<T> {
    const { scheduler, dice, clock } = this.ports;
    return new Promise((resolve) => {
      scheduler.at(dice.skewed(0.01, 4), () => clock.run(() => resolve(result())));
    });
  }

  private verifyClaims(claims: readonly SignedClaim[]): Promise<boolean> {
    const { believes } = this.ports.sabotage;
    return this.later(() => claims.every((claim) => believes?.(claim) === true || holds(claim)));
  }

  private verifier(): SignatureVerifier {
    return { isSeen: () => true, verify: (tx) => this.later(() => verifiedOnce(tx)) };
  }

  /** True for a register that is here and neither stopped nor damaged. */
  isSound(registerId: string): boolean {
    const record = this.ledger?.register(registerId);
    return record !== undefined && record.damage === undefined && !isFailure(this.ledger?.state(registerId) ?? []);
  }
}

/** A client and a node do not hold the same object. */
function ownCopy({ bytes }: Transaction): Transaction {
  const tx = decodeTransaction(Buffer.from(bytes));
  if (isFailure(tx)) throw new Error(tx.issue.message);
  return tx;
}
