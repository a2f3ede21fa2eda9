// Rows of what this node found in sealed runs for the wallets that it keeps: the runs that are wrong, and
// how far each register was checked. They are not part of the ledger: what another wallet finds is its own, and what
// was told once is not told again. It judges nothing.
import type { Hash } from '../../../core/model/register.js';
import { isDamage } from '../../engine/fault.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, RowTable } from '../../engine/table.js';

/** How far a register was checked. */
export interface CheckCursor {
  /** Of the newest docket that was looked at. */
  readonly height: number;
  readonly hash: Hash;
  /** The rows of the register are of another history of it: they are deleted, and the register is checked again. */
  readonly dropping?: true;
}

/** The fault that an objection to the run has to name, or that the run was not delivered. */
export interface FoundFault {
  readonly ground: 'schema' | 'shape' | 'calculation' | 'route' | 'delegation' | 'credential' | 'undelivered';
  /** As the `at` of an objection. */
  readonly at: string;
}

/** A run that is wrong for one wallet. */
export interface FoundRun {
  readonly instanceId: string;
  readonly actionId: number;
  /** The wallet that stated it. */
  readonly sender: string;
  /** In the order of the rules, at least one. */
  readonly faults: readonly FoundFault[];
  /** Time of its docket. */
  readonly sealedMs: number;
  readonly foundMs: number;
}

type MissedKey = readonly [reg: number, wallet: string];
type AwayKey = readonly [reg: number, height: number];
type RunKey = readonly [wallet: string, reg: number, txId: string];

const cursors = defineTable<number, CheckCursor>('check-cursors');
const missed = defineTable<MissedKey, CheckCursor>('missed-checks');
const away = defineTable<AwayKey, Uint8Array>('away-checks');
const runs = defineTable<RunKey, FoundRun>('found-runs');
const EMPTY = new Uint8Array(0);
/** Rows that are deleted in one commit. */
const DROP_BATCH = 1000;

/** A row of these is damaged. They follow from the ledger, and are made again. */
export class FoundRowsDamage extends Error {}

export class RunChecks {
  private readonly cursors: RowTable<number, CheckCursor>;
  private readonly missedBy: RowTable<MissedKey, CheckCursor>;
  private readonly away: RowTable<AwayKey, Uint8Array>;
  private readonly runs: RowTable<RunKey, FoundRun>;

  constructor(kv: Pick<Kv, 'getSync' | 'getMany' | 'range'>) {
    this.cursors = new RowTable(kv, cursors);
    this.missedBy = new RowTable(kv, missed);
    this.away = new RowTable(kv, away);
    this.runs = new RowTable(kv, runs);
  }

  /** Local numbers of the registers of which something is known. */
  async registers(): Promise<readonly number[]> {
    const numbers: number[] = [];
    for await (const reg of this.cursors.keys()) numbers.push(reg);
    return numbers;
  }

  cursor(reg: number): CheckCursor | undefined {
    return readOrThrow(() => this.cursors.get(reg));
  }

  cursorOp(reg: number, cursor: CheckCursor): KvOp {
    return this.cursors.put(reg, cursor);
  }

  /**
   * The register was taken back: what was found above may be right, or be sealed at another time, where it comes again.
   */
  dropOp(reg: number): KvOp {
    return this.cursors.put(reg, { height: -1, hash: '', dropping: true });
  }

  /** Wallets that were locked when runs of the register were sealed to them, and the docket behind which that began. */
  async missedWallets(reg: number): Promise<readonly (readonly [wallet: string, cursor: CheckCursor])[]> {
    const rows: (readonly [string, CheckCursor])[] = [];
    try {
      for await (const [[, wallet], cursor] of this.missedBy.range({ prefix: [reg] })) rows.push([wallet, cursor]);
    } catch (error) {
      throw ofRows(error);
    }
    return rows;
  }

  missedOp(key: MissedKey, cursor: CheckCursor): KvOp {
    return this.missedBy.put(key, cursor);
  }

  dropMissedOp(key: MissedKey): KvOp {
    return this.missedBy.del(key);
  }

  /** Whether evidence of a gate of the docket is still to come. */
  isAway(key: AwayKey): boolean {
    return this.away.get(key) !== undefined;
  }

  /** Heights of such dockets, ascending. */
  async awayHeights(
    reg: number,
    { behind, limit }: { readonly behind: number; readonly limit: number },
  ): Promise<readonly number[]> {
    const heights: number[] = [];
    const range = { from: [reg, behind + 1], to: [reg + 1, 0], limit } as const;
    for await (const [, height] of this.away.keys(range)) heights.push(height);
    return heights;
  }

  awayOp(key: AwayKey): KvOp {
    return this.away.put(key, EMPTY);
  }

  dropAwayOp(key: AwayKey): KvOp {
    return this.away.del(key);
  }

  has(wallet: string, reg: number, txId: string): boolean {
    return readOrThrow(() => this.runs.get([wallet, reg, txId]) !== undefined);
  }

  foundOp(key: RunKey, run: FoundRun): KvOp {
    return this.runs.put(key, run);
  }

  /** By TxId, at most `limit`. */
  async foundBy(wallet: string, reg: number, limit: number): Promise<readonly (readonly [string, FoundRun])[]> {
    const rows: (readonly [string, FoundRun])[] = [];
    try {
      for await (const [[, , txId], run] of this.runs.range({ prefix: [wallet, reg], limit })) rows.push([txId, run]);
    } catch (error) {
      throw ofRows(error);
    }
    return rows;
  }

  /** Deletes the rows of a register in bounded commits, the cursor last; can be repeated after a crash. */
  async drop(reg: number, commit: (ops: readonly KvOp[]) => Promise<void>): Promise<void> {
    let ops: KvOp[] = [];
    for await (const key of this.missedBy.keys()) if (key[0] === reg) ops.push(this.missedBy.del(key));
    const commitMany = async () => {
      if (ops.length < DROP_BATCH) return;
      await commit(ops);
      ops = [];
    };
    for await (const key of this.away.keys({ prefix: [reg] })) {
      ops.push(this.away.del(key));
      await commitMany();
    }
    for await (const key of this.runs.keys()) {
      if (key[1] === reg) ops.push(this.runs.del(key));
      await commitMany();
    }
    await commit([...ops, this.cursors.del(reg)]);
  }
}

function readOrThrow<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw ofRows(error);
  }
}

function ofRows(error: unknown): unknown {
  return isDamage(error) ? new FoundRowsDamage(error.issue.message, { cause: error }) : error;
}
