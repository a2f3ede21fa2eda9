// What the checkers are told, and what they may look at: released messages, durable seals, answers to clients, starts, and the disk of a node as a
// crash would leave it. A checker only looks.
import type { Misbehaviour } from '../../actors/docket/ports.js';
import type { SubmitOutcome } from '../../actors/ledger.js';
import type { Message } from '../../core/consensus/types.js';
import type { Hash, Roster, SealedDocket } from '../../core/register/types.js';
import type { ChainStore } from '../../storage/chain-store.js';
import type { Kv } from '../../storage/kv.js';
import type { Outbox } from '../../storage/outbox.js';
import type { SimOptions } from './options.js';
import type { Run } from './run-of-node.js';

export interface ObservedNode {
  readonly index: number;
  readonly validatorId: Hash;
  /** A second copy of the first seat, or that seat while there is one: what it says may contradict itself. */
  readonly isTwin: boolean;
  /** Its disk lost what it had synced. */
  readonly isLost: boolean;
  readonly isDamaged: boolean;
  readonly isRetired: boolean;
  /** The present run, while the node is up. */
  readonly run: Run | undefined;
  /** Rows that survive a crash now. */
  durable(): { readonly kv: Pick<Kv, 'getSync'>; readonly chain: ChainStore; readonly outbox: Outbox };
}

export interface World {
  readonly options: SimOptions;
  readonly roster: Roster;
  readonly genesisHash: Hash;
  readonly nodes: readonly ObservedNode[];
  /** Two dockets at one height, which a majority with a twin cannot exclude. Ends the run without a violation. */
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
  released?(node: ObservedNode, message: Message): void;
  sealed?(node: ObservedNode, sealed: SealedDocket): void;
  answered?(node: ObservedNode, txId: string, answer: Answer): void;
  booted?(node: ObservedNode): void;
  blamed?(node: ObservedNode, peerId: string, why: string): void;
  misbehaved?(node: ObservedNode, event: Misbehaviour): void;
  /** The run ends with a split chain. */
  forked?(): void;
  /** The healed cluster is at rest. */
  finished?(): Promise<void>;
}
