// Which chunks the actions of registers name: what a node keeps for the ledger, and what is left to do for it. A claim
// is made before an action is submitted and stays while it may be sealed or is; the chunks go with it, and all claims
// of a register go with the register. It opens nothing and asks no peer.

import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';
import type { FileChunks } from './file-chunks.js';

export interface FileClaim {
  /** SHA-256 of the sealed chunks, each once. */
  readonly chunks: readonly string[];
  readonly claimedAtMs: number;
  /**
   * The node without a seat that sent the action: it has the chunks, and for a while perhaps no other node has them.
   */
  readonly senderId?: string;
}

/** `submitted`: what became of the action is not known yet. `wanted`: it is sealed, and chunks of it are not here. */
export type ClaimState = 'submitted' | 'wanted';

export interface ClaimTask {
  readonly registerId: string;
  readonly txId: string;
  readonly state: ClaimState;
}

type ClaimKey = readonly [registerId: string, txId: string];

const claims = defineTable<ClaimKey, FileClaim>('file-claims');
const tasks = defineTable<ClaimKey, ClaimState>('file-tasks');
const meta = defineTable<string, number>('node-meta');

const cursorName = (registerId: string) => `files/${registerId}`;

/** The dockets of a register above `height` are to be looked through again. */
export function lookAgainOps(kv: KvReader, registerId: string, height: number): readonly KvOp[] {
  const cursors = new RowTable(kv, meta);
  const name = cursorName(registerId);
  return (cursors.get(name) ?? 0) > height ? [cursors.put(name, height)] : [];
}

export class FileClaims {
  private readonly queued: Pick<Kv, 'getSync'>;
  private readonly claims: RowTable<ClaimKey, FileClaim>;
  private readonly tasks: RowTable<ClaimKey, ClaimState>;
  private readonly meta: RowTable<string, number>;
  private readonly chunks: Pick<FileChunks, 'change'>;

  constructor(kv: KvReader, queued: Pick<Kv, 'getSync'>, chunks: Pick<FileChunks, 'change'>) {
    this.queued = queued;
    this.claims = new RowTable(kv, claims);
    this.tasks = new RowTable(kv, tasks);
    this.meta = new RowTable(kv, meta);
    this.chunks = chunks;
  }

  find(registerId: string, txId: string): FileClaim | undefined {
    return this.claims.current(this.queued, [registerId, txId]);
  }

  state(registerId: string, txId: string): ClaimState | undefined {
    return this.tasks.current(this.queued, [registerId, txId]);
  }

  /**
   * The action needs these chunks. `state` absent: there is nothing left to do for it. An upload that has its claim
   * keeps it, from now on where it is submitted again: a claim that just ran out would take the files from what is
   * accepted next.
   */
  add(
    { registerId, txId }: Pick<ClaimTask, 'registerId' | 'txId'>,
    hashes: readonly string[],
    given: { readonly state?: ClaimState; readonly nowMs: number; readonly senderId?: string | undefined },
  ): readonly KvOp[] {
    const { nowMs: claimedAtMs, senderId } = given;
    const known = this.find(registerId, txId);
    const isAgain = given.state === 'submitted' && this.state(registerId, txId) === 'submitted';
    if (known) return isAgain ? [this.claims.put([registerId, txId], { ...known, claimedAtMs })] : [];
    const named = [...new Set(hashes)];
    return [
      this.claims.put([registerId, txId], { chunks: named, claimedAtMs, ...(senderId !== undefined && { senderId }) }),
      ...(given.state === undefined ? [] : [this.tasks.put([registerId, txId], given.state)]),
      ...this.chunks.change(new Map(named.map((hash) => [hash, 1]))),
    ];
  }

  /** The work for a claim from now on: none, when it has all its chunks and its action is sealed. */
  turn({ registerId, txId }: Pick<ClaimTask, 'registerId' | 'txId'>, state: ClaimState | undefined): readonly KvOp[] {
    if (this.state(registerId, txId) === state) return [];
    const key = [registerId, txId] as const;
    return [state === undefined ? this.tasks.del(key) : this.tasks.put(key, state)];
  }

  /** The action will never be sealed, or its register is gone: chunks that no other claim needs are deleted. */
  release(registerId: string, txId: string): readonly KvOp[] {
    const claim = this.find(registerId, txId);
    if (!claim) return [];
    const key = [registerId, txId] as const;
    const less = this.chunks.change(new Map(claim.chunks.map((hash) => [hash, -1])));
    return [this.claims.del(key), ...this.turn({ registerId, txId }, undefined), ...less];
  }

  /** The tasks that are left, behind a task and at most `limit` of them: durable ones only. */
  async *open(given: {
    readonly after?: Pick<ClaimTask, 'registerId' | 'txId'> | undefined;
    readonly limit: number;
  }): AsyncIterable<ClaimTask> {
    const { after, limit } = given;
    // A text sorts behind every other that it continues: nothing is between the two keys.
    const from: ClaimKey | undefined = after && [after.registerId, `${after.txId} `];
    for await (const [[registerId, txId], state] of this.tasks.range({ ...(from && { from }), limit }))
      yield { registerId, txId, state };
  }

  /** Height up to which the dockets of a register were looked through for files; 0 at first. */
  cursor(registerId: string): number {
    return this.meta.current(this.queued, cursorName(registerId)) ?? 0;
  }

  advance(registerId: string, height: number): KvOp {
    return this.meta.put(cursorName(registerId), height);
  }

  /** Registers that have claims, in order: one read of the disk each. */
  async registers(): Promise<readonly string[]> {
    const ids: string[] = [];
    for (let from: ClaimKey = ['', '']; ; ) {
      let next: string | undefined;
      for await (const [[registerId]] of this.claims.range({ from, limit: 1 })) next = registerId;
      if (next === undefined) return ids;
      ids.push(next);
      from = [`${next} `, ''];
    }
  }

  /** Deletes everything of a register, one commit an action. */
  async purge(registerId: string, commit: (ops: readonly KvOp[]) => Promise<void>): Promise<void> {
    const ids: string[] = [];
    for await (const [[, txId]] of this.claims.range({ prefix: registerId })) ids.push(txId);
    for (const txId of ids) {
      const ops = this.release(registerId, txId);
      if (ops.length > 0) await commit(ops);
    }
    await commit([this.meta.del(cursorName(registerId))]);
  }
}
