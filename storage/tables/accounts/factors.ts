// The second factors of people, one row a platform user: what is counted in it (codes used once, signatures of a
// passkey) is judged and written in one turn.
import { type Factors, NO_FACTORS } from '../../../core/tenant/factors/factors.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

const factors = defineTable<string, Factors>('user-factors');

export class FactorStore {
  private readonly queued: Pick<Kv, 'getSync'>;
  private readonly factors: RowTable<string, Factors>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(kv: KvReader, queued: Pick<Kv, 'getSync'>) {
    this.queued = queued;
    this.factors = new RowTable(kv, factors);
  }

  of(platformUserId: string): Factors {
    return this.factors.current(this.queued, platformUserId) ?? NO_FACTORS;
  }

  /** `changed` in the place of what there is; commit it in the turn in which `of` was read. */
  put(platformUserId: string, changed: Factors): KvOp {
    const { totp, passkeys, wrongCodes } = changed;
    return totp === undefined && passkeys.length === 0 && wrongCodes === undefined
      ? this.factors.del(platformUserId)
      : this.factors.put(platformUserId, changed);
  }
}
