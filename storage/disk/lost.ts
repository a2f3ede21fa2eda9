// The possible content of damaged blocks, by the key table: rows of registers, which dockets and peers can make again,
// votes, or rows of this node alone, which no other node has. Pure; a block at a border of families is said to have
// held rows of both.
import { CHAIN_ROWS, type ChainRow } from '../keys/chain-rows.js';
import { FAMILY_ROWS } from '../keys/keyspace.js';
import { afterPrefix } from '../keys/ranges.js';
import { codeOf, type KeyspaceRow, prefixCode, prefixLength } from '../keys/row.js';
import type { KeyRange } from './table-file.js';

/** Rows that are written once, with their docket: what is missing is found by looking at the docket. */
const OF_DOCKETS: ReadonlySet<ChainRow> = new Set([
  'body',
  'transaction',
  'certificate',
  'justification',
  'pointer',
  'location',
]);
/**
 * An older value of one of these may come to light when the newer one is gone: they are made again from the dockets.
 */
const DERIVED: ReadonlySet<ChainRow> = new Set(['head', 'terms', 'state']);
/** A lost or an older value of one of these means that a vote may be forgotten. */
const VOTES: ReadonlySet<ChainRow> = new Set(['consensus', 'undecided', 'candidates', 'ring']);

const REG_MAX = 0xffff_ffff;

/** Rows of the registers with local numbers from `from` to `to`. */
export interface LostRegisters {
  readonly from: number;
  readonly to: number;
  readonly row: string;
  /** They have to be sealed again from their dockets. */
  readonly derived: boolean;
}

export interface Lost {
  readonly registers: readonly LostRegisters[];
  readonly votes: boolean;
  /** Families of the node that may have lost rows: no other node has them. */
  readonly own: readonly string[];
}

export function findLost(
  ranges: readonly KeyRange[],
  families: Readonly<Record<string, KeyspaceRow>> = FAMILY_ROWS,
): Lost {
  const registers: LostRegisters[] = [];
  const own = new Set<string>();
  let votes = false;
  for (const range of ranges) {
    for (const [name, { prefix, isGrouped }] of Object.entries(CHAIN_ROWS) as [ChainRow, KeyspaceRow][]) {
      if (!meets(range, prefix)) continue;
      if (VOTES.has(name)) votes = true;
      if (OF_DOCKETS.has(name) || DERIVED.has(name))
        registers.push({ ...regsOf(range, prefix), row: name, derived: DERIVED.has(name) });
      // As derived rows, in keys that do not begin with the register.
      else if (isGrouped) registers.push({ from: 0, to: REG_MAX, row: name, derived: true });
      else if (!VOTES.has(name)) own.add(name);
    }
    for (const [name, { prefix }] of Object.entries(families)) if (meets(range, prefix)) own.add(name);
  }
  return { registers, votes, own: [...own] };
}

/** Whether a key of the prefix may lie in the range. */
function meets({ from, to }: KeyRange, prefix: string): boolean {
  const first = Buffer.from(prefix, 'latin1');
  return Buffer.compare(from, afterPrefix(first)) < 0 && Buffer.compare(to, first) > 0;
}

function regsOf({ from, to }: KeyRange, prefix: string): { readonly from: number; readonly to: number } {
  const code = prefixCode(prefix);
  return {
    from: codeOf(from) === code ? regIn(from, 0) : 0,
    to: codeOf(to) === code ? regIn(to, REG_MAX) : REG_MAX,
  };
}

function regIn(key: Uint8Array, otherwise: number): number {
  const at = prefixLength(key);
  return key.length < at + 4 ? otherwise : Buffer.from(key).readUInt32BE(at);
}
