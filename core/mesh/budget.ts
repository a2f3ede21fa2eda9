// The traffic that one peer may send to this node (docs/protocol.md 16): the rates as data, and token buckets that
// count against them. Pure: time is an argument. A budget protects this node's memory and processor; it never judges
// whether what was sent is right.
import { SYNCS_MAX } from '../base/limits/node/replication.js';

export type PeerBudget =
  | 'votes'
  | 'round-changes'
  | 'offer-transactions'
  | 'offer-bytes'
  | 'range-bytes'
  | 'answer-bytes'
  | 'file-bytes'
  | 'heads'
  | 'wallets'
  | 'hello';

export interface BudgetRow {
  readonly perSecond: number;
  /** The amount that may come at once after a pause, in the same unit. */
  readonly burst: number;
}

const MIB = 1024 * 1024;

const rate = (perSecond: number, burst = perSecond): BudgetRow => ({ perSecond, burst });

/** Of a peer of unknown organisation. `round-changes` counts per register; bytes are those on the wire. */
const GUEST: Readonly<Record<PeerBudget, BudgetRow>> = {
  votes: rate(500),
  'round-changes': rate(20),
  'offer-transactions': rate(1000),
  // Offers, and every frame or request that may carry a docket or a piece of a file.
  'offer-bytes': rate(16 * MIB),
  'range-bytes': rate(50 * MIB),
  // Dockets that its frames ask for. More than the largest one, or that one would never be told; a member far behind
  // reads ranges.
  'answer-bytes': rate(16 * MIB, 32 * MIB),
  // Chunks of files: four of the largest at once, or one after the other as fast as a range.
  'file-bytes': rate(50 * MIB),
  heads: rate(100),
  // Asks for something of a wallet, one of which is a dozen signatures: as many as an office of people acts.
  wallets: rate(10, 40),
  // A link that breaks at once is opened again by both ends.
  hello: rate(1, 3),
};

/**
 * Members hold a certificate of an organisation that this node trusts, and their traffic is this node's own work: each
 * relays the load of its clients to every other, and a vote that is dropped costs a round. The loopback bench passes
 * 6,000 transactions a second between two. Their budget only ends a program that runs wild.
 */
const MEMBER_FACTOR = 20;

const MEMBER: Readonly<Record<PeerBudget, BudgetRow>> = {
  ...GUEST,
  votes: times(GUEST.votes, MEMBER_FACTOR),
  'offer-transactions': times(GUEST['offer-transactions'], MEMBER_FACTOR),
  'offer-bytes': times(GUEST['offer-bytes'], MEMBER_FACTOR),
};

/**
 * A larger frame or request may carry a docket, and is charged by its bytes as well as by its number before it is
 * decoded: to decode and to hash it is work, whichever peer signed it. A smaller frame is bounded by the number: 10,000
 * of a member are 40 MiB a second. An honest member stays far below the 320 MiB a second of `offer-bytes`, and as much
 * at once: the bench passes 6,000 transactions a second: at 4 KiB each, they come at most three times from one peer, 72
 * MiB (offer, whole proposal, the proposal of a later round); dockets that this node asks it for are 16 MiB
 * (`answer-bytes`, 32 MiB at once); certificates of ten thousand round changes of 5 KiB are 50 MiB in one moment. Its
 * queue holds 16 MiB after a pause (QUEUE_BYTES_MAX).
 */
export const SMALL_BYTES = 4 * 1024;

/** Ranges that one peer may read at the same time: one of each register that catches up, and one ahead. */
export const RANGE_STREAMS_MAX = SYNCS_MAX + 1;
/**
 * Registers for which the round changes of one peer are counted apart: the buckets of a second at most, as older ones
 * are full again. As many as the votes of a member may be at once: where ten thousand registers lose their quorum in
 * one moment, an honest member says so of each.
 */
export const ROUND_CHANGE_REGISTERS_MAX = MEMBER.votes.burst;

export function budgetOf(budget: PeerBudget, standing: 'member' | 'guest'): BudgetRow {
  return (standing === 'member' ? MEMBER : GUEST)[budget];
}

/** Tokens left, and when they were counted. */
export interface Bucket {
  tokens: number;
  atMs: number;
}

export function fullBucket(row: BudgetRow, nowMs: number): Bucket {
  return { tokens: row.burst, atMs: nowMs };
}

/** Counts what came in since the last time. Changes the bucket in place, as the others do: every frame asks. */
export function refill(bucket: Bucket, row: BudgetRow, nowMs: number): void {
  give(bucket, row, (Math.max(0, nowMs - bucket.atMs) * row.perSecond) / 1000);
  bucket.atMs = nowMs;
}

/** Puts the amount into the bucket, as far as there is room. */
export function give(bucket: Bucket, row: BudgetRow, amount: number): void {
  bucket.tokens = Math.min(row.burst, bucket.tokens + amount);
}

/** Takes the amount out of the bucket, or takes nothing and gives false. */
export function take(
  bucket: Bucket,
  row: BudgetRow,
  given: { readonly amount: number; readonly nowMs: number },
): boolean {
  refill(bucket, row, given.nowMs);
  if (given.amount > bucket.tokens) return false;
  bucket.tokens -= given.amount;
  return true;
}

function times(row: BudgetRow, factor: number): BudgetRow {
  return { perSecond: row.perSecond * factor, burst: row.burst * factor };
}
