// Evidence of gates that goes from node to node: the ports of actions and readers to its keeper.
import type { KeptGates } from '../../../core/envelope/cells/kept.js';
import type { KeptOf } from '../../../core/instance/runs/delivered.js';
import type { Transaction } from '../../../core/model/transaction.js';
import type { Wallet } from '../../../core/wallet/wallet.js';
import type { RegisterPlace } from '../instance/instance-record.js';

/** A gate of a run, and for how long its evidence is kept. */
export interface KeptGate {
  readonly id: string;
  readonly keptForMs: number;
}

export interface KeptReads {
  /** Of these gates those that this node has; undefined where it has none. */
  find(registerId: string, txId: string, gates: readonly string[]): KeptGates | undefined;
}

/** As readers of a register ask for it. */
export function evidenceAt(kept: KeptReads | undefined, { registerId }: Pick<RegisterPlace, 'registerId'>): KeptOf {
  return (txId, gates) => kept?.find(registerId, txId, gates);
}

export interface KeptWrites {
  /** Durable when it resolves: a run is submitted behind it. */
  keep(run: { readonly registerId: string; readonly txId: string }, gates: readonly GateContent[]): Promise<void>;
}

export interface GateContent extends KeptGate {
  readonly content: KeptGates[string];
}

/** A sealed run with kept evidence, for a wallet of this node that reads it. */
export interface AskedEvidence {
  readonly at: RegisterPlace;
  readonly run: Pick<Transaction, 'txId' | 'header'>;
  readonly sealedAtMs: number;
  readonly gates: readonly KeptGate[];
  readonly reader: { readonly wallet: Wallet; readonly address: string };
  /** Undefined where the run does not open for the reader: no evidence could be held against its hashes. */
  readonly open: () => Promise<EvidenceInRun | undefined>;
}

/** The evidence in a run that is open. */
export interface EvidenceInRun {
  /** The evidence that was delivered on the ledger. */
  readonly delivered: KeptGates;
  /** The part of an answer that gives the sealed hashes. */
  readonly findSealed: (answer: KeptGates) => KeptGates;
}

/** `over`: no reader has to have it any more. `away`: it is still to come, and is asked for. */
export type EvidenceState = 'here' | 'away' | 'over';

export interface KeptFetches {
  ensure(asked: AskedEvidence): Promise<EvidenceState>;
}
