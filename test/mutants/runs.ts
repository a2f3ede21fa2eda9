// Broken versions of what validators keep and recompute of runs of language 2.
import type { Mutant } from './mutant.js';

export const RUNS: readonly Mutant[] = [
  {
    name: 'a run that is sealed to a locked wallet is never checked',
    edits: [
      { file: 'actors/workflow/checks/run-verdicts', from: "if (problem?.code === 'WALLET_LOCKED')", to: 'if (false)' },
    ],
    test: 'contract/workflow/disputes/run-checks',
    caught: 'are checked late where their wallet was locked',
  },
  {
    name: 'a rejection undoes the newest run alone that came of what it undoes',
    edits: [
      {
        file: 'core/blueprint/instance/run-rows',
        from: 'child = siblingOf(rows.get(child), txId)',
        to: 'child = undefined',
      },
    ],
    test: 'unit/core/moves/run-rows.slow',
    caught: 'keep earlier rounds of a loop',
  },
  {
    name: 'a run that was undone later was never in force',
    edits: [{ file: 'core/blueprint/instance/run-rows', from: '!undone || undone.n >= moves', to: '!undone' }],
    test: 'unit/core/moves/run-rows.slow',
    caught: 'as of every earlier place',
  },
  {
    name: 'validators take any value of a calculated member',
    edits: [
      {
        file: 'core/validate/data/plain',
        from: 'canonical(found) === canonical(stated)',
        to: 'true',
      },
    ],
    test: 'unit/core/validate/data/plain',
    caught: 'with the value that the calculation gives',
  },
  {
    name: 'an envelope leaves out who has to receive',
    edits: [{ file: 'core/envelope/layout/expected', from: 'if (!there.has(wallet))', to: 'if (false)' }],
    test: 'unit/core/envelope/layout/expected',
    caught: 'is asked of an envelope exactly',
  },
  {
    name: 'an overridden deadlock hides actions that nothing comes to',
    edits: [{ file: 'core/flow/soundness', from: 'if (!isComplete || stops)', to: 'if (true)' }],
    test: 'unit/core/design/check/flow/check-flow',
    caught: 'lets an override hide no other fault',
  },
  {
    name: 'behind branches that meet by an override all is well',
    edits: [{ file: 'core/flow/soundness', from: 'all.isComplete && !isBlind', to: 'all.isComplete' }],
    test: 'unit/core/design/check/flow/check-flow',
    caught: 'lets an override hide no other fault',
  },
  {
    name: 'a rule counts on a branch of a fork that may end before the join',
    edits: [{ file: 'core/flow/ways', from: '& inside & ending', to: '& 0n' }],
    test: 'unit/core/design/check/data/check-reads',
    caught: 'counts at a join of a fork on each branch that cannot end before it',
  },
  {
    name: 'a rule counts on each branch of a fork of which the join needs some',
    edits: [{ file: 'core/flow/ways', from: 'join.joins?.need === undefined && ', to: '' }],
    test: 'unit/core/design/check/data/check-reads',
    caught: 'follows choices, joins and rejections',
  },
  {
    name: 'a rule counts on an item that a list need not have',
    edits: [{ file: 'core/blueprint/names/members', from: 'Number(token) < this.#least', to: 'this.#least >= 0' }],
    test: 'unit/core/design/check/data/check-reads',
    caught: 'counts on the items of a list that has them',
  },
  {
    name: 'a reader is given the hash of a class that another one of the node opened to other values',
    edits: [{ file: 'core/envelope/cells/class-hashes', from: ' && isAlike(found.cells, cells)', to: '' }],
    test: 'unit/core/envelope/cells/class-hashes',
    caught: 'those that it finds alone',
  },
  {
    name: 'a reader is given the hash of a class that another one of the node opened with another seed',
    edits: [{ file: 'core/envelope/cells/class-hashes', from: 'compareBytes(found.seed, seed) === 0', to: 'true' }],
    test: 'unit/core/envelope/cells/class-hashes',
    caught: 'those that it finds alone',
  },
  {
    name: 'a reader is given the hash of a class that stands in another run',
    edits: [{ file: 'core/envelope/cells/class-hashes', from: 'compareBytes(found.run, run) === 0', to: 'true' }],
    test: 'unit/core/envelope/cells/class-hashes',
    caught: 'those that it finds alone',
  },
  {
    name: 'a number is sealed that its readers cannot hold',
    edits: [{ file: 'core/envelope/cells/seal', from: 'value.length <= 15', to: 'value.length <= 16' }],
    test: 'unit/core/envelope/cells/envelope',
    caught: 'is made exactly of what its readers can parse',
  },
  {
    name: 'a value is sealed that nests deeper than its readers go',
    edits: [
      {
        file: 'core/envelope/layout/layout',
        from: 'layout === WHOLE_MOVE ? JSON_DEPTH_MAX : CELL_DEPTH_MAX',
        to: 'JSON_DEPTH_MAX',
      },
    ],
    test: 'unit/core/envelope/cells/envelope',
    caught: 'is made exactly of what its readers can parse',
  },
  {
    name: 'a node looks at no run that was sealed before it was killed',
    edits: [
      {
        file: 'actors/workflow/checks/run-checks',
        from: 'height > this.cursorOf(at).height ||',
        to: 'false ||',
      },
    ],
    test: 'contract/workflow/disputes/killed-checks',
    caught: 'wherever the kill comes',
  },
];
