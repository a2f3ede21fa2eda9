// Which peer sits where: seats of the registers of this node by validator and by peer, read from sealed state once per
// change. It decides who may see a register; nothing here is believed from a peer.
import { isFailure } from '../../../core/base/result.js';
import type { Hash, Validator } from '../../../core/model/register.js';
import { lastSeatedUntil } from '../../../core/register/past-rosters.js';
import { rosterHashOf } from '../../../core/register/roster.js';
import { STATE_KEY } from '../../../core/register/state-keys.js';
import type { ChainStore } from '../../../storage/chain/chain-store.js';
import type { RegisterRecord } from '../../../storage/chain/registers.js';
import type { MeshLedger } from '../ports.js';

export const UNSEATED =
  'This node lost its seat in a register: its members voted it out. It seals nothing there any more.';

interface Seats {
  readonly validators: readonly Validator[];
  /** Undefined for a register that is not here. */
  readonly rosterHash: Hash | undefined;
  /** Peers that were voted in and replicate before they get their seat. */
  readonly candidates: ReadonlySet<string>;
  readonly peerByValidator: ReadonlyMap<Hash, string>;
  readonly validatorByPeer: ReadonlyMap<string, Hash>;
}

const NONE: Seats = {
  validators: [],
  rosterHash: undefined,
  candidates: new Set(),
  peerByValidator: new Map(),
  validatorByPeer: new Map(),
};

export interface RosterPorts {
  readonly ledger: Pick<MeshLedger, 'registers' | 'register' | 'state'>;
  readonly chain: Pick<ChainStore, 'view'>;
}

export class Rosters {
  private readonly ports: RosterPorts;
  private readonly selfId: string;
  private readonly seats = new Map<string, Seats>();
  /** Members of the roster before the last change: they are still told what it decided. */
  private readonly before = new Map<string, Seats>();
  private readonly lost = new Set<string>();
  /** In how many rosters a peer sits. */
  private readonly counts = new Map<string, number>();
  /** The same of the registers in which this node has a seat too. */
  private readonly sharedRosters = new Map<string, number>();

  constructor(ports: RosterPorts, selfId: string) {
    this.ports = ports;
    this.selfId = selfId;
  }

  /** Reads all rosters once, so that every member is known as one before it says a word. */
  load(): void {
    for (const { id } of this.ports.ledger.registers()) this.of(id);
  }

  /** Seats of the register, in voter order; none for a register that is not here. */
  members(registerId: string): readonly Validator[] {
    return this.of(registerId).validators;
  }

  /** Peers with a seat, this node left out. */
  peers(registerId: string): readonly string[] {
    return [...this.of(registerId).validatorByPeer.keys()].filter((id) => id !== this.selfId);
  }

  peerOf(registerId: string, validatorId: Hash): string | undefined {
    return (
      this.of(registerId).peerByValidator.get(validatorId) ??
      this.before.get(registerId)?.peerByValidator.get(validatorId)
    );
  }

  validatorOf(registerId: string, peerId: string): Hash | undefined {
    return this.of(registerId).validatorByPeer.get(peerId) ?? this.before.get(registerId)?.validatorByPeer.get(peerId);
  }

  /** The seats that a peer holds in registers of this node, each id once. */
  validatorIdsOf(peerId: string): readonly Hash[] {
    const ids = [...this.seats.values()].flatMap((seats) => seats.validatorByPeer.get(peerId) ?? []);
    return [...new Set(ids)];
  }

  isSeated(registerId: string, peerId: string = this.selfId): boolean {
    return this.of(registerId).validatorByPeer.has(peerId);
  }

  /**
   * True for a peer that shares a roster with this node: this node's quorum may need it. The roster of a register that
   * is only followed is what others wrote, and admits no peer here and shields no peer from a ban.
   */
  isMember(peerId: string): boolean {
    return (this.sharedRosters.get(peerId) ?? 0) > 0;
  }

  /** Of the roster that is sealed here; undefined for a register that is not here. */
  rosterHash(registerId: string): Hash | undefined {
    return this.of(registerId).rosterHash;
  }

  /** Every peer that has a seat in a register of this node. */
  allPeers(): readonly string[] {
    return [...this.counts.keys()].filter((id) => id !== this.selfId);
  }

  /** True if the peer may know that the register exists and read it. */
  mayRead(record: RegisterRecord, peerId: string): boolean {
    return this.isSeated(record.id, peerId) || this.isOffered(record, peerId);
  }

  /**
   * The height of the docket that took the seat of a peer which may read nothing here any more: so far it may read,
   * because one that was behind then has no other peer to learn it from. Undefined for any other peer.
   */
  mayReadUntil(record: RegisterRecord, peerId: string): number | undefined {
    if (peerId === '' || this.mayRead(record, peerId)) return undefined;
    return lastSeatedUntil(peerId, this.ports.chain.view(record.reg));
  }

  /** True where members voted this node out since it started: a restart takes it as read. */
  isLost(registerId: string): boolean {
    return this.lost.has(registerId);
  }

  /** True if the peer, which may have nothing of the register, is told that it is here. */
  isOffered(record: RegisterRecord, peerId: string): boolean {
    return record.advertise || (record.readers ?? []).includes(peerId) || this.of(record.id).candidates.has(peerId);
  }

  /** A docket was sealed or the register is gone: its roster is read again when it is asked for next. */
  refresh(registerId: string): void {
    const old = this.seats.get(registerId);
    if (!old) return;
    const fresh = this.read(registerId);
    if (sameSeats(old.validators, fresh.validators)) {
      this.seats.set(registerId, fresh);
      return;
    }
    if (fresh.validatorByPeer.has(this.selfId)) this.lost.delete(registerId);
    else if (fresh !== NONE && old.validatorByPeer.has(this.selfId)) this.lost.add(registerId);
    this.before.set(registerId, old);
    this.replace(registerId, old, fresh);
  }

  forget(registerId: string): void {
    this.replace(registerId, this.seats.get(registerId) ?? NONE, NONE);
    this.seats.delete(registerId);
    this.before.delete(registerId);
    this.lost.delete(registerId);
  }

  private of(registerId: string): Seats {
    const known = this.seats.get(registerId);
    if (known) return known;
    const fresh = this.read(registerId);
    if (fresh !== NONE) this.replace(registerId, NONE, fresh);
    return fresh;
  }

  private read(registerId: string): Seats {
    const record = this.ports.ledger.register(registerId);
    if (!record) return NONE;
    const state = this.ports.ledger.state(registerId);
    if (isFailure(state)) return NONE;
    const { validators } = state.roster;
    const routed = validators.filter((seat) => seat.peerId !== '');
    return {
      validators,
      rosterHash: rosterHashOf(state.roster),
      candidates: this.candidatesOf(record),
      peerByValidator: new Map(routed.map((seat) => [seat.validatorId, seat.peerId])),
      validatorByPeer: new Map(routed.map((seat) => [seat.peerId, seat.validatorId])),
    };
  }

  private candidatesOf({ reg }: RegisterRecord): ReadonlySet<string> {
    const row = this.ports.chain.view(reg).state(STATE_KEY.candidates) as
      | { validators?: readonly Validator[] }
      | undefined;
    return new Set((row?.validators ?? []).flatMap(({ peerId }) => (peerId === '' ? [] : [peerId])));
  }

  private replace(registerId: string, old: Seats, fresh: Seats): void {
    this.seats.set(registerId, fresh);
    this.count(old, -1);
    this.count(fresh, 1);
  }

  private count({ validatorByPeer }: Seats, change: number): void {
    const isOurs = validatorByPeer.has(this.selfId);
    for (const peerId of validatorByPeer.keys()) {
      add(this.counts, peerId, change);
      if (isOurs) add(this.sharedRosters, peerId, change);
    }
  }
}

function add(counts: Map<string, number>, peerId: string, change: number): void {
  const next = (counts.get(peerId) ?? 0) + change;
  if (next > 0) counts.set(peerId, next);
  else counts.delete(peerId);
}

function sameSeats(a: readonly Validator[], b: readonly Validator[]): boolean {
  return (
    a.length === b.length &&
    a.every((seat, i) => seat.validatorId === b[i]?.validatorId && seat.peerId === b[i]?.peerId)
  );
}
