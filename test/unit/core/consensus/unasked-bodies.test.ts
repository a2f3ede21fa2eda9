// A member may send bodies that no member asked for, as many as it likes and each of the largest size: none of them is
// kept, and none takes the place of one that is being judged.
import { expect } from 'chai';
import { BODIES_MAX } from '../../../../core/base/limits/node/consensus.js';
import { certificateOf } from '../../../../core/consensus/certificate.js';
import { docketOn, proposalBy, Seat, sealedBy, TRIO, voteBy } from '../../../model/scenarios.js';
import { envOf, genesisOf, type World } from '../../../model/world.js';

const QUARTET: World = { ...TRIO, mode: 'bft', rosters: ['ABCD'] };
const genesis = genesisOf(QUARTET);
const docket = docketOn(QUARTET, genesis, 'A');

function judging(): Seat {
  const node = new Seat(QUARTET, 'C');
  node.hear('A', { type: 'proposal', proposal: proposalBy(QUARTET, 'A', genesis, docket) });
  expect(node.state.pending?.docket.hash).to.equal(docket.hash);
  return node;
}

function votes(node: Seat): boolean {
  const effects = node.feed({ type: 'checked', docketHash: docket.hash, time: 'fresh', ok: true, code: '' });
  return effects.some(
    (effect) => effect.type === 'send' && effect.message.type === 'vote' && effect.message.vote.approve,
  );
}

describe('a body that no member asked for', () => {
  it('is not kept, and the proposal that is being judged gets its vote', () => {
    const node = judging();
    for (let variant = 100; variant < 100 + 2 * BODIES_MAX; variant++)
      expect(node.feed({ type: 'body', docket: docketOn(QUARTET, genesis, 'D', variant) })).to.deep.equal([]);
    expect(node.state.bodies.map(({ hash }) => hash)).to.deep.equal([docket.hash]);
    expect(votes(node), 'a vote').to.equal(true);
  });

  it('is not kept with a certificate that decides nothing', () => {
    const node = judging();
    for (let variant = 100; variant < 100 + 2 * BODIES_MAX; variant++) {
      const other = docketOn(QUARTET, genesis, 'D', variant);
      for (const voters of ['D', 'BD']) node.hear('D', { type: 'decided', ...sealedBy(QUARTET, other, voters) });
      const { certificate } = sealedBy(QUARTET, other, 'D');
      node.hear('D', { type: 'decided', docket: other, certificate: { ...certificate, signatures: [] } });
    }
    expect(node.state.bodies.map(({ hash }) => hash)).to.deep.equal([docket.hash]);
    expect(votes(node), 'a vote').to.equal(true);
  });

  it('is kept once it is decided, or prepared', () => {
    const { roster } = envOf(QUARTET, 'A', 1);
    const about = { kind: 'PREPARE', height: 1, round: 0, docketHash: docket.hash } as const;
    const prepares = [...'ABD'].map((name) => voteBy(QUARTET, name, about));
    for (const message of [
      { type: 'decided', certificate: sealedBy(QUARTET, docket, 'ABD').certificate, docket: null },
      { type: 'prepared', certificate: certificateOf(prepares, roster) },
    ] as const) {
      const node = new Seat(QUARTET, 'C');
      node.hear('A', message);
      expect(node.feed({ type: 'body', docket }).map(({ type }) => type)).to.deep.equal(['check']);
    }
  });
});
