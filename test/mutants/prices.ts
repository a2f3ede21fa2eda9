// Broken versions about the price of a text that somebody else encrypted, and about answers to challenges.
import type { Mutant } from './mutant.js';

const HOSTILE = { test: 'unit/core/envelope/cells/hostile-text', caught: 'are not even parsed' };
const TEXT = 'core/base/canonical-text';
const FORM = { test: 'unit/core/base/canonical-text', caught: 'takes what the strict parser takes' };
const KNOWN_TEST = 'unit/core/instance/runs/known-texts';

export const PRICES: readonly Mutant[] = [
  {
    name: 'a hostile text is parsed however deep it is',
    edits: [{ file: TEXT, from: 'names.length > depth && (', to: 'false && (' }],
    ...HOSTILE,
  },
  {
    name: 'a hostile text is parsed however many values it has',
    edits: [{ file: TEXT, from: '--left.values >= 0 &&', to: '' }],
    ...HOSTILE,
  },
  {
    name: 'a hostile text is parsed however many cells it has',
    edits: [{ file: TEXT, from: '--left.outer >= 0', to: 'true' }],
    ...HOSTILE,
  },
  {
    name: 'a hostile text is parsed in whatever order its names are',
    edits: [{ file: TEXT, from: 'before < name', to: 'before !== name' }],
    ...HOSTILE,
  },
  {
    name: 'a text that names a member twice is canonical',
    edits: [{ file: TEXT, from: 'before < name', to: 'before <= name' }],
    ...FORM,
  },
  {
    name: 'a text with another form of its numbers is canonical',
    edits: [{ file: TEXT, from: ' && String(value) === text', to: '' }],
    ...FORM,
  },
  {
    name: 'a text with numbers that two literals share is canonical',
    edits: [{ file: TEXT, from: 'isSafe(value) && ', to: '' }],
    ...FORM,
  },
  {
    name: 'a text with another form of its escapes is canonical',
    edits: [{ file: TEXT, from: 'if (!CONTROL.test(source))', to: 'if (false)' }],
    ...FORM,
  },
  {
    name: 'a hostile text is opened with each read',
    edits: [{ file: 'core/instance/runs/known-texts', from: 'if (before)', to: 'if (false)' }],
    ...{ test: KNOWN_TEST, caught: 'that give nothing are not opened again' },
  },
  {
    name: 'a hostile text is one for good where its key was not there',
    edits: [{ file: 'core/instance/runs/known-texts', from: "&& found.undelivered !== 'closed'", to: '' }],
    ...{ test: KNOWN_TEST, caught: 'are none where a key is not there' },
  },
  {
    name: 'large texts of several readings are opened in one turn',
    edits: [{ file: 'core/base/queues/yield-to-loop', from: 'turns.set(clock, turn);', to: '' }],
    ...{ test: 'unit/core/base/queues/yield-to-loop', caught: 'between any two parts that wait' },
  },
  {
    name: 'large transactions of several readings are read in one turn',
    edits: [{ file: 'storage/chain/chain-read', from: 'bytesAtOnce > READ_BYTES_AT_ONCE', to: 'false' }],
    ...{ test: 'unit/storage/chain/large-reads', caught: 'that come together take one turn each' },
  },
  {
    name: 'a large text is opened without a turn of its own',
    edits: [
      {
        file: 'actors/background/opened-at-once',
        from: '|| bytes > ENVELOPE_BYTES_BESIDE_OTHERS',
        to: '',
      },
    ],
    ...{ test: 'unit/actors/background/opened-at-once', caught: 'has a turn of its own' },
  },
  {
    name: 'a challenge is answered by what its receiver cannot show',
    edits: [
      {
        file: 'core/moves/delivery/deliveries',
        from: 'if (asked && !isAnswerFor(wallet, tx.payload))',
        to: 'if (false)',
      },
    ],
    ...{ test: 'unit/core/instance/deliveries/provable', caught: 'is the one answer to a challenge' },
  },
  {
    name: 'a challenge is answered by hand alone',
    edits: [
      {
        file: 'actors/workflow/inbox/inbox-deliveries',
        from: '{ ...task, fromMs: task.sinceMs - 1 }',
        to: 'task',
      },
    ],
    ...{ test: 'contract/people/deliveries/answers', caught: 'are made by the node of the sender' },
  },
];
