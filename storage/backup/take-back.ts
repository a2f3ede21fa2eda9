// Takes registers of a backup back to a lower docket while it is restored. The plan reads the file only, and refuses
// what cannot be: an unknown register, a docket that the backup has not, damage up to it. Bodies, certificates and
// round changes above it are left out, and everything that sealing makes: the caller seals the dockets that stay again.
// A register that others have keeps its vote memory and a note: it is closed until it is as high again as it was, so
// that its seat votes on nothing that it voted on before. A register that this node alone decides is given up above the
// docket, with its votes: its history is forked.
import { isHex } from '../../core/base/bytes.js';
import { issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import type { Certificate } from '../../core/model/register.js';
import { ZERO_HASH } from '../../core/register/docket.js';
import { hashBytes, readLocation } from '../chain/chain-read.js';
import { type ChainTip, decodeHead } from '../chain/head-codec.js';
import { type RegisterRecord, recordOp } from '../chain/registers.js';
import type { Kv, KvOp } from '../engine/kv.js';
import { openJson, sound } from '../engine/value.js';
import { bodyKey, heightKey, metaKey, regOf } from '../keys/chain-keys.js';
import { CHAIN_ROWS, type ChainRow } from '../keys/chain-rows.js';
import { codeOf, prefixCode } from '../keys/row.js';
import { cursorKey, UNSEALED_ROWS } from '../repair/rebuild.js';
import { noteKey, type Resealing, resealingOp } from '../repair/reseal-note.js';
import { soundDocket } from '../repair/survey.js';
import { beforeForkOps } from '../tables/accounts/idempotency.js';
import { Blueprints } from '../tables/workflow/blueprints.js';
import { lookAgainOps } from '../tables/workflow/file-claims.js';
import { InboxRows } from '../tables/workflow/inbox.js';
import { failLostOperationOps } from '../tables/workflow/operations.js';
import { RunChecks } from '../tables/workflow/run-checks.js';
import type { RestoreChange } from './backup.js';
import { entriesOf } from './backup-file.js';

/** Entries between two calls of a progress. */
const PROGRESS_STEP = 1000;
/** Fewer characters of an id name nothing. */
const BEGINNING_MIN = 4;

export interface TakeBack {
  readonly record: RegisterRecord;
  readonly toHeight: number;
  /** The highest docket of the backup. */
  readonly headHeight: number;
  /** Up to here this node sealed or took part, as far as the backup tells. */
  readonly awaitedHeight: number;
  /** Transactions of the dockets that go; undefined where the head cannot be read. */
  readonly transactions: number | undefined;
  /** No other node decides with this one: what it sealed above the docket is given up. */
  readonly isFork: boolean;
}

/** A register as the file has it. */
interface Found {
  record: RegisterRecord | undefined;
  head: ChainTip | undefined;
  validators: number;
  /** Height of the vote memory. */
  voting: number;
  note: Resealing | undefined;
  certified: number;
  /** Where its rows begin in the file. */
  readonly starts: Map<WalkedRow, number>;
}

const WALKED_ROWS = ['body', 'transaction', 'certificate'] as const satisfies readonly ChainRow[];
type WalkedRow = (typeof WALKED_ROWS)[number];

/** Register (its id, its name or how its id begins) and the docket that it is taken back to. */
export type TakeBackHeights = ReadonlyMap<string, number>;

/**
 * The dockets that the file has of each register that is wanted, or why it cannot be taken back. The hash of the file
 * is not looked at here.
 */
export async function planTakeBack(
  file: string,
  wanted: TakeBackHeights,
  onProgress: (entries: number) => void = () => undefined,
): Promise<Result<readonly TakeBack[]>> {
  const rows = await survey(file, onProgress);
  const plan: TakeBack[] = [];
  for (const [named, toHeight] of wanted) {
    const item = pickRegister(rows, named);
    if (isFailure(item)) return item;
    const registerId = item.record.id;
    if (plan.some(({ record }) => record.id === registerId))
      return fail(issue('BODY_INVALID', '', `${named} names the register ${registerId}, which is named already.`));
    const headHeight = Math.max(item.head?.height ?? -1, item.certified);
    if (toHeight > headHeight)
      return fail(issue('DOCKET_NOT_FOUND', '', `The backup has ${registerId} up to docket ${headHeight} only.`));
    const taken = await walk(file, item, toHeight);
    if (isFailure(taken)) return taken;
    const isCut = toHeight < headHeight;
    const { record, note } = item;
    plan.push({
      ...{ record, toHeight, headHeight },
      awaitedHeight: Math.max(headHeight, item.voting - 1, note?.targetHeight ?? -1),
      transactions: item.head && item.head.txCount - taken.transactions,
      isFork: isCut && record.subscribed === undefined && item.validators <= 1 && note?.isTakenBack !== true,
    });
  }
  return plan;
}

/** The one that has this id, or else is called so, or else the one whose id begins so. */
function pickRegister(rows: readonly Found[], named: string): Result<Found & { readonly record: RegisterRecord }> {
  const here = rows.flatMap((item) =>
    item.record && item.record.purging !== true ? [{ ...item, record: item.record }] : [],
  );
  const ways: readonly ((record: RegisterRecord) => boolean)[] = [
    ({ id }) => id === named,
    ({ name }) => name === named,
    ({ id }) => named.length >= BEGINNING_MIN && id.startsWith(named.toLowerCase()),
  ];
  for (const isMeant of ways) {
    const [item, other] = here.filter(({ record }) => isMeant(record));
    if (other)
      return fail(
        issue('REGISTER_NOT_FOUND', '', `The backup has several registers that "${named}" names: state the id.`),
      );
    if (item) return item;
  }
  return fail(issue('REGISTER_NOT_FOUND', '', `The backup has no register ${named}.`));
}

/** For `restore`. `seal` seals the dockets up to the height of each register again, before the store may be opened. */
export function takingBack(plan: readonly TakeBack[], seal: (kv: Kv) => Promise<void>): RestoreChange {
  const byReg = new Map(plan.map((item) => [item.record.reg, item]));
  const notes = plan.flatMap(({ record }) => [noteKey(record.reg), cursorKey(record.reg)].map(Buffer.from));
  return {
    keeps: (key) => {
      if (codeOf(key) === META) return !notes.some((note) => note.equals(key));
      const row = ROWS.get(codeOf(key));
      const taken = row && byReg.get(regOf(key));
      return !taken || keepsRow(taken, row, key);
    },
    finish: async (kv) => {
      await seal(kv);
      const ops: KvOp[] = [];
      for (const taken of plan) ops.push(...lastOps(kv, taken), ...(await revertOps(kv, taken)));
      if (plan.some(({ isFork }) => isFork)) ops.push(...(await beforeForkOps(kv)));
      return ops;
    },
  };
}

const META = prefixCode(CHAIN_ROWS.meta.prefix);
const HEIGHT_ROWS: readonly ChainRow[] = ['body', 'transaction', 'certificate', 'justification'];
const VOTE_ROWS: readonly ChainRow[] = ['consensus', 'undecided', 'candidates'];
/** Rows of a register by the prefix of their key. */
const ROWS = new Map<number, ChainRow>(
  [...UNSEALED_ROWS, ...HEIGHT_ROWS, ...VOTE_ROWS].map((row) => [prefixCode(CHAIN_ROWS[row].prefix), row]),
);
const HEIGHT_AT = 5;

function heightOf(key: Uint8Array): number {
  return Number(Buffer.from(key.buffer, key.byteOffset, key.length).readBigUInt64BE(HEIGHT_AT));
}

function keepsRow({ toHeight, headHeight, isFork }: TakeBack, row: ChainRow, key: Uint8Array): boolean {
  if (VOTE_ROWS.includes(row)) return !isFork;
  if (!HEIGHT_ROWS.includes(row)) return false;
  const height = heightOf(key);
  // Above the head of the backup are bodies that its votes may have promised.
  return height <= toHeight || (!isFork && height > headHeight);
}

function lastOps(kv: Kv, taken: TakeBack): readonly KvOp[] {
  const { record, toHeight, awaitedHeight, isFork } = taken;
  const again = [
    new InboxRows(kv).dropOp(record.reg),
    new RunChecks(kv).dropOp(record.reg),
    ...lookAgainOps(kv, record.id, toHeight),
  ];
  if (isFork) {
    const { checkpoint, ...rest } = record;
    // A docket that was named above belongs to the branch that is given up.
    return (checkpoint?.height ?? -1) > toHeight ? [...again, recordOp(rest)] : again;
  }
  if (awaitedHeight === toHeight) return again;
  const note = resealingOp(record.reg, { targetHeight: awaitedHeight, isCleared: true, isTakenBack: true });
  const reason = awaitedText(toHeight, awaitedHeight);
  const waiting = { ...record, damage: reason, status: 'RECOVERY', statusReason: reason } as const;
  // A register that its operator stopped waits until it is started.
  return [...again, note, ...(record.status === 'OFFLINE' ? [] : [recordOp(waiting)])];
}

/**
 * Drafts and operations say of nothing that is given up that it was done: it is new when it is done again.
 */
async function revertOps(kv: Kv, { record, isFork }: TakeBack): Promise<readonly KvOp[]> {
  if (!isFork) return [];
  const isSealed = (txId: string) => readLocation(kv, record.reg, txId) !== undefined;
  return [
    ...(await new Blueprints(kv, kv).unpublish(record.id, isSealed)),
    ...(await failLostOperationOps(kv, record.id, isSealed)),
  ];
}

/** Why a register that was taken back is closed. */
export function awaitedText(toHeight: number, awaitedHeight: number): string {
  return `taken back to docket ${toHeight} by a restore; dockets up to ${awaitedHeight} are awaited from other members`;
}

async function survey(file: string, onProgress: (entries: number) => void): Promise<readonly Found[]> {
  const byKey = new Map<number, Found>();
  const of = (reg: number): Found => {
    let item = byKey.get(reg);
    if (!item) {
      const nothing = { record: undefined, head: undefined, note: undefined };
      item = { ...nothing, validators: 0, voting: 0, certified: -1, starts: new Map() };
      byKey.set(reg, item);
    }
    return item;
  };
  let entries = 0;
  for await (const { key, value, at } of entriesOf(file)) {
    if (++entries % PROGRESS_STEP === 0) onProgress(entries);
    NOTED.get(codeOf(key))?.(of, { key, value, at });
  }
  return [...byKey.values()];
}

interface Row {
  readonly key: Buffer;
  readonly value: Buffer;
  readonly at: number;
}

/** The notes that the survey takes of each row, by the prefix of its key. */
const NOTED = new Map<number, (of: (reg: number) => Found, row: Row) => void>(
  Object.entries({
    ...Object.fromEntries(
      WALKED_ROWS.map((name) => [
        name,
        (of: (reg: number) => Found, { key, at }: Row) => {
          const item = of(regOf(key));
          if (!item.starts.has(name)) item.starts.set(name, at);
          if (name === 'certificate') item.certified = heightOf(key);
        },
      ]),
    ),
    head: (of, { key, value }) => {
      of(regOf(key)).head = sound(() => decodeHead(value));
    },
    terms: (of, { key, value }) => {
      const terms = sound(() => openJson<{ roster: { validators: unknown[] } }>(value, 'the terms of a register'));
      of(regOf(key)).validators = terms?.roster.validators.length ?? 0;
    },
    consensus: (of, { key, value }) => {
      of(regOf(key)).voting = sound(() => openJson<{ height: number }>(value, 'a consensus record'))?.height ?? 0;
    },
    register: (of, { value }) => {
      const record = sound(() => openJson<RegisterRecord>(value, 'a register record'));
      if (record) of(record.reg).record = record;
    },
    meta: (of, { key, value }) => {
      const [, reg] = NOTE_NAME.exec(key.toString('latin1')) ?? [];
      if (reg !== undefined) of(Number(reg)).note = sound(() => openJson<Resealing>(value, 'the note of a repair'));
    },
  } satisfies Partial<Record<ChainRow, (of: (reg: number) => Found, row: Row) => void>>).map(([name, note]) => [
    prefixCode(CHAIN_ROWS[name as ChainRow].prefix),
    note,
  ]),
);
const NOTE_NAME = new RegExp(`^${Buffer.from(metaKey('reseal/')).toString('latin1')}(\\d+)$`);

/**
 * Every docket up to the height is whole, follows the one below it, and has its certificate; else the first that is
 * not.
 */
async function walk(
  file: string,
  { record, starts }: Found,
  toHeight: number,
): Promise<Result<{ readonly transactions: number }>> {
  const { reg, genesisHash } = record as RegisterRecord;
  const rows = (name: WalkedRow) => new Forward(file, starts.get(name));
  const [bodies, transactions, certificates] = [rows('body'), rows('transaction'), rows('certificate')];
  let count = 0;
  let below: string = ZERO_HASH;
  try {
    for (let height = 0; height <= toHeight; height++) {
      const damaged = issue('STORE_DAMAGED', '', `Docket ${height} of ${record?.id} is damaged in the backup.`);
      const bytes = await certificates.get(heightKey('certificate', reg, height));
      const certificate = bytes && sound(() => openJson<Certificate>(bytes, 'a certificate'));
      const hash = certificate?.docketHash;
      if (hash === undefined || !isHex(hash, 32) || (height === 0 && hash !== genesisHash)) return fail(damaged);
      const body = await bodies.get(bodyKey(reg, height, hashBytes(hash)));
      const getMany = (keys: readonly Uint8Array[]) => transactions.getMany(keys);
      const docket = await soundDocket({ getSync: () => body, getMany }, { reg, height, hash });
      if (!docket || docket.header.prevHash !== below) return fail(damaged);
      below = hash;
      count += docket.transactions.length;
    }
    return { transactions: count };
  } finally {
    for (const forward of [bodies, transactions, certificates]) await forward.close();
  }
}

/** Values of rising keys, read once from front to back. */
class Forward {
  private readonly entries: ReturnType<typeof entriesOf> | undefined;
  private next: { readonly key: Buffer; readonly value: Buffer } | undefined;

  constructor(file: string, from: number | undefined) {
    this.entries = from === undefined ? undefined : entriesOf(file, from);
  }

  async get(key: Uint8Array): Promise<Uint8Array | undefined> {
    while (this.entries && (this.next === undefined || Buffer.compare(this.next.key, key) < 0)) {
      const read = await this.entries.next();
      if (read.done) return undefined;
      this.next = read.value;
    }
    return this.next?.key.equals(key) ? this.next.value : undefined;
  }

  async getMany(keys: readonly Uint8Array[]): Promise<(Uint8Array | undefined)[]> {
    const values: (Uint8Array | undefined)[] = [];
    for (const key of keys) values.push(await this.get(key));
    return values;
  }

  async close(): Promise<void> {
    await this.entries?.return(undefined);
  }
}
