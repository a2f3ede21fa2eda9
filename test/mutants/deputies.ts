// Broken versions about deputies: whose vote is counted, how often, and how far who acts for another reaches; and about
// moves whose readers changed before their docket, as a delegation that begins has it.
import type { Mutant } from './mutant.js';

const VOTES = 'unit/core/instance/people/deputy-votes';
const AMOUNTS = 'unit/core/instance/people/deputy-amounts';
const CANDIDATES = 'unit/core/instance/people/deputy-candidates';
const DISPUTES = 'unit/core/instance/people/deputy-disputes';
const CONFIRMS = 'unit/core/instance/people/deputy-confirms';

export const DEPUTISED: readonly Mutant[] = [
  {
    name: 'deputies of the first roles take the places of all others',
    edits: [
      {
        file: 'core/instance/deliveries/owed',
        from: 'list.slice(turn, turn + 1)',
        to: 'list.slice(0, turn === 0 ? list.length : 0)',
      },
    ],
    test: 'unit/core/instance/deliveries/crowded-deputies',
    caught: 'leave the deputy of another role its place',
  },
  {
    name: 'the node of a deputy does not look at how far it reached where its run was sealed',
    edits: [{ file: 'actors/workflow/checks/run-verdicts', from: '!rowOf(tx.txId)?.max', to: 'true' }],
    test: 'contract/workflow/disputes/run-checks',
    caught: 'looked at by that node too where a deputy sealed them',
  },
  {
    name: 'a deputy votes for a participant that did not ask it to',
    edits: [
      {
        file: 'core/validate/instance/chain',
        from: '.filter(({ holder }) => holder === principal)',
        to: '.filter(({ holder }) => holder !== principal)',
      },
    ],
    test: VOTES,
    caught: 'say whose vote it is',
  },
  {
    name: 'a deputy casts the votes of several participants',
    edits: [
      {
        file: 'core/moves/vote/vote',
        from: '[...namesIn(view, by), ...(deputy === undefined ? [] : namesIn(view, deputy))]',
        to: 'namesIn(view, by)',
      },
    ],
    test: VOTES,
    caught: 'cast one vote in a decision',
  },
  {
    name: 'a deputy that has voted is waited for as a voter',
    edits: [
      {
        file: 'core/moves/vote/vote',
        from: 'partiesOf(view, by).some((name) => spent.has(name))',
        to: 'false',
      },
    ],
    test: VOTES,
    caught: 'cast one vote in a decision',
  },
  {
    name: 'a vacant role whose deputy can vote is not waited for',
    edits: [
      {
        file: 'core/moves/vote/vote',
        from: 'return deputised(view, of, planned);',
        to: 'return undefined;',
      },
    ],
    test: VOTES,
    caught: 'vote for a vacant role',
  },
  {
    name: 'a deputy votes for whatever amount',
    edits: [{ file: 'core/instance/people/deputies', from: "?.vote === 'yes'", to: '?.vote === undefined' }],
    test: VOTES,
    caught: 'say yes up to their amount',
  },
  {
    name: 'a vote of a deputy does not count as done by its participant',
    edits: [
      {
        file: 'core/instance/people/deputies',
        from: "type === 'Rejection' || statedVote(header)?.for !== undefined",
        to: "type === 'Rejection'",
      },
    ],
    test: VOTES,
    caught: 'cast the vote of the participant',
  },
  {
    name: 'a reader lets a deputy do more than it may',
    edits: [
      {
        file: 'core/instance/runs/check-run',
        from: 'if (max.length === 0 || known.length < max.length)',
        to: 'if (max.length >= 0)',
      },
    ],
    test: AMOUNTS,
    caught: 'found by each reader of it',
  },
  {
    name: 'a reader accuses a deputy whose amount it does not see',
    edits: [{ file: 'core/instance/runs/check-run', from: '|| known.length < max.length)', to: ')' }],
    test: AMOUNTS,
    caught: 'found by each reader of it',
  },
  {
    name: 'a later record says how far a deputy reached before',
    edits: [{ file: 'core/disputes/judge', from: 'max: row.max,', to: '' }],
    test: AMOUNTS,
    caught: 'proven false to all',
  },
  {
    name: 'the narrowest amount of a deputy counts',
    edits: [{ file: 'core/instance/people/deputies', from: '!known || isMore(upTo, known.upTo)', to: '!known' }],
    test: AMOUNTS,
    caught: 'the widest of each member',
  },
  {
    name: 'an amount of what an action does not state bounds nothing',
    edits: [
      {
        file: 'core/instance/people/deputies',
        from: '!isStated(action, max) || ',
        to: '',
      },
    ],
    test: AMOUNTS,
    caught: 'no member to which their amount could refer',
  },
  {
    name: 'a negative amount is within every bound',
    edits: [
      { file: 'core/instance/people/amounts', from: 'amount.units < 0n ? negative(amount) : amount', to: 'amount' },
    ],
    test: 'unit/core/instance/people/deputies',
    caught: 'up to an amount',
  },
  {
    name: 'an amount is within a bound of another currency',
    edits: [{ file: 'core/instance/people/amounts', from: 'currency === max.currency && ', to: '' }],
    test: 'unit/core/instance/people/deputies',
    caught: 'up to an amount',
  },
  {
    name: 'a deputy seals what no money of the definition can keep',
    edits: [{ file: 'core/instance/people/deputies', from: ' || !isNamed(definition ?? {}, max)', to: '' }],
    test: AMOUNTS,
    caught: 'no money of the definition has that',
  },
  {
    name: 'a deputy that is a candidate votes for whatever amount',
    edits: [
      {
        file: 'core/instance/people/people-before',
        from: 'if (statedVote(header)?.for === undefined && takesLeft',
        to: 'if (takesLeft',
      },
    ],
    test: CANDIDATES,
    caught: 'keep their amount',
  },
  {
    name: 'a participant resolves what its deputy stated',
    edits: [
      {
        file: 'core/disputes/parties',
        from: ' || isOfPrincipal(view, of, { ...found, objection: dispute.objection })',
        to: '',
      },
    ],
    test: DISPUTES,
    caught: 'for which they acted alone',
  },
  {
    name: 'a participant reads in private what its deputy is accused of',
    edits: [
      {
        file: 'core/disputes/parties',
        from: '[...parties, ...principalsOf(view, of, { run })]',
        to: 'parties',
      },
    ],
    test: DISPUTES,
    caught: 'for which they acted alone',
  },
  {
    name: 'a deputy confirms whatever amount, where the run is sealed',
    edits: [{ file: 'core/moves/changes', from: 'vote, due, answered,', to: 'vote, due,' }],
    test: CONFIRMS,
    caught: 'found by each reader of it',
  },
  {
    name: 'a reader does not look at how far a deputy reached that confirmed',
    edits: [{ file: 'core/reading/cells/run-fold', from: 'due, answers, max,', to: 'due, max,' }],
    test: CONFIRMS,
    caught: 'found by each reader of it',
  },
  {
    name: 'a node looks at a run no more when a deputy confirms it',
    edits: [
      {
        file: 'actors/workflow/checks/run-verdicts',
        from: 'answers.some((one) => one.txId === tx.txId) ? view.transaction(txId) : undefined',
        to: 'undefined',
      },
    ],
    test: 'contract/people/deputy-confirms',
    caught: 'by who sees the amount',
  },
  {
    name: 'validators do not judge how far a deputy reached that confirmed',
    edits: [{ file: 'core/disputes/judge', from: 'answers: row.answers,', to: '' }],
    test: CONFIRMS,
    caught: 'proven false to all',
  },
  {
    name: 'the sender of a run is at fault for the deputy that confirmed it',
    edits: [
      {
        file: 'core/instance/people/holders',
        from: 'confirmed !== undefined && Object.hasOwn(answers, confirmed)',
        to: 'false',
      },
    ],
    test: CONFIRMS,
    caught: 'without a fault of its sender',
  },
  {
    name: 'a confirmation is objected to in the window of the run alone',
    edits: [
      {
        file: 'core/moves/objection/judge',
        from: 'answer && since !== undefined ? Math.max(since, answer.at) : since',
        to: 'since',
      },
    ],
    test: CONFIRMS,
    caught: 'within the window from their confirmation on',
  },
  {
    name: 'a node keeps what it found before the confirmation was there',
    edits: [
      {
        file: 'core/moves/objection/judge',
        from: "role === undefined ? txId : (answer?.txId ?? '')",
        to: 'txId',
      },
    ],
    test: CONFIRMS,
    caught: 'as soon as the confirmation is there',
  },
  {
    name: 'a run that was kept is never objected to again',
    edits: [
      {
        file: 'core/moves/objection/judge',
        from: 'faults.some((fault) => confirmedAt(fault) === role)',
        to: 'faults.length > 0',
      },
    ],
    test: CONFIRMS,
    caught: 'what is kept can be false otherwise',
  },
  {
    name: 'a participant resolves what its deputy confirmed',
    edits: [{ file: 'core/disputes/parties', from: 'role: fault && confirmedAt(fault)', to: 'role: undefined' }],
    test: CONFIRMS,
    caught: 'not judged by the participant',
  },
  {
    name: 'a resolver says in private what a deputy confirmed',
    edits: [
      {
        file: 'core/moves/resolution/form',
        from: 'confirmedAt({ ground, at }) !== undefined',
        to: 'false',
      },
    ],
    test: CONFIRMS,
    caught: 'and in public',
  },
  {
    name: 'a vote that nothing waits for is asked again',
    edits: [{ file: 'actors/workflow/inbox/inbox-pending', from: 'if (spent)', to: 'if (false)' }],
    test: 'contract/workflow/votes',
    caught: 'asked of each voter',
  },
  {
    name: 'a deputy that is a candidate takes a role which another one has reserved',
    edits: [
      {
        file: 'core/instance/people/claims',
        from: 'return takingRefusal(view, { ...of, candidacy }) === undefined;',
        to: 'return true;',
      },
    ],
    test: 'unit/core/instance/people/deputies',
    caught: 'take no role that another one has reserved',
  },
  {
    name: 'a record has the address of another party for its id, which then has voted',
    edits: [
      {
        file: 'core/validate/records/participant',
        from: '!before && isAddress(published.participantId)',
        to: 'false',
      },
    ],
    test: 'unit/core/instance/people/deputies',
    caught: 'are told from wallets',
  },
  {
    name: 'an operation whose readers change after the node had sent it fails',
    edits: [
      {
        file: 'actors/workflow/operations/operation-refusals',
        from: "state === 'Signed' ? anewAfter(issues) : undefined",
        to: 'undefined',
      },
    ],
    test: 'unit/actors/workflow/operations/operations-anew',
    caught: 'also after a restart',
  },
  {
    name: 'an operation is sealed anew without end',
    edits: [
      { file: 'actors/workflow/operations/operation-refusals', from: 'earlier.length < MADE_ANEW_MAX &&', to: '' },
    ],
    test: 'unit/actors/workflow/operations/operations-anew',
    caught: 'after a few',
  },
  {
    name: 'an operation fails whose first transaction was sealed after all',
    edits: [
      {
        file: 'actors/workflow/operations/operation-driver',
        from: 'if (transactionId !== undefined)',
        to: 'if (false)',
      },
    ],
    test: 'unit/actors/workflow/operations/operations-anew',
    caught: 'taken after all',
  },
  {
    name: 'a credential is asked again for an operation that is sealed anew',
    edits: [{ file: 'actors/workflow/workflow', from: '|| way.isAgain === true', to: '' }],
    test: 'unit/actors/workflow/operations/operations-anew',
    caught: 'shows a credential once',
  },
  {
    name: 'of two deputies that confirm in one batch the last one is not told what the other said',
    edits: [{ file: 'actors/workflow/checks/looked-runs', from: '{ ...one, by: undefined }', to: 'one' }],
    test: 'unit/actors/workflow/checks/looked-runs',
    caught: 'two deputies confirmed the same run',
  },
  {
    name: 'an operation signs for an asker that lost the right while it was encrypted',
    edits: [
      {
        file: 'actors/workflow/operations/operation-driver',
        from: 'return [ENDS];\n        const wallet = this.walletOf(held.record);\n        if (isFailure(wallet))',
        to: 'return [ENDS];\n        const wallet = this.walletOf(held.record);\n        if (false)',
      },
    ],
    test: 'unit/actors/workflow/operations/operation-driver',
    caught: 'signs nothing for an asker that lost the right',
  },
  {
    name: 'an operation of a service goes on while its organisation is suspended',
    edits: [
      {
        file: 'actors/workflow/operations/operation-rights',
        from: 'at?.organisationId ?? token?.organisationId',
        to: 'at?.organisationId',
      },
    ],
    test: 'unit/actors/workflow/operations/operation-rights.slow',
    caught: 'a service no more than a member',
  },
];
