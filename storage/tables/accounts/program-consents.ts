// The programs that a person let in, in one row a person: their number is bounded. They end with the sessions of
// the person: api/oauth asks the table of sessions.
import type { ProgramConsent } from '../../../core/tenant/programs/consent.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

const consents = defineTable<string, readonly ProgramConsent[]>('program-consents');

export class ProgramConsents {
  private readonly table: RowTable<string, readonly ProgramConsent[]>;

  constructor(
    kv: KvReader,
    private readonly queued: Pick<Kv, 'getSync'>,
  ) {
    this.table = new RowTable(kv, consents);
  }

  /** The oldest first. */
  of(platformUserId: string): readonly ProgramConsent[] {
    return this.table.current(this.queued, platformUserId) ?? [];
  }

  /** In the place of the one with its id. */
  replace(platformUserId: string, consent: ProgramConsent): KvOp {
    const all = this.of(platformUserId).map((known) => (known.id === consent.id ? consent : known));
    return this.put(platformUserId, all);
  }

  /** In the place of all that the person said before. */
  put(platformUserId: string, all: readonly ProgramConsent[]): KvOp {
    return all.length === 0 ? this.table.del(platformUserId) : this.table.put(platformUserId, all);
  }
}
