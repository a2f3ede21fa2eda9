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
    name: 'a member of a record that a timer leaves out is read as if it were there',
    edits: [{ file: 'core/blueprint/names/members', from: ' && isInTimers(action, [first, ...rest])', to: '' }],
    test: RECORDS,
    caught: 'have members that rules read, also where no schema names them',
  },
  {
    name: 'working days before a date leave out the day before it',
    edits: [{ file: 'core/values/calendar', from: 'from - days - 1, from - 1,', to: 'from - days - 1, from,' }],
    test: 'unit/core/values/date',
    caught: 'are added as somebody does it who goes from day to day',
  },
  {
    name: 'a role that a timer spoke for counts as held where it confirms',
    edits: [
      {
        file: 'core/blueprint/check/people/check-confirm',
        from: 'also || (then && leadsOn(then.nextActionIds))',
        to: 'false',
      },
    ],
    test: 'unit/core/blueprint/check/people/confirm',
    caught: 'warns of what they take on trust, and of who may not be there',
  },
  {
    name: 'a timer that ends a branch speaks for a role where another action takes that as done',
    edits: [
      {
        file: 'core/blueprint/check/people/check-confirm',
        from: 'next.length > 0 || awaited.has(action?.id)',
        to: 'next.length > 0',
      },
    ],
    test: 'unit/core/blueprint/check/people/confirm',
    caught: 'warns of what they take on trust, and of who may not be there',
  },
];
