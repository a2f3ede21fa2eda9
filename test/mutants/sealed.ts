// Broken versions about disclosures that begin later: who reads before, and who acts as if a run said nothing.
import type { Mutant } from './mutant.js';

const SEALED = 'unit/core/instance/deliveries/sealed';
const READS = 'unit/core/instance/deliveries/sealed-reads';
const DELIVERING = 'unit/actors/workflow/deliveries/delivering';

export const SEALED_MUTANTS: readonly Mutant[] = [
  {
    name: 'a sealed action is encrypted to those who read it later',
    edits: [{ file: 'core/envelope/layout/groups', from: 'if (layout.seals.has(role))', to: 'if (false)' }],
    test: SEALED,
    caught: 'is encrypted to its sender and to who reads it at once',
  },
  {
    name: 'a sealed run is delivered before it is opened',
    edits: [{ file: 'core/moves/delivery/deliveries', from: 'if (sealed !== undefined)', to: 'if (false)' }],
    test: SEALED,
    caught: 'is given and challenged by nobody before it is opened',
  },
  {
    name: 'a sealed run is challenged before it is opened',
    edits: [{ file: 'core/moves/challenge/challenges', from: 'if (sealed !== undefined)', to: 'if (false)' }],
    test: SEALED,
    caught: 'is given and challenged by nobody before it is opened',
  },
  {
    name: 'a sealed run is owed before it is opened',
    edits: [
      {
        file: 'core/instance/deliveries/owed',
        from: 'sealedNow(of, run, { role, atMs }) === undefined',
        to: 'true',
      },
    ],
    test: SEALED,
    caught: 'is given and challenged by nobody before it is opened',
  },
  {
    name: 'an opening before a run opens it',
    edits: [{ file: 'core/blueprint/instance/sealed-runs', from: 'opening.n > row.n', to: 'true' }],
    test: SEALED,
    caught: 'is a run of an action after it, and none before it',
  },
  {
    name: 'a run opens in the docket of its time, and not after it',
    edits: [{ file: 'core/blueprint/instance/sealed-runs', from: 'atMs > afterMs', to: 'atMs >= afterMs' }],
    test: SEALED,
    caught: 'is a docket after a time, a stated time, or so much after its own',
  },
  {
    name: 'a run that was taken back is opened',
    edits: [{ file: 'core/blueprint/instance/sealed-runs', from: '!row || row.undone', to: '!row' }],
    test: SEALED,
    caught: 'opens nothing that was taken back before',
  },
  {
    name: 'who was challenged may not answer once the opening is taken back',
    edits: [
      {
        file: 'core/moves/delivery/deliveries',
        from: 'isAsked ? undefined : sealedNow(',
        to: 'sealedNow(',
      },
    ],
    test: SEALED,
    caught: 'closes again where it is taken back',
  },
  {
    name: 'the time to challenge a run is over before it is opened',
    edits: [
      {
        file: 'core/moves/challenge/challenges',
        from: 'Math.max(row.at, readSince(of, run, role) ?? 0)',
        to: 'row.at',
      },
    ],
    test: SEALED,
    caught: 'begins the time in which it is challenged',
  },
  {
    name: 'an action overtakes the delivery of what it reads',
    edits: [
      {
        file: 'core/instance/deliveries/sealed-reads',
        from: 'deliveredTo(txId, holder.wallet, holder.role) === undefined',
        to: 'false',
      },
    ],
    test: SEALED,
    caught: 'is read before others act on it',
  },
  {
    name: 'a rule reads sealed data before it is opened',
    edits: [{ file: 'core/design/check/data/check-seals', from: 'doneBefore(reading).has(opening.id)', to: 'true' }],
    test: 'unit/core/design/check/data/check-seals',
    caught: 'comes behind the action that opens it, on every way',
  },
  {
    name: 'a decision tells of data that is sealed',
    edits: [{ file: 'core/envelope/layout/layout', from: '!waits(id) &&', to: '' }],
    test: 'unit/core/design/check/data/check-seals',
    caught: 'is told to no role that would learn of it',
  },
  {
    name: 'a role that others give away sends what is sealed',
    edits: [{ file: 'core/design/check/data/check-seals', from: 'senders.includes(id) &&', to: 'false &&' }],
    test: 'unit/core/design/check/data/check-seals',
    caught: 'is of a sender whose role others cannot give away',
  },
  {
    name: 'a node forgets after a restart what it has to deliver',
    edits: [
      {
        file: 'actors/workflow/deliveries/opened-deliveries',
        from: 'if (wallet !== undefined && registerId !== undefined)',
        to: 'if (false)',
      },
    ],
    test: 'contract/people/sealed',
    caught: 'is delivered when its time has come',
  },
  {
    name: 'who opens once more has a new term to challenge',
    edits: [{ file: 'core/blueprint/instance/sealed-runs', from: 'since = row.at;', to: 'since ??= row.at;' }],
    test: 'unit/core/instance/deliveries/opened-again',
    caught: 'gives nobody a new term',
  },
  {
    name: 'a bidder puts off the award by one bid after the other',
    edits: [{ file: 'core/instance/deliveries/late-seals', from: 'if (!due)', to: 'if (true)' }],
    test: READS,
    caught: 'waits for those that were sealed before it could be done, and for no later one',
  },
  {
    name: 'a bid waits for an award that waits for it',
    edits: [
      {
        file: 'core/instance/deliveries/late-seals',
        from: 'waitsFor(instance, plan, branch).length === 0',
        to: 'true',
      },
    ],
    test: READS,
    caught: 'waits for the first bid, without which it cannot be done',
  },
  {
    name: 'nobody is charged for the rows that a rule finds',
    edits: [{ file: 'core/moves/parts/memo', from: '+ (looked.get(tx) ?? 0)', to: '' }],
    test: READS,
    caught: 'reads the row of each bid once and no transaction, and is charged for that',
  },
  {
    name: 'a node delivers by itself what a false time opened',
    edits: [
      {
        file: 'actors/workflow/deliveries/delivering',
        from: 'automatic ? await falselyOpened',
        to: 'false ? await falselyOpened',
      },
    ],
    test: DELIVERING,
    caught: 'leaves it to its user where the wallet sees that the time is false',
  },
  {
    name: 'a node delivers when its own clock says so',
    edits: [
      {
        file: 'actors/workflow/deliveries/delivering',
        from: 'openingTime(ports.clock, tip.timestampMs)',
        to: 'ports.clock.now()',
      },
    ],
    test: DELIVERING,
    caught: 'and not by its own that is ahead',
  },
  {
    name: 'a pool takes a delivery when the clock of its node says so',
    edits: [
      {
        file: 'actors/validator-pool/intake',
        from: 'openingTime(ports.clock, state.timestampMs)',
        to: 'nowMs',
      },
    ],
    test: 'unit/actors/validator-pool/intake',
    caught: 'takes a delivery of a sealed run when most clocks say that it is open',
  },
  {
    name: 'a clock is right that most are behind',
    edits: [{ file: 'core/mesh/clock-words', from: 'Math.min(0, reachedByMost(clocks))', to: '0' }],
    test: 'unit/core/mesh/clock-words',
    caught: 'say how far the time is behind that most organisations have reached',
  },
  {
    name: 'a node that is linked with nobody goes by its own clock',
    edits: [{ file: 'core/mesh/clock-words', from: 'if (isAlone && others > 0)', to: 'if (false)' }],
    test: 'unit/core/mesh/clock-words',
    caught: 'say nothing of it while others are trusted and none is linked',
  },
];
