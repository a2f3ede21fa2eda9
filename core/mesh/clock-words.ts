// Words of linked members about the clock here. The time in a hello is its sender's word alone. So one organisation
// counts once, whatever its nodes say, and no single one outweighs the others. Pure; the caller says how far each clock
// is off now.
import { CLOCK_SECOND_WORD_MS } from '../base/limits/ledger/clocks.js';

/** The clock of one linked member. */
export interface ClockWord {
  readonly orgId: string;
  /** Its time minus the one here. */
  readonly skewMs: number;
  /** An id that nodes of one machine share; empty where it is not known. */
  readonly machine: string;
}

/** This node. */
export interface Here {
  readonly orgId: string;
  readonly machine: string;
}

/** How many organisations spoke, and for how many of them the clock here is off. */
export interface ClockWords {
  readonly told: number;
  readonly off: number;
}

/** An organisation says that the clock is off when more than half of its nodes do. */
function clockWords(words: readonly ClockWord[], offMs: number): ClockWords {
  const byOrg = byOrganisation(words);
  const isOff = ({ skewMs }: ClockWord) => Math.abs(skewMs) > offMs;
  const off = [...byOrg.values()].filter((nodes) => nodes.filter(isOff).length * 2 > nodes.length).length;
  return { told: byOrg.size, off };
}

/** More than half of all organisations, this one with its own clock among them, say that the clock here is off. */
export function isOutvoted(words: readonly ClockWord[], { orgId, machine }: Here, offMs: number): boolean {
  const { told: count, off } = clockWords([...words, { orgId, machine, skewMs: 0 }], offMs);
  return off * 2 > count;
}

/** The words of linked members about the clock here. */
export interface Confirmations {
  /** Organisations that confirm it and do not have it themselves. */
  readonly right: number;
  readonly off: number;
}

/**
 * A node of this organisation, or on this machine, has the clock that is asked about: that it agrees says nothing, and
 * that it does not says much. Of all that stand on one machine one counts.
 */
export function confirmations(words: readonly ClockWord[], here: Here, offMs: number): Confirmations {
  const used = new Set<string>(here.machine === '' ? [] : [here.machine]);
  let right = 0;
  for (const [orgId, nodes] of byOrganisation(words)) {
    const agreeing = nodes.filter(({ skewMs }) => Math.abs(skewMs) <= offMs);
    if (orgId === here.orgId || agreeing.length * 2 < nodes.length) continue;
    const other = agreeing.find(({ machine }) => machine === '' || !used.has(machine));
    if (!other) continue;
    if (other.machine !== '') used.add(other.machine);
    right++;
  }
  return { right, off: clockWords(words, offMs).off };
}

/**
 * Whether the clock here is confirmed; undefined while no peer says anything, or too few do. `isOneEnough`: there is no
 * second organisation to be asked.
 */
export function isConfirmed({ right, off }: Confirmations, isOneEnough: boolean): boolean | undefined {
  if (off > 0 && off >= right) return false;
  return right >= (isOneEnough ? 1 : 2) ? true : undefined;
}

/**
 * The same for this node: where two other organisations are trusted the first that is linked waits a while for the
 * second, and counts alone if that one stays away. `heardMs`: how long any of them is linked.
 */
export function isAgreed(
  words: readonly ClockWord[],
  here: Here,
  { others, heardMs, offMs }: { readonly others: number; readonly heardMs: number; readonly offMs: number },
): boolean | undefined {
  return isConfirmed(confirmations(words, here, offMs), others < 2 || heardMs >= CLOCK_SECOND_WORD_MS);
}

/**
 * How far behind the clock here the time is that the clocks of most organisations have reached, this one with its own
 * clock among them: 0 or below. So neither a clock that is ahead nor any that is behind decides alone. Undefined while
 * none of so many other organisations is linked.
 */
export function skewOfMost(words: readonly ClockWord[], { orgId, machine }: Here, others: number): number | undefined {
  const isAlone = words.every((word) => word.orgId === orgId);
  if (isAlone && others > 0) return undefined;
  const clocks = [...byOrganisation([...words, { orgId, machine, skewMs: 0 }]).values()].map((nodes) =>
    medianSkew(nodes.map(({ skewMs }) => skewMs)),
  );
  return Math.min(0, medianSkew(clocks));
}

/** The highest that more than half of them are not below. */
function medianSkew(skews: readonly number[]): number {
  return [...skews].sort((a, b) => b - a)[Math.floor(skews.length / 2)] ?? 0;
}

function byOrganisation(words: readonly ClockWord[]): ReadonlyMap<string, readonly ClockWord[]> {
  const byKey = new Map<string, ClockWord[]>();
  for (const word of words) byKey.set(word.orgId, [...(byKey.get(word.orgId) ?? []), word]);
  return byKey;
}
