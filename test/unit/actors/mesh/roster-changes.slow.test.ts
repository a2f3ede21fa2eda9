// The roster of a running register grows and shrinks by governance while transactions flow: everybody ends with one
// chain, and evidence of what was sealed under any roster verifies offline.
import { expect } from 'chai';
import { issueOf } from '../../../support/base/results.js';
import { activate, nominate, rekey, unseat } from '../../../support/mesh/mesh-governance.js';
import { MeshWorld } from '../../../support/mesh/mesh-world.js';
import { REGISTER_ID } from '../../../support/node/ledger-world.js';

const ALL = ['one', 'two', 'three', 'four'];

async function expectOneChain(mesh: MeshWorld, names: readonly string[]): Promise<void> {
  const [first, ...others] = await Promise.all(names.map((name) => mesh.chain(name)));
  for (const other of others)
    expect(other.map(({ docket }) => docket.hash)).to.deep.equal(first?.map(({ docket }) => docket.hash));
}

const voters = (mesh: MeshWorld, name: string) => mesh.state(name).roster.validators.map(({ peerId }) => peerId);
const peerIds = (mesh: MeshWorld, names: readonly string[]) => names.map((name) => mesh.node(name).peerId);

/** Something is submitted at every step, somewhere. */
class Flow {
  private readonly txIds: string[] = [];
  private readonly mesh: MeshWorld;
  private readonly pin: string;

  constructor(mesh: MeshWorld, pin: string) {
    this.mesh = mesh;
    this.pin = pin;
  }

  async at(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      const tx = this.mesh.action(name, this.pin, this.txIds.length);
      this.txIds.push(tx.txId);
      expect((await this.mesh.submit(name, tx)).status).to.be.oneOf(['pending', 'sealed']);
    }
  }

  async check(names: readonly string[]): Promise<void> {
    for (const name of names) {
      const sealed = (await this.mesh.chain(name)).flatMap(({ docket }) => docket.transactions.map(({ txId }) => txId));
      for (const txId of this.txIds)
        expect(
          sealed.filter((one) => one === txId),
          name,
        ).to.have.length(1);
    }
  }
}

describe('a roster that changes', () => {
  for (const advertise of [true, false])
    it(`grows from one to four and shrinks to one again (${advertise ? 'advertised' : 'private'})`, async () => {
      const mesh = await MeshWorld.of(...ALL);
      const pin = await mesh.found(['one'], { advertise });
      const flow = new Flow(mesh, pin);
      await flow.at('one');
      for (const [i, name] of ALL.entries()) {
        if (i === 0) continue;
        await nominate(mesh, 'one', name);
        const subscribed = await mesh.node(name).surface.subscribe(REGISTER_ID, {});
        expect(subscribed).to.include({ registerId: REGISTER_ID });
        await flow.at('one');
        await mesh.clock.advance(3000);
        expect(mesh.height(name)).to.equal(mesh.height('one'));
        await flow.at('one', name);
        // Each node says for itself what it shows to everybody.
        await mesh.node(name).world.ledger.update(REGISTER_ID, { advertise });
        await activate(mesh, 'one', name);
        await flow.at(name, 'one');
        await mesh.clock.advance(2000);
        expect(voters(mesh, name)).to.deep.equal(peerIds(mesh, ALL.slice(0, i + 1)));
        expect(mesh.node(name).world.ledger.seat(REGISTER_ID)).to.include({ state: 'Running' });
      }
      await flow.check(ALL);
      await expectOneChain(mesh, ALL);
      const seats = [...ALL];
      for (const gone of ['one', 'two', 'three']) {
        const at = seats.at(-1)!;
        await flow.at(...seats);
        seats.splice(seats.indexOf(gone), 1);
        await unseat(mesh, at, gone);
        await flow.at(...seats);
        await mesh.clock.advance(5000);
        expect(voters(mesh, at)).to.deep.equal(peerIds(mesh, seats));
        expect(mesh.node(gone).world.ledger.seat(REGISTER_ID)).to.include({ state: 'Stopped' });
      }
      await flow.at('four');
      await mesh.clock.advance(5000);
      await flow.check(['four']);
      // A node without a seat may still read only what the register shows to everybody.
      if (advertise) {
        await flow.check(ALL);
        await expectOneChain(mesh, ALL);
        await flow.at('one');
        await mesh.clock.advance(5000);
        await flow.check(ALL);
      }
      expect(mesh.net.blames).to.deep.equal([]);
      await mesh.stop();
    });

  it('removes the proposer, and the others go on', async () => {
    const names = ['one', 'two', 'three'];
    const mesh = await MeshWorld.of(...names);
    const flow = new Flow(mesh, await mesh.found(names, { advertise: true }));
    for (const name of names) await mesh.node(name).world.ledger.update(REGISTER_ID, { advertise: true });
    const leader = names.find((name) => mesh.seat(name).validatorId === mesh.state('one').proposer)!;
    const others = names.filter((name) => name !== leader);
    await flow.at(...names);
    await unseat(mesh, others[0]!, leader);
    await flow.at(...others);
    await mesh.clock.advance(5000);
    await flow.check(names);
    expect(voters(mesh, others[1]!)).to.deep.equal(peerIds(mesh, others));
    await mesh.stop();
  });

  it('tells a member that was away of the docket that took its seat, and of nothing after it', async () => {
    const names = ['one', 'two', 'three'];
    const mesh = await MeshWorld.of(...names, 'four');
    const flow = new Flow(mesh, await mesh.found(names));
    await flow.at('one');
    await mesh.clock.advance(2000);
    mesh.isolate('three');
    await flow.at('one', 'two');
    await mesh.clock.advance(2000);
    await unseat(mesh, 'one', 'three');
    const removal = mesh.height('one');
    await flow.at('one', 'two');
    await mesh.clock.advance(2000);
    expect(mesh.height('one')).to.be.greaterThan(removal);
    expect(mesh.height('three')).to.be.lessThan(removal - 1);
    mesh.rejoin('three');
    await mesh.clock.advance(90_000);
    expect(mesh.height('three')).to.equal(removal);
    expect(voters(mesh, 'three')).to.deep.equal(peerIds(mesh, ['one', 'two']));
    const { ledger } = mesh.node('three').world;
    expect(ledger.seat(REGISTER_ID)).to.include({ state: 'Stopped' });
    expect(ledger.register(REGISTER_ID)).to.include({ status: 'ONLINE' });
    // A node that never had a seat learns nothing, and the former member nothing more.
    const { driver } = mesh.node('one');
    const range = { registerId: REGISTER_ID, fromHeight: 1, toHeight: 99, bytesMax: 1_000_000 };
    expect(issueOf(driver.dockets(mesh.node('four').net.self, range))).to.include({ code: 'REGISTER_NOT_FOUND' });
    expect(await driver.heads(mesh.node('four').net.self, { registerIds: [REGISTER_ID] })).to.deep.equal([]);
    const given = driver.dockets(mesh.node('three').net.self, range);
    const heights: number[] = [];
    if (Symbol.asyncIterator in given) for await (const { docket } of given) heights.push(docket.header.height);
    expect(heights.at(-1)).to.equal(removal);
    expect(mesh.net.blames).to.deep.equal([]);
    await mesh.stop();
  });

  it('gives a fenced seat to a new key, which votes', async () => {
    const names = ['one', 'two'];
    const mesh = await MeshWorld.of('one', 'two', 'three');
    const all = [...names, 'three'];
    const flow = new Flow(mesh, await mesh.found(all));
    const { ledger } = mesh.node('two').world;
    expect(await ledger.seating.raise(REGISTER_ID, 'rollback')).to.include({ state: 'Fenced' });
    await flow.at('two', 'one');
    await mesh.clock.advance(3000);
    await flow.check(all);
    await rekey(mesh, 'one', 'two');
    expect(ledger.seat(REGISTER_ID)).to.include({ state: 'Running' });
    // Without the third, every quorum needs the new key.
    mesh.isolate('three');
    await flow.at('two', 'one');
    await mesh.clock.advance(8000);
    await flow.check(names);
    mesh.rejoin('three');
    await mesh.clock.advance(5000);
    await expectOneChain(mesh, all);
    expect(mesh.net.blames).to.deep.equal([]);
    await mesh.stop();
  });
});
