// The worlds that are searched: small ones in every test run, all of them by `npm run tool -- model`. A bound is a
// count, so that a run is the same on every machine.
import { SHIPPED, type World } from './world.js';

export interface Case {
  readonly name: string;
  readonly world: World;
  readonly states: number;
  /** False where the bound ends the search before everything is seen. */
  readonly complete: boolean;
}

export interface Walks {
  readonly name: string;
  readonly world: World;
  readonly walks: number;
}

const BASE = { reducer: SHIPPED, mode: 'majority', heights: 1, rounds: 1, crashes: 0, work: 'ABCD' } as const;
const PAIR = { ...BASE, rosters: ['AB'] };
const TRIO = { ...BASE, rosters: ['ABC'] };
const BFT = { ...BASE, mode: 'bft', rosters: ['ABCD'], rounds: 3, heights: 2, crashes: 1 } as const;
const LONG = { ...BASE, heights: 2, rounds: 3, crashes: 2 };

export const SUITE: readonly Case[] = [
  {
    name: 'n=1, two heights, 2 crashes',
    world: { ...BASE, rosters: ['A'], heights: 2, crashes: 2 },
    states: 1000,
    complete: true,
  },
  { name: 'n=2, rounds <= 2, 1 crash', world: { ...PAIR, rounds: 2, crashes: 1 }, states: 100_000, complete: true },
  {
    name: 'n=2, rounds <= 2, one clock ahead that is set right',
    world: { ...PAIR, rounds: 2, clocks: { A: 1 } },
    states: 100_000,
    complete: true,
  },
  { name: 'n=3, rounds <= 1, work anywhere', world: TRIO, states: 1_000_000, complete: true },
];

export const FULL: readonly Case[] = [
  ...SUITE,
  {
    name: 'n=3, rounds <= 1, work at the proposer, 1 crash',
    world: { ...TRIO, work: 'A', crashes: 1 },
    states: 1_200_000,
    complete: true,
  },
  {
    name: 'n=2, two heights, rounds <= 1, 1 crash',
    world: { ...PAIR, heights: 2, crashes: 1 },
    states: 2_000_000,
    complete: true,
  },
  {
    name: 'n=3, rounds <= 1, work anywhere, 1 crash',
    world: { ...TRIO, crashes: 1 },
    states: 4_000_000,
    complete: true,
  },
  {
    name: 'n=3, rounds <= 2, work at the proposer',
    world: { ...TRIO, work: 'A', rounds: 2 },
    states: 5_000_000,
    complete: false,
  },
  {
    name: 'n=4 bft, rounds <= 1',
    world: { ...BFT, heights: 1, crashes: 0, rounds: 1, work: 'A' },
    states: 2_000_000,
    complete: false,
  },
];

export const WALKS: readonly Walks[] = [
  { name: 'n=1', world: { ...LONG, rosters: ['A'], heights: 3 }, walks: 300 },
  { name: 'n=2', world: { ...LONG, rosters: ['AB'] }, walks: 500 },
  { name: 'n=3', world: { ...LONG, rosters: ['ABC'] }, walks: 750 },
  {
    name: 'n=3, rotating proposer, three heights',
    world: { ...LONG, rosters: ['ABC'], leader: 'rotate', heights: 3 },
    walks: 500,
  },
  { name: 'roster ABC to BCD', world: { ...LONG, rosters: ['ABC', 'BCD'], heights: 3 }, walks: 1000 },
  { name: 'n=5', world: { ...LONG, rosters: ['ABCDE'], work: 'ABCDE' }, walks: 150 },
  { name: 'n=2, one wrong clock', world: { ...LONG, rosters: ['AB'], clocks: { A: 1 } }, walks: 400 },
  {
    name: 'n=3, the clock of the first proposer is wrong',
    world: { ...LONG, rosters: ['ABC'], clocks: { A: 1 } },
    walks: 1000,
  },
  { name: 'n=3, another clock is wrong', world: { ...LONG, rosters: ['ABC'], clocks: { C: -1 } }, walks: 500 },
  {
    name: 'n=5, one wrong clock, rotating proposer',
    world: { ...LONG, rosters: ['ABCDE'], work: 'ABCDE', leader: 'rotate', clocks: { B: 1 } },
    walks: 100,
  },
  { name: 'n=4 bft, one wrong clock', world: { ...BFT, clocks: { A: 1 } }, walks: 200 },
  { name: 'n=4 bft, a liar that dates as it likes', world: { ...BFT, liar: 'B', clocks: { B: 1 } }, walks: 300 },
  { name: 'n=4 bft', world: BFT, walks: 300 },
  { name: 'n=4 bft, the first proposer lies', world: { ...BFT, liar: 'A' }, walks: 200 },
  { name: 'n=4 bft, another member lies', world: { ...BFT, liar: 'B' }, walks: 200 },
  {
    name: 'bft roster ABCD to BCDE, A lies',
    world: { ...BFT, rosters: ['ABCD', 'BCDE'], work: 'ABCDE', liar: 'A' },
    walks: 150,
  },
];

/**
 * Majority tolerates no liar and does not pretend to: the fork must be found, and it must be possible to name who did
 * it.
 */
export const LIAR_IN_MAJORITY: World = { ...LONG, rosters: ['ABC'], crashes: 0, liar: 'A' };
