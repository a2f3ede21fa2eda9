// `consensus.forceRosterChanges` is a setting of each node: it decides what that node proposes and never what it votes
// for, so that members with different settings agree on every docket.
import { expect } from 'chai';
import { unseat } from '../../../support/mesh/mesh-governance.js';
import { MeshWorld } from '../../../support/mesh/mesh-world.js';

const NAMES = ['one', 'two', 'three', 'four'];

/** A register of four, in which `strict` names the nodes that never see enough of a new roster to build its change. */
async function meshOf(strict: (name: string, leader: string) => boolean) {
  const mesh = new MeshWorld();
  let isStrict = (_: string) => false;
  // Zero is what a node without any link would count; every number is enough for one that forces.
  for (const name of NAMES)
    await mesh.add(name, { ledger: { reachable: () => (isStrict(name) ? 0 : Number.POSITIVE_INFINITY) } });
  mesh.net.linkAll();
  await mesh.clock.settle();
  const pin = await mesh.found(NAMES);
  const leader = NAMES.find((name) => mesh.seat(name).validatorId === mesh.state('one').proposer)!;
  isStrict = (name) => strict(name, leader);
  const free = () => {
    isStrict = () => false;
  };
  return { mesh, pin, leader, free, followers: NAMES.filter((name) => name !== leader) };
}

const seats = (mesh: MeshWorld, name: string) => mesh.state(name).roster.validators.map(({ peerId }) => peerId);

describe('members that differ in consensus.forceRosterChanges', () => {
  it('vote for a change that the proposer forces, although none of them would build it', async () => {
    const { mesh, leader, followers } = await meshOf((name, first) => name !== first);
    const gone = followers[2]!;
    await unseat(mesh, leader, gone);
    await mesh.clock.advance(5000);
    for (const name of [leader, followers[0]!, followers[1]!])
      expect(seats(mesh, name)).to.have.members(
        NAMES.filter((one) => one !== gone).map((one) => mesh.node(one).peerId),
      );
    const [first, ...others] = await Promise.all(
      [leader, followers[0]!, followers[1]!].map((name) => mesh.chain(name)),
    );
    for (const other of others) expect(other).to.deep.equal(first);
    // In its first round: no member refused it.
    expect(first!.map(({ certificate }) => certificate.round)).to.deep.equal(first!.map(() => 0));
    expect(mesh.net.blames).to.deep.equal([]);
    await mesh.stop();
  });

  it('agree where no member would build it: it waits, holds nothing up, and is sealed once the proposer may', async () => {
    const { mesh, pin, leader, free, followers } = await meshOf(() => true);
    const gone = followers[2]!;
    const early = await unseat(mesh, leader, gone).catch((error: Error) => error.message);
    expect(early).to.contain('"pending"');
    const tx = mesh.action(followers[0]!, pin, 3);
    await mesh.submit(followers[0]!, tx);
    await mesh.clock.advance(5000);
    for (const name of NAMES) expect(seats(mesh, name)).to.have.length(4);
    expect(mesh.node(leader).world.ledger.receipt(tx.header.registerId, tx.txId)).to.include({ status: 'sealed' });
    free();
    await mesh.clock.advance(60_000);
    const left = NAMES.filter((name) => name !== gone);
    for (const name of left) expect(seats(mesh, name)).to.have.length(3);
    const chains = await Promise.all(left.map((name) => mesh.chain(name)));
    for (const chain of chains)
      expect(chain.map(({ docket }) => docket.hash)).to.deep.equal(chains[0]!.map(({ docket }) => docket.hash));
    expect(mesh.net.blames).to.deep.equal([]);
    await mesh.stop();
  });
});
