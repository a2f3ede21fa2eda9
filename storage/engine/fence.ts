// Whether this store may have forgotten a vote, and what of it is missing: judged at each start from the ring, the mark
// beside the store and the notes of a restore. A fence that was found stays until the operator accepts it. It only
// reads.
import { metaKey } from '../keys/chain-keys.js';
import type { Kv } from './kv.js';
import type { Marked } from './mark.js';
import { type JournalEnd, type MissingGroups, missingText, ringLoss } from './ring.js';
import { openJson } from './value.js';

/** Why this node may not know every vote that it gave (docs/protocol.md 12). */
export type Fence = 'journal-gap' | 'journal-tail' | 'mark-gone' | 'restored' | 'table-damaged';

/** The durable fence. Groups up to `seq` were judged when it was set. */
export interface FenceRow {
  readonly fence: Fence;
  readonly seq?: number;
  readonly validatorIds?: readonly string[];
  /** The groups that were found to be gone, where they are known. */
  readonly missing?: MissingGroups;
}

export interface StartSigns {
  readonly last: JournalEnd;
  /** True: nothing happened since the last stop, which was a clean one. */
  readonly isClean: boolean;
  /** Undefined for an engine that has no mark. */
  readonly marked: Marked | undefined;
  /** A log that the MANIFEST names is not there. */
  readonly hasLostLog?: boolean | undefined;
  /** Blocks of tables that may have held votes or facts of the journal were damaged and set aside. */
  readonly hasLostVotes?: boolean | undefined;
}

export interface FenceJudgement {
  readonly fence?: FenceRow;
  /** This start found a reason for it, so that facts of before may be missing which no later start misses. */
  readonly isFresh: boolean;
  /** Groups are gone: what they wrote may be anywhere, so every register has to be looked at. */
  readonly hasLost: boolean;
}

/**
 * A fence found before stays, whatever this start finds; a loss that came since fences the keys that were made since as
 * well.
 */
export async function fenceOf(kv: Kv, signs: StartSigns): Promise<FenceJudgement> {
  const known = read<FenceRow>(kv, 'fence');
  const accepted = read<{ seq: number }>(kv, 'accepted')?.seq ?? 0;
  const { fence: stored, missing, hasLost } = await lossOf(kv, signs, Math.max(accepted, known?.seq ?? 0));
  if (!stored) return { ...(known ? { fence: known } : {}), isFresh: false, hasLost };
  const sum = missing && known?.missing ? addMissing(missing, known.missing) : (missing ?? known?.missing);
  return {
    fence: { fence: known?.fence ?? stored, seq: signs.last.seq, ...(sum ? { missing: sum } : {}) },
    isFresh: true,
    hasLost,
  };
}

/** A sentence on what a fence was set for; undefined where no damage led to it. */
export function lossText(fence: Fence, missing?: MissingGroups): string | undefined {
  if (fence === 'restored') return undefined;
  if (missing)
    return `${missingText(missing)} ${missing.groups === 1 ? 'is' : 'are'} missing at the ${fence === 'journal-gap' ? 'middle' : 'end'} of this store, although they were acknowledged.`;
  if (fence === 'mark-gone')
    return 'The file MARK of this store is gone, so writes at its end may be missing, which could not be seen.';
  if (fence === 'table-damaged') return 'Damaged blocks of this store were set aside that may have held votes.';
  return 'Acknowledged writes of this store are missing; how many is not known.';
}

/** Whether the mark names a group after `seq`. */
export function isAhead(marked: Marked | undefined, seq: number): boolean {
  return marked === 'damaged' || (typeof marked === 'object' && marked.seq > seq);
}

/** Whether the last stop was a clean one and nothing of the store is missing since, as far as marker and mark say. */
export function isWholeStart(kv: Pick<Kv, 'getSync'>, last: JournalEnd, marked: Marked | undefined): boolean {
  const clean = read<{ seq: number }>(kv, 'clean');
  return clean?.seq === last.seq && last.seq > 0 && marked !== 'missing' && !isAhead(marked, last.seq);
}

interface Loss {
  readonly fence?: Fence;
  readonly missing?: MissingGroups;
  readonly hasLost: boolean;
}

/** The sign that a group after `judged` is missing. */
async function lossOf(kv: Kv, signs: StartSigns, judged: number): Promise<Loss> {
  const { last, isClean, marked, hasLostVotes, hasLostLog } = signs;
  const gap = isClean ? undefined : await ringLoss(kv, judged, last.seq);
  const tail = isAhead(marked, Math.max(last.seq, judged)) || hasLostLog === true;
  const beyond =
    typeof marked === 'object' && marked.seq > Math.max(last.seq, judged) ? tailOf(marked, last) : undefined;
  const missing =
    gap && beyond ? addMissing(gap, beyond) : (beyond ?? (gap && { groups: gap.groups, dockets: gap.dockets }));
  const fence = fenceFrom(kv, { gap: gap !== undefined, tail, marked, last, hasLostVotes: hasLostVotes === true });
  return { ...(fence ? { fence } : {}), ...(missing ? { missing } : {}), hasLost: gap !== undefined || tail };
}

function fenceFrom(
  kv: Pick<Kv, 'getSync'>,
  signs: {
    readonly gap: boolean;
    readonly tail: boolean;
    readonly marked: Marked | undefined;
    readonly last: JournalEnd;
    readonly hasLostVotes: boolean;
  },
): Fence | undefined {
  if (kv.getSync(metaKey('restored')) !== undefined) return 'restored';
  if (signs.tail) return 'journal-tail';
  if (signs.gap) return 'journal-gap';
  if (signs.marked === 'missing' && signs.last.seq > 0) return 'mark-gone';
  return signs.hasLostVotes ? 'table-damaged' : undefined;
}

function tailOf(marked: JournalEnd, last: JournalEnd): MissingGroups {
  const isKnown = marked.dockets !== undefined && last.dockets !== undefined;
  return { groups: marked.seq - last.seq, dockets: isKnown ? marked.dockets! - last.dockets! : undefined };
}

function addMissing(a: MissingGroups, b: MissingGroups): MissingGroups {
  const isKnown = a.dockets !== undefined && b.dockets !== undefined;
  return { groups: a.groups + b.groups, dockets: isKnown ? a.dockets! + b.dockets! : undefined };
}

function read<V>(kv: Pick<Kv, 'getSync'>, name: string): V | undefined {
  const bytes = kv.getSync(metaKey(name));
  return bytes && openJson<V>(bytes, `node meta ${name}`);
}
