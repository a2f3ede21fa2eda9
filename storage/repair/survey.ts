// Damage of a register's rows, docket by docket: links, roots, bytes and certificates against the header chain, the
// head and state by their checksums, the indexes by theirs and by their counts. It only reads; what to do about damage
// is decided in actors/repair.
import { isFailure } from '../../core/base/result.js';
import { kindOf } from '../../core/kinds/index.js';
import type { Certificate, Docket, Hash, SealedDocket } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import { checkBody, docketHash } from '../../core/register/docket.js';
import { decodeTransaction } from '../../core/transaction/encode.js';
import {
  hashBytes,
  readBody,
  readCertificate,
  readHead,
  readLocation,
  readPointer,
  readTransactionBytes,
} from '../chain/chain-read.js';
import { type ChainTip, decodeState } from '../chain/head-codec.js';
import { holdsHistory } from '../chain/history.js';
import { decodeCount, decodeRun, runsOf } from '../chain/index-rows.js';
import { decodeBody } from '../chain/rows.js';
import { StoreError } from '../engine/fault.js';
import type { Kv } from '../engine/kv.js';
import { openJson, sound } from '../engine/value.js';
import { bodyKey, heightKey, regKey, regOf, rowRange, stateKey } from '../keys/chain-keys.js';
import { leadsToTerms } from './check.js';

/** Rows looked at before others have a turn. */
const TURN_ROWS = 512;
/** Rows of state read together; each may be as large as an instance. */
const LEFT_ROWS = 256;

/**
 * Which rows of a docket are damaged or missing. `body` includes its transactions, `places` where the index has them.
 */
export interface DocketDamage {
  readonly height: number;
  readonly body: boolean;
  readonly certificate: boolean;
  readonly pointer: boolean;
  readonly places: boolean;
  readonly justification: boolean;
  /**
   * There is no pointer at all, so the batch of the seal is gone, with the state and the index entries that only it
   * wrote; or a row of state is gone that stands for good. Read as absent it would be judged by. Both come back with
   * the docket being sealed again.
   */
  readonly unsealed: boolean;
}

/**
 * The knowledge of the walk about the docket below the one that is looked at. Undefined members are not known because
 * of damage.
 */
export interface Below {
  readonly hash: Hash | undefined;
  /** Transactions up to and with that docket. */
  readonly txCount: number | undefined;
}

export interface Looked {
  readonly damage: DocketDamage | undefined;
  readonly below: Below;
  /** Bytes read, about. */
  readonly bytes: number;
  /** Present when body and certificate are sound by themselves. */
  readonly sealed: SealedDocket | undefined;
}

/**
 * The docket with this hash as the disk has it, every byte checked against the hash; undefined when anything of it is
 * damaged.
 */
export async function soundDocket(
  kv: Pick<Kv, 'getSync' | 'getMany'>,
  at: { readonly reg: number; readonly height: number; readonly hash: Hash },
): Promise<Docket | undefined> {
  const bytes = kv.getSync(bodyKey(at.reg, at.height, hashBytes(at.hash)));
  const body = bytes && sound(() => decodeBody(bytes));
  if (!body || body.header.height !== at.height || docketHash(body.header) !== at.hash) return undefined;
  const stored = await readTransactionBytes(kv, at, body.txIds.length).catch((error: unknown) => {
    if (error instanceof StoreError) return undefined;
    throw error;
  });
  const transactions: Transaction[] = [];
  for (const [index, item] of (stored ?? []).entries()) {
    const tx = decodeTransaction(item);
    if (isFailure(tx) || tx.txId !== body.txIds[index]) return undefined;
    transactions.push(tx);
  }
  if (!stored) return undefined;
  const docket = { hash: at.hash, header: body.header, transactions, annex: body.annex };
  return checkBody(docket).length === 0 ? docket : undefined;
}

/**
 * Looks at one sealed height. `expected` is its hash where the caller knows it from above (the successor or the head);
 * else the docket below, the pointer and the certificate say which one it is.
 */
export async function lookAt(
  kv: Kv,
  at: { readonly reg: number; readonly height: number; readonly expected?: Hash | undefined },
  below: Below,
): Promise<Looked> {
  const { reg, height } = at;
  const pointer = sound(() => readPointer(kv, reg, height));
  const certificate = sound(() => readCertificate(kv, reg, height));
  const hash = at.expected ?? pointer?.hash ?? certificate?.docketHash;
  const docket = hash === undefined ? undefined : await soundDocket(kv, { reg, height, hash });
  const follows = docket !== undefined && (below.hash === undefined || docket.header.prevHash === below.hash);
  const txBefore = below.txCount;
  const pointed =
    pointer !== undefined &&
    sound(() => holdsHistory(kv, reg, height)) === true &&
    pointer.hash === hash &&
    (docket === undefined || pointer.timestampMs === docket.header.timestampMs) &&
    (txBefore === undefined || pointer.txBefore === txBefore);
  const certified = certificate !== undefined && certificate.docketHash === hash && certificate.height === height;
  const placed =
    docket?.transactions.every((tx, index) => {
      const place = sound(() => readLocation(kv, reg, tx.txId));
      return place?.height === height && place.index === index;
    }) ?? true;
  const damage = {
    height,
    body: !follows,
    certificate: !certified,
    pointer: !pointed,
    places: !placed,
    justification: !hasSoundJustification(kv, reg, height),
    unsealed: kv.getSync(heightKey('pointer', reg, height)) === undefined || !(await leavesState(kv, reg, docket)),
  };
  const counted = txBefore ?? (pointed ? pointer.txBefore : undefined);
  return {
    damage: isDamaged(damage) ? damage : undefined,
    below: {
      hash: docket ? docket.hash : undefined,
      txCount: docket && counted !== undefined ? counted + docket.transactions.length : undefined,
    },
    bytes: (docket?.header.bytes ?? 0) + 512 + (certificate?.signatures.length ?? 0) * 160,
    sealed: follows && certified ? { docket, certificate: certificate as Certificate } : undefined,
  };
}

/** Whether anything of a docket is damaged. */
export function isDamaged({ height: _, ...rows }: DocketDamage): boolean {
  return Object.values(rows).includes(true);
}

/**
 * Whether there is a row for each key that the transactions of a docket set for good; its value is not judged. Read on
 * another thread: there may be thousands.
 */
async function leavesState(kv: Pick<Kv, 'getMany'>, reg: number, docket: Docket | undefined): Promise<boolean> {
  const names = new Set(docket?.transactions.flatMap((tx) => kindOf(tx.header).leaves(tx)));
  const keys = [...names].map((name) => stateKey(reg, name));
  for (let i = 0; i < keys.length; i += LEFT_ROWS)
    if ((await kv.getMany(keys.slice(i, i + LEFT_ROWS))).includes(undefined)) return false;
  return true;
}

function hasSoundJustification(kv: Pick<Kv, 'getSync'>, reg: number, height: number): boolean {
  const bytes = kv.getSync(heightKey('justification', reg, height));
  return bytes === undefined || sound(() => openJson<object>(bytes, 'round changes')) !== undefined;
}

/** The head as it can be read, with its terms; undefined when either is missing or damaged. */
export function soundHead(kv: Pick<Kv, 'getSync'>, reg: number): ChainTip | undefined {
  const head = sound(() => readHead(kv, reg));
  const [bytes, terms] = [kv.getSync(regKey('head', reg)), kv.getSync(regKey('terms', reg))];
  if (!head || !bytes || !terms || !sound(() => decodeState(bytes, terms))) return undefined;
  const { height, hash } = head;
  const docket = sound(() => readBody(kv, { reg, height, hash }));
  // Without its docket the head is judged again when that is repaired.
  return docket && !leadsToTerms(kv, reg, docket) ? undefined : head;
}

/** True if every row of sealed state matches its checksum. */
export async function holdsState(kv: Kv, reg: number, turn: () => Promise<void>): Promise<boolean> {
  let rows = 0;
  for await (const [, value] of kv.range(rowRange('state', reg))) {
    if (sound(() => openJson<object>(value, 'a row of register state')) === undefined) return false;
    if (++rows % TURN_ROWS === 0) await turn();
  }
  return true;
}

/**
 * The highest height that has a certificate row: a certificate is written with the seal of its docket only. -1 without
 * one.
 */
export async function highestCertified(kv: Kv, reg: number): Promise<number> {
  for await (const [key] of kv.range({ ...rowRange('certificate', reg), reverse: true, limit: 1 }))
    return Number(Buffer.from(key).readBigUInt64BE(5));
  return -1;
}

const GROUPS = [
  ['walletRun', 'walletCount'],
  ['blueprintRun', 'blueprintCount'],
  ['instanceRun', 'instanceCount'],
  ['successorRun', 'successorCount'],
] as const;

/**
 * Local numbers of the registers whose grouped indexes are damaged: a row that does not match its checksum, or counters
 * that count runs that are gone. A single walk over the indexes of all registers, because their keys begin with the
 * group. Give `only` to hear of one register.
 */
export async function damagedIndexes(kv: Kv, turn: () => Promise<void>, only?: number): Promise<ReadonlySet<number>> {
  const damaged = new Set<number>();
  let rows = 0;
  for (const [runs, counters] of GROUPS) {
    const missing = new Map<number, number>();
    const note = (reg: number, count: number | undefined) => {
      if (count === undefined) damaged.add(reg);
      else missing.set(reg, (missing.get(reg) ?? 0) + count);
    };
    const pass = async (row: typeof runs | typeof counters, count: (value: Uint8Array) => number | undefined) => {
      for await (const [key, value] of kv.range(rowRange(row))) {
        const reg = regOf(key);
        if (only === undefined || reg === only) note(reg, count(value));
        if (++rows % TURN_ROWS === 0) await turn();
      }
    };
    await pass(counters, (value) => sound(() => runsOf(decodeCount(value))));
    await pass(runs, (value) => (sound(() => decodeRun(value)) ? -1 : undefined));
    // Runs are read after counters, so those of dockets that were sealed in between make the number negative, and never
    // positive.
    for (const [reg, count] of missing) if (count > 0) damaged.add(reg);
  }
  return damaged;
}
