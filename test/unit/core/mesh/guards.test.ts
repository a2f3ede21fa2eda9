// What a fork shows of its height, and which votes hold this node to something: each condition alone makes a
// difference.
import { sha256Hex } from '../../../../core/base/hash.js';
import { voteDigest } from '../../../../core/consensus/digest.js';
import type { Vote } from '../../../../core/consensus/types.js';
import { verifySeat } from '../../../../core/crypto/signing/algorithms.js';
import { commonHeight } from '../../../../core/mesh/fork.js';
import type { ForkProof } from '../../../../core/mesh/frames.js';
import { judgeVotes } from '../../../../core/mesh/vote-memory.js';
import type { DocketHeader } from '../../../../core/model/register.js';
import { docketOn, sealedBy, TRIO } from '../../../model/scenarios.js';
import { genesisOf, REGISTER } from '../../../model/world.js';
import { guardCases } from '../../../support/base/guard-cases.js';
import { liar, type Scene, voteOf } from '../../../support/register/evidence.js';
import { REGISTER_ID } from '../../../support/register/ledger.js';

describe('a fork', () => {
  const genesis = genesisOf(TRIO);
  const [one, other] = [1, 2].map((variant) => sealedBy(TRIO, docketOn(TRIO, genesis, 'A', variant), 'AB'));
  if (!one || !other) throw new Error('two dockets of a height');
  const certificates = [one.certificate, other.certificate] as const;
  interface Headers {
    readonly a: DocketHeader | null;
    readonly b: DocketHeader | null;
  }
  const parted = { ...other.docket.header, prevHash: sha256Hex('another parent') };
  // True where the headers show that the branches parted earlier.
  guardCases<Headers>(
    'commonHeight',
    ({ a = one.docket.header, b = parted }) =>
      commonHeight({ registerId: REGISTER, headers: [a, b], certificates } as unknown as ForkProof) === null,
    { a: { a: null }, b: { b: null }, 'a.prevHash !== b.prevHash': { b: other.docket.header } },
  );
});

describe('a vote that a peer shows', () => {
  const self = liar('self');
  const scene: Scene = {
    registerId: REGISTER_ID,
    genesisHash: sha256Hex('genesis'),
    rosterHash: sha256Hex('roster'),
    height: 8,
    round: 2,
  };
  const forgotten = voteOf(self, scene, 'x');
  const { registerId, genesisHash } = scene;
  const { validatorId, consensusKey } = self.seat;
  const ours = { registerId, genesisHash, validatorId, consensusKey, headHeight: 6, record: undefined };
  const isHeld = (vote: Vote) => judgeVotes([vote], ours, verifySeat) === 'rolled-back';

  guardCases<Vote>('judgeVotes', (said) => isHeld({ ...forgotten, ...said }), {
    'isOurs(vote, ours)': voteOf(self, { ...scene, registerId: sha256Hex('another') }, 'x'),
    'isForgotten(vote, ours)': voteOf(self, { ...scene, height: 6 }, 'x'),
    'isSigned(vote, ours, verify)': { signature: voteOf(liar('a peer'), scene, 'x').signature },
  });

  guardCases<Vote>(
    'isOurs',
    (said) => {
      // Signed with the key of this seat, whatever it says.
      const vote = { ...forgotten, ...said };
      return isHeld({ ...vote, signature: self.sign(voteDigest(vote)) });
    },
    {
      'vote.approve': { approve: false },
      'vote.voter === ours.validatorId': { voter: liar('an old key').seat.validatorId },
      'vote.registerId === ours.registerId': { registerId: '00000000-0000-4000-8000-000000000002' },
      'vote.genesisHash === ours.genesisHash': { genesisHash: sha256Hex('another') },
    },
  );
});
