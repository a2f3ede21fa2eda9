// The note that a register is being sealed again from its dockets: read at a start, and written in the batches that it
// speaks of.

import type { Kv, KvOp } from '../engine/kv.js';
import { checksumJson, openJson } from '../engine/value.js';
import { metaKey } from '../keys/chain-keys.js';

/** A register that is sealed again from docket 0. `isCleared`: the rows that follow from dockets are gone. */
export interface Resealing {
  readonly targetHeight: number;
  readonly isCleared: boolean;
  /** It was begun because the rules refused this docket, which a quorum decided, on the state here. */
  readonly refusedHeight?: number;
  /** A restore took it back to a lower docket, and other members have the rest: until that is here it is closed. */
  readonly isTakenBack?: true;
}

export function resealing(kv: Pick<Kv, 'getSync'>, reg: number): Resealing | undefined {
  const bytes = kv.getSync(noteKey(reg));
  return bytes && openJson<Resealing>(bytes, 'the note of a repair');
}

export function resealingOp(reg: number, note: Resealing | undefined): KvOp {
  return { key: noteKey(reg), value: note && checksumJson(note) };
}

/** The row of the note. */
export function noteKey(reg: number): Uint8Array {
  return metaKey(`reseal/${reg}`);
}
