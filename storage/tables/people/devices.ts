// Devices of people, one row a person: the bound on them is judged and written in one turn. A second row names the
// people who have a revoked device that owes a flip of its status, so that a sweep finds them; it is written with the
// first.
import type { Device } from '../../../core/tenant/devices/device.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

const lists = defineTable<string, readonly Device[]>('devices');
const flips = defineTable<string, true>('device-flips');

export class Devices {
  private readonly queued: Pick<Kv, 'getSync'>;
  private readonly lists: RowTable<string, readonly Device[]>;
  private readonly flips: RowTable<string, true>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(kv: KvReader, queued: Pick<Kv, 'getSync'>) {
    this.queued = queued;
    this.lists = new RowTable(kv, lists);
    this.flips = new RowTable(kv, flips);
  }

  /** Oldest first. */
  of(platformUserId: string): readonly Device[] {
    return this.lists.current(this.queued, platformUserId) ?? [];
  }

  /** `list` in the place of what there is; commit it in the turn in which `of` was read. */
  put(platformUserId: string, list: readonly Device[]): KvOp[] {
    const owes = list.some(({ flip }) => flip !== undefined);
    const owed = this.flips.current(this.queued, platformUserId) !== undefined;
    return [
      this.lists.put(platformUserId, list),
      ...(owes && !owed ? [this.flips.put(platformUserId, true)] : []),
      ...(!owes && owed ? [this.flips.del(platformUserId)] : []),
    ];
  }

  /** People with a device that owes a flip. */
  owing(): AsyncIterable<string> {
    return this.flips.keys();
  }
}
