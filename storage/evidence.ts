// What is known against validators on disk: evidence that waits for a docket, and proofs that a chain is split. Rows only; what they prove is judged in
// core/, and what follows from them in actors/.
import type { SettledFork } from '../core/mesh/fork.js';
import type { ForkProof } from '../core/mesh/frames.js';
import type { MemberEvidence } from '../core/register/annex.js';
import type { Hash } from '../core/register/types.js';
import type { KvOp } from './kv.js';
import { defineTable, type KvReader, Table } from './table.js';

/** Register, height of the offence, hash of the evidence. */
export type EvidenceKey = readonly [registerId: string, height: number, hash: Hash];

export interface ForkRow {
  readonly proof: ForkProof;
  /** The docket at the height of the split whose branch the operator chose; absent while nobody has. */
  readonly accepted?: Hash;
  /** Every split that was settled, this one included, oldest first: what a peer still shows of the branches that were given up stops nothing. */
  readonly settled?: readonly SettledFork[];
}

const evidence = defineTable<EvidenceKey, MemberEvidence>('evidence');
const forks = defineTable<string, ForkRow>('fork-proofs');

export class EvidenceRows {
  private readonly evidence: Table<EvidenceKey, MemberEvidence>;
  private readonly forks: Table<string, ForkRow>;

  constructor(kv: KvReader) {
    this.evidence = new Table(kv, evidence);
    this.forks = new Table(kv, forks);
  }

  /** Everything that waits, by register and height. */
  waiting(): AsyncIterable<readonly [EvidenceKey, MemberEvidence]> {
    return this.evidence.range();
  }

  put(key: EvidenceKey, value: MemberEvidence): KvOp {
    return this.evidence.put(key, value);
  }

  del(key: EvidenceKey): KvOp {
    return this.evidence.del(key);
  }

  splits(): AsyncIterable<readonly [string, ForkRow]> {
    return this.forks.range();
  }

  putFork(registerId: string, row: ForkRow): KvOp {
    return this.forks.put(registerId, row);
  }

  delFork(registerId: string): KvOp {
    return this.forks.del(registerId);
  }
}
