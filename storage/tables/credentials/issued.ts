// Credentials that were issued, without their claims, by organisation and in the order in which they were.
import { ISSUED_LOOKED_MAX } from '../../../core/base/limits/node/wallets.js';
import type { IssuedCredential } from '../../../core/credentials/issuing/issued.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';
import type { PageRequest } from '../accounts/tenants.js';

type CredentialKey = readonly [organisationId: string, id: string];

const issued = defineTable<CredentialKey, IssuedCredential>('issued-credentials');

export class IssuedCredentials {
  private readonly table: RowTable<CredentialKey, IssuedCredential>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(
    kv: KvReader,
    private readonly queued: Pick<Kv, 'getSync'>,
  ) {
    this.table = new RowTable(kv, issued);
  }

  find(organisationId: string, id: string): IssuedCredential | undefined {
    return this.table.latest(this.queued, [organisationId, id]);
  }

  put(credential: IssuedCredential): KvOp {
    return this.table.put([credential.organisationId, credential.id], credential);
  }

  /** Durable ones, of all times. */
  async *all(organisationId: string): AsyncIterable<IssuedCredential> {
    for await (const [, credential] of this.table.range({ prefix: organisationId })) yield credential;
  }

  /**
   * Durable ones that are wanted, the newest first. A page looks at ISSUED_LOOKED_MAX of them, and may have none then;
   * `last` is the place where the next one goes on.
   */
  async page(
    organisationId: string,
    { skip, top, after }: PageRequest<string>,
    isWanted: (credential: IssuedCredential) => boolean = () => true,
  ): Promise<{ readonly items: readonly IssuedCredential[]; readonly hasMore: boolean; readonly last?: string }> {
    const items: IssuedCredential[] = [];
    const to: CredentialKey = [organisationId, after ?? '\uffff'];
    const range = { from: [organisationId, ''] as const, to, reverse: true, limit: ISSUED_LOOKED_MAX };
    let looked = 0;
    let last: string | undefined;
    const page = (hasMore: boolean) => ({ items: items.slice(skip), hasMore, ...(last !== undefined && { last }) });
    for await (const [, credential] of this.table.range(range)) {
      if (items.length === skip + top) return page(true);
      looked += 1;
      last = credential.id;
      if (isWanted(credential)) items.push(credential);
    }
    return page(looked === ISSUED_LOOKED_MAX);
  }
}
