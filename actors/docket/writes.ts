// The writes of one drain, in the order in which the journal has to get them. Bodies and the record are held back, so
// that a docket sealed in the drain that voted for it is written once. It judges nothing.
import type { Write } from '../../core/consensus/effect.js';
import type { ConsensusRecord } from '../../core/consensus/types.js';
import type { Docket, Hash } from '../../core/model/register.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { DocketPorts } from './ports.js';

export interface WritesPorts {
  readonly journal: Pick<DocketPorts['journal'], 'commit'>;
  readonly chain: Pick<ChainStore, 'bodyOps' | 'recordOps' | 'tidyOps'>;
}

export class Writes {
  private readonly ports: WritesPorts;
  private readonly reg: number;
  private readonly bodies = new Map<Hash, Docket>();
  private record: ConsensusRecord | undefined;
  /** The bodies of a height that stay, where others have to go. */
  private kept: { readonly height: number; readonly hashes: Set<Hash> } | undefined;

  constructor(ports: WritesPorts, reg: number) {
    this.ports = ports;
    this.reg = reg;
  }

  add(write: Exclude<Write, { kind: 'seal' }>): void {
    if (write.kind === 'record') {
      this.record = write.record;
    } else if (write.kind === 'body') {
      this.bodies.set(write.docket.hash, write.docket);
      // It may be one that had to go a step before.
      this.kept?.hashes.add(write.docket.hash);
    } else {
      this.kept = { height: write.height, hashes: new Set(write.kept) };
    }
  }

  /**
   * The seal writes the body of its docket itself, and deletes all others of the height. Later steps are judged on top
   * of it: the journal gets it at once.
   */
  seal(ops: KvOp[], record: ConsensusRecord): Promise<void> {
    this.clear();
    ops.push(...this.ports.chain.recordOps(this.reg, record, false));
    return this.ports.journal.commit(ops);
  }

  /**
   * Hands everything to the journal: from then on rules read it. Undefined when there was nothing. Rejects when it
   * could not be written.
   */
  commit(): Promise<void> | undefined {
    const { chain, journal } = this.ports;
    const { reg, record, kept } = this;
    // Each by itself: the list of candidates is read through the journal. A failure is that of the record, which
    // follows.
    for (const docket of this.bodies.values()) journal.commit(chain.bodyOps(reg, docket)).catch(() => undefined);
    const ops = [
      ...(record ? chain.recordOps(reg, record, true) : []),
      ...(kept ? chain.tidyOps(reg, kept.height, [...kept.hashes]) : []),
    ];
    this.clear();
    return ops.length > 0 ? journal.commit(ops) : undefined;
  }

  private clear(): void {
    this.bodies.clear();
    this.record = undefined;
    this.kept = undefined;
  }
}
