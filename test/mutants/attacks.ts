// Broken versions of what attacks of patched nodes, damaged rows and early copies found: forms that validators meet,
// and what goes on beside a damaged row.
import type { Edit, Mutant } from './mutant.js';

/** Without it one step more has to fail over a form. */
const OVER_REFUSED: Edit = {
  file: 'core/validate/validate',
  from: 'isRefused && error instanceof TypeError',
  to: 'false',
};

export const ATTACKS: readonly Mutant[] = [
  {
    name: 'a docket is judged under rules that the program does not know',
    edits: [{ file: 'core/chain/state', from: 'if (!knowsRules(state.rules, given.rulesLatest))', to: 'if (false)' }],
    test: 'unit/core/register/governance/rules',
    caught: 'are never guessed',
  },
  {
    name: 'what was judged under other rules is remembered',
    edits: [{ file: 'core/moves/parts/memo', from: '(row?.rules === rules ? row.steps : 0)', to: '(row?.steps ?? 0)' }],
    test: 'unit/core/validate/attacks/payload-work.slow',
    caught: 'is refused where its steps end, and remembered',
  },
  {
    name: 'a validator fails over a definition of the wrong form',
    edits: [
      {
        file: 'core/validate/steps',
        from: "['published', PUBLICATION, 'reject', 'stops',",
        to: "['published', PUBLICATION, 'reject', 'goes on',",
      },
      OVER_REFUSED,
    ],
    test: 'unit/core/validate/attacks/hostile-definitions',
    caught: 'are refused whatever their form is',
  },
  {
    name: 'a validator fails over an envelope of the wrong form',
    edits: [{ file: 'core/validate/data/cells', from: 'if (isFailure(envelope))', to: 'if (false)' }, OVER_REFUSED],
    test: 'unit/core/validate/attacks/hostile-moves',
    caught: 'are judged whatever their form is',
  },
  {
    name: 'a validator fails over what it has refused already',
    edits: [OVER_REFUSED],
    test: 'unit/core/validate/attacks/hostile-definitions',
    caught: 'fails over what an earlier one refused',
  },
  {
    name: 'a register runs a definition with the nulls that its check left out',
    edits: [
      {
        file: 'core/instance/publications',
        from: 'languageOf(sealed) === 2 ? asChecked(sealed) : sealed',
        to: 'sealed',
      },
    ],
    test: 'unit/core/validate/attacks/hostile-definitions',
    caught: 'run as they were checked',
  },
  {
    name: 'a vote compares its voters with the parties of any number of actions',
    edits: [
      { file: 'core/design/check/people/check-four-eyes', from: '.length > FOUR_EYES_MAX', to: '.length > 1000' },
    ],
    test: 'unit/core/blueprint/plan/four-eyes',
    caught: 'that is voted on apart from at most 16',
  },
  {
    name: 'a definition has any number of votes',
    edits: [{ file: 'core/design/check/people/check-approval', from: 'if (sum <= most)', to: 'if (true)' }],
    test: 'unit/core/blueprint/plan/approval',
    caught: 'counts what is found for each vote',
  },
  {
    name: 'the actions that voters are kept apart from cost a docket nothing',
    edits: [{ file: 'core/validate/data/plain', from: 'planned.apart.length * APART_STEPS', to: '0' }],
    test: 'unit/core/moves/vote/votes',
    caught: 'count as work of their docket',
  },
  {
    name: 'a pool reads rows again for each question about them',
    edits: [{ file: 'core/validate/validate', from: 'given.view.remembers ? given :', to: 'true ? given :' }],
    test: 'unit/core/moves/vote/votes',
    caught: 'one read of each row',
  },
  {
    name: 'a copy of a timer that came too early keeps it back',
    edits: [{ file: 'actors/validator-pool/intake', from: 'if (idle)', to: 'if (false)' }],
    test: 'unit/actors/register-replica/due-timers',
    caught: 'where a copy came a moment too early',
  },
  {
    name: 'a damaged row of timers keeps a node from starting',
    edits: [{ file: 'actors/register-replica/due-timers', from: 'return true;', to: 'throw error;' }],
    test: 'unit/actors/register-replica/due-timers',
    caught: 'where a row of one is damaged',
  },
  {
    name: 'timers of a register stop where a row is damaged, and no operator is told',
    edits: [{ file: 'actors/register-replica/due-timers', from: 'this.ports.fail(error);', to: '' }],
    test: 'unit/actors/register-replica/due-timers',
    caught: 'where a row of one is damaged',
  },
  {
    name: 'a damaged row of the inbox stops reminders',
    edits: [
      {
        file: 'actors/workflow/inbox/inbox',
        from: 'damaged: (at, error) => void this.remake(at, error),',
        to: 'damaged: () => undefined,',
      },
    ],
    test: 'unit/actors/workflow/inbox/reminders',
    caught: 'where a row of an instance is damaged',
  },
  {
    name: 'damaged rows of what was found stop the checks of a register',
    edits: [
      {
        file: 'actors/workflow/checks/run-checks',
        from: 'await this.ports.rows.drop(reg, this.ports.commit);',
        to: 'throw err;',
      },
    ],
    test: 'contract/workflow/disputes/run-checks',
    caught: 'where rows of what was found are damaged',
  },
  {
    name: 'that the time of an action has passed is told as an end, though a challenge gives more',
    edits: [{ file: 'core/validate/finality', from: "'VAL_BP_012',", to: '' }],
    test: 'unit/core/validate/attacks/refusals-that-turn',
    caught: 'a challenge of its role gives more',
  },
  {
    name: 'a finding in a history that was given up is told of the next one',
    edits: [
      {
        file: 'actors/workflow/checks/run-checks',
        from: 'return dropping === true || (sealed !== undefined && sealed.hash !== hash);',
        to: 'return false;',
      },
    ],
    test: 'contract/workflow/disputes/run-checks',
    caught: 'where the register was taken back',
  },
  {
    name: 'a user who only sees a wallet hears what was found with its key',
    edits: [
      {
        file: 'api/hubs/host',
        from: 'asks === undefined || !isFailure(room.hub.topics[asks]?.admit(name, call))',
        to: 'true',
      },
    ],
    test: 'contract/hubs/hubs',
    caught: 'after the subscription, or the right to it, has ended',
  },
  {
    name: 'an organisation takes all places for operations of a node',
    edits: [{ file: 'actors/workflow/operations/operations', from: 'shares.fits(turnOf(asker), 1, free)', to: 'true' }],
    test: 'unit/actors/workflow/operations/operations',
    caught: 'leaves room for others',
  },
  {
    name: 'a node whose clock was ahead when it started tells no news until then',
    edits: [
      {
        file: 'actors/workflow/inbox/inbox',
        from: 'this.startedMs = ports.clock.steady();',
        to: 'this.startedMs = ports.clock.now();',
      },
    ],
    test: 'unit/actors/workflow/inbox/inbox.slow',
    caught: 'where the clock was a day ahead',
  },
  {
    name: 'a false run is hidden behind those that its sender undid',
    edits: [
      {
        file: 'actors/workflow/checks/suspect-runs',
        from: 'rows.foundBy(wallet, reg, FOUND_RUNS_WALKED_MAX)',
        to: 'rows.foundBy(wallet, reg, FOUND_RUNS_TOLD_MAX)',
      },
    ],
    test: 'unit/actors/workflow/checks/suspect-runs',
    caught: 'however many that were undone',
  },
  {
    name: 'a signature with an R of small order is good where OpenSSL takes it',
    edits: [{ file: 'core/crypto/signing/ed25519', from: ' && !isSmallOrder(signature)', to: '' }],
    test: 'unit/core/crypto/signing/ed25519',
    caught: 'refuses an R of small order',
  },
];
