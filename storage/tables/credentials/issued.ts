// Credentials that were issued, without their claims, by organisation and in the order in which they were.
import type { IssuedCredential } from '../../../core/credentials/issuing/issued.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';
import type { Page, PageRequest } from '../accounts/tenants.js';

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

  /** Durable ones, the newest first. */
  async page(
    organisationId: string,
    { skip, top, after }: PageRequest<string>,
  ): Promise<Omit<Page<IssuedCredential>, 'totalCount'>> {
    const items: IssuedCredential[] = [];
    const to: CredentialKey = [organisationId, after ?? '\uffff'];
    const range = { from: [organisationId, ''] as const, to, reverse: true, limit: skip + top + 1 };
    for await (const [, credential] of this.table.range(range)) items.push(credential);
    return { items: items.slice(skip, skip + top), hasMore: items.length > skip + top };
  }
}
