// Broken versions of what binds an action to the state by which it was calculated.
import type { Mutant } from './mutant.js';

const READS = 'unit/core/validate/data/reads';
const ROWS = 'core/blueprint/instance/run-rows';
const STEPS = 'core/validate/data/reads';

const FAST = 'unit/core/validate/instance/overtaking';
const OVERTAKING = 'core/validate/instance/overtaking';

export const READ_MUTANTS: readonly Mutant[] = [
  {
    name: 'changed is not raised by a rejection',
    edits: [{ file: ROWS, from: 'changed(runs[row.action], -1, n)', to: 'changed(runs[row.action], -1, 0)' }],
    test: READS,
    caught: 'are old after a rejection',
  },
  {
    name: 'changed is not raised by an objection',
    edits: [{ file: ROWS, from: 'changed(runs[row.action], -1, n)', to: 'changed(runs[row.action], -1, 0)' }],
    test: READS,
    caught: 'are old after an objection',
  },
  {
    name: 'changed is not raised where a run is kept',
    edits: [{ file: ROWS, from: 'changed(runs[row.action], 1, n)', to: 'changed(runs[row.action], 1, 0)' }],
    test: READS,
    caught: 'the decision that keeps it',
  },
  {
    name: 'changed is not raised by a confirmation',
    edits: [
      {
        file: ROWS,
        from: 'count(rows, runs, { txId: confirms, n })',
        to: 'count(rows, runs, { txId: confirms, n: 0 })',
      },
    ],
    test: READS,
    caught: 'are old after the confirmation',
  },
  {
    name: 'changed is not raised by a run',
    edits: [{ file: ROWS, from: 'count(rows, runs, { txId, n });', to: 'count(rows, runs, { txId, n: 0 });' }],
    test: READS,
    caught: 'are old after a run of what they read',
  },
  {
    name: "sees is not checked in a docket's overlay",
    edits: [
      { file: STEPS, from: 'place && changeSince(', to: 'subject.ctx.docketMs === undefined && place && changeSince(' },
    ],
    test: READS,
    caught: 'are old in the docket that holds the change before them',
  },
  {
    name: 'an action may have seen moves that are not sealed',
    edits: [{ file: STEPS, from: 'place.seen <= place.instance.moves', to: 'true' }],
    test: READS,
    caught: 'wait for moves that are not there yet',
  },
  {
    name: 'a promise that saw moves which nobody seals waits without end',
    edits: [{ file: 'actors/validator-pool/orphans', from: '[NEVER_CAME, NEVER_SEALED]', to: '[NEVER_CAME]' }],
    test: 'unit/actors/validator-pool/overtaken',
    caught: 'gives it up as one whose predecessor never came',
  },
  {
    name: 'an action whose rules read runs need not say what it saw',
    edits: [
      {
        file: STEPS,
        from: 'Number.isSafeInteger(stated) &&',
        to: 'stated === undefined || Number.isSafeInteger(stated) &&',
      },
    ],
    test: READS,
    caught: 'say for good what is wrong with the form',
  },
  {
    name: 'a move that reads nothing may say what it saw',
    edits: [{ file: STEPS, from: 'return stated === undefined ? NONE', to: 'return true ? NONE' }],
    test: READS,
    caught: 'state it alone',
  },
  {
    name: 'a join may have taken other branches than it says',
    edits: [{ file: 'core/blueprint/names/run-reads', from: 'isOfBranches && moves > seen', to: 'false' }],
    test: READS,
    caught: 'of a join read which branches it takes',
  },
  {
    name: 'a node that others overtake tries again at once, each time',
    edits: [{ file: 'actors/workflow/moves/sealed-anew', from: 'if (restMs > 0)', to: 'if (false)' }],
    test: 'unit/actors/workflow/moves/instance-mutex',
    caught: 'after rests that grow',
  },
  {
    name: 'a party that repeats its action leaves others no time',
    edits: [{ file: 'actors/workflow/moves/instance-mutex', from: 'tries === 0 && leaves?.()', to: 'false' }],
    test: 'unit/actors/workflow/moves/instance-mutex',
    caught: 'leave others time before the first try',
  },
  {
    name: 'a node that is told when others leave it time does not wait for that',
    edits: [{ file: 'actors/workflow/moves/sealed-anew', from: 'tries >= waitsFrom', to: 'false' }],
    test: 'unit/actors/workflow/moves/instance-mutex',
    caught: 'rest as long as a refusal says',
  },
  {
    name: 'an ask rests for as long as it is told to',
    edits: [{ file: 'actors/workflow/moves/sealed-anew', from: 'if (leftMs < 0)', to: 'if (false)' }],
    test: 'unit/actors/workflow/moves/instance-mutex',
    caught: 'rest as long as a refusal says',
  },
  {
    name: 'a timer is given to the pool by a step that may meet none but slots of others',
    edits: [
      {
        file: 'actors/register-replica/due-timers',
        from: 'Math.min(AGAIN_MS, ...waits.map((seconds) => seconds * 1000))',
        to: 'AGAIN_MS',
      },
    ],
    test: 'unit/actors/register-replica/due-timers',
    caught: 'wait for who has its time slot first',
  },
  {
    name: 'timers that wait for a slot stop those behind them',
    edits: [
      { file: 'actors/register-replica/due-timers', from: 'DUE_AT_ONCE_MAX + this.waiting', to: 'DUE_AT_ONCE_MAX' },
    ],
    test: 'unit/actors/register-replica/due-timers',
    caught: 'stand in no way of those behind them',
  },
  {
    name: 'a slot ends what was promised',
    edits: [
      {
        file: 'core/validate/finality',
        from: "const PASSING = codesOf('passes')",
        to: 'const PASSING = codesOf()',
      },
    ],
    test: 'unit/actors/validator-pool/kept-promises',
    caught: 'is kept, and sealed in the next one',
  },
  {
    name: 'who acts at full speed leaves others no time',
    edits: [{ file: OVERTAKING, from: 'role === undefined)', to: 'true)' }],
    test: FAST,
    caught: 'leaves them their slots in a long instance',
  },
  {
    name: 'a reader that was done a moment ago has slots',
    edits: [
      {
        file: OVERTAKING,
        from: 'passedBy(instance, type) - (row ? leadsSince(row) : 0) > UNSLOTTED_MOVES_MAX',
        to: 'true',
      },
    ],
    test: FAST,
    caught: 'meets no reader that was done not so long ago',
  },
  {
    name: 'the runs of a reader are not looked at',
    edits: [{ file: OVERTAKING, from: "rowOf(instance.runs[action]?.last ?? '')", to: 'undefined' }],
    test: FAST,
    caught: 'meets no reader that was done not so long ago',
  },
  {
    name: 'a party waits for itself',
    edits: [{ file: OVERTAKING, from: 'other.sender.id === move.role', to: 'false' }],
    test: FAST,
    caught: 'is not the role whose slot it is',
  },
  {
    name: 'who stands in for a reader waits for it',
    edits: [{ file: OVERTAKING, from: 'reader.action.id !== action &&', to: '' }],
    test: FAST,
    caught: 'is not who does the reader in place of its role',
  },
  {
    name: 'who confirms in its own slot waits for itself',
    edits: [{ file: OVERTAKING, from: "type === 'Confirmation'", to: 'false' }],
    test: FAST,
    caught: 'by rejections, confirmations and timers',
  },
  {
    name: 'a timer is a move of the role of its action',
    edits: [{ file: OVERTAKING, from: "type === 'Timer' || type === 'Delivery'", to: 'false' }],
    test: FAST,
    caught: 'by timers of actions of that role',
  },
  {
    name: 'deliveries make others old in their slots',
    edits: [{ file: OVERTAKING, from: '!MOVE_FACTS[type].overtakes', to: '!MOVE_FACTS[type].shared' }],
    test: FAST,
    caught: 'by timers of actions of that role',
  },
  {
    name: 'actions alone leave others time',
    edits: [{ file: OVERTAKING, from: '!MOVE_FACTS[type].overtakes', to: "type !== 'Action'" }],
    test: FAST,
    caught: 'by rejections, confirmations and timers',
  },
  {
    name: 'a rejection of another action changes nothing that others read',
    edits: [{ file: OVERTAKING, from: "type === 'Delivery' || type === 'Rejection'", to: "type === 'Delivery'" }],
    test: FAST,
    caught: 'by rejections, confirmations and timers',
  },
  {
    name: 'a party waits for others that read nothing of it',
    edits: [{ file: OVERTAKING, from: 'reads.actions.has(action)', to: 'true' }],
    test: FAST,
    caught: 'is nobody where the open action reads nothing of it',
  },
  {
    name: 'a replica judges again whose slot it was',
    edits: [{ file: OVERTAKING, from: 'ctx.certified ||', to: '' }],
    test: FAST,
    caught: 'is judged by the validators alone',
  },
  {
    name: 'no slot is of all',
    edits: [
      { file: 'core/blueprint/names/reading-slots', from: 'n % (roles.length + 1)) - 1', to: 'n % roles.length)' },
    ],
    test: 'unit/core/blueprint/names/reading-slots',
    caught: 'are one of each cycle',
  },
  {
    name: 'an action is calculated without the run that it says it saw',
    edits: [
      {
        file: 'actors/workflow/instance/instance-record',
        from: '!isFailure(transactions) && !reaches(transactions, row)',
        to: 'false',
      },
    ],
    test: 'unit/actors/workflow/instance/instance-record',
    caught: 'waits for moves that the row counts and the index has not',
  },
  {
    name: 'a move that is not counted stands for a run that is',
    edits: [
      { file: 'core/transaction/move-type', from: 'MOVE_FACTS[moveTypeOf(header)]?.counts === true', to: 'true' },
    ],
    test: 'unit/actors/workflow/instance/instance-record',
    caught: 'waits for moves that the row counts and the index has not',
  },
  {
    name: 'who waits for what another docket made old is told when this node builds one',
    edits: [{ file: 'actors/validator-pool/offers', from: '...submissions.overtakenBy(docket), ', to: '' }],
    test: 'unit/actors/validator-pool/overtaken',
    caught: 'tells who waits, where its node is sealing',
  },
];
