// The operations that put damaged rows of a sealed docket right. It makes
// operations and verifies nothing: its caller has verified what it gives.
import type { Docket, SealedDocket } from '../../core/model/register.js';
import { hashBytes, readPointer } from '../chain/chain-read.js';
import type { ChainStore, SealInput } from '../chain/chain-store.js';
import { historyAgainOps } from '../chain/history.js';
import { encodeBody, encodeLocation, encodePointer } from '../chain/rows.js';
import type { Kv, KvOp } from '../engine/kv.js';
import { checksumJson, sound } from '../engine/value.js';
import { bodyKey, heightKey, locationKey, regKey, transactionKey } from '../keys/chain-keys.js';
import { prefixRange } from '../keys/ranges.js';
import { deleteBodyOps } from './stray-bodies.js';
import type { DocketDamage } from './survey.js';

/** Where the bytes of a hash begin in the key of a body. */
const HASH_AT = 13;

/** Body, transactions and places of a docket as its seal wrote them, and the certificate when one is given. */
export function docketOps(reg: number, docket: Docket, certificate?: SealedDocket['certificate']): KvOp[] {
  const hash = hashBytes(docket.hash);
  const { height } = docket.header;
  const at = { reg, height, hash };
  const ops: KvOp[] = [{ key: bodyKey(reg, height, hash), value: encodeBody(docket) }];
  docket.transactions.forEach((tx, index) => {
    ops.push({ key: transactionKey(at, index), value: tx.bytes });
    ops.push({ key: locationKey(reg, tx.txId), value: encodeLocation({ height, index }) });
  });
  if (certificate) ops.push({ key: heightKey('certificate', reg, height), value: checksumJson(certificate) });
  return ops;
}

/**
 * Deletes the other bodies of a sealed height. Its seal did that; with the batch of the seal or their list lost, they
 * are there again.
 */
export async function loserOps(
  kv: Pick<Kv, 'range'>,
  reg: number,
  docket: Pick<Docket, 'hash' | 'header'>,
): Promise<KvOp[]> {
  const { height } = docket.header;
  const winner = bodyKey(reg, height, hashBytes(docket.hash));
  const losers: Uint8Array[] = [];
  for await (const [key] of kv.range(prefixRange(winner.subarray(0, HASH_AT))))
    if (Buffer.compare(key, winner) !== 0) losers.push(key.subarray(HASH_AT));
  const ops: KvOp[] = [];
  for (const h8 of losers) ops.push(...(await deleteBodyOps(kv, { reg, height, h8 })));
  return ops;
}

/**
 * The pointer of a docket above one whose pointer is sound and which holds `countBelow` transactions. With it the row
 * of the history, where those below are sound.
 */
export function pointerOps(
  kv: Pick<Kv, 'getSync'>,
  { reg, countBelow }: { readonly reg: number; readonly countBelow: number },
  docket: Docket,
): KvOp[] {
  const { height, timestampMs } = docket.header;
  const below = height === 0 ? 0 : (readPointer(kv, reg, height - 1)?.txBefore ?? 0) + countBelow;
  const value = encodePointer({ hash: docket.hash, txBefore: below, timestampMs });
  return [
    { key: heightKey('pointer', reg, height), value },
    ...(sound(() => historyAgainOps(kv, { reg, height, hash: docket.hash })) ?? []),
  ];
}

/**
 * Damaged round changes of a sealed docket go: no range of a peer carries them. No vote depends on them, because an
 * undecided height has its own in the vote memory, so no seat is fenced; they would name the culprits of a split at
 * that height. The caller tells the operator.
 */
export function dropJustification(reg: number, { height, justification }: DocketDamage): KvOp[] {
  return justification ? [{ key: heightKey('justification', reg, height), value: undefined }] : [];
}

/**
 * As the seal of a docket, without the vote memory: a promise of a height that was not decided here is never lowered by
 * sealing again.
 */
export function resealOps(chain: Pick<ChainStore, 'sealOps'>, input: SealInput): KvOp[] {
  const kept = (['undecided', 'candidates'] as const).map((row) => Buffer.from(regKey(row, input.reg)));
  return chain.sealOps({ ...input, isAgain: true }).filter(({ key }) => !kept.some((item) => item.equals(key)));
}
