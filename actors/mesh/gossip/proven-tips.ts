// Tips above the local ones that a quorum signed. A peer that showed one may fail to give its dockets, or be let alone
// for a while: that they exist stays true until they are sealed here. It believes no peer, because none can sign for a
// quorum, and it asks no peer.
import type { Clock } from '../../../core/base/ports.js';
import { isFailure } from '../../../core/base/result.js';
import type { HeadClaim } from '../../../core/mesh/frames.js';
import type { Hash, RegisterState, Roster } from '../../../core/model/register.js';
import { rosterHashOf } from '../../../core/register/roster.js';
import type { RegisterRecord } from '../../../storage/chain/registers.js';
import type { ClaimsVerifier } from '../../ports.js';
import { judgeTip, type TipProofPorts, type TipVerdict } from './tip-proof.js';

/**
 * From a peer whose certificate did not hold nothing is verified for so long: each costs as many signatures as the
 * roster has members.
 */
const REST_MS = 10_000;
/** Peers with such a certificate that are remembered. */
const RESTS_MAX = 1000;

export interface ProvenPorts extends TipProofPorts {
  readonly clock: Pick<Clock, 'steady'>;
}

interface Proven {
  readonly height: number;
  readonly peerId: string;
  readonly genesisHash: Hash;
  /** Of the roster that signed it. */
  readonly rosterHash: Hash;
  /** The roster here that was last seen to be that one, so that it is hashed once. */
  roster: Roster | undefined;
}

export class ProvenTips {
  private readonly ports: ProvenPorts;
  private readonly proven = new Map<string, Proven>();
  /** Tips under judgement, by register and peer: one at a time each. */
  private readonly judging = new Set<string>();
  /** Until when nothing is verified, by peer. */
  private readonly rests = new Map<string, number>();

  constructor(ports: ProvenPorts) {
    this.ports = ports;
  }

  /**
   * A peer told a tip above `height`, the local one. A tip that is proven is enough to know that dockets lack here, so
   * others cost nothing. Where the roster changed above the local tip a certificate cannot be judged here, and proves
   * nothing. Gives the verdict, or undefined where none was needed.
   */
  async onTold(record: RegisterRecord, peerId: string, head: HeadClaim): Promise<TipVerdict | undefined> {
    const { header, certificate } = head;
    // Only votes to commit decide.
    const isDecided = certificate.kind === 'COMMIT' && certificate.rosterHash === header.rosterHash;
    const key = `${record.id}/${peerId}`;
    if (!isDecided || this.judging.has(key) || this.isResting(peerId) || this.height(record.id) >= 0) return undefined;
    this.judging.add(key);
    try {
      const verdict = await judgeTip({ ...this.ports, verify: this.verifierFor(peerId) }, record, head);
      const { height, rosterHash } = header;
      const { genesisHash } = record;
      if (verdict === 'valid')
        this.proven.set(record.id, { height, peerId, genesisHash, rosterHash, roster: undefined });
      return verdict;
    } finally {
      this.judging.delete(key);
    }
  }

  /** The height of such a tip; -1 where none is known. */
  height(registerId: string): number {
    const proven = this.proven.get(registerId);
    if (proven === undefined) return -1;
    const state = this.ports.ledger.state(registerId);
    if (isFailure(state)) return -1;
    if (state.height < proven.height && isOf(proven, state)) return proven.height;
    this.proven.delete(registerId);
    return -1;
  }

  /**
   * The dockets of the peer follow others than those that are sealed here: what it showed is the tip of another
   * branch.
   */
  onParted(registerId: string, peerId: string): void {
    if (this.proven.get(registerId)?.peerId === peerId) this.proven.delete(registerId);
  }

  forget(registerId: string): void {
    this.proven.delete(registerId);
  }

  private verifierFor(peerId: string): ClaimsVerifier {
    return async (claims) => {
      const holds = await this.ports.verify(claims);
      if (!holds) this.rest(peerId);
      return holds;
    };
  }

  private rest(peerId: string): void {
    this.rests.delete(peerId);
    if (this.rests.size >= RESTS_MAX) this.rests.delete(this.rests.keys().next().value as string);
    this.rests.set(peerId, this.ports.clock.steady() + REST_MS);
  }

  private isResting(peerId: string): boolean {
    return (this.rests.get(peerId) ?? Number.NEGATIVE_INFINITY) > this.ports.clock.steady();
  }
}

/**
 * Whether the tip is still one of this register. Members who lost their seats can sign any height under the roster
 * that they were in, and a node that is far behind believes them; what they signed is nothing any more once their
 * roster is not the one here.
 */
function isOf(proven: Proven, { genesisHash, roster }: RegisterState): boolean {
  if (proven.roster === roster) return true;
  if (proven.genesisHash !== genesisHash || proven.rosterHash !== rosterHashOf(roster)) return false;
  proven.roster = roster;
  return true;
}
