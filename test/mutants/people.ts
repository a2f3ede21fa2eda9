// Broken versions about who may act: parties that are told apart by too little.
import type { Mutant } from './mutant.js';

export const PEOPLE: readonly Mutant[] = [
  {
    name: 'who did the other action is not asked',
    edits: [
      {
        file: 'core/transaction/four-eyes',
        from: 'if (names.some((name) => view.state(STATE_KEY.did(instanceId, action, name))))',
        to: 'if (false)',
      },
    ],
    test: 'unit/core/transaction/four-eyes',
    caught: 'remembers who did it',
  },
  {
    name: 'a role is taken by a party that cannot play it',
    edits: [
      {
        file: 'core/transaction/four-eyes',
        from: 'const apart = takes ? planned.roleApart : isRejection ? [] : planned.apart;',
        to: 'const apart = isRejection ? [] : planned.apart;',
      },
    ],
    test: 'unit/core/transaction/four-eyes',
    caught: 'a role that it could not play',
  },
  {
    name: 'four eyes compare wallets alone',
    edits: [
      {
        file: 'core/register/party',
        from: 'participantId === undefined ? []',
        to: 'true ? []',
      },
      {
        file: 'core/register/party',
        from: '(one.participantId !== undefined && one.participantId === other.participantId)',
        to: 'false',
      },
    ],
    test: 'unit/core/transaction/four-eyes',
    caught: 'whichever of their wallets signs',
  },
  {
    name: 'whoever has no record is of no organisation',
    edits: [
      {
        file: 'core/transaction/four-eyes',
        from: 'if (byOrganisation && party.organisation === undefined)',
        to: 'if (false)',
      },
    ],
    test: 'unit/core/transaction/four-eyes',
    caught: 'asks both for a record',
  },
];
