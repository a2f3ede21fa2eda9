// Broken versions of what folds and judges an instance of language 2: the model of instances has to find each.
import type { Mutant } from './mutant.js';

const DISPUTES = {
  test: 'unit/core/moves/objection/disputes.slow',
  caught: 'void the run with what came of it',
} as const;
const MODEL = { test: 'model/instance/instance', caught: 'keeps its properties' } as const;

export const INSTANCES: readonly Mutant[] = [
  {
    name: 'an instance is opened under the id of an opening that is kept back, and erased by that',
    edits: [{ file: 'core/validate/instance/chain', from: 'isHex(header.instanceId, HASH_BYTES)', to: 'false' }],
    test: 'unit/core/instance/instance-ids',
    caught: 'would erase what others did',
  },
  {
    name: 'the successors of a run stay in force when the run is undone',
    edits: [{ file: 'core/blueprint/instance/run-rows', from: 'open.push(...childrenOf(rows, txId));', to: '' }],
    ...DISPUTES,
  },
  {
    name: 'a party that objects is named at fault',
    edits: [{ file: 'core/blueprint/disputes/disputes', from: 'txId: run, wallet }', to: 'txId: run, wallet: by }' }],
    ...MODEL,
  },
  {
    name: 'each objection pauses an instance for the whole term',
    edits: [
      {
        file: 'core/blueprint/disputes/disputes',
        from: 'const pause = isStop || !isListed ? 0 : Math.max(0, terms.redoWithinMs - pausedMs + judgedMs(before));',
        to: 'const pause = terms.redoWithinMs;',
      },
    ],
    ...MODEL,
  },
  {
    name: 'a pause of an instance ends when the liar does its action again, and not before',
    edits: [
      {
        file: 'core/blueprint/disputes/disputes',
        from: 'return dispute !== undefined && atMs <= endOf(dispute);',
        to: 'return dispute !== undefined;',
      },
    ],
    ...MODEL,
  },
  {
    name: 'an objection opens an instance again that has ended',
    edits: [
      {
        file: 'core/moves/objection/fold',
        from: "const state = !isActive ? before.state : after.dispute ? 'Disputed' : 'Active';",
        to: "const state = after.dispute ? 'Disputed' : 'Active';",
      },
    ],
    ...MODEL,
  },
  {
    name: 'a run can be objected to for no time at all',
    edits: [
      {
        file: 'core/moves/objection/judge',
        from: 'atMs > Math.max(endMs, untilMs)',
        to: 'atMs > row.at',
      },
    ],
    ...MODEL,
  },
  {
    name: 'whatever is shown proves a calculation false',
    edits: [{ file: 'core/disputes/judge', from: "if (verdict === 'violated')", to: 'if (verdict)' }],
    ...MODEL,
  },
  {
    name: 'a join comes of the branch alone that it follows',
    edits: [
      {
        file: 'core/moves/parts/done-run',
        from: 'before ? causesAt(before.flow, plan.net(), token) : []',
        to: 'before ? causesAt(before.flow, plan.net(), token).filter((one) => one === header.previousTransactionId) : []',
      },
    ],
    ...DISPUTES,
  },
  {
    name: 'a run that was sent back or proven false stays in force',
    edits: [
      {
        file: 'core/blueprint/instance/run-rows',
        from: 'inPlace({ ...row, undone: { by, n } })',
        to: 'inPlace({ ...row })',
      },
    ],
    ...MODEL,
  },
  {
    name: 'scenarios that come to no end let a draft be published',
    edits: [{ file: 'core/scenario/rehearse', from: "if (state === 'Completed')", to: 'if (true)' }],
    test: 'unit/core/scenario/rehearse',
    caught: 'an end that the workflow comes to by its actions',
  },
  {
    name: 'a scenario passes over a gate',
    edits: [
      {
        file: 'core/scenario/rehearse',
        from: 'steps }) => !gatedIn(of.definition, steps)',
        to: 'steps }) => true || !gatedIn(of.definition, steps)',
      },
    ],
    test: 'unit/core/scenario/rehearse',
    caught: 'passes over no gate',
  },
  {
    name: 'a scenario takes to be so what it should show',
    edits: [{ file: 'core/scenario/rehearse', from: '!steps.some(isTakenToBe)', to: 'true' }],
    test: 'unit/core/scenario/rehearse',
    caught: 'passes over no gate',
  },
  {
    name: 'a delivery stays a task when its instance has ended',
    edits: [
      {
        file: 'actors/workflow/inbox/inbox-deliveries',
        from: 'const owed = isOwing(row.instance) ? ',
        to: 'const owed = true ? ',
      },
      {
        file: 'actors/workflow/inbox/inbox-deliveries',
        from: 'const isPassed = isGoing(instance) && ',
        to: 'const isPassed = ',
      },
      {
        file: 'actors/workflow/inbox/inbox-deliveries',
        from: 'fromMs === undefined && !isGoing(instance) ? []',
        to: 'false ? []',
      },
    ],
    test: 'unit/actors/workflow/inbox/inbox-deliveries',
    caught: 'however a ledger is folded',
  },
  {
    name: 'a node that folds late lists no delivery that others list',
    edits: [
      { file: 'actors/workflow/inbox/inbox-deliveries', from: 'const txIds = isFollowed', to: 'const txIds = true' },
    ],
    test: 'unit/actors/workflow/inbox/inbox-deliveries',
    caught: 'however a ledger is folded',
  },
  {
    name: 'a delivery is a task although its sender was proven at fault for it',
    edits: [
      {
        file: 'actors/workflow/inbox/inbox-deliveries',
        from: 'fault.txId === txId))',
        to: 'fault.txId === txId) && false)',
      },
    ],
    test: 'unit/actors/workflow/inbox/inbox-deliveries',
    caught: 'until the fault is proven',
  },
  {
    name: 'a refusal for the payload alone is told as one that may turn',
    edits: [
      {
        file: 'core/validate/validate',
        from: "step.once === 'ever' ? found.map(standing) : found",
        to: 'found',
      },
    ],
    test: 'contract/workflow/disputes/stated',
    caught: 'at once and for good',
  },
  {
    name: 'a run that its payload makes false is waited for',
    edits: [
      {
        file: 'core/validate/data/plain',
        from: 'return calculations(known, payload, (rule) => !readsRuns(rule));',
        to: 'return NONE;',
      },
    ],
    test: 'contract/workflow/disputes/stated',
    caught: 'at once and for good',
  },
  {
    name: 'a holder whose record was not Active for a while is given nothing by task',
    edits: [{ file: 'actors/workflow/inbox/inbox-deliveries', from: '|| isInterrupted(of)', to: '' }],
    test: 'unit/actors/workflow/inbox/inbox-deliveries',
    caught: 'whose record was not Active',
  },
];
