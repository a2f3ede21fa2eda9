// Heads above the local ones that a quorum signed. Whoever showed one may fail to give its dockets, or be let alone for a while: that they exist stays true
// until they are sealed here. It believes no peer, because none can sign for a quorum, and it asks nobody.
import { isIssue } from '../../core/base/issue.js';
import type { HeadClaim } from '../../core/mesh/frames.js';
import type { RegisterRecord } from '../../storage/registers.js';
import { type HeadJudgePorts, type HeadVerdict, judgeHead } from './head-judge.js';

interface Proven {
  readonly height: number;
  readonly peerId: string;
}

export class ProvenHeads {
  private readonly ports: HeadJudgePorts;
  private readonly proven = new Map<string, Proven>();
  /** Heads under judgement, by register and peer: one at a time each. */
  private readonly judging = new Set<string>();

  constructor(ports: HeadJudgePorts) {
    this.ports = ports;
  }

  /**
   * A peer told a head above `height`, the local one. One that is proven is enough to know that dockets lack here, so others cost nothing. Where the roster changed
   * above the local head a certificate cannot be judged here, and proves nothing. Gives the verdict, or undefined where none was needed.
   */
  async told(record: RegisterRecord, peerId: string, head: HeadClaim): Promise<HeadVerdict | undefined> {
    const { header, certificate } = head;
    // Only votes to commit decide.
    const isDecided = certificate.kind === 'COMMIT' && certificate.rosterHash === header.rosterHash;
    const key = `${record.id}/${peerId}`;
    if (!isDecided || this.judging.has(key) || this.height(record.id) >= 0) return undefined;
    this.judging.add(key);
    try {
      const verdict = await judgeHead(this.ports, record, head);
      if (verdict === 'valid') this.proven.set(record.id, { height: header.height, peerId });
      return verdict;
    } finally {
      this.judging.delete(key);
    }
  }

  /** The height of such a head; -1 where none is known. */
  height(registerId: string): number {
    const proven = this.proven.get(registerId);
    if (proven === undefined) return -1;
    const state = this.ports.ledger.state(registerId);
    if (isIssue(state)) return -1;
    if (state.height < proven.height) return proven.height;
    this.proven.delete(registerId);
    return -1;
  }

  /** The dockets of the peer follow others than those that are sealed here: what it showed is the head of another branch. */
  parted(registerId: string, peerId: string): void {
    if (this.proven.get(registerId)?.peerId === peerId) this.proven.delete(registerId);
  }

  forget(registerId: string): void {
    this.proven.delete(registerId);
  }
}
