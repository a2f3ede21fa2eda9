// Evidence of misbehaviour that no docket holds yet: on disk before anybody hears of it, in memory for the builder,
// gone with the seal of its docket. It judges nothing: what comes in was verified, and what a docket may hold is
// core/chain/annex.ts.

import { EVIDENCE_NODE_MAX, EVIDENCE_POOL_MAX } from '../../core/base/limits/node/consensus.js';
import { isFailure } from '../../core/base/result.js';
import {
  evidenceHashOf,
  evidenceIn,
  isSameOffence,
  type MemberEvidence,
  offenceOf,
  type SealedOffence,
} from '../../core/chain/annex.js';
import type { Docket, Hash } from '../../core/model/register.js';
import type { Journal } from '../../storage/engine/journal.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { EvidenceRows } from '../../storage/tables/node/evidence.js';

interface Entry {
  readonly evidence: MemberEvidence;
  readonly hash: Hash;
  readonly offence: SealedOffence;
  /** False while it is on its way to the disk. */
  durable: boolean;
}

export interface EvidencePoolPorts {
  readonly rows: EvidenceRows;
  readonly journal: Pick<Journal, 'commit'>;
  /** A deletion that failed: the journal has failed, and the node with it. */
  onFailed(error: unknown): void;
}

export class EvidencePool {
  private readonly ports: EvidencePoolPorts;
  private readonly registers = new Map<string, Entry[]>();
  private size = 0;

  constructor(ports: EvidencePoolPorts) {
    this.ports = ports;
  }

  /** Reads what the disk holds, once, before any register is opened. */
  async load(): Promise<void> {
    for await (const [[registerId, , hash], evidence] of this.ports.rows.waiting())
      this.keep(registerId, { evidence, hash, offence: offenceOf(evidence), durable: true });
  }

  /** Durable evidence of a register, oldest first. */
  waiting(registerId: string): readonly MemberEvidence[] {
    const entries = this.registers.get(registerId);
    return entries ? entries.filter((entry) => entry.durable).map((entry) => entry.evidence) : NONE;
  }

  /** Resolves to true once it is on disk and waits; false when its offence waits already, or the pool is full. */
  async add(registerId: string, evidence: MemberEvidence): Promise<boolean> {
    const offence = offenceOf(evidence);
    const entries = this.registers.get(registerId) ?? [];
    if (entries.some((entry) => isSameOffence(entry.offence, offence))) return false;
    if (entries.length >= EVIDENCE_POOL_MAX || this.size >= EVIDENCE_NODE_MAX) return false;
    const entry: Entry = { evidence, hash: evidenceHashOf(evidence), offence, durable: false };
    this.keep(registerId, entry);
    await this.ports.journal.commit([this.ports.rows.put([registerId, offence.height, entry.hash], evidence)]);
    entry.durable = true;
    return true;
  }

  /** For the batch that seals the docket: what it holds, or another proof of the same offence, leaves the pool. */
  sealOps(registerId: string, docket: Docket): readonly KvOp[] {
    if (docket.annex.length === 0 || !this.registers.has(registerId)) return [];
    const sealed = docket.annex.map(evidenceIn).flatMap((item) => (isFailure(item) ? [] : [offenceOf(item)]));
    return this.take(registerId, (entry) => sealed.some((offence) => isSameOffence(offence, entry.offence)));
  }

  /** Gives up what no docket can hold any more. */
  drop(registerId: string, spent: readonly MemberEvidence[]): void {
    const ops = this.take(registerId, (entry) => spent.includes(entry.evidence));
    if (ops.length > 0) this.ports.journal.commit([...ops]).catch((error) => this.ports.onFailed(error));
  }

  /** The deletion of everything of a register that is given up. */
  forget(registerId: string): readonly KvOp[] {
    return this.take(registerId, () => true);
  }

  private keep(registerId: string, entry: Entry): void {
    const entries = this.registers.get(registerId);
    if (entries) entries.push(entry);
    else this.registers.set(registerId, [entry]);
    this.size++;
  }

  private take(registerId: string, which: (entry: Entry) => boolean): readonly KvOp[] {
    const entries = this.registers.get(registerId) ?? [];
    const taken = entries.filter(which);
    const rest = entries.filter((entry) => !taken.includes(entry));
    if (rest.length > 0) this.registers.set(registerId, rest);
    else this.registers.delete(registerId);
    this.size -= taken.length;
    return taken.map(({ offence, hash }) => this.ports.rows.del([registerId, offence.height, hash]));
  }
}

const NONE: readonly MemberEvidence[] = [];
