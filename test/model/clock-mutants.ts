// Ways to get the clock of consensus wrong: one wrong clock would date a docket, or stop a register, or fork it. The
// report of the checks on each is beside it.
import type { Mutant } from './mutate.js';
import { clockJudgesAgain } from './scenarios.js';
import { SHIPPED, type World } from './world.js';

const THREE: World = {
  ...{ reducer: SHIPPED, mode: 'majority', rosters: ['ABC'] },
  ...{ heights: 2, rounds: 3, crashes: 2, work: 'ABC' },
};
const ONE_AHEAD: World = { ...THREE, clocks: { A: 1 } };

export const CLOCK_MUTANTS: readonly Mutant[] = [
  {
    name: 'the clock of one judges what a quorum names',
    edits: [{ file: 'proposal-rules', from: 'if (naming.length >= d.env.quorum.commit)', to: 'if (false)' }],
    world: THREE,
    by: clockJudgesAgain,
    caught: /that AC name/,
  },
  {
    name: 'the clock judges how old a docket is that others passed',
    edits: [{ file: 'proposal-rules', from: 'naming.every(', to: '[].every(' }],
    world: THREE,
    by: clockJudgesAgain,
    caught: /that C name/,
  },
  {
    name: 'a judgement by the clock outlives its round',
    edits: [{ file: 'draft', from: 'if (isOfClock(judgement))', to: 'if (false)' }],
    world: THREE,
    by: clockJudgesAgain,
    caught: /that A name/,
  },
  {
    name: 'what was refused for its time comes back as a re-proposal',
    edits: [
      { file: 'proposal-rules', from: 'naming.every(({ voter }) => voter === docket.header.proposer)', to: 'false' },
      { file: 'proposal-rules', from: "'fresh' : 'again'", to: "'fresh' : 'never'" },
    ],
    world: ONE_AHEAD,
    by: 'walk',
    caught: /^I14 /,
  },
  {
    name: 'what its builder alone names may be of any age',
    edits: [
      { file: 'proposal-rules', from: 'naming.every(({ voter }) => voter === docket.header.proposer)', to: 'false' },
    ],
    world: { ...ONE_AHEAD, clocks: { A: -1 } },
    by: 'walk',
    caught: /^I14 /,
  },
  {
    name: 'a vote that was taken back counts',
    edits: [{ file: 'handlers/round', from: 'votes.filter((vote) => !isHeld(vote))', to: 'votes' }],
    world: ONE_AHEAD,
    by: 'walk',
    caught: /^I15? /,
  },
  {
    name: 'a vote that left is taken back',
    edits: [{ file: 'handlers/votes', from: 'voter === d.env.self ? firmOf(d.state.record) : prepared', to: 'null' }],
    world: THREE,
    by: 'walk',
    caught: /^I(1|4|5|15) /,
  },
  {
    name: 'a builder keeps a docket that a clock refuses',
    edits: [{ file: 'handlers/round', from: 'takeBack(d, round);', to: 'void 0;' }],
    world: { ...ONE_AHEAD, rosters: ['AB'] },
    by: 'walk',
    caught: /^no progress/,
  },
  {
    name: 'a refusal by the clock counts as a dispute about validity',
    edits: [
      {
        file: 'handlers/propose',
        from: "judgement.verdict === 'bad' && !isOfClock(judgement)",
        to: "judgement.verdict === 'bad'",
      },
    ],
    world: { ...ONE_AHEAD, rosters: ['AB'] },
    by: 'walk',
    caught: /^a valid docket was held invalid$/,
  },
];
