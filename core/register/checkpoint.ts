// The text by which people tell one another where a register stands: the hash of a docket, an at sign, its height. Two
// organisations that have the same text have the same chain up to there.
import { isHex } from '../base/bytes.js';
import type { Hash } from '../model/register.js';

/** A docket as somebody outside of a node knows it. */
export interface Checkpoint {
  readonly hash: Hash;
  readonly height: number;
}

/** `<64 lower-case hex digits>@<height>`. */
export function checkpointText({ hash, height }: Checkpoint): string {
  return `${hash}@${height}`;
}

/** The checkpoint that `checkpointText` wrote, exactly; undefined for every other text. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const [hash = '', digits = '', ...rest] = text.split('@');
  const height = Number(digits);
  if (rest.length > 0 || !isHex(hash, 32) || !/^(0|[1-9]\d{0,15})$/.test(digits)) return undefined;
  return Number.isSafeInteger(height) ? { hash, height } : undefined;
}
