// The rows of a register that say the same on every node that has its dockets, as text: two disks are compared by them.

import type { Kv } from '../../../storage/engine/kv.js';
import { rowRange } from '../../../storage/keys/chain-keys.js';
import { CHAIN_ROWS, type ChainRow } from '../../../storage/keys/chain-rows.js';

const OWN: readonly ChainRow[] = [
  'meta',
  'ring',
  'register',
  'promise',
  'refusal',
  'consensus',
  'candidates',
  'undecided',
];
const CHAIN = (Object.keys(CHAIN_ROWS) as ChainRow[]).filter((row) => !OWN.includes(row));

export async function rowsOf(kv: Kv): Promise<readonly string[]> {
  const rows: string[] = [];
  for (const row of CHAIN)
    for await (const [key, value] of kv.range(rowRange(row)))
      rows.push(`${row} ${Buffer.from(key).toString('hex')} ${Buffer.from(value).toString('hex')}`);
  return rows;
}
