// Dockets as cards of a chain. Where more than two are sealed in a second, those of the second are one card: one that
// lives for 30 ms is noise.
import type { DocketCard } from './docket-ring.js';

const SECOND_MS = 1000;
const ALONE_MAX = 2;

/** `dockets` newest first, as many as stand in the card: one at least. */
export interface ChainCard {
  readonly dockets: readonly DocketCard[];
  readonly transactions: number;
}

/** Cards of dockets that come newest first. */
export function chainCards(newestFirst: readonly DocketCard[]): readonly ChainCard[] {
  const seconds: DocketCard[][] = [];
  let second: number | undefined;
  for (const docket of newestFirst) {
    const its = Math.floor(Date.parse(docket.timestamp) / SECOND_MS);
    if (its === second) seconds.at(-1)?.push(docket);
    else seconds.push([docket]);
    second = its;
  }
  return seconds.flatMap((dockets) =>
    dockets.length > ALONE_MAX ? [cardOf(dockets)] : dockets.map((docket) => cardOf([docket])),
  );
}

function cardOf(dockets: readonly DocketCard[]): ChainCard {
  return { dockets, transactions: dockets.reduce((sum, { transactionCount }) => sum + transactionCount, 0) };
}

/** Places of the roster that signed, from their bits. */
export function signersIn(bits: number): readonly number[] {
  return Array.from({ length: 31 }, (_, place) => place).filter((place) => Math.floor(bits / 2 ** place) % 2 === 1);
}
