// Broken versions about time: who may date what, how far back, and how late it is sealed.
import type { Mutant } from './mutant.js';

const TIMING = 'unit/core/validate/timing';
const BACK = 'unit/actors/mesh/dated-back';
const CLAIMS = 'unit/core/instance/people/open-claims';
const timing = (name: string, [from, to]: readonly [string, string], caught: string, test = TIMING): Mutant => ({
  name,
  edits: [{ file: 'core/validate/timing', from, to }],
  test,
  caught,
});
const claims = (name: string, [from, to]: readonly [string, string], caught: string): Mutant => ({
  name,
  edits: [{ file: 'core/moves/claim/judge', from, to }],
  test: CLAIMS,
  caught,
});

export const TIMES: readonly Mutant[] = [
  timing(
    'an action is dated back by any number of years',
    ['|| createdMs >= at.timestampMs - CLOCK_SKEW_MS)', '|| true)'],
    'is refused by honest nodes as an opening',
    BACK,
  ),
  timing(
    'an opening is as old as its publication says of itself',
    ['isOpening ? undefined : ctx.view.transaction(follows)', 'ctx.view.transaction(follows)'],
    'is refused as an opening from the docket of its publication on',
  ),
  timing(
    'what was made while a link was down is refused behind what it follows',
    ['if (before && !isTimer(before.header)', 'if (false && !isTimer(before.header)'],
    'may be as old as what it follows',
  ),
  timing(
    'what follows a timer is as old as the date that data stated for it',
    ['before && !isTimer(before.header) &&', 'before &&'],
    'what follows one gets nothing from that time',
  ),
  timing(
    'a time that governance took back binds',
    ['if (at.timestampMs > (ctx.docketMs', 'if (false && at.timestampMs > (ctx.docketMs'],
    'is not judged by a time that governance took back',
  ),
  timing(
    'a timer is refused for the time that the state gives it',
    ['if (isTimer(header))\n        return NONE;', ''],
    'is not a timer whose time data states',
  ),
  timing(
    'an action whose rules read the time of its signing is sealed at any later time',
    ['if (!readsSigned(definition, planned.action))', 'if (true)'],
    'is refused an hour later where its rules read that time',
    BACK,
  ),
  timing(
    'an action whose rules read no such time does not wait for a link',
    ['if (!readsSigned(definition, planned.action))', 'if (false)'],
    'is not sealed more than an hour later, and any other is',
  ),
  timing(
    'a rejection is refused for what the action would have calculated',
    ['|| !isDoing(header))', ')'],
    'is rejected, or left to others, at any time',
  ),
  timing(
    'an action of language 1 is judged by a name that it cannot read',
    ['|| plan?.language !== 2 ||', '||'],
    'has no such rules in language 1',
  ),
  timing(
    'a transaction expires before it says that it was made',
    ['<= Math.max(atMs, createdMs))', '<= atMs)'],
    'behind the time at which it says that it was made',
  ),
  {
    name: 'what follows a transaction of its own docket is judged by another time',
    edits: [
      {
        file: 'core/register/overlay',
        from: '{ height, index: here.index, timestampMs }',
        to: '{ height, index: here.index, timestampMs: 0 }',
      },
    ],
    test: TIMING,
    caught: 'may be as old as what it follows',
  },
  {
    name: 'a promise that no docket may hold by its time waits without end',
    edits: [
      {
        file: 'actors/validator-pool/orphans',
        from: '[...this.lateActs(docketMs), ...this.lateActions(docketMs)]',
        to: '[...this.lateActs(docketMs)]',
      },
    ],
    test: BACK,
    caught: 'does not wait without end',
  },
  {
    name: 'a founder dates a register of others back',
    edits: [{ file: 'actors/ledger/genesis', from: 'if (!isAgain && isFar(', to: 'if (false && isFar(' }],
    test: 'unit/actors/ledger/genesis-times',
    caught: 'is attested by no seat when its founder dates it ahead or back',
  },
  {
    name: 'a genesis that was attested is not attested again a day later',
    edits: [{ file: 'actors/ledger/genesis', from: 'if (!isAgain && isFar(', to: 'if (isFar(' }],
    test: 'unit/actors/ledger/genesis-times',
    caught: 'but again however long ago that was',
  },
  claims(
    'a role is claimed for an action that is far away',
    ['if (open.length === 0)', 'if (false)'],
    'is refused until a branch leads there',
  ),
  claims(
    'a role is claimed for a join that waits',
    ['branch.actionId === id && waitsFor(instance, plan, branch).length === 0', 'branch.actionId === id'],
    'is refused at a join that waits for another branch',
  ),
  claims(
    'a role is claimed before the action may be done',
    ['!isClosedAt(openingOf(instance, plan, branch), atMs)', 'true'],
    'is delivered to who claimed it from when the action is open, and never before',
  ),
  claims(
    'a role that stands in is claimed before it may',
    ['if (!isEarly && open.some', 'if (open.some'],
    'is refused until the time from which on another role may do it',
  ),
  claims(
    'a role is claimed for an action that its timer ends',
    ['if (late || open.every', 'if (open.every'],
    'is refused where the action was due before',
  ),
  claims(
    'a role is claimed behind the deadline of its branch',
    ['dueMs !== undefined && atMs > dueMs', 'false'],
    'is refused where the action was due before',
  ),
  claims(
    'a role is not given back when its action is over',
    [
      "type === 'Claim' ? closedProblem(subject, { instance, plan }) : undefined",
      'closedProblem(subject, { instance, plan })',
    ],
    'is given back at any time',
  ),
  {
    name: 'who confirms an action cannot claim the role when it was done',
    edits: [
      {
        file: 'core/moves/claim/judge',
        from: '!== undefined && isDone(instance, id))',
        to: '!== undefined && false)',
      },
    ],
    test: 'unit/core/instance/people/quiet-roles',
    caught: 'claims an action that is open, or that was done',
  },
  {
    name: 'who reads an action claims the role before it is open',
    edits: [
      {
        file: 'core/moves/claim/judge',
        from: '!== undefined && isDone(instance, id))',
        to: '!== undefined)',
      },
    ],
    test: 'unit/core/instance/people/quiet-roles',
    caught: 'claims an action that is open, or that was done',
  },
];
