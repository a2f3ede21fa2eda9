// The second factors of people, one row a platform user: what is counted in it (codes used once, signatures of a
// passkey) is judged and written in one turn.
import { type Factors, NO_FACTORS } from '../../../core/tenant/factors/factors.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

const factors = defineTable<string, Factors>('user-factors');

export class FactorStore {
  private readonly queued: Pick<Kv, 'getSync'>;
  private readonly factors: RowTable<string, Factors>;
  /** Accounts by passkey: those of all rows, once they were read, and of what was put since. */
  private readonly owners = new Map<string, string>();
  private reading: Promise<void> | undefined;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(kv: KvReader, queued: Pick<Kv, 'getSync'>) {
    this.queued = queued;
    this.factors = new RowTable(kv, factors);
  }

  of(platformUserId: string): Factors {
    return this.factors.current(this.queued, platformUserId) ?? NO_FACTORS;
  }

  /** Reads once, with the first new passkey, which accounts have which. */
  readOwners(): Promise<void> {
    this.reading ??= this.readAll().catch((error: unknown) => {
      this.reading = undefined;
      throw error;
    });
    return this.reading;
  }

  private async readAll(): Promise<void> {
    for await (const [platformUserId, { passkeys }] of this.factors.range())
      for (const { id } of passkeys) if (!this.owners.has(id)) this.owners.set(id, platformUserId);
  }

  /** The account that has the passkey; call `readOwners` before. */
  ownerOf(passkeyId: string): string | undefined {
    const owner = this.owners.get(passkeyId);
    return owner !== undefined && this.of(owner).passkeys.some(({ id }) => id === passkeyId) ? owner : undefined;
  }

  /** `changed` in the place of what there is; commit it in the turn in which `of` was read. */
  put(platformUserId: string, changed: Factors): KvOp {
    const { totp, passkeys, wrongCodes } = changed;
    for (const { id } of passkeys) this.owners.set(id, platformUserId);
    return totp === undefined && passkeys.length === 0 && wrongCodes === undefined
      ? this.factors.del(platformUserId)
      : this.factors.put(platformUserId, changed);
  }
}
