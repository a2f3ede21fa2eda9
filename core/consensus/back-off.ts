// How much rarer a register asks that gets no answer: the delays of its timers grow with every round that ended in
// nothing, and start anew with the first news. Pure; only waiting is decided here, never what is sent or signed.
import { STALLED_ROUND_MS_MAX } from '../base/limits/node/consensus.js';
import type { Effect } from './effect.js';
import type { State } from './types.js';

export type Arm = Extract<Effect, { type: 'arm' }>;

const GROWTH = 1.5;
/** Enough to reach the bound from the shortest delay; it only keeps the power small. */
const STALLS_MAX = 40;
/**
 * When a member is linked again, its registers go on from here: the first repetition reaches it at once; one that is
 * lost follows after three seconds, not all of them within the same quarter of one.
 */
const STALLS_RENEWED = 6;
/**
 * The delays of a member that is linked to others, but to fewer than a quorum: rounds of about thirteen seconds. No
 * more, because those others may be linked to a quorum and need its next round change; their votes and proposals it
 * answers at once.
 */
const STALLS_CUT = 8;

/**
 * The least number of rounds without news to count while `reached` of the members are linked, this one included, and
 * `needed` would decide. Alone it can neither tell nor hear anything: the next link wakes it.
 */
export function leastStalls(reached: number, needed: number): number {
  if (reached >= needed) return 0;
  return reached <= 1 ? STALLS_MAX : STALLS_CUT;
}

/** A round more has ended, and nothing was heard in it. */
export function countStall(stalls: number): number {
  return Math.min(stalls + 1, STALLS_MAX);
}

/** The same once a member is linked again: it waits less from now on. */
export function renewStalls(stalls: number): number {
  return Math.min(stalls, STALLS_RENEWED);
}

/**
 * The delay of a timer after so many rounds without news. A message that is repeated is repeated at least once in each
 * of them.
 */
export function patientMs({ timer, delayMs }: Arm, stalls: number): number {
  const boundMs = timer === 'round' ? STALLED_ROUND_MS_MAX : STALLED_ROUND_MS_MAX / 2;
  return Math.max(delayMs, Math.min(delayMs * GROWTH ** stalls, boundMs));
}

/** Changes with everything that is new at a height, and with no repetition of known things. */
export type RoundProgress = readonly unknown[];

/**
 * The knowledge about the height that is decided, to be compared by `isNews`. Of the round changes only how many
 * members joined the round or a later one: a member that no other follows says nothing new by going further, and could
 * say it without end.
 */
export function progressOf(state: State): RoundProgress {
  const { record, votes, changes, bodies, judgements, pending, preparing, decided } = state;
  const joined = changes.filter(({ change }) => change.round >= record.round).length;
  return [record, votes.length, joined, bodies.length, judgements.length, pending, preparing, decided];
}

/**
 * The dockets that were put to the vote at a height. Round changes are not in it: in a seat that needs nothing itself
 * they are the word of others that they do, which is unsigned and costs them nothing.
 */
export function voteProgressOf({ record, bodies, pending, preparing, decided }: State): RoundProgress {
  const { prepared, prepareVote, commitVote } = record;
  return [prepared, prepareVote, commitVote, bodies.at(-1), pending, preparing, decided];
}

/**
 * The stalls of a seat that kept company for so many rounds in a row in which nothing was put to the vote. In as many
 * rounds as there are members each had its turn to propose, one that has work as well; from then on no member is
 * believed to be in a hurry.
 */
export function stallsOfCompany(rounds: number, members: number): number {
  return Math.min(Math.max(0, rounds - members), STALLS_MAX);
}

/** True if anything was heard or done between the two. */
export function isNews(before: RoundProgress, after: RoundProgress): boolean {
  return before.some((part, i) => part !== after[i]);
}
