// Invitations, one row an organisation: the bound on them and the one pending invitation of an address are judged and
// written in one turn. A second row finds the organisation by the hash of a code; the code itself is nowhere.
import { INVITATION_KEEP_MS } from '../../../core/base/limits/node/accounts.js';
import { expire, type Invitation, withState } from '../../../core/tenant/invitation.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

const lists = defineTable<string, readonly Invitation[]>('invitations');
const byCode = defineTable<string, string>('invitation-codes');

export interface InvitationSweep {
  readonly commit: (ops: readonly KvOp[]) => Promise<void>;
  readonly opsOfExpired: (expired: Invitation) => readonly KvOp[];
}

export class Invitations {
  private readonly queued: Pick<Kv, 'getSync'>;
  private readonly lists: RowTable<string, readonly Invitation[]>;
  private readonly byCode: RowTable<string, string>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(kv: KvReader, queued: Pick<Kv, 'getSync'>) {
    this.queued = queued;
    this.lists = new RowTable(kv, lists);
    this.byCode = new RowTable(kv, byCode);
  }

  /** All that are kept of an organisation, oldest first. */
  of(organisationId: string): readonly Invitation[] {
    return this.lists.current(this.queued, organisationId) ?? [];
  }

  ofCode(codeHash: string): Invitation | undefined {
    const organisationId = this.byCode.current(this.queued, codeHash);
    return organisationId === undefined
      ? undefined
      : this.of(organisationId).find((invitation) => invitation.codeHash === codeHash);
  }

  /** `list` in the place of what there is; commit it in the turn in which `of` was read. */
  put(organisationId: string, list: readonly Invitation[]): KvOp[] {
    const before = hashes(this.of(organisationId));
    const after = hashes(list);
    return [
      list.length === 0 ? this.lists.del(organisationId) : this.lists.put(organisationId, list),
      ...[...before].filter((hash) => !after.has(hash)).map((hash) => this.byCode.del(hash)),
      ...[...after].filter((hash) => !before.has(hash)).map((hash) => this.byCode.put(hash, organisationId)),
    ];
  }

  /**
   * Says of what ran out that it did, with the operations that `opsOfExpired` gives for each, and forgets what expired
   * long ago. Commits by itself, so that what is queued meanwhile is in the rows that it writes.
   */
  async sweep(nowMs: number, { commit, opsOfExpired: noted }: InvitationSweep): Promise<void> {
    for await (const organisationId of this.lists.keys()) {
      const list = this.of(organisationId);
      const expired = expire(list, nowMs);
      const kept = expired
        .reduce(withState, list)
        .filter(({ expiresAtMs }) => nowMs < expiresAtMs + INVITATION_KEEP_MS);
      if (expired.length === 0 && kept.length === list.length) continue;
      await commit([...this.put(organisationId, kept), ...expired.flatMap(noted)]);
    }
  }
}

function hashes(list: readonly Invitation[]): ReadonlySet<string> {
  return new Set(list.map(({ codeHash }) => codeHash));
}
