// Broken versions of the bounds on what parties do in one instance: a party would fill it for others, or end it by
// that.
import type { Mutant } from './mutant.js';

const FULL = 'unit/core/moves/cancellation/full';
const WHO = 'core/moves/cancellation/full';
const LATE = 'core/blueprint/instance/late-moves';
const DISPUTES = 'core/blueprint/disputes/disputes';
const STARVED = 'unit/core/validate/attacks/starved';

export const BOUNDED: readonly Mutant[] = [
  {
    name: 'a run is delivered that is too large to be objected to',
    edits: [{ file: 'core/envelope/delivery/delivery', from: 'SEALED_VALUES_MAX) <= SEALED_VALUES_MAX', to: '1) > 0' }],
    test: 'unit/core/envelope/cells/largest-text',
    caught: 'are not more where they are delivered',
  },
  {
    name: 'a call makes every delivery that is owed',
    edits: [{ file: 'actors/workflow/deliveries/delivering', from: 'made.length >= DELIVERIES_MADE_MAX ||', to: '' }],
    test: 'contract/people/deliveries/delivery',
    caught: 'makes so many deliveries with a call',
  },
  {
    name: 'a docket holds publications however long their check takes',
    edits: [
      {
        file: 'core/validate/data/blueprint',
        from: 'steps: Math.min(PUBLISHED_STEPS_MAX, steps)',
        to: 'steps: 0',
      },
    ],
    test: 'unit/core/validate/attacks/payload-work.slow',
    caught: 'of publications counts in a docket',
  },
  {
    name: 'a large publication can never be sealed',
    edits: [
      {
        file: 'core/validate/data/blueprint',
        from: 'steps: Math.min(PUBLISHED_STEPS_MAX, steps)',
        to: 'steps',
      },
    ],
    test: 'unit/core/validate/attacks/payload-work.slow',
    caught: 'of publications counts in a docket',
  },
  {
    name: 'one role makes all the moves of an instance',
    edits: [{ file: LATE, from: 'lateOf(instance, role).moves ?? 0) < shareOf(roles)', to: '0) < shareOf(roles)' }],
    test: FULL,
    caught: 'leaves each role its share',
  },
  {
    name: 'the moves of one role are counted for all',
    edits: [{ file: LATE, from: 'const role = roleOf(move);', to: "const role = 'buyer';" }],
    test: FULL,
    caught: 'leaves each role its share',
  },
  {
    name: 'timers of one role use up those of others',
    edits: [{ file: LATE, from: "type === 'Timer'", to: "type === 'None'" }],
    test: FULL,
    caught: 'keeps the timers of an action for others',
  },
  {
    name: 'an instance in which somebody can go on is ended as a full one',
    edits: [{ file: WHO, from: 'if (!isFullAt(instance, plan, atMs))', to: 'if (false)' }],
    test: FULL,
    caught: 'leaves each role its share',
  },
  {
    name: 'a party that filled an instance ends it, and has escaped',
    edits: [{ file: WHO, from: 'if (!isFiller(wallet) ||', to: 'if (true ||' }],
    test: FULL,
    caught: 'is not ended by who filled it',
  },
  {
    name: 'a party that gave to a friend the role in which it filled an instance ends it',
    edits: [{ file: WHO, from: 'if (last !== undefined)', to: 'if (false)' }],
    test: FULL,
    caught: 'is not ended by who filled it',
  },
  {
    name: 'a stranger ends a full instance',
    edits: [{ file: WHO, from: 'if (!parties.some(({ holder }) => holder === wallet))', to: 'if (false)' }],
    test: FULL,
    caught: 'a party that did not fill it ends it',
  },
  {
    name: 'a full instance waits for consents that no party gives',
    edits: [
      {
        file: 'core/moves/cancellation/row',
        from: 'full ? undefined : afterCancellation',
        to: 'afterCancellation',
      },
    ],
    test: FULL,
    caught: 'until and consents bind no more',
  },
  {
    name: 'the last move of an instance is refused to who has none left',
    edits: [
      {
        file: 'core/validate/instance/chain',
        from: "return type === 'Action' && isLast && !confirm;",
        to: 'return false;',
      },
    ],
    test: FULL,
    caught: 'takes what ends it',
  },
  // ---- Faults, and words in disputes.
  {
    name: 'an instance lists the faults of one role without end',
    edits: [
      { file: DISPUTES, from: 'one.role === role).length < faultsOf(move)', to: 'one.role === role).length < 1e9' },
    ],
    test: STARVED,
    caught: 'makes no room for a lie',
  },
  {
    name: 'faults of one role use up the share of the others',
    edits: [{ file: DISPUTES, from: 'known.filter((one) => one.role === role)', to: 'known' }],
    test: STARVED,
    caught: 'leaves the faults of other roles on record',
  },
  {
    name: 'a party stops an instance by lies without end',
    edits: [{ file: DISPUTES, from: "isListed && terms.onFault === 'stop'", to: "terms.onFault === 'stop'" }],
    test: STARVED,
    caught: 'stops an instance for as long as others agree',
  },
  {
    name: 'a lie beyond the share of its role buys a new deadline',
    edits: [{ file: DISPUTES, from: '!isListed || known.some', to: 'known.some' }],
    test: STARVED,
    caught: 'makes no room for a lie',
  },
  {
    name: 'a party that lies uses up the words of the others',
    edits: [{ file: 'core/moves/resolution/resolutions', from: 'if (!isFirst && countOf', to: 'if (countOf' }],
    test: STARVED,
    caught: 'takes no word from others',
  },
  // ---- Hand-overs.
  {
    name: 'a party that hands its role on and on keeps others from giving it away',
    edits: [
      {
        file: 'core/moves/handover/handover',
        from: "read.withoutHolder !== true ? 'own' : 'others'",
        to: "read.withoutHolder !== true ? 'own' : 'own'",
      },
    ],
    test: 'unit/core/moves/handover/handover',
    caught: 'leaves to others what one party does with its role',
  },
  {
    name: 'others give a role away, and are refused, without end',
    edits: [{ file: 'core/moves/handover/handover', from: 'if (spent)\n        return fail(spent);', to: '' }],
    test: 'unit/core/moves/handover/handover',
    caught: 'leaves to others what one party does with its role',
  },
  {
    name: 'a party challenges runs without end',
    edits: [{ file: 'core/moves/challenge/challenges', from: 'count ?? 0) >= share)', to: 'count ?? 0) >= 1e9)' }],
    test: 'unit/core/moves/challenge/challenges',
    caught: 'no more than the share of the role',
  },
  {
    name: 'an instance tells all runs that it owes, with each TxId',
    edits: [
      {
        file: 'actors/workflow/instance/owed-runs',
        from: 'Math.min(OWED_TOLD_MAX.each, share)',
        to: 'Number.MAX_SAFE_INTEGER',
      },
    ],
    test: 'unit/actors/workflow/instance/owed-runs',
    caught: 'so that no answer is large',
  },
  {
    name: 'the time to object ends while a stop makes it later',
    edits: [
      { file: DISPUTES, from: 'dispute.sinceMs <= lastMs ? undefined : lastMs', to: 'false ? undefined : lastMs' },
    ],
    test: 'unit/actors/workflow/checks/suspect-runs',
    caught: 'have no end that is known',
  },
];
