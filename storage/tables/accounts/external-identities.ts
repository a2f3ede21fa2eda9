// External identities of accounts: a list an account, and a row each by which an account is found. Both are written in
// one commit.
import { type ExternalIdentity, type IdentityName, isSame } from '../../../core/tenant/federation/identity.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

type Key = readonly [organisationId: string, issuer: string, subject: string];

const byName = defineTable<Key, string>('external-identities');
const lists = defineTable<string, readonly ExternalIdentity[]>('user-external-identities');

export class ExternalIdentities {
  private readonly queued: Pick<Kv, 'getSync'>;
  private readonly byName: RowTable<Key, string>;
  private readonly lists: RowTable<string, readonly ExternalIdentity[]>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(kv: KvReader, queued: Pick<Kv, 'getSync'>) {
    this.queued = queued;
    this.byName = new RowTable(kv, byName);
    this.lists = new RowTable(kv, lists);
  }

  /** The platform user whose identity that is. */
  userIdOf(name: IdentityName): string | undefined {
    return this.byName.current(this.queued, keyOf(name));
  }

  /** Oldest first. */
  of(platformUserId: string): readonly ExternalIdentity[] {
    return this.lists.current(this.queued, platformUserId) ?? [];
  }

  /** `list` in the place of what there is; commit it in the turn in which `of` and `userIdOf` were read. */
  put(platformUserId: string, list: readonly ExternalIdentity[]): KvOp[] {
    const gone = this.of(platformUserId).filter((before) => !list.some((after) => isSame(before, after)));
    return [
      list.length === 0 ? this.lists.del(platformUserId) : this.lists.put(platformUserId, list),
      ...gone.map((item) => this.byName.del(keyOf(item))),
      ...list.map((item) => this.byName.put(keyOf(item), platformUserId)),
    ];
  }

  /** Ids of the platform users that an organisation has identities of, each once; what is queued is not among them. */
  async userIdsIn(organisationId: string): Promise<ReadonlySet<string>> {
    const ids = new Set<string>();
    for await (const [, userId] of this.byName.range({ prefix: organisationId })) ids.add(userId);
    return ids;
  }
}

function keyOf({ organisationId, issuer, subject }: IdentityName): Key {
  return [organisationId, issuer, subject];
}
