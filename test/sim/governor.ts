// Changes the roster of one register while transactions flow: joiners become candidates, replicate and get a seat,
// members go, lost keys are replaced. One act at a time, and none after which the members whose keys may sign could not
// decide; it asks until the register has answered.
import type { SubmitOutcome } from '../../actors/ledger-port.js';
import { toBase64 } from '../../core/base/bytes.js';
import type { Json } from '../../core/base/json.js';
import { addressOf } from '../../core/crypto/keys/address.js';
import { sign } from '../../core/crypto/signing/algorithms.js';
import type { RegisterState, Validator } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import { signCandidacy, signReadiness } from '../../core/register/governance/candidacy.js';
import {
  GOVERNANCE_BLUEPRINT,
  type GovernanceOperation,
  type OperationType,
  statementDigest,
} from '../../core/register/governance/operation.js';
import { candidatesOf } from '../../core/register/governance/rows.js';
import { signRulesSupport } from '../../core/register/governance/rules-support.js';
import { walletDid } from '../../core/register/people/did.js';
import { quorum } from '../../core/register/roster.js';
import type { Dice } from '../support/base/dice.js';
import { keyOf, signedTransaction } from '../support/node/ledger-world.js';
import type { Scheduler } from './clock.js';
import { START_MS, seatOfNode, signAs } from './founding.js';
import type { SimNode } from './node.js';
import type { Held } from './observer.js';
import type { SimOptions } from './options.js';
import { datedAt } from './workload.js';

/** Largest roster, where the first one was not larger. */
const SEATS_MAX = 5;
const HOUR_MS = 3_600_000;

export interface GovernorPorts {
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly options: SimOptions;
  readonly registerId: string;
  readonly genesisHash: string;
  /** Only members and candidates get it, and no node offers it. */
  readonly isHidden: boolean;
  isReader(node: SimNode): boolean;
  readonly nodes: readonly SimNode[];
  stormy(): boolean;
  answered(node: SimNode, txId: string, outcome: SubmitOutcome): void;
  log(what: string): void;
}

interface Known {
  readonly held: Held;
  readonly state: RegisterState;
}

export class Governor {
  private readonly ports: GovernorPorts;
  /** Nodes that are to have the register. */
  private readonly followers = new Set<SimNode>();
  private act: Transaction | undefined;
  private sequence = 0;

  constructor(ports: GovernorPorts) {
    this.ports = ports;
    const { dice, options, nodes } = ports;
    for (const node of nodes.slice(options.nodes))
      if (!node.isFalse && dice.chance(0.5))
        ports.scheduler.at(dice.number() * options.faultMs, () => this.followers.add(node));
    this.tick();
  }

  /** Nothing is proposed, and everybody that is to have the register has it. */
  get isIdle(): boolean {
    const { registerId, isReader } = this.ports;
    return !this.act && !this.isAhead && [...this.followers].every((node) => !isReader(node) || node.held(registerId));
  }

  /** The register is dated into the future, which the owners take back. */
  private get isAhead(): boolean {
    const { options, scheduler } = this.ports;
    const { timestampMs } = this.latest().state;
    // A lone seat whose clock jumped by days dates its register, too.
    const isActing = options.governed || Number.isFinite(options.meanMs.epoch);
    return isActing && timestampMs > scheduler.now + HOUR_MS;
  }

  /**
   * The node may be lost for good without stopping the register. A liar may fall silent: peers that show it what it
   * said stop it for good.
   */
  canLose(node: SimNode): boolean {
    const { state } = this.latest();
    const left = state.roster.validators.filter(
      (seat) => this.isSound(seat) && !this.nodeOf(seat)?.isFalse && seat.peerId !== `peer ${node.self}`,
    );
    return !this.act && left.length >= this.needed(state.roster.validators.length);
  }

  /** The highest chain on any disk. */
  latest(): Known {
    const { nodes, registerId } = this.ports;
    const all = nodes.flatMap((node) => {
      const held = node.held(registerId);
      const state = held?.chain.durableState(held.reg);
      return held && state ? [{ held, state }] : [];
    });
    return all.reduce((best, one) => (one.state.height > best.state.height ? one : best));
  }

  private tick(): void {
    const { scheduler, dice, stormy } = this.ports;
    scheduler.at(dice.integer(400, 2500), () => {
      this.tick();
      for (const node of this.followers) this.follow(node);
      // It may find that another act, which only this time refuses, is sealed after it.
      if (this.isAhead && !stormy() && this.act?.header.actionId !== 'reset-time') this.resetTime();
      else if (this.act) this.insist(this.act);
      else if (stormy()) this.propose();
    });
  }

  /**
   * The operator of a node asks for the register; it then offers it to others, as all nodes here do unless it is
   * hidden.
   */
  private follow({ run }: SimNode): void {
    const { registerId, genesisHash, isHidden } = this.ports;
    const record = run?.ledger?.register(registerId);
    if (!run?.mesh) return;
    if (!record) void run.mesh.parts.subscriptions.subscribe(registerId, { genesisHash }).catch(() => undefined);
    else if (!record.advertise && !isHidden)
      void run.ledger?.update(registerId, { advertise: true }).catch(() => undefined);
  }

  private needed(size: number): number {
    return quorum(this.ports.options.mode, size).commit;
  }

  private nodeOf({ peerId }: Validator): SimNode | undefined {
    return this.ports.nodes.find((node) => `peer ${node.self}` === peerId);
  }

  private isSound(seat: Validator): boolean {
    const node = this.nodeOf(seat);
    return node !== undefined && !node.isRetired && !node.lostKeys.has(seat.validatorId);
  }

  private propose(): void {
    const { dice, options } = this.ports;
    const { state } = this.latest();
    if (state.rules < options.rules && dice.chance(0.4)) this.raise(state);
    else if (Number.isFinite(options.meanMs.epoch) && dice.chance(0.5)) this.resetTime();
    else if (options.governed) this.reseat();
  }

  private reseat(): void {
    const { dice } = this.ports;
    const { held, state } = this.latest();
    const { validators } = state.roster;
    const candidate = candidatesOf(held.chain.view(held.reg))[0];
    const lost = validators.find((seat) => !this.isSound(seat));
    if (candidate) this.activate(candidate, state);
    else if (lost && dice.chance(0.5)) this.rekey(lost, state);
    else if (dice.chance(0.5)) this.remove(state);
    else this.add(state);
  }

  private add(state: RegisterState): void {
    const { validators } = state.roster;
    const { options } = this.ports;
    const free = this.ports.nodes.filter(
      (node) =>
        !node.isLost &&
        node.knows === options.rules &&
        validators.every(({ peerId }) => peerId !== `peer ${node.self}`),
    );
    const healthy = validators.filter((seat) => this.isSound(seat)).length;
    if (
      free.length === 0 ||
      validators.length >= Math.max(SEATS_MAX, options.nodes) ||
      healthy + 1 < this.needed(validators.length + 1)
    )
      return;
    const node = this.ports.dice.pick(free);
    const validator = seatOfNode(node.self);
    const proof = signCandidacy(state, validator, { sign: (digest) => signAs(node.self, 0, digest) });
    this.followers.add(node);
    this.put('add-validator', { validator, ...proof });
  }

  /** With the word of the candidate on what it has on disk. */
  private activate(candidate: Validator, state: RegisterState): void {
    const node = this.nodeOf(candidate);
    const held = node?.held(this.ports.registerId);
    const own = held?.chain.durableState(held.reg);
    const size = state.roster.validators.length + 1;
    const healthy = state.roster.validators.filter((seat) => this.isSound(seat)).length;
    if (!node || !own || own.height < state.height - 2 || !this.isSound(candidate) || healthy + 1 < this.needed(size))
      return;
    const { consensusKey: publicKey, validatorId } = candidate;
    const sign = (digest: Uint8Array) => signAs(node.self, 0, digest);
    this.put('activate-validator', { validatorId, readiness: signReadiness(own, { publicKey, sign }, node.knows) });
  }

  /** Anybody, the proposer of the moment too. */
  private remove(state: RegisterState): void {
    const { validators } = state.roster;
    const gone = this.ports.dice.pick(validators);
    const left = validators.filter((seat) => seat !== gone && this.isSound(seat));
    if (validators.length > 1 && left.length >= this.needed(validators.length - 1))
      this.put('remove-validator', { validatorId: gone.validatorId });
  }

  private rekey(seat: Validator, state: RegisterState): void {
    const node = this.nodeOf(seat);
    if (!node) return;
    const known = node.signers.at(-1);
    const signer = known && !node.lostKeys.has(known.validatorId) ? known : node.makeKey();
    if (!signer) return;
    const { validatorId, publicKey } = signer;
    const generation = node.signers.length - 1;
    const validator = { validatorId, consensusKey: publicKey };
    const proof = signCandidacy(state, validator, {
      sign: (digest) => signAs(node.self, generation, digest),
      replaces: seat.validatorId,
      rules: node.knows,
    });
    this.put('rekey-validator', { validatorId: seat.validatorId, validator, ...proof });
  }

  /** Now and then without the word of one seat, which no node takes. */
  private raise(state: RegisterState): void {
    const rules = state.rules + 1;
    const support = state.roster.validators.flatMap((seat) => {
      const node = this.nodeOf(seat);
      const generation = node?.signers.findIndex(({ validatorId }) => validatorId === seat.validatorId) ?? -1;
      if (!node || generation < 0) return [];
      const sign = (digest: Uint8Array) => signAs(node.self, generation, digest);
      return [signRulesSupport(rules, { publicKey: seat.consensusKey, sign })];
    });
    if (support.length > 1 && this.ports.dice.chance(0.2)) support.pop();
    this.put('set-rules-version', { rules, support });
  }

  /** To a little before now. Sometimes although the time is right, which no node takes. */
  private resetTime(): void {
    const { scheduler, dice } = this.ports;
    const { state } = this.latest();
    if (!this.isAhead && !dice.chance(0.05)) return;
    const floorMs = Math.min(scheduler.now, state.timestampMs) - dice.integer(1, 5000);
    this.put('reset-time', { timeFloor: new Date(Math.max(START_MS, floorMs)).toISOString() });
  }

  private put(operationType: OperationType, members: Partial<GovernanceOperation>): void {
    const { registerId } = this.ports;
    const owner = keyOf('owner');
    const did = walletDid(addressOf('ED25519', owner.publicKey));
    const operation: GovernanceOperation = {
      operationType,
      proposerDid: did,
      proposedAt: new Date(START_MS + ++this.sequence).toISOString(),
      justification: 'The simulated operators agreed.',
      ...members,
    };
    const digest = statementDigest({ registerId, approverDid: did, isApproval: true, operation });
    const signature = toBase64(sign('ED25519', owner.privateKey, digest));
    const approval = { approverDid: did, isApproval: true, publicKey: toBase64(owner.publicKey), signature };
    this.act = signedTransaction(
      owner,
      {
        registerId,
        blueprintId: GOVERNANCE_BLUEPRINT,
        actionId: operationType,
        createdAt: new Date(datedAt(this.ports.scheduler.now)).toISOString(),
        metadata: { Type: 'Control' },
      },
      { operation, approvals: [{ ...approval, algorithm: 'ED25519' }] } as unknown as Json,
    );
    this.ports.log(`governance of ${registerId.slice(0, 1)}: ${operationType} ${this.act.txId.slice(0, 6)}`);
    this.insist(this.act);
  }

  /** Asks one of those that know most, until the act is sealed or can never be. */
  private insist(tx: Transaction): void {
    const { nodes, registerId, dice, answered, log } = this.ports;
    const { held, state } = this.latest();
    const isRefused = nodes.some((node) => node.held(registerId)?.outbox.refusal(tx.txId) !== undefined);
    if (isRefused || held.chain.location(held.reg, tx.txId)) {
      this.act = undefined;
      return;
    }
    const heightOf = (node: SimNode) => {
      const own = node.held(registerId);
      return own?.chain.durableState(own.reg)?.height;
    };
    const knowing = nodes.filter((node) => node.run && !node.isRetired && heightOf(node) === state.height);
    if (knowing.length === 0) return;
    const node = dice.pick(knowing);
    const { run } = node;
    void run?.submit(tx).then((outcome) => {
      if (!run.alive) return;
      answered(node, tx.txId, outcome);
      if (outcome.status !== 'refused') return;
      const code = outcome.issues[0]?.code ?? '';
      const isFinal = code.startsWith('VAL_') && !code.startsWith('VAL_TIME') ? true : code.startsWith('GOVERNANCE_');
      if (!isFinal || this.act !== tx || (heightOf(node) ?? 0) < this.latest().state.height) return;
      log(`governance of ${registerId.slice(0, 1)}: ${tx.txId.slice(0, 6)} is refused: ${code}`);
      this.act = undefined;
    });
  }
}
