// Stored bodies of dockets that no seal will delete any more: losers of a sealed height, those of an undecided height
// that its list does not name, and those beyond it. A disk that lost rows leaves them behind. It finds them and makes
// the operations; it never touches a sealed body, nor one of the height that is being decided, which may be promised.
import { hashBytes, readHead, readPointer } from '../chain/chain-read.js';
import { type Candidates, decodeCandidates, encodeCandidates } from '../chain/rows.js';
import type { Kv, KvOp } from '../engine/kv.js';
import { sound } from '../engine/value.js';
import { bodyKey, regKey, rowRange, transactionKey } from '../keys/chain-keys.js';
import { prefixRange } from '../keys/ranges.js';

/** Bytes read before others have a turn: a body of a full docket has as many, an empty one some hundreds. */
const TURN_BYTES = 32 * 1024;
/** Where height, hash and index begin in the key of a body or a transaction. */
const HEIGHT_AT = 5;
const HASH_AT = 13;
const INDEX_AT = 21;

export interface StrayBody {
  readonly height: number;
  /** The first eight bytes of its hash. */
  readonly h8: Uint8Array;
  /**
   * It is of the height that is being decided: it gets onto the list again, and stays until the seal. Any other is of
   * no use.
   */
  readonly isOpen: boolean;
}

/**
 * Stray bodies of a register whose sealed dockets and head are sound. Each is judged by durable rows in the turn in
 * which it is given, so that an open register may go on meanwhile.
 */
export async function* strayBodies(kv: Kv, reg: number, turn: () => Promise<void>): AsyncGenerator<StrayBody> {
  let bytes = 0;
  for await (const [key, value] of kv.range(rowRange('body', reg))) {
    const height = Number(Buffer.from(key).readBigUInt64BE(HEIGHT_AT));
    const h8 = Buffer.from(key.subarray(HASH_AT));
    const place = { reg, height, h8 };
    // The walk sees the rows as they were when it began: a seal may have deleted this one since.
    if (!isSealed(kv, place) && kv.getSync(key) !== undefined) {
      const next = (sound(() => readHead(kv, reg))?.height ?? -1) + 1;
      const isOpen = height === next;
      // Below the head a body that no pointer speaks of may be the sealed one.
      const isKept = height < next ? !isPointed(kv, place) : isOpen && isListed(kv, place);
      if (!isKept) yield { height, h8, isOpen };
    }
    bytes += key.length + value.length;
    if (bytes < TURN_BYTES) continue;
    bytes = 0;
    await turn();
  }
}

export async function hasStrays(kv: Kv, reg: number, turn: () => Promise<void>): Promise<boolean> {
  for await (const _ of strayBodies(kv, reg, turn)) return true;
  return false;
}

interface BodyPlace {
  readonly reg: number;
  readonly height: number;
  readonly h8: Uint8Array;
}

function isSealed(kv: Pick<Kv, 'getSync'>, { reg, height, h8 }: BodyPlace): boolean {
  const pointer = sound(() => readPointer(kv, reg, height));
  return pointer !== undefined && Buffer.compare(hashBytes(pointer.hash).subarray(0, 8), h8) === 0;
}

function isPointed(kv: Pick<Kv, 'getSync'>, { reg, height }: BodyPlace): boolean {
  return sound(() => readPointer(kv, reg, height)) !== undefined;
}

function isListed(kv: Pick<Kv, 'getSync'>, { reg, height, h8 }: BodyPlace): boolean {
  const bytes = kv.getSync(regKey('candidates', reg));
  const list = bytes && sound(() => decodeCandidates(bytes));
  return list?.height === height && list.bodies.some((body) => Buffer.compare(body.h8, h8) === 0);
}

/** Deletes a body with its transactions. */
export async function deleteBodyOps(kv: Pick<Kv, 'range'>, place: BodyPlace): Promise<KvOp[]> {
  const ops: KvOp[] = [{ key: bodyKey(place.reg, place.height, place.h8), value: undefined }];
  for await (const [key] of kv.range(transactionsOf(place))) ops.push({ key, value: undefined });
  return ops;
}

/**
 * The list of the bodies of the undecided height, made again from what is stored. The register must be closed: a vote
 * writes the list as well.
 */
export async function relistOps(kv: Pick<Kv, 'range'>, reg: number, height: number): Promise<KvOp[]> {
  const bodies: Candidates['bodies'][number][] = [];
  const all = bodyKey(reg, height, Buffer.alloc(8)).subarray(0, HASH_AT);
  for await (const [key] of kv.range(prefixRange(all))) {
    const h8 = Buffer.from(key.subarray(HASH_AT));
    let txCount = 0;
    for await (const [last] of kv.range({ ...transactionsOf({ reg, height, h8 }), reverse: true, limit: 1 }))
      txCount = Buffer.from(last).readUInt32BE(INDEX_AT) + 1;
    bodies.push({ h8, txCount });
  }
  const value = bodies.length > 0 ? encodeCandidates({ height, bodies }) : undefined;
  return [{ key: regKey('candidates', reg), value }];
}

function transactionsOf({ reg, height, h8 }: BodyPlace) {
  const first = transactionKey({ reg, height, hash: h8 }, 0);
  return prefixRange(first.subarray(0, HASH_AT + h8.length));
}
