// Evidence of a lie: each thing that makes two signed objects contradict each other, and binds them to the accused.

import { voteDigest } from '../../../../../core/consensus/digest.js';
import {
  evidenceProblems,
  isDuplicateRoundChange,
  isDuplicateVote,
  isLyingRoundChange,
} from '../../../../../core/consensus/evidence.js';
import type { RoundChange, Vote } from '../../../../../core/consensus/types.js';
import { changeBy, TRIO, voteBy } from '../../../../model/scenarios.js';
import { envOf, fakeSign, fakeVerify, idOf, seat, sha } from '../../../../model/world.js';
import { guardCases } from '../../../../support/base/guard-cases.js';

const about = { kind: 'COMMIT', height: 1, round: 1 } as const;
const vote = voteBy(TRIO, 'A', { ...about, docketHash: sha('one') });
const other = voteBy(TRIO, 'A', { ...about, docketHash: sha('other') });
const change = changeBy(TRIO, 'A', 1, 2);

describe('evidence', () => {
  interface Two {
    readonly first: Partial<Vote>;
    readonly second: Partial<Vote>;
  }
  guardCases<Two>(
    'isDuplicateVote',
    ({ first, second }) => isDuplicateVote({ ...vote, ...first }, { ...other, ...second }),
    {
      'a.approve': { first: { approve: false } },
      'b.approve': { second: { approve: false } },
      'a.voter === b.voter': { second: { voter: idOf('B') } },
      'a.kind === b.kind': { second: { kind: 'PREPARE' } },
      'a.height === b.height': { second: { height: 2 } },
      'a.round === b.round': { second: { round: 2 } },
      'a.docketHash !== b.docketHash': { second: { docketHash: vote.docketHash } },
    },
  );

  const claim = changeBy(TRIO, 'A', 1, 2, vote);
  guardCases<RoundChange>(
    'isDuplicateRoundChange',
    (second) => isDuplicateRoundChange(change, { ...claim, ...second }),
    {
      'a.voter === b.voter': { voter: idOf('B') },
      'a.height === b.height': { height: 2 },
      'a.round === b.round': { round: 3 },
      '(a.preparedRound !== b.preparedRound || a.preparedHash !== b.preparedHash)': {
        preparedRound: -1,
        preparedHash: null,
      },
    },
  );

  interface Lie {
    readonly vote: Partial<Vote>;
    readonly change: Partial<RoundChange>;
  }
  guardCases<Lie>(
    'isLyingRoundChange',
    (lie) => isLyingRoundChange({ ...vote, ...lie.vote }, { ...change, ...lie.change }),
    {
      'vote.approve': { vote: { approve: false } },
      "vote.kind === 'COMMIT'": { vote: { kind: 'PREPARE' } },
      'vote.voter === change.voter': { change: { voter: idOf('B') } },
      'vote.height === change.height': { change: { height: 2 } },
      'vote.round < change.round': { change: { round: 1 } },
      'change.preparedRound < vote.round': { change: { preparedRound: 1 } },
    },
  );

  interface Accusation {
    readonly accused: string;
    /** Members of both votes. */
    readonly of: Partial<Vote>;
  }
  const { registerId, genesisHash, roster } = envOf(TRIO, 'A', 1);
  const scope = { registerId, genesisHash, roster, policy: { mode: TRIO.mode } };
  guardCases<Accusation>(
    'evidenceProblems',
    ({ accused = 'A', of }) => {
      // Signed with the key of the accused, whatever they say.
      const signed = (one: Vote): Vote => {
        const said = { ...one, ...of };
        return { ...said, signature: fakeSign(seat(accused).consensusKey, voteDigest(said)) };
      };
      const votes = [signed(vote), signed(other)] as const;
      const voter = idOf(accused);
      return evidenceProblems({ kind: 'DuplicateVote', voter, votes }, scope, fakeVerify).length === 0;
    },
    {
      'seat !== undefined': { accused: 'Z', of: { voter: idOf('Z') } },
      'object.voter === evidence.voter': { accused: 'B' },
      'object.registerId === scope.registerId': { of: { registerId: '00000000-0000-4000-8000-000000000002' } },
      'object.genesisHash === scope.genesisHash': { of: { genesisHash: sha('another genesis') } },
    },
  );
});
