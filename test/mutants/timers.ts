// Broken versions about timers: what validators must not take, and on which side of the due time a move falls.
import type { Mutant } from './mutant.js';

export const TIMERS: readonly Mutant[] = [
  {
    name: 'an action is done before the time from which on it may be',
    edits: [
      {
        file: 'core/moves/timer/judge',
        from: 'if (!opening || !isClosedAt(opening, atMs))',
        to: 'if (true)',
      },
    ],
    test: 'unit/core/moves/timer/not-before',
    caught: 'is refused until then by the time of the docket',
  },
  {
    name: 'the time from which on an action may be done is open one millisecond early',
    edits: [
      {
        file: 'core/blueprint/instance/not-before',
        from: 'opening !== undefined && atMs <= opening.afterMs',
        to: 'opening !== undefined && atMs < opening.afterMs',
      },
    ],
    test: 'unit/core/moves/timer/not-before',
    caught: 'is refused until then by the time of the docket',
  },
  {
    name: 'of several times before which an action is not done the first is enough',
    edits: [
      {
        file: 'core/blueprint/instance/not-before',
        from: 'b.afterMs > a.afterMs ? b : a',
        to: 'b.afterMs > a.afterMs ? a : b',
      },
    ],
    test: 'unit/core/moves/timer/not-before',
    caught: 'as long as the last of several such timers says',
  },
  {
    name: 'a join opens by the first branch that came',
    edits: [
      {
        file: 'core/blueprint/instance/not-before',
        from: 'Math.max(...here, ...ended.map(timeOf))',
        to: 'Math.min(...here, ...ended.map(timeOf))',
      },
    ],
    test: 'unit/core/moves/timer/not-before',
    caught: 'counts from the last run that it waits for',
  },
  {
    name: 'a branch that comes when others were enough closes the join again',
    edits: [{ file: 'core/blueprint/instance/not-before', from: 'if (enough !== undefined)', to: 'if (false)' }],
    test: 'unit/core/moves/timer/not-before',
    caught: 'with which they were enough',
  },
  {
    name: 'an action without a date is open',
    edits: [{ file: 'core/blueprint/instance/not-before', from: '?? LAST_MS', to: '?? 0' }],
    test: 'unit/core/moves/timer/not-before',
    caught: 'closed without end where no run has stated it',
  },
  {
    name: 'an early move is refused for good',
    edits: [{ file: 'core/validate/finality', from: "['VAL_FLOW_010', ", to: '[' }],
    test: 'unit/core/moves/timer/not-before',
    caught: 'the refusal is no end',
  },
  {
    name: 'a claim that was given back lapses all the same',
    edits: [
      {
        file: 'actors/workflow/inbox/inbox-claims',
        from: 'return claims.length === 0 ? row :',
        to: 'claims.push(...(before?.reminders ?? [])); return claims.length === 0 ? row :',
      },
    ],
    test: 'unit/actors/workflow/inbox/reminders',
    caught: 'tell of claims',
  },
  {
    name: 'a readable date and the due time that is stated for it may differ',
    edits: [
      {
        file: 'core/validate/data/stated-due',
        from: 'if (canonical(found) === canonical(stated))',
        to: 'if (true)',
      },
    ],
    test: 'unit/core/instance/stated-due',
    caught: 'that of a readable payload',
  },
  {
    name: 'a run states no due time for a timer that takes it from the run',
    edits: [{ file: 'core/validate/data/stated-due', from: 'if (!readStated(stated, dues))', to: 'if (false)' }],
    test: 'unit/core/instance/stated-due',
    caught: 'where it is missing',
  },
  {
    name: 'readers take any due time of a sealed date',
    edits: [{ file: 'core/instance/runs/check-run', from: "isSame ? 'verified' : 'violated'", to: "'verified'" }],
    test: 'unit/core/instance/stated-due',
    caught: 'proven false by who reads the date',
  },
  {
    name: 'a date that was taken back still counts',
    edits: [
      {
        file: 'core/instance/stated-due',
        from: 'lastInForceAt(instance, action, rowOf)',
        to: '[instance.runs[action]].flatMap((one) => one ? { txId: one.last, n: rowOf(one.last).n } : [])[0]',
      },
    ],
    test: 'unit/core/instance/stated-due',
    caught: 'the latest run in force',
  },
  {
    name: 'a node that was down tells each reminder that came meanwhile',
    edits: [
      {
        file: 'actors/workflow/inbox/inbox-reminders',
        from: '(other === one ? { ...one, told } : other)',
        to: '(other === one ? { ...one, told: one.told + 1 } : other)',
      },
    ],
    test: 'unit/actors/workflow/inbox/reminders',
    caught: 'once to those whose node was down',
  },
  {
    name: 'an action that was done is reminded of',
    edits: [
      {
        file: 'actors/workflow/inbox/inbox-row',
        from: '...(reminding.reminders.length > 0 && { reminders: reminding.reminders }),',
        to: '...{ reminders: [...reminding.reminders, ...(before?.reminders ?? [])] },',
      },
    ],
    test: 'unit/actors/workflow/inbox/reminders',
    caught: 'end with the action',
  },
  {
    name: 'a node without a seat tries without end to fire timers',
    edits: [{ file: 'actors/register-replica/due-timers', from: 'if (!this.wasSeated)', to: 'if (false)' }],
    test: 'unit/actors/register-replica/due-timers',
    caught: 'those that have a seat',
  },
  {
    name: 'a node that is given its seat looks for no timers until one changes',
    edits: [
      {
        file: 'actors/register-replica/due-timers',
        from: '|| isSeated() !== this.wasSeated',
        to: '',
      },
    ],
    test: 'unit/actors/register-replica/due-timers',
    caught: 'moved the seat',
  },
  {
    name: 'a register that was closed behind a fence fires no timer once its seat is free',
    edits: [
      {
        file: 'actors/ledger/seats',
        from: 'for (const id of await withTimers(records.all(), chain))',
        to: 'for (const id of [])',
      },
    ],
    test: 'unit/actors/register-replica/due-timers',
    caught: 'while its seat was fenced',
  },
  {
    name: 'a docket that begins timers is taken for one without',
    edits: [{ file: 'core/register/state-keys', from: "key.startsWith('due/')", to: "key.startsWith('due-')" }],
    test: 'unit/actors/register-replica/due-timers',
    caught: 'right after they are due',
  },
  {
    name: 'an instance whose timer leads on is shown as stuck',
    edits: [
      {
        file: 'actors/workflow/instance/instance-view',
        from: 'currentActionIds.length === 0 && !goesOn',
        to: 'currentActionIds.length === 0',
      },
    ],
    test: 'contract/workflow/times/timers',
    caught: 'nothing stuck',
  },
  {
    name: 'readers have no fact of what a timer stated, and its rules go another way than those of validators',
    edits: [
      {
        file: 'core/reading/cells/run-fold',
        from: 'if (!planned || !isRun(plan, transaction.header))',
        to: 'if (!planned || isTimer(transaction.header))',
      },
    ],
    test: 'contract/workflow/times/timers',
    caught: 'as a fact',
  },
  {
    name: 'evidence takes a timer from a docket in which it was not due',
    edits: [
      {
        file: 'core/chain/evidence/timer',
        from: 'if (docket.timestampMs <= dueAtMs)',
        to: 'if (false)',
      },
    ],
    test: 'unit/core/chain/evidence/timer',
    caught: 'another docket',
  },
  {
    name: 'evidence takes whatever says that it is of a timer',
    edits: [
      {
        file: 'core/chain/evidence/timer',
        from: 'if (!hasTimerForm(tx))',
        to: 'if (false)',
      },
    ],
    test: 'unit/core/chain/evidence/timer',
    caught: 'another form',
  },
  {
    name: 'validators take a timer of other bytes',
    edits: [
      {
        file: 'core/moves/timer/judge',
        from: 'if (equalBytes(timerTransaction(of, due).bytes, tx.bytes))',
        to: 'if (true)',
      },
    ],
    test: 'unit/core/validate/timers',
    caught: 'in any other form',
  },
  {
    name: 'people act after a timer is due',
    edits: [
      {
        file: 'core/moves/timer/judge',
        from: 'if (!due || atMs <= due.dueMs)',
        to: 'if (true)',
      },
    ],
    test: 'unit/core/validate/timers',
    caught: 'the timer what comes after',
  },
  {
    name: 'a timer fires at its due time, when people may still act',
    edits: [
      {
        file: 'core/moves/timer/judge',
        from: 'if (!found || atMs > found.dueMs)',
        to: 'if (!found || atMs >= found.dueMs)',
      },
    ],
    test: 'unit/core/validate/timers',
    caught: 'the timer what comes after',
  },
  {
    name: 'an action waits for votes that no party can cast, since a date is read of it',
    edits: [{ file: 'core/design/check/data/check-stated-dues', from: 'if (action.approval)', to: 'if (false)' }],
    test: 'unit/core/instance/stated-due',
    caught: 'is checked before it is published',
  },
  {
    name: 'a timer states a date that no later timer can count with',
    edits: [
      { file: 'core/design/check/data/check-stated-dues', from: 'if (stated && late)', to: 'if (!stated && late)' },
    ],
    test: 'unit/core/instance/stated-due',
    caught: 'is checked before it is published',
  },
  {
    name: 'a pause moves a date of the data beyond the last year that has a text',
    edits: [
      {
        file: 'core/blueprint/instance/open-timers',
        from: 'Math.min(LAST_MS, statedMs + pausedMs + moreMs)',
        to: 'statedMs + pausedMs + moreMs',
      },
    ],
    test: 'unit/core/moves/timer/not-before',
    caught: 'no later than the year 9999',
  },
];
