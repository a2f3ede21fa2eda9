// The latest time that this node is known to have run at, so that a start can compare its clock with it. Written with the sweep, about each minute.
import { metaKey } from './keys.js';
import type { Kv, KvOp } from './kv.js';
import { openJson, sealJson } from './value.js';

const NAME = 'clock';

export function readLastSeen(kv: Pick<Kv, 'getSync'>): number | undefined {
  const bytes = kv.getSync(metaKey(NAME));
  const row = bytes && openJson<{ readonly seenMs?: unknown }>(bytes, `node meta ${NAME}`);
  return typeof row?.seenMs === 'number' ? row.seenMs : undefined;
}

export function lastSeenOp(seenMs: number): KvOp {
  return { key: metaKey(NAME), value: sealJson({ seenMs }) };
}
