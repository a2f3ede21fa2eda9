// The latest moment that this node is known to have run at, so that a start can compare its clock with it. Written at
// the start and with the sweep, about each minute. Rows of earlier versions have the time alone.
import type { LastRun } from '../../../core/base/time/clock-watch.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { checksumJson, openJson } from '../../engine/value.js';
import { metaKey } from '../../keys/chain-keys.js';

const NAME = 'clock';

interface Row {
  readonly seenMs?: unknown;
  readonly bootMs?: unknown;
  readonly bootId?: unknown;
}

export function readLastSeen(kv: Pick<Kv, 'getSync'>): LastRun | undefined {
  const bytes = kv.getSync(metaKey(NAME));
  const row = bytes && openJson<Row>(bytes, `node meta ${NAME}`);
  if (typeof row?.seenMs !== 'number') return undefined;
  const { seenMs: wallMs, bootMs, bootId } = row;
  return { wallMs, ...(typeof bootMs === 'number' && typeof bootId === 'string' && { bootMs, bootId }) };
}

export function lastSeenOp({ wallMs, bootMs, bootId }: LastRun): KvOp {
  return { key: metaKey(NAME), value: checksumJson({ seenMs: wallMs, bootMs, bootId }) };
}
