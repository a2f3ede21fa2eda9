// The rules by which a seat takes a proposal: each alone refuses one that is wrong in nothing else.
import { certificateOf } from '../../../../../core/consensus/certificate.js';
import { draftOf } from '../../../../../core/consensus/draft.js';
import { isChangeTo, isQuorumFor, isWellFormed, justify } from '../../../../../core/consensus/handlers/on-proposal.js';
import { extendsHead } from '../../../../../core/consensus/proposal-rules.js';
import type { Proposal, RoundChange, Vote } from '../../../../../core/consensus/types.js';
import type { Docket, DocketHeader } from '../../../../../core/model/register.js';
import { changeBy, docketOn, ELSEWHERE, proposalBy, Seat, TRIO, voteBy } from '../../../../model/scenarios.js';
import { envOf, genesisOf, idOf, sha, type World } from '../../../../model/world.js';
import { guardCases } from '../../../../support/base/guard-cases.js';

/** Three of four decide, and two join: a quorum of the one is none of the other. */
const BFT: World = { ...TRIO, mode: 'bft', rosters: ['ABCD'] };
const genesis = genesisOf(BFT);
const docket = docketOn(BFT, genesis, 'A');
const draft = draftOf(new Seat(BFT, 'D').state, envOf(BFT, 'D', 1));

describe('a proposal', () => {
  const proposal = proposalBy(BFT, 'A', genesis, docket);
  interface Said {
    readonly prepare: Partial<Vote>;
    readonly docket: Partial<Docket>;
  }
  guardCases<Said>(
    'isWellFormed',
    (said) =>
      isWellFormed(draft, {
        ...proposal,
        prepare: { ...proposal.prepare, ...said.prepare },
        docket: { ...docket, ...said.docket },
      }),
    {
      "prepare.kind === 'PREPARE'": { prepare: { kind: 'COMMIT' } },
      'prepare.approve': { prepare: { approve: false } },
      'prepare.round === round': { prepare: { round: 1 } },
      'prepare.docketHash === docket.hash': { prepare: { docketHash: sha('another') } },
      'prepare.voter === proposerAt(d.state.tip, round, d.env)': { prepare: { voter: idOf('B') } },
      'extendsHead(d, docket)': { docket: { header: { ...docket.header, prevHash: sha('another') } } },
    },
  );

  guardCases<DocketHeader>(
    'extendsHead',
    (said) => extendsHead(draft, { ...docket, header: { ...docket.header, ...said } }),
    {
      'header.registerId === d.env.registerId': { registerId: '00000000-0000-4000-8000-000000000002' },
      'header.height === d.state.tip.height + 1': { height: 2 },
      'header.prevHash === d.state.tip.hash': { prevHash: sha('another') },
      'header.rosterHash === d.env.rosterHash': { rosterHash: sha('another') },
    },
  );
});

describe('the justification of a proposal', () => {
  /** A quorum names the docket that was prepared in round 0, and B proposes it again in round 1. */
  const prepares = [...'ABC'].map((name) =>
    voteBy(BFT, name, { kind: 'PREPARE', height: 1, round: 0, docketHash: docket.hash }),
  );
  const [first] = prepares as [Vote];
  const certificate = certificateOf(prepares, draft.env.roster);
  const justification = [...'ABC'].map((name) => changeBy(BFT, name, 1, 1, first));
  const again = proposalBy(BFT, 'B', genesis, docket, { round: 1, justification, prepared: certificate });
  /** The proof of the same docket, prepared in another round. */
  const later = { ...certificate, round: 4 };

  guardCases<Proposal>('justify', (said) => justify(draft, { ...again, ...said }) !== undefined, {
    'docket.hash === best.preparedHash': { docket: { ...docket, hash: sha('another') } },
    'prepared?.round === best.preparedRound': { prepared: later },
    'prepared.docketHash === best.preparedHash': { prepared: { ...certificate, docketHash: sha('another') } },
    'isPrepared(prepared, d.state.tip, d.env)': {
      prepared: { ...certificate, signatures: certificate.signatures.slice(1) },
    },
  });

  interface Changes {
    readonly changes: readonly RoundChange[];
  }
  const [a, b, c] = justification as [RoundChange, RoundChange, RoundChange];
  guardCases<Changes>('isQuorumFor', ({ changes = justification }) => isQuorumFor(draft, changes, 1), {
    'voters.size === justification.length': { changes: [a, b, c, c] },
    // So many as round changes that a member joins are no quorum.
    'voters.size >= d.env.quorum.commit': { changes: [a, b] },
    'justification.every((change) => isChangeTo(d, change, round))': { changes: [a, b, { ...c, round: 2 }] },
  });

  guardCases<RoundChange>('isChangeTo', (said) => isChangeTo(draft, { ...a, ...said }, 1), {
    'change.round === round': { round: 2 },
    'change.height === state.record.height': { height: 2 },
    'change.rosterHash === env.rosterHash': ELSEWHERE['roster'] ?? {},
    'change.genesisHash === env.genesisHash': ELSEWHERE['genesis'] ?? {},
    'change.registerId === env.registerId': ELSEWHERE['register'] ?? {},
    'isClaimSound(change)': { preparedHash: null },
    'seatOf(env.roster, change.voter) >= 0': { voter: idOf('Z') },
  });
});
