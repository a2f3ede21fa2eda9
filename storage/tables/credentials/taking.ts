// Credentials that wallets of this node are to take by themselves, from the docket that made them available until they
// are taken or are not.
import type { Hash } from '../../../core/model/register.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

export interface TakingCredential {
  /** Address of the recipient, as the ledger has it. */
  readonly recipient: string;
  readonly issuanceTxId: Hash;
  readonly registerId: string;
  readonly credentialId: string;
  /** A wallet of the same address that is made later has another id. */
  readonly walletId: string;
  /** When it was available. */
  readonly askedAtMs: number;
  /** Keys of its copies, from when an issuer may have signed for them: another try takes the same copies. */
  readonly keys?: { readonly first: number; readonly count: number };
}

export type TakingKey = readonly [recipient: string, issuanceTxId: Hash];

const taking = defineTable<TakingKey, TakingCredential>('taking-credentials');

export class TakingCredentials {
  private readonly table: RowTable<TakingKey, TakingCredential>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(
    kv: KvReader,
    private readonly queued: Pick<Kv, 'getSync'>,
  ) {
    this.table = new RowTable(kv, taking);
  }

  find(key: TakingKey): TakingCredential | undefined {
    return this.table.latest(this.queued, key);
  }

  put(row: TakingCredential): KvOp {
    return this.table.put([row.recipient, row.issuanceTxId], row);
  }

  remove({ recipient, issuanceTxId }: Pick<TakingCredential, 'recipient' | 'issuanceTxId'>): KvOp {
    return this.table.del([recipient, issuanceTxId]);
  }

  /** Keys of durable ones, of a recipient or of all; at most `limit`. */
  async list(limit: number, recipient?: string): Promise<readonly TakingKey[]> {
    const keys: TakingKey[] = [];
    const range = recipient === undefined ? { limit } : { prefix: recipient, limit };
    for await (const key of this.table.keys(range)) keys.push(key);
    return keys;
  }
}
