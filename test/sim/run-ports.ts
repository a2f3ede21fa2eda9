// Needs of one run of a simulated node in its world, and the bugs that a test may plant in it. Types only.
import type { Misbehaviour } from '../../actors/docket/ports.js';
import type { LedgerHost } from '../../actors/ledger/host.js';
import type { ConsensusKeys } from '../../actors/ports.js';
import type { Clock } from '../../core/base/ports.js';
import type { SignedClaim } from '../../core/consensus/certificate.js';
import type { Message } from '../../core/consensus/types.js';
import type { Peer } from '../../core/mesh/types.js';
import type { SealedDocket } from '../../core/model/register.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { Journal } from '../../storage/engine/journal.js';
import type { Kv } from '../../storage/engine/kv.js';
import type { Dice } from '../support/base/dice.js';
import type { NodeClock, Scheduler } from './clock.js';
import type { Machine } from './guarded-clock.js';
import type { SimOptions } from './options.js';
import type { Packet } from './packet.js';

/** Bugs that a test plants around the production parts. */
export interface Sabotage {
  readonly journal?: (journal: Journal) => Journal;
  readonly chain?: (chain: ChainStore) => ChainStore;
  readonly ledger?: (ledger: LedgerHost, clock: Clock) => LedgerHost;
  /** No part asks whether the clock is in doubt. */
  readonly ignoresDoubt?: boolean;
  /** Signatures that are not verified. */
  readonly believes?: (claim: SignedClaim) => boolean;
}

export interface RunPorts {
  readonly scheduler: Scheduler;
  readonly clock: NodeClock;
  readonly dice: Dice;
  readonly options: SimOptions;
  readonly keys: ConsensusKeys;
  readonly self: Peer;
  /** The latest rules of its program. */
  readonly knows: number;
  readonly peers: readonly Peer[];
  readonly kv: Kv;
  readonly bootId: string;
  readonly machine: Machine;
  readonly sabotage: Sabotage;
  /** False when it is lost on the way out. */
  send(to: number, packet: Packet): boolean;
  /** The large frame of that number waits for the link; without a number: small ones do. */
  isWaiting(to: number, number?: number): boolean;
  /** A consensus message leaves. */
  released(registerId: string, message: Message): void;
  /** The same for a lie. */
  lied(registerId: string, message: Message): void;
  /** This node lies on purpose now. */
  deceives(): boolean;
  sealed(registerId: string, sealed: SealedDocket): void;
  misbehaved(registerId: string, event: Misbehaviour): void;
  blamed(peerId: string, why: string): void;
  /** The node has the register from now on, under this number of its own. */
  holds(registerId: string, reg: number): void;
  /** A peer showed a vote of this node's key that its record does not have. */
  forgotten(reason: string): void;
  /** This node answers with spoiled dockets now. */
  lies(): boolean;
  /** True for a peer that is up and linked. */
  reaches(peerId: string): boolean;
  /** The process cannot go on. */
  failed(what: string): void;
  /** The rows of a register contradict each other. */
  damaged(what: string): void;
  /** The content of the file beside the database, and how it is written. */
  readonly marked: number | undefined;
  marks(seq: number): void;
}
