// Broken versions about rules of definitions: dates and records that they make, and what the check says of them.
import type { Mutant } from './mutant.js';

const RECORDS = 'unit/core/blueprint/signatures/record-signature';
const REFUSED = 'are refused where a member can never be what the schema says';

export const RULES: readonly Mutant[] = [
  {
    name: 'a record is published that lacks what its schema requires',
    edits: [{ file: 'core/blueprint/typing/type', from: '!made.member?.(name)', to: 'false' }],
    test: RECORDS,
    caught: REFUSED,
  },
  {
    name: 'a member of a record is published with another type than its schema says',
    edits: [{ file: 'core/blueprint/typing/type', from: '--left.members < 0', to: 'true' }],
    test: RECORDS,
    caught: REFUSED,
  },
  {
    name: 'a record takes its names from data',
    edits: [{ file: 'core/blueprint/signatures/record-signature', from: '!NAME.test(one)', to: 'false' }],
    test: 'unit/core/blueprint/operators/values',
    caught: 'are refused with another form',
  },
  {
    name: 'a payload makes a file of a value that is none',
    edits: [{ file: 'core/blueprint/signatures/hash-signature', from: 'names === undefined &&', to: '' }],
    test: 'unit/core/blueprint/operators/hashes',
    caught: 'are those of the bytes of a file',
  },
  {
    name: 'a file is hashed by whatever text it calls its hash',
    edits: [{ file: 'core/blueprint/operators/hashes', from: 'FILE_HASH.exec(value.hash)', to: '[, value.hash]' }],
    test: 'unit/core/blueprint/operators/hashes',
    caught: 'are those of the bytes of a file',
  },
  {
    name: 'a hash of long data takes no more steps than one of short data',
    edits: [{ file: 'core/blueprint/operators/hashes', from: 'bytes.length / HASH_STEP_BYTES', to: '0' }],
    test: 'unit/core/blueprint/operators/hashes',
    caught: 'take a step for each four bytes',
  },
  {
    name: 'a scenario takes a refusal at another place for the one that it expects',
    edits: [{ file: 'core/scenario/run', from: 'wanted.at === path', to: 'true' }],
    test: 'unit/core/scenario/refusals',
    caught: 'knows a refusal by its place too',
  },
  {
    name: 'a name of this turn reads a turn before',
    edits: [{ file: 'core/blueprint/logic/facts', from: ' && last.place >= begun.place', to: '' }],
    test: 'unit/core/blueprint/names/turn-names',
    caught: 'read what ran since its first action',
  },
  {
    name: 'a name of this turn is read where no turn has begun',
    edits: [
      { file: 'core/blueprint/logic/facts', from: 'last && begun && last.place', to: 'last && (!begun || last.place' },
      { file: 'core/blueprint/logic/facts', from: '>= begun.place ?', to: '>= begun.place) ?' },
    ],
    test: 'unit/core/blueprint/names/turn-names',
    caught: 'read what ran since its first action',
  },
  {
    name: 'rules of this turn are taken to read the action alone, and not where the turn begins',
    edits: [{ file: 'core/blueprint/logic/facts', from: '[read.action, ...read.since]', to: '[read.action]' }],
    test: 'unit/core/blueprint/names/turn-names',
    caught: 'say of which actions they are',
  },
  {
    name: 'a member of a record that a timer leaves out is read as if it were there',
    edits: [{ file: 'core/blueprint/names/members', from: ' && isInTimers(action, [first, ...rest])', to: '' }],
    test: RECORDS,
    caught: 'have members that rules read, also where no schema names them',
  },
  {
    name: 'working days before a date leave out the day before it',
    edits: [{ file: 'core/values/calendar', from: 'from - days - 1, from - 1,', to: 'from - days - 1, from,' }],
    test: 'unit/core/values/date.slow',
    caught: 'are added as somebody does it who goes from day to day',
  },
  {
    name: 'a role that a timer spoke for counts as held where it confirms',
    edits: [
      {
        file: 'core/design/check/people/check-confirm',
        from: 'also || (then && leadsOn(then.nextActionIds))',
        to: 'false',
      },
    ],
    test: 'unit/core/design/check/people/confirm',
    caught: 'warns of what they take on trust, and of who may not be there',
  },
  {
    name: 'a timer that ends a branch speaks for a role where another action takes that as done',
    edits: [
      {
        file: 'core/design/check/people/check-confirm',
        from: 'next.length > 0 || awaited.has(action?.id)',
        to: 'next.length > 0',
      },
    ],
    test: 'unit/core/design/check/people/confirm',
    caught: 'warns of what they take on trust, and of who may not be there',
  },
];
