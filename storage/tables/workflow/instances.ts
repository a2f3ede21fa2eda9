// Instances that were opened on this node and have done nothing yet: the id that their starting action will carry, and
// the definition that they hold. The moves of an instance are on the ledger and never here. Writes are operations for
// the caller's one commit.
import { INSTANCE_OPENINGS_MAX } from '../../../core/base/limits/node/inbox.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

export interface InstanceOpening {
  readonly instanceId: string;
  readonly registerId: string;
  readonly blueprintId: string;
  readonly publicationTxId: string;
  readonly organisationId: string;
  /** Wallet owner id of who opened it. */
  readonly openedBy: string;
  readonly openedAtMs: number;
  readonly metadata?: Readonly<Record<string, string>>;
}

const openings = defineTable<string, InstanceOpening>('instance-openings');
const lists = defineTable<string, readonly string[]>('instance-opening-lists');

export class InstanceOpenings {
  private readonly queued: Pick<Kv, 'getSync'>;
  private readonly openings: RowTable<string, InstanceOpening>;
  private readonly lists: RowTable<string, readonly string[]>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(kv: KvReader, queued: Pick<Kv, 'getSync'>) {
    this.queued = queued;
    this.openings = new RowTable(kv, openings);
    this.lists = new RowTable(kv, lists);
  }

  find(instanceId: string): InstanceOpening | undefined {
    return this.openings.current(this.queued, instanceId);
  }

  /**
   * Keeps an opening. Of one person the oldest goes when there are more than INSTANCE_OPENINGS_MAX: one that did
   * something is on the ledger.
   */
  add(opening: InstanceOpening): readonly KvOp[] {
    const list = [...(this.lists.current(this.queued, opening.openedBy) ?? []), opening.instanceId];
    const dropped = list.slice(0, Math.max(0, list.length - INSTANCE_OPENINGS_MAX));
    return [
      this.openings.put(opening.instanceId, opening),
      this.lists.put(opening.openedBy, list.slice(dropped.length)),
      ...dropped.map((instanceId) => this.openings.del(instanceId)),
    ];
  }

  /** The instances that one person opened last, the newest first, begun or not. */
  latestOf(openedBy: string, limit: number): readonly InstanceOpening[] {
    const latest = (this.lists.current(this.queued, openedBy) ?? []).slice(-limit).reverse();
    return latest.flatMap((instanceId) => this.find(instanceId) ?? []);
  }

  remove({ instanceId, openedBy }: InstanceOpening): readonly KvOp[] {
    const list = (this.lists.current(this.queued, openedBy) ?? []).filter((name) => name !== instanceId);
    return [this.openings.del(instanceId), this.lists.put(openedBy, list)];
  }
}
