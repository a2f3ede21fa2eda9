// Broken versions of what a seat keeps of dockets that are not sealed: the bodies of strangers' rounds, and those of its own promises.
import type { Mutant } from './mutant.js';

export const BODIES: readonly Mutant[] = [
  {
    name: 'a body that nobody asked for is kept',
    edits: [{ file: 'core/consensus/step', from: 'if (!isWanted(d, input.docket.hash))', to: 'if (false)' }],
    test: 'unit/core/consensus/unasked-bodies',
    caught: 'the proposal that is being judged gets its vote',
  },
  {
    name: 'a body that this seat promised makes room for others',
    edits: [{ file: 'core/consensus/draft', from: '...bodiesOf(record),', to: '' }],
    test: 'unit/core/consensus/tidy',
    caught: 'stay while this seat committed to one of them',
  },
];
