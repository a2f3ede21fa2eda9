// Broken versions about runs that others confirm: who may answer, and what is left undone until all have.
import type { Mutant } from './mutant.js';

const CONFIRMATION = 'unit/core/moves/confirmation/confirmation';
const STEP = 'core/moves/confirmation/judge';

export const CONFIRMATIONS: readonly Mutant[] = [
  {
    name: 'a run that follows a waiting run is refused for good',
    edits: [
      {
        file: 'core/validate/instance/chain',
        from: '!run?.confirm.leads.includes(',
        to: 'true || !run?.confirm.leads.includes(',
      },
    ],
    test: CONFIRMATION,
    caught: 'holds a run back',
  },
  {
    name: 'rules read a run that waits',
    edits: [
      { file: 'core/moves/parts/done-run', from: "?.confirm ? 'waits' : 'act'", to: "?.confirm ? 'act' : 'act'" },
    ],
    test: CONFIRMATION,
    caught: 'holds a run back',
  },
  {
    name: 'a wallet confirms for a role that it does not hold',
    edits: [{ file: STEP, from: '!== header.senderWallet)', to: '=== undefined)' }],
    test: CONFIRMATION,
    caught: 'of who holds the role',
  },
  {
    name: 'a party answers twice',
    edits: [{ file: STEP, from: '!run.confirm.missing.includes(role.id)', to: 'false' }],
    test: CONFIRMATION,
    caught: 'of who holds the role',
  },
  {
    name: 'a run is confirmed after its time',
    edits: [{ file: STEP, from: 'atMs > run.dueMs', to: 'false' }],
    test: CONFIRMATION,
    caught: 'of who holds the role',
  },
  {
    name: 'a sender and a silent party keep a deadline off without end',
    edits: [{ file: 'core/blueprint/instance/confirmation', from: 'withinMs - extended)', to: 'withinMs)' }],
    test: CONFIRMATION,
    caught: 'no more than that once',
  },
  {
    name: 'a judge looks at states in which the run before was not confirmed',
    edits: [{ file: 'core/blueprint/instance/run-rows', from: '(confirmed?.n ?? n) < moves', to: 'n < moves' }],
    test: CONFIRMATION,
    caught: 'acted before it counted',
  },
  {
    name: 'readers calculate with runs that wait',
    edits: [{ file: 'core/reading/cells/states', from: 'one.from < place', to: 'one.at < place' }],
    test: CONFIRMATION,
    caught: 'acted before it counted',
  },
  {
    name: 'a node confirms what it found wrong',
    edits: [
      {
        file: 'core/reading/cells/findings',
        from: 'return first && refused(first, new Set(wrong.map((one)',
        to: 'return undefined && refused(first, new Set(wrong.map((one)',
      },
    ],
    test: 'contract/workflow/disputes/confirmations',
    caught: 'found wrong',
  },
  {
    name: 'an instance does not say who did not confirm a run',
    edits: [{ file: 'actors/workflow/instance/sent-back', from: 'role !== undefined && { role }', to: 'false && {}' }],
    test: 'contract/workflow/disputes/confirmations',
    caught: 'has a declined run done again',
  },
];
