// The ground on which this node judges a proof of a split: the chain that is sealed here, the rosters that decided it,
// and when they did. It reads durable rows only, stops nothing and stores nothing; the rule itself is
// core/mesh/fork-say.ts.
import { assert } from '../../core/base/assert.js';
import type { CertificateScope } from '../../core/consensus/certificate.js';
import { forkHeight } from '../../core/mesh/fork.js';
import { mayStop } from '../../core/mesh/fork-say.js';
import type { ForkProof } from '../../core/mesh/frames.js';
import type { ConsensusMode, Hash, RegisterState, Roster } from '../../core/model/register.js';
import { docketHash as hashOf, ZERO_HASH } from '../../core/register/docket.js';
import type { GenesisPayload } from '../../core/register/genesis/payload.js';
import { lastHeightOf, rosterNamed } from '../../core/register/past-rosters.js';
import { rosterHashOf, seatOf } from '../../core/register/roster.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import type { Clock } from '../ports.js';

export interface ForkJudgePorts {
  readonly clock: Pick<Clock, 'now'>;
  /** For so long a past roster has a say about what it decided, through those of its keys that still have a seat. */
  readonly trustingPeriodMs: number;
  readonly chain: Pick<ChainStore, 'durableState' | 'view' | 'docket' | 'docketAt' | 'sealedDocket'>;
}

export class ForkJudge {
  private readonly ports: ForkJudgePorts;

  constructor(ports: ForkJudgePorts) {
    this.ports = ports;
  }

  /**
   * True when the roster that the proof names is the one that had to decide its height here. A peer on another branch
   * has had others, and tells the truth.
   */
  isEntitled(record: RegisterRecord, proof: ForkProof): boolean {
    const state = this.ports.chain.durableState(record.reg);
    return (
      state !== undefined && this.rosterHashAt(record, state, forkHeight(proof)) === proof.certificates[0].rosterHash
    );
  }

  /** Whether it may stop the register here, should its signatures hold; nothing up to `agreedHeight` does. */
  mayStop(record: RegisterRecord, proof: ForkProof, given: { signed: Roster; agreedHeight: number }): boolean {
    const state = this.ports.chain.durableState(record.reg);
    if (!state || !this.isEntitled(record, proof)) return false;
    const { signed, agreedHeight } = given;
    const { chain } = this.ports;
    return mayStop(proof, {
      head: state.height,
      sealed: chain.docketAt(record.reg, forkHeight(proof))?.hash,
      signed,
      inForce: state.roster,
      mode: state.policy.consensus.mode,
      isTrusted: this.isTrusted(record, state, signed),
      agreedHeight,
    });
  }

  /**
   * Both by the times of the dockets and by the clock here: one of the two may be wrong, and neither gives a key more
   * time than the other.
   */
  private isTrusted({ reg }: RegisterRecord, state: RegisterState, roster: Roster): boolean {
    const { chain, clock, trustingPeriodMs } = this.ports;
    const rosterHash = rosterHashOf(roster);
    if (rosterHash === rosterHashOf(state.roster)) return true;
    const until = lastHeightOf(rosterHash, chain.view(reg));
    const outMs = until === undefined ? undefined : chain.docket(reg, until)?.header.timestampMs;
    if (outMs === undefined) return false;
    // A reset of the time may put the tip before the docket that ended the seats: then no period runs, and a distance
    // beyond it is not a trust either.
    return Math.abs(state.timestampMs - outMs) <= trustingPeriodMs && clock.now() - outMs <= trustingPeriodMs;
  }

  /**
   * True when the proof names a docket that is sealed here, of its height or as a parent: its bringer has this
   * very genesis and the roster of that height. Certificates do not name their genesis, and another one of the same id
   * may have the same roster. At height 0 both certificates have to name the roster of this genesis: anybody may found
   * another register of this id under another one.
   */
  namesThisChain({ reg }: RegisterRecord, proof: ForkProof): boolean {
    const [a, b] = proof.certificates;
    const height = forkHeight(proof);
    if (height === 0 && a.rosterHash !== b.rosterHash) return false;
    const parent = this.parentAt(reg, height);
    const ours = this.ports.chain.docketAt(reg, height)?.hash;
    return proof.certificates.some(({ docketHash }, i) => {
      const header = proof.headers[i];
      return docketHash === ours || (header && hashOf(header) === docketHash && header.prevHash === parent);
    });
  }

  /** True when one of its dockets is sealed here, and one of those who signed both has a seat today. */
  accusesMembersHere({ reg }: RegisterRecord, proof: ForkProof, signers: readonly Hash[]): boolean {
    const state = this.ports.chain.durableState(reg);
    const ours = this.ports.chain.docketAt(reg, forkHeight(proof))?.hash;
    return (
      state !== undefined &&
      proof.certificates.some(({ docketHash }) => docketHash === ours) &&
      signers.some((signer) => seatOf(state.roster, signer) >= 0)
    );
  }

  /** True when both dockets follow the one that is sealed here below them. */
  partsHere({ reg }: RegisterRecord, proof: ForkProof): boolean {
    const parent = this.parentAt(reg, forkHeight(proof));
    return parent !== undefined && proof.headers.every((header) => header?.prevHash === parent);
  }

  /** The docket that one of this height follows here: no docket is below genesis, which names zeros. */
  private parentAt(reg: number, height: number): Hash | undefined {
    return height === 0 ? ZERO_HASH : this.ports.chain.docketAt(reg, height - 1)?.hash;
  }

  /** The roster that the proof names and how it decides; undefined when it is kept here no more. */
  async scopeOf(record: RegisterRecord, proof: ForkProof): Promise<CertificateScope | undefined> {
    const state = this.ports.chain.durableState(record.reg);
    const roster = state && rosterNamed(proof.certificates[0].rosterHash, state, this.ports.chain.view(record.reg));
    if (!state || !roster) return undefined;
    const first = state.roster.mode === undefined ? state.policy.consensus.mode : null;
    const mode = await this.modeOf(record, roster, first);
    return { registerId: record.id, genesisHash: record.genesisHash, roster, policy: { mode } };
  }

  /**
   * Hash of the roster that decides a height; undefined beyond the next one, whose roster is not known yet. Keys of
   * members that left still sign, so a certificate counts only at a height that its roster had to decide. Whether it
   * counts there still is for core/mesh/fork-say.ts to tell.
   */
  private rosterHashAt(
    { reg }: RegisterRecord,
    { height: head, roster }: RegisterState,
    height: number,
  ): Hash | undefined {
    if (height > head) return height === head + 1 ? rosterHashOf(roster) : undefined;
    return this.ports.chain.docket(reg, height)?.header.rosterHash;
  }

  /** How the certificates of a roster are counted: as it says, else as genesis did. */
  private async modeOf(record: RegisterRecord, roster: Roster, first: ConsensusMode | null): Promise<ConsensusMode> {
    if (roster.mode !== undefined) return roster.mode;
    if (first !== null) return first;
    const genesis = await this.ports.chain.sealedDocket(record.reg, 0);
    const founding = genesis?.docket.transactions[0];
    assert(founding, 'a register has a sealed genesis');
    return (founding.payload as unknown as GenesisPayload).policy.consensus.mode;
  }
}
