// What makes a height go on, and what is told of it: each condition alone holds it back, or tells another thing.
import { draftOf } from '../../../../../core/consensus/draft.js';
import { tryPropose } from '../../../../../core/consensus/handlers/propose.js';
import { silent } from '../../../../../core/consensus/handlers/resend.js';
import { step } from '../../../../../core/consensus/step.js';
import type { State, ValidityJudgement, Vote } from '../../../../../core/consensus/types.js';
import { consensusView } from '../../../../../core/consensus/view.js';
import { changeBy, Seat, TRIO, voteBy } from '../../../../model/scenarios.js';
import { envOf, idOf, sha, type World } from '../../../../model/world.js';
import { guardCases } from '../../../../support/base/guard-cases.js';

const env = envOf(TRIO, 'A', 1);
const { state } = new Seat(TRIO, 'A');
const docketHash = sha('docket');
const about = { kind: 'COMMIT', height: 1, round: 0, docketHash } as const;
const theirs = voteBy(TRIO, 'B', about);

interface Place {
  readonly world: World;
  readonly name: string;
  readonly work: boolean;
}

describe('a height', () => {
  guardCases<Place & { readonly round: number }>(
    'yieldRound',
    ({ world = TRIO, name = 'A', work = true, round = 0 }) => {
      // Paused, and the proposer of its round, which a quorum reached.
      const changes = [...'AC'].map((from) => ({ change: changeBy(world, from, 1, 1), prepared: null, busy: true }));
      const record = { ...state.record, round };
      const d = draftOf({ ...state, paused: true, work, record, changes }, envOf(world, name, 1));
      tryPropose(d, 0);
      return d.state.record.round === round + 1;
    },
    {
      'd.state.work': { work: false },
      'd.state.record.round === 0': { round: 1, name: 'B' },
      'd.env.roster.validators.length > 1': { world: { ...TRIO, rosters: ['A'] } },
    },
  );

  guardCases<Place>(
    'settleTimers',
    ({ world = TRIO, name = 'A', work = true }) => {
      const { effects } = step(new Seat(world, name).state, { type: 'work', on: work }, envOf(world, name, 1));
      return effects.some((effect) => effect.type === 'arm');
    },
    {
      // Somebody who has no seat.
      'isActive(d)': { name: 'Z' },
      'env.roster.validators.length > 1': { world: { ...TRIO, rosters: ['A'] } },
      'isBusy(state)': { work: false },
    },
  );

  guardCases<ValidityJudgement>(
    'onChecked',
    (said) => {
      const asked = { docketHash, time: 'fresh', verdict: 'asked', code: '', ...said } as const;
      const answer = { type: 'checked', docketHash, time: 'fresh', ok: true, code: '' } as const;
      const { judgements } = step({ ...state, judgements: [asked] }, answer, env).state;
      return judgements.some((one) => one.docketHash === docketHash && one.time === 'fresh' && one.verdict === 'good');
    },
    {
      'j.docketHash === docketHash': { docketHash: sha('another') },
      'j.time === time': { time: 'again' },
      "j.verdict === 'asked'": { verdict: 'bad' },
    },
  );

  guardCases<Vote>(
    'silent',
    (said) =>
      !silent(draftOf({ ...state, votes: [{ ...theirs, ...said }] }, env), docketHash, 'COMMIT').includes(idOf('B')),
    {
      'vote.round === record.round': { round: 1 },
      'vote.docketHash === docketHash': { docketHash: sha('another') },
      '(kind === null || vote.kind === kind)': { kind: 'PREPARE' },
    },
  );
});

describe('the view of a height', () => {
  const view = (members: Partial<State>) => consensusView({ ...state, ...members }, env);
  const leads = voteBy(TRIO, 'A', about);

  guardCases<Vote>('proposedHash', (said) => view({ votes: [{ ...leads, ...said }] }).docketHash === docketHash, {
    'vote.round === round': { round: 1 },
    'vote.voter === leader': { voter: idOf('B') },
    'vote.approve': { approve: false },
  });

  const rejections = [...'BC'].map((name) => voteBy(TRIO, name, about, 'VAL_X')) as [Vote, Vote];
  guardCases<Vote>(
    'isRejected',
    (said) => view({ votes: [leads, rejections[0], { ...rejections[1], ...said }] }).state === 'Rejected',
    {
      '!vote.approve': { approve: true },
      'vote.round === record.round': { round: 1 },
      'vote.docketHash === docketHash': { docketHash: sha('another') },
    },
  );

  guardCases<Vote>(
    'isSame',
    (said) =>
      view({ record: { ...state.record, commitVote: leads }, votes: [{ ...leads, ...said }] }).votes.length === 1,
    {
      'a.kind === b.kind': { kind: 'PREPARE' },
      'a.round === b.round': { round: 1 },
      'a.voter === b.voter': { voter: idOf('B') },
    },
  );
});
