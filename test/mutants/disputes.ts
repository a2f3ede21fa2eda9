// Broken versions of the judge of objections, and of what an objection does to its instance.
import type { Mutant } from './mutant.js';

const OBJECTION = 'unit/core/moves/objection/judge';
const WORK = 'unit/core/validate/objection-work';
const SEEN = 'unit/core/disputes/what-was-seen';
const DISPUTES = 'unit/core/moves/objection/disputes.slow';

export const DISPUTED: readonly Mutant[] = [
  {
    name: 'the object of a file states another hash than its manifest',
    edits: [{ file: 'core/envelope/file-objects', from: 'value[member] === of(file) ? []', to: 'true ? []' }],
    test: 'unit/core/disputes/file-objects',
    caught: 'otherwise than the manifest',
  },
  {
    name: 'an object states the hash of a file that is not there',
    edits: [{ file: 'core/envelope/file-objects', from: 'FILE_HASH.test(value.hash) ?', to: 'false ?' }],
    test: 'unit/core/disputes/file-objects',
    caught: 'of a file that is not there',
  },
  {
    name: 'a judge of objections knows no manifest that is shown',
    edits: [{ file: 'core/disputes/judge', from: 'files: shown.files,', to: '' }],
    test: 'unit/core/disputes/file-objects',
    caught: 'proven by its cell',
  },
  {
    name: 'a readable action states the hash of a file',
    edits: [{ file: 'core/validate/data/plain', from: 'falseInFiles(own, { files: [] })', to: '[]' }],
    test: 'unit/core/disputes/file-objects',
    caught: 'is in no readable action',
  },
  {
    name: 'a node seals what its readers would object to',
    edits: [
      {
        file: 'actors/workflow/moves/stages',
        from: 'place.plan.language === 2 ? fileProblem(ask) : undefined',
        to: 'undefined',
      },
    ],
    test: 'contract/workflow/files/action-files',
    caught: 'the hash of a file that is not attached',
  },
  {
    name: 'a definition whose stop one party alone keeps up is published untold',
    edits: [{ file: 'core/design/check/people/check-disputes', from: 'if (by.size > 1)', to: 'if (by.size > 0)' }],
    test: 'unit/core/design/check/people/check-disputes',
    caught: 'are a stop that one silent party keeps up',
  },
  {
    name: 'whose run does not count loses the time that it had won by a challenge',
    edits: [
      { file: 'core/blueprint/state/again', from: '...(moreMs > 0 && { laterMs: { [action]: moreMs } }),', to: '' },
    ],
    test: 'unit/core/blueprint/state/again',
    caught: 'keeps what its party won by a challenge',
  },
  {
    name: 'a run is judged by what is sealed behind it too',
    edits: [{ file: 'core/disputes/operands', from: 'moves: row.n', to: 'moves: instance.moves' }],
    test: 'unit/core/disputes/honest.slow',
    caught: 'whatever its sender knew',
  },
  {
    name: 'a wallet read what was sealed before it took its role',
    edits: [{ file: 'core/instance/deliveries/owed', from: 'since[id] < n', to: 'true' }],
    test: SEEN,
    caught: 'for another role',
  },
  {
    name: 'a finding on a run in one docket holds in another one',
    edits: [
      {
        file: 'core/moves/objection/judge',
        from: 'isSealedIn(ctx, rests) ? judgedOnce',
        to: 'true ? judgedOnce',
      },
    ],
    test: 'unit/core/instance/people/deputy-confirms',
    caught: 'whatever was found before',
  },
  {
    name: 'each cell that is broken may take the steps of a whole run',
    edits: [
      { file: 'core/disputes/judge', from: 'this.isBrokenAlone(one, each)', to: 'this.isBrokenAlone(one, 250000)' },
    ],
    test: WORK,
    caught: 'judging them takes no more than a docket has',
  },
  {
    name: 'conditions are evaluated for nothing',
    edits: [{ file: 'core/disputes/judge', from: 'this.steps += LOGIC_STEP_STEPS * steps', to: 'this.steps += 0' }],
    test: WORK,
    caught: 'have the steps of their conditions counted',
  },
  {
    name: 'an objection shows whatever it likes',
    edits: [{ file: 'core/disputes/shown', from: 'return extra && issue', to: 'return undefined && issue' }],
    test: OBJECTION,
    caught: 'and with too much',
  },
  {
    name: 'a run that was proven false leaves what came of it',
    edits: [
      {
        file: 'core/moves/objection/row',
        from: 'undoes: [run], undoesAfter',
        to: 'undoes: [], undoesAfter',
      },
    ],
    test: 'unit/core/disputes/honest.slow',
    caught: 'leaves an instance that can go on',
  },
  {
    name: 'a run can be objected to for good',
    edits: [
      {
        file: 'core/moves/objection/judge',
        from: 'if (since !== undefined && atMs > Math.max(endMs, untilMs))',
        to: 'if (false)',
      },
    ],
    test: OBJECTION,
    caught: 'one that is late',
  },
  {
    name: 'other branches go on while an instance is disputed',
    edits: [
      {
        file: 'core/validate/instance/chain',
        from: 'dispute && !isTimer(header)',
        to: 'false && !isTimer(header)',
      },
    ],
    test: DISPUTES,
    caught: 'pause every other branch',
  },
  {
    name: 'deadlines pass while an instance is disputed',
    edits: [{ file: 'core/blueprint/disputes/disputes', from: 'run.dueMs + pause', to: 'run.dueMs' }],
    test: DISPUTES,
    caught: 'move deadlines by the pause',
  },
  {
    name: 'a party that never does it again pauses an instance for good',
    edits: [{ file: 'core/blueprint/disputes/disputes', from: 'atMs <= endOf(dispute)', to: 'true' }],
    test: DISPUTES,
    caught: 'so that the other branch goes on by itself',
  },
  {
    name: 'no timer runs in an instance that is disputed',
    edits: [{ file: 'core/blueprint/instance/open-timers', from: "'Active', 'Disputed'", to: "'Active'" }],
    test: DISPUTES,
    caught: 'stop nothing for longer than redoWithin',
  },
  {
    name: 'each objection pauses an instance anew',
    edits: [
      { file: 'core/blueprint/disputes/disputes', from: 'terms.redoWithinMs - pausedMs', to: 'terms.redoWithinMs' },
    ],
    test: DISPUTES,
    caught: 'however often a party states what is false',
  },
  {
    name: 'a lie buys a new deadline',
    edits: [{ file: 'core/blueprint/state/again', from: 'first?.atMs ?? atMs', to: 'atMs' }],
    test: DISPUTES,
    caught: 'so that the timer of the action itself ends it',
  },
  {
    name: 'an action of a paused branch is encrypted and signed before it is refused',
    edits: [{ file: 'actors/workflow/moves/place', from: '!isPausedAt(branch, ask.nowMs)', to: 'true' }],
    test: 'contract/workflow/disputes/disputes',
    caught: 'pauses the instance, which says so',
  },
  {
    name: 'an inbox shows what a dispute pauses',
    edits: [{ file: 'actors/workflow/inbox/inbox-pending', from: '!isPausedAt(one, nowMs)', to: 'true' }],
    test: 'contract/workflow/disputes/disputes',
    caught: 'pauses the instance, which says so',
  },
];
