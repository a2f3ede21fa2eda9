// Texts of the reference about the members for time and terms: timers, cancellation, disputes, overrides.
// Data only.
import type { Members } from './member-text.js';

export const DISPUTES: Members = {
  window: {
    says: 'How long after its docket a run can be objected to, from PT1H to P365D; longer by all pauses of the instance by disputes, those before the run among them. P30D unless stated.',
    example: 'P14D',
  },
  deliverWithin: {
    says: 'How long the sender of a run has to deliver it again to a party that challenged it as not opening, from PT1H to P365D. After it the party objects. P3D unless stated.',
    example: 'P2D',
  },
  redoWithin: {
    says: 'How long disputes pause an instance, all together at most, from PT1H to P365D: nothing but the action of a run that was proven false can be done. After it everything else goes on, also where that was not done again. P7D unless stated.',
    example: 'P3D',
  },
  judgeWithin: {
    says: 'How long the resolver has to say whether a private objection is proven, from PT1H to P365D; the instance is paused meanwhile. Without a word it is not proven. P7D unless stated.',
    example: 'P3D',
  },
  onFault: {
    says: 'redo: after an objection the action is done again. stop: nothing goes on before the dispute is resolved (quorate instance resolve); after `redoWithin` who cancels the instance may do so. With a resolver, or several roles in `cancellation.by`, no silent party keeps it stopped (BP_DISPUTE_STOP). redo unless stated.',
    example: 'stop',
  },
  resolver: {
    says: 'The role that decides disputes: the run is kept, its action is done again, or the instance ends. It needs a wallet or an action, and decides nothing before somebody holds it: give it a wallet, or an early action. All parties but the one at fault decide together in any case; without a resolver they alone.',
    example: 'arbiter',
  },
};

export const CANCELLATION: Members = {
  by: {
    says: 'Roles that ask for it, each alone; `opener` is who opened the instance, and is meant where `cancellation` states no others.',
    example: ['opener'],
  },
  until: {
    says: 'Actions after which the instance is cancelled no more: one of them is complete, in this turn of a loop or an earlier one, and was not taken back. Of one that is decided by votes the turn that goes on counts alone. In a stop that lasts longer than `redoWithin` that holds for the party at fault alone. In an instance that is full it holds for the party that filled it.',
    example: [13],
  },
  consent: {
    says: 'It takes the consent of several besides. Each is a transaction, and counts for 30 days while its wallet holds the role; the instance goes on meanwhile.',
    example: { need: 2, of: ['importer', 'issuing', 'exporter'] },
  },
};

export const CONSENT: Members = {
  need: { says: 'How many of the roles have to agree. A party agrees once, whatever it holds.', example: 2 },
  of: {
    says: 'The roles that are asked; who asks for it agrees for its own.',
    example: ['importer', 'issuing'],
  },
};

export const OVERRIDE: Members = {
  code: { says: 'The finding.', example: 'BP_DEADLOCK' },
  reason: {
    says: 'Why it is published all the same, in 10 to 500 characters, for every party.',
    example: 'The survey always comes, by a contract on paper.',
  },
};

export const TIMER: Members = {
  id: { says: 'The name of the timer, unique in its action.', example: 'silence' },
  after: {
    says: 'How long the action may wait: weeks, or days and a time, exactly; years and months, or `10 workdays`, to the end of that day. It is counted by the times of dockets, which their proposers may date up to 60 s back and 5 s ahead: of real time it may be up to 65 s less.',
    example: 'P3M',
  },
  at: {
    says: 'In place of `after`: the date or time that a member has, of an action or of a fact; a date means the end of that day, and for `notBefore` its begin. Where a number of days is data, the date is calculated from it (`workdaysAdd`, `dateAdd`). The newest run that states it counts: a route that leads back here after that date comes from an action that states a new one, or the timer is due at once. The runs that state it say in the clear when the timer is due (`metadata.due`), so that becomes public. `time.docket` is the time of the docket by which the branch came to the action: with `plus` it counts as `after` does, and nobody states it.',
    example: { var: 'act.2.expiry' },
  },
  plus: {
    says: 'With `at`: how long after that date it is due, as `after` says it; asked for with `time.docket`.',
    example: 'P1D',
  },
  calendar: { says: 'The calendar of the definition that says which days are working days.', example: 'town' },
  zone: { says: 'The offset in which days end. UTC unless stated.', example: '+01:00' },
  from: {
    says: '`open` counts from when the branch came to the action, which holds unless stated; `start` from the start of the instance.',
    example: 'start',
  },
  // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
  then: {
    says: 'Where the workflow goes on after that time. The action is refused then, and not before.',
    example: { nextActionIds: [9] },
  },
  also: {
    says: 'In place of `then`: roles that may do or reject the action too after that time. A role that does it so reads it whole, as does the holder of its own role.',
    example: ['teamLead'],
  },
  remind: {
    says: 'In place of `then`: roles whose users are told after that time that the action waits. Each node tells its own users; nothing of it is on the ledger.',
    example: ['approver'],
  },
  notBefore: {
    says: 'In place of `then`, and always true: the action is done, voted on or rejected after that time alone. At a join it counts from the last run that it waits for. A run that an objection has done again does not wait again. Where several of its action say so, the last one counts.',
    example: true,
  },
  every: { says: 'With `remind`: how long after one reminder the next one comes, an hour or more.', example: 'P1D' },
  times: { says: 'With `every`: how many reminders there are, the first one among them.', example: 5 },
  data: {
    says: 'Recorded as the data of the action, readable by all. It satisfies the data schemas and has each calculated member. Without it the action states nothing. It is the same for every instance: where silence means what somebody else stated, lead to another action, which reads that.',
    example: { decision: 'deemed' },
  },
};

export const AT: Members = {
  var: { says: 'The name of a member, as rules read it, or `time.docket`.', example: 'act.2.expiry' },
};

export const THEN: Members = {
  nextActionIds: { says: 'The actions that follow; none ends the branch.', example: [9] },
};

export const CONFIRM: Members = {
  by: {
    says: 'Roles that confirm the run, each by a Confirmation of its own. Each reads something of it, and none is its sender.',
    example: ['importer', 'bank'],
  },
  within: {
    says: 'How long they have, from the docket of the run, from PT1H to P365D. Deadlines and timers of the action wait for so long at most, all times together.',
    example: 'P2D',
  },
  otherwise: {
    says: 'The effect of silence: `count` takes that as agreement, `redo` has the action done again, without a fault.',
    example: 'redo',
  },
};
