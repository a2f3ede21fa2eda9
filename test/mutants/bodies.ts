// Broken versions of what a seat keeps of dockets that are not sealed, the bodies of strangers' rounds and those of its
// own promises, and of what a transaction holds beside its bytes.
import type { Mutant } from './mutant.js';

export const BODIES: readonly Mutant[] = [
  {
    name: 'a body that no member asked for is kept',
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
  {
    name: 'a transaction is judged here with a number that its bytes do not have',
    edits: [{ file: 'core/base/json', from: '&& !Object.is(value, -0)', to: '' }],
    test: 'unit/core/transaction/encode',
    caught: 'also where -0',
  },
  {
    name: 'the taker of a transaction judges another order of members than those who decode it',
    edits: [{ file: 'core/transaction/encode', from: 'isOrdered(given, JSON_DEPTH_MAX - 1) ?', to: 'true ?' }],
    test: 'unit/core/transaction/encode',
    caught: 'another order of members',
  },
];
