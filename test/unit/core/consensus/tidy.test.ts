// Proposers that lie may have a body of the largest size stored in each of their rounds: what nothing names any more
// makes room before the seal, and what this seat promised, or may have to give, never does.
import { expect } from 'chai';
import { BODIES_MAX } from '../../../../core/base/limits/node/consensus.js';
import { certificateOf } from '../../../../core/consensus/certificate.js';
import type { Effect } from '../../../../core/consensus/effect.js';
import { proposerAt } from '../../../../core/consensus/environment.js';
import { bodiesOf, restore } from '../../../../core/consensus/state.js';
import type { PCert, Proposal } from '../../../../core/consensus/types.js';
import type { Docket } from '../../../../core/model/register.js';
import { changeBy, docketOn, proposalBy, Seat, TRIO, voteBy } from '../../../model/scenarios.js';
import { envOf, genesisOf, nameOf, type World } from '../../../model/world.js';

const BFT: World = { ...TRIO, mode: 'bft', rosters: ['ABCD'] };
const MAJORITY: World = { ...TRIO, rosters: ['ABCDE'] };
const ROUNDS = 5 * BODIES_MAX;

/** A seat and what its writes leave on disk. */
class Stored {
  readonly seat: Seat;
  readonly disk = new Map<string, Docket>();
  most = 0;

  constructor(
    readonly world: World,
    readonly name = 'C',
  ) {
    this.seat = new Seat(world, name);
  }

  proposerOf(round: number): string {
    return nameOf(proposerAt(this.seat.state.tip, round, envOf(this.world, this.name, 1)));
  }

  docket(round: number): Docket {
    return docketOn(this.world, genesisOf(this.world), this.proposerOf(round), 100 + round);
  }

  /** The proposer of a round proposes a docket of its own, and says with the others that no seat prepared anything. */
  proposes(round: number, docket = this.docket(round), members: Partial<Proposal> = {}): void {
    const by = this.proposerOf(round);
    if (by === this.name) return;
    const others = [...'ABDE'].filter((name) => this.world.rosters[0]!.includes(name));
    const justification = round === 0 ? [] : others.slice(0, 3).map((name) => changeBy(this.world, name, 1, round));
    const proposal = proposalBy(this.world, by, genesisOf(this.world), docket, { round, justification, ...members });
    this.note(this.seat.hear(by, { type: 'proposal', proposal }));
    for (const time of ['fresh', 'again', 'never'] as const)
      this.note(this.seat.feed({ type: 'checked', docketHash: docket.hash, time, ok: true, code: '' }));
  }

  note(effects: readonly Effect[]): void {
    for (const effect of effects) {
      if (effect.type !== 'persist') continue;
      for (const write of effect.writes) {
        if (write.kind === 'body') this.disk.set(write.docket.hash, write.docket);
        if (write.kind === 'tidy')
          for (const hash of this.disk.keys()) if (!write.kept.includes(hash)) this.disk.delete(hash);
      }
      // As after a crash between any two writes: what the record promises can be restored.
      const { record, tip, stored } = this.seat.state;
      restore(
        record,
        tip,
        [...this.disk.values()].filter(({ hash }) => bodiesOf(record).includes(hash)),
      );
      expect([...this.disk.keys()]).to.have.members(stored);
    }
    this.most = Math.max(this.most, this.disk.size);
  }
}

/** A certificate that a quorum of others prepared the docket. */
function preparedBy(world: World, docket: Docket, round: number): PCert {
  const about = { kind: 'PREPARE', height: 1, round, docketHash: docket.hash } as const;
  return certificateOf(
    [...'ABD'].map((name) => voteBy(world, name, about)),
    envOf(world, 'A', 1).roster,
  );
}

describe('bodies of rounds that are over', () => {
  for (const world of [BFT, MAJORITY])
    it(`are bounded on disk before the seal, and the promised ones stay (${world.mode})`, () => {
      const node = new Stored(world);
      let voted = 0;
      for (let round = 0; round < ROUNDS; round++) {
        node.proposes(round);
        const { prepareVote, commitVote } = node.seat.state.record;
        if ((prepareVote ?? commitVote)?.round === round) voted++;
      }
      expect(voted, 'votes').to.be.greaterThan(3 * BODIES_MAX);
      expect(node.most).to.equal(BODIES_MAX);
      for (const hash of bodiesOf(node.seat.state.record)) expect(node.disk.has(hash)).to.equal(true);
    });

  it('stay while a member claims that it prepared one of them', () => {
    const node = new Stored(BFT);
    const docket = node.docket(0);
    node.proposes(0);
    const prepared = preparedBy(BFT, docket, 0);
    const change = changeBy(BFT, 'D', 1, ROUNDS, voteBy(BFT, 'D', { ...prepared, kind: 'COMMIT', height: 1 }));
    node.note(node.seat.hear('D', { type: 'round-change', change, prepared, busy: true }));
    for (let round = 1; round < ROUNDS; round++) node.proposes(round);
    expect(node.disk.has(docket.hash)).to.equal(true);
    expect(node.most).to.equal(BODIES_MAX);
  });

  it('stay while this seat committed to one of them', () => {
    const node = new Stored(BFT);
    const docket = node.docket(0);
    node.proposes(0);
    node.note(node.seat.hear('A', { type: 'prepared', certificate: preparedBy(BFT, docket, 0) }));
    expect(node.seat.state.record.commitVote?.docketHash).to.equal(docket.hash);
    for (let round = 1; round < ROUNDS; round++) node.proposes(round);
    expect(node.disk.has(docket.hash)).to.equal(true);
    expect(node.most).to.equal(BODIES_MAX);
  });

  it('are stored again with a vote for one that made room', () => {
    const node = new Stored(BFT);
    const docket = node.docket(0);
    for (let round = 0; round < ROUNDS; round++) node.proposes(round);
    expect(node.disk.has(docket.hash)).to.equal(false);
    const prepared = preparedBy(BFT, docket, 0);
    const at = [ROUNDS, ROUNDS + 1].find((round) => node.proposerOf(round) !== node.name) as number;
    const claim = voteBy(BFT, 'D', { kind: 'COMMIT', height: 1, round: 0, docketHash: docket.hash });
    const justification = [changeBy(BFT, 'A', 1, at), changeBy(BFT, 'B', 1, at), changeBy(BFT, 'D', 1, at, claim)];
    node.proposes(at, docket, { justification, prepared });
    expect(node.seat.state.record.prepareVote).to.include({ round: at, docketHash: docket.hash });
    expect(node.disk.has(docket.hash)).to.equal(true);
  });
});
