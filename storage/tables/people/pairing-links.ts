// Links of pairing-resumption mails, by the hash of their token: a link is nowhere. A person has one good link at a
// time.
import type { PairingLink } from '../../../core/tenant/devices/pairing.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

const links = defineTable<string, PairingLink>('pairing-links');
const byUser = defineTable<string, string>('user-pairing-links');

export class PairingLinks {
  private readonly queued: Pick<Kv, 'getSync'>;
  private readonly links: RowTable<string, PairingLink>;
  private readonly byUser: RowTable<string, string>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(kv: KvReader, queued: Pick<Kv, 'getSync'>) {
    this.queued = queued;
    this.links = new RowTable(kv, links);
    this.byUser = new RowTable(kv, byUser);
  }

  find(tokenHash: string): PairingLink | undefined {
    return this.links.current(this.queued, tokenHash);
  }

  ofUser(platformUserId: string): PairingLink | undefined {
    const tokenHash = this.byUser.current(this.queued, platformUserId);
    return tokenHash === undefined ? undefined : this.find(tokenHash);
  }

  /** The one link of its person that is good from now on. */
  put(tokenHash: string, link: PairingLink): KvOp[] {
    const before = this.byUser.current(this.queued, link.platformUserId);
    return [
      ...(before === undefined ? [] : [this.links.del(before)]),
      this.links.put(tokenHash, link),
      this.byUser.put(link.platformUserId, tokenHash),
    ];
  }

  remove(tokenHash: string): KvOp[] {
    const link = this.find(tokenHash);
    if (link === undefined) return [];
    return [this.links.del(tokenHash), this.byUser.del(link.platformUserId)];
  }

  /** Deletions of what has expired, at most `limit`; commit them. */
  async sweep(nowMs: number, limit = 1000): Promise<KvOp[]> {
    const ops: KvOp[] = [];
    for await (const [tokenHash, { expiresAtMs }] of this.links.range()) {
      if (ops.length >= limit) break;
      if (expiresAtMs <= nowMs) ops.push(...this.remove(tokenHash));
    }
    return ops;
  }
}
