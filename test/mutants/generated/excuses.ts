// Broken versions that survive and may: excused.tsv has the path of the source, the code, what takes its place, and why
// no test has to notice.
import { readFileSync } from 'node:fs';
import type { Mutation } from './mutations.js';

export interface Excuse {
  readonly path: string;
  readonly code: string;
  readonly broken: string;
  readonly reason: string;
}

export const EXCUSES: readonly Excuse[] = readFileSync('test/mutants/generated/excused.tsv', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [path = '', code = '', broken = '', reason = ''] = line.split('\t');
    return { path, code, broken, reason };
  });

export function isExcused(path: string, mutation: Mutation): boolean {
  return EXCUSES.some(
    (excuse) => excuse.path === path && excuse.code === mutation.code && excuse.broken === mutation.broken,
  );
}
