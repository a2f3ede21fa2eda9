// Broken versions about participant records: which wallet they bind, and of which organisation they are.
import type { Mutant } from './mutant.js';

export const RECORDS: readonly Mutant[] = [
  {
    name: 'an organisation is named as another one by a character that people do not see',
    edits: [{ file: 'core/register/people/participants', from: '&& nameProblem(value) === undefined', to: '' }],
    ...{ test: 'unit/core/validate/records/participant', caught: 'has its form' },
  },
  {
    name: 'a role is named as another one by a character that people do not see',
    edits: [{ file: 'core/design/check/check', from: 'checkShownNames(definition, findings);', to: '' }],
    ...{ test: 'unit/core/design/check/people/shown-names', caught: 'are judged by the ledger too' },
  },
  {
    name: 'the statement of a record about itself counts as its organisation',
    edits: [
      {
        file: 'core/register/people/participants',
        from: 'return vouches || before?.attested === name ?',
        to: 'return true ?',
      },
    ],
    test: 'unit/core/instance/people/four-eyes.slow',
    caught: 'the word of a record alone',
  },
  {
    name: 'a wallet that ends a record vouches for its organisation',
    edits: [
      {
        file: 'core/register/people/participants',
        from: "const vouches = isGovernance && status === 'Active'",
        to: 'const vouches = isGovernance',
      },
    ],
    test: 'unit/core/instance/people/four-eyes.slow',
    caught: 'a wallet that ends a record vouches for nothing',
  },
  {
    name: 'a wallet without a record is of no organisation',
    edits: [
      {
        file: 'core/instance/people/four-eyes',
        from: 'if (byOrganisation && party.organisation === undefined)',
        to: 'if (false)',
      },
    ],
    test: 'unit/core/instance/people/four-eyes.slow',
    caught: 'asks both for a record',
  },
  {
    name: 'the word of a record makes it one of an organisation',
    edits: [
      {
        file: 'core/register/people/participants',
        from: 'return vouches || before?.attested === name ?',
        to: 'return true ?',
      },
    ],
    test: 'unit/core/instance/people/candidates',
    caught: 'those for which governance vouches',
  },
  {
    name: 'a participant binds a wallet that did not sign',
    edits: [
      {
        file: 'core/validate/records/participant',
        from: 'primary === before.primary || primaryProof !== undefined',
        to: 'true',
      },
    ],
    test: 'unit/core/validate/attacks/primary-proof',
    caught: 'not without the signature of that',
  },
  {
    name: 'the signature of a new primary wallet is not verified',
    edits: [{ file: 'core/validate/parts/signature', from: ', ...primaryTasks(tx)', to: '' }],
    test: 'unit/core/validate/attacks/primary-proof',
    caught: 'nor with one for anything else',
  },
  {
    name: 'the signature of a new primary wallet is good on every register',
    edits: [
      {
        file: 'core/register/people/primary-proof',
        from: "hash('participant-primary', registerId,",
        to: "hash('participant-primary', '',",
      },
    ],
    test: 'unit/core/validate/attacks/primary-proof',
    caught: 'nor with one for anything else',
  },
  {
    name: 'a key that was replaced founds another record',
    edits: [
      {
        file: 'core/validate/records/participant',
        from: 'return row?.own === true && row.participantId !==',
        to: 'return false && row.participantId !==',
      },
    ],
    test: 'unit/core/instance/people/holders',
    caught: 'a key that was replaced',
  },
  {
    name: 'an Owner takes over roles by a record',
    edits: [
      {
        file: 'core/validate/records/participant',
        from: 'before?.own === true && primary !== before.primary && senderWallet',
        to: 'false && senderWallet',
      },
    ],
    test: 'unit/core/instance/people/holders',
    caught: 'keep their roles from an Owner',
  },
  {
    name: 'a record of an Owner gives a role',
    edits: [{ file: 'core/register/people/participants', from: 'return sender === primary ||', to: 'return true ||' }],
    test: 'unit/core/instance/people/holders',
    caught: 'where an Owner made their record',
  },
];
