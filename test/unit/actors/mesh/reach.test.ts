// Whether a node hears most of the members of a register: as many as take part in every decision of a quorum, and no more, or a node of a register that goes on
// would wait for those that are gone.
import { expect } from 'chai';
import { hearsMost } from '../../../../actors/mesh/reach.js';
import { quorum } from '../../../../core/register/roster.js';

/** A node with `others` members beside it, the first `linked` of them linked. */
function hears(others: number, linked: number, isSeated: boolean): boolean {
  const peers = Array.from({ length: others }, (_, i) => `peer ${i}`);
  const net = { peer: (peerId: string) => (peers.indexOf(peerId) < linked ? {} : undefined) };
  const rosters = { peers: () => peers, isSeated: () => isSeated };
  return hearsMost({ rosters, net } as unknown as Parameters<typeof hearsMost>[0], 'register');
}

describe('how many members a node hears', () => {
  for (const mode of ['bft', 'majority'] as const)
    it(`are one at least of every quorum, and no more than a quorum (${mode})`, () => {
      for (let seats = 1; seats <= 31; seats++) {
        const { commit } = quorum(mode, seats);
        const member = Array.from({ length: seats }, (_, linked) => linked + 1).find((n) =>
          hears(seats - 1, n - 1, true),
        );
        const reader = Array.from({ length: seats }, (_, linked) => linked + 1).find((n) => hears(seats, n, false));
        expect([member, reader], `${seats} seats`).to.deep.equal([member, member]);
        expect(member)
          .to.be.at.most(commit)
          .and.above(seats - commit);
      }
    });

  it('are none before the mesh is up, and nobody is needed for a register of this node alone', () => {
    expect([hears(3, 0, true), hears(2, 0, false), hears(0, 0, true)]).to.deep.equal([false, false, true]);
    const rosters = { peers: () => ['peer'], isSeated: () => false };
    const down = { rosters, net: undefined } as unknown as Parameters<typeof hearsMost>[0];
    expect(hearsMost(down, 'register')).to.equal(false);
  });
});
