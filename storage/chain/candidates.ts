// Bodies of dockets that may be sealed at the height that is being decided. Beside them the list that tells which of
// them a seal, or a vote in a later round, deletes. It makes operations and writes nothing; what is promised is for the
// consensus record to say.
import type { Docket, Hash } from '../../core/model/register.js';
import type { KvOp } from '../engine/kv.js';
import type { RowReader } from '../engine/row-cache.js';
import { sound } from '../engine/value.js';
import { bodyKey, regKey, transactionKey } from '../keys/chain-keys.js';
import { hashBytes } from './chain-read.js';
import { type Candidates, decodeCandidates, encodeBody, encodeCandidates } from './rows.js';

type Reader = Pick<RowReader, 'getSync'>;
type Listed = Candidates['bodies'][number];

/** The docket and its transactions. */
export function bodyOps(reg: number, docket: Docket): KvOp[] {
  const hash = hashBytes(docket.hash);
  const at = { reg, height: docket.header.height, hash };
  const ops: KvOp[] = [{ key: bodyKey(reg, at.height, hash), value: encodeBody(docket) }];
  docket.transactions.forEach((tx, index) => {
    ops.push({ key: transactionKey(at, index), value: tx.bytes });
  });
  return ops;
}

/** The same, and its place on the list. */
export function candidateOps(reader: Reader, reg: number, docket: Docket): KvOp[] {
  const { height } = docket.header;
  const known = candidatesAt(reader, reg, height);
  const h8 = hashBytes(docket.hash).subarray(0, 8);
  const bodies = known.bodies.filter((body) => Buffer.compare(body.h8, h8) !== 0);
  const candidates = { height, bodies: [...bodies, { h8, txCount: docket.transactions.length }] };
  return [...bodyOps(reg, docket), { key: regKey('candidates', reg), value: encodeCandidates(candidates) }];
}

/**
 * Deletes the candidates of the height that are not kept, also those of before a restart. A row whose key is that of a
 * kept one stays.
 */
export function tidyOps(
  reader: Reader,
  reg: number,
  { height, kept }: { readonly height: number; readonly kept: readonly Hash[] },
): KvOp[] {
  const { bodies } = candidatesAt(reader, reg, height);
  const keys = kept.map((hash) => hashBytes(hash).subarray(0, 8));
  const isKept = ({ h8 }: Listed) => keys.some((key) => Buffer.compare(key, h8) === 0);
  const ops = bodies.filter((body) => !isKept(body)).flatMap((body) => deletionOps(reg, height, body));
  if (ops.length === 0) return [];
  ops.push({ key: regKey('candidates', reg), value: encodeCandidates({ height, bodies: bodies.filter(isKept) }) });
  return ops;
}

/** The deletions with the seal of one of them: all others, and the list. */
export function losersOps(reg: number, hash: Uint8Array, { height, bodies }: Candidates): KvOp[] {
  const winner = hash.subarray(0, 8);
  const ops: KvOp[] = [];
  for (const body of bodies) {
    if (Buffer.compare(body.h8, winner) === 0) continue;
    ops.push(...deletionOps(reg, height, body));
  }
  ops.push({ key: regKey('candidates', reg), value: undefined });
  return ops;
}

/**
 * Compared whole: eight bytes of a hash are a key, not a proof. A body that is not a candidate was not stored to be
 * sealed, and is written again.
 */
export function holdsBody(
  reader: Reader,
  reg: number,
  { docket, candidates }: { readonly docket: Docket; readonly candidates: Candidates },
): boolean {
  const hash = hashBytes(docket.hash);
  if (!candidates.bodies.some((body) => Buffer.compare(body.h8, hash.subarray(0, 8)) === 0)) return false;
  const stored = reader.getSync(bodyKey(reg, docket.header.height, hash));
  return stored !== undefined && Buffer.compare(stored, encodeBody(docket)) === 0;
}

/**
 * The candidates that are stored for an unsealed height. A list for another height is of the past: its losers were
 * deleted by that seal. A row that cannot be read names nothing: it only tells what may be deleted, which is not a
 * reason to stop; the scrub finds what it named (stray-bodies.ts).
 */
export function candidatesAt(reader: Reader, reg: number, height: number): Candidates {
  const bytes = reader.getSync(regKey('candidates', reg));
  const stored = bytes && sound(() => decodeCandidates(bytes));
  return stored?.height === height ? stored : { height, bodies: [] };
}

function deletionOps(reg: number, height: number, { h8, txCount }: Listed): KvOp[] {
  const at = { reg, height, hash: h8 };
  const ops: KvOp[] = [{ key: bodyKey(reg, height, h8), value: undefined }];
  for (let index = 0; index < txCount; index++) ops.push({ key: transactionKey(at, index), value: undefined });
  return ops;
}
