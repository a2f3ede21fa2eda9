// Which of the broken versions of an area are tried: as many as are asked for, drawn by a seed.
import { readdirSync, readFileSync } from 'node:fs';
import { Dice } from '../../support/base/dice.js';
import type { Area } from './areas.js';
import { type Mutation, mutationsOf } from './mutations.js';

export interface Sampled {
  /** Of the source, from the root. */
  readonly path: string;
  readonly mutation: Mutation;
}

/** In files whose path has the part; the same seed draws the same of the same sources, file by file. */
export function sampleOf(
  { sources }: Area,
  { part, count, seed }: { readonly part: string; readonly count: number; readonly seed: string },
): readonly Sampled[] {
  const left = sources
    .flatMap(filesIn)
    .filter((path) => path.includes(part))
    .flatMap((path) => mutationsOf(readFileSync(path, 'utf8')).map((mutation): Sampled => ({ path, mutation })));
  const dice = new Dice(seed);
  const drawn = Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(dice.integer(0, left.length - 1), 1),
  );
  return drawn.flat().sort((a, b) => (a.path < b.path ? -1 : Number(a.path > b.path)));
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`)
    .sort();
}
