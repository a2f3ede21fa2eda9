// One run of a node, from start to crash: the production store, journal, chain, outbox and replica driver on simulated ports, and the node's side
// of the conversation with its peers. After its end nothing of it reaches the world any more.

import { consensusKeys } from '../../actors/consensus-keys.js';
import type { ConsensusTransport, Misbehaviour } from '../../actors/docket/ports.js';
import { EvidencePool } from '../../actors/evidence-pool.js';
import type { SealedPlace, SubmitOutcome } from '../../actors/ledger.js';
import { Forwarder } from '../../actors/mesh/forwarder.js';
import type { ConsensusKeys, ConsensusSigner, SignatureVerifier } from '../../actors/ports.js';
import { ReplicaDriver } from '../../actors/register-replica/driver.js';
import { isExpired } from '../../actors/validator-pool/outcomes.js';
import { isIssue } from '../../core/base/issue.js';
import type { Claim } from '../../core/consensus/certificate.js';
import type { Message } from '../../core/consensus/types.js';
import { POOL_LIMITS } from '../../core/pool/pool.js';
import { checkBody } from '../../core/register/docket.js';
import type { Hash, SealedDocket } from '../../core/register/types.js';
import { decodeTransaction } from '../../core/transaction/encode.js';
import type { Transaction } from '../../core/transaction/types.js';
import { ChainStore } from '../../storage/chain-store.js';
import { quickCheck } from '../../storage/check.js';
import { EvidenceRows } from '../../storage/evidence.js';
import type { Journal } from '../../storage/journal.js';
import type { Kv } from '../../storage/kv.js';
import { openStoreOn, type Store } from '../../storage/open.js';
import { Outbox } from '../../storage/outbox.js';
import { Registers } from '../../storage/registers.js';
import { QUIET } from '../support/ledger-world.js';
import type { NodeClock, Scheduler } from './clock.js';
import { fakeVerify, REG, REGISTER_ID, verifiedOnce } from './founding.js';
import { MeshOfRun } from './mesh-of-run.js';
import type { SimOptions } from './options.js';
import type { Packet } from './packet.js';
import type { Dice } from './random.js';
import { peerOf, SimNet } from './sim-net.js';

/** Bugs that a test plants around the production parts. */
export interface Sabotage {
  readonly journal?: (journal: Journal) => Journal;
  readonly chain?: (chain: ChainStore) => ChainStore;
  /** The node forgets to look where a transaction is sealed. */
  readonly placeless?: true;
  /** A restarted driver does not wait for what its predecessor queued. */
  readonly undrained?: true;
}

export interface RunPorts {
  readonly scheduler: Scheduler;
  readonly clock: NodeClock;
  readonly dice: Dice;
  readonly options: SimOptions;
  readonly signer: ConsensusSigner;
  readonly kv: Kv;
  readonly bootId: string;
  readonly sabotage: Sabotage;
  /** Numbers of the nodes by validator, in roster order. */
  readonly validators: readonly Hash[];
  send(to: number, packet: Packet): void;
  /** A consensus message leaves. */
  released(message: Message): void;
  sealed(sealed: SealedDocket): void;
  misbehaved(event: Misbehaviour): void;
  blamed(peerId: string, why: string): void;
  /** A peer showed a vote of this node's key that its record does not have. */
  forgotten(reason: string): void;
  /** This node answers with spoiled dockets now. */
  lies(): boolean;
  /** The process cannot go on. */
  failed(what: string): void;
  /** The rows of the register contradict each other: it is not opened. */
  damaged(what: string): void;
  /** What the file beside the database says, and how it is written. */
  readonly marked: number | undefined;
  marks(seq: number): void;
}

export class Run {
  readonly ports: RunPorts;
  alive = true;
  driver: ReplicaDriver | undefined;
  store: Store | undefined;
  chain: ChainStore | undefined;
  outbox: Outbox | undefined;
  evidence: EvidencePool | undefined;
  private mesh: MeshOfRun | undefined;
  private net: SimNet | undefined;
  private readonly forwarder: Forwarder;
  private readonly keys: ConsensusKeys;
  private registers: Registers | undefined;
  private journal: Journal | undefined;
  /** Highest head that a peer told of. */
  private seen = 0;

  constructor(ports: RunPorts) {
    this.ports = ports;
    this.keys = consensusKeys([ports.signer], () => Promise.reject(new Error('no other key is made')));
    const others = ports.validators.filter((id) => id !== ports.signer.validatorId);
    this.forwarder = new Forwarder({
      clock: ports.clock,
      ledger: { outstanding: () => this.driver?.pool.outstanding() ?? [] },
      takers: () => others,
      isShared: () => others.length > 0,
      offer: (_, to, transactions) => {
        for (const id of to) this.ports.send(ports.validators.indexOf(id), { type: 'offer', transactions });
      },
    });
  }

  async open(): Promise<void> {
    const { kv, bootId, clock, sabotage } = this.ports;
    const onFatal = (error: Error) => this.fail(error);
    const mark = { write: (seq: number) => this.ports.marks(seq), close: () => undefined };
    const { marked } = this.ports;
    const store = await openStoreOn(kv, { nowMs: clock.now(), bootId, onFatal, marked, mark });
    const found = await quickCheck(kv, REG);
    if (found[0]) this.ports.damaged(found[0].message);
    if (!this.alive) return;
    this.store = store;
    this.journal = sabotage.journal?.(store.journal) ?? store.journal;
    const chain = new ChainStore(kv, store.journal);
    this.chain = sabotage.chain?.(chain) ?? chain;
    this.registers = await Registers.load(kv);
    this.outbox = new Outbox(kv);
    await this.outbox.load();
    this.evidence = new EvidencePool({
      rows: new EvidenceRows(kv),
      journal: store.journal,
      failed: (error) => this.fail(error),
    });
    await this.evidence.load();
    await this.openDriver();
    this.forwarder.watch(REGISTER_ID);
    if (this.ports.options.mesh) this.openMesh();
  }

  /** What a supervisor does with a failed register: abandon, wait for what was queued, open again from disk. */
  async restart(): Promise<void> {
    this.driver?.discard();
    this.driver = undefined;
    if (!this.ports.sabotage.undrained) await this.store?.journal.drained();
    if (this.alive) await this.openDriver();
  }

  kill(): void {
    this.alive = false;
    this.ports.clock.kill();
    this.driver?.discard();
  }

  submit(tx: Transaction): Promise<SubmitOutcome> | undefined {
    return this.driver?.pool.submit(tx, { priority: 'Normal', waitMs: 0 });
  }

  get height(): number {
    return this.chain?.durableState(REG)?.height ?? 0;
  }

  /** Timers, but for the one by which nodes compare their heads once a minute. */
  get timers(): number {
    return this.ports.clock.armed - (this.mesh ? 1 : 0);
  }

  /** What is under way, but for what has expired and waits for the next docket to be refused. */
  get unrest(): { readonly unsettled: number; readonly outbox: number; readonly timers: number } {
    const { clock } = this.ports;
    const promised = this.driver?.pool.outstanding() ?? [];
    const expired = promised.filter(({ tx }) => isExpired(tx, clock.now())).length;
    return {
      unsettled: (this.driver?.pool.unsettled ?? 0) - expired,
      outbox: (this.outbox?.size ?? 0) - expired,
      timers: Math.max(0, this.timers - Math.min(1, expired)),
    };
  }

  /** Something came from a peer. */
  hear(from: number, packet: Packet): void {
    const { driver, chain } = this;
    const docket = driver?.docketDriver;
    if (!this.alive || !driver || !chain || !docket) return;
    switch (packet.type) {
      case 'frame':
      case 'ask':
      case 'answer':
        if (this.mesh) this.net?.hear(from, packet, this.mesh.mesh);
        return;
      case 'message':
        docket.receive({ message: packet.message, from: this.ports.validators[from] as Hash }, (claims) =>
          this.verifyClaims(claims),
        );
        return;
      case 'body':
        if (checkBody(packet.docket).length === 0) docket.push({ type: 'body', docket: packet.docket });
        return;
      case 'want-body': {
        const found = chain.loadBody(REG, packet.height, packet.docketHash);
        if (found) this.ports.send(from, { type: 'body', docket: found });
        return;
      }
      case 'want-docket':
        void this.serve(packet.height, from);
        return;
      case 'offer':
        for (const tx of packet.transactions)
          void driver.pool.submit(tx, { priority: 'Normal', waitMs: 0, relayed: true });
        return;
      case 'head':
        this.seen = Math.max(this.seen, packet.height);
        if (packet.height > this.height) this.ports.send(from, { type: 'want-docket', height: this.height + 1 });
    }
  }

  private async openDriver(): Promise<void> {
    const { clock, dice, options } = this.ports;
    const { chain, journal, outbox, evidence, store } = this;
    const record = this.registers?.byId(REGISTER_ID);
    if (!record || !chain || !journal || !outbox || !evidence || !store) throw new Error('the register is stored');
    const driver: ReplicaDriver = new ReplicaDriver(
      {
        record,
        fence: () => store.fence,
        timers: options.timers,
        backlogBytesMax: 8 * 1024 * 1024,
        docketTransactionsMax: () => 1000,
        poolLimits: POOL_LIMITS,
        place: (txId) => (this.ports.sabotage.placeless ? undefined : this.place(txId)),
      },
      {
        clock,
        random: dice.split(`driver ${clock.now()}`),
        log: QUIET,
        journal,
        chain,
        outbox,
        keys: this.keys,
        verifier: this.verifier(),
        transport: this.transport(() => this.driver === driver || this.driver === undefined),
        metrics: null,
        budget: () => true,
        announceSealed: (_, sealed) => {
          if (!this.alive) return;
          this.ports.sealed(sealed);
          if (this.mesh) this.mesh.sealed(sealed.docket);
          else this.askOn();
        },
        announceRefused: () => undefined,
        accepted: (id, tx, relayed) => {
          if (this.mesh) this.mesh.mesh.accepted(id, tx, relayed);
          else if (!relayed) this.forwarder.accepted(id, tx);
        },
        evidence: {
          waiting: () => evidence.waiting(REGISTER_ID),
          drop: (spent) => evidence.drop(REGISTER_ID, spent),
          sealOps: (docket) => evidence.sealOps(REGISTER_ID, docket),
        },
        misbehaved: (_, event) => this.onMisbehaviour(event),
        fail: (error) => {
          if (this.driver === driver) this.fail(error);
        },
      },
    );
    this.driver = driver;
    for await (const [txId, entry] of outbox.entries()) {
      const tx = decodeTransaction(entry.bytes);
      if (isIssue(tx)) throw new Error(tx.message);
      if (this.alive && this.driver === driver) driver.pool.reload(txId, tx, entry);
    }
  }

  private onMisbehaviour(event: Misbehaviour): void {
    if (!this.alive) return;
    this.ports.misbehaved(event);
    if (event.name !== 'Evidence' || event.evidence.kind === 'ConflictingCertificates') return;
    this.evidence?.add(REGISTER_ID, event.evidence).catch((error) => this.fail(error));
  }

  private openMesh(): void {
    const { ports, chain, journal } = this;
    const record = this.registers?.byId(REGISTER_ID);
    if (!chain || !journal || !record) return;
    const { clock, validators, signer } = ports;
    const peers = validators.map((_, i) => peerOf(i));
    const self = peerOf(validators.indexOf(signer.validatorId));
    const dice = ports.dice.split('mesh');
    this.net = new SimNet({
      clock,
      dice,
      peers,
      self,
      send: (to, packet) => ports.send(to, packet),
      blamed: (peerId, offence, detail) => ports.blamed(peerId, `${offence}: ${detail}`),
      lies: () => ports.lies(),
    });
    this.mesh = new MeshOfRun({
      clock,
      dice,
      chain,
      journal,
      record,
      verifier: this.verifier(),
      net: this.net.net,
      keys: this.keys,
      forgotten: (reason) => ports.forgotten(reason),
      isAlive: () => this.alive,
      driver: () => (this.alive ? this.driver : undefined),
      verifyClaims: (claims) => this.verifyClaims(claims),
    });
    this.mesh.start();
  }

  private fail(error: unknown): void {
    if (this.alive) this.ports.failed(`failed: ${error instanceof Error ? error.stack : String(error)}`);
  }

  private place(txId: string): SealedPlace | undefined {
    const at = this.chain?.location(REG, txId);
    const docket = at && this.chain?.docketAt(REG, at.height);
    if (!at || !docket) return undefined;
    return { status: 'sealed', ...at, docketHash: docket.hash, sealedAtMs: docket.timestampMs };
  }

  private transport(current: () => boolean): ConsensusTransport {
    const index = (to: Hash) => this.ports.validators.indexOf(to);
    const open = () => this.alive && current();
    return {
      send: (to, message) => {
        if (!open()) return;
        this.ports.released(message);
        if (this.mesh && this.alive) {
          this.mesh.mesh.consensus.transport(REGISTER_ID).send(to, message);
          return;
        }
        for (const one of to) if (this.alive) this.ports.send(index(one), { type: 'message', message });
      },
      fetch: (wanted) => {
        if (!open()) return;
        if (this.mesh) {
          this.mesh.mesh.consensus.transport(REGISTER_ID).fetch(wanted);
          return;
        }
        const { height, docketHash, from } = wanted;
        const own = docketHash === null ? undefined : this.chain?.loadBody(REG, height, docketHash);
        if (own) this.driver?.docketDriver?.push({ type: 'body', docket: own });
        else
          this.ask(
            index(from),
            docketHash === null ? { type: 'want-docket', height } : { type: 'want-body', height, docketHash },
          );
      },
      serve: (height, to) => {
        if (!open()) return;
        if (this.mesh) this.mesh.mesh.consensus.transport(REGISTER_ID).serve(height, to);
        else void this.serve(height, index(to));
      },
      offer: (to, transactions) => {
        if (!open()) return;
        if (this.mesh) this.mesh.mesh.consensus.transport(REGISTER_ID).offer(to, transactions);
        else this.ports.send(index(to), { type: 'offer', transactions });
      },
    };
  }

  /** Asks the one that should know, and another one. */
  private ask(from: number, packet: Packet): void {
    const self = this.ports.validators.indexOf(this.ports.signer.validatorId);
    const others = this.ports.validators.map((_, i) => i).filter((i) => i !== self);
    for (const to of new Set([from, this.ports.dice.pick(others)])) if (to !== self) this.ports.send(to, packet);
  }

  private async serve(height: number, to: number): Promise<void> {
    const sealed = await this.chain?.sealed(REG, height);
    if (!sealed || !this.alive) return;
    const { certificate, docket } = sealed;
    if (height > 0) this.ports.send(to, { type: 'message', message: { type: 'decided', certificate, docket } });
  }

  private askOn(): void {
    if (this.seen > this.height)
      this.ask(this.ports.dice.integer(0, this.ports.validators.length - 1), {
        type: 'want-docket',
        height: this.height + 1,
      });
  }

  /** Verification takes a while, on threads whose results come in any order. */
  private later<T>(result: () => T): Promise<T> {
    const { scheduler, dice, clock } = this.ports;
    return new Promise((resolve) => {
      scheduler.at(dice.skewed(0.01, 4), () => clock.run(() => resolve(result())));
    });
  }

  private verifyClaims(claims: readonly Claim[]): Promise<boolean> {
    return this.later(() => claims.every(fakeVerify));
  }

  private verifier(): SignatureVerifier {
    return { seen: () => true, verify: (tx) => this.later(() => verifiedOnce(tx)) };
  }
}
