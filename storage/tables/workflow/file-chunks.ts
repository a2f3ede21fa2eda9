// Sealed chunks of files by content address, and who needs them: an upload that no action names yet, or an action of
// a register. A chunk goes when none of them needs it any more. It opens nothing and decides nothing; changes are
// operations for the caller's one commit, made from what is queued, so that nothing may wait between the two.
import { sha256Hex } from '../../../core/base/hash.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';

interface Uses {
  /** Uploads and actions that need the chunk. */
  readonly uses: number;
  /** 0 while the chunk is needed and not here. */
  readonly bytes: number;
}

interface Usage {
  readonly bytes: number;
}

const chunks = defineTable<string, Uint8Array>('file-chunks');
const uses = defineTable<string, Uses>('file-chunk-uses');
const usages = defineTable<string, Usage>('upload-usage');

/** The bytes of all chunks stand under a name that is not an organisation. */
const STORED = '*';
const NONE: Uses = { uses: 0, bytes: 0 };

export class FileChunks {
  private readonly queued: Pick<Kv, 'getSync'>;
  private readonly chunks: RowTable<string, Uint8Array>;
  private readonly uses: RowTable<string, Uses>;
  private readonly usages: RowTable<string, Usage>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(kv: KvReader, queued: Pick<Kv, 'getSync'>) {
    this.queued = queued;
    this.chunks = new RowTable(kv, chunks);
    this.uses = new RowTable(kv, uses);
    this.usages = new RowTable(kv, usages);
  }

  /** True if the chunk is here, or will be once what is queued is durable. */
  has(hash: string): boolean {
    return (this.uses.current(this.queued, hash)?.bytes ?? 0) > 0;
  }

  /** The sealed bytes; undefined for a chunk that is not here, or whose bytes changed on disk. */
  async chunk(hash: string): Promise<Uint8Array | undefined> {
    const [bytes] = await this.chunks.getMany([hash]);
    return bytes !== undefined && sha256Hex(bytes) === hash ? bytes : undefined;
  }

  /** Bytes of all chunks of this node. */
  get storedBytes(): number {
    return this.usages.current(this.queued, STORED)?.bytes ?? 0;
  }

  /**
   * The claims that need chunks now: by how many each chunk is needed more or less, and chunks that come, by their
   * hash. A single call a commit, because two operations on one key would not add up. A chunk that no claim needs is
   * not kept; one that is here is written again, as its bytes may have changed on disk.
   */
  change(
    needs: ReadonlyMap<string, number>,
    come: ReadonlyMap<string, Uint8Array> = new Map<string, Uint8Array>(),
  ): readonly KvOp[] {
    const ops: KvOp[] = [];
    let stored = 0;
    for (const hash of new Set([...needs.keys(), ...come.keys()])) {
      const before = this.uses.current(this.queued, hash) ?? NONE;
      const count = before.uses + (needs.get(hash) ?? 0);
      const bytes = come.get(hash);
      const after = count > 0 ? { uses: count, bytes: bytes?.length ?? before.bytes } : NONE;
      stored += after.bytes - before.bytes;
      if (after.uses !== before.uses || after.bytes !== before.bytes)
        ops.push(after.uses > 0 ? this.uses.put(hash, after) : this.uses.del(hash));
      if (bytes && after.uses > 0) ops.push(this.chunks.put(hash, bytes));
      else if (after.bytes === 0 && before.bytes > 0) ops.push(this.chunks.del(hash));
    }
    if (stored !== 0) ops.push(this.usages.put(STORED, { bytes: Math.max(0, this.storedBytes + stored) }));
    return ops;
  }
}
