// Evidence against validators on disk: that which waits for a docket, and proofs that a chain is split. Rows only; what
// they prove is judged in core/, and what follows from them in actors/.
import { sha256Hex } from '../../../core/base/hash.js';
import { canonical } from '../../../core/base/json.js';
import type { MemberEvidence } from '../../../core/chain/annex.js';
import type { SettledFork } from '../../../core/mesh/fork.js';
import type { ForkProof } from '../../../core/mesh/frames.js';
import type { Hash } from '../../../core/model/register.js';
import type { KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

/** Register, height of the offence, hash of the evidence. */
export type EvidenceKey = readonly [registerId: string, height: number, hash: Hash];

export interface ForkRow {
  readonly proof: ForkProof;
  /**
   * The docket whose branch the operator chose, sealed here at the height of the split or above; absent until the
   * operator has chosen.
   */
  readonly accepted?: Hash;
  /**
   * The highest docket that people agreed on at any split: what is sealed here up to it is the ledger. Absent in rows
   * of older versions.
   */
  readonly agreed?: { readonly height: number; readonly docketHash: Hash };
  /**
   * Every split that was settled, this one included, oldest first: what a peer still shows of the branches that were
   * given up stops nothing.
   */
  readonly settled?: readonly SettledFork[];
}

/** A proof that stops nothing here. */
export interface ForkClaim {
  readonly proof: ForkProof;
  /** Members whose keys signed both of its dockets. */
  readonly signers: readonly Hash[];
  /** A docket of it was sealed here when it came, and one of the signers had a seat. */
  readonly isHere?: boolean;
  /** Claims of a register are put out in this order. Absent in rows of older versions: those go first. */
  readonly order?: number;
}

/** The name of a claim in its key. */
export function forkClaimHash({ proof }: ForkClaim): Hash {
  return sha256Hex(canonical(proof.certificates));
}

const evidence = defineTable<EvidenceKey, MemberEvidence>('evidence');
const forks = defineTable<string, ForkRow>('fork-proofs');
const claims = defineTable<readonly [registerId: string, hash: Hash], ForkClaim>('fork-claims');

export class EvidenceRows {
  private readonly evidence: RowTable<EvidenceKey, MemberEvidence>;
  private readonly forks: RowTable<string, ForkRow>;
  private readonly claimed: RowTable<readonly [registerId: string, hash: Hash], ForkClaim>;

  constructor(kv: KvReader) {
    this.evidence = new RowTable(kv, evidence);
    this.forks = new RowTable(kv, forks);
    this.claimed = new RowTable(kv, claims);
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

  claims(): AsyncIterable<readonly [readonly [registerId: string, hash: Hash], ForkClaim]> {
    return this.claimed.range();
  }

  putClaim(registerId: string, claim: ForkClaim): KvOp {
    return this.claimed.put([registerId, forkClaimHash(claim)], claim);
  }

  delClaim(registerId: string, hash: Hash): KvOp {
    return this.claimed.del([registerId, hash]);
  }
}
