// Broken versions about roles that stand in for others after a timer.
import type { Mutant } from './mutant.js';

const TEST = 'unit/core/transaction/acting';

export const ACTING: readonly Mutant[] = [
  {
    name: 'a candidate renews its claim by giving the role back',
    edits: [
      {
        file: 'core/transaction/candidates',
        from: 'if (own && atMs <= own.untilMs + candidacy.claimForMs)',
        to: 'if (false)',
      },
    ],
    test: 'unit/core/transaction/candidates',
    caught: 'get no other term by giving the role back',
  },
  {
    name: 'candidates that take turns keep the others out',
    edits: [
      { file: 'core/transaction/candidates', from: 'if ((own?.count ?? 0) >= ROLE_CLAIMS_MAX)', to: 'if (false)' },
    ],
    test: 'unit/core/transaction/candidates',
    caught: 'where two of them take turns',
  },
  {
    name: 'a role that is named like a member of every object has no readers',
    edits: [
      {
        file: 'core/transaction/readers',
        from: ': Object.fromEntries(found);',
        to: ': Object.assign({}, Object.fromEntries(found));',
      },
    ],
    test: 'unit/core/transaction/candidates',
    caught: 'named like a member of every object',
  },
  {
    name: 'a role that may act too acts before its timer is due',
    edits: [{ file: 'core/transaction/validate/timer', from: 'if (!found || atMs > found.dueMs)', to: 'if (true)' }],
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
    edits: [{ file: 'core/blueprint/stand-ins', from: '?? []), told]', to: '?? [])]' }],
    test: TEST,
    caught: 'the holder of its own role reads that too',
  },
  {
    name: 'the holder of a role is accused of what another one did in its place',
    edits: [{ file: 'core/transaction/holders', from: ': planned?.standIns.get(as)', to: ': undefined' }],
    test: TEST,
    caught: 'where nobody holds the role of the action',
  },
  {
    name: 'who stands in need not see what the rules read',
    edits: [
      { file: 'core/blueprint/check-names', from: '[action.sender, ...others].flatMap', to: '[action.sender].flatMap' },
    ],
    test: TEST,
    caught: 'what the rules of the action read',
  },
  {
    name: 'who stands in takes an open role that four eyes keep from it',
    edits: [{ file: 'core/blueprint/plan', from: '[...planned.apart, ...planned.roleApart]', to: '[]' }],
    test: TEST,
    caught: 'as who takes the role',
  },
];
