// Broken versions about decisions of several roles: who counts, what decides, and when votes are withdrawn.
import type { Mutant } from './mutant.js';

const VOTES = 'unit/core/moves/vote/votes';
const WALK = 'unit/core/validate/walks/votes-walk';
const WEIGHTS = 'unit/core/moves/vote/weights';
const FALSE = 'unit/core/validate/attacks/false-votes';

export const VOTED: readonly Mutant[] = [
  {
    name: 'a vote counts another weight than the data gives',
    edits: [{ file: 'core/blueprint/plan/approval', from: 'dues?.[voter.stated] ?? 0', to: '1' }],
    test: WEIGHTS,
    caught: 'is what the vote counts',
  },
  {
    name: 'a vote without a weight counts',
    edits: [
      { file: 'core/blueprint/plan/approval', from: 'dues?.[voter.stated] ?? 0', to: 'dues?.[voter.stated] ?? 1' },
    ],
    test: WEIGHTS,
    caught: 'counts nothing where no run states it',
  },
  {
    name: 'a run states any text as a weight',
    edits: [
      {
        file: 'core/blueprint/plan/stated-dues',
        from: 'd{0,6})$/.test(text) ? weightIn(Number(text)) : undefined',
        to: 'd{0,6})?/.test(text) ? weightIn(Number(text)) : undefined',
      },
    ],
    test: WEIGHTS,
    caught: 'never against an honest sender',
  },
  {
    name: 'a weight has no bound',
    edits: [
      { file: 'core/blueprint/plan/stated-dues', from: 'value >= 0 && value <= APPROVAL_WEIGHT_MAX', to: 'value >= 0' },
    ],
    test: WEIGHTS,
    caught: 'never against an honest sender',
  },
  {
    name: 'a vote is folded without the weight that the data gives',
    edits: [{ file: 'core/moves/vote/row', from: 'approval: weighed(approval, before)', to: 'approval' }],
    test: WEIGHTS,
    caught: 'is what the vote counts',
  },
  {
    name: 'weights count nothing while all waits for a confirmation',
    edits: [
      {
        file: 'core/moves/changes',
        from: 'const dues = statedDuesOf(definition).length > 0',
        to: 'const dues = !Object.values(after.flow ?? {}).some(({ kind }) => kind === "waits")',
      },
    ],
    test: WEIGHTS,
    caught: 'while all waits for others to confirm',
  },
  {
    name: 'a weight is no number of the data, and is published',
    edits: [
      {
        file: 'core/design/check/data/check-stated-dues',
        from: "kinds: ['integer'],",
        to: "kinds: ['integer', 'number'],",
      },
    ],
    test: WEIGHTS,
    caught: 'refuses what is no whole number',
  },
  {
    name: 'a vote that settles is taken for the answer that was missed',
    edits: [
      { file: 'actors/workflow/moves/stages', from: 'isSettling ? undefined : repeatedAction(', to: 'repeatedAction(' },
    ],
    test: 'contract/workflow/votes',
    caught: 'settle where the last voter left',
  },
  {
    name: 'a vote hangs where the last voter left',
    edits: [{ file: 'core/moves/vote/vote', from: '&& settledBy(view, of))', to: '&& false)' }],
    test: VOTES,
    caught: 'settle without a voter that left',
  },
  {
    name: 'a role that settles a vote says something else than before',
    edits: [{ file: 'core/moves/vote/vote', from: 'own && isOwn && own.vote === vote &&', to: 'own && isOwn &&' }],
    test: VOTES,
    caught: 'settle without a voter that left',
  },
  {
    name: 'a vote that is said again counts twice',
    edits: [
      {
        file: 'core/moves/parts/done-run',
        from: 'undoes: votedBefore(header, before)',
        to: 'undoes: []',
      },
    ],
    test: VOTES,
    caught: 'settle without a voter that left',
  },
  {
    name: 'a participant votes once for each of its roles',
    edits: [{ file: 'core/moves/vote/vote', from: 'if (other === undefined)', to: 'if (true)' }],
    test: VOTES,
    caught: 'one each, in one role',
  },
  {
    name: 'a new key of a participant votes again',
    edits: [
      {
        file: 'core/moves/vote/vote',
        from: 'return ownRecordOf(view, wallet) ?? wallet;',
        to: 'return wallet;',
      },
    ],
    test: VOTES,
    caught: 'another key of the record',
  },
  {
    name: 'a decision waits for a voter who is gone',
    edits: [
      {
        file: 'core/moves/vote/vote',
        from: 'return deputised(view, of, planned);',
        to: 'return sender.id;',
      },
    ],
    test: VOTES,
    caught: 'are not waited for',
  },
  {
    name: 'roles of one participant count together',
    edits: [
      {
        file: 'core/moves/vote/vote',
        from: 'Math.max(open.get(voter) ?? 0, weight)',
        to: '(open.get(voter) ?? 0) + weight',
      },
    ],
    test: VOTES,
    caught: 'the larger one of their roles',
  },
  {
    name: 'a veto is a vote like any other',
    edits: [{ file: 'core/blueprint/plan/approval', from: 'if (isVetoed ||', to: 'if (' }],
    test: VOTES,
    caught: 'refuse by a veto',
  },
  {
    name: 'one wallet does by itself what several decide',
    edits: [
      {
        file: 'core/moves/vote/judge',
        from: 'return approval && isDoing(header)',
        to: 'return false',
      },
    ],
    test: VOTES,
    caught: 'the only moves',
  },
  {
    name: 'votes outlive what they rest on',
    edits: [
      { file: 'core/blueprint/state/ballots', from: '? on.every((txId) => stands(', to: '? on.some((txId) => stands(' },
    ],
    test: WALK,
    caught: 'slow second implementation',
  },
  {
    name: 'a vote that was proven false counts on',
    edits: [
      {
        file: 'core/blueprint/state/ballots',
        from: 'const { [role]: _, ...votes } = own.votes;',
        to: 'const { votes } = own;',
      },
    ],
    test: FALSE,
    caught: 'counts no more',
  },
  {
    name: 'a decision stands although the vote that made it is void',
    edits: [
      {
        file: 'core/blueprint/state/ballots',
        from: 'decided !== undefined && (decided === run || !standsWithout(approval, own, run))',
        to: 'decided !== undefined && decided === run',
      },
    ],
    test: FALSE,
    caught: 'does not stand without it',
  },
  {
    name: 'the role that is named as the sender is taken to see the votes of all others',
    edits: [{ file: 'core/blueprint/names/disclose', from: 'isVotedOn ? told :', to: '' }],
    test: 'unit/core/blueprint/plan/approval',
    caught: 'disclose it alone',
  },
  {
    name: 'the fault of a voter is put down to the sender of the action',
    edits: [
      {
        file: 'core/instance/people/holders',
        from: 'vote ? planned?.approval?.voters.get(vote.role)?.planned : planned?.standIns.get(as)',
        to: 'planned?.standIns.get(as)',
      },
    ],
    test: FALSE,
    caught: 'the one of its voter',
  },
  {
    name: 'a decision that was opened again takes the vote of another with it',
    edits: [
      {
        file: 'core/moves/objection/row',
        from: 'undoes: [run], undoesAfter',
        to: 'undoes: [run, ...undoesAfter], undoesAfter',
      },
    ],
    test: WALK,
    caught: 'slow second implementation',
  },
  {
    name: 'a role that has voted is asked again',
    edits: [{ file: 'actors/workflow/inbox/inbox-row', from: 'Object.hasOwn(cast, role) ? [] :', to: '' }],
    test: 'contract/workflow/votes',
    caught: 'settle where the last voter left',
  },
  {
    name: 'a vote is no part of the data that its readers open',
    edits: [
      {
        file: 'core/reading/cells/visible',
        from: "if (!isDoing(tx.header) && type !== 'Timer')",
        to: "if (type !== 'Action' && type !== 'Timer')",
      },
    ],
    test: 'contract/blueprints/rehearsal-votes',
    caught: 'vote by vote',
  },
];
