// The rules by which votes are counted, kept and taken back: each alone leaves out a vote that is like it in all else.
import { draftOf } from '../../../../../core/consensus/draft.js';
import { countRejections } from '../../../../../core/consensus/handlers/on-vote.js';
import { signRound } from '../../../../../core/consensus/handlers/round.js';
import { addVote, approvals } from '../../../../../core/consensus/handlers/votes.js';
import type { PCert, State, Vote } from '../../../../../core/consensus/types.js';
import { Seat, TRIO, voteBy } from '../../../../model/scenarios.js';
import { envOf, idOf, sha } from '../../../../model/world.js';
import { guardCases } from '../../../../support/base/guard-cases.js';

const env = envOf(TRIO, 'A', 1);
const { state } = new Seat(TRIO, 'A');
const docketHash = sha('docket');
const about = { kind: 'COMMIT', height: 1, round: 1, docketHash } as const;
const ours = voteBy(TRIO, 'A', about);
const theirs = voteBy(TRIO, 'B', about);
const at = (said: Partial<State>) => draftOf({ ...state, ...said }, env);

describe('votes', () => {
  guardCases<Vote>('approvals', (said) => approvals(at({ votes: [ours, { ...theirs, ...said }] }), ours).length === 2, {
    'vote.approve': { approve: false },
    'vote.kind === like.kind': { kind: 'PREPARE' },
    'vote.round === like.round': { round: 0 },
    'vote.docketHash === like.docketHash': { docketHash: sha('another') },
    'vote.rosterHash === d.env.rosterHash': { rosterHash: sha('another') },
    'seatOf(d.env.roster, vote.voter) >= 0': { voter: idOf('Z') },
    '!seen.has(vote.voter)': { voter: idOf('A') },
  });

  guardCases<Vote>(
    'addVote',
    (said) => {
      // The same vote again, which is not kept twice.
      const d = at({ votes: [theirs] });
      addVote(d, { ...theirs, ...said });
      return d.state.votes.length === 1;
    },
    {
      'v.voter === vote.voter': { voter: idOf('C') },
      'v.kind === vote.kind': { kind: 'PREPARE' },
      'v.round === vote.round': { round: 0 },
    },
  );

  const rejection = voteBy(TRIO, 'B', { ...about, round: 0 }, 'VAL_X');
  guardCases<Vote>(
    'countRejections',
    (said) => {
      // Two of three: no quorum is left.
      const second = { ...voteBy(TRIO, 'C', { ...about, round: 0 }, 'VAL_X'), ...said };
      const d = at({ votes: [rejection, second] });
      countRejections(d, rejection);
      return d.state.record.round === 1;
    },
    {
      '!v.approve': { approve: true },
      'v.round === vote.round': { round: 1 },
      'v.docketHash === vote.docketHash': { docketHash: sha('another') },
    },
  );

  guardCases<Vote>(
    'takeBack',
    (said) => {
      // A docket of this seat's own in round 1, above what it cannot take back: a round and a turn later it gives it up.
      const certificate = (round: number): PCert => {
        const { height, rosterHash, signature } = ours;
        return { kind: 'PREPARE', height, round, docketHash, rosterHash, signatures: [{ voterIndex: 0, signature }] };
      };
      const record = { ...state.record, round: 1, prepared: certificate(1), firm: certificate(0), commitVote: ours };
      const d = at({ record, votes: [{ ...ours, ...said }] });
      signRound(d, 3);
      return d.state.votes.length === 0;
    },
    {
      'vote.voter === d.env.self': { voter: idOf('B') },
      "vote.kind === 'COMMIT'": { kind: 'PREPARE' },
      'vote.round > (firm?.round ?? -1)': { round: 0 },
    },
  );
});
