// Whether a node hears most of the members of a register: as many as take part in every decision of a quorum, and no
// more: a node of a register that goes on would wait for those that are gone.
import { expect } from 'chai';
import { hearsMost } from '../../../../actors/mesh/reach.js';
import { quorum } from '../../../../core/register/roster.js';

interface Given {
  readonly isSeated: boolean;
  /** Peers that show the register to the node. */
  readonly shown?: readonly string[];
  readonly providers?: readonly string[];
}

/** A node with `others` members beside it, the first `linked` of them linked, and linked to a follower. */
function hears(others: number, linked: number, { isSeated, shown = ['peer 0'], providers = [] }: Given): boolean {
  const peers = Array.from({ length: others }, (_, i) => `peer ${i}`);
  const up = new Set(['follower', ...peers.slice(0, linked)]);
  const given = {
    rosters: { peers: () => peers, isSeated: () => isSeated },
    subscriptions: { isShown: (_: string, peerId: string) => shown.includes(peerId), providersOf: () => providers },
    net: () => ({ peer: (peerId: string) => (up.has(peerId) ? {} : undefined) }),
  };
  return hearsMost(given as unknown as Parameters<typeof hearsMost>[0], 'register');
}

describe('how many members a node hears', () => {
  for (const mode of ['bft', 'majority'] as const)
    it(`are one at least of every quorum, and no more than a quorum (${mode})`, () => {
      for (let seats = 1; seats <= 31; seats++) {
        const { commit } = quorum(mode, seats);
        const member = Array.from({ length: seats }, (_, linked) => linked + 1).find((n) =>
          hears(seats - 1, n - 1, { isSeated: true }),
        );
        const reader = Array.from({ length: seats }, (_, linked) => linked + 1).find((n) =>
          hears(seats, n, { isSeated: false }),
        );
        expect([member, reader], `${seats} seats`).to.deep.equal([member, member]);
        expect(member)
          .to.be.at.most(commit)
          .and.above(seats - commit);
      }
    });

  it('have one among them that shows the register, or a follower that does, where this node has no seat in it', () => {
    const heard = (shown: readonly string[], providers: readonly string[] = []) =>
      hears(3, 2, { isSeated: false, shown, providers });
    expect([heard(['peer 1']), heard([]), heard(['peer 2']), heard(['follower'], ['follower'])]).to.deep.equal([
      true,
      false,
      false,
      true,
    ]);
    expect(hears(3, 1, { isSeated: true, shown: [] })).to.equal(false);
    expect(hears(3, 2, { isSeated: true, shown: [] })).to.equal(true);
  });

  it('are none before the mesh is up, and no peer is needed for a register of this node alone', () => {
    const rosters = { peers: () => ['peer'], isSeated: () => false };
    const subscriptions = { isShown: () => true, providersOf: () => [] };
    const down = { rosters, subscriptions, net: () => undefined } as unknown as Parameters<typeof hearsMost>[0];
    expect([hearsMost(down, 'register'), hears(0, 0, { isSeated: true })]).to.deep.equal([false, true]);
  });
});
