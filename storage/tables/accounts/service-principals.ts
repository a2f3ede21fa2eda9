// Service principals, all in memory beside their rows: their number is bounded, and a change counts from the moment at
// which it is queued. So two requests in one turn cannot both take a client id, and none is believed that was suspended
// in the meantime.
import type { Principal } from '../../../core/tenant/services/principal.js';
import type { KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

const principals = defineTable<string, Principal>('service-principals');

export class ServicePrincipals {
  private readonly byClient = new Map<string, Principal>();

  private constructor(
    private readonly table: RowTable<string, Principal>,
    private readonly byId: Map<string, Principal>,
  ) {
    for (const principal of byId.values()) this.byClient.set(principal.clientId, principal);
  }

  static async open(kv: KvReader): Promise<ServicePrincipals> {
    const table = new RowTable(kv, principals);
    const byKey = new Map<string, Principal>();
    for await (const [id, principal] of table.range()) byKey.set(id, principal);
    return new ServicePrincipals(table, byKey);
  }

  /** Deleted ones too. */
  get count(): number {
    return this.byId.size;
  }

  /** In the order in which they were made. */
  all(): readonly Principal[] {
    return [...this.byId.values()].sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
  }

  find(id: string): Principal | undefined {
    return this.byId.get(id);
  }

  ofClient(clientId: string): Principal | undefined {
    return this.byClient.get(clientId);
  }

  /** The principal in the place of its earlier state, at once; commit the operation. */
  put(principal: Principal): KvOp {
    this.byId.set(principal.id, principal);
    this.byClient.set(principal.clientId, principal);
    return this.table.put(principal.id, principal);
  }
}
