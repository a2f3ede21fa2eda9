// Proofs of splits that stop nothing here, because their signers have no say about what is sealed here: kept,
// durable and bounded, as evidence against those keys, for an operator to see. It verifies nothing; a proof comes here
// after its certificates were verified.
import { FORK_CLAIMS } from '../../core/base/limits/node/consensus.js';
import { forkHeight } from '../../core/mesh/fork.js';
import type { ForkProof } from '../../core/mesh/frames.js';
import type { Hash } from '../../core/model/register.js';
import type { Journal } from '../../storage/engine/journal.js';
import type { KvOp } from '../../storage/engine/kv.js';
import { type EvidenceRows, type ForkClaim, forkClaimHash } from '../../storage/tables/node/evidence.js';
import type { Log } from '../ports.js';

export interface ForkClaimPorts {
  readonly rows: EvidenceRows;
  readonly journal: Pick<Journal, 'commit'>;
  readonly log: Log;
}

/** Whom a proof accuses, and whether it is about what is sealed here by keys that have a seat. */
export interface Accusation {
  readonly signers: readonly Hash[];
  readonly isHere: boolean;
}

interface Held {
  /** Oldest first. */
  readonly claims: readonly ForkClaim[];
  /**
   * Every key that a claim showed since the start, of each of the two kinds: what was put out does not come in again,
   * so that the keys of the known rosters are the bound of all writes. Lies of a key elsewhere do not hide what it did
   * here.
   */
  readonly accused: { readonly here: Set<Hash>; readonly elsewhere: Set<Hash> };
}

export class ForkClaims {
  private readonly ports: ForkClaimPorts;
  private readonly held = new Map<string, Held>();
  private size = 0;

  constructor(ports: ForkClaimPorts) {
    this.ports = ports;
  }

  /** Reads what the disk holds, once. */
  async load(): Promise<void> {
    for await (const [[registerId], claim] of this.ports.rows.claims()) this.keep(registerId, claim);
  }

  of(registerId: string): readonly ForkClaim[] {
    return this.held.get(registerId)?.claims ?? [];
  }

  /** True when a further proof against these keys would show nothing new, or finds no room. */
  isSpent(registerId: string, { signers, isHere }: Accusation): boolean {
    const accused = this.held.get(registerId)?.accused[isHere ? 'here' : 'elsewhere'];
    if (accused && signers.every((signer) => accused.has(signer))) return true;
    return this.isFull(registerId) && this.leastOf(registerId, isHere) === undefined;
  }

  /** Durable when it resolves. */
  async add(registerId: string, proof: ForkProof, accusation: Accusation): Promise<void> {
    if (this.isSpent(registerId, accusation)) return;
    const { signers, isHere } = accusation;
    const order = (this.of(registerId).at(-1)?.order ?? 0) + 1;
    const claim: ForkClaim = { proof, signers, order, ...(isHere && { isHere }) };
    const { rows, journal, log } = this.ports;
    const ops = this.isFull(registerId) ? this.makeRoom(registerId, isHere) : [];
    this.keep(registerId, claim);
    await journal.commit([...ops, rows.putClaim(registerId, claim)]);
    log.warn(
      { registerId, height: forkHeight(proof), validators: signers },
      'Keys signed two dockets of one height. They have no say about what is sealed here, so the register goes on. "quorate register misbehaviour" shows the proof.',
    );
  }

  /** The deletion of everything of a register that is given up. */
  forget(registerId: string): readonly KvOp[] {
    const gone = this.of(registerId);
    this.held.delete(registerId);
    this.size -= gone.length;
    return gone.map((claim) => this.ports.rows.delClaim(registerId, forkClaimHash(claim)));
  }

  private isFull(registerId: string): boolean {
    return this.of(registerId).length >= FORK_CLAIMS.register || this.size >= FORK_CLAIMS.node;
  }

  /**
   * The claim that has to make room: the oldest of the register that is not about a docket which is sealed here; for
   * one that is, also the oldest of them. Where the node is full and this register has nothing, one of the register
   * with the most claims. Never one that is about what is sealed for one that is not.
   */
  private leastOf(registerId: string, isHere: boolean): readonly [registerId: string, claim: ForkClaim] | undefined {
    const own = this.of(registerId);
    const least = own.find((claim) => !claim.isHere) ?? (isHere ? own[0] : undefined);
    if (least) return [registerId, least];
    if (!isHere || own.length > 0) return undefined;
    const [largest, { claims }] = [...this.held].reduce((a, b) => (b[1].claims.length > a[1].claims.length ? b : a));
    const first = claims.find((claim) => !claim.isHere) ?? claims[0];
    return first && [largest, first];
  }

  private makeRoom(registerId: string, isHere: boolean): readonly KvOp[] {
    const [from, claim] = this.leastOf(registerId, isHere) ?? [];
    const held = from === undefined ? undefined : this.held.get(from);
    if (from === undefined || !held || !claim) return [];
    this.held.set(from, { ...held, claims: held.claims.filter((item) => item !== claim) });
    this.size--;
    return [this.ports.rows.delClaim(from, forkClaimHash(claim))];
  }

  private keep(registerId: string, claim: ForkClaim): void {
    const { claims, accused } = this.held.get(registerId) ?? {
      claims: [],
      accused: { here: new Set<Hash>(), elsewhere: new Set<Hash>() },
    };
    for (const signer of claim.signers) accused[claim.isHere ? 'here' : 'elsewhere'].add(signer);
    const all = [...claims, claim].sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
    this.held.set(registerId, { claims: all, accused });
    this.size++;
  }
}
