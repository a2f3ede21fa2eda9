// Programs that administrators registered, and those that registered themselves, all in memory beside their rows: their
// number is bounded. A change counts from the moment at which it is queued, so that two requests in one turn cannot
// both take a client id.
import type { RegisteredClient } from '../../../core/tenant/programs/clients.js';
import type { KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

const clients = defineTable<string, RegisteredClient>('program-clients');

export class ProgramClients {
  private constructor(
    private readonly table: RowTable<string, RegisteredClient>,
    private readonly known: Map<string, RegisteredClient>,
  ) {}

  static async open(kv: KvReader): Promise<ProgramClients> {
    const table = new RowTable(kv, clients);
    const known = new Map<string, RegisteredClient>();
    for await (const [id, client] of table.range()) known.set(id, client);
    return new ProgramClients(table, known);
  }

  /** Of those that administrators registered. */
  get count(): number {
    return this.known.size - this.selfRegistered().length;
  }

  selfRegistered(): readonly RegisteredClient[] {
    return [...this.known.values()].filter(({ endsAtMs }) => endsAtMs !== undefined);
  }

  /** Deletions of those that registered themselves and have ended; commit them. */
  sweep(nowMs: number): readonly KvOp[] {
    const ended = this.selfRegistered().filter(({ endsAtMs = nowMs }) => endsAtMs <= nowMs);
    return ended.map(({ clientId }) => this.delete(clientId));
  }

  /** In the order in which they were registered. */
  all(): readonly RegisteredClient[] {
    return [...this.known.values()].sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
  }

  find(clientId: string): RegisteredClient | undefined {
    return this.known.get(clientId);
  }

  /** At once; commit the operation. */
  put(client: RegisteredClient): KvOp {
    this.known.set(client.clientId, client);
    return this.table.put(client.clientId, client);
  }

  delete(clientId: string): KvOp {
    this.known.delete(clientId);
    return this.table.del(clientId);
  }
}
