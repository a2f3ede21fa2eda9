// Proofs of splits that stop nothing here, because whoever signed them has no say about what is sealed here: kept, durable and bounded, as evidence
// against those keys, for an operator to see. It verifies nothing; a proof comes here after its certificates were verified.
import { FORK_CLAIMS } from '../core/base/limits.js';
import { forkHeight } from '../core/mesh/fork.js';
import type { ForkProof } from '../core/mesh/frames.js';
import type { Hash } from '../core/register/types.js';
import { type EvidenceRows, type ForkClaim, forkClaimHash } from '../storage/evidence.js';
import type { Journal } from '../storage/journal.js';
import type { KvOp } from '../storage/kv.js';
import type { Log } from './ports.js';

export interface ForkClaimPorts {
  readonly rows: EvidenceRows;
  readonly journal: Pick<Journal, 'commit'>;
  readonly log: Log;
}

export class ForkClaims {
  private readonly ports: ForkClaimPorts;
  private readonly claims = new Map<string, readonly ForkClaim[]>();
  private size = 0;

  constructor(ports: ForkClaimPorts) {
    this.ports = ports;
  }

  /** Reads what the disk holds, once. */
  async load(): Promise<void> {
    for await (const [[registerId], claim] of this.ports.rows.claims()) this.keep(registerId, claim);
  }

  of(registerId: string): readonly ForkClaim[] {
    return this.claims.get(registerId) ?? [];
  }

  /** True when a further proof against these keys would show nothing new, or finds no room. */
  isSpent(registerId: string, signers: readonly Hash[]): boolean {
    const known = this.of(registerId);
    if (known.length >= FORK_CLAIMS.register || this.size >= FORK_CLAIMS.node) return true;
    const accused = new Set(known.flatMap((claim) => claim.signers));
    return signers.every((signer) => accused.has(signer));
  }

  /** Durable when it resolves. */
  async add(registerId: string, proof: ForkProof, signers: readonly Hash[]): Promise<void> {
    if (this.isSpent(registerId, signers)) return;
    const claim: ForkClaim = { proof, signers };
    this.keep(registerId, claim);
    await this.ports.journal.commit([this.ports.rows.putClaim(registerId, claim)]);
    this.ports.log.warn(
      { registerId, height: forkHeight(proof), validators: signers },
      'Keys signed two dockets of one height. They have no say about what is sealed here, so the register goes on. "quorate register misbehaviour" shows the proof.',
    );
  }

  /** The deletion of everything of a register that is given up. */
  forget(registerId: string): readonly KvOp[] {
    const gone = this.of(registerId);
    this.claims.delete(registerId);
    this.size -= gone.length;
    return gone.map((claim) => this.ports.rows.delClaim(registerId, forkClaimHash(claim)));
  }

  private keep(registerId: string, claim: ForkClaim): void {
    this.claims.set(registerId, [...this.of(registerId), claim]);
    this.size++;
  }
}
