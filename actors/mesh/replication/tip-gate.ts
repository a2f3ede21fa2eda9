// Whose word makes a head: a node that is new to a register, or was away beyond the trusting period, cannot tell by
// certificates alone which branch is the ledger. Keys of the past sign any height. It takes dockets only on the way to
// a docket that two organisations tell, or that its operator named. Links are followed to that docket before any of it
// is stored. Nothing is believed of one organisation alone.
import type { Clock, Log } from '../../../core/base/ports.js';
import { isFailure } from '../../../core/base/result.js';
import { certificateProblems, type Verify } from '../../../core/consensus/certificate.js';
import { voteDigest } from '../../../core/consensus/digest.js';
import { verifySeat } from '../../../core/crypto/signing/algorithms.js';
import type { DocketRange } from '../../../core/mesh/frames.js';
import type { Hash, RegisterState, SealedDocket } from '../../../core/model/register.js';
import { type Checkpoint, checkpointText } from '../../../core/register/checkpoint.js';
import { docketHash } from '../../../core/register/docket.js';
import type { ChainStore } from '../../../storage/chain/chain-store.js';
import type { RegisterRecord } from '../../../storage/chain/registers.js';
import type { ConsensusKeys } from '../../ports.js';
import type { MeshLedger, PeerNet } from '../ports.js';
import { watch } from './flights.js';
import { TipPath, type TipTarget } from './tip-path.js';

/** Peers asked for their tips; of each organisation one is compared with those of the others. */
const ASKED_MAX = 16;
/** Peers that show their tip at the same time, and peers that the dockets of a way are asked of. */
const TOGETHER_MAX = 4;
const GIVERS_MAX = 4;
/** Registers that are looked at together. */
const RUNNING_MAX = 4;
/** Of them those that wait for givers which send one docket every few seconds. */
const PATIENT_MAX = RUNNING_MAX - 1;
/** The heights that peers agree on at a time. A checkpoint may be further away. */
const STEP = 50_000;
/** A path that failed is tried again when peers are compared again, at the earliest then. */
const REST_MS = 3000;

export interface TipGatePorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly ledger: Pick<MeshLedger, 'register' | 'registers' | 'state' | 'heads' | 'adoptConfirmed'>;
  readonly chain: Pick<ChainStore, 'docketAt' | 'loadCertificate'>;
  readonly keys: Pick<ConsensusKeys, 'all'>;
  /** A quorum of the roster in force sealed nothing without peers that told their tips. */
  knowsMost(registerId: string): boolean;
  /** The peers that the operator chose for a register. */
  readonly chosen: { providersOf(registerId: string): readonly string[] };
  readonly mode: 'all' | 'certified';
  /** That of the library, unless another is given. */
  readonly verifySeat?: Verify;
  net(): PeerNet | undefined;
}

interface Told {
  readonly peerId: string;
  readonly orgId: string;
  readonly height: number;
}

export class TipGate {
  private readonly ports: TipGatePorts;
  private readonly running = new Set<string>();
  /** Of them those with a docket to go to. */
  private readonly walking = new Set<string>();
  /** Registers that have their turn later, each once. */
  private readonly waiting = new Set<string>();
  private readonly rests = new Map<string, number>();
  private patient = 0;

  constructor(ports: TipGatePorts) {
    this.ports = ports;
  }

  /** Every register whose tip is not believed is looked at again. */
  lookAll(): void {
    const { heads } = this.ports.ledger;
    if (!heads) return;
    heads
      .touch((registerId) => this.ports.knowsMost(registerId))
      .catch((err) => this.ports.log.error({ err }, 'A confirmation was not kept.'));
    for (const { id } of this.ports.ledger.registers()) if (this.holds(id)) this.look(id);
  }

  holds(registerId: string): boolean {
    return this.ports.ledger.heads?.holds(registerId) === true;
  }

  /** It is looked at for the first time, or the dockets up to one that is believed are being fetched. */
  isFetching({ id, statusReason }: RegisterRecord): boolean {
    const isFirst = statusReason === undefined && (this.running.has(id) || this.waiting.has(id));
    return isFirst || this.walking.has(id);
  }

  look(registerId: string): void {
    const { clock, log } = this.ports;
    if (this.running.has(registerId) || (this.rests.get(registerId) ?? 0) > clock.steady()) return;
    if (this.running.size >= RUNNING_MAX) {
      this.waiting.add(registerId);
      return;
    }
    this.waiting.delete(registerId);
    this.running.add(registerId);
    this.run(registerId)
      .catch((err) => log.error({ registerId, err }, 'The tip of a register could not be confirmed.'))
      .finally(() => {
        this.running.delete(registerId);
        if (this.holds(registerId)) this.rests.set(registerId, clock.steady() + REST_MS);
        else this.rests.delete(registerId);
        const [next] = this.waiting;
        if (next === undefined) return;
        this.waiting.delete(next);
        if (this.holds(next)) this.look(next);
      });
  }

  /** The operator named a docket, or asks again: no rest stands in the way. */
  hurry(registerId: string): void {
    this.rests.delete(registerId);
    if (this.holds(registerId)) this.look(registerId);
  }

  private async run(registerId: string): Promise<void> {
    let path: TipPath | undefined;
    while (this.holds(registerId)) {
      const record = this.ports.ledger.register(registerId);
      const state = this.ports.ledger.state(registerId);
      const net = this.ports.net();
      if (!record || record.status === 'OFFLINE' || isFailure(state) || !net) return;
      const facts = await this.toldTips(net, registerId);
      const checkpoint = this.ports.ledger.heads?.checkpoint(record);
      const isHere = ({ height, hash }: Checkpoint) => this.ports.chain.docketAt(record.reg, height)?.hash === hash;
      // A tip that is below the tip here says nothing of the dockets above it.
      const isBelow = checkpoint !== undefined && checkpoint.height < state.height;
      if (isBelow && !isHere(checkpoint)) return this.hold(record, elsewhere(checkpoint));
      const target = checkpoint && !isBelow ? targetOf(checkpoint, facts) : await this.common(net, record, facts);
      if (!target) return this.hold(record, missing(facts));
      if (target.height <= state.height) {
        if (!isHere(target)) return this.hold(record, elsewhere(target));
        if (target.height !== state.height && !this.hasDecidedAlone(record, state, target.height))
          return this.hold(
            record,
            `two organisations agree on docket ${target.height} only, the head here is ${state.height}`,
          );
        return this.ports.ledger.heads?.confirm(registerId);
      }
      if (!path?.leadsTo(target)) path = new TipPath(this.ports, { registerId, state, target });
      if (!(await this.walk(net, { registerId, path, givers: target.givers }))) {
        return this.hold(record, `no linked peer gives the dockets up to ${checkpointText(target)}`);
      }
    }
  }

  /**
   * The claims of others below the tip here say nothing of it. A seat may be one docket ahead of all others: it counted
   * the votes, its own among them, and stopped before it told anybody. Another who sealed the tip here told this node
   * of it, and has it as well.
   */
  private hasDecidedAlone(
    { id, reg, genesisHash }: RegisterRecord,
    { height }: RegisterState,
    agreed: number,
  ): boolean {
    const certificate = agreed === height - 1 ? this.ports.chain.loadCertificate(reg, height) : undefined;
    if (certificate?.kind !== 'COMMIT') return false;
    const { round, docketHash: of, rosterHash, signatures } = certificate;
    return this.ports.keys.all().some(({ publicKey, validatorId }) => {
      const cast = { registerId: id, genesisHash, height, round, docketHash: of, rosterHash, voter: validatorId };
      const digest = voteDigest({ ...cast, kind: 'COMMIT', approve: true, code: '' });
      return signatures.some(({ signature }) => (this.ports.verifySeat ?? verifySeat)(publicKey, digest, signature));
    });
  }

  /**
   * At most two peers of an organisation are asked, and a second one when each organisation has had its turn: seats of
   * the register first, then those that the operator chose. So no number of organisations that do not have the register
   * keeps them out.
   */
  private async toldTips(net: PeerNet, registerId: string): Promise<readonly Told[]> {
    const state = this.ports.ledger.state(registerId);
    const seats = new Set(isFailure(state) ? [] : state.roster.validators.map(({ peerId }) => peerId));
    const chosen = new Set(this.ports.chosen.providersOf(registerId));
    const rank = ({ peerId }: { readonly peerId: string }) => (seats.has(peerId) ? 2 : chosen.has(peerId) ? 1 : 0);
    const members = net.peers().filter(({ standing }) => standing === 'member');
    const ordered = [...members].sort((a, b) => rank(b) - rank(a));
    const turns = ordered.map((peer, i) => ({
      peer,
      turn: ordered.slice(0, i).filter(({ orgId }) => orgId === peer.orgId).length,
    }));
    const asked = [0, 1].flatMap((turn) => turns.filter((item) => item.turn === turn)).slice(0, ASKED_MAX);
    const answers = await Promise.all(
      asked.map(async ({ peer: { peerId, orgId } }) => {
        const heads = await net.heads(peerId, { registerIds: [registerId] }).catch(() => []);
        const head = heads.find((item) => item.registerId === registerId);
        return head ? [{ peerId, orgId, height: head.header.height }] : [];
      }),
    );
    return answers.flat();
  }

  /** A docket that peers of two organisations have: of their tips the lower one, or a step on the way to it. */
  private async common(net: PeerNet, record: RegisterRecord, facts: readonly Told[]): Promise<TipTarget | undefined> {
    const state = this.ports.ledger.state(record.id);
    if (isFailure(state)) return undefined;
    const asked = await this.shownTips(net, { record, state, told: facts });
    const isBehind = asked.some((item) => item.height > state.height);
    const hashes = new Map<string, Hash | undefined>();
    const silent = new Set<string>();
    const hashOf = async (peerId: string, height: number) => {
      const key = `${peerId} ${height}`;
      if (silent.has(peerId) || hashes.has(key)) return hashes.get(key);
      const hash = await this.hashAt(net, { peerId, record, height });
      hashes.set(key, hash);
      if (hash === undefined) silent.add(peerId);
      return hash;
    };
    for (const [i, low] of asked.entries())
      for (const high of asked.slice(0, i)) {
        const height = Math.min(low.height, state.height + STEP);
        // Heights that both have at or below the tip here say nothing of the dockets above it that somebody proves.
        if (height <= state.height && isBehind) continue;
        const [a, b] = await Promise.all([low, high].map(({ peerId }) => hashOf(peerId, height)));
        if (a !== undefined && a === b) {
          const givers = facts.filter((item) => item.height >= height).map(({ peerId }) => peerId);
          return { height, hash: a, givers: [low.peerId, high.peerId, ...givers].slice(0, GIVERS_MAX) };
        }
      }
    return undefined;
  }

  /**
   * Of each organisation the highest tip that its peer shows, highest first: a height that a peer only tells counts
   * for nothing.
   */
  private async shownTips(
    net: PeerNet,
    given: { readonly record: RegisterRecord; readonly state: RegisterState; readonly told: readonly Told[] },
  ): Promise<readonly Told[]> {
    const rows: Told[] = [];
    const left = [...given.told].sort((a, b) => b.height - a.height);
    while (left.length > 0) {
      const some = left.splice(0, TOGETHER_MAX);
      const isShown = await Promise.all(some.map((item) => this.shows(net, given, item)));
      for (const [i, item] of some.entries())
        if (isShown[i] && !rows.some(({ orgId }) => orgId === item.orgId)) rows.push(item);
    }
    return rows;
  }

  /**
   * A tip above the one here is shown by the next docket: it follows the tip here, and a quorum of the roster here
   * sealed it.
   */
  private async shows(
    net: PeerNet,
    { record, state }: { readonly record: RegisterRecord; readonly state: RegisterState },
    { peerId, height }: Told,
  ): Promise<boolean> {
    if (height < state.height) return true;
    if (height === state.height) return (await this.hashAt(net, { peerId, record, height })) !== undefined;
    const next = state.height + 1;
    for await (const { docket, certificate } of this.ask(net, peerId, {
      record,
      height: next,
      only: 'signed-headers',
    })) {
      const { header, hash } = docket;
      const follows = header.registerId === record.id && header.height === next && header.prevHash === state.hash;
      if (!follows || docketHash(header) !== hash) return false;
      const { kind } = certificate;
      if (kind !== 'COMMIT' || certificate.height !== next || certificate.docketHash !== hash) return false;
      const { roster, policy, genesisHash } = state;
      const mode = roster.mode ?? policy.consensus.mode;
      const scope = { registerId: record.id, genesisHash, roster, policy: { mode } };
      return certificateProblems(certificate, scope, this.ports.verifySeat ?? verifySeat).length === 0;
    }
    return false;
  }

  private async hashAt(
    net: PeerNet,
    { peerId, record, height }: { readonly peerId: string; readonly record: RegisterRecord; readonly height: number },
  ): Promise<Hash | undefined> {
    if (height === 0) return record.genesisHash;
    for await (const { docket } of this.ask(net, peerId, { record, height, only: 'headers' }))
      return docket.header.height === height && docketHash(docket.header) === docket.hash ? docket.hash : undefined;
    return undefined;
  }

  /** A single header. */
  private async *ask(
    net: PeerNet,
    peerId: string,
    {
      record,
      height,
      only,
    }: { readonly record: RegisterRecord; readonly height: number; readonly only: NonNullable<DocketRange['only']> },
  ): AsyncGenerator<SealedDocket> {
    const range = { registerId: record.id, fromHeight: height, toHeight: height, bytesMax: 1, only };
    const asked = { peerId, range, use: {}, isPromised: false, isTooSlow: () => true };
    const given = watch(net, asked, this.ports.clock);
    try {
      yield* given.dockets;
    } finally {
      given.over();
    }
  }

  /**
   * First a giver that is slow is left for others. Where none of them was quick enough, they are waited for, but not in
   * all places at once: so no number of registers that only slow peers have keeps the others from being looked at.
   */
  private async walk(
    net: PeerNet,
    { registerId, path, givers }: { readonly registerId: string; readonly path: TipPath } & Pick<TipTarget, 'givers'>,
  ): Promise<boolean> {
    this.walking.add(registerId);
    try {
      if (await path.walk({ net, givers, isPatient: false })) return true;
      if (this.patient >= PATIENT_MAX) return false;
      this.patient++;
      return await path.walk({ net, givers, isPatient: true }).finally(() => this.patient--);
    } finally {
      this.walking.delete(registerId);
    }
  }

  private async hold({ id, statusReason }: RegisterRecord, why: string): Promise<void> {
    const reason = `${UNCONFIRMED}: ${why}. Link with nodes of two organisations that have the register, or name a docket that you know from its owners: quorate register subscribe ${id} --checkpoint HASH@HEIGHT`;
    if (statusReason === reason) return;
    await this.ports.ledger.heads?.hold(id, reason);
    this.ports.log.warn(
      { registerId: id, reason },
      'The tip of a register is not believed yet. Nothing above what is here is taken.',
    );
  }
}

/** How the status reason of a register begins whose tip is not believed. */
const UNCONFIRMED = 'HEAD_UNCONFIRMED';

function elsewhere(docket: Checkpoint): string {
  return `docket ${checkpointText(docket)} is not the one here: this node is on another branch`;
}

function targetOf(
  { height, hash }: { readonly height: number; readonly hash: Hash },
  facts: readonly Told[],
): TipTarget {
  return { height, hash, givers: facts.filter((item) => item.height >= height).map(({ peerId }) => peerId) };
}

function missing(facts: readonly Told[]): string {
  const orgs = [...new Set(facts.map(({ orgId }) => orgId))];
  if (orgs.length === 0) return 'no linked node tells its head';
  if (orgs.length === 1) return `only nodes of one organisation (${orgs[0]}) tell its head, and two are needed`;
  return `no two of the ${orgs.length} organisations that tell its head agree on a docket above the one here`;
}
