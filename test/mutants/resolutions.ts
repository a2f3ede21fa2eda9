// Broken versions of who ends a dispute, and of what that does to its instance.
import type { Mutant } from './mutant.js';

const TEST = 'unit/core/moves/resolution/resolutions.slow';
const PRIVATE = 'unit/core/validate/attacks/private-objections';
const OBJECTION = 'core/moves/objection/judge';
const ATTACKS = 'unit/core/validate/attacks/resolution-attacks';
const WHO = 'core/moves/resolution/resolutions';
const PARTIES = 'core/disputes/parties';

export const RESOLVED: readonly Mutant[] = [
  {
    name: 'any holder of a role ends a dispute alone',
    edits: [{ file: WHO, from: 'resolverIn(view, of, dispute)?.role === role', to: 'held.isActing' }],
    test: TEST,
    caught: 'but the one at fault: each says the same',
  },
  {
    name: 'the party at fault ends the dispute about itself',
    // It held the role as well, which the other edit forgets.
    edits: [
      { file: WHO, from: 'if (isSameOwner(view, wallet, accused))', to: 'if (wallet === "")' },
      { file: WHO, from: 'if (wasOfAccused(view, of, participant))', to: 'if (wallet === "")' },
    ],
    test: TEST,
    caught: 'the party at fault, also as the resolver',
  },
  {
    name: 'a dispute is resolved when others may have gone on',
    edits: [{ file: WHO, from: '!isPaused(instance, atMs) ||', to: '' }],
    test: TEST,
    caught: 'a dispute whose pause is over',
  },
  {
    name: 'one party agrees for all',
    edits: [
      {
        file: PARTIES,
        from: 'agree.some((other) => isSameOwner(view, one.wallet, other.wallet))',
        to: '(agree.length > 0)',
      },
    ],
    test: TEST,
    caught: 'of which one with two roles has one word',
  },
  {
    name: 'nothing stops where the definition says so',
    edits: [{ file: 'core/blueprint/disputes/disputes', from: 'pause === 0 && !isStop', to: 'pause === 0' }],
    test: TEST,
    caught: 'let nothing go on before',
  },
  {
    name: 'the false action is done again in a stop before anybody decided',
    edits: [
      {
        file: 'core/validate/instance/chain',
        from: 'untilMs !== undefined && isDoing(header)',
        to: 'isDoing(header)',
      },
    ],
    test: TEST,
    caught: 'let nothing go on before',
  },
  {
    name: 'a stop lasts without end',
    edits: [{ file: 'core/validate/instance/chain', from: 'if (dispute && !isLong)', to: 'if (dispute)' }],
    test: TEST,
    caught: 'never last without end',
  },
  {
    name: 'a run that is kept is read by no party',
    edits: [
      {
        file: 'core/blueprint/instance/run-rows',
        from: 'if (move.keeps)\n        keep(',
        to: 'if (move.keeps === null) keep(',
      },
    ],
    test: TEST,
    caught: 'keep the run',
  },
  {
    name: 'the successors of a run that is kept stay undone',
    edits: [{ file: 'core/blueprint/instance/run-rows', from: 'open.push(...came);', to: '' }],
    test: TEST,
    caught: 'keep the run',
  },
  {
    name: 'deadlines pass while an instance is stopped',
    edits: [
      {
        file: 'core/blueprint/disputes/disputes',
        from: 'untilMs === undefined ? atMs - sinceMs :',
        to: 'untilMs === undefined ? 0 :',
      },
    ],
    test: TEST,
    caught: 'deadlines are later by the stop',
  },
  {
    name: 'a party says without end what it wants',
    edits: [
      {
        file: WHO,
        from: 'if (!isFirst && countOf(instance.resolutions, role) >=',
        to: 'if (!isFirst && countOf(instance.resolutions, role) + 1e9 <',
      },
    ],
    test: TEST,
    caught: 'as often as each may, and no more',
  },
  {
    name: 'a party that builds on a run that was kept has to accept it as well',
    edits: [{ file: 'core/blueprint/disputes/disputes', from: "resolved?.outcome === 'keep' ? [txId] : []", to: '[]' }],
    test: 'contract/workflow/disputes/resolutions',
    caught: 'stands again',
  },
  // ---- Objections that the resolver alone judges.
  {
    name: 'a party that objects in private says itself that it is proven',
    edits: [{ file: WHO, from: 'if (judge?.role === role && judge.wallet === wallet)', to: 'if (judge)' }],
    ...{ test: PRIVATE, caught: 'are judged by the resolver alone' },
  },
  {
    name: 'an instance is ended while nothing is proven',
    edits: [{ file: WHO, from: '(proven === undefined) === (dispute.unproven !== undefined)', to: 'false' }],
    ...{ test: PRIVATE, caught: 'are judged by the resolver alone' },
  },
  {
    name: 'a role objects in private as often as it likes',
    edits: [{ file: OBJECTION, from: 'if (instance.privately && Object.hasOwn', to: 'if (false && Object.hasOwn' }],
    ...{ test: PRIVATE, caught: 'bar the role from another one' },
  },
  {
    name: 'the accused judges a private objection',
    edits: [
      {
        file: OBJECTION,
        from: 'parties: [run.header.senderWallet, wallet]',
        to: 'parties: [wallet]',
      },
    ],
    ...{ test: PRIVATE, caught: 'where that is a party itself' },
  },
  {
    name: 'a private objection is sealed for everybody',
    edits: [
      {
        file: 'core/envelope/layout/expected',
        from: 'readers.isForOpener ? [opener, ...holders]',
        to: "type !== 'Confirmation' ? [opener, ...holders]",
      },
    ],
    ...{ test: PRIVATE, caught: 'are read by who objects, who is accused and the resolver' },
  },
  {
    name: 'a run stands although its private objection was proven',
    edits: [
      {
        file: 'core/moves/resolution/runs',
        from: 'undoes: [run], undoesAfter: decisionsOn(run, before, after)',
        to: '',
      },
    ],
    ...{ test: PRIVATE, caught: 'that are proven take the run out' },
  },
  {
    name: 'a party that gave the role of the resolver to a friend has it judge a private objection',
    edits: [{ file: PARTIES, from: 'wasHeldBy(view, of, { role, party, places: [run] })', to: 'false' }],
    ...{ test: PRIVATE, caught: 'that had the role of the resolver' },
  },
  {
    name: 'a wallet that got the role of the resolver since says what it does not read',
    edits: [
      {
        file: PARTIES,
        from: 'if (dispute.unproven)\n        return judgeIn',
        to: 'if (dispute === null) return judgeIn',
      },
    ],
    ...{ test: PRIVATE, caught: 'by who was the resolver then' },
  },
  {
    name: 'two parties pause an instance by private objections without end',
    edits: [{ file: OBJECTION, from: 'if (countOf(instance.judging, role.id) >=', to: 'if (-1 >=' }],
    ...{ test: PRIVATE, caught: 'pause an instance for a time that is bounded' },
  },
  {
    name: 'behind a slow resolver a dispute pauses nothing',
    edits: [{ file: 'core/blueprint/disputes/disputes', from: 'pausedMs + judgedMs(before))', to: 'pausedMs)' }],
    ...{ test: PRIVATE, caught: 'behind a slow resolver' },
  },
  {
    name: 'a silent resolver takes the window of who objected in private',
    edits: [{ file: OBJECTION, from: 'atMs > Math.max(endMs, untilMs)', to: 'atMs > endMs' }],
    ...{ test: PRIVATE, caught: 'can be made in public' },
  },
  {
    name: 'the party at fault has a word by a friend that it gave the role of the resolver, or its own',
    edits: [{ file: PARTIES, from: 'return holder ? isSameOwner(view, holder, party) : false', to: 'return false' }],
    test: ATTACKS,
    caught: 'by who hands',
  },
  {
    name: 'a party that agreed waits without end for a party that left',
    edits: [
      {
        file: WHO,
        from: 'missingConsents(view, of, { outcome, role, wallet }).length === 0)',
        to: 'missingConsents(view, of, { outcome, role, wallet }).length === 0 && !dispute.consents?.[role])',
      },
    ],
    test: ATTACKS,
    caught: 'when the last one that did not has left',
  },
  {
    name: 'a stop lasts without end where it is too late to cancel',
    edits: [{ file: 'core/moves/cancellation/cancellation', from: '&& !isStoppedByOther(view, of)', to: '' }],
    test: ATTACKS,
    caught: 'in a stop for good',
  },
  {
    name: 'the party at fault cancels what it had agreed not to',
    edits: [
      {
        file: 'core/moves/cancellation/cancellation',
        from: 'isStopped && !isSameOwner(view, wallet, accusedOf(instance, dispute))',
        to: 'isStopped',
      },
    ],
    test: ATTACKS,
    caught: 'in a stop for good',
  },
  {
    name: 'an earlier key of the resolver judges a private objection',
    edits: [{ file: PARTIES, from: 'record === undefined ? sealedTo :', to: 'true ? sealedTo :' }],
    test: 'unit/core/validate/attacks/private-objections',
    caught: 'by the newest key of who was the resolver then',
  },
  {
    name: 'a private objection is opened with the key that judges it alone',
    edits: [
      {
        file: 'actors/workflow/disputes/judging',
        from: 'sealedTo === undefined || sealedTo === judging.address ?',
        to: 'true ?',
      },
    ],
    test: 'contract/workflow/disputes/resolutions',
    caught: 'opened with the one it was sealed to',
  },
];
