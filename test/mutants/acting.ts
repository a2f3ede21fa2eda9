// Broken versions about roles that stand in for others after a timer.
import type { Mutant } from './mutant.js';

const TEST = 'unit/core/transaction/acting';

export const ACTING: readonly Mutant[] = [
  {
    name: 'a role that may act too acts before its timer is due',
    edits: [{ file: 'core/moves/timer/judge', from: 'if (!found || atMs > found.dueMs)', to: 'if (true)' }],
    test: TEST,
    caught: 'after the due time on',
  },
  {
    name: 'any role stands in for another one',
    edits: [
      {
        file: 'core/transaction/acting',
        from: '=== undefined || standInIn(planned, header)',
        to: '=== undefined || true',
      },
    ],
    test: TEST,
    caught: 'that a timer of this action names',
  },
  {
    name: 'the holder of the role is not given what was done in its place',
    edits: [{ file: 'core/blueprint/plan/stand-ins', from: '?? []), told]', to: '?? [])]' }],
    test: TEST,
    caught: 'the holder of its own role reads that too',
  },
  {
    name: 'the holder of a role is accused of what another one did in its place',
    edits: [{ file: 'core/instance/people/holders', from: ': planned?.standIns.get(as)', to: ': undefined' }],
    test: TEST,
    caught: 'where no wallet holds the role of the action',
  },
  {
    name: 'a role that stands in need not see what the rules read',
    edits: [
      {
        file: 'core/design/check/data/check-names',
        from: '[action.sender, ...others].flatMap',
        to: '[action.sender].flatMap',
      },
    ],
    test: TEST,
    caught: 'what the rules of the action read',
  },
  {
    name: 'a role that stands in takes an open role that four eyes keep from it',
    edits: [{ file: 'core/blueprint/plan/plan', from: '[...planned.apart, ...planned.roleApart]', to: '[]' }],
    test: TEST,
    caught: 'as who takes the role',
  },
  {
    name: 'what others owe a wallet as their deputy holds up its own role',
    edits: [
      {
        file: 'core/reading/cells/findings',
        from: '(role === undefined || missedBy.length === 0 || missedBy.includes(role))',
        to: 'true',
      },
    ],
    test: 'unit/core/instance/deliveries/deputies',
    caught: 'takes nothing from the role',
  },
  {
    name: 'a wallet is owed for its own role what it is owed as the deputy of another one',
    edits: [
      {
        file: 'actors/workflow/instance/owed-runs',
        from: 'wallet === by.wallet && role === by.role',
        to: 'wallet === by.wallet',
      },
    ],
    test: 'contract/people/deliveries/unwilling-deputy',
    caught: 'after the delegation',
  },
  {
    name: 'deliveries to deputies take the whole share of their role',
    edits: [{ file: 'core/moves/delivery/deliveries', from: 'Math.floor(room * DEPUTIES_PART)', to: 'room' }],
    test: 'unit/core/instance/deliveries/deputies',
    caught: 'leaves half of the share',
  },
];
