// The checkers are told, and may look at, these things: released messages, durable seals, answers to clients, starts,
// and the disk of a node as a crash would leave it. A checker only looks.
import type { Misbehaviour } from '../../actors/docket/ports.js';
import type { SubmitOutcome } from '../../actors/ledger-port.js';
import type { Message } from '../../core/consensus/types.js';
import type { Docket, Hash, Roster, SealedDocket } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { Outbox } from '../../storage/chain/outbox.js';
import type { SimOptions } from './options.js';
import type { Run } from './run-of-node.js';
import type { WallClock } from './wall-clock.js';

/** A register on the disk of a node, as a crash would leave it now. */
export interface Held {
  /** The node's own number for it. */
  readonly reg: number;
  readonly chain: ChainStore;
  readonly outbox: Outbox;
}

export interface ObservedNode {
  readonly index: number;
  /** Its identity: a second copy of a node is another one with the same number here. */
  readonly self: number;
  /**
   * Its statements may contradict one another: a node that runs twice, and each of its copies, or one that lies on
   * purpose.
   */
  readonly isFalse: boolean;
  /** Its disk lost what it had synced. */
  readonly isLost: boolean;
  /** Keys that may have votes out which this disk does not know. */
  readonly lostKeys: ReadonlySet<Hash>;
  readonly isRetired: boolean;
  /** The latest rules that its program knows. */
  readonly knows: number;
  readonly wall: Pick<WallClock, 'movedLately' | 'doubtfulMs' | 'times'>;
  /** The present run, while the node is up. */
  readonly run: Run | undefined;
  /** Undefined for a register that it does not have. */
  held(registerId: string): Held | undefined;
  /** TxIds in its outbox for a register, whether it has that or not; none while it is down. */
  promised(registerId: string): Promise<readonly string[]>;
}

/** One register of the cluster, and everything that its checkers may look at. */
export interface World {
  readonly options: SimOptions;
  readonly registerId: string;
  readonly genesisHash: Hash;
  /** The true time. */
  readonly nowMs: number;
  readonly nodes: readonly ObservedNode[];
  /** The transactions that clients submitted, by TxId. */
  readonly submitted: ReadonlyMap<string, Transaction>;
  /** Its members alone may know of it. */
  readonly isHidden: boolean;
  /**
   * The highest docket that the node may have: Infinity for members and all others that may read the register, -1 for
   * nodes that may not know of it.
   */
  readableUntil(node: ObservedNode): number;
  /** The consensus keys of nodes that are false. */
  readonly falseKeys: ReadonlySet<Hash>;
  /** The roster of that hash, as far as the node knows it. */
  rosterNamed(node: ObservedNode, rosterHash: Hash): Roster | undefined;
  /**
   * Two dockets at one height, which a majority with a false member cannot exclude. Ends the run without a violation.
   */
  fork(what: string): void;
  /** Ends the run: the first one counts. */
  violation(checker: string, what: string): void;
}

export interface Answer {
  readonly outcome: SubmitOutcome;
  /** A promise may end in a refusal. */
  readonly uncertain: boolean;
}

export interface Checker {
  readonly name: string;
  /** The dockets that every disk has at the start. */
  founded?(dockets: readonly Docket[]): void;
  released?(node: ObservedNode, message: Message): void;
  /** The same for what a liar says in the place of an honest message, and beside them. */
  lied?(node: ObservedNode, message: Message): void;
  sealed?(node: ObservedNode, sealed: SealedDocket): void;
  answered?(node: ObservedNode, txId: string, answer: Answer): void;
  /** A client was told that `needed` nodes have what it submitted on disk. */
  spread?(node: ObservedNode, txId: string, needed: number): void;
  /** A packet that names the register leaves for the node with this number. */
  sent?(node: ObservedNode, to: number): void;
  booted?(node: ObservedNode): void;
  /** Its program is about to be replaced by one that knows all rules. */
  upgrading?(node: ObservedNode): void;
  blamed?(node: ObservedNode, peerId: string, why: string): void;
  misbehaved?(node: ObservedNode, event: Misbehaviour): void;
  /** The run ends with a split chain. */
  forked?(): void;
  /** It would find fault now with what may still change: the healed cluster gets more of its time. */
  waits?(): boolean;
  /** The healed cluster is at rest. */
  finished?(): Promise<void>;
}
